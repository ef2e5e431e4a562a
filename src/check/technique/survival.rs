//! Does anything survive a case?

use crate::check::asked::Asked;
use crate::check::checker::Checker;
use crate::check::verdict::{Cause, Difference};
use crate::check::{Judging, describe, fit};
use crate::step::{Action, Call, Case, Options, Outcome, Round, Step};

/// State that survives a case would make every later verdict worthless: the same case twice must be answered alike.
pub(in crate::check) fn survival(checker: &mut Checker<'_>) {
    let round = || Step::new(Action::Round(Round::new([(Call::new("c1", "look", "{\"q\":\"survives\"}"), Some(Outcome::ok("rows")))])));
    let case = Case { policy: checker.policy, steps: vec![Step::new(Action::Open(Options::default())), round()] };
    let Ok(case) = fit(&case, &checker.profile) else { return };
    let mut first = None;
    for _ in 0..9 {
        let answer = match checker.put(&case, Judging::Behaviour) {
            Asked::Pass(replies) => replies,
            Asked::Fail(failure) if failure.cause == Cause::WrongAnswer => failure.got,
            Asked::Error(_) | Asked::Fail(_) => return,
        };
        let before = first.get_or_insert_with(|| answer.clone());
        if *before != answer {
            let (want, got) = (before.last().map(describe), answer.last().map(describe));
            let difference = Difference {
                step: case.steps.len() - 1,
                what: "state survives a case".to_owned(),
                want: format!("{}, as the first time", want.unwrap_or_default()),
                got: format!("{}, after the same case was asked before", got.unwrap_or_default()),
                rule: Some("run.fresh"),
            };
            checker.observed("probe survival", "run.fresh", &case, difference, answer);
            checker.notes.push(
                "state survives a case, so every other case was asked in a fresh process; build at each `open` what your users build a run"
                    .to_owned(),
            );
            checker.isolate();
            return;
        }
    }
}
