//! Policy B to use.

use std::collections::BTreeMap;

use crate::guard::{Admission, Closing, Guard, MakeGuard, Rejected, Shown};
use crate::identity::{CallKey, ChainBundle, FingerprintKey, KeyChoices};
use crate::policy::progress::{Config, Escalation, refusal, same_observation, warning};
use crate::step::{Call, GuardEvent, Implementation, Input, Notice, Options, Outcome, Policy};

/// Warns of a round that brought the same results again, then refuses it or stops. Choices are the reference's.
///
/// ```
/// use loopspec::guard::Guard;
/// use loopspec::guard::ready::NoProgressGuard;
/// use loopspec::policy::progress::Config;
/// use loopspec::step::{Call, Options, Outcome};
///
/// let mut guard = NoProgressGuard::new(Config::parse(&Options::default())?);
/// let calls = [Call::new("c1", "ls", "{}")];
/// for warnings in [0, 1] {
///     assert!(guard.begin_round(&calls, None).refused.is_empty());
///     guard.settle(&calls[0], &Outcome::ok("nothing"));
///     assert_eq!(guard.end_round().notices.len(), warnings);
/// }
/// assert_eq!(guard.begin_round(&calls, None).refused.len(), 1);
/// # Ok::<(), loopspec::policy::progress::ConfigError>(())
/// ```
#[derive(Clone, Debug)]
pub struct NoProgressGuard {
    config: Config,
    bundle: ChainBundle,
    /// How often the bundle was asked for with the same observations; 0 when there is none.
    count: u64,
    armed: bool,
    round: Round,
    /// Random a run: a fingerprint can neither be looked up nor compared between runs (`progress.event.keyed`).
    secret: FingerprintKey,
}

/// The calls that run, and what they bring.
#[derive(Clone, Debug, Default)]
struct Round {
    is_watched: bool,
    len: usize,
    slots: Vec<Slot>,
    /// Where the call stands that is expected to settle next.
    next: usize,
    /// Whether bundle and observations are the last ones so far.
    same: bool,
    /// Places of the calls, sorted by id.
    by_id: Vec<usize>,
}

#[derive(Clone, Debug, Default)]
struct Slot {
    id: String,
    /// This round's observation when `settled`, else the last round's.
    observation: String,
    settled: bool,
}

impl NoProgressGuard {
    /// A run that has seen nothing.
    pub fn new(config: Config) -> NoProgressGuard {
        let secret = FingerprintKey::random();
        NoProgressGuard { config, bundle: ChainBundle::new(), count: 0, armed: false, round: Round::default(), secret }
    }

    fn forget(&mut self) {
        self.bundle.forget();
        (self.count, self.armed) = (0, false);
    }

    fn refuse(&mut self, calls: &[Call]) -> Admission {
        let tools = self.tools();
        let text = refusal(&tools, self.count);
        let stop = (self.config.escalation() == Escalation::Stop).then(|| text.clone());
        Admission { events: vec![self.event("block", tools)], stop, ..Admission::refuse_all(calls, text) }
    }

    fn tools(&self) -> Vec<String> {
        self.bundle.calls().map(|(tool, _)| tool.to_owned()).collect()
    }

    fn event(&self, kind: &str, tools: Vec<String>) -> GuardEvent {
        let bundle: Vec<CallKey> = self.bundle.calls().map(|(tool, args)| CallKey::new(tool, args, &KeyChoices::default())).collect();
        GuardEvent {
            kind: Some(kind.to_owned()),
            repeat_count: Some(self.count),
            tools: Some(tools),
            fingerprint: Some(self.secret.of(&bundle).to_string()),
            other: BTreeMap::new(),
        }
    }
}

impl Guard for NoProgressGuard {
    fn begin_round(&mut self, calls: &[Call], _prose: Option<&str>) -> Admission {
        if std::mem::take(&mut self.round.is_watched) {
            // The host never ended the last round.
            self.forget();
        }
        let exempt = |call: &Call| self.config.exempt().iter().any(|pattern| pattern.matches(&call.tool));
        if self.round.is_malformed(calls) || calls.iter().any(exempt) {
            self.forget();
            return Admission::proceed();
        }
        let same = self.bundle.follow(calls.iter().map(|call| (call.tool.as_str(), call.args.as_slice())));
        if same && self.armed {
            self.count += 1;
            return self.refuse(calls);
        }
        self.round.begin(calls, same);
        Admission::proceed()
    }

    fn settle(&mut self, call: &Call, outcome: &Outcome) -> Shown {
        if self.round.is_watched {
            self.round.settle(call, &outcome.visible, &self.config);
        }
        Shown::AsIs
    }

    fn end_round(&mut self) -> Closing {
        if !std::mem::take(&mut self.round.is_watched) {
            return Closing::silent();
        }
        if !self.round.is_complete() {
            self.forget();
            return Closing::silent();
        }
        if self.round.same {
            self.count += 1;
        } else {
            (self.count, self.armed) = (1, false);
        }
        if self.count != self.config.warn_after() {
            return Closing::silent();
        }
        self.armed = self.config.escalation() != Escalation::Warn;
        let tools = self.tools();
        let notice = Notice { count: Some(self.count), ..Notice::user(warning(&tools, self.count)) };
        Closing { events: vec![self.event("warn", tools)], ..Closing::notice(notice) }
    }

    fn external_input(&mut self, _input: &Input) {
        self.forget();
    }
}

impl Round {
    /// Whether an id is empty or comes twice.
    fn is_malformed(&mut self, calls: &[Call]) -> bool {
        let id = |&place: &usize| calls[place].id.as_str();
        self.by_id.clear();
        self.by_id.extend(0..calls.len());
        self.by_id.sort_unstable_by(|one, other| id(one).cmp(id(other)));
        self.by_id.first().is_some_and(|first| id(first).is_empty()) || self.by_id.windows(2).any(|pair| id(&pair[0]) == id(&pair[1]))
    }

    fn begin(&mut self, calls: &[Call], same: bool) {
        if self.slots.len() < calls.len() {
            self.slots.resize_with(calls.len(), Slot::default);
        }
        for (slot, call) in self.slots.iter_mut().zip(calls) {
            slot.id.clone_from(&call.id);
            slot.settled = false;
        }
        (self.is_watched, self.len, self.next, self.same) = (true, calls.len(), 0, same);
    }

    fn settle(&mut self, call: &Call, visible: &str, config: &Config) {
        let slots = &mut self.slots[..self.len];
        // Most calls settle in the model's order; the others are looked up.
        let id = |slot: &Slot| slot.id == call.id;
        let place = if slots.get(self.next).is_some_and(id) {
            Some(self.next)
        } else {
            self.by_id.binary_search_by(|&place| slots[place].id.as_str().cmp(&call.id)).ok().map(|at| self.by_id[at])
        };
        let Some(slot) = place.and_then(|place| slots.get_mut(place)).filter(|slot| !slot.settled) else { return };
        self.next = place.map_or(0, |place| place + 1);
        slot.settled = true;
        if slot.observation != visible {
            self.same = self.same && same_observation(&slot.observation, visible, &config.ignored_members(&call.tool));
            visible.clone_into(&mut slot.observation);
        }
    }

    fn is_complete(&self) -> bool {
        self.slots[..self.len].iter().all(|slot| slot.settled)
    }
}

/// Makes [`NoProgressGuard`]s.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProgressMaker;

impl MakeGuard for NoProgressMaker {
    type Guard = NoProgressGuard;

    fn implementation(&self) -> Implementation {
        Implementation {
            name: "loopspec ready no-progress".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            language: "rust".to_owned(),
        }
    }

    fn policy(&self) -> Policy {
        Policy::NoProgress
    }

    fn open(&self, options: &Options) -> Result<NoProgressGuard, Rejected> {
        Config::parse(options).map(NoProgressGuard::new).map_err(|error| Rejected(error.to_string()))
    }
}
