//! What a guard answers to a step: facts that an observer can see, never a reading of them.

use std::collections::BTreeMap;

/// The answer to one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The run was stopped before and has had no input since.
    Ended,
    /// What was observed; empty for a silent guard and for steps that are only heard.
    Facts(Facts),
    /// Policy `identity`: the key of a call.
    Key(String),
    /// The options of an `open`, or a text asked for its key, were refused, with the reason.
    Rejected(String),
}

impl Reply {
    /// A guard that said and did nothing.
    pub fn silent() -> Self {
        Self::Facts(Facts::default())
    }

    /// The facts, where the reply has any.
    pub fn facts(&self) -> Option<&Facts> {
        if let Self::Facts(facts) = self { Some(facts) } else { None }
    }
}

/// What was observed in one round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Facts {
    /// Ids of calls that the guard answered itself, so that the host went no further; in model order.
    #[cfg_attr(feature = "check", serde(skip_serializing_if = "Vec::is_empty"))]
    pub refused: Vec<String>,
    /// What the model is shown for a call: always for a refused call, else where it differs from the visible result.
    #[cfg_attr(feature = "check", serde(skip_serializing_if = "BTreeMap::is_empty"))]
    pub shown: BTreeMap<String, String>,
    /// Messages added after the results.
    #[cfg_attr(feature = "check", serde(skip_serializing_if = "Vec::is_empty"))]
    pub notices: Vec<Notice>,
    /// What the guard told an observer.
    #[cfg_attr(feature = "check", serde(skip_serializing_if = "Vec::is_empty"))]
    pub events: Vec<GuardEvent>,
    /// The run or turn ends here, with this text ("" where there is none).
    #[cfg_attr(feature = "check", serde(skip_serializing_if = "Option::is_none"))]
    pub stop: Option<String>,
}

impl Facts {
    /// Whether the guard did nothing that can be observed.
    pub fn is_silent(&self) -> bool {
        *self == Self::default()
    }
}

/// A message that the guard adds: a reminder in policy A, a diagnostic in policy B.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize))]
pub struct Notice {
    /// What it says.
    pub text: String,
    /// The call whose result it follows, where it stands earlier than after all results.
    #[cfg_attr(feature = "check", serde(default, skip_serializing_if = "Option::is_none"))]
    pub after: Option<String>,
    /// The message's role, where the guard sets it.
    #[cfg_attr(feature = "check", serde(default, skip_serializing_if = "Option::is_none"))]
    pub role: Option<String>,
    /// Which text it is, where the guard itself reports that as data.
    #[cfg_attr(feature = "check", serde(default, skip_serializing_if = "Option::is_none"))]
    pub tier: Option<Tier>,
    /// The tool it speaks of, where the guard itself reports that as data.
    #[cfg_attr(feature = "check", serde(default, skip_serializing_if = "Option::is_none"))]
    pub tool: Option<String>,
    /// The count it speaks of, where the guard itself reports that as data.
    #[cfg_attr(feature = "check", serde(default, skip_serializing_if = "Option::is_none"))]
    pub count: Option<u64>,
}

impl Notice {
    /// A user-role message.
    pub fn user(text: impl Into<String>) -> Self {
        Self { text: text.into(), role: Some("user".to_owned()), ..Self::default() }
    }
}

/// Which of policy A's two texts a reminder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "check", serde(rename_all = "kebab-case"))]
pub enum Tier {
    /// The text at every later threshold, with tool, count and arguments.
    Detailed,
    /// The text at the lowest threshold.
    Short,
}

/// What a guard tells an observer (`progress.event`). The four members have these meanings only with these types;
/// everything else that the guard emits stands unchanged in `other`, as JSON text by member name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GuardEvent {
    /// `warn` or `block`.
    pub kind: Option<String>,
    /// Occurrences asked for, this one included.
    pub repeat_count: Option<u64>,
    /// One name a call, in model order.
    pub tools: Option<Vec<String>>,
    /// Equal for equal bundles, different for different ones within a run.
    pub fingerprint: Option<String>,
    /// Every other member, as JSON text.
    pub other: BTreeMap<String, String>,
}
