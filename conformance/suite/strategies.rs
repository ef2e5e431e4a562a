//! The strategies that others may use: what they draw can be told, and all that their docs promise comes.

use std::collections::BTreeSet;

use loopspec::check::fit;
use loopspec::generate::{RunSpace, calls, options, round, seeded};
use loopspec::identity::pair;
use loopspec::policy::Reference;
use loopspec::step::{Action, Case, Execution, Policy, Profile, Reply, Round, Step, Takes};

const POLICIES: [Policy; 2] = [Policy::RepeatReminder, Policy::NoProgress];

#[test]
fn drawn_calls_are_a_loop_two_others_a_near_miss_and_the_loops_arguments_with_other_tools() {
    let profile = Profile::default();
    let space = RunSpace::new(Policy::RepeatReminder, &profile);
    let (mut near, mut same) = (0, 0);
    for calls in seeded(calls(&space), 1).take(500) {
        let ids: Vec<&str> = calls.iter().map(|call| call.id.as_str()).collect();
        assert_eq!(ids, ["c1", "c2", "c3", "c4", "c5", "c6"]);
        assert_eq!((&calls[0].args, &calls[0].args), (&calls[4].args, &calls[5].args));
        assert!(calls[4].tool != calls[5].tool);
        let judged = pair((&calls[0].tool, &calls[0].args), (&calls[3].tool, &calls[3].args), &profile.key_choices());
        *if judged.same { &mut same } else { &mut near } += 1;
    }
    assert!(near > 300 && same > 0, "{near} near misses, {same} the same");
}

#[test]
fn drawn_rounds_have_every_length_and_where_calls_overlap_orders_of_completion_other_than_the_calls() {
    let orders = |execution| {
        let profile = Profile { execution, ..Profile::default() };
        let space = RunSpace::new(Policy::RepeatReminder, &profile);
        let rounds: Vec<Round> = seeded(round(space), 2).take(500).collect();
        let lengths: BTreeSet<usize> = rounds.iter().map(|round| round.calls().len()).collect();
        assert!(lengths.is_superset(&BTreeSet::from([1, 2, 3, 4])), "{lengths:?}");
        rounds.iter().filter(|round| is_reordered(round)).count()
    };
    let (parallel, sequential) = (orders(Execution::Parallel), orders(Execution::Sequential));
    assert!(parallel > 20 && sequential == 0, "{parallel} and {sequential} of 500");
}

/// Whether the results stand in another order than the calls.
fn is_reordered(round: &Round) -> bool {
    round.done.as_ref().is_some_and(|done| {
        let ids = round.calls().iter().map(|call| &call.id).filter(|id| done.contains(id));
        done.iter().ne(ids)
    })
}

#[test]
fn drawn_options_are_such_as_the_profile_can_be_told_most_valid_and_some_to_be_rejected() {
    for policy in POLICIES {
        for profile in [Profile::default(), Profile::fixed_thresholds([4, 6])] {
            let space = RunSpace::new(policy, &profile);
            let (mut valid, mut rejected) = (0, 0);
            for options in seeded(options(&space), 3).take(500) {
                let case = Case { policy, steps: vec![Step::new(Action::Open(options))] };
                fit(&case, &profile).expect("it can be told");
                let decisions = Reference::decide(&case, &profile).expect("a case");
                let is_rejected = decisions.iter().any(|decision| matches!(decision.reply, Reply::Rejected(_)));
                *if is_rejected { &mut rejected } else { &mut valid } += 1;
            }
            let fixed = policy == Policy::RepeatReminder && profile != Profile::default();
            assert!(valid > 250 && (rejected > 5 || fixed), "{policy}: {valid} valid, {rejected} rejected");
        }
    }
}

#[test]
fn what_a_profile_cannot_be_told_is_never_drawn() {
    let profile = Profile { takes: Takes::Object, ..Profile::default() };
    let space = RunSpace::new(Policy::NoProgress, &profile);
    for call in seeded(calls(&space), 4).take(300).flatten() {
        let value: serde_json::Value = serde_json::from_slice(&call.args).expect("JSON");
        assert!(value.is_object(), "{value}");
    }
}
