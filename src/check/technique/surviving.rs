//! Does anything survive a case?

use crate::check::asked::Asked;
use crate::check::checker::Checker;
use crate::check::describe::describe;
use crate::check::fit::{fit, opening};
use crate::check::question::{Judging, repeats};
use crate::check::verdict::{Cause, Difference, SURVIVES};
use crate::step::{Action, Call, Case, Outcome, Reply, Round, Step};

/// State that survives a case would make every later verdict worthless: the same case twice must be answered alike.
pub(crate) fn survival(checker: &mut Checker<'_>) {
    let round = || Step::new(Action::Round(Round::new([(Call::new("c1", "look", "{\"q\":\"survives\"}"), Some(Outcome::ok("rows")))])));
    let case = Case { policy: checker.policy, steps: vec![Step::new(Action::Open(opening(checker.policy, &checker.profile))), round()] };
    let Ok(case) = fit(&case, &checker.profile) else { return };
    let mut first = None;
    // As often as it takes to act, and once more.
    for _ in 0..repeats(&checker.profile, checker.policy).0.max(8) + 1 {
        let answer = match checker.put(&case, Judging::Behaviour) {
            Asked::Pass(replies) => replies,
            Asked::Fail(failure) if failure.cause == Cause::WrongAnswer => failure.got,
            Asked::Error(_) | Asked::Fail(_) => return,
        };
        let before = first.get_or_insert_with(|| answer.clone());
        // Texts may hold a run's own numbers.
        if before.iter().map(deeds).ne(answer.iter().map(deeds)) {
            let (want, got) = (before.last().map(describe), answer.last().map(describe));
            let difference = Difference {
                step: case.steps.len() - 1,
                what: SURVIVES.to_owned(),
                want: format!("{}, as the first time", want.unwrap_or_default()),
                got: format!("{}, after the same case was asked before", got.unwrap_or_default()),
                rule: Some("run.fresh"),
                hint: None,
            };
            checker.observed("probe survival", "run.fresh", &case, difference, answer);
            checker.note_survival();
            checker.isolate();
            return;
        }
    }
}

/// What was done, without what was said.
fn deeds(reply: &Reply) -> (usize, usize, usize, usize, bool, bool) {
    match reply {
        Reply::Facts(facts) => {
            (facts.refused.len(), facts.shown.len(), facts.notices.len(), facts.events.len(), facts.stop.is_some(), false)
        }
        Reply::Ended | Reply::Key(_) | Reply::Rejected(_) => (0, 0, 0, 0, false, true),
    }
}
