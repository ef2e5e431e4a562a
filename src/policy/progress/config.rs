//! Policy B's configuration: one that exists is valid.

use std::fmt;

use crate::policy::pattern::Pattern;
use crate::step::Options;

/// What happens to a round that was warned of and comes again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Escalation {
    /// It is refused, and the run goes on.
    #[default]
    ShortCircuit,
    /// It is refused, and the run or turn ends.
    Stop,
    /// It runs.
    Warn,
}

impl Escalation {
    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::ShortCircuit => "short-circuit",
            Self::Stop => "stop",
            Self::Warn => "warn",
        }
    }
}

/// A valid configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    escalation: Escalation,
    warn_after: u64,
    exempt: Vec<Pattern>,
    compare: Vec<(Pattern, Vec<String>)>,
}

impl Config {
    /// Default count at which the diagnostic comes.
    pub const WARN_AFTER: u64 = 2;

    /// Reads options.
    ///
    /// # Errors
    /// See [`ConfigError`]; nothing of the run has happened then.
    pub fn parse(options: &Options) -> Result<Self, ConfigError> {
        let escalation = match options.escalation.as_deref() {
            None => Escalation::default(),
            Some(word) => [Escalation::ShortCircuit, Escalation::Stop, Escalation::Warn]
                .into_iter()
                .find(|escalation| escalation.name() == word)
                .ok_or_else(|| ConfigError::UnknownEscalation(word.to_owned()))?,
        };
        let warn_after = match options.warn_after {
            None => Self::WARN_AFTER,
            Some(count) => match u64::try_from(count) {
                Ok(count) if count >= 2 => count,
                _ => return Err(ConfigError::WarnBelowTwo(count)),
            },
        };
        Ok(Self {
            escalation,
            warn_after,
            exempt: options.exempt.iter().flatten().cloned().map(Pattern::new).collect(),
            compare: options.compare.iter().flatten().map(|(pattern, names)| (Pattern::new(pattern.clone()), names.clone())).collect(),
        })
    }

    /// What happens to a round that was warned of and comes again.
    pub fn escalation(&self) -> Escalation {
        self.escalation
    }

    /// The count at which the diagnostic comes; at least 2.
    pub fn warn_after(&self) -> u64 {
        self.warn_after
    }

    /// Patterns of exempt tools.
    pub fn exempt(&self) -> &[Pattern] {
        &self.exempt
    }

    /// Top-level members of an observation that take no part, for a tool: of all matching patterns together.
    pub fn ignored_members(&self, tool: &str) -> Vec<&str> {
        let matching = self.compare.iter().filter(|(pattern, _)| pattern.matches(tool));
        matching.flat_map(|(_, names)| names.iter().map(String::as_str)).collect()
    }
}

/// Options that no run can be opened with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigError {
    /// A word that is none of the three escalations.
    UnknownEscalation(String),
    /// A first round would already be without progress.
    WarnBelowTwo(i64),
}

impl ConfigError {
    /// The rule that asks for the error.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::UnknownEscalation(_) => "progress.escalation",
            Self::WarnBelowTwo(_) => "progress.config.below-two",
        }
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownEscalation(word) => write!(f, "`escalation` is `{word}`; there are short-circuit, stop and warn"),
            Self::WarnBelowTwo(count) => write!(f, "`warn_after` is {count}; a first round is never without progress, give at least 2"),
        }
    }
}

impl std::error::Error for ConfigError {}
