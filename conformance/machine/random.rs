//! Random machines, and machines that are almost another one. Everything follows from a seed.

use std::collections::BTreeSet;

use loopspec::machine::{Mealy, Minimal, State, state_cover};

pub(crate) type Rows = Vec<Vec<(State, u32)>>;

/// SplitMix64 (Steele, Lea, Flood 2014).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below a limit.
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u32
    }

    pub(crate) fn between(&mut self, low: u32, high: u32) -> u32 {
        low + self.below(high - low + 1)
    }

    pub(crate) fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }
}

/// The seed of the environment, or a fixed one; printed, so that a failure can be seen again.
pub(crate) fn seed() -> u64 {
    let seed = std::env::var("LOOPSPEC_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(20_250_601);
    println!("seed {seed} (LOOPSPEC_SEED)");
    seed
}

/// Any machine, with equivalent states and states out of reach.
pub(crate) fn machine(random: &mut Random, states: u32, inputs: u32, outputs: u32) -> Mealy {
    let mut row = || (0..inputs).map(|_| (random.below(states), random.below(outputs))).collect();
    Mealy::new(&(0..states).map(|_| row()).collect::<Rows>()).unwrap()
}

/// A minimal machine of 2 to 6 states, 2 to 4 inputs, 2 or 3 outputs. Few different outputs make states hard to tell apart.
pub(crate) fn specification(random: &mut Random) -> (Minimal, u32) {
    loop {
        let (states, inputs, outputs) = (random.between(2, 6), random.between(2, 4), random.between(2, 3));
        let mut rows = rows(&machine(random, states, inputs, outputs));
        if random.chance(50) {
            // A quiet machine, as guards are: most transitions give output 0.
            for entry in rows.iter_mut().flatten() {
                if random.chance(70) {
                    entry.1 = 0;
                }
            }
        }
        let minimal = Minimal::of(&Mealy::new(&rows).unwrap());
        if minimal.states() > 1 {
            return (minimal, outputs);
        }
    }
}

pub(crate) fn rows(machine: &Mealy) -> Rows {
    (0..machine.states()).map(|state| machine.row(state).to_vec()).collect()
}

/// An implementation of at most `extra` states more: some are copies among which the specification's transitions are spread, so
/// that a few wrong transitions hide deep. Sometimes nothing is wrong, sometimes it has nothing to do with the specification.
pub(crate) fn implementation(random: &mut Random, specification: &Minimal, outputs: u32, extra: u32) -> Mealy {
    let states = specification.states() + extra;
    if random.chance(15) {
        let states = random.between(1, states);
        return machine(random, states, specification.inputs(), outputs);
    }
    let mut rows = rows(specification);
    let mut stands_for: Vec<State> = (0..specification.states()).collect();
    for _ in 0..extra {
        let original = random.below(specification.states());
        rows.push(rows[original as usize].clone());
        stands_for.push(original);
    }
    for entry in rows.iter_mut().flatten() {
        let equals: Vec<State> = (0..states).filter(|&state| stands_for[state as usize] == stands_for[entry.0 as usize]).collect();
        entry.0 = equals[random.below(equals.len() as u32) as usize];
    }
    let first = if random.chance(70) { specification.states().min(states - 1) } else { 0 };
    let wrong = if random.chance(10) { 0 } else { random.between(1, 3) };
    damage(random, &mut rows, first, outputs, wrong);
    Mealy::new(&rows).unwrap()
}

/// An implementation of which every state is reached by the state cover and at most `extra` inputs, with more states than
/// `extra` more; `None` if the dice did not give one. States along these words are copies of their own, so that there can be many.
pub(crate) fn wide_implementation(random: &mut Random, specification: &Minimal, outputs: u32, extra: u32) -> Option<Mealy> {
    let mut rows = rows(specification);
    let cover = state_cover(specification);
    let last_step = |word: &Vec<u32>| word.split_last().map(|(&input, before)| (specification.after(before), input));
    let tree: BTreeSet<(State, u32)> = cover.iter().filter_map(last_step).collect();
    let share = random.between(20, 90);
    let mut level: Vec<State> = (0..specification.states()).collect();
    for _ in 0..extra {
        let mut next_level = Vec::new();
        for &state in &level {
            for input in 0..specification.inputs() {
                if tree.contains(&(state, input)) || !random.chance(share) {
                    continue;
                }
                let (next, output) = rows[state as usize][input as usize];
                let copy = rows.len() as State;
                rows.push(rows[next as usize].clone());
                rows[state as usize][input as usize] = (copy, output);
                next_level.push(copy);
            }
        }
        level = next_level;
    }
    let wrong = random.between(1, 3);
    let first = if random.chance(70) { specification.states().min(rows.len() as u32 - 1) } else { 0 };
    damage(random, &mut rows, first, outputs, wrong);
    let machine = Mealy::new(&rows).unwrap();
    let all = reached(&machine, BTreeSet::from([0]), usize::MAX);
    let covered = cover.iter().map(|word| machine.after(word)).collect();
    let near = reached(&machine, covered, extra as usize);
    (all == near && all.len() > (specification.states() + extra) as usize).then_some(machine)
}

/// The states reached from these by at most so many inputs.
pub(crate) fn reached(machine: &Mealy, mut from: BTreeSet<State>, inputs: usize) -> BTreeSet<State> {
    for _ in 0..inputs {
        let more: BTreeSet<State> = from.iter().flat_map(|&state| machine.row(state).iter().map(|&(next, _)| next)).collect();
        if more.is_subset(&from) {
            break;
        }
        from.extend(more);
    }
    from
}

/// Makes some transitions wrong, of states from `first` on.
fn damage(random: &mut Random, rows: &mut Rows, first: State, outputs: u32, wrong: u32) {
    let states = rows.len() as u32;
    for _ in 0..wrong {
        let row = &mut rows[random.between(first, states - 1) as usize];
        let input = random.below(row.len() as u32) as usize;
        if random.chance(60) {
            row[input].0 = random.below(states);
        } else {
            // One output more than the specification may have.
            row[input].1 = random.below(outputs + 1);
        }
    }
}
