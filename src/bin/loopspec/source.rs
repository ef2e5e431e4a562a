//! The guard that a command line names: where its subjects come from, as many as are wanted.

use std::str::FromStr;

use loopspec::check::Subject;
use loopspec::drive::{Launch, StartError, Subprocess};
use loopspec::step::{Policy, Profile};

use crate::args::Launching;
use crate::embedded::Embedded;
use crate::exit::Failure;
use crate::rows::Row;

/// Where subjects come from.
pub(crate) enum Source {
    Embedded(Embedded),
    Program(Launch),
}

impl Source {
    /// By a name (an embedded guard's or a folder's), or by a program with its arguments; none when neither is given.
    pub(crate) fn of(name: Option<&str>, program: &[String], launching: &Launching) -> Result<Option<Self>, Failure> {
        let launch = match (name, program.split_first()) {
            (Some(_), Some(_)) => return Err(Failure::usage("give a name or, after `--`, a program; not both")),
            (None, None) => return Ok(None),
            (Some(name), None) => match Embedded::named(name) {
                Some(guard) => return Ok(Some(Self::Embedded(guard))),
                None => Row::named(name)?.launch()?,
            },
            (None, Some((program, rest))) => Launch::new(program.clone(), rest.iter().cloned()),
        };
        Ok(Some(Self::Program(launch.with_deadline_factor(launching.deadline).with_clean_env(launching.clean_env))))
    }

    /// A fresh subject.
    pub(crate) fn subject(&self) -> Result<Box<dyn Subject>, Failure> {
        match self {
            Self::Embedded(guard) => guard.subject(),
            Self::Program(launch) => match Subprocess::start(launch.clone()) {
                Ok(subject) => Ok(Box::new(subject)),
                Err(StartError::Unusable(error)) => Err(Failure::usage(error)),
                Err(StartError::NoGreeting(error)) => Err(Failure::Incomplete(format!("error: {error}"))),
            },
        }
    }
}

/// The policies of a subject that are asked about: all that it claims, or the one that is wanted; without those that `suits` refuses.
pub(crate) fn chosen(
    subject: &dyn Subject,
    wanted: Option<&str>,
    suits: impl Fn(Policy) -> bool,
    problem: &str,
) -> Result<Vec<(Policy, Profile)>, Failure> {
    let wanted = wanted.map(Policy::from_str).transpose().map_err(Failure::usage)?;
    let is_chosen = |policy: Policy| suits(policy) && wanted.is_none_or(|wanted| wanted == policy);
    let chosen: Vec<_> = subject.policies().iter().filter(|(policy, _)| is_chosen(*policy)).cloned().collect();
    if chosen.is_empty() {
        let claims: Vec<&str> = subject.policies().iter().map(|(policy, _)| policy.name()).collect();
        return Err(Failure::usage(format!("{problem}; it claims {}", claims.join(", "))));
    }
    Ok(chosen)
}
