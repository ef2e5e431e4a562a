//! The boundary that the checker sees: *run this case, give me the replies*.

use std::fmt;
use std::time::Duration;

use crate::step::{Case, Implementation, Policy, Profile, Reply};

/// One reply a step, in order. It may end early after a stop or a rejected `open`, if only [`Reply::Ended`] would follow.
pub type Transcript = Vec<Reply>;

/// Anything that can be asked a case: an in-process guard, an adapter behind a pipe, a planted fault.
///
/// Contract: `run` answers the whole case or says why not, and leaves nothing behind for the next case. After an error
/// other than [`SubjectError::Threw`] and [`SubjectError::Unsupported`] the subject has already been replaced by a
/// fresh one, or says [`SubjectError::Gone`] from then on. It never panics, whatever the guard does.
pub trait Subject {
    /// Who is being checked.
    fn implementation(&self) -> &Implementation;
    /// The policies that it claims, each with its profile.
    fn policies(&self) -> &[(Policy, Profile)];
    /// Runs one case.
    ///
    /// # Errors
    /// See [`SubjectError`].
    fn run(&mut self, case: &Case) -> Result<Transcript, SubjectError>;
    /// A fresh process or factory, so that nothing can survive.
    ///
    /// # Errors
    /// [`SubjectError::Gone`] when no fresh one can be had.
    fn restart(&mut self) -> Result<(), SubjectError>;
    /// Ends the subject: nothing more is asked. What a reader of the report should know about its ending, such as that it did not
    /// end by itself.
    fn dismiss(&mut self) -> Option<String> {
        None
    }
}

/// Why a case has no transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubjectError {
    /// The process ended in the middle of a case: a failure of the guard (`run.inert`, `identity.depth`).
    Crashed {
        /// How it ended, in words.
        status: String,
        /// The end of what it wrote on stderr.
        stderr: String,
    },
    /// No fresh subject can be had; nothing more can be asked.
    Gone {
        /// Why.
        reason: String,
        /// The end of what it wrote on stderr.
        stderr: String,
    },
    /// The answer breaks the protocol: the case could not be asked (verdict *error*).
    Misspoke {
        /// What is wrong, where, and what to do.
        problem: String,
        /// The end of what it wrote on stderr.
        stderr: String,
    },
    /// The guard threw or panicked; the subject lives on.
    Threw {
        /// What it said.
        message: String,
    },
    /// No answer came in time; the process was killed.
    TimedOut {
        /// How long was waited.
        after: Duration,
        /// The end of what it wrote on stderr.
        stderr: String,
    },
    /// The adapter cannot express this case.
    Unsupported {
        /// What it cannot do.
        item: String,
    },
}

impl fmt::Display for SubjectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crashed { status, .. } => write!(f, "the process ended in the middle of a case: {status}"),
            Self::Gone { reason, .. } => write!(f, "nothing more can be asked: {reason}"),
            Self::Misspoke { problem, .. } => f.write_str(problem),
            Self::Threw { message } => write!(f, "the guard threw: {message}"),
            Self::TimedOut { after, .. } => write!(f, "no answer within {:.1} s; the process was killed", after.as_secs_f64()),
            Self::Unsupported { item } => write!(f, "the adapter does not support `{item}`"),
        }
    }
}

impl std::error::Error for SubjectError {}

impl SubjectError {
    /// The end of the adapter's stderr, where there is a process and it wrote something.
    pub fn stderr(&self) -> Option<&str> {
        let (Self::Crashed { stderr, .. } | Self::Gone { stderr, .. } | Self::Misspoke { stderr, .. } | Self::TimedOut { stderr, .. }) =
            self
        else {
            return None;
        };
        (!stderr.is_empty()).then_some(stderr.as_str())
    }
}
