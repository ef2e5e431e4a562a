//! Nothing is allocated as long as nothing is said, once the buffers have grown to what comes.

use allocation_counter::measure;
use loopspec::guard::Guard;
use loopspec::guard::ready::{NoProgressGuard, RepeatGuard};
use loopspec::identity::{ChainKey, Style, canonical};
use loopspec::policy::{progress, repeat};
use loopspec::step::{Call, Choices, Options, Outcome};
use loopspec_benches::input::inputs;

/// How often memory is asked for while all spellings of all inputs follow each other, after a first time.
fn allocations(mut follow: impl FnMut(&str)) -> u64 {
    let inputs = inputs();
    let mut all = || {
        for input in &inputs {
            for text in
                [&input.text, &input.text, &input.respaced, &input.reordered, &input.first_differs, &input.last_differs, &input.text]
            {
                follow(text);
            }
        }
    };
    all();
    measure(all).count_total
}

#[test]
fn the_counter_counts() {
    assert!(allocations(|text| drop(canonical(text.as_bytes(), Style::default()))) > 0);
}

#[test]
fn a_chain_in_use_allocates_nothing() {
    let mut chain = ChainKey::new();
    let mut followed = 0;
    let count = allocations(|text| followed += u64::from(chain.follow("tool", text.as_bytes())));
    assert_eq!((count, followed), (0, 2 * 3 * inputs().len() as u64), "respaced and reordered texts follow");
}

#[test]
fn a_repeat_guard_that_says_nothing_allocates_nothing() {
    let options = Options {
        thresholds: Some(vec![1_000_000]),
        bookkeeping: Some(vec!["plan".to_owned()]),
        exclude: Some(vec!["other*".to_owned()]),
        ..Options::default()
    };
    let mut guard = RepeatGuard::new(repeat::Config::parse(&options, &Choices::default()).expect("valid options"));
    let calls = rounds();
    let mut rounds = || {
        for calls in &calls {
            guard.begin_round(calls, Some("prose"));
            assert!(guard.end_round().notices.is_empty());
        }
    };
    rounds();
    assert_eq!(measure(rounds).count_total, 0);
}

#[test]
fn a_progress_guard_that_says_nothing_allocates_nothing() {
    let options = Options { warn_after: Some(1_000_000), exempt: Some(vec!["other*".to_owned()]), ..Options::default() };
    let mut guard = NoProgressGuard::new(progress::Config::parse(&options).expect("valid options"));
    let calls = rounds();
    let outcomes = [Outcome::ok("rows"), Outcome::ok("a longer result"), Outcome::ok("")];
    let mut rounds = || {
        for (at, calls) in calls.iter().enumerate() {
            assert!(guard.begin_round(calls, None).refused.is_empty());
            // Not in the model's order.
            for (place, call) in calls.iter().enumerate().rev() {
                guard.settle(call, &outcomes[(at + place) % 3]);
            }
            assert!(guard.end_round().notices.is_empty());
        }
    };
    rounds();
    rounds();
    assert_eq!(measure(rounds).count_total, 0);
}

/// Rounds of one to three calls, of all inputs in several spellings, bookkeeping and another tool between them.
fn rounds() -> Vec<Vec<Call>> {
    let inputs = inputs();
    let mut rounds = Vec::new();
    for (at, input) in inputs.iter().enumerate() {
        for text in [&input.text, &input.respaced, &input.reordered, &input.last_differs] {
            let tools = ["tool", "plan", "tool"];
            rounds.push((0..1 + at % 3).map(|place| Call::new(format!("c{}", 2 - place), tools[place], text)).collect());
        }
        rounds.push(vec![Call::new("c9", "other_one", "{}")]);
    }
    rounds
}
