//! A call that the model asked for, and what came of it.

use std::borrow::Cow;

/// One tool call as the model wrote it. Its `id` is unique within a round only and never takes part in identity
/// (`identity.call-id`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Call {
    /// The provider's id, answered by exactly one result.
    pub id: String,
    /// The tool's name, compared exactly (`identity.name`).
    pub tool: String,
    /// The argument text, byte for byte as the model wrote it; not necessarily JSON, nor UTF-8.
    pub args: Vec<u8>,
}

impl Call {
    /// A call with argument text.
    pub fn new(id: impl Into<String>, tool: impl Into<String>, args: impl AsRef<[u8]>) -> Self {
        Self { id: id.into(), tool: tool.into(), args: args.as_ref().to_vec() }
    }

    /// The argument text for a person: bytes that are not UTF-8 become U+FFFD.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.args)
    }
}

/// What came of a call that ran, or was answered in its place by the host.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// The finalized text that the model is shown: the *observation*.
    pub visible: String,
    /// The tool's own output, where formatting or truncation made it differ from `visible`.
    #[cfg_attr(feature = "check", serde(default, skip_serializing_if = "Option::is_none"))]
    pub raw: Option<String>,
    /// How it ended. Takes part in neither policy's comparison.
    #[cfg_attr(feature = "check", serde(default, skip_serializing_if = "Status::is_ok"))]
    pub status: Status,
}

impl Outcome {
    /// A successful result that the model sees as `visible`.
    pub fn ok(visible: impl Into<String>) -> Self {
        Self { visible: visible.into(), raw: None, status: Status::Ok }
    }

    /// The tool's own output: `raw`, or `visible` where they are the same.
    pub fn raw(&self) -> &str {
        self.raw.as_deref().unwrap_or(&self.visible)
    }
}

/// How a call ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "check", serde(rename_all = "kebab-case"))]
pub enum Status {
    /// A person or a policy refused permission; the tool did not run.
    Denied,
    /// The tool is switched off; it did not run.
    Disabled,
    /// The tool ran and reported an error.
    Error,
    /// The tool ran.
    #[default]
    Ok,
}

impl Status {
    /// Whether this is [`Status::Ok`].
    pub fn is_ok(&self) -> bool {
        *self == Self::Ok
    }
}
