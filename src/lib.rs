//! Specification, reference models and conformance kit for tool-loop guards.

#[cfg(feature = "check")]
pub mod check;
pub mod guard;
pub mod identity;
pub mod policy;
pub mod step;
