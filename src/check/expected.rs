//! Failures that are known: declared by whoever checks a guard, so that only new ones stop them.

use serde::{Deserialize, Serialize};

/// A failure that its guard's author knows of, and what this run says of it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Expected {
    /// What fails.
    #[serde(flatten)]
    pub what: KnownFailure,
    /// Why it is lived with.
    pub reason: String,
    /// Where it is dealt with, such as an issue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// What this run says of it.
    pub standing: Standing,
}

impl Expected {
    /// A failure that is known, of which no run has said anything yet.
    pub fn new(what: KnownFailure, reason: impl Into<String>, link: Option<String>) -> Self {
        Self { what, reason: reason.into(), link, standing: Standing::Open }
    }
}

/// What is known to fail.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum KnownFailure {
    /// A rule, whatever shows it.
    Rule(String),
    /// One vector, and no more than it: a failure that others show too is not this one.
    Vector(String),
}

impl KnownFailure {
    /// The rule's or vector's id.
    pub fn id(&self) -> &str {
        match self {
            Self::Rule(id) | Self::Vector(id) => id,
        }
    }

    /// In words: `rule run.fresh`, `vector short-at-3`.
    pub fn words(&self) -> String {
        match self {
            Self::Rule(id) => format!("rule {id}"),
            Self::Vector(id) => origin_of(id),
        }
    }
}

/// How findings name a vector as their origin.
pub(super) fn origin_of(vector: &str) -> String {
    format!("vector {vector}")
}

/// What a run says of a failure that was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It fails.
    Fails,
    /// It was asked, and does not fail: the entry is out of date.
    Holds,
    /// It was not judged, though everything was asked: the entry says nothing.
    NotJudged,
    /// Not everything was asked, so that nothing follows.
    Open,
}

impl Standing {
    /// Whether the entry must be taken out or changed.
    pub fn is_stale(self) -> bool {
        matches!(self, Self::Holds | Self::NotJudged)
    }

    /// What is wrong with the entry, or that nothing is, and what to do.
    pub fn words(self) -> &'static str {
        match self {
            Self::Fails => "fails as expected",
            Self::Holds => "does not fail any more; take the entry out, or let `--bless` do it",
            Self::NotJudged => "was not judged, so that it cannot fail; take the entry out, or let `--bless` do it",
            Self::Open => "may fail still: not everything was asked",
        }
    }
}
