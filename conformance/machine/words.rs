//! Minimal machines, covers, separating words, differences: each against the plainest way to find the same.

use std::collections::BTreeSet;

use loopspec::machine::{
    MachineError, Mealy, Minimal, Outputs, Separation, State, Word, equivalent, explore, explore_into, lightest_difference,
    shortest_difference, shortest_difference_from, single_faults, state_cover, transition_cover,
};

use crate::random::{Random, machine, reached, rows, seed, specification};

/// Random machines of up to 8 states, many of them with equivalent or unreachable states.
fn for_machines(count: usize, mut check: impl FnMut(&mut Random, &Mealy)) {
    let mut random = Random::new(seed());
    for _ in 0..count {
        let (states, inputs, outputs) = (random.between(1, 8), random.between(1, 3), random.between(1, 3));
        let machine = machine(&mut random, states, inputs, outputs);
        check(&mut random, &machine);
    }
}

/// All words up to a length, shorter ones first, then lexicographically.
fn all_words(inputs: u32, length: usize) -> Vec<Word> {
    let mut words = vec![Word::new()];
    let mut from = 0;
    for _ in 0..length {
        let to = words.len();
        for index in from..to {
            words.extend((0..inputs).map(|input| [words[index].as_slice(), &[input]].concat()).collect::<Vec<_>>());
        }
        from = to;
    }
    words
}

/// The same machine under other numbers for its states, with some states twice and one that nothing reaches.
fn disguised(random: &mut Random, machine: &Mealy) -> Mealy {
    let mut rows = rows(machine);
    let mut stands_for: Vec<State> = (0..machine.states()).collect();
    for _ in 0..random.below(4) {
        let original = random.below(machine.states());
        rows.push(rows[original as usize].clone());
        stands_for.push(original);
    }
    let states = rows.len() as u32;
    rows.push((0..machine.inputs()).map(|_| (random.below(states + 1), 7)).collect());
    stands_for.push(State::MAX);
    for entry in rows[..states as usize].iter_mut().flatten() {
        let equals: Vec<State> = (0..states).filter(|&state| stands_for[state as usize] == stands_for[entry.0 as usize]).collect();
        entry.0 = equals[random.below(equals.len() as u32) as usize];
    }
    // All states but the initial one change places.
    let mut new_place: Vec<State> = (0..=states).collect();
    for last in (2..=states as usize).rev() {
        new_place.swap(last, random.between(1, last as u32) as usize);
    }
    let mut shuffled = rows.clone();
    for (row, &place) in rows.into_iter().zip(&new_place) {
        shuffled[place as usize] = row.into_iter().map(|(next, output)| (new_place[next as usize], output)).collect();
    }
    Mealy::new(&shuffled).unwrap()
}

#[test]
fn a_minimal_machine_behaves_as_the_machine_and_cannot_be_smaller() {
    for_machines(500, |_, machine| {
        let minimal = Minimal::of(machine);
        // Two machines of at most 8 states that differ do so within 15 symbols; 2^8 words of 8 suffice to see most.
        for word in all_words(machine.inputs(), 5) {
            assert_eq!(machine.run(&word), minimal.run(&word), "{machine:?}");
        }
        assert_eq!(shortest_difference(machine, &minimal), None);
        let all: BTreeSet<State> = (0..minimal.states()).collect();
        assert_eq!(reached(&minimal, BTreeSet::from([0]), usize::MAX), all, "every state is reached");
        let mut together: BTreeSet<(State, State)> = pairs(&minimal).collect();
        // The plainest way: pairs that some input tells apart, at once or by what follows, until nothing changes.
        loop {
            let before = together.len();
            let apart = |p, q| {
                (0..minimal.inputs()).any(|input| {
                    let ((p, x), (q, y)) = (minimal.step(p, input), minimal.step(q, input));
                    x != y || p != q && !together.contains(&(p.max(q), p.min(q)))
                })
            };
            together = together.iter().copied().filter(|&(p, q)| !apart(p, q)).collect();
            if together.len() == before {
                break;
            }
        }
        assert!(together.is_empty(), "equivalent states are left in {minimal:?}");
    });
}

#[test]
fn minimizing_twice_is_minimizing_once() {
    for_machines(500, |_, machine| {
        let minimal = Minimal::of(machine);
        assert_eq!(Minimal::of(&minimal), minimal);
        assert_eq!(minimal.clone().into_mealy(), *minimal);
    });
}

#[test]
fn equal_behaviour_gives_equal_tables_whatever_the_states_are_called() {
    for_machines(500, |random, machine| {
        let other = disguised(random, machine);
        assert_eq!(Minimal::of(machine), Minimal::of(&other), "{machine:?} {other:?}");
        assert!(equivalent(machine, &other));
    });
}

#[test]
fn a_thousand_states_that_only_count_are_minimized_in_no_time() {
    let count = |bound: u32| explore(2, 0_u32, 5000, move |&n, input| ((n + 1 + input) % bound, n == 0)).unwrap().machine;
    assert_eq!(Minimal::of(&count(1000)).states(), 1000);
    let twice = explore(2, 0_u32, 5000, |&n, input| ((n + 1 + input) % 2000, n % 1000 == 0)).unwrap().machine;
    assert_eq!(Minimal::of(&twice), Minimal::of(&count(1000)));
}

#[test]
fn machines_with_other_alphabets_are_not_equivalent() {
    let (one, two) = (Mealy::new(&[vec![(0, 0)]]).unwrap(), Mealy::new(&[vec![(0, 0), (0, 0)]]).unwrap());
    assert!(!equivalent(&one, &two));
}

#[test]
fn the_shortest_difference_is_the_first_of_all_words_that_differ() {
    let mut different = 0;
    for_machines(500, |random, a| {
        let b = match random.below(3) {
            0 => disguised(random, a),
            1 => single_faults(a).nth(random.below(10) as usize).map_or_else(|| a.clone(), |fault| fault.machine),
            _ => machine(random, 3, a.inputs(), 2),
        };
        let found = shortest_difference(a, &b);
        let first = all_words(a.inputs(), 6).into_iter().find(|word| a.run(word) != b.run(word));
        match (&found, &first) {
            (Some(found), None) => assert!(found.len() > 6 && a.run(found) != b.run(found)),
            _ => assert_eq!(found, first, "{a:?} {b:?}"),
        }
        different += usize::from(first.is_some());
        assert_eq!(found.is_none(), equivalent(a, &b));
    });
    assert!((100..400).contains(&different), "{different}");
}

#[test]
fn the_lightest_difference_weighs_as_little_as_the_lightest_word_that_differs() {
    let mut different = 0;
    for_machines(500, |random, a| {
        let b = single_faults(a).nth(random.below(10) as usize).map_or_else(|| a.clone(), |fault| fault.machine);
        let weights: Vec<u32> = (0..a.inputs()).map(|_| random.between(1, 3)).collect();
        let weight = |word: &Word| word.iter().map(|&input| u64::from(weights[input as usize])).sum::<u64>();
        let least = all_words(a.inputs(), 6).iter().filter(|word| a.run(word) != b.run(word)).map(weight).min();
        let found = lightest_difference(a, &b, |input| weights[input as usize]);
        match least {
            // Nothing of more than six symbols weighs so little.
            Some(least) if least <= 6 => assert_eq!(found, Some(least), "{a:?} {b:?} {weights:?}"),
            Some(least) => assert!(found.is_some_and(|found| found > 6 && found <= least)),
            None => assert!(found.is_none_or(|found| found > 6)),
        }
        assert_eq!(found.is_none(), equivalent(a, &b));
        different += usize::from(found.is_some());
    });
    assert!((100..500).contains(&different), "{different}");
}

#[test]
fn a_machine_is_compared_with_anything_that_steps() {
    let clamped = explore(1, 0_u32, 10, |&n, _| ((n + 1).min(3), if n >= 3 { "loud" } else { "quiet" })).unwrap();
    let against = |bound, step: &dyn Fn(&u8) -> (u8, &'static str)| {
        shortest_difference_from(&clamped.machine, &clamped.outputs, 0_u8, bound, |state, _| step(state))
    };
    let say = |loud| if loud { "loud" } else { "quiet" };
    assert_eq!(against(300, &|&n| (n.wrapping_add(1), say(n >= 3))), Ok(Some(vec![0; 257])), "an eight-bit counter wraps");
    assert_eq!(against(300, &|&n| (n.saturating_add(1), say(n >= 3))), Ok(None));
    assert_eq!(against(300, &|&n| (n.saturating_add(1), if n == 5 { "unheard of" } else { say(n >= 3) })), Ok(Some(vec![0; 6])));
    let too_many = against(100, &|&n| (n.wrapping_add(1), say(n >= 3)));
    assert_eq!(too_many, Err(MachineError::TooManyStates { bound: 100, word: vec![0; 100] }));
}

#[test]
fn separating_words_are_the_first_of_all_words_that_separate() {
    let mut random = Random::new(seed());
    for _ in 0..200 {
        let (model, _) = specification(&mut random);
        let separation = Separation::of(&model);
        let words = all_words(model.inputs(), 5);
        for (p, q) in pairs(&model) {
            let first = words.iter().find(|word| model.run_from(p, word) != model.run_from(q, word));
            assert_eq!(separation.word(p, q).as_ref(), first, "{p} {q} {model:?}");
            assert_eq!(separation.word(q, p), separation.word(p, q));
            assert_eq!(separation.word(p, p), None);
        }
    }
}

#[test]
fn sets_of_separating_words_separate() {
    let mut random = Random::new(seed());
    for _ in 0..500 {
        let (model, _) = specification(&mut random);
        let separation = Separation::of(&model);
        let characterization = separation.characterization();
        let (identifiers, harmonized) = (separation.identifiers(&characterization), separation.harmonized());
        assert!(identifiers.iter().flatten().all(|word| characterization.iter().any(|whole| whole.starts_with(word))));
        for (p, q) in pairs(&model) {
            let tells = |word: &&Word| model.run_from(p, word) != model.run_from(q, word);
            assert!(characterization.iter().any(|word| tells(&word)));
            assert!(identifiers[p as usize].iter().any(|word| tells(&word)));
            assert!(identifiers[q as usize].iter().any(|word| tells(&word)));
            assert!(harmonized[p as usize].iter().filter(tells).any(|word| harmonized[q as usize].contains(word)));
        }
    }
}

#[test]
fn covers_reach_every_state_first_and_take_every_transition() {
    let mut random = Random::new(seed());
    for _ in 0..200 {
        let (model, _) = specification(&mut random);
        let words = all_words(model.inputs(), 5);
        let cover = state_cover(&model);
        for (state, word) in (0..).zip(&cover) {
            assert_eq!(words.iter().find(|word| model.after(word) == state), Some(word));
        }
        assert_eq!(cover.len(), model.states() as usize);
        let transitions = transition_cover(&model);
        assert_eq!(transitions[0], Word::new());
        let taken: BTreeSet<_> =
            transitions.iter().filter_map(|word| word.split_last()).map(|(last, before)| (model.after(before), *last)).collect();
        assert_eq!(taken.len() as u32, model.states() * model.inputs());
        assert_eq!(transitions.len(), 1 + taken.len());
    }
}

#[test]
fn exploring_stops_at_its_bound_and_says_what_to_do() {
    let endless = |bound| explore(2, 0_u64, bound, |&n, input| (n + u64::from(input), ()));
    let error = endless(3).unwrap_err();
    assert_eq!(error, MachineError::TooManyStates { bound: 3, word: vec![1, 1, 1] });
    assert!(error.to_string().contains("relative or clamp"), "{error}");
    assert_eq!(endless(0).unwrap_err(), MachineError::TooManyStates { bound: 0, word: vec![] });
    assert_eq!(explore(0, (), 1, |_, _| ((), ())).unwrap_err(), MachineError::NoInputs);
    assert_eq!(explore(1, (), 1, |_, _| ((), ())).unwrap().machine.states(), 1);
}

#[test]
fn explored_machines_keep_what_their_numbers_stand_for_and_can_share_outputs() {
    let mut outputs = Outputs::new();
    let (model, states) = explore_into(&mut outputs, 2, 'a', 9, |&c, i| if i == 0 { ('b', c) } else { ('a', 'z') }).unwrap();
    assert_eq!(states, ['a', 'b']);
    assert_eq!(outputs.words(&model.run(&[1, 0, 0, 1])), [&'z', &'a', &'b', &'z']);
    let (other, _) = explore_into(&mut outputs, 2, 'a', 9, |&c, i| if i == 0 { ('b', c) } else { ('a', 'y') }).unwrap();
    assert_eq!(outputs.values(), ['a', 'z', 'b', 'y']);
    assert_eq!(shortest_difference(&model, &other), Some(vec![1]));
    assert_eq!((outputs.find(&'y'), outputs.find(&'x'), outputs.get(9)), (Some(3), None, None));
}

#[test]
fn a_broken_table_is_refused_with_its_place() {
    let refused = |rows: &[Vec<(State, u32)>]| Mealy::new(rows).unwrap_err().to_string();
    assert!(refused(&[]).contains("no states"));
    assert!(refused(&[vec![]]).contains("no inputs"));
    assert!(refused(&[vec![(0, 0)], vec![(0, 0), (0, 0)]]).contains("state 1 has 2 entries"));
    assert!(refused(&[vec![(1, 0)]]).contains("state 0 leads to state 1"));
    let machine = Mealy::new(&[vec![(0, 0)]]).unwrap();
    assert!(machine.restricted(&[1]).unwrap_err().to_string().contains("no input 1"));
    assert_eq!(machine.restricted(&[]), Err(MachineError::NoInputs));
}

fn pairs(machine: &Mealy) -> impl Iterator<Item = (State, State)> + use<> {
    (0..machine.states()).flat_map(|p| (0..p).map(move |q| (p, q)))
}
