//! Ways of asking, one a file: each knows which cases it puts and how their answers are judged.

mod asking;
mod canaries;
mod carrier;
mod claim;
mod costing;
mod first;
mod measuring;
mod mutating;
mod runs;
mod stimuli;
mod stream;
mod suites;
mod surviving;
mod words;
mod writing;

pub(super) use asking::any;
pub(super) use canaries::leaks;
pub(super) use costing::cost;
pub use first::{FirstCase, first_cases};
pub(super) use measuring::card;
pub(super) use mutating::mutated;
pub use stream::random_cases;
pub(super) use stream::streams;
pub(super) use suites::{Shelf, suites};
pub(super) use surviving::survival;
pub(super) use words::complete;
pub(super) use writing::written;
