//! What each rule comes to in the forms that know tests: one test a rule, and one for everything that was asked.

use crate::check::{Expected, Finding, NOT_ASKED, Report, RuleReport, Verdict};
use crate::rule::{self, Level};

/// From which level on a broken rule is a failure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Deny {
    /// Broken SHOULD rules are warnings.
    #[default]
    Must,
    /// They are failures too.
    Should,
}

impl Deny {
    /// Whether a broken rule of this level is a failure.
    pub fn denies(self, level: Level) -> bool {
        level != Level::Should || self == Self::Should
    }

    /// Whether this finding makes a run fail: it is of a level that does, and nobody expects it.
    pub fn fails(self, report: &Report, finding: &Finding) -> bool {
        self.denies(finding.level) && report.expects(finding).is_none()
    }
}

/// What a rule comes to.
pub(super) enum Outcome<'r> {
    /// It could not be asked.
    Error(&'r str),
    /// It is broken, as is known.
    Expected(&'r Expected, Vec<&'r Finding>),
    /// It is broken.
    Fail(Vec<&'r Finding>),
    /// It was asked and held.
    Pass,
    /// It was not judged.
    Skip(&'r str),
    /// It is broken, and should not be.
    Warning(Vec<&'r Finding>),
}

/// Every rule of a report, in its order.
pub(super) fn outcomes(report: &Report, deny: Deny) -> impl Iterator<Item = (&RuleReport, Outcome<'_>)> {
    report.rules.iter().map(move |rule| {
        let reason = rule.reason.as_deref().unwrap_or(NOT_ASKED);
        let findings = || report.findings.iter().filter(|finding| finding.rule == rule.id).collect::<Vec<_>>();
        let expected = || findings().iter().map(|finding| report.expects(finding)).collect::<Option<Vec<_>>>();
        let outcome = match rule.verdict {
            Verdict::Error => Outcome::Error(reason),
            Verdict::Fail => match expected().as_deref() {
                Some([entry, ..]) => Outcome::Expected(entry, findings()),
                _ if deny.denies(rule.level) => Outcome::Fail(findings()),
                _ => Outcome::Warning(findings()),
            },
            Verdict::Pass => Outcome::Pass,
            Verdict::Skip => Outcome::Skip(reason),
        };
        (rule, outcome)
    })
}

/// Why not everything could be asked, if so: nothing was judged, or there were errors.
pub fn unasked(report: &Report) -> Option<String> {
    let judged = report.count(Verdict::Pass) + report.count(Verdict::Fail);
    match (judged, report.errors.as_slice()) {
        (0, []) => Some("no rule was judged".to_owned()),
        (_, []) => None,
        (_, errors) => Some(errors.join("\n")),
    }
}

/// The test of the whole.
pub(super) const WHOLE: &str = "everything could be asked";

/// The test of the expected failures, where there are any.
pub(super) const UP_TO_DATE: &str = "expected failures are up to date";

/// What is wrong with entries for expected failures, a line each; nothing where none is out of date.
pub(super) fn stale(report: &Report) -> String {
    report.stale().map(|entry| format!("{} {}\n", entry.what.words(), entry.standing.words())).collect()
}

/// Why a failure is expected, in a line.
pub(super) fn why(entry: &Expected) -> String {
    let link = entry.link.as_ref().map_or(String::new(), |link| format!(" ({link})"));
    format!("{}{link}", entry.reason)
}

/// The rule in one sentence; nothing for a rule that this kit does not have.
pub(super) fn title(id: &str) -> &'static str {
    rule::get(id).map_or("", |rule| rule.title)
}

/// Implementation and policy, which tell reports apart.
pub(super) fn name(report: &Report) -> String {
    let who = &report.implementation;
    let version = if who.version.is_empty() { String::new() } else { format!(" {}", who.version) };
    format!("{}{version}, {}", who.name, report.policy)
}

/// A text in which only line feeds control anything.
pub(super) fn printable(text: &str) -> String {
    text.chars().map(|char| if char.is_control() && char != '\n' { char::REPLACEMENT_CHARACTER } else { char }).collect()
}
