//! What an implementation has, hears, takes and chose.

use std::collections::{BTreeMap, BTreeSet};

use super::{OptionName, OptionValue, Options, Status};
use crate::identity::{Escapes, KeyChoices, Numbers, Spacing, Style};

/// Who is being checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize))]
pub struct Implementation {
    /// The package's or program's name.
    pub name: String,
    /// Its version.
    #[cfg_attr(feature = "check", serde(default))]
    pub version: String,
    /// What it is written in.
    #[cfg_attr(feature = "check", serde(default))]
    pub language: String,
}

/// What an implementation has, hears, takes and chose, for one policy. The default is the reference's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Profile {
    /// Which argument texts reach the guard.
    pub takes: Takes,
    /// Whether a round's calls run together or one after the other.
    pub execution: Execution,
    /// By option: which values it takes. Absent = any.
    #[cfg_attr(feature = "check", serde(skip_serializing_if = "BTreeMap::is_empty"))]
    pub config: BTreeMap<OptionName, Support>,
    /// What its host tells it.
    pub hears: Heard,
    /// Which capabilities it has.
    pub has: Having,
    /// Names of the tools that it reacts to; empty = any tool.
    #[cfg_attr(feature = "check", serde(skip_serializing_if = "Vec::is_empty"))]
    pub tools: Vec<String>,
    /// What it chose where the spec leaves a choice.
    pub choices: Choices,
    /// SHOULD rules that it does not want to be asked.
    #[cfg_attr(feature = "check", serde(skip_serializing_if = "Vec::is_empty"))]
    pub waives: Vec<String>,
    /// Where the adapter holds it.
    pub driven: Driven,
}

impl Profile {
    /// A reminder with thresholds that nobody can set, no lists of tools, and its own words.
    pub fn fixed_thresholds(thresholds: impl IntoIterator<Item = i64>) -> Self {
        let none = [OptionName::Include, OptionName::Exclude, OptionName::PreviewChars, OptionName::Bookkeeping];
        let mut config: BTreeMap<_, _> = none.map(|option| (option, Support::None)).into();
        config.insert(OptionName::Thresholds, Support::Fixed(OptionValue::Ints(thresholds.into_iter().collect())));
        Self { config, choices: Choices { text: Wording::Own, ..Choices::default() }, ..Self::default() }
    }

    /// The choices that identity depends on.
    pub fn key_choices(&self) -> KeyChoices {
        KeyChoices { numbers: self.choices.numbers, ignored_members: self.choices.ignored_members.clone() }
    }

    /// How its reminders print arguments.
    pub fn style(&self) -> Style {
        Style { escapes: self.choices.escapes, spacing: self.choices.spacing }
    }

    /// Whether the host tells the guard about this.
    pub fn hears(&self, what: Hears) -> bool {
        self.hears.0.contains(&what)
    }

    /// Whether a result with this status reaches the guard.
    pub fn hears_status(&self, status: Status) -> bool {
        match status {
            Status::Denied => self.hears(Hears::Denied),
            Status::Disabled => self.hears(Hears::Disabled),
            Status::Error => self.hears(Hears::Failed),
            Status::Ok => true,
        }
    }

    /// Whether it has this capability.
    pub fn has(&self, what: Has) -> bool {
        self.has.0.contains(&what)
    }

    /// Which values of an option it takes.
    pub fn support(&self, option: OptionName) -> &Support {
        self.config.get(&option).unwrap_or(&Support::Any)
    }

    /// The options that are in force when `options` is opened: what is fixed stands even where nothing was asked.
    #[must_use]
    pub fn effective(&self, options: &Options) -> Options {
        let mut effective = options.clone();
        for (&name, support) in &self.config {
            if let Support::Fixed(value) = support {
                effective.set(name, value);
            }
        }
        effective
    }
}

/// Which argument texts reach the guard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "check", serde(rename_all = "kebab-case"))]
pub enum Takes {
    /// Only JSON objects.
    Object,
    /// Any JSON text: the host parses.
    Json,
    /// Any Unicode text.
    Raw,
    /// Any bytes.
    #[default]
    Bytes,
}

/// Whether a round's calls run together or one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "check", serde(rename_all = "kebab-case"))]
pub enum Execution {
    /// The guard sees all calls before any result.
    #[default]
    Parallel,
    /// Before, run, after, next call.
    Sequential,
}

/// Which values of one option are taken.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "check", serde(rename_all = "snake_case"))]
pub enum Support {
    /// Every value.
    Any,
    /// The option does not exist.
    None,
    /// The value cannot be changed.
    Fixed(OptionValue),
    /// These values only.
    OneOf(Vec<OptionValue>),
}

/// Something that a host may or may not tell its guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "check", serde(rename_all = "kebab-case"))]
pub enum Hears {
    /// Calls that were denied.
    Denied,
    /// Calls of tools that are switched off.
    Disabled,
    /// Calls that failed.
    Failed,
    /// The user's next message.
    FollowUp,
    /// Another extension's message.
    Injection,
    /// Calls that never finish.
    MissingResults,
    /// That the history was rewritten.
    Rewrite,
    /// The user's interruption.
    Steer,
}

impl Hears {
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self::Denied, Self::Disabled, Self::Failed, Self::FollowUp, Self::Injection, Self::MissingResults, Self::Rewrite, Self::Steer];

    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Denied => "denied",
            Self::Disabled => "disabled",
            Self::Failed => "failed",
            Self::FollowUp => "follow-up",
            Self::Injection => "injection",
            Self::MissingResults => "missing-results",
            Self::Rewrite => "rewrite",
            Self::Steer => "steer",
        }
    }
}

/// What a host tells its guard; by default everything.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize))]
pub struct Heard(pub BTreeSet<Hears>);

impl Default for Heard {
    fn default() -> Self {
        Self(Hears::ALL.into())
    }
}

/// A capability that a guard may or may not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "check", serde(rename_all = "kebab-case"))]
pub enum Has {
    /// It tells an observer what it decided.
    Events,
    /// Several runs can be open at once.
    Interleave,
    /// `*` in its lists of names.
    Patterns,
    /// Tool names take part.
    Tool,
}

impl Has {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Events, Self::Interleave, Self::Patterns, Self::Tool];

    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Events => "events",
            Self::Interleave => "interleave",
            Self::Patterns => "patterns",
            Self::Tool => "tool",
        }
    }
}

/// The capabilities that a guard has; by default all.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize))]
pub struct Having(pub BTreeSet<Has>);

impl Default for Having {
    fn default() -> Self {
        Self(Has::ALL.into())
    }
}

/// What an implementation chose where the spec leaves a choice. Every default is the reference's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize), serde(default, rename_all = "kebab-case"))]
pub struct Choices {
    /// Which numbers are one number.
    pub numbers: Numbers,
    /// Top-level members of the arguments that deliberately take no part.
    #[cfg_attr(feature = "check", serde(skip_serializing_if = "Vec::is_empty"))]
    pub ignored_members: Vec<String>,
    /// What reminders escape beyond the minimum.
    pub escapes: Escapes,
    /// White space in the arguments that reminders quote.
    pub spacing: Spacing,
    /// What empty thresholds and preview 0 mean.
    pub zero_config: ZeroConfig,
    /// Which thresholds crossed inside one round are told.
    pub crossings: Crossings,
    /// Whether the reminder's words are the pinned ones.
    pub text: Wording,
    /// Whether the diagnostic comes once a streak or every round.
    pub warnings: Warnings,
}

/// What empty thresholds and a preview of 0 mean (`repeat.config.zero`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "check", serde(rename_all = "kebab-case"))]
pub enum ZeroConfig {
    /// The default values.
    #[default]
    Defaults,
    /// A configuration error.
    Rejected,
}

/// Which thresholds crossed inside one round are told (`repeat.reminder.crossings`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "check", serde(rename_all = "kebab-case"))]
pub enum Crossings {
    /// All, in model order.
    Each,
    /// Only the last one of the round.
    #[default]
    Last,
}

/// Whether a reminder's words are the pinned ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "check", serde(rename_all = "kebab-case"))]
pub enum Wording {
    /// The guard's own: that, when and where a reminder comes is judged.
    Own,
    /// Byte for byte the spec's.
    #[default]
    Pinned,
}

/// How often the diagnostic comes (`progress.warnings`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "check", serde(rename_all = "kebab-case"))]
pub enum Warnings {
    /// Every round from `warn_after` on.
    Every,
    /// Once a streak.
    #[default]
    Once,
}

/// Where the adapter holds the guard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "check", serde(rename_all = "kebab-case"))]
pub enum Driven {
    /// By its hooks.
    #[default]
    Hook,
    /// Inside a real agent loop.
    Loop,
}
