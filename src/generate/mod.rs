//! proptest strategies for what a guard is shown: values and their other spellings, runs with everything that happens in them.

mod call;
mod config;
mod json;
mod result;
mod run;
mod seeded;
mod space;

pub use json::{Json, json, spell};
pub use run::run;
pub use seeded::seeded;
pub use space::RunSpace;
