//! The guards that come with the kit.

use loopspec::check::Subject;
use loopspec::drive::{InProcess, Launch};
use loopspec::guard::ready::{NoProgressMaker, RepeatMaker};
use loopspec::guard::{ReferenceMaker, SampleMaker};
use loopspec::step::{Policy, Profile};

use crate::exit::Failure;

/// A guard that comes with the kit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Embedded {
    NoProgress,
    ReadyNoProgress,
    ReadyRepeatReminder,
    RepeatReminder,
    Sample,
    SampleFaulty,
}

impl Embedded {
    /// All of them; those that conform first.
    pub(crate) const ALL: [Self; 6] =
        [Self::RepeatReminder, Self::NoProgress, Self::Sample, Self::ReadyRepeatReminder, Self::ReadyNoProgress, Self::SampleFaulty];

    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::NoProgress => "no-progress",
            Self::ReadyNoProgress => "ready-no-progress",
            Self::ReadyRepeatReminder => "ready-repeat-reminder",
            Self::RepeatReminder => "repeat-reminder",
            Self::Sample => "sample",
            Self::SampleFaulty => "sample-faulty",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|guard| guard.name() == name)
    }

    /// The guard in this process; deep cases run in `loopspec serve NAME`.
    pub(crate) fn subject(self) -> Result<Box<dyn Subject>, Failure> {
        let program = std::env::current_exe().map_err(|error| Failure::Bug(format!("the own program cannot be found: {error}")))?;
        let child = Launch::new(program.display().to_string(), ["serve".to_owned(), self.name().to_owned()]);
        Ok(match self {
            Self::NoProgress => Box::new(InProcess::new(reference(Policy::NoProgress)?).with_child(child)),
            Self::ReadyNoProgress => Box::new(InProcess::new(NoProgressMaker).with_child(child)),
            Self::ReadyRepeatReminder => Box::new(InProcess::new(RepeatMaker).with_child(child)),
            Self::RepeatReminder => Box::new(InProcess::new(reference(Policy::RepeatReminder)?).with_child(child)),
            Self::Sample => Box::new(InProcess::new(SampleMaker::honest()).with_child(child)),
            Self::SampleFaulty => Box::new(InProcess::new(SampleMaker::faulty()).with_child(child)),
        })
    }
}

/// A reference as the spec chose it.
pub(crate) fn reference(policy: Policy) -> Result<ReferenceMaker, Failure> {
    ReferenceMaker::new(policy, Profile::default()).map_err(|error| Failure::Bug(error.to_string()))
}
