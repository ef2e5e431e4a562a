//! Complete test suites: W, Wp and HSI.

use super::cover::{extended, state_cover, with_states};
use super::mealy::{Mealy, State, Symbol, Word};
use super::minimize::Minimal;
use super::separate::Separation;

/// How a complete suite is built. All three guarantee the same ([`complete_suite`]); they differ in size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Every word up to `k + 1` symbols after the state cover, each followed by the whole characterization set.
    ///
    /// (Source: T. S. Chow, *Testing software design modeled by finite-state machines*, IEEE TSE 4(3), 1978.)
    W,
    /// Up to `k` symbols the whole characterization set, for the last transition only the identifier of the state that it leads to.
    ///
    /// (Source: S. Fujiwara, G. von Bochmann, F. Khendek, M. Amalou, A. Ghedamsi, *Test selection based on finite state models*,
    /// IEEE TSE 17(6), 1991.)
    Wp,
    /// Everywhere the harmonized identifier of the state reached.
    ///
    /// (Source: G. Luo, A. Petrenko, G. von Bochmann, *Selecting test sequences for partially-specified nondeterministic finite
    /// state machines*, IWPTS 1994.)
    Hsi,
}

impl Method {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::W, Self::Wp, Self::Hsi];
}

/// The complete suite of a machine with *n* states, for implementations with `extra` (*k*) states more.
///
/// # What it guarantees, no more and no less
///
/// An implementation that behaves as a deterministic, complete Mealy machine over this alphabet, and
///
/// - has at most *n + k* states, or
/// - has any number of states, all of which are reached by a word of the [`state_cover`] followed by at most *k* inputs,
///
/// passes if and only if it equals the model on *every* word. Every word is read from the initial state, so the implementation
/// must be reset in between. Outside of these two classes a passed suite says only that its own words were answered rightly.
///
/// (Sources: those at [`Method`] for the first class; F. Vaandrager, I. Melse, *New fault domains for conformance testing of
/// finite state machines*, 2025, for the second, which Wp and HSI have; the W suite contains the Wp suite.)
///
/// # Size
///
/// About *n* · *inputs*^(*k*+1) words, times the number of separating words: *k* of 3 is for small alphabets ([`slices`](super::slices)).
pub fn complete_suite(machine: &Minimal, method: Method, extra: usize) -> Suite {
    let separation = Separation::of(machine);
    let cover = with_states(machine, state_cover(machine));
    let states: Vec<State> = (0..machine.states()).collect();
    // For each state the words that follow wherever it is reached: before the last symbol, and by the last symbol.
    let (early, late): (Vec<Vec<Word>>, Vec<Vec<Word>>) = match method {
        Method::W => {
            let all = separation.characterization();
            let each: Vec<Vec<Word>> = states.iter().map(|_| all.clone()).collect();
            (each.clone(), each)
        }
        Method::Wp => {
            let all = separation.characterization();
            let identifiers = separation.identifiers(&all);
            (states.iter().map(|_| all.clone()).collect(), identifiers)
        }
        Method::Hsi => {
            let identifiers = separation.harmonized();
            (identifiers.clone(), identifiers)
        }
    };
    let mut words = Vec::new();
    let mut follow = |reached: &[(Word, State)], endings: &[Vec<Word>]| {
        for (word, state) in reached {
            words.extend(endings[*state as usize].iter().map(|ending| [word.as_slice(), ending].concat()));
        }
    };
    // Phase 1: the state cover, followed by everything up to k symbols. An implementation that passes has as many states behind
    // the cover as the model, so that k more symbols reach whatever else it has.
    let mut reached = cover;
    follow(&reached, &early);
    for _ in 0..extra {
        reached = extended(machine, &reached);
        follow(&reached, &early);
    }
    // Phase 2: one symbol more takes every transition of each of these states. Words of the cover among them, followed by k
    // symbols, were in phase 1 and add nothing here: an identifier is a part of what followed there.
    follow(&extended(machine, &reached), &late);
    words.into_iter().collect()
}

/// A list of words, sorted, none of which begins another: the outputs to the longer word tell those to the shorter one.
///
/// Collecting words drops those that begin another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suite(Vec<Word>);

impl Suite {
    /// The words, sorted.
    pub fn words(&self) -> &[Word] {
        &self.0
    }

    /// How many words there are, each of which costs a reset.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many symbols there are in all words.
    pub fn symbols(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    /// The words of both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        self.into_iter().chain(other).collect()
    }

    /// The first word to which the two machines give different outputs, cut after the first difference; `None` if the suite
    /// tells them not apart.
    ///
    /// # Panics
    ///
    /// If a symbol is none of the inputs of both machines.
    pub fn killer(&self, model: &Mealy, implementation: &Mealy) -> Option<&[Symbol]> {
        self.0.iter().find_map(|word| {
            let (mut ours, mut theirs) = (0, 0);
            let differs = |&input: &Symbol| {
                let ((our_next, our_output), (their_next, their_output)) = (model.step(ours, input), implementation.step(theirs, input));
                (ours, theirs) = (our_next, their_next);
                our_output != their_output
            };
            word.iter().position(differs).map(|last| &word[..=last])
        })
    }
}

impl FromIterator<Word> for Suite {
    fn from_iter<I: IntoIterator<Item = Word>>(words: I) -> Self {
        let mut words: Vec<Word> = words.into_iter().collect();
        words.sort_unstable();
        // Sorted, a word stands right before a word that it begins, if there is one.
        let mut kept: Vec<Word> = Vec::new();
        for word in words {
            match kept.last_mut() {
                Some(last) if word.starts_with(last) => *last = word,
                _ => kept.push(word),
            }
        }
        Self(kept)
    }
}

impl IntoIterator for Suite {
    type Item = Word;
    type IntoIter = std::vec::IntoIter<Word>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
