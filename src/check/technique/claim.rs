//! A failure of a guard without a model: believed only if it repeats and the control that shows it to be fair holds.

use super::measuring::{deeds, observe};
use crate::check::checker::Checker;
use crate::check::describe::describe;
use crate::check::verdict::{Cause, Difference, Finding};
use crate::rule::{self, Level};
use crate::step::{Case, Reply, Step};

/// Shows that the question is fair, and tells what is right where the claim does not: called only before a failure is believed.
pub(super) type Control<'a> = &'a mut dyn FnMut(&mut Checker<'_>) -> Result<Vec<Reply>, String>;

/// A run and what must be seen in it.
pub(super) struct Claim<'a> {
    pub(super) origin: String,
    pub(super) rule: &'static str,
    pub(super) steps: Vec<Step>,
    /// The step in which something is wrong.
    pub(super) judge: &'a dyn Fn(&Case, &[Reply]) -> Option<usize>,
    /// What is wrong there, in words.
    pub(super) what: &'static str,
    /// What a right guard would have answered; where it is empty, the control says it.
    pub(super) want: Vec<Reply>,
    pub(super) control: Control<'a>,
}

/// Whether the guard acts at a step.
pub(super) fn acts_at(case: &Case, got: &[Reply], at: usize) -> bool {
    case.steps.get(at).zip(got.get(at)).is_some_and(|(step, reply)| !deeds(step, reply).is_empty())
}

/// Asks, and keeps what came of it.
///
/// # Errors
/// Why it is not judged.
pub(super) fn claim(checker: &mut Checker<'_>, claim: Claim<'_>) -> Result<(), String> {
    let (case, got) = observe(checker, &claim.origin, claim.steps.clone())?;
    let Some(step) = (claim.judge)(&case, &got) else {
        checker.passed_once(claim.rule);
        return Ok(());
    };
    let told = (claim.control)(checker)?;
    if let Some(state) = checker.rules.get_mut(claim.rule) {
        state.cases += 1;
    }
    if let Some(known) = checker.findings.iter_mut().find(|finding| finding.rule == claim.rule) {
        known.others.push(claim.origin);
        return Ok(());
    }
    let mut differing = None;
    for _ in 0..3 {
        if checker.subject.restart().is_err() {
            break;
        }
        let (again, replies) = observe(checker, &claim.origin, claim.steps.clone())?;
        if (claim.judge)(&again, &replies) != Some(step) {
            differing = Some(replies.get(step).map_or_else(|| "nothing".to_owned(), describe));
        }
    }
    let want = if told.is_empty() { claim.want } else { told };
    let at = |replies: &[Reply]| replies.get(step).map_or_else(|| describe(&Reply::Ended), describe);
    let mut difference =
        Difference { step, what: claim.what.to_owned(), want: at(&want), got: at(&got), rule: Some(claim.rule), hint: None };
    if let Some(other) = &differing {
        difference.got = format!("{}; alone in a fresh process: {other}", difference.got);
    }
    let (title, level) = rule::get(claim.rule).map_or(("", Level::Must), |rule| (rule.title, rule.level));
    checker.findings.push(Finding {
        rule: claim.rule.to_owned(),
        title: title.to_owned(),
        level,
        cause: if differing.is_some() { Cause::NotDeterministic } else { Cause::WrongAnswer },
        also: Vec::new(),
        origin: claim.origin,
        others: Vec::new(),
        case,
        want,
        got,
        difference,
        stderr: None,
    });
    Ok(())
}
