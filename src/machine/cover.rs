//! Words that reach every state, and words that take every transition.

use super::mealy::{State, Word};
use super::minimize::Minimal;

/// For each state, in order, a shortest word that leads to it, of these the lexicographically first. The initial state has the
/// empty word. (Source: Chow 1978, from whose testing tree these words are; the name is Fujiwara et al. 1991.)
pub fn state_cover(machine: &Minimal) -> Vec<Word> {
    let mut cover: Vec<Word> = vec![Word::new()];
    // States are numbered as a breadth-first search finds them: the next new one has the next number.
    for state in 0..machine.states() {
        for (input, &(next, _)) in (0..).zip(machine.row(state)) {
            if next as usize == cover.len() {
                let mut word = cover[state as usize].clone();
                word.push(input);
                cover.push(word);
            }
        }
    }
    cover
}

/// The empty word, then for each state and each input the state's word of the [`state_cover`] and the input. (Source: Chow 1978, `P`.)
pub fn transition_cover(machine: &Minimal) -> Vec<Word> {
    let steps = state_cover(machine).into_iter().flat_map(|word| {
        (0..machine.inputs()).map(move |input| {
            let mut word = word.clone();
            word.push(input);
            word
        })
    });
    std::iter::once(Word::new()).chain(steps).collect()
}

/// Words together with the state after each.
pub(super) fn with_states(machine: &Minimal, words: Vec<Word>) -> Vec<(Word, State)> {
    words
        .into_iter()
        .map(|word| {
            let state = machine.after(&word);
            (word, state)
        })
        .collect()
}

/// Each word followed by each input.
pub(super) fn extended(machine: &Minimal, words: &[(Word, State)]) -> Vec<(Word, State)> {
    let mut longer = Vec::with_capacity(words.len() * machine.inputs() as usize);
    for (word, state) in words {
        for (input, &(next, _)) in (0..).zip(machine.row(*state)) {
            longer.push(([word.as_slice(), &[input]].concat(), next));
        }
    }
    longer
}
