//! A planted fault as a subject.

use std::collections::{BTreeMap, BTreeSet};

use super::bank::{Fault, Kind};
use super::key::key;
use super::progress::{self, ProgressFault};
use super::repeat::{self, RepeatFault};
use crate::check::subject::{Subject, SubjectError, Transcript};
use crate::identity::Text;
use crate::step::{Action, Call, Case, Implementation, Policy, Profile, Reply, Step};

/// A guard with one planted fault.
pub struct Planted {
    fault: Fault,
    implementation: Implementation,
    policies: Vec<(Policy, Profile)>,
    /// What must not be there after a case, for the one fault that keeps it.
    kept: BTreeMap<String, Run>,
    /// Runs opened so far: each keys its fingerprints with its own number.
    opened: u64,
}

#[derive(Clone)]
enum Run {
    Progress(progress::Run),
    Repeat(repeat::Run),
}

impl Planted {
    /// The guard with this fault.
    pub fn new(fault: Fault) -> Self {
        let implementation = Implementation { name: fault.name(), version: String::new(), language: "Rust".to_owned() };
        Self { fault, implementation, policies: vec![(fault.policy(), Profile::default())], kept: BTreeMap::new(), opened: 0 }
    }

    /// The name under which a run is kept.
    fn name(&self, step: &Step) -> String {
        let shared =
            matches!(self.fault.kind, Kind::Repeat(RepeatFault::SharedBetweenRuns) | Kind::Progress(ProgressFault::SharedBetweenRuns));
        if shared { String::new() } else { step.run.clone() }
    }

    fn step(&mut self, runs: &mut BTreeMap<String, Run>, opened: &mut BTreeSet<String>, step: &Step) -> Result<Reply, SubjectError> {
        let kind = self.fault.kind;
        let name = self.name(step);
        match &step.action {
            Action::Open(options) => {
                let first = opened.insert(step.run.clone());
                let keeps = match kind {
                    Kind::Repeat(RepeatFault::SharedBetweenRuns | RepeatFault::SurvivesACase)
                    | Kind::Progress(ProgressFault::SharedBetweenRuns | ProgressFault::SurvivesACase) => first,
                    Kind::Repeat(RepeatFault::SurvivesReopening) | Kind::Progress(ProgressFault::SurvivesReopening) => !first,
                    _ => false,
                };
                if keeps && runs.contains_key(&name) {
                    return Ok(Reply::silent());
                }
                self.opened += 1;
                let opened = match self.fault.policy() {
                    Policy::NoProgress => progress::Run::open(kind.of_progress(), options, self.opened).map(Run::Progress),
                    _ => repeat::Run::open(kind.of_repeat(), options).map(Run::Repeat),
                };
                match opened {
                    Ok(run) => runs.insert(name, run),
                    Err(reason) => return Ok(Reply::Rejected(reason)),
                };
                Ok(Reply::silent())
            }
            Action::Key(asked) => {
                let fault = if let Kind::Key(fault) = kind { Some(fault) } else { None };
                let call = Call::new("", asked.tool.clone().unwrap_or_default(), &asked.args);
                // Bytes that are no UTF-8 must not become alike in a key that is a text.
                let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                Ok(Reply::Key(String::from_utf8(key(fault, &call)).unwrap_or_else(|error| hex(error.as_bytes()))))
            }
            _ => {
                self.throws(step)?;
                match runs.get_mut(&name) {
                    Some(Run::Progress(run)) => Ok(run.step(kind.of_progress(), step)),
                    Some(Run::Repeat(run)) => Ok(run.step(kind.of_repeat(), step)),
                    None => Ok(Reply::Ended),
                }
            }
        }
    }

    fn throws(&self, step: &Step) -> Result<(), SubjectError> {
        let (null, deep) = match self.fault.kind {
            Kind::Repeat(fault) => (fault == RepeatFault::ThrowsOnNull, fault == RepeatFault::ThrowsWhenDeep),
            Kind::Progress(fault) => (fault == ProgressFault::ThrowsOnNull, false),
            _ => (false, false),
        };
        for call in step.round().into_iter().flat_map(|round| round.calls()) {
            if null && call.args == b"null" || deep && Text::parse(&call.args).depth() > 1000 {
                return Err(SubjectError::Threw { message: "planted".to_owned() });
            }
        }
        Ok(())
    }
}

impl Subject for Planted {
    fn implementation(&self) -> &Implementation {
        &self.implementation
    }

    fn policies(&self) -> &[(Policy, Profile)] {
        &self.policies
    }

    fn run(&mut self, case: &Case) -> Result<Transcript, SubjectError> {
        let mut runs = std::mem::take(&mut self.kept);
        let mut opened = BTreeSet::new();
        let transcript = case.steps.iter().map(|step| self.step(&mut runs, &mut opened, step)).collect();
        if matches!(self.fault.kind, Kind::Repeat(RepeatFault::SurvivesACase) | Kind::Progress(ProgressFault::SurvivesACase)) {
            self.kept = runs;
        }
        transcript
    }

    fn restart(&mut self) -> Result<(), SubjectError> {
        self.kept.clear();
        self.opened = 0;
        Ok(())
    }
}
