//! Policy A's configuration: one that exists is valid.

use std::fmt;

use crate::policy::pattern::Pattern;
use crate::step::{Choices, Options, ZeroConfig};

/// A valid configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    thresholds: Vec<u64>,
    sorted: bool,
    include: Vec<Pattern>,
    exclude: Vec<Pattern>,
    preview_chars: usize,
    bookkeeping: Vec<String>,
}

impl Config {
    /// Default counts at which a reminder comes.
    pub const THRESHOLDS: [u64; 3] = [3, 5, 8];
    /// Default length of the quoted arguments, in Unicode scalar values.
    pub const PREVIEW_CHARS: usize = 500;

    /// Reads options; `choices` decides what empty thresholds and preview 0 mean.
    ///
    /// # Errors
    /// See [`ConfigError`]; nothing of the run has happened then.
    pub fn parse(options: &Options, choices: &Choices) -> Result<Self, ConfigError> {
        let given = options.thresholds.clone().unwrap_or_default();
        if options.thresholds.as_ref().is_some_and(Vec::is_empty) && choices.zero_config == ZeroConfig::Rejected {
            return Err(ConfigError::NoThresholds);
        }
        let mut thresholds = Vec::with_capacity(given.len());
        for value in given {
            match u64::try_from(value) {
                Ok(count) if count >= 2 => thresholds.push(count),
                _ => return Err(ConfigError::ThresholdBelowTwo(value)),
            }
        }
        let sorted = thresholds.is_sorted();
        thresholds.sort_unstable();
        if let Some(pair) = thresholds.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(ConfigError::DuplicateThreshold(pair[0]));
        }
        if thresholds.is_empty() {
            thresholds = Self::THRESHOLDS.to_vec();
        }
        let preview_chars = match options.preview_chars {
            None => Self::PREVIEW_CHARS,
            Some(0) if choices.zero_config == ZeroConfig::Rejected => return Err(ConfigError::ZeroPreview),
            Some(0) => Self::PREVIEW_CHARS,
            Some(chars) => usize::try_from(chars).map_err(|_| ConfigError::NegativePreview(chars))?,
        };
        let patterns = |list: &Option<Vec<String>>| list.iter().flatten().cloned().map(Pattern::new).collect();
        Ok(Self {
            thresholds,
            sorted,
            include: patterns(&options.include),
            exclude: patterns(&options.exclude),
            preview_chars,
            bookkeeping: options.bookkeeping.clone().unwrap_or_default(),
        })
    }

    /// Counts at which a reminder comes, ascending; at least one, each at least 2.
    pub fn thresholds(&self) -> &[u64] {
        &self.thresholds
    }

    /// Whether the thresholds were given in ascending order.
    pub fn was_sorted(&self) -> bool {
        self.sorted
    }

    /// Patterns of the tools that are followed; empty = all.
    pub fn include(&self) -> &[Pattern] {
        &self.include
    }

    /// Patterns of the tools that are transparent.
    pub fn exclude(&self) -> &[Pattern] {
        &self.exclude
    }

    /// Unicode scalar values of the arguments that a reminder quotes; at least 1.
    pub fn preview_chars(&self) -> usize {
        self.preview_chars
    }

    /// Whether calls of a tool are followed; those of other tools are transparent.
    pub fn follows(&self, tool: &str) -> bool {
        let matches = |patterns: &[Pattern]| patterns.iter().any(|pattern| pattern.matches(tool));
        !self.bookkeeping.iter().any(|name| name == tool) && !matches(&self.exclude) && (self.include.is_empty() || matches(&self.include))
    }

    /// Exact names of the run's bookkeeping tools.
    pub fn bookkeeping(&self) -> &[String] {
        &self.bookkeeping
    }
}

/// Options that no run can be opened with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigError {
    /// The same threshold twice.
    DuplicateThreshold(u64),
    /// A negative preview length.
    NegativePreview(i64),
    /// An empty list of thresholds, by the choice `zero-config: rejected`.
    NoThresholds,
    /// A threshold at which a first call would already be a repeat.
    ThresholdBelowTwo(i64),
    /// A preview of nothing, by the choice `zero-config: rejected`.
    ZeroPreview,
}

impl ConfigError {
    /// The rule that asks for the error.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::DuplicateThreshold(_) => "repeat.config.duplicate",
            Self::NegativePreview(_) => "repeat.config.negative-preview",
            Self::NoThresholds | Self::ZeroPreview => "repeat.config.zero",
            Self::ThresholdBelowTwo(_) => "repeat.config.below-two",
        }
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DuplicateThreshold(count) => write!(f, "threshold {count} stands twice in `thresholds`; name each count once"),
            Self::NegativePreview(chars) => write!(f, "`preview_chars` is {chars}; give the number of characters to quote, at least 1"),
            Self::NoThresholds => f.write_str("`thresholds` is empty; leave it out for the default 3, 5, 8"),
            Self::ThresholdBelowTwo(count) => write!(f, "threshold {count} is below 2; a first call is no repeat"),
            Self::ZeroPreview => f.write_str("`preview_chars` is 0; leave it out for the default 500"),
        }
    }
}

impl std::error::Error for ConfigError {}
