//! Words that tell states apart.

use std::collections::{BTreeMap, BTreeSet};

use super::mealy::{Output, State, Word};
use super::minimize::Minimal;

/// Which words tell which states of a minimal machine apart.
///
/// (Source: A. Gill, *Introduction to the Theory of Finite-State Machines*, 1962: the tables of *k*-equivalent states.)
#[derive(Clone, Debug)]
pub struct Separation<'m> {
    machine: &'m Minimal,
    /// At place *k* the class of each state, where a class holds the states that no word of *k* symbols tells apart.
    levels: Vec<Vec<usize>>,
}

impl<'m> Separation<'m> {
    /// Computes the classes of all lengths.
    pub fn of(machine: &'m Minimal) -> Self {
        let mut levels = vec![vec![0; machine.states() as usize]];
        let mut count = 1;
        loop {
            let last = &levels[levels.len() - 1];
            let mut seen: BTreeMap<Vec<(usize, Output)>, usize> = BTreeMap::new();
            let refined: Vec<usize> = (0..machine.states())
                .map(|state| {
                    let row = machine.row(state).iter().map(|&(next, output)| (last[next as usize], output)).collect();
                    let new = seen.len();
                    *seen.entry(row).or_insert(new)
                })
                .collect();
            if seen.len() == count {
                return Self { machine, levels };
            }
            count = seen.len();
            levels.push(refined);
        }
    }

    /// A shortest word to which the two states give different outputs, of these the lexicographically first; the outputs before
    /// the last one are the same. `None` if it is twice the same state.
    ///
    /// # Panics
    ///
    /// If the machine has no such state.
    pub fn word(&self, p: State, q: State) -> Option<Word> {
        let mut length = self.levels.iter().position(|class| class[p as usize] != class[q as usize])?;
        let (mut p, mut q) = (p, q);
        let mut word = Word::with_capacity(length);
        while length > 0 {
            let class = &self.levels[length - 1];
            let tells = |&input: &u32| {
                let ((p, x), (q, y)) = (self.machine.step(p, input), self.machine.step(q, input));
                x != y || class[p as usize] != class[q as usize]
            };
            // There is one, or the two would share their class at this length.
            let input = (0..self.machine.inputs()).find(tells)?;
            word.push(input);
            let ((p_next, x), (q_next, y)) = (self.machine.step(p, input), self.machine.step(q, input));
            if x != y {
                break;
            }
            (p, q) = (p_next, q_next);
            length -= 1;
        }
        Some(word)
    }

    /// A characterization set `W`: words that together tell every two states apart, chosen greedily from the shortest words for
    /// each pair. The set of a machine with one state holds the empty word. (Source: Chow 1978.)
    pub fn characterization(&self) -> Vec<Word> {
        let candidates = self.candidates();
        let states: Vec<State> = (0..self.machine.states()).collect();
        let mut class = vec![0; states.len()];
        let mut chosen = Vec::new();
        while count(&class) < states.len() {
            let refined = |candidate: &Candidate| dense(class.iter().zip(&candidate.answers));
            let Some(best) = best(&candidates, |candidate| count(&refined(candidate))) else { break };
            class = refined(best);
            chosen.push(best.word.clone());
        }
        sorted_or_empty_word(chosen)
    }

    /// State identifiers `W_i`: for each state, beginnings of words of a characterization set that tell it from every other state.
    /// (Source: Fujiwara et al. 1991.)
    ///
    /// # Panics
    ///
    /// If a symbol of the set is none of the machine's inputs.
    pub fn identifiers(&self, characterization: &[Word]) -> Vec<Vec<Word>> {
        let beginnings = characterization.iter().flat_map(|word| (1..=word.len()).map(|end| (end, word[..end].to_vec())));
        let beginnings: BTreeSet<(usize, Word)> = beginnings.collect();
        let candidates: Vec<Candidate> = beginnings.into_iter().map(|(_, word)| self.candidate(word)).collect();
        let identifier = |state: usize| {
            let mut left: BTreeSet<usize> = (0..self.machine.states() as usize).filter(|&other| other != state).collect();
            let mut chosen = Vec::new();
            while !left.is_empty() {
                let told = |candidate: &Candidate| {
                    left.iter().copied().filter(|&other| candidate.answers[other] != candidate.answers[state]).collect::<Vec<_>>()
                };
                let Some(best) = best(&candidates, |candidate| told(candidate).len()) else { break };
                let told = told(best);
                if told.is_empty() {
                    break;
                }
                left.retain(|other| !told.contains(other));
                chosen.push(best.word.clone());
            }
            sorted_or_empty_word(chosen)
        };
        (0..self.machine.states() as usize).map(identifier).collect()
    }

    /// Harmonized state identifiers `H_i`: for each state a set of words, such that every two states have a word in *both* their
    /// sets that tells them apart. They are read from a splitting tree: all states, split by the word that tells most of them
    /// apart, and so on; the identifier of a state is the words on its way. (Source: Luo, Petrenko, von Bochmann 1994.)
    pub fn harmonized(&self) -> Vec<Vec<Word>> {
        let candidates = self.candidates();
        let mut identifiers = vec![Vec::new(); self.machine.states() as usize];
        let mut blocks: Vec<Vec<usize>> = vec![(0..identifiers.len()).collect()];
        while let Some(block) = blocks.pop() {
            if block.len() < 2 {
                continue;
            }
            let parts = |candidate: &Candidate| {
                let mut parts: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
                for &state in &block {
                    parts.entry(candidate.answers[state]).or_default().push(state);
                }
                parts
            };
            let Some(best) = best(&candidates, |candidate| parts(candidate).len()) else { continue };
            for &state in &block {
                identifiers[state].push(best.word.clone());
            }
            blocks.extend(parts(best).into_values());
        }
        identifiers.into_iter().map(sorted_or_empty_word).collect()
    }

    /// The shortest words of all pairs, shortest first: whatever states are still together, one of them tells two of them apart.
    fn candidates(&self) -> Vec<Candidate> {
        let pairs = (0..self.machine.states()).flat_map(|p| (0..p).map(move |q| (p, q)));
        let words: BTreeSet<(usize, Word)> = pairs.filter_map(|(p, q)| self.word(p, q)).map(|word| (word.len(), word)).collect();
        words.into_iter().map(|(_, word)| self.candidate(word)).collect()
    }

    fn candidate(&self, word: Word) -> Candidate {
        let answers = dense((0..self.machine.states()).map(|state| self.machine.run_from(state, &word)));
        Candidate { word, answers }
    }
}

struct Candidate {
    word: Word,
    /// By state; equal numbers are equal answers.
    answers: Vec<usize>,
}

/// Equal values get equal numbers.
fn dense<T: Ord>(values: impl Iterator<Item = T>) -> Vec<usize> {
    let mut numbers = BTreeMap::new();
    values
        .map(|value| {
            let new = numbers.len();
            *numbers.entry(value).or_insert(new)
        })
        .collect()
}

/// How many different dense numbers there are.
fn count(dense: &[usize]) -> usize {
    dense.iter().max().map_or(0, |max| max + 1)
}

/// The first of those with the greatest gain.
fn best(candidates: &[Candidate], gain: impl Fn(&Candidate) -> usize) -> Option<&Candidate> {
    candidates
        .iter()
        .map(|candidate| (gain(candidate), candidate))
        .reduce(|a, b| if b.0 > a.0 { b } else { a })
        .map(|(_, candidate)| candidate)
}

/// A set of words that nothing is left to tell still lets the word before it be tried.
fn sorted_or_empty_word(mut words: Vec<Word>) -> Vec<Word> {
    if words.is_empty() {
        words.push(Word::new());
    }
    words.sort();
    words
}
