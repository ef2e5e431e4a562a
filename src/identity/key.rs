//! The identity of a call, as a value that can be stored and compared.

use super::canonical::{Rendering, render};
use super::number::Numbers;
use super::style::Style;
use super::value::Text;

/// What an implementation declared about identity; the default is the reference.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct KeyChoices {
    /// When two numbers are the same number.
    pub numbers: Numbers,
    /// Names of top-level members of an arguments object that take no part in identity.
    pub ignored_members: Vec<String>,
}

/// The identity of a call under some choices: two calls are the same call when their keys are equal. Keys that were made
/// under different choices do not compare meaningfully.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CallKey {
    tool: Box<str>,
    domain: Domain,
    arguments: Box<[u8]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Domain {
    Json,
    Raw,
}

impl CallKey {
    /// The key of a call with this tool name and this text of arguments.
    pub fn new(tool: &str, args: &[u8], choices: &KeyChoices) -> CallKey {
        CallKey::of(tool, &Text::parse(args), choices)
    }

    /// The key of a call whose arguments are read already.
    pub(super) fn of(tool: &str, args: &Text<'_>, choices: &KeyChoices) -> CallKey {
        let (domain, arguments) = match args {
            Text::Json(tape) => (Domain::Json, render(tape, &rendering(choices)).into_bytes()),
            Text::Raw(bytes) => (Domain::Raw, bytes.to_vec()),
        };
        CallKey { tool: tool.into(), domain, arguments: arguments.into_boxed_slice() }
    }

    /// Hands over all that makes the key what it is, part by part.
    pub(super) fn feed(&self, mut take: impl FnMut(&[u8])) {
        take(self.tool.as_bytes());
        take(match self.domain {
            Domain::Json => b"json",
            Domain::Raw => b"raw",
        });
        take(&self.arguments);
    }

    /// Whether the arguments of two calls are the same, whatever the tools.
    pub(super) fn same_arguments(&self, other: &CallKey) -> bool {
        self.domain == other.domain && self.arguments == other.arguments
    }
}

/// How the arguments are written in a key.
pub(super) fn rendering(choices: &KeyChoices) -> Rendering<'_> {
    Rendering { style: Style::default(), numbers: choices.numbers, sorted: true, respelled: true, ignored: &choices.ignored_members }
}
