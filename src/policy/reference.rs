//! The reference for a whole case: its runs, opened and stepped.

use std::collections::BTreeMap;
use std::fmt;

use super::decision::{Decision, Rules, Standing};
use super::{progress, repeat};
use crate::step::{Action, Case, Options, Policy, Profile, Reply, Step};

/// The reference of a policy, deciding step after step of a case with any number of interleaved runs.
#[derive(Clone, Debug)]
pub struct Reference {
    policy: Policy,
    profile: Profile,
    runs: BTreeMap<String, Run>,
    explains: bool,
}

#[derive(Clone, Debug)]
enum Run {
    Progress(Box<progress::Model>),
    Rejected,
    Repeat(Box<repeat::Model>),
}

/// A policy without a reference model: `any` and `identity`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoModel(pub Policy);

impl fmt::Display for NoModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "policy `{}` has no reference model; repeat-reminder and no-progress have", self.0)
    }
}

impl std::error::Error for NoModel {}

impl Reference {
    /// The reference as `profile` chose it, before any run.
    ///
    /// # Errors
    /// [`NoModel`] for `any` and `identity`.
    pub fn new(policy: Policy, profile: &Profile) -> Result<Self, NoModel> {
        match policy {
            Policy::NoProgress | Policy::RepeatReminder => {
                Ok(Self { policy, profile: profile.clone(), runs: BTreeMap::new(), explains: true })
            }
            Policy::Any | Policy::Identity => Err(NoModel(policy)),
        }
    }

    /// As [`Reference::new`], but no decision tells how calls resemble each other: the same answers, several times faster.
    ///
    /// # Errors
    /// [`NoModel`] for `any` and `identity`.
    pub(crate) fn answering(policy: Policy, profile: &Profile) -> Result<Self, NoModel> {
        Ok(Self { explains: false, ..Self::new(policy, profile)? })
    }

    /// All decisions of a case.
    ///
    /// # Errors
    /// [`NoModel`] for `any` and `identity`.
    pub fn decide(case: &Case, profile: &Profile) -> Result<Vec<Decision>, NoModel> {
        let mut reference = Self::new(case.policy, profile)?;
        Ok(case.steps.iter().map(|step| reference.step(step)).collect())
    }

    /// Where a run stands; that of a run that is not open is the default.
    pub fn standing(&self, run: &str) -> Standing {
        match self.runs.get(run) {
            Some(Run::Progress(model)) => model.standing(),
            Some(Run::Repeat(model)) => model.standing(),
            Some(Run::Rejected) | None => Standing::default(),
        }
    }

    /// All decisions of a case, without telling how calls resemble each other: the same answers, several times faster.
    ///
    /// # Errors
    /// [`NoModel`] for `any` and `identity`.
    pub fn answer(case: &Case, profile: &Profile) -> Result<Vec<Decision>, NoModel> {
        let mut reference = Self::answering(case.policy, profile)?;
        Ok(case.steps.iter().map(|step| reference.step(step)).collect())
    }

    /// Decides one step. A run that was never opened opens with the defaults.
    pub fn step(&mut self, step: &Step) -> Decision {
        if let Action::Open(options) = &step.action {
            return self.open(&step.run, options);
        }
        if !self.runs.contains_key(&step.run) {
            self.open(&step.run, &Options::default());
        }
        let interleaved = self.runs.len() > 1;
        let mut decision = match self.runs.get_mut(&step.run) {
            Some(Run::Progress(model)) => model.step(&step.action),
            Some(Run::Repeat(model)) => model.step(&step.action),
            Some(Run::Rejected) | None => Decision::new(Reply::Ended, Rules::default()),
        };
        if interleaved {
            decision.rules.push("run.isolated");
        }
        decision
    }

    fn open(&mut self, name: &str, options: &Options) -> Decision {
        let options = self.profile.effective(options);
        let (run, decision) = match self.policy {
            Policy::NoProgress => match progress::Config::parse(&options) {
                Ok(config) => (Run::Progress(Box::new(progress::Model::new(config, &self.profile).explaining(self.explains))), None),
                Err(error) => (Run::Rejected, Some((error.to_string(), error.rule()))),
            },
            _ => match repeat::Config::parse(&options, &self.profile.choices) {
                Ok(config) => (Run::Repeat(Box::new(repeat::Model::new(config, &self.profile).explaining(self.explains))), None),
                Err(error) => (Run::Rejected, Some((error.to_string(), error.rule()))),
            },
        };
        let others = !self.runs.is_empty();
        let resumed = self.runs.insert(name.to_owned(), run).is_some();
        if let Some((reason, rule)) = decision {
            return Decision::new(Reply::Rejected(reason), Rules::of(rule));
        }
        let mut rules = Rules::default();
        let nothing = options.preview_chars == Some(0) || options.thresholds.as_ref().is_some_and(Vec::is_empty);
        rules.used_where(nothing && self.policy == Policy::RepeatReminder, "repeat.config.zero");
        rules.used_where(resumed, "run.resume");
        rules.used_where(others && !resumed, "run.fresh");
        Decision::silent(rules)
    }
}
