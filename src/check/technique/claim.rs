//! A failure of a guard without a model: believed only if it repeats and the control that shows it to be fair holds.

use super::measuring::observe;
use crate::check::checker::Checker;
use crate::check::describe::describe;
use crate::check::verdict::{Difference, Finding};
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
    if checker.is_found_again(&claim.origin, None, claim.rule) {
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
    let difference = Difference { step, what: claim.what.to_owned(), want: at(&want), got: at(&got), rule: Some(claim.rule), hint: None };
    checker.findings.push(Finding::new(claim.rule, &claim.origin, case, want, difference, got).wavering(differing));
    Ok(())
}
