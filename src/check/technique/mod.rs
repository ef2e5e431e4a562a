//! Ways of asking, one a file: each knows which cases it puts and how their answers are judged.

mod any;
mod card;
mod carrier;
mod claim;
mod leaks;
mod runs;
mod stimuli;
mod stream;
mod survival;
mod written;

pub(super) use any::any;
pub(super) use card::card;
pub(super) use leaks::leaks;
pub(super) use stream::streams;
pub(super) use survival::survival;
pub(super) use written::written;
