//! The smallest machine that behaves the same, in a form that depends on the behaviour alone.

use std::collections::BTreeMap;
use std::ops::Deref;

use super::mealy::{Mealy, Output, State};

/// A minimal machine in canonical form: every state can be reached, no two are equivalent, and states are numbered as a
/// breadth-first search with ascending inputs finds them.
///
/// Two machines that behave the same have *equal* minimal machines, table for table. Complete suites are built from this type only,
/// since their guarantee needs both properties. Reading methods are those of [`Mealy`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Minimal(Mealy);

impl Minimal {
    /// Minimizes a machine by splitting classes and going on with the smaller half, about *inputs* · *n* · log *n* steps.
    ///
    /// (Source: J. E. Hopcroft, *An n log n algorithm for minimizing states in a finite automaton*, 1971; the classes to begin
    /// with are the states that give the same outputs.)
    pub fn of(machine: &Mealy) -> Self {
        let class = classes(machine);
        // Breadth first over classes; each is spoken for by the state through which it was found.
        let mut number = vec![None; class.len()];
        let mut speakers: Vec<State> = vec![0];
        number[class[0]] = Some(0);
        let mut table = Vec::new();
        let mut current = 0;
        while current < speakers.len() {
            for &(next, output) in machine.row(speakers[current]) {
                let number = *number[class[next as usize]].get_or_insert_with(|| {
                    speakers.push(next);
                    speakers.len() as State - 1
                });
                table.push((number, output));
            }
            current += 1;
        }
        Self(Mealy::of_table(machine.inputs(), table))
    }

    /// Gives up the knowledge that the machine is minimal.
    pub fn into_mealy(self) -> Mealy {
        self.0
    }
}

impl Deref for Minimal {
    type Target = Mealy;

    fn deref(&self) -> &Mealy {
        &self.0
    }
}

/// Whether two machines answer every word alike. Machines with different numbers of inputs never do.
///
/// [`shortest_difference`](super::shortest_difference) also says where they differ.
pub fn equivalent(a: &Mealy, b: &Mealy) -> bool {
    Minimal::of(a) == Minimal::of(b)
}

/// The class of each state; states of one class are equivalent, states of two are not.
fn classes(machine: &Mealy) -> Vec<usize> {
    let (states, inputs) = (machine.states() as usize, machine.inputs() as usize);
    let mut sources: Vec<Vec<State>> = vec![Vec::new(); states * inputs];
    let mut by_outputs: BTreeMap<Vec<Output>, Vec<State>> = BTreeMap::new();
    for state in 0..machine.states() {
        let row = machine.row(state);
        by_outputs.entry(row.iter().map(|&(_, output)| output).collect()).or_default().push(state);
        for (input, &(next, _)) in row.iter().enumerate() {
            sources[input * states + next as usize].push(state);
        }
    }

    let mut partition = Partition::new(states, by_outputs.into_values());
    let mut waiting: Vec<usize> = (0..partition.blocks.len()).collect();
    while let Some(splitter) = waiting.pop() {
        // The block can itself be split meanwhile; as the splitter it stays what it was.
        let splitter = partition.blocks[splitter].clone();
        for input in 0..inputs {
            let into = splitter.iter().flat_map(|&state| &sources[input * states + state as usize]);
            waiting.extend(partition.split(into.copied()));
        }
    }
    partition.class
}

struct Partition {
    blocks: Vec<Vec<State>>,
    /// The block of each state.
    class: Vec<usize>,
    /// Its place in that block.
    place: Vec<usize>,
}

impl Partition {
    fn new(states: usize, blocks: impl Iterator<Item = Vec<State>>) -> Self {
        let mut new = Self { blocks: Vec::new(), class: vec![0; states], place: vec![0; states] };
        for block in blocks {
            new.blocks.push(block);
            new.relabel(new.blocks.len() - 1);
        }
        new
    }

    fn relabel(&mut self, block: usize) {
        for (place, &state) in self.blocks[block].iter().enumerate() {
            self.class[state as usize] = block;
            self.place[state as usize] = place;
        }
    }

    /// Splits each block into who is in `marked` and who is not. The smaller part becomes a new block; gives the new blocks.
    fn split(&mut self, marked: impl Iterator<Item = State>) -> Vec<usize> {
        let mut hits: BTreeMap<usize, Vec<State>> = BTreeMap::new();
        for state in marked {
            hits.entry(self.class[state as usize]).or_default().push(state);
        }
        let mut new_blocks = Vec::new();
        for (block, mut part) in hits {
            if part.len() == self.blocks[block].len() {
                continue;
            }
            for &state in &part {
                let place = self.place[state as usize];
                self.blocks[block].swap_remove(place);
                if let Some(&moved) = self.blocks[block].get(place) {
                    self.place[moved as usize] = place;
                }
            }
            if part.len() > self.blocks[block].len() {
                std::mem::swap(&mut part, &mut self.blocks[block]);
                self.relabel(block);
            }
            self.blocks.push(part);
            new_blocks.push(self.blocks.len() - 1);
            self.relabel(self.blocks.len() - 1);
        }
        new_blocks
    }
}
