//! The machine that a mapper sees is the concrete model: whatever word is read, both say and do the same.

use std::collections::BTreeSet;

use loopspec::check::alphabet::{Alphabet, Reader, Size, Symbol};
use loopspec::machine::{Minimal, Word, transition_cover};
use loopspec::step::{InputKind, OptionName, OptionValue, Policy, Profile, Support};
use serde_json::json;

use crate::random::{Random, seed};

/// Steps a mapper takes in all, over all machines. More:
///
/// ```sh
/// LOOPSPEC_STEPS=10000000 cargo test --release --test machine quotient -- --nocapture
/// ```
fn wanted() -> usize {
    std::env::var("LOOPSPEC_STEPS").ok().and_then(|steps| steps.parse().ok()).unwrap_or(600_000)
}

/// Both policies as declared in different ways.
pub(crate) fn profiles() -> Vec<(Policy, Profile)> {
    let of = |policy, value| (policy, serde_json::from_value::<Profile>(value).unwrap());
    vec![
        (Policy::RepeatReminder, Profile::default()),
        of(Policy::RepeatReminder, json!({"config": {"thresholds": {"fixed": [2, 4]}}})),
        of(Policy::RepeatReminder, json!({"config": {"thresholds": {"fixed": [10, 20, 30]}}})),
        of(Policy::RepeatReminder, json!({"choices": {"crossings": "last"}, "hears": ["steer"]})),
        (Policy::NoProgress, Profile::default()),
        of(Policy::NoProgress, json!({"config": {"escalation": {"fixed": "stop"}}})),
        of(Policy::NoProgress, json!({"config": {"escalation": {"fixed": "warn"}}, "choices": {"warnings": "every"}})),
        of(Policy::NoProgress, json!({"config": {"warn_after": {"fixed": 4}}})),
    ]
}

#[test]
fn the_quotient_decides_as_the_concrete_model_does_on_random_words() {
    let mut random = Random::new(seed());
    let (mut steps, mut mismatches) = (0, 0);
    let profiles = profiles();
    let per_machine = wanted().div_ceil(profiles.len() * 2);
    for (policy, profile) in &profiles {
        for size in [Size::Full, Size::Data] {
            let alphabet = Alphabet::new(*policy, profile, size);
            let quotient = alphabet.machine().unwrap();
            let inputs = u32::try_from(alphabet.symbols.len()).unwrap();
            let mut visited = BTreeSet::new();
            let mut taken = 0;
            // First every transition once, by the shortest way; then at random, for whatever hangs on more than the state.
            let mut words = transition_cover(&Minimal::of(&quotient.machine)).into_iter();
            while taken < per_machine {
                let word = words.next().unwrap_or_else(|| random_word(&mut random, inputs));
                let mut walk = alphabet.walk().unwrap();
                let mut state = 0;
                for input in word {
                    let (_, decision) = walk.step(alphabet.symbols[input as usize]);
                    let (next, output) = quotient.machine.step(state, input);
                    visited.insert((state, input));
                    let right = quotient.outputs.find(&walk.seen(&decision.reply)) == Some(output)
                        && walk.standing() == quotient.states[next as usize].standing();
                    mismatches += usize::from(!right);
                    state = next;
                    taken += 1;
                }
            }
            let all = quotient.machine.states() as usize * alphabet.symbols.len();
            println!(
                "{policy} {size:?}: {} states, {inputs} symbols, {taken} steps, {} of {all} transitions",
                quotient.states.len(),
                visited.len()
            );
            assert_eq!(visited.len(), all, "a transition that was never taken was never compared");
            steps += taken;
        }
    }
    println!("{steps} steps, {mismatches} mismatches");
    assert_eq!(mismatches, 0);
}

/// A word that often repeats a symbol, or nothing would reach the higher thresholds.
fn random_word(random: &mut Random, inputs: u32) -> Word {
    let (favourite, steady) = (random.below(inputs), random.between(20, 95));
    let one = |random: &mut Random| match random.chance(50) {
        true => favourite,
        false => random.below(inputs),
    };
    (0..100).map(|_| if random.chance(steady) { 0 } else { one(random) }).collect()
}

#[test]
fn the_machines_have_the_sizes_that_they_are_known_to_have() {
    let sizes = profiles().into_iter().map(|(policy, profile)| {
        let of = |size| {
            let alphabet = Alphabet::new(policy, &profile, size);
            let machine = Minimal::of(&alphabet.machine().unwrap().machine);
            format!("{} x {}", machine.states(), alphabet.symbols.len())
        };
        format!("{policy}: {}", [Size::Core, Size::Full, Size::Data].map(of).join(", "))
    });
    insta::assert_snapshot!(sizes.collect::<Vec<_>>().join("\n"), @r"
    repeat-reminder: 9 x 7, 9 x 19, 9 x 32
    repeat-reminder: 5 x 7, 5 x 19, 5 x 32
    repeat-reminder: 31 x 7, 31 x 19, 31 x 32
    repeat-reminder: 9 x 5, 9 x 14, 9 x 26
    no-progress: 3 x 6, 3 x 18, 3 x 33
    no-progress: 4 x 6, 4 x 18, 4 x 33
    no-progress: 3 x 6, 3 x 18, 3 x 33
    no-progress: 5 x 6, 5 x 18, 5 x 33
    ");
}

#[test]
fn a_step_is_read_as_a_symbol_that_moves_the_machine_alike() {
    let mut random = Random::new(seed());
    for (policy, profile) in profiles() {
        let alphabet = Alphabet::new(policy, &profile, Size::Full);
        let quotient = alphabet.machine().unwrap();
        let (mut read, mut otherwise) = (0_u32, BTreeSet::new());
        for _ in 0..200 {
            let (mut walk, mut reader, mut state) = (alphabet.walk().unwrap(), Reader::new(&alphabet), 0);
            for _ in 0..30 {
                let input = if random.chance(40) { 0 } else { random.below(quotient.machine.inputs()) };
                let symbol = alphabet.symbols[input as usize];
                let (step, decision) = walk.step(symbol);
                let found =
                    reader.read(&step, &decision.reply).unwrap_or_else(|| panic!("{policy}: {symbol} is read as nothing: {step:?}"));
                let place = alphabet.symbols.iter().position(|other| *other == found);
                let place = u32::try_from(place.unwrap_or_else(|| panic!("{policy}: {symbol} is read as {found}"))).unwrap();
                assert_eq!(
                    quotient.machine.step(state, place),
                    quotient.machine.step(state, input),
                    "{policy}: {symbol} is read as {found}"
                );
                read += 1;
                if found != symbol {
                    otherwise.insert(format!("{symbol} as {found}"));
                }
                state = quotient.machine.step(state, input).0;
            }
        }
        println!("{policy}: {read} steps read; ways of making the same step: {otherwise:?}");
    }
}

#[test]
fn a_profile_takes_symbols_away_and_says_why() {
    let profile: Profile = serde_json::from_value(json!({"hears": [], "config": {"exclude": "none", "bookkeeping": "none"}})).unwrap();
    let alphabet = Alphabet::new(Policy::RepeatReminder, &profile, Size::Full);
    assert!(!alphabet.symbols.contains(&Symbol::Input(InputKind::Steer)));
    assert_eq!(profile.support(OptionName::Exclude), &Support::None);
    assert!(alphabet.options.get(OptionName::Exclude).is_none_or(|value| matches!(value, OptionValue::Words(words) if words.is_empty())));
    let dropped: Vec<String> = alphabet.dropped.iter().map(|(symbol, reason)| format!("{symbol}: {reason}")).collect();
    insta::assert_snapshot!(dropped.join("\n"), @r"
    bookkeeping: its option `bookkeeping` cannot be set
    steer: its host does not tell it about steer
    rewrite: its host does not tell it about rewrite
    same denied: its host does not tell it about calls that were denied
    excluded: its option `exclude` cannot be set
    same+bookkeeping+same: its option `bookkeeping` cannot be set
    follow-up: its host does not tell it about follow-up
    injection: its host does not tell it about injection
    same error: its host does not tell it about calls that failed
    ");
}
