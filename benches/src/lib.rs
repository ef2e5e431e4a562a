//! What identity costs: pinned inputs, other ways to do it, and a way to measure them side by side.

pub mod contender;
pub mod input;
pub mod measure;
