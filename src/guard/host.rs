//! The host's side: drives guards through the steps of a case and notes what can be observed.

use std::collections::BTreeMap;

use crate::guard::{Guard, MakeGuard, Shown};
use crate::step::{Action, Facts, Options, Reply, Round, Step};

/// Drives a round as a host does that runs all calls of a round together.
pub fn drive_parallel<G: Guard + ?Sized>(guard: &mut G, round: &Round) -> Facts {
    let admission = guard.begin_round(round.calls(), round.prose.as_deref());
    let mut facts = Facts { events: admission.events, stop: admission.stop, ..Facts::default() };
    for refusal in admission.refused {
        facts.refused.push(refusal.id.clone());
        facts.shown.insert(refusal.id, refusal.text);
    }
    if let Some(stop) = facts.stop.clone() {
        for call in round.calls() {
            if !facts.refused.contains(&call.id) {
                facts.refused.push(call.id.clone());
                facts.shown.insert(call.id.clone(), stop.clone());
            }
        }
        return facts;
    }
    for at in round.completion() {
        let call = &round.calls()[at];
        let Some(outcome) = round.results()[at].as_ref().filter(|_| !facts.refused.contains(&call.id)) else { continue };
        if let Shown::Instead(text) = guard.settle(call, outcome)
            && text != outcome.visible
        {
            facts.shown.insert(call.id.clone(), text);
        }
    }
    let closing = guard.end_round();
    facts.notices = closing.notices;
    facts.events.extend(closing.events);
    facts.stop = closing.stop;
    facts
}

/// The runs of one case over one maker.
#[derive(Debug)]
pub struct Host<'m, M: MakeGuard> {
    maker: &'m M,
    runs: BTreeMap<String, Run<M::Guard>>,
}

#[derive(Debug)]
struct Run<G> {
    /// None when the options were rejected.
    guard: Option<G>,
    stopped: bool,
}

impl<'m, M: MakeGuard> Host<'m, M> {
    /// A case in which nothing has happened.
    pub fn new(maker: &'m M) -> Self {
        Self { maker, runs: BTreeMap::new() }
    }

    /// One step. A run that was never opened opens with the defaults.
    pub fn step(&mut self, step: &Step) -> Reply {
        if let Action::Open(options) = &step.action {
            return self.open(&step.run, options);
        }
        if !self.runs.contains_key(&step.run) {
            let reply = self.open(&step.run, &Options::default());
            if reply != Reply::silent() {
                return reply;
            }
        }
        let Some(run) = self.runs.get_mut(&step.run) else { return Reply::Ended };
        let Some(guard) = run.guard.as_mut() else { return Reply::Ended };
        if run.stopped && !matches!(step.action, Action::Input(_)) {
            return Reply::Ended;
        }
        match &step.action {
            Action::Round(round) => {
                let facts = guard.drive(round);
                run.stopped = facts.stop.is_some();
                Reply::Facts(facts)
            }
            Action::Input(input) => {
                run.stopped = false;
                guard.external_input(input);
                Reply::silent()
            }
            Action::Rewrite(rewrite) => {
                guard.history_rewritten(rewrite.keep);
                Reply::silent()
            }
            Action::Key(_) | Action::Open(_) => Reply::silent(),
        }
    }

    fn open(&mut self, name: &str, options: &Options) -> Reply {
        let (guard, reply) = match self.maker.open(options) {
            Ok(guard) => (Some(guard), Reply::silent()),
            Err(rejected) => (None, Reply::Rejected(rejected.0)),
        };
        self.runs.insert(name.to_owned(), Run { guard, stopped: false });
        reply
    }
}
