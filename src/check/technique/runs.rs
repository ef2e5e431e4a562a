//! Runs of a guard without a model: one after the other, and side by side.

use super::carrier::Carrier;
use super::claim::{Claim, claim};
use super::measuring::{deeds, observe, open};
use super::stimuli::{call, clearly_other};
use crate::check::card::Stimulus;
use crate::check::checker::Checker;
use crate::step::{Action, Call, Case, Reply, Step};

/// `run.fresh`: after another run, in its middle and after the guard acted in it, a run goes as if it were the first.
pub(super) fn fresh(checker: &mut Checker<'_>, carrier: &Carrier) {
    const RULE: &str = "run.fresh";
    let t = carrier.t;
    let mut sizes = vec![(t - 1, t), (t, t)];
    if carrier.stimulus == Stimulus::Copies {
        // All copies are one step, so that acting too early shows only with fewer of them.
        sizes.push((t - 1, 1));
    }
    for (before, after) in sizes {
        if !checker.is_mine() {
            continue;
        }
        let run = |name: &'static str, n| named(name, checker, carrier.rounds(&call(), &call(), n, false));
        let (first, second) = (run("a", before), run("b", after));
        let asked = alone(checker, &second).and_then(|alone| {
            let steps: Vec<Step> = first.iter().chain(&second).cloned().collect();
            let origin = format!("probe: {before} in one run, then {after} in another");
            judged(checker, RULE, origin, steps, &[("b", alone)])
        });
        if let Err(reason) = asked {
            checker.skip(RULE, &reason);
        }
    }
}

/// `run.isolated`: two runs, step by step in turn, go each as if it were alone; with the same call in both and with different ones.
pub(super) fn isolated(checker: &mut Checker<'_>, carrier: &Carrier) {
    const RULE: &str = "run.isolated";
    for other in [call(), clearly_other(&call(), &checker.profile)] {
        if !checker.is_mine() {
            continue;
        }
        let run = |name: &'static str, call: &Call| named(name, checker, carrier.rounds(call, call, carrier.t, false));
        let (one, two) = (run("a", &call()), run("b", &other));
        let asked = alone(checker, &one).and_then(|first| {
            let second = alone(checker, &two)?;
            let steps = one.iter().zip(&two).flat_map(|(one, two)| [one.clone(), two.clone()]).collect();
            let same = if other == call() { "the same call" } else { "different calls" };
            judged(checker, RULE, format!("probe: two runs in turn, {same}"), steps, &[("a", first), ("b", second)])
        });
        if let Err(reason) = asked {
            checker.skip(RULE, &reason);
        }
    }
}

/// A whole run of this name.
fn named(name: &str, checker: &Checker<'_>, rounds: Vec<Action>) -> Vec<Step> {
    std::iter::once(open(checker).action).chain(rounds).map(|action| Step::within(name, action)).collect()
}

/// What a run is answered when there is no other.
fn alone(checker: &mut Checker<'_>, steps: &[Step]) -> Result<Vec<Reply>, String> {
    observe(checker, "control", steps.to_vec()).map(|(_, got)| got)
}

/// Asks runs of which each must do at each step what it does alone.
fn judged(
    checker: &mut Checker<'_>,
    rule: &'static str,
    origin: String,
    steps: Vec<Step>,
    alone: &[(&str, Vec<Reply>)],
) -> Result<(), String> {
    // By step: the answer of the run alone, where that is known.
    let expected = |case: &Case| -> Vec<Option<Reply>> {
        let mut replies: Vec<(&str, std::slice::Iter<'_, Reply>)> = alone.iter().map(|(name, replies)| (*name, replies.iter())).collect();
        let of = |step: &Step| {
            replies.iter_mut().find(|(name, _)| *name == step.run).map(|(_, replies)| replies.next().cloned().unwrap_or(Reply::Ended))
        };
        case.steps.iter().map(of).collect()
    };
    let judge = |case: &Case, got: &[Reply]| {
        let wrong = |(at, (step, want)): (usize, (&Step, Option<Reply>))| {
            let got = got.get(at).unwrap_or(&Reply::Ended);
            want.is_some_and(|want| deeds(step, &want) != deeds(step, got)).then_some(at)
        };
        case.steps.iter().zip(expected(case)).enumerate().find_map(wrong)
    };
    let want = {
        let case = Case { policy: checker.policy, steps: steps.clone() };
        expected(&case).into_iter().map(|reply| reply.unwrap_or_else(Reply::silent)).collect()
    };
    claim(checker, Claim { origin, rule, steps, judge: &judge, what: "acts otherwise than alone", want, control: &mut |_| Ok(Vec::new()) })
}
