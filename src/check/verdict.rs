//! Verdicts: of one case, of one rule, of a whole run.

use serde::{Deserialize, Serialize};

use super::card::Card;
use super::expected::Expected;
use super::plan::Technique;
use super::scope::Scope;
use crate::rule::{self, Level};
use crate::step::{Case, Implementation, Options, Policy, Profile, Reply};

/// Why something failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// The process ended in the middle of a case.
    Crash,
    /// The same case got different answers, each time alone in a fresh process.
    NotDeterministic,
    /// No answer in time.
    Timeout,
    /// The guard threw or panicked.
    Threw,
    /// The adapter said that it cannot do what its profile claims.
    Unsupported,
    /// An answer other than the reference's.
    WrongAnswer,
}

impl Cause {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::NotDeterministic => "not deterministic",
            Self::Timeout => "timeout",
            Self::Threw => "exception",
            Self::Unsupported => "claimed, but not supported",
            Self::WrongAnswer => "wrong answer",
        }
    }
}

/// The first difference between what the reference and the subject answered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Difference {
    /// Index of the step.
    pub step: usize,
    /// What differs, such as `notices`.
    pub what: String,
    /// What the reference answered, for a person.
    pub want: String,
    /// What the subject answered, for a person.
    pub got: String,
    /// The rule that this difference is of whatever led to it, where there is one.
    #[serde(skip)]
    pub rule: Option<&'static str>,
    /// The rule that it is of unless something special led to it.
    #[serde(skip)]
    pub hint: Option<&'static str>,
}

/// What differs where the same case is answered otherwise when it comes again.
pub const SURVIVES: &str = "state survives a case";

/// A believed failure: shrunk, repeated, attributed to one rule.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Finding {
    /// The rule that is broken.
    pub rule: String,
    /// The rule in words.
    pub title: String,
    /// How binding the rule is.
    pub level: Level,
    /// How it failed.
    pub cause: Cause,
    /// Other rules that take part in the run.
    pub also: Vec<String>,
    /// Where the run comes from: `vector steer-between`, `pair keys-shuffled`, `probe depth`, `stream 17`.
    pub origin: String,
    /// Other origins that fail by the same rule.
    pub others: Vec<String>,
    /// The shortest run that fails.
    pub case: Case,
    /// What the reference answered, step by step.
    pub want: Vec<Reply>,
    /// What the subject answered; empty where it did not.
    pub got: Vec<Reply>,
    /// Where they differ first, or what happened instead of an answer.
    pub difference: Difference,
    /// The end of the subject's stderr.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
}

impl Finding {
    /// A wrong answer, by the title and level of its rule.
    pub(super) fn new(rule: &'static str, origin: &str, case: Case, want: Vec<Reply>, difference: Difference, got: Vec<Reply>) -> Self {
        let (title, level) = rule::get(rule).map_or(("", Level::Must), |rule| (rule.title, rule.level));
        Self {
            rule: rule.to_owned(),
            title: title.to_owned(),
            level,
            cause: Cause::WrongAnswer,
            also: Vec::new(),
            origin: origin.to_owned(),
            others: Vec::new(),
            case,
            want,
            got,
            difference,
            stderr: None,
        }
    }

    /// With what was answered instead when the case was asked again, alone, if it was something else.
    #[must_use]
    pub(super) fn wavering(mut self, differing: Option<String>) -> Self {
        if let Some(other) = differing {
            self.cause = Cause::NotDeterministic;
            self.difference.got = format!("{}; alone in a fresh process: {other}", self.difference.got);
        }
        self
    }
}

/// A rule's verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It could not be asked.
    Error,
    /// It is broken.
    Fail,
    /// It was asked and held.
    Pass,
    /// It was not asked, for a reason.
    Skip,
}

/// The reason of rules that the implementation says it does otherwise, on purpose.
pub const WAIVED: &str = "waived by the implementation";

/// The reason of rules that nothing spoke of.
pub const NOT_ASKED: &str = "not asked in this run";

/// One rule in a report.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct RuleReport {
    /// The rule's id.
    pub id: String,
    /// How binding it is.
    pub level: Level,
    /// What came of it.
    pub verdict: Verdict,
    /// Why it was skipped or could not be asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Cases that asked it.
    pub cases: u64,
}

/// What came of the whole run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunResult {
    /// Every rule that could be asked and must hold held.
    Conformant,
    /// Nothing, or not everything, could be asked.
    Incomplete,
    /// Policies without a model: nothing was found.
    NoViolationFound,
    /// A rule that must hold is broken.
    Nonconformant,
}

/// A suite of words that was asked, and all that its guarantee depends on.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct SuiteReport {
    /// How it was built.
    pub technique: Technique,
    /// States of the minimal model.
    pub states: u32,
    /// States that the implementation may have more.
    pub extra: usize,
    /// The symbols that words are made of.
    pub alphabet: Vec<String>,
    /// Symbols that the profile, or a broken rule, took away, with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dropped: Vec<String>,
    /// The configuration of every run.
    pub options: Options,
    /// Number of words.
    pub words: u64,
    /// Number of symbols in all words.
    pub symbols: u64,
    /// Words that were asked here; the others are another share's, or use a rule that is broken.
    pub asked: u64,
}

impl SuiteReport {
    /// Whether both are shares of one suite.
    pub(super) fn is_share_of(&self, other: &Self) -> bool {
        let asked = other.asked;
        *other == Self { asked, ..self.clone() }
    }
}

/// Everything that a run found out; what every report is made from.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Report {
    /// Of this JSON; 1.
    pub format: u32,
    /// The kit's name and version.
    pub kit: String,
    /// The spec version that was judged by.
    pub spec: String,
    /// Who was checked.
    pub implementation: Implementation,
    /// How it is named on the command line.
    pub target: String,
    /// The policy that it was checked for.
    pub policy: Policy,
    /// What it says of itself.
    pub profile: Profile,
    /// The seed of the random part.
    pub seed: u64,
    /// What was asked.
    #[serde(default)]
    pub scope: Scope,
    /// What came of it.
    pub result: RunResult,
    /// How it behaves, whatever is right; absent where the question was narrowed to one rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
    /// Cases that were answered.
    pub cases: u64,
    /// Duration in milliseconds.
    pub duration_ms: u64,
    /// Every rule of the policy.
    pub rules: Vec<RuleReport>,
    /// The complete suites that were asked, with what they were built from.
    #[serde(default)]
    pub suites: Vec<SuiteReport>,
    /// Failures, the gravest first.
    pub findings: Vec<Finding>,
    /// Failures that are expected; they change no verdict.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expected: Vec<Expected>,
    /// Cases that could not be asked, and why.
    pub errors: Vec<String>,
    /// What a reader should know besides.
    pub notes: Vec<String>,
}

impl Report {
    /// This kit's name and version.
    pub const KIT: &str = concat!("loopspec ", env!("CARGO_PKG_VERSION"));
    /// The spec version that this kit judges by.
    pub const SPEC: &str = "1.0";

    /// Rules with this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.rules.iter().filter(|rule| rule.verdict == verdict).count()
    }

    /// Findings of rules of this level.
    pub fn broken(&self, level: Level) -> usize {
        self.findings.iter().filter(|finding| finding.level == level).count()
    }
}
