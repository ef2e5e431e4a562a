//! proptest strategies for what a guard is shown: values and their other spellings, runs with everything that happens in them.

mod json;
mod run;

pub use json::{Json, json, spell};
pub use run::{RunSpace, run};
