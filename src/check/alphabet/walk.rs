//! A word being turned into a case, the reference deciding beside it.

use super::symbol::Symbol;
use super::{progress, repeat};
use crate::policy::{Decision, NoModel, Reference, Standing};
use crate::step::{Facts, Options, Policy, Profile, Reply, Step, Tier};

/// Where a word has got to: the mapper's values and the reference's runs.
#[derive(Clone, Debug)]
pub struct Walk {
    mapper: Mapper,
    reference: Reference,
}

#[derive(Clone, Debug)]
enum Mapper {
    Progress(progress::Mapper),
    Repeat(repeat::Mapper),
}

impl Mapper {
    fn open(&self) -> Step {
        match self {
            Self::Progress(mapper) => mapper.open(),
            Self::Repeat(mapper) => mapper.open(),
        }
    }
}

/// An answer without what is absolute in it: no ids, no texts, counts only as far as they matter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seen {
    pub(crate) reminders: Vec<(Option<Tier>, Option<u64>)>,
    pub(crate) refuses: bool,
    pub(crate) stops: bool,
    pub(crate) ended: bool,
    pub(crate) events: Vec<(Option<String>, Option<u64>)>,
}

impl Walk {
    /// Before the first symbol, the first run just opened.
    ///
    /// # Errors
    /// [`NoModel`] for `any` and `identity`.
    pub fn new(policy: Policy, profile: &Profile, options: &Options) -> Result<Self, NoModel> {
        Ok(Self::beside(Reference::new(policy, profile)?, policy, options))
    }

    /// The steps of a word, an `open` before them.
    ///
    /// # Errors
    /// [`NoModel`] for `any` and `identity`.
    pub(super) fn steps(
        policy: Policy,
        profile: &Profile,
        options: &Options,
        word: impl IntoIterator<Item = Symbol>,
    ) -> Result<Vec<Step>, NoModel> {
        let mut walk = Self::beside(Reference::answering(policy, profile)?, policy, options);
        let mut steps = vec![walk.open()];
        steps.extend(word.into_iter().map(|symbol| match &mut walk.mapper {
            // What is decided changes nothing of what comes next.
            Mapper::Repeat(mapper) => mapper.step(symbol),
            Mapper::Progress(_) => walk.step(symbol).0,
        }));
        Ok(steps)
    }

    fn beside(mut reference: Reference, policy: Policy, options: &Options) -> Self {
        let mapper = match policy {
            Policy::NoProgress => Mapper::Progress(progress::Mapper::new(options.clone())),
            _ => Mapper::Repeat(repeat::Mapper::new(options.clone())),
        };
        reference.step(&mapper.open());
        Self { mapper, reference }
    }

    /// The step that opens the first run.
    pub fn open(&self) -> Step {
        self.mapper.open()
    }

    /// One symbol further: the concrete step and what the reference decides.
    pub fn step(&mut self, symbol: Symbol) -> (Step, Decision) {
        let step = match &mut self.mapper {
            Mapper::Progress(mapper) => mapper.step(symbol),
            Mapper::Repeat(mapper) => mapper.step(symbol),
        };
        let decision = self.reference.step(&step);
        if let (Mapper::Progress(mapper), Some(_)) = (&mut self.mapper, step.round()) {
            mapper.answered(&decision.reply);
        }
        (step, decision)
    }

    /// Where the current run stands: all that the rest of a word depends on.
    pub fn standing(&self) -> Standing {
        let run = match &self.mapper {
            Mapper::Progress(mapper) => mapper.run(),
            Mapper::Repeat(mapper) => mapper.run(),
        };
        self.reference.standing(&run)
    }

    /// An answer as the machine sees it.
    pub fn seen(&self, reply: &Reply) -> Seen {
        let far = self.standing().horizon + 1;
        let clamped = |count: Option<u64>| count.map(|count| count.min(far));
        let Reply::Facts(facts) = reply else {
            return Seen { ended: true, ..Seen::of(&Facts::default(), clamped) };
        };
        Seen::of(facts, clamped)
    }
}

impl Seen {
    fn of(facts: &Facts, clamped: impl Fn(Option<u64>) -> Option<u64>) -> Self {
        Self {
            reminders: facts.notices.iter().map(|notice| (notice.tier, clamped(notice.count))).collect(),
            refuses: !facts.refused.is_empty(),
            stops: facts.stop.is_some(),
            ended: false,
            events: facts.events.iter().map(|event| (event.kind.clone(), clamped(event.repeat_count))).collect(),
        }
    }
}
