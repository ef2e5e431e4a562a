//! The bank: all planted faults, each with the rule that it breaks.

use super::key::{KeyFault, Wrong};
use super::progress::ProgressFault;
use super::repeat::RepeatFault;
use crate::step::Policy;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Key(KeyFault),
    None,
    Progress(ProgressFault),
    Repeat(RepeatFault),
}

impl Kind {
    pub(super) fn of_progress(self) -> Wrong<ProgressFault> {
        match self {
            Self::Key(fault) => Wrong::Key(fault),
            Self::Progress(fault) => Wrong::Own(fault),
            Self::None | Self::Repeat(_) => Wrong::Nothing,
        }
    }

    pub(super) fn of_repeat(self) -> Wrong<RepeatFault> {
        match self {
            Self::Key(fault) => Wrong::Key(fault),
            Self::Repeat(fault) => Wrong::Own(fault),
            Self::None | Self::Progress(_) => Wrong::Nothing,
        }
    }
}

/// One planted fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    pub(super) kind: Kind,
    policy: Policy,
}

impl Fault {
    /// No fault: the same guard as it should be.
    pub fn none(policy: Policy) -> Self {
        Self { kind: Kind::None, policy }
    }

    /// What is wrong, such as `bookkeeping_resets`.
    pub fn name(self) -> String {
        let camel = match self.kind {
            Kind::Key(fault) => format!("{fault:?}"),
            Kind::None => "None".to_owned(),
            Kind::Progress(fault) => format!("{fault:?}"),
            Kind::Repeat(fault) => format!("{fault:?}"),
        };
        let mut snake = String::new();
        for (at, char) in camel.char_indices() {
            let digit_after = char.is_ascii_digit() && !snake.ends_with(|before: char| before.is_ascii_digit());
            if at > 0 && (char.is_ascii_uppercase() || digit_after) {
                snake.push('_');
            }
            snake.push(char.to_ascii_lowercase());
        }
        snake
    }

    /// The policy that the guard claims.
    pub fn policy(self) -> Policy {
        self.policy
    }

    /// The rules that it breaks; it must be found through the first one, and through no rule that is not among them.
    pub fn rules(self) -> &'static [&'static str] {
        match self.kind {
            Kind::Key(fault) => fault.rules(),
            Kind::None => &[],
            Kind::Progress(fault) => fault.rules(),
            Kind::Repeat(fault) => fault.rules(),
        }
    }
}

/// All planted faults: those of keys once for each policy that compares calls.
pub fn bank() -> Vec<Fault> {
    let keys = |policy| KeyFault::ALL.iter().map(move |fault| Fault { kind: Kind::Key(*fault), policy });
    let repeat = RepeatFault::ALL.iter().map(|fault| Fault { kind: Kind::Repeat(*fault), policy: Policy::RepeatReminder });
    let progress = ProgressFault::ALL.iter().map(|fault| Fault { kind: Kind::Progress(*fault), policy: Policy::NoProgress });
    // A key function is given no call id.
    let identity = keys(Policy::Identity).filter(|fault| fault.kind != Kind::Key(KeyFault::CallIdInKey));
    let keys = keys(Policy::RepeatReminder).chain(keys(Policy::NoProgress)).chain(identity);
    repeat.chain(progress).chain(keys).collect()
}
