//! Policy B's mapper: rounds of two calls and their observations.

use super::symbol::{Near, Symbol};
use super::values::{ASIDE, Value, aside, run_name};
use crate::step::{Action, Call, Facts, Input, Options, Outcome, Reply, Rewrite, Round, Status, Step};

/// The current round with what its calls were last seen to give, the round before it, and the next fresh numbers.
#[derive(Clone, Debug)]
pub(super) struct Mapper {
    options: Options,
    current: Bundle,
    previous: Bundle,
    /// Observations, by place in the round.
    seen: [usize; 3],
    /// What was seen before the last step: a refused round delivers nothing.
    before: [usize; 3],
    fresh: usize,
    runs: usize,
}

/// Which calls, in which order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bundle {
    first: Value,
    last: Value,
    /// A third one stands between them.
    is_long: bool,
}

impl Mapper {
    pub(super) fn new(options: Options) -> Self {
        let bundle = |number| Bundle { first: Value::new(number), last: Value::new(number + 1), is_long: false };
        Self { options, current: bundle(0), previous: bundle(2), seen: [0, 1, 2], before: [0, 1, 2], fresh: 4, runs: 0 }
    }

    pub(super) fn run(&self) -> String {
        run_name(self.runs)
    }

    pub(super) fn open(&self) -> Step {
        Step::within(self.run(), Action::Open(self.options.clone()))
    }

    fn go(&mut self, to: Bundle) {
        self.previous = std::mem::replace(&mut self.current, to);
    }

    fn fresh(&mut self) -> usize {
        self.fresh += 1;
        self.fresh - 1
    }

    pub(super) fn step(&mut self, symbol: Symbol) -> Step {
        self.before = self.seen;
        let Bundle { first, last, is_long } = self.current;
        match symbol {
            Symbol::Changed => self.seen[0] = self.fresh(),
            Symbol::ChangedLast => self.seen[2] = self.fresh(),
            Symbol::Other => {
                let (first, last) = (Value::new(self.fresh()), Value::new(self.fresh()));
                self.go(Bundle { first, last, is_long });
            }
            Symbol::Back => self.go(self.previous),
            Symbol::MemberFirst => {
                let first = Value::new(self.fresh());
                self.go(Bundle { first, ..self.current });
            }
            Symbol::MemberLast => {
                let last = Value::new(self.fresh());
                self.go(Bundle { last, ..self.current });
            }
            Symbol::OtherTool => self.go(Bundle { first: first.on_other_tool(), ..self.current }),
            Symbol::Near(near) => self.go(Bundle { last: last.near(near), ..self.current }),
            Symbol::PermutedCalls => self.go(Bundle { first: last, last: first, is_long }),
            Symbol::Size => self.go(Bundle { is_long: !is_long, ..self.current }),
            Symbol::NewRun => self.runs += 1,
            _ => {}
        }
        let action = match symbol {
            Symbol::Input(kind) => Action::Input(Input { kind, text: "look elsewhere".to_owned() }),
            Symbol::Rewrite => Action::Rewrite(Rewrite { keep: 1 }),
            Symbol::NewRun | Symbol::Resume => Action::Open(self.options.clone()),
            _ => Action::Round(self.round(symbol)),
        };
        Step::within(self.run(), action)
    }

    fn round(&self, symbol: Symbol) -> Round {
        let spelling = if let Symbol::Respelled(spelling) = symbol { Some(spelling) } else { None };
        let status = if let Symbol::WithStatus(status) = symbol { status } else { Status::Ok };
        let Bundle { first, last, is_long } = self.current;
        let outcome = |seen: usize| Outcome { status, ..Outcome::ok(format!("rows {seen}")) };
        let mut calls = vec![(first.call(1, spelling), Some(outcome(self.seen[0])))];
        if is_long {
            // The middle one looks like the first one.
            calls.push((first.near(Near::Deep).call(2, spelling), Some(outcome(self.seen[1]))));
        }
        calls.push((last.call(3, spelling), Some(outcome(self.seen[2]))));
        match symbol {
            Symbol::Exempt => calls.push((Call::new("c4", aside(self.options.exempt.as_ref()).unwrap_or(ASIDE), "{}"), Some(outcome(0)))),
            Symbol::Incomplete => calls[0].1 = None,
            Symbol::Malformed => calls[0].0.id = "c3".to_owned(),
            _ => {}
        }
        let mut round = Round::new(calls);
        if symbol == Symbol::PermutedCompletion {
            let ids: Vec<String> = round.calls().iter().rev().map(|call| call.id.clone()).collect();
            round = round.completing(ids);
        }
        round.prose = (symbol == Symbol::Prose).then(|| "Let me look.".to_owned());
        round
    }

    /// A round that was refused, or came after a stop, delivered nothing.
    pub(super) fn answered(&mut self, reply: &Reply) {
        let delivered = matches!(reply, Reply::Facts(Facts { refused, .. }) if refused.is_empty());
        if !delivered {
            self.seen = self.before;
        }
    }
}
