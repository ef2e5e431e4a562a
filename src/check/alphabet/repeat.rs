//! Policy A's mapper.

use super::symbol::Symbol;
use super::values::{ASIDE, Value, aside, bookkeeping, run_name};
use crate::step::{Action, Call, Input, Options, Outcome, Rewrite, Round, Status, Step};

/// The current call, the one before it, and the number of the next fresh one.
#[derive(Clone, Debug)]
pub(super) struct Mapper {
    options: Options,
    current: Value,
    previous: Value,
    fresh: usize,
    runs: usize,
}

impl Mapper {
    pub(super) fn new(options: Options) -> Self {
        Self { options, current: Value::new(0), previous: Value::new(1), fresh: 2, runs: 0 }
    }

    pub(super) fn run(&self) -> String {
        run_name(self.runs)
    }

    pub(super) fn open(&self) -> Step {
        Step::within(self.run(), Action::Open(self.options.clone()))
    }

    fn go(&mut self, to: Value) {
        self.previous = std::mem::replace(&mut self.current, to);
    }

    fn fresh(&mut self) -> Value {
        self.fresh += 1;
        Value::new(self.fresh - 1)
    }

    /// A call of a tool that is not followed.
    fn beside(&self, id: &str, tool: Option<&str>) -> Call {
        Call::new(id, tool.unwrap_or(ASIDE), "{}")
    }

    pub(super) fn step(&mut self, symbol: Symbol) -> Step {
        let same = self.current;
        let ok = |calls: Vec<Call>| round(calls, Status::Ok);
        let action = match symbol {
            Symbol::Same => ok(vec![same.call(1, None)]),
            Symbol::Respelled(spelling) => ok(vec![same.call(1, Some(spelling))]),
            Symbol::WithStatus(status) => round(vec![same.call(1, None)], status),
            Symbol::Prose => {
                let mut round = Round::new([(same.call(1, None), Some(Outcome::ok("ok")))]);
                round.prose = Some("Let me look.".to_owned());
                Action::Round(round)
            }
            Symbol::SameSame => ok(vec![same.call(1, None), same.call(2, None)]),
            Symbol::SameSameSame => ok(vec![same.call(1, None), same.call(2, None), same.call(3, None)]),
            Symbol::PermutedCompletion => {
                let calls = [1, 2].map(|id| (same.call(id, None), Some(Outcome::ok("ok"))));
                Action::Round(Round::new(calls).completing(["c2", "c1"]))
            }
            Symbol::SameBookkeepingSame => ok(vec![same.call(1, None), self.beside("c2", bookkeeping(&self.options)), same.call(3, None)]),
            Symbol::SameFresh => {
                let fresh = self.fresh();
                self.go(fresh);
                ok(vec![same.call(1, None), fresh.call(2, None)])
            }
            Symbol::FreshBack => {
                // Afterwards the current call is what it was.
                let fresh = self.fresh();
                self.previous = fresh;
                ok(vec![fresh.call(1, None), same.call(2, None)])
            }
            Symbol::Other => {
                let fresh = self.fresh();
                self.go(fresh);
                ok(vec![fresh.call(1, None)])
            }
            Symbol::OtherTool => {
                self.go(same.on_other_tool());
                ok(vec![self.current.call(1, None)])
            }
            Symbol::Near(near) => {
                self.go(same.near(near));
                ok(vec![self.current.call(1, None)])
            }
            Symbol::Back => {
                self.go(self.previous);
                ok(vec![self.current.call(1, None)])
            }
            Symbol::Bookkeeping => ok(vec![self.beside("c1", bookkeeping(&self.options))]),
            Symbol::Excluded => ok(vec![self.beside("c1", aside(self.options.exclude.as_ref()))]),
            Symbol::Input(kind) => Action::Input(Input { kind, text: "look elsewhere".to_owned() }),
            Symbol::Rewrite => Action::Rewrite(Rewrite { keep: 1 }),
            Symbol::NewRun => {
                self.runs += 1;
                Action::Open(self.options.clone())
            }
            Symbol::Resume => Action::Open(self.options.clone()),
            // What only policy B tells apart is the same call here.
            _ => ok(vec![same.call(1, None)]),
        };
        Step::within(self.run(), action)
    }
}

fn round(calls: Vec<Call>, status: Status) -> Action {
    Action::Round(Round::new(calls.into_iter().map(|call| (call, Some(Outcome { status, ..Outcome::ok("ok") })))))
}
