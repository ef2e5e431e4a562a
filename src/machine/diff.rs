//! Where two machines differ: breadth-first search on their product.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::hash::Hash;

use super::explore::{Outputs, path};
use super::mealy::{MachineError, Mealy, State, Symbol, Word};

/// A shortest word to whose last symbol the machines give different outputs, of these the lexicographically first; `None` if they
/// answer every word alike.
///
/// # Panics
///
/// If the machines have different numbers of inputs.
pub fn shortest_difference(a: &Mealy, b: &Mealy) -> Option<Word> {
    assert_eq!(a.inputs(), b.inputs(), "only machines over one alphabet can be compared");
    let step = |&state: &State, input: Symbol| {
        let (next, output) = b.step(state, input);
        (next, Some(output))
    };
    // There are no more pairs than this, so that the bound is never passed.
    let pairs = a.states() as usize * b.states() as usize;
    search(a, 0, pairs, step).ok().flatten()
}

/// As [`shortest_difference`], where symbols weigh differently: the least weight of a word to whose last symbol the machines give
/// different outputs. (Source: E. W. Dijkstra, *A note on two problems in connexion with graphs*, 1959, on the product.)
///
/// # Panics
///
/// If the machines have different numbers of inputs.
pub fn lightest_difference(a: &Mealy, b: &Mealy, weight: impl Fn(Symbol) -> u32) -> Option<u64> {
    assert_eq!(a.inputs(), b.inputs(), "only machines over one alphabet can be compared");
    let mut waiting = BinaryHeap::from([Reverse((0_u64, 0, 0))]);
    let mut done: HashSet<(State, State)> = HashSet::new();
    // A difference that was seen can be undercut as long as lighter pairs wait.
    let mut best: Option<u64> = None;
    while let Some(Reverse((so_far, one, other))) = waiting.pop() {
        if best.is_some_and(|best| best <= so_far) {
            break;
        }
        if !done.insert((one, other)) {
            continue;
        }
        for input in 0..a.inputs() {
            let ((next, output), (other_next, other_output)) = (a.step(one, input), b.step(other, input));
            let weighs = so_far + u64::from(weight(input));
            if output != other_output {
                best = Some(best.map_or(weighs, |best| best.min(weighs)));
            } else {
                waiting.push(Reverse((weighs, next, other_next)));
            }
        }
    }
    best
}

/// As [`shortest_difference`], between a machine and anything that steps from a state that can be compared. `outputs` are the
/// numbers of the machine's outputs; an output that has none differs from all. At most `bound` pairs of states are looked at.
///
/// # Errors
///
/// [`MachineError::TooManyStates`] if there are more pairs: up to the length of the word there the two do not differ.
pub fn shortest_difference_from<S, O>(
    machine: &Mealy,
    outputs: &Outputs<O>,
    initial: S,
    bound: usize,
    mut step: impl FnMut(&S, Symbol) -> (S, O),
) -> Result<Option<Word>, MachineError>
where
    S: Clone + Eq + Hash,
    O: Clone + Ord,
{
    search(machine, initial, bound, |state, input| {
        let (next, output) = step(state, input);
        (next, outputs.find(&output))
    })
}

fn search<S: Clone + Eq + Hash>(
    machine: &Mealy,
    initial: S,
    bound: usize,
    mut step: impl FnMut(&S, Symbol) -> (S, Option<u32>),
) -> Result<Option<Word>, MachineError> {
    let mut pairs: Vec<(State, S)> = vec![(0, initial)];
    let mut seen: HashSet<(State, S)> = pairs.iter().cloned().collect();
    let mut found_from: Vec<(usize, Symbol)> = vec![(0, 0)];
    let mut current = 0;
    while current < pairs.len() {
        for input in 0..machine.inputs() {
            let (next, output) = machine.step(pairs[current].0, input);
            let (other_next, other_output) = step(&pairs[current].1, input);
            if Some(output) != other_output {
                return Ok(Some(path(&found_from, current, input)));
            }
            let pair = (next, other_next);
            if seen.insert(pair.clone()) {
                if pairs.len() >= bound {
                    return Err(MachineError::TooManyStates { bound, word: path(&found_from, current, input) });
                }
                pairs.push(pair);
                found_from.push((current, input));
            }
        }
        current += 1;
    }
    Ok(None)
}
