//! Is it right? Vectors, streams, verdicts, over anything that can answer a case.

mod subject;

pub use subject::{Subject, SubjectError, Transcript};
