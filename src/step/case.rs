//! What happens in a run, step by step.

use std::fmt;
use std::str::FromStr;

use super::{Hears, Options, Round};
use crate::identity::is_ordinary;

/// A policy of protocol 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "check", serde(rename_all = "kebab-case"))]
pub enum Policy {
    /// A guard with a policy of its own: only what holds for every guard is judged.
    Any,
    /// A canonicalizer or key function: step [`Action::Key`] only.
    Identity,
    /// Policy B: warn at the second round without progress, then refuse or stop.
    NoProgress,
    /// Policy A: remind at counts of consecutive identical calls, never block.
    RepeatReminder,
}

impl Policy {
    /// All policies, by name.
    pub const ALL: [Self; 4] = [Self::Any, Self::Identity, Self::NoProgress, Self::RepeatReminder];

    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Identity => "identity",
            Self::NoProgress => "no-progress",
            Self::RepeatReminder => "repeat-reminder",
        }
    }

    /// Whether a reference model says what is right in every step; of the others only relations are judged.
    pub fn has_model(self) -> bool {
        matches!(self, Self::NoProgress | Self::RepeatReminder)
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is none of the four policies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPolicy(pub String);

impl fmt::Display for UnknownPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no policy is called `{}`; there are any, identity, no-progress and repeat-reminder", self.0)
    }
}

impl std::error::Error for UnknownPolicy {}

impl FromStr for Policy {
    type Err = UnknownPolicy;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|policy| policy.name() == name).ok_or_else(|| UnknownPolicy(name.to_owned()))
    }
}

/// Steps for one policy, asked as one message. Nothing survives a case.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize))]
pub struct Case {
    /// Whose rules the steps are for.
    pub policy: Policy,
    /// What happens, in order.
    pub steps: Vec<Step>,
}

impl Case {
    /// Whether all arguments are such as everybody must take: at most 64 levels and 64 KiB (`identity.depth`).
    pub fn is_ordinary(&self) -> bool {
        self.steps.iter().all(|step| match &step.action {
            Action::Key(key) => is_ordinary(&key.args),
            Action::Round(round) => round.calls().iter().all(|call| is_ordinary(&call.args)),
            Action::Input(_) | Action::Open(_) | Action::Rewrite(_) => true,
        })
    }

    /// How much a guard has to read: arguments and results, in bytes.
    pub fn bytes(&self) -> usize {
        let of_step = |step: &Step| match &step.action {
            Action::Key(key) => key.args.len(),
            Action::Round(round) => {
                let results = round.results().iter().flatten().map(|outcome| outcome.visible.len());
                round.calls().iter().map(|call| call.args.len()).chain(results).sum()
            }
            Action::Input(_) | Action::Open(_) | Action::Rewrite(_) => 0,
        };
        self.steps.iter().map(of_step).sum()
    }
}

/// One thing that happens in one run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize))]
pub struct Step {
    /// The run's name; on the wire absent = `a`.
    #[cfg_attr(feature = "check", serde(default = "default_run", skip_serializing_if = "is_default_run"))]
    pub run: String,
    /// What happens.
    #[cfg_attr(feature = "check", serde(flatten))]
    pub action: Action,
}

impl Step {
    /// The run that a step belongs to when it names none.
    pub const DEFAULT_RUN: &'static str = "a";

    /// An action in the default run.
    pub fn new(action: Action) -> Self {
        Self { run: Self::DEFAULT_RUN.to_owned(), action }
    }

    /// An action in a run by name.
    pub fn within(run: impl Into<String>, action: Action) -> Self {
        Self { run: run.into(), action }
    }

    /// The round, where the step is one.
    pub fn round(&self) -> Option<&Round> {
        if let Action::Round(round) = &self.action { Some(round) } else { None }
    }
}

#[cfg(feature = "check")]
fn default_run() -> String {
    Step::DEFAULT_RUN.to_owned()
}

#[cfg(feature = "check")]
fn is_default_run(run: &str) -> bool {
    run == Step::DEFAULT_RUN
}

/// What happens in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "check", serde(rename_all = "kebab-case"))]
pub enum Action {
    /// New material enters the conversation between rounds.
    Input(Input),
    /// Policy `identity` only: the key of one call.
    Key(Key),
    /// A run begins, or is resumed when its name was open before: from nothing either way.
    Open(Options),
    /// The history was rewritten (compaction).
    Rewrite(Rewrite),
    /// One model response's calls with their results.
    Round(Round),
}

/// New material that the model did not have.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize))]
pub struct Input {
    /// Where it comes from.
    pub kind: InputKind,
    /// What it says; takes part in nothing.
    #[cfg_attr(feature = "check", serde(default))]
    pub text: String,
}

/// Where an input comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "check", serde(rename_all = "kebab-case"))]
pub enum InputKind {
    /// The user's next message.
    FollowUp,
    /// Another extension added a message.
    Injection,
    /// The user interrupts while the agent works.
    Steer,
}

impl InputKind {
    /// What a host must tell the guard for it to hear of this.
    pub fn heard(self) -> Hears {
        match self {
            Self::FollowUp => Hears::FollowUp,
            Self::Injection => Hears::Injection,
            Self::Steer => Hears::Steer,
        }
    }

    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::FollowUp => "follow-up",
            Self::Injection => "injection",
            Self::Steer => "steer",
        }
    }
}

/// All but the last `keep` rounds are replaced by one summary message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize))]
pub struct Rewrite {
    /// Rounds that stay as they are.
    pub keep: usize,
}

/// One call whose key is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Key {
    /// The tool's name; `None` where the function takes no name.
    pub tool: Option<String>,
    /// The argument text.
    pub args: Vec<u8>,
}
