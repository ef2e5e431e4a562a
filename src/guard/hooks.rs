//! Guards that are two hooks a call: *before* it runs and *after*.

use std::fmt;

use crate::guard::Guard;
use crate::step::{Call, Facts, Input, Notice, Outcome, Round};

/// What a *before* hook decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Before {
    /// The call is answered with this text instead of running.
    Refuse(String),
    /// The call runs.
    Run,
    /// The run or turn ends before the call runs, with this text.
    Stop(String),
}

/// What an *after* hook decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum After {
    /// The result stays as it is.
    Nothing,
    /// A message after the round's results.
    Say(Notice),
    /// The model is shown this text instead of the result.
    Show(String),
    /// The run or turn ends after this call, with this text.
    Stop(String),
}

/// A guard made of two hooks over a state; see [`hooks`] and [`hooks_parallel`].
pub struct Hooks<S, B, A> {
    state: S,
    before: B,
    after: A,
    input: fn(&mut S, &Input),
    rewrite: fn(&mut S, usize),
    parallel: bool,
}

impl<S: fmt::Debug, B, A> fmt::Debug for Hooks<S, B, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hooks").field("state", &self.state).field("parallel", &self.parallel).finish_non_exhaustive()
    }
}

/// A guard whose host runs calls one after the other: before, run, after, next call (`execution: sequential`).
///
/// ```
/// use loopspec::guard::{After, Before, hooks};
///
/// // Remembers the last argument text and refuses the same text twice in a row.
/// let guard = hooks(
///     Vec::new(),
///     |last: &mut Vec<u8>, call| if *last == call.args { Before::Refuse("again".into()) } else { Before::Run },
///     |last, call, _outcome| { last.clone_from(&call.args); After::Nothing },
/// )
/// .on_input(|last, _input| last.clear());
/// # let _ = guard;
/// ```
pub fn hooks<S, B, A>(state: S, before: B, after: A) -> Hooks<S, B, A>
where
    B: FnMut(&mut S, &Call) -> Before,
    A: FnMut(&mut S, &Call, &Outcome) -> After,
{
    Hooks { state, before, after, input: |_, _| (), rewrite: |_, _| (), parallel: false }
}

/// A guard whose host asks *before* for all calls of a round, runs them together, and tells *after* in completion order.
pub fn hooks_parallel<S, B, A>(state: S, before: B, after: A) -> Hooks<S, B, A>
where
    B: FnMut(&mut S, &Call) -> Before,
    A: FnMut(&mut S, &Call, &Outcome) -> After,
{
    Hooks { parallel: true, ..hooks(state, before, after) }
}

impl<S, B, A> Hooks<S, B, A> {
    /// What happens to the state on external input; nothing by default.
    #[must_use]
    pub fn on_input(mut self, input: fn(&mut S, &Input)) -> Self {
        self.input = input;
        self
    }

    /// What happens to the state when the history was rewritten; nothing by default.
    #[must_use]
    pub fn on_rewrite(mut self, rewrite: fn(&mut S, usize)) -> Self {
        self.rewrite = rewrite;
        self
    }
}

impl<S, B, A> Guard for Hooks<S, B, A>
where
    B: FnMut(&mut S, &Call) -> Before,
    A: FnMut(&mut S, &Call, &Outcome) -> After,
{
    fn external_input(&mut self, input: &Input) {
        (self.input)(&mut self.state, input);
    }

    fn history_rewritten(&mut self, keep: usize) {
        (self.rewrite)(&mut self.state, keep);
    }

    fn drive(&mut self, round: &Round) -> Facts {
        let mut facts = Facts::default();
        let order = if self.parallel { round.completion() } else { (0..round.calls().len()).collect() };
        if self.parallel {
            for call in round.calls() {
                if !self.admit(call, &mut facts) {
                    return stopped_before(round, facts);
                }
            }
        }
        for at in order {
            let call = &round.calls()[at];
            if !self.parallel && !self.admit(call, &mut facts) {
                return facts;
            }
            if facts.refused.contains(&call.id) {
                continue;
            }
            let Some(outcome) = &round.results()[at] else { continue };
            match (self.after)(&mut self.state, call, outcome) {
                After::Nothing => {}
                After::Say(notice) => facts.notices.push(notice),
                After::Show(text) if text == outcome.visible => {}
                After::Show(text) => {
                    facts.shown.insert(call.id.clone(), text);
                }
                After::Stop(text) => {
                    facts.stop = Some(text);
                    return facts;
                }
            }
        }
        facts
    }
}

impl<S, B, A> Hooks<S, B, A>
where
    B: FnMut(&mut S, &Call) -> Before,
{
    /// `false` when the run ends before this call.
    fn admit(&mut self, call: &Call, facts: &mut Facts) -> bool {
        let (text, goes_on) = match (self.before)(&mut self.state, call) {
            Before::Run => return true,
            Before::Refuse(text) => (text, true),
            Before::Stop(text) => {
                facts.stop = Some(text.clone());
                (text, false)
            }
        };
        facts.refused.push(call.id.clone());
        facts.shown.insert(call.id.clone(), text);
        goes_on
    }
}

/// A host that asks before it runs anything runs nothing once it was told to stop.
fn stopped_before(round: &Round, mut facts: Facts) -> Facts {
    let text = facts.stop.clone().unwrap_or_default();
    for call in round.calls() {
        if !facts.refused.contains(&call.id) {
            facts.refused.push(call.id.clone());
            facts.shown.insert(call.id.clone(), text.clone());
        }
    }
    facts
}
