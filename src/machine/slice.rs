//! Deep suites of small parts of the alphabet.

use super::mealy::{MachineError, Mealy, Symbol, Word};
use super::minimize::Minimal;
use super::suite::{Method, Suite, complete_suite};

/// For every other symbol the machine that knows only the base symbol and that one, minimized, with its complete Wp suite for
/// `extra` states more; all words together, in the symbols of the whole machine. A machine whose only symbol is the base has one
/// slice.
///
/// Two symbols allow a depth that the whole alphabet forbids: faults behind a chain of one kind of step with one disturbance. For
/// each slice the guarantee is that of [`complete_suite`], over words of its two symbols.
///
/// # Errors
///
/// [`MachineError::NoSuchSymbol`] if the base is none of the machine's inputs.
pub fn slices(machine: &Mealy, base: Symbol, extra: usize) -> Result<Suite, MachineError> {
    if machine.inputs() == 1 {
        return slice(machine, &[base], extra);
    }
    let others = (0..machine.inputs()).filter(|&other| other != base);
    others.map(|other| slice(machine, &[base, other], extra)).try_fold(Suite::default(), |all, slice| Ok(all.union(slice?)))
}

/// The machine that knows only these symbols, minimized, with its complete Wp suite for `extra` states more, in the symbols of
/// the whole machine.
///
/// # Errors
///
/// [`MachineError`] if there are no symbols, or one is none of the machine's inputs.
pub fn slice(machine: &Mealy, symbols: &[Symbol], extra: usize) -> Result<Suite, MachineError> {
    let small = Minimal::of(&machine.restricted(symbols)?);
    let original = |word: Word| word.into_iter().map(|symbol| symbols[symbol as usize]).collect();
    Ok(complete_suite(&small, Method::Wp, extra).into_iter().map(original).collect())
}
