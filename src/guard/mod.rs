//! The boundary to an implementation: the [`Guard`] trait, the shapes that real guards have, the host that drives them.
//!
//! The kit's own guards stand here too: the reference models ([`ReferenceMaker`]) and two samples ([`SampleMaker`]), one of them
//! faulty on purpose. [`ready`] holds the guards to use.

mod boundary;
mod hooks;
mod host;
mod key_function;
mod maker;
pub mod ready;
mod reference;
mod sample;
mod transcript;

pub use boundary::{Admission, Closing, Guard, MakeGuard, Refusal, Rejected, Shown};
pub use hooks::{After, Before, Hooks, hooks, hooks_parallel};
pub use host::{Host, replies};
pub use key_function::{KeyAnswer, Keys, NoRun, keys};
pub use maker::{Maker, maker};
pub use reference::{ReferenceGuard, ReferenceMaker};
pub use sample::{SampleGuard, SampleMaker};
pub use transcript::{Message, Reading, TranscriptGuard, transcript};
