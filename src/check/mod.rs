//! Is it right? Vectors, streams, verdicts, over anything that can answer a case.

mod alphabet;
mod asked;
mod attribute;
mod believe;
mod checker;
mod comparable;
mod conclude;
mod describe;
pub mod faults;
mod fit;
mod judge;
mod plan;
mod question;
mod share;
mod shrink;
mod small_pairs;
mod subject;
mod suite;
mod technique;
pub mod vectors;
mod verdict;

pub use comparable::{is_common, names_are_unique};
pub use conclude::{NotOneRun, merged};
pub use describe::{clip, describe};
pub use fit::fit;
pub use judge::{Pass, judge};
pub use plan::{Plan, Technique};
pub use question::{Judging, Question};
pub use share::{NoShard, Shard, Stop};
pub use shrink::shrink;
pub use subject::{Subject, SubjectError, Transcript};
pub use suite::{check, check_with_jobs};
pub use verdict::{Cause, Difference, Finding, Report, RuleReport, RunResult, SuiteReport, Verdict};
