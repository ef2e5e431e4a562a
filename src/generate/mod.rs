//! proptest strategies for what a guard is shown: values and their other spellings, calls and near misses of them, rounds with the order in
//! which their calls complete, options valid and invalid, runs with everything that happens in them.
//!
//! What they draw is what a profile can be told ([`RunSpace`]); whether two calls are one, and what a guard must do, they do not say:
//! [`crate::identity::pair`] and [`crate::policy::Reference`] know.
//!
//! ```
//! use loopspec::generate::{RunSpace, calls, seeded};
//! use loopspec::step::{Policy, Profile};
//!
//! let space = RunSpace::new(Policy::RepeatReminder, &Profile::default());
//! let drawn = seeded(calls(&space), 7).next().unwrap();
//! assert_eq!(drawn.len(), 6);
//! ```

mod call;
mod config;
mod dice;
mod json;
mod mutant;
mod result;
mod run;
mod seeded;
mod space;

pub use call::calls;
pub use config::options;
pub use json::{Json, json, spell};
pub use mutant::{NamedText, mutants};
pub use run::{round, run};
pub use seeded::seeded;
pub use space::RunSpace;
