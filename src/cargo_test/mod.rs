//! A guard's tests in its author's own `cargo test`: [`conformance_tests!`](crate::conformance_tests), one named test a rule.
//!
//! The tests of one guard share one run of the suite. The guard runs in a process of its own, which is the test binary started once more:
//! a guard that overflows its stack, aborts or hangs costs one case, and the other tests finish.

mod names;
mod suite;
mod tests;

pub use suite::{Settings, Suite};
