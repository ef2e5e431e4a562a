//! The guarantee of the complete suites, tried on random machines inside the stated fault domain, and outside of it.

use loopspec::machine::{Mealy, Method, Minimal, Suite, complete_suite, shortest_difference};

use crate::random::{Random, implementation, seed, specification, wide_implementation};

const PER_SUITE: usize = 20;

/// How many implementations to try. A million:
///
/// ```sh
/// LOOPSPEC_MACHINES=1000000 cargo test --release --test machine domain -- --nocapture
/// ```
fn wanted() -> usize {
    std::env::var("LOOPSPEC_MACHINES").ok().and_then(|count| count.parse().ok()).unwrap_or(20_000)
}

#[derive(Debug, Default)]
struct Counts {
    machines: usize,
    equivalent: usize,
    survivors: [usize; 3],
    /// Killed, but not by the suite for one state less.
    killed_by_the_last_level_only: [usize; 3],
    /// Minimal, the implementation still has more states than `n + k`.
    really_larger: usize,
}

/// Builds the three suites of one specification for each k, and tries implementations that `make` gives.
fn try_machines(
    seed: u64,
    wanted: usize,
    levels: std::ops::RangeInclusive<usize>,
    mut make: impl FnMut(&mut Random, &Minimal, u32, u32) -> Option<Mealy>,
) -> Counts {
    let mut random = Random::new(seed);
    let mut counts = Counts::default();
    while counts.machines < wanted {
        let (model, outputs) = specification(&mut random);
        for extra in levels.clone() {
            let suites = Method::ALL.map(|method| complete_suite(&model, method, extra));
            let smaller: [Option<Suite>; 3] =
                Method::ALL.map(|method| extra.checked_sub(1).map(|less| complete_suite(&model, method, less)));
            for _ in 0..PER_SUITE {
                let Some(other) = make(&mut random, &model, outputs, extra as u32) else { continue };
                let difference = shortest_difference(&model, &other);
                counts.machines += 1;
                counts.equivalent += usize::from(difference.is_none());
                counts.really_larger += usize::from(Minimal::of(&other).states() as usize > model.states() as usize + extra);
                for (index, suite) in suites.iter().enumerate() {
                    let killer = suite.killer(&model, &other);
                    if let (None, Some(word)) = (killer, &difference) {
                        counts.survivors[index] += 1;
                        println!("{:?} k={extra}: {model:?} {other:?} differ on {word:?}", Method::ALL[index]);
                    }
                    if let Some(word) = killer {
                        assert_ne!(model.run(word), other.run(word));
                        let early = smaller[index].as_ref().is_some_and(|smaller| smaller.killer(&model, &other).is_none());
                        counts.killed_by_the_last_level_only[index] += usize::from(early);
                    }
                }
            }
        }
    }
    println!("{counts:?}");
    counts
}

#[test]
fn no_machine_inside_the_fault_domain_survives() {
    let counts = try_machines(seed(), wanted(), 0..=2, |random, model, outputs, extra| Some(implementation(random, model, outputs, extra)));
    assert_eq!(counts.survivors, [0; 3]);
    assert_eq!(counts.really_larger, 0, "no implementation is outside of the domain");
    assert!(counts.equivalent * 100 > counts.machines, "some implementations are right: {counts:?}");
    assert!(counts.killed_by_the_last_level_only.iter().all(|&count| count > 0), "some faults are deep: {counts:?}");
}

#[test]
fn no_machine_survives_that_is_large_but_near_to_the_state_cover() {
    let counts = try_machines(seed() ^ 1, wanted() / 4, 1..=2, wide_implementation);
    assert_eq!(counts.survivors, [0; 3]);
    assert!(counts.really_larger * 4 > counts.machines, "many have more states than n + k: {counts:?}");
    assert!(counts.killed_by_the_last_level_only.iter().all(|&count| count > 0), "some faults are deep: {counts:?}");
}

#[test]
fn a_suite_that_is_one_level_too_small_lets_some_through() {
    for level in 0..=1 {
        let counts = try_machines_quietly(seed() ^ 2, level, |random, model, outputs| implementation(random, model, outputs, level + 1));
        assert!(counts.iter().all(|&survivors| survivors > 0), "k={level}: {counts:?} survive W, Wp, HSI");
        println!("k={level}, one state more than that: {counts:?} survive W, Wp, HSI");
    }
}

fn try_machines_quietly(seed: u64, extra: u32, make: impl Fn(&mut Random, &Minimal, u32) -> Mealy) -> [usize; 3] {
    let mut random = Random::new(seed);
    let mut survivors = [0; 3];
    for _ in 0..200 {
        let (model, outputs) = specification(&mut random);
        let suites = Method::ALL.map(|method| complete_suite(&model, method, extra as usize));
        for _ in 0..PER_SUITE {
            let other = make(&mut random, &model, outputs);
            if shortest_difference(&model, &other).is_some() {
                for (count, suite) in survivors.iter_mut().zip(&suites) {
                    *count += usize::from(suite.killer(&model, &other).is_none());
                }
            }
        }
    }
    survivors
}
