//! From a stepping function to a table.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use super::mealy::{MachineError, Mealy, Output, State, Symbol, Word};

/// A machine, and what its numbers stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explored<S, O> {
    /// The machine; its states are numbered in the order in which a breadth-first search finds them. It may have equivalent states.
    pub machine: Mealy,
    /// What each state stands for.
    pub states: Vec<S>,
    /// What each output stands for.
    pub outputs: Outputs<O>,
}

/// The numbers of outputs, given in the order of their first appearance. Machines are comparable if they share one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outputs<O> {
    values: Vec<O>,
    numbers: BTreeMap<O, Output>,
}

/// Tries every input in every state that can be reached, breadth first, until no new state comes.
///
/// ```
/// use loopspec::machine::explore;
///
/// // Says at every third tick that it was the third.
/// let third = explore(1, 0, 10, |count, _tick| ((count + 1) % 3, *count == 2)).unwrap();
/// assert_eq!(third.machine.states(), 3);
/// assert_eq!(third.outputs.words(&third.machine.run(&[0; 6])), [&false, &false, &true, &false, &false, &true]);
/// ```
///
/// # Errors
///
/// [`MachineError::TooManyStates`] if there are more than `bound` states, [`MachineError::NoInputs`] if `inputs` is 0.
pub fn explore<S, O>(inputs: u32, initial: S, bound: usize, step: impl FnMut(&S, Symbol) -> (S, O)) -> Result<Explored<S, O>, MachineError>
where
    S: Clone + Eq + Hash,
    O: Clone + Ord,
{
    let mut outputs = Outputs::new();
    let (machine, states) = explore_into(&mut outputs, inputs, initial, bound, step)?;
    Ok(Explored { machine, states, outputs })
}

/// Like [`explore`], with the numbers of outputs that an earlier machine has, so that the two are comparable. Gives the machine
/// and what each of its states stands for.
///
/// # Errors
///
/// As [`explore`]. Outputs seen until then stay numbered.
pub fn explore_into<S, O>(
    outputs: &mut Outputs<O>,
    inputs: u32,
    initial: S,
    bound: usize,
    mut step: impl FnMut(&S, Symbol) -> (S, O),
) -> Result<(Mealy, Vec<S>), MachineError>
where
    S: Clone + Eq + Hash,
    O: Clone + Ord,
{
    if inputs == 0 {
        return Err(MachineError::NoInputs);
    }
    if bound == 0 {
        return Err(MachineError::TooManyStates { bound, word: Word::new() });
    }
    let mut numbers = HashMap::from([(initial.clone(), 0)]);
    let mut states = vec![initial];
    let mut found_from: Vec<(usize, Symbol)> = vec![(0, 0)];
    let mut table = Vec::new();
    let mut current = 0;
    while current < states.len() {
        for input in 0..inputs {
            let (next, output) = step(&states[current], input);
            let number = match numbers.get(&next) {
                Some(&number) => number,
                None if states.len() == bound => {
                    return Err(MachineError::TooManyStates { bound, word: path(&found_from, current, input) });
                }
                None => {
                    let number = states.len() as State;
                    numbers.insert(next.clone(), number);
                    states.push(next);
                    found_from.push((current, input));
                    number
                }
            };
            table.push((number, outputs.number(output)));
        }
        current += 1;
    }
    Ok((Mealy::of_table(inputs, table), states))
}

/// The word by which a breadth-first search came to a place and beyond it, from who found whom by which input.
pub(super) fn path(found_from: &[(usize, Symbol)], mut at: usize, last: Symbol) -> Word {
    let mut word = vec![last];
    while at != 0 {
        let (before, input) = found_from[at];
        word.push(input);
        at = before;
    }
    word.reverse();
    word
}

impl<O> Default for Outputs<O> {
    fn default() -> Self {
        Self { values: Vec::new(), numbers: BTreeMap::new() }
    }
}

impl<O: Clone + Ord> Outputs<O> {
    /// No outputs yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of an output, a new one if it was never seen.
    pub fn number(&mut self, output: O) -> Output {
        let new = self.values.len() as Output;
        *self.numbers.entry(output).or_insert_with_key(|output| {
            self.values.push(output.clone());
            new
        })
    }

    /// The number of an output that has one.
    pub fn find(&self, output: &O) -> Option<Output> {
        self.numbers.get(output).copied()
    }

    /// What a number stands for.
    pub fn get(&self, number: Output) -> Option<&O> {
        self.values.get(number as usize)
    }

    /// What the numbers stand for, as a machine gives them; numbers never given are left out.
    pub fn words(&self, numbers: &[Output]) -> Vec<&O> {
        numbers.iter().filter_map(|&number| self.get(number)).collect()
    }

    /// All outputs, by number.
    pub fn values(&self) -> &[O] {
        &self.values
    }
}
