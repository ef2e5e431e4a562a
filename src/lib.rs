//! Specification, reference models and conformance kit for tool-loop guards.

pub mod rule;
pub mod identity;
pub mod step;
#[cfg(feature = "check")]
pub mod check;
