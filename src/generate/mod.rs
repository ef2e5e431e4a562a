//! proptest strategies for what a guard is shown: values and their other spellings, runs with everything that happens in them.

mod call;
mod config;
mod json;
mod result;
mod run;
mod seeded;

pub use json::{Json, json, spell};
pub use run::{RunSpace, run};
pub use seeded::seeded;
