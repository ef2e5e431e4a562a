//! Is it right? Vectors, streams, verdicts, over anything that can answer a case.

mod asked;
mod believe;
mod checker;
mod comparable;
mod describe;
mod fit;
mod judge;
mod probe;
mod question;
mod shrink;
mod subject;
mod suite;
pub mod vectors;
mod verdict;

pub use comparable::{is_common, names_are_unique};
pub use describe::{clip, describe};
pub use fit::fit;
pub use judge::{Pass, judge};
pub use question::Question;
pub use shrink::shrink;
pub use subject::{Subject, SubjectError, Transcript};
pub use suite::{Plan, check};
pub use verdict::{Cause, Difference, Finding, Report, RuleReport, RunResult, Verdict};
