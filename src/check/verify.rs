//! Whether a saved report agrees with itself and with the reference, without the guard that it is about.

use super::conclude::conclude;
use super::judge::{Pass, judge};
use super::verdict::{Cause, Finding, Report, RunResult, SURVIVES, Verdict};
use crate::policy::Reference;
use crate::rule;

/// What of a report was looked at, and what does not hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// Findings whose answers were judged again by this kit's reference.
    pub judged: usize,
    /// Findings that cannot be: crashes and the like, and those of policies without a model.
    pub taken: usize,
    /// What does not hold, a sentence each.
    pub problems: Vec<String>,
}

/// Looks at a report of anybody's: whether its rules are the spec's, its findings and verdicts and result agree, and the answers that it
/// shows break what the reference says. That the guard answered so it cannot know; asking again shows that.
pub fn verify(report: &Report) -> Verification {
    let mut seen = Verification::default();
    if report.spec != Report::SPEC {
        seen.problems.push(format!("it was judged by spec {}, and this kit judges by {}", report.spec, Report::SPEC));
        return seen;
    }
    rules(report, &mut seen.problems);
    for finding in &report.findings {
        if let Err(problem) = listed(report, finding) {
            seen.problems.push(format!("{}: {problem}", finding.rule));
        }
        match judged_again(report, finding) {
            None => seen.taken += 1,
            Some(Ok(())) => seen.judged += 1,
            Some(Err(problem)) => seen.problems.push(format!("{}: {problem}", finding.rule)),
        }
    }
    if report.clone().expecting(report.expected.clone()).expected != report.expected {
        seen.problems.push("what it says of its expected failures does not follow from its findings and rules".to_owned());
    }
    let result = result_of(report);
    if result != report.result {
        seen.problems.push(format!("its result is {:?}; from its rules and findings follows {result:?}", report.result));
    }
    seen
}

fn result_of(report: &Report) -> RunResult {
    let mut again = report.clone();
    conclude(&mut again);
    again.result
}

/// Every rule of the policy, once, with the spec's level; what is broken is shown.
fn rules(report: &Report, problems: &mut Vec<String>) {
    let policy = report.policy.name();
    for rule in rule::all().iter().filter(|rule| rule.applies_to(policy)) {
        if report.rules.iter().filter(|listed| listed.id == rule.id).count() != 1 {
            problems.push(format!("{} is not listed once", rule.id));
        }
    }
    for listed in &report.rules {
        match rule::get(&listed.id) {
            Some(rule) if rule.applies_to(policy) => {
                if rule.level != listed.level {
                    problems.push(format!("{} is {}, and listed as {}", rule.id, rule.level, listed.level));
                }
            }
            _ => problems.push(format!("{} is no rule of {policy}", listed.id)),
        }
        if listed.verdict == Verdict::Fail && report.findings.iter().all(|finding| finding.rule != listed.id) {
            problems.push(format!("{} fails, and no finding shows it", listed.id));
        }
    }
}

fn listed(report: &Report, finding: &Finding) -> Result<(), String> {
    let rule = rule::get(&finding.rule).ok_or("the spec has no such rule")?;
    let listed = report.rules.iter().find(|listed| listed.id == finding.rule).ok_or("a finding of a rule that is not listed")?;
    match () {
        () if listed.verdict != Verdict::Fail => Err("it has a finding, and does not fail".to_owned()),
        () if finding.level != rule.level => Err(format!("it is {}, and the finding says {}", rule.level, finding.level)),
        () if finding.title != rule.title => Err("the finding has another sentence than the spec".to_owned()),
        () => Ok(()),
    }
}

/// Whether the answers that are shown break what the reference says of that run; none where it says nothing.
fn judged_again(report: &Report, finding: &Finding) -> Option<Result<(), String>> {
    let answered = finding.cause == Cause::WrongAnswer && finding.difference.what != SURVIVES;
    let decisions = Reference::decide(&finding.case, &report.profile).ok().filter(|_| answered)?;
    if decisions.iter().map(|decision| &decision.reply).ne(&finding.want) {
        return Some(Err("the reference answers its run otherwise than it says".to_owned()));
    }
    let differs = |pass| judge(&finding.case, &report.profile, &decisions, &finding.got, pass).is_some();
    let broken = differs(Pass::Behaviour) || differs(Pass::Wording);
    Some(if broken { Ok(()) } else { Err("what the guard answered there is right".to_owned()) })
}
