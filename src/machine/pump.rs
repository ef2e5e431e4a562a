//! Long words that repeat little: for counters deeper than any complete suite.

use super::mealy::{Symbol, Word};
use super::suite::Suite;

/// How long [`pump`] words are unless there is a reason: a counter of eight bits wraps at 256.
pub const PUMP_LENGTH: usize = 300;

/// Words of at most `length` symbols that repeat the base *a*, or the base and another symbol *b*, for each *b*:
///
/// - *aⁿ* and *(ab)ⁿᐟ²*: what counts one kind of step, or changes;
/// - *bⁿ⁻ᵗ aᵗ* with *t* an eighth of *n*: what a long row of others leaves behind;
/// - *aⁱ b aⁱ*, with *i* half of *n*: whether a late disturbance does what an early one does.
///
/// They guarantee nothing; they find what wraps, saturates or overflows late. `1 + 3 · (inputs − 1)` words.
///
/// # Panics
///
/// If the base is none of `0..inputs`.
pub fn pump(inputs: u32, base: Symbol, length: usize) -> Suite {
    assert!(base < inputs, "base {base} is none of 0..{inputs}");
    let tail = length / 8;
    let half = length.saturating_sub(1) / 2;
    let row = |symbol: Symbol, times: usize| std::iter::repeat_n(symbol, times);
    let others = (0..inputs).filter(|&other| other != base).flat_map(|other| {
        let alternating: Word = [base, other].into_iter().cycle().take(length).collect();
        let tailed: Word = row(other, length - tail).chain(row(base, tail)).collect();
        let disturbed: Word = row(base, half).chain([other]).chain(row(base, half)).take(length).collect();
        [alternating, tailed, disturbed]
    });
    std::iter::once(row(base, length).collect()).chain(others).filter(|word: &Word| !word.is_empty()).collect()
}
