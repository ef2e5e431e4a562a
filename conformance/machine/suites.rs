//! Suites, slices and long words: their shape, and what each finds that the others do not.

use std::collections::BTreeSet;

use loopspec::machine::{
    MachineError, Mealy, Method, Minimal, PUMP_LENGTH, Suite, Word, complete_suite, explore, pump, shortest_difference, single_faults,
    slice, slices,
};

use crate::random::{Random, implementation, seed, specification};

fn for_models(count: usize, mut check: impl FnMut(&mut Random, &Minimal, u32)) {
    let mut random = Random::new(seed());
    for _ in 0..count {
        let (model, outputs) = specification(&mut random);
        check(&mut random, &model, outputs);
    }
}

fn assert_prefix_free(suite: &Suite) {
    assert!(suite.words().is_sorted());
    let words: BTreeSet<&[u32]> = suite.words().iter().map(Vec::as_slice).collect();
    assert_eq!(words.len(), suite.len(), "no word comes twice");
    for word in suite.words() {
        assert!((0..word.len()).all(|end| !words.contains(&word[..end])), "a word begins {word:?}");
    }
    assert_eq!(suite.symbols(), suite.words().iter().map(|word| word.len()).sum::<usize>());
}

#[test]
fn no_word_of_a_suite_begins_another() {
    for_models(50, |_, model, _| {
        for method in Method::ALL {
            for extra in 0..=2 {
                assert_prefix_free(&complete_suite(model, method, extra));
            }
        }
        assert_prefix_free(&slices(model, 0, 2).unwrap());
    });
    let collected: Suite = [vec![1, 2], vec![], vec![1], vec![1, 2], vec![0, 5], vec![1, 2, 0], vec![0]].into_iter().collect();
    assert_eq!(collected.words(), [vec![0, 5], vec![1, 2, 0]]);
    assert!(Suite::default().is_empty() && !collected.is_empty());
}

#[test]
fn suites_are_the_same_every_time() {
    for_models(20, |_, model, _| {
        for method in Method::ALL {
            assert_eq!(complete_suite(model, method, 1), complete_suite(&model.clone(), method, 1));
        }
    });
}

#[test]
fn the_w_suite_contains_the_wp_suite_and_a_larger_k_contains_a_smaller_one() {
    for_models(50, |_, model, _| {
        let suite = |method, extra| complete_suite(model, method, extra);
        assert_eq!(suite(Method::W, 1).union(suite(Method::Wp, 1)), suite(Method::W, 1));
        assert_eq!(suite(Method::W, 2).union(suite(Method::W, 1)), suite(Method::W, 2));
        assert!(suite(Method::Wp, 1).symbols() <= suite(Method::W, 1).symbols());
    });
}

#[test]
fn a_machine_with_one_state_is_tried_with_every_input() {
    let model = Minimal::of(&Mealy::new(&[vec![(0, 0), (0, 1), (0, 0)]]).unwrap());
    for method in Method::ALL {
        assert_eq!(complete_suite(&model, method, 0).words(), [[0], [1], [2]]);
        assert_eq!(complete_suite(&model, method, 1).len(), 9);
    }
}

#[test]
fn a_killer_ends_at_the_first_difference() {
    for_models(50, |_, model, _| {
        let suite = complete_suite(model, Method::Wp, 0);
        assert_eq!(suite.killer(model, model), None);
        for fault in single_faults(model) {
            let Some(word) = suite.killer(model, &fault.machine) else { continue };
            let (ours, theirs) = (model.run(word), fault.machine.run(word));
            assert_eq!(ours.iter().zip(&theirs).position(|(a, b)| a != b), Some(word.len() - 1));
        }
    });
}

#[test]
fn every_single_fault_is_listed_and_killed() {
    let (mut killed, mut harmless) = (0, 0);
    for_models(300, |_, model, _| {
        let faults: Vec<_> = single_faults(model).collect();
        let (states, inputs, outputs) = (model.states() as usize, model.inputs() as usize, model.outputs().len());
        assert_eq!(faults.len(), states * inputs * (states - 1 + outputs - 1));
        let distinct: BTreeSet<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(distinct.len(), faults.len(), "each has a description of its own");
        let suites = Method::ALL.map(|method| complete_suite(model, method, 0));
        for fault in &faults {
            let changed: Vec<_> = (0..model.states())
                .flat_map(|state| (0..model.inputs()).map(move |input| (state, input)))
                .filter(|&(state, input)| model.step(state, input) != fault.machine.step(state, input))
                .collect();
            assert_eq!(changed, [(fault.state, fault.input)]);
            let differs = shortest_difference(model, &fault.machine).is_some();
            for suite in &suites {
                assert_eq!(suite.killer(model, &fault.machine).is_some(), differs, "{fault} in {model:?}");
            }
            killed += usize::from(differs);
            harmless += usize::from(!differs);
        }
    });
    println!("{killed} single faults killed, {harmless} harmless");
    assert!(killed > 1000 && harmless * 100 < killed);
}

#[test]
fn a_fault_says_what_is_wrong() {
    let model = Mealy::new(&[vec![(1, 0)], vec![(0, 1)]]).unwrap();
    let texts: Vec<String> = single_faults(&model).map(|fault| fault.to_string()).collect();
    assert_eq!(
        texts,
        [
            "in state 0, input 0 leads to state 0 instead of 1",
            "in state 0, input 0 gives output 1 instead of output 0",
            "in state 1, input 0 leads to state 1 instead of 0",
            "in state 1, input 0 gives output 0 instead of output 1",
        ]
    );
    let named = single_faults(&model)
        .nth(1)
        .map(|fault| fault.describe(|_| "a coin".into(), |output| ["a click", "a drink"][output as usize].into()));
    assert_eq!(named.unwrap(), "in state 0, a coin gives a drink instead of a click");
}

#[test]
fn slices_kill_what_is_wrong_in_a_slice() {
    let mut wrong = 0;
    for_models(150, |random, model, outputs| {
        let base = random.below(model.inputs());
        let suite = slices(model, base, 2).unwrap();
        for word in suite.words() {
            let others: BTreeSet<u32> = word.iter().copied().filter(|&symbol| symbol != base).collect();
            assert!(others.len() <= 1, "{word:?}");
        }
        for _ in 0..10 {
            let other = implementation(random, model, outputs, 2);
            for symbol in (0..model.inputs()).filter(|&symbol| symbol != base) {
                let (small, small_other) = (model.restricted(&[base, symbol]).unwrap(), other.restricted(&[base, symbol]).unwrap());
                let inside = Minimal::of(&small_other).states() <= Minimal::of(&small).states() + 2;
                if inside && shortest_difference(&small, &small_other).is_some() {
                    wrong += 1;
                    assert!(suite.killer(model, &other).is_some(), "{model:?} {other:?} {base} {symbol}");
                }
            }
        }
    });
    assert!(wrong > 500, "{wrong}");
}

#[test]
fn slices_go_deeper_than_the_suite_of_the_whole_alphabet() {
    // Says at two marks in a row that it was two; all other symbols begin anew. The fault: one other three times, then two marks.
    const MARK: u32 = 0;
    let model = explore(8, 0_u8, 9, |&marks, input| if input == MARK { (1, marks == 1) } else { (0, false) }).unwrap();
    let faulty = explore(8, (0_u8, 0_u8), 99, |&(marks, fives), input| match input {
        MARK => ((1, fives), marks == 1 && fives < 3),
        5 => ((0, (fives + 1).min(3)), false),
        _ => ((0, 0), false),
    });
    let (model, faulty) = (Minimal::of(&model.machine), faulty.unwrap().machine);
    assert_eq!(complete_suite(&model, Method::Wp, 1).killer(&model, &faulty), None);
    assert!(slices(&model, MARK, 3).unwrap().killer(&model, &faulty).is_some());
}

#[test]
fn a_slice_needs_symbols_that_there_are() {
    let model = Mealy::new(&[vec![(0, 0)]]).unwrap();
    assert_eq!(slices(&model, 0, 1).unwrap().words(), [[0, 0]]);
    assert_eq!(slices(&model, 1, 1), Err(MachineError::NoSuchSymbol { symbol: 1, inputs: 1 }));
    assert_eq!(slice(&model, &[], 1), Err(MachineError::NoInputs));
    let two = Mealy::new(&[vec![(0, 0), (0, 1)]]).unwrap();
    assert_eq!(slices(&two, 2, 1), Err(MachineError::NoSuchSymbol { symbol: 2, inputs: 2 }));
}

#[test]
fn pump_words_are_few_and_of_one_or_two_symbols() {
    for (inputs, words) in [(1, 1), (2, 4), (34, 100)] {
        let suite = pump(inputs, 0, PUMP_LENGTH);
        assert_prefix_free(&suite);
        assert_eq!(suite.len(), words);
        for word in suite.words() {
            assert!(word.len() <= PUMP_LENGTH && word.len() >= PUMP_LENGTH - 1);
            assert!(word.iter().collect::<BTreeSet<_>>().len() <= 2);
        }
    }
    let small: Vec<Word> = pump(2, 1, 8).into_iter().collect();
    assert_eq!(small, [vec![0, 0, 0, 0, 0, 0, 0, 1], vec![1, 0, 1, 0, 1, 0, 1, 0], vec![1, 1, 1, 0, 1, 1, 1], vec![1; 8]]);
    assert!(pump(3, 0, 0).is_empty());
    assert!(pump(3, 2, 1).words().iter().all(|word| word.len() == 1));
}

#[test]
fn pump_words_find_a_counter_that_wraps_where_complete_suites_do_not() {
    let model = explore(2, 0_u8, 9, |&n, input| if input == 0 { ((n + 1).min(4), n >= 3) } else { (0, false) }).unwrap();
    let wrapping = explore(2, 0_u8, 999, |&n, input| if input == 0 { (n.wrapping_add(1), n >= 3) } else { (0, false) }).unwrap();
    let (model, wrapping) = (Minimal::of(&model.machine), wrapping.machine);
    assert_eq!(complete_suite(&model, Method::Wp, 3).killer(&model, &wrapping), None);
    let pumped = pump(2, 0, PUMP_LENGTH);
    assert_eq!(pumped.killer(&model, &wrapping).map(<[u32]>::len), Some(257));
}
