//! Guards that are wrong in one thing: the tester is tested with them.
//!
//! Each is a guard of its own, written beside the reference and conformant but for the one fault that is planted; each names the rule
//! that it breaks, and must be found through it.

mod bank;
mod declare;
mod key;
mod patterns;
mod planted;
mod progress;
mod repeat;
mod transition;
mod tree;

pub use bank::{Fault, bank};
pub use planted::Planted;
pub use transition::{Transition, Transitions};
