//! One vocabulary for models, wire, vectors and transcripts: what happens in a run, and what a guard answers.
//!
//! Plain data, nothing decides here. A [`Case`] is a list of [`Step`]s for one policy; each step gets one [`Reply`].
//! A [`Profile`] says what an implementation has, hears, takes and chose.

mod call;
mod case;
mod options;
mod profile;
mod reply;
mod round;
#[cfg(feature = "check")]
mod wire;

pub use call::{Call, Outcome, Status};
pub use case::{Action, Case, Input, InputKind, Key, Policy, Rewrite, Step, UnknownPolicy};
pub use options::{OptionName, OptionValue, Options};
pub use profile::{
    Choices, Crossings, Driven, Execution, Has, Having, Heard, Hears, Implementation, Profile, Support, Takes, Warnings, Wording,
    ZeroConfig,
};
pub use reply::{Facts, GuardEvent, Notice, Reply, Tier};
pub use round::Round;
