//! The behaviour card: what a guard does when something comes again and again, measured and not judged.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What a guard does when something comes again and again. It heads every report; nothing in it is a verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Card {
    /// What it did to each stimulus, in the order of [`Stimulus::ALL`].
    pub lines: Vec<CardLine>,
    /// What counting goes on after, and what it does not; empty where no repeated call makes the guard act.
    pub relations: Vec<Relation>,
    /// Policy `any`: how identity was asked, or why it was not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<String>,
}

impl Card {
    /// The line of a stimulus.
    pub fn line(&self, stimulus: Stimulus) -> Option<&CardLine> {
        self.lines.iter().find(|line| line.stimulus == stimulus)
    }

    /// The first repeat of a stimulus at which the guard acts.
    pub fn first(&self, stimulus: Stimulus) -> Option<u32> {
        self.line(stimulus).and_then(CardLine::first)
    }

    /// Whether the guard acted on anything.
    pub fn acts(&self) -> bool {
        self.lines.iter().any(|line| line.first().is_some())
    }
}

/// What a guard did to one stimulus.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct CardLine {
    /// What came again and again.
    pub stimulus: Stimulus,
    /// How often it came. Repeats are counted in model responses, in copies for [`Stimulus::Copies`].
    pub repeats: u32,
    /// What the guard did, and at which repeats; empty for a guard that never acted.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub does: BTreeMap<Deed, Vec<u32>>,
    /// Why it was not measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unmeasured: Option<String>,
}

impl CardLine {
    /// The first repeat at which the guard acts.
    pub fn first(&self) -> Option<u32> {
        self.does.values().filter_map(|repeats| repeats.first()).min().copied()
    }
}

/// What comes again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stimulus {
    /// The same call with the same result.
    SameResult,
    /// The same call, each time with another result.
    ChangedResult,
    /// The same call, which fails each time with the same text.
    Errors,
    /// The same call, which is denied each time.
    Denied,
    /// The same call several times in one model response.
    Copies,
    /// Two calls in turn.
    Alternation,
    /// The same two calls in each model response.
    SamePair,
    /// The same call, and input from outside before each repeat.
    InputBetween,
    /// The same call, and another call before each repeat.
    OthersBetween,
    /// Control: the same tool with other arguments each time.
    OtherArguments,
    /// Control: another tool with other arguments each time.
    OtherTools,
    /// Control: failing calls with other arguments each time.
    OtherErrors,
}

impl Stimulus {
    /// All of them; the last three are the controls, in which no call comes twice.
    pub const ALL: [Self; 12] = [
        Self::SameResult,
        Self::ChangedResult,
        Self::Errors,
        Self::Denied,
        Self::Copies,
        Self::Alternation,
        Self::SamePair,
        Self::InputBetween,
        Self::OthersBetween,
        Self::OtherArguments,
        Self::OtherTools,
        Self::OtherErrors,
    ];

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::SameResult => "same call, same result",
            Self::ChangedResult => "same call, results change",
            Self::Errors => "same call, error results",
            Self::Denied => "same call, denied",
            Self::Copies => "copies inside one round",
            Self::Alternation => "A B A B",
            Self::SamePair => "same pair each round",
            Self::InputBetween => "same call, input between",
            Self::OthersBetween => "same call, others between",
            Self::OtherArguments => "control: other arguments",
            Self::OtherTools => "control: other tools",
            Self::OtherErrors => "control: errors, other arguments",
        }
    }

    /// Whether it is one call, each time in a round of its own and with nothing between.
    pub fn is_same_call(self) -> bool {
        matches!(self, Self::SameResult | Self::ChangedResult | Self::Errors | Self::Denied)
    }

    /// Whether no call comes twice in it.
    pub fn is_control(self) -> bool {
        matches!(self, Self::OtherArguments | Self::OtherTools | Self::OtherErrors)
    }
}

/// What a guard can do: the members of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    /// `notices`.
    Reminds,
    /// `shown` of a call that ran is another text than its result.
    Rewrites,
    /// `events`.
    Tells,
    /// `refused`.
    Refuses,
    /// `stop`.
    Stops,
}

impl Deed {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Reminds => "reminds",
            Self::Rewrites => "rewrites the result",
            Self::Tells => "tells an observer",
            Self::Refuses => "refuses",
            Self::Stops => "stops",
        }
    }
}

/// Whether something, put just before the repeat at which the guard would act (or, for a spelling, instead of it), leaves that as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Relation {
    /// What was put there.
    pub change: Change,
    /// The guard acts all the same.
    pub acts: bool,
    /// The guard acted before that repeat: on the change itself, as one does that counts all calls. Then `acts` says nothing of counting on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub early: bool,
}

impl Relation {
    /// Whether the guard counts on through the change.
    pub fn counts_on(&self) -> bool {
        self.acts && !self.early
    }

    /// Whether the guard counts anew after the change, as far as is seen.
    pub fn counts_anew(&self) -> bool {
        !self.acts && !self.early
    }
}

/// What may be put between two repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// The last call is spelled otherwise: other blanks, another order of members.
    Spelling,
    /// The call before the last one is denied.
    Denied,
    /// The calls of each round complete in another order; measured with the same pair each round.
    Completion,
    /// The history is rewritten.
    Rewrite,
    /// Another call.
    OtherCall,
    /// The user steers.
    Steer,
    /// The user follows up.
    FollowUp,
    /// Another extension adds a message.
    Injection,
    /// The run is opened again.
    Resume,
}

impl Change {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Spelling,
        Self::Denied,
        Self::Completion,
        Self::Rewrite,
        Self::OtherCall,
        Self::Steer,
        Self::FollowUp,
        Self::Injection,
        Self::Resume,
    ];

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Spelling => "another spelling",
            Self::Denied => "a denied call",
            Self::Completion => "another order of completion",
            Self::Rewrite => "a rewritten history",
            Self::OtherCall => "another call",
            Self::Steer => "a steer",
            Self::FollowUp => "a follow-up",
            Self::Injection => "an injection",
            Self::Resume => "a resumed run",
        }
    }
}
