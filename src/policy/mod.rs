//! The two policies as executable reference models: transition tables over [`crate::step`], nothing else.
//!
//! A model is a plain type with one `step`; it decides and tells by which rules. [`Reference`] holds the runs of a case.

mod decision;
pub mod pattern;
pub mod progress;
mod reference;
pub mod repeat;

pub use decision::{Decision, Standing};
pub use reference::{NoModel, Reference};
