//! Exit codes, as `--help` documents them.

use loopspec::check::{Report, RunResult};
use loopspec::report::{Deny, unasked};

/// How the command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Nothing that must hold is broken, but for what is expected.
    Conformant = 0,
    /// A rule that must hold is broken, or a failure is expected that is none.
    Nonconformant = 1,
    /// The command line, a file or a program cannot be used.
    Usage = 2,
    /// Nothing, or not everything, could be asked.
    Incomplete = 3,
    /// A bug of the kit.
    Bug = 4,
}

impl Exit {
    /// What a report comes to.
    pub(crate) fn of(report: &Report, deny: Deny) -> Self {
        let fails = report.findings.iter().any(|finding| deny.fails(report, finding)) || report.stale().next().is_some();
        match report.result {
            _ if fails => Self::Nonconformant,
            RunResult::Conformant | RunResult::NoViolationFound => Self::Conformant,
            RunResult::Incomplete => Self::Incomplete,
            // All that is broken was expected.
            RunResult::Nonconformant if unasked(report).is_some() => Self::Incomplete,
            RunResult::Nonconformant => Self::Conformant,
        }
    }
}

/// Why a command could not do its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// See [`Exit::Bug`].
    Bug(String),
    /// See [`Exit::Incomplete`].
    Incomplete(String),
    /// See [`Exit::Usage`].
    Usage(String),
}

impl Failure {
    pub(crate) fn usage(message: impl ToString) -> Self {
        Self::Usage(message.to_string())
    }
}
