//! The symbols of both alphabets.

use std::fmt;

use crate::step::{InputKind, Status};

/// One relative step. Which of them a policy's alphabet holds, [`Alphabet`](super::Alphabet) says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Symbol {
    /// The call (policy A) or the round (policy B) before the current one.
    Back,
    /// A call of a bookkeeping tool.
    Bookkeeping,
    /// Policy B: the same round, its first observation changed.
    Changed,
    /// Policy B: the same round, its last observation changed.
    ChangedLast,
    /// Policy A: a call of an excluded tool.
    Excluded,
    /// Policy B: the same round, and in it a call of an exempt tool.
    Exempt,
    /// Two calls in one round: a fresh one, then the one before it.
    FreshBack,
    /// Policy B: the same round, a result missing.
    Incomplete,
    /// New material from outside.
    Input(InputKind),
    /// Policy B: the same round, two calls with one id.
    Malformed,
    /// Policy B: the first call of the round is another one.
    MemberFirst,
    /// Policy B: the last call of the round is another one.
    MemberLast,
    /// Another call that a careless eye takes for the same.
    Near(Near),
    /// Another run is opened; the calls stay what they are.
    NewRun,
    /// A fresh call or round.
    Other,
    /// The same arguments on another tool.
    OtherTool,
    /// Policy B: the same round, its calls in another order.
    PermutedCalls,
    /// The same round, completing in another order.
    PermutedCompletion,
    /// The same, with assistant text beside it.
    Prose,
    /// The same call or round in another spelling.
    Respelled(Spelling),
    /// The run is opened anew under its name.
    Resume,
    /// The history is rewritten.
    Rewrite,
    /// The same call or round.
    Same,
    /// Policy A: the same call, then a bookkeeping call, then the same again, in one round.
    SameBookkeepingSame,
    /// Policy A: the same call, then a fresh one, in one round.
    SameFresh,
    /// Policy A: the same call twice in one round.
    SameSame,
    /// Policy A: the same call three times in one round.
    SameSameSame,
    /// Policy B: the round with one call more, or one less again.
    Size,
    /// The same, each result with this status.
    WithStatus(Status),
}

/// Another spelling of one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Spelling {
    /// `\u` escapes.
    Escapes,
    /// Members in another order, at two depths.
    KeyOrder,
    /// White space between tokens.
    Whitespace,
}

/// Another value that looks alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Near {
    /// Elements in another order.
    ArrayOrder,
    /// A blank inside a string.
    Blank,
    /// A string in another case.
    Case,
    /// A nested member has another value.
    Deep,
    /// A member `__proto__` more.
    Special,
    /// A number as a string.
    Type,
    /// A member that is null more.
    WithNull,
}

impl Near {
    /// All of them.
    pub const ALL: [Self; 7] = [Self::ArrayOrder, Self::Blank, Self::Case, Self::Deep, Self::Special, Self::Type, Self::WithNull];
}

impl Spelling {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Escapes, Self::KeyOrder, Self::Whitespace];
}

impl Symbol {
    /// Policy A: how many calls it brings; what brings none weighs as one.
    pub fn weight(self) -> u32 {
        match self {
            Self::FreshBack | Self::PermutedCompletion | Self::SameFresh | Self::SameSame => 2,
            Self::SameBookkeepingSame | Self::SameSameSame => 3,
            _ => 1,
        }
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Self::Back => "back",
            Self::Bookkeeping => "bookkeeping",
            Self::Changed => "changed",
            Self::ChangedLast => "last changed",
            Self::Excluded => "excluded",
            Self::Exempt => "exempt",
            Self::FreshBack => "fresh+back",
            Self::Incomplete => "incomplete",
            Self::Input(kind) => kind.name(),
            Self::Malformed => "malformed",
            Self::MemberFirst => "first member",
            Self::MemberLast => "last member",
            Self::Near(near) => return write!(f, "near {}", spaced(&format!("{near:?}"))),
            Self::NewRun => "new run",
            Self::Other => "other",
            Self::OtherTool => "other tool",
            Self::PermutedCalls => "permuted",
            Self::PermutedCompletion => "done reversed",
            Self::Prose => "same with text",
            Self::Respelled(spelling) => return write!(f, "respelled {}", spaced(&format!("{spelling:?}"))),
            Self::Resume => "resume",
            Self::Rewrite => "rewrite",
            Self::Same => "same",
            Self::SameBookkeepingSame => "same+bookkeeping+same",
            Self::SameFresh => "same+fresh",
            Self::SameSame => "same+same",
            Self::SameSameSame => "same+same+same",
            Self::Size => "size",
            Self::WithStatus(status) => return write!(f, "same {}", spaced(&format!("{status:?}"))),
        };
        f.write_str(words)
    }
}

/// `KeyOrder` as a person writes it.
fn spaced(name: &str) -> String {
    name.char_indices()
        .flat_map(|(at, char)| (at > 0 && char.is_uppercase()).then_some(' ').into_iter().chain(char.to_lowercase()))
        .collect()
}
