//! A policy seen through its mapper: a small machine.

use std::hash::{Hash, Hasher};

use super::chosen::Alphabet;
use super::symbol::Symbol;
use super::walk::{Seen, Walk};
use crate::machine::{Explored, MachineError, Word, explore};
use crate::policy::Standing;

/// More states than any configuration that is asked has.
const BOUND: usize = 4096;

/// A walk that is known by where it stands: what is absolute in it takes no part.
#[derive(Clone, Debug)]
pub struct At {
    walk: Walk,
    standing: Standing,
}

impl At {
    /// Where the walk stands.
    pub fn standing(&self) -> Standing {
        self.standing
    }
}

impl PartialEq for At {
    fn eq(&self, other: &Self) -> bool {
        self.standing == other.standing
    }
}

impl Eq for At {}

impl Hash for At {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.standing.hash(state);
    }
}

impl Alphabet {
    /// The machine over this alphabet, found by trying every symbol wherever a walk can stand.
    ///
    /// # Errors
    /// [`MachineError`] when there are no symbols, or no model.
    pub fn machine(&self) -> Result<Explored<At, Seen>, MachineError> {
        let walk = self.walk().map_err(|_| MachineError::NoInputs)?;
        let inputs = u32::try_from(self.symbols.len()).unwrap_or_default();
        let standing = walk.standing();
        explore(inputs, At { walk, standing }, BOUND, |at, input| {
            let mut walk = at.walk.clone();
            let (_, decision) = walk.step(self.symbols[input as usize]);
            let (standing, seen) = (walk.standing(), walk.seen(&decision.reply));
            (At { walk, standing }, seen)
        })
    }

    /// A machine's word as symbols.
    pub fn symbols_of(&self, word: &Word) -> Vec<Symbol> {
        word.iter().filter_map(|&symbol| self.symbols.get(symbol as usize).copied()).collect()
    }
}
