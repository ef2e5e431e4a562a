//! The layers of the kit, in the order in which data flows through them; each uses only the ones before it.
#![doc = include_str!("../README.md")]

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

#[cfg(feature = "check")]
pub mod cargo_test;
