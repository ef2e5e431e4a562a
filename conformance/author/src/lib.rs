//! A guard as its author first wrote it, as it was mended, and with two faults that end a process.

pub mod first;
pub mod mended;
pub mod overflowing;
