//! What came of a whole run: every rule's verdict and the result.

use std::collections::BTreeSet;
use std::fmt;

use super::checker::Checker;
use super::plan::Plan;
use super::scope::Scope;
use super::share::Shard;
use super::verdict::{Finding, NOT_ASKED, Report, RuleReport, RunResult, Verdict};
use crate::rule::{self, Level};

impl Checker<'_> {
    /// Everything that was found out.
    pub(super) fn report(mut self, plan: &Plan) -> Report {
        let failing: BTreeSet<&str> = self.findings.iter().map(|finding| finding.rule.as_str()).collect();
        let gone = self.gone.clone();
        let mut rules = Vec::new();
        for rule in rule::all().iter().filter(|rule| rule.applies_to(self.policy.name())) {
            let state = self.rules.remove(rule.id).unwrap_or_default();
            let (verdict, reason) = if failing.contains(rule.id) {
                (Verdict::Fail, None)
            } else if let Some(error) = state.error.clone() {
                (Verdict::Error, Some(error))
            } else if let Some(by) = state.hidden_by {
                (Verdict::Skip, Some(format!("its cases fail by {by}")))
            } else if state.passed > 0 {
                (Verdict::Pass, None)
            } else if let Some(gone) = &gone {
                (Verdict::Error, Some(gone.clone()))
            } else {
                (Verdict::Skip, Some(state.skipped.unwrap_or_else(|| NOT_ASKED.to_owned())))
            };
            rules.push(RuleReport { id: rule.id.to_owned(), level: rule.level, verdict, reason, cases: state.cases });
        }
        self.errors.extend(gone);
        self.errors.dedup();
        let mut report = Report {
            format: 1,
            kit: Report::KIT.to_owned(),
            spec: Report::SPEC.to_owned(),
            implementation: self.subject.implementation().clone(),
            target: plan.target.clone(),
            policy: self.policy,
            profile: self.profile,
            seed: plan.seed,
            scope: Scope::of(plan),
            result: RunResult::Incomplete,
            card: self.card,
            cases: self.cases,
            duration_ms: u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX),
            rules,
            suites: self.suites,
            findings: self.findings,
            expected: Vec::new(),
            errors: self.errors,
            notes: self.notes,
        };
        conclude(&mut report);
        report
    }
}

/// The order of the findings and the result, from what the rules and findings say.
pub(super) fn conclude(report: &mut Report) {
    let Report { findings, rules, .. } = &mut *report;
    findings.sort_by_key(|finding: &Finding| (finding.level, rules.iter().position(|rule| rule.id == finding.rule)));
    let judged = rules.iter().any(|rule| matches!(rule.verdict, Verdict::Pass | Verdict::Fail));
    report.result = if report.findings.iter().any(|finding| finding.level != Level::Should) {
        RunResult::Nonconformant
    } else if !judged || !report.errors.is_empty() {
        RunResult::Incomplete
    } else if !report.policy.has_model() {
        RunResult::NoViolationFound
    } else {
        RunResult::Conformant
    };
}

/// Why reports cannot be put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotOneRun {
    /// They are not of one run: another kit, implementation, policy, profile, seed or scope.
    Other,
    /// This share is there twice, or is none of as many as the first.
    Share(Shard),
}

impl fmt::Display for NotOneRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Other => f.write_str(
                "these reports are not of one run: kit, spec, implementation, policy, profile, seed and effort must be the same",
            ),
            Self::Share(share) => {
                write!(f, "share {share} is there twice, or the reports are not shares of one number; give each of `--shard i/n` once")
            }
        }
    }
}

impl std::error::Error for NotOneRun {}

/// One report from those of all shards of a run, in any order. What is expected to fail is what the first says.
///
/// # Errors
/// [`NotOneRun`].
pub fn merged(whole: Report, parts: impl IntoIterator<Item = Report>) -> Result<Report, NotOneRun> {
    let parts: Vec<Report> = parts.into_iter().collect();
    let shares: Vec<Shard> = std::iter::once(&whole).chain(&parts).map(|report| report.scope.share).collect();
    let missing = Shard::missing(&shares).map_err(NotOneRun::Share)?;
    let mut whole = joined(whole, parts)?;
    let named: Vec<String> = missing.iter().take(10).map(Shard::to_string).collect();
    match missing.len() {
        0 => whole.scope.share = Shard::WHOLE,
        _ => whole.errors.push(format!("shares of which there is no report: {}", named.join(", "))),
    }
    conclude(&mut whole);
    let expected = std::mem::take(&mut whole.expected);
    Ok(whole.expecting(expected))
}

/// One report from several of one run, whatever shares they are.
pub(super) fn joined(mut whole: Report, parts: impl IntoIterator<Item = Report>) -> Result<Report, NotOneRun> {
    for part in parts {
        let one = |report: &Report| (report.kit.clone(), report.spec.clone(), report.implementation.clone(), report.policy, report.seed);
        let scope = |report: &Report| Scope { share: Shard::WHOLE, ..report.scope.clone() };
        if one(&whole) != one(&part)
            || scope(&whole) != scope(&part)
            || whole.profile != part.profile
            || whole.rules.len() != part.rules.len()
        {
            return Err(NotOneRun::Other);
        }
        whole.card = whole.card.or(part.card);
        whole.cases += part.cases;
        whole.duration_ms = whole.duration_ms.max(part.duration_ms);
        for (rule, other) in whole.rules.iter_mut().zip(part.rules) {
            rule.cases += other.cases;
            if weight(&other) > weight(rule) {
                (rule.verdict, rule.reason) = (other.verdict, other.reason);
            }
        }
        for suite in part.suites {
            match whole.suites.iter_mut().find(|known| known.is_share_of(&suite)) {
                None => whole.suites.push(suite),
                Some(known) => known.asked += suite.asked,
            }
        }
        for finding in part.findings {
            match whole.findings.iter_mut().find(|known| known.rule == finding.rule) {
                None => whole.findings.push(finding),
                Some(known) => join(known, finding),
            }
        }
        let new = |known: &[String], said: Vec<String>| said.into_iter().filter(|line| !known.contains(line)).collect::<Vec<_>>();
        whole.errors.extend(new(&whole.errors, part.errors));
        whole.notes.extend(new(&whole.notes, part.notes));
    }
    conclude(&mut whole);
    Ok(whole)
}

/// What says most about a rule: a failure, then an error, a pass, a reason for not asking.
fn weight(rule: &RuleReport) -> u8 {
    match rule.verdict {
        Verdict::Fail => 4,
        Verdict::Error => 3,
        Verdict::Pass => 2,
        Verdict::Skip => u8::from(rule.reason.as_deref() != Some(NOT_ASKED)),
    }
}

/// Keeps the shorter run of two findings by one rule.
fn join(known: &mut Finding, mut other: Finding) {
    let size = |finding: &Finding| (finding.case.steps.len(), serde_json::to_string(&finding.case).map_or(usize::MAX, |text| text.len()));
    if size(&other) < size(known) {
        std::mem::swap(known, &mut other);
    }
    known.others.push(other.origin);
    known.others.append(&mut other.others);
}
