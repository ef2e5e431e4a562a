//! Relative symbols, and the mappers that turn words of them into cases: *the same call again*, not *call 17*.
//!
//! A mapper remembers a few values (the current call, the one before it, the next fresh one), so that through it each policy is a small
//! machine. Symbols are relative, or the machine would be infinite; a symbol's meaning never hangs on what the guard answered before,
//! except that a refused round delivers no observation.

mod chosen;
mod machine;
mod progress;
mod reading;
mod repeat;
mod symbol;
mod values;
mod walk;

pub use chosen::{Alphabet, Size};
pub use machine::At;
pub use reading::Reader;
pub use symbol::{Near, Spelling, Symbol};
pub use walk::{Seen, Walk};
