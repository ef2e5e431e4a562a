//! The host's side: drives guards through the steps of a case and notes what can be observed.

use std::collections::BTreeMap;

use crate::guard::{Guard, MakeGuard};
use crate::step::{Action, Case, Options, Reply, Step};

/// The replies of a maker's guards to a case, to be compared with another's: each fingerprint is the place where its run had it first, since
/// fingerprints are keyed by run (`progress.event.keyed`).
pub fn replies<M: MakeGuard>(maker: &M, case: &Case) -> Vec<Reply> {
    let mut host = Host::new(maker);
    let mut seen: Vec<(&str, String)> = Vec::new();
    let mut replies: Vec<Reply> = case.steps.iter().map(|step| host.step(step)).collect();
    for (step, reply) in case.steps.iter().zip(&mut replies) {
        let Reply::Facts(facts) = reply else { continue };
        for fingerprint in facts.events.iter_mut().filter_map(|event| event.fingerprint.as_mut()) {
            let name = (step.run.as_str(), fingerprint.clone());
            let place = seen.iter().position(|known| *known == name).unwrap_or(seen.len());
            seen.push(name);
            *fingerprint = place.to_string();
        }
    }
    replies
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
        if let Action::Key(asked) = &step.action {
            let key = self.maker.key(asked.tool.as_deref(), &asked.args);
            return key.map_or_else(|rejected| Reply::Rejected(rejected.0), Reply::Key);
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
