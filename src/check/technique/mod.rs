//! Ways of asking, one a file: each knows which cases it puts and how their answers are judged.

mod words;
mod canaries;
mod stream;
mod surviving;
mod writing;

pub(super) use canaries::leaks;
pub(super) use stream::streams;
pub(super) use surviving::survival;
pub(super) use words::{complete, suites};
pub(super) use writing::written;
