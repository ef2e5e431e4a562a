//! Specification, reference models and conformance kit for tool-loop guards.

pub mod rule;

pub mod identity;

pub mod step;

pub mod policy;

pub mod guard;

#[cfg(feature = "check")]
pub mod machine;

#[cfg(feature = "check")]
pub mod generate;

#[cfg(feature = "check")]
pub mod check;

#[cfg(feature = "check")]
pub mod drive;

#[cfg(feature = "check")]
pub mod report;
