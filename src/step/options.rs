//! What a run is opened with, before anybody has looked whether it is valid.

use std::collections::BTreeMap;

/// The options of an `open`, both policies' together, unchecked: a guard, like a model, must itself reject what is
/// wrong. An absent option means the policy's default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Options {
    /// Policy A: counts at which a reminder comes (default 3, 5, 8).
    #[cfg_attr(feature = "check", serde(skip_serializing_if = "Option::is_none"))]
    pub thresholds: Option<Vec<i64>>,
    /// Policy A: patterns of the tools that are followed; empty = all.
    #[cfg_attr(feature = "check", serde(skip_serializing_if = "Option::is_none"))]
    pub include: Option<Vec<String>>,
    /// Policy A: patterns of tools that are transparent to the chain.
    #[cfg_attr(feature = "check", serde(skip_serializing_if = "Option::is_none"))]
    pub exclude: Option<Vec<String>>,
    /// Policy A: Unicode scalar values of the arguments that a reminder quotes (default 500).
    #[cfg_attr(feature = "check", serde(skip_serializing_if = "Option::is_none"))]
    pub preview_chars: Option<i64>,
    /// Policy A: exact names of the run's bookkeeping tools.
    #[cfg_attr(feature = "check", serde(skip_serializing_if = "Option::is_none"))]
    pub bookkeeping: Option<Vec<String>>,
    /// Policy B: `short-circuit` (default), `stop` or `warn`.
    #[cfg_attr(feature = "check", serde(skip_serializing_if = "Option::is_none"))]
    pub escalation: Option<String>,
    /// Policy B: occurrences at which the diagnostic comes (default 2).
    #[cfg_attr(feature = "check", serde(skip_serializing_if = "Option::is_none"))]
    pub warn_after: Option<i64>,
    /// Policy B: patterns of tools that make a round invisible and forget the streak.
    #[cfg_attr(feature = "check", serde(skip_serializing_if = "Option::is_none"))]
    pub exempt: Option<Vec<String>>,
    /// Policy B: by tool pattern, top-level members of an observation that take no part.
    #[cfg_attr(feature = "check", serde(skip_serializing_if = "Option::is_none"))]
    pub compare: Option<BTreeMap<String, Vec<String>>>,
}

/// An option by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "check", serde(rename_all = "snake_case"))]
pub enum OptionName {
    /// See [`Options::bookkeeping`].
    Bookkeeping,
    /// See [`Options::compare`].
    Compare,
    /// See [`Options::escalation`].
    Escalation,
    /// See [`Options::exclude`].
    Exclude,
    /// See [`Options::exempt`].
    Exempt,
    /// See [`Options::include`].
    Include,
    /// See [`Options::preview_chars`].
    PreviewChars,
    /// See [`Options::thresholds`].
    Thresholds,
    /// See [`Options::warn_after`].
    WarnAfter,
}

impl OptionName {
    /// All options.
    pub const ALL: [Self; 9] = [
        Self::Bookkeeping,
        Self::Compare,
        Self::Escalation,
        Self::Exclude,
        Self::Exempt,
        Self::Include,
        Self::PreviewChars,
        Self::Thresholds,
        Self::WarnAfter,
    ];

    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bookkeeping => "bookkeeping",
            Self::Compare => "compare",
            Self::Escalation => "escalation",
            Self::Exclude => "exclude",
            Self::Exempt => "exempt",
            Self::Include => "include",
            Self::PreviewChars => "preview_chars",
            Self::Thresholds => "thresholds",
            Self::WarnAfter => "warn_after",
        }
    }
}

/// The value of one option, whatever its type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize), serde(untagged))]
pub enum OptionValue {
    /// `preview_chars`, `warn_after`.
    Int(i64),
    /// `escalation`.
    Word(String),
    /// `thresholds`.
    Ints(Vec<i64>),
    /// `include`, `exclude`, `exempt`, `bookkeeping`.
    Words(Vec<String>),
    /// `compare`.
    Map(BTreeMap<String, Vec<String>>),
}

impl OptionValue {
    /// Equality of meaning: an empty list is an empty list whatever its element type.
    pub fn same(&self, other: &Self) -> bool {
        let empty = |value: &Self| match value {
            Self::Ints(list) => list.is_empty(),
            Self::Words(list) => list.is_empty(),
            Self::Map(map) => map.is_empty(),
            Self::Int(_) | Self::Word(_) => false,
        };
        self == other || (empty(self) && empty(other))
    }
}

impl Options {
    /// The value of an option, where it is set.
    pub fn get(&self, name: OptionName) -> Option<OptionValue> {
        match name {
            OptionName::Bookkeeping => self.bookkeeping.clone().map(OptionValue::Words),
            OptionName::Compare => self.compare.clone().map(OptionValue::Map),
            OptionName::Escalation => self.escalation.clone().map(OptionValue::Word),
            OptionName::Exclude => self.exclude.clone().map(OptionValue::Words),
            OptionName::Exempt => self.exempt.clone().map(OptionValue::Words),
            OptionName::Include => self.include.clone().map(OptionValue::Words),
            OptionName::PreviewChars => self.preview_chars.map(OptionValue::Int),
            OptionName::Thresholds => self.thresholds.clone().map(OptionValue::Ints),
            OptionName::WarnAfter => self.warn_after.map(OptionValue::Int),
        }
    }

    /// Leaves an option out.
    pub fn clear(&mut self, name: OptionName) {
        match name {
            OptionName::Bookkeeping => self.bookkeeping = None,
            OptionName::Compare => self.compare = None,
            OptionName::Escalation => self.escalation = None,
            OptionName::Exclude => self.exclude = None,
            OptionName::Exempt => self.exempt = None,
            OptionName::Include => self.include = None,
            OptionName::PreviewChars => self.preview_chars = None,
            OptionName::Thresholds => self.thresholds = None,
            OptionName::WarnAfter => self.warn_after = None,
        }
    }

    /// Sets an option. `false` when the value has another option's type; nothing is changed then.
    pub fn set(&mut self, name: OptionName, value: &OptionValue) -> bool {
        let words = |value: &OptionValue| match value {
            OptionValue::Words(list) => Some(list.clone()),
            OptionValue::Ints(list) if list.is_empty() => Some(Vec::new()),
            _ => None,
        };
        fn put<T>(slot: &mut Option<T>, value: Option<T>) -> bool {
            let fits = value.is_some();
            if fits {
                *slot = value;
            }
            fits
        }
        let int = if let OptionValue::Int(int) = value { Some(*int) } else { None };
        match name {
            OptionName::Bookkeeping => put(&mut self.bookkeeping, words(value)),
            OptionName::Exclude => put(&mut self.exclude, words(value)),
            OptionName::Exempt => put(&mut self.exempt, words(value)),
            OptionName::Include => put(&mut self.include, words(value)),
            OptionName::PreviewChars => put(&mut self.preview_chars, int),
            OptionName::WarnAfter => put(&mut self.warn_after, int),
            OptionName::Escalation => {
                put(&mut self.escalation, if let OptionValue::Word(word) = value { Some(word.clone()) } else { None })
            }
            OptionName::Thresholds => {
                put(&mut self.thresholds, if let OptionValue::Ints(list) = value { Some(list.clone()) } else { None })
            }
            OptionName::Compare => put(&mut self.compare, if let OptionValue::Map(map) = value { Some(map.clone()) } else { None }),
        }
    }
}
