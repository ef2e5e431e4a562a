//! The reference models as guards.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use crate::guard::{Guard, MakeGuard, Rejected};
use crate::policy::{NoModel, progress, repeat};
use crate::step::{Action, Facts, Implementation, Input, Options, Policy, Profile, Reply, Rewrite, Round};

/// Makes runs of a reference model.
#[derive(Clone, Debug)]
pub struct ReferenceMaker {
    policy: Policy,
    profile: Profile,
}

impl ReferenceMaker {
    /// The reference of a policy, as `profile` chose it.
    ///
    /// # Errors
    /// [`NoModel`] for `any` and `identity`.
    pub fn new(policy: Policy, profile: Profile) -> Result<Self, NoModel> {
        match policy {
            Policy::NoProgress | Policy::RepeatReminder => Ok(Self { policy, profile }),
            Policy::Any | Policy::Identity => Err(NoModel(policy)),
        }
    }
}

impl MakeGuard for ReferenceMaker {
    type Guard = ReferenceGuard;

    fn implementation(&self) -> Implementation {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Implementation { name: format!("loopspec {}", self.policy), version, language: "rust".to_owned() }
    }

    fn policy(&self) -> Policy {
        self.policy
    }

    fn profile(&self) -> Profile {
        self.profile.clone()
    }

    fn open(&self, options: &Options) -> Result<ReferenceGuard, Rejected> {
        let options = self.profile.effective(options);
        let model = if self.policy == Policy::NoProgress {
            let config = progress::Config::parse(&options).map_err(|error| Rejected(error.to_string()))?;
            Model::Progress(Box::new(progress::Model::new(config, &self.profile).explaining(false)))
        } else {
            let config = repeat::Config::parse(&options, &self.profile.choices).map_err(|error| Rejected(error.to_string()))?;
            Model::Repeat(Box::new(repeat::Model::new(config, &self.profile).explaining(false)))
        };
        Ok(ReferenceGuard { model, keys: [RandomState::new(), RandomState::new()] })
    }
}

/// One run of a reference model, as a guard.
#[derive(Debug)]
pub struct ReferenceGuard {
    model: Model,
    /// Random a run, so that no fingerprint can be looked up or compared between runs (`progress.event.keyed`).
    keys: [RandomState; 2],
}

#[derive(Debug)]
enum Model {
    Progress(Box<progress::Model>),
    Repeat(Box<repeat::Model>),
}

impl ReferenceGuard {
    fn step(&mut self, action: &Action) -> Reply {
        match &mut self.model {
            Model::Progress(model) => model.step(action).reply,
            Model::Repeat(model) => model.step(action).reply,
        }
    }
}

impl Guard for ReferenceGuard {
    fn external_input(&mut self, input: &Input) {
        self.step(&Action::Input(input.clone()));
    }

    fn history_rewritten(&mut self, keep: usize) {
        self.step(&Action::Rewrite(Rewrite { keep }));
    }

    fn drive(&mut self, round: &Round) -> Facts {
        let Reply::Facts(mut facts) = self.step(&Action::Round(round.clone())) else { return Facts::default() };
        for event in &mut facts.events {
            // The model names bundles within a run; outside, a keyed hash of that name stands for it.
            let [one, other] = &self.keys;
            event.fingerprint = event.fingerprint.as_ref().map(|name| format!("{:016x}{:016x}", one.hash_one(name), other.hash_one(name)));
        }
        facts
    }
}
