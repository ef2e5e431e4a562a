//! Ways of asking, one a file: each knows which cases it puts and how their answers are judged.

mod leaks;
mod stream;
mod survival;
mod written;

pub(super) use leaks::leaks;
pub use stream::random_cases;
pub(super) use stream::streams;
pub(super) use survival::survival;
pub(super) use written::written;
