//! Vectors: hand-written runs with expected answers, and the pinned table of identity pairs.

mod embedded;
mod expand;
mod expect;
mod file;
mod pairs;
mod write;

pub use embedded::{embedded_files, embedded_pairs, embedded_vectors};
pub use expect::{Expect, ExpectEvent, ExpectNotice, Mismatch};
pub use file::{Vector, VectorError, VectorErrorKind, VectorStep, parse_example, parse_vectors, read_vectors};
pub use pairs::{Answer, Pair, parse_pairs};
pub use write::expectations;
