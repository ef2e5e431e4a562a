//! The trait over which any implementation is checked.

use std::fmt;

use crate::step::{Call, Facts, GuardEvent, Implementation, Input, Notice, Outcome, Policy, Profile, Round};

/// One run of one guard.
///
/// A value of this type *is* a run: whatever it remembers begins with it and ends with it (`run.fresh`). Two values made by
/// one [`MakeGuard`] know nothing of each other (`run.isolated`).
///
/// # What is called, and when
///
/// A host calls, for every model response that holds calls:
///
/// 1. [`begin_round`](Guard::begin_round) once, with all calls in the model's order, **before anything executes**. The answer
///    admits the calls, refuses some or all of them, or ends the run.
/// 2. [`settle`](Guard::settle) once for every call that ran and finished, **in completion order**, which may differ from the
///    model's (`progress.completion-order`). Denied, disabled and failed calls settle too (`repeat.counts.denied`); refused calls
///    do not, since nothing came of them, and a call that never finishes does not either.
/// 3. [`end_round`](Guard::end_round) once, when every call that will settle has (`progress.barrier`). Notices
///    given here stand after all results (`repeat.reminder.after-results`).
///
/// Between rounds, [`external_input`](Guard::external_input) tells of new material (`repeat.reset.steer`), and
/// [`history_rewritten`](Guard::history_rewritten) of a compaction (`repeat.reset.not-rewrite`). A guard's own notices are never told to it.
/// After a stop nothing is called until the next external input.
///
/// # What a guard promises
///
/// - It always answers on ordinary input, up to 64 levels of nesting and 64 KiB: no panic, no hang (`run.inert`). The kit catches
///   a panic and reports it as a failure of that rule.
/// - It decides on what it was told, not on time, chance or other runs: the same steps get the same answers.
/// - Call ids are unique within a round only; a later round may bring them again (`identity.call-id`).
/// - It never changes what it was given; what the model sees instead of a result is said in [`Shown`].
///
/// # Example
///
/// A guard that speaks up whenever a call is the same as the one before, whatever its spelling:
///
/// ```
/// use loopspec::guard::{Admission, Closing, Guard};
/// use loopspec::identity::{CallKey, KeyChoices};
/// use loopspec::step::{Call, Input, Notice};
///
/// #[derive(Default)]
/// struct Echo { last: Option<CallKey>, repeated: bool }
///
/// impl Guard for Echo {
///     fn begin_round(&mut self, calls: &[Call], _prose: Option<&str>) -> Admission {
///         self.repeated = false;
///         for call in calls {
///             let key = Some(CallKey::new(&call.tool, &call.args, &KeyChoices::default()));
///             self.repeated |= self.last == key;
///             self.last = key;
///         }
///         Admission::proceed()
///     }
///
///     fn end_round(&mut self) -> Closing {
///         if self.repeated { Closing::notice(Notice::user("That was the same call again.")) } else { Closing::silent() }
///     }
///
///     fn external_input(&mut self, _input: &Input) {
///         self.last = None;
///     }
/// }
/// # let mut echo = Echo::default();
/// # let round = loopspec::step::Round::new([(Call::new("c1", "ls", "{}"), None), (Call::new("c2", "ls", "{ }"), None)]);
/// # assert_eq!(echo.drive(&round).notices.len(), 1);
/// ```
///
/// # The same guard, wrong
///
/// Counting in `settle` looks natural, since real hosts have an *after* hook, and is wrong twice: calls settle in completion
/// order, so two slow copies around a quick other call look consecutive (`repeat.chain.model-order`), and a call that never
/// finishes is not seen at all (`repeat.chain.result-blind`):
///
/// ```
/// use loopspec::guard::{Guard, Shown};
/// use loopspec::step::{Call, Outcome};
///
/// struct Wrong { last: Vec<u8>, repeated: bool }
///
/// impl Guard for Wrong {
///     fn settle(&mut self, call: &Call, _outcome: &Outcome) -> Shown {
///         self.repeated |= self.last == call.args; // also: the raw text is no identity (`identity.key-order`)
///         self.last.clone_from(&call.args);
///         Shown::AsIs
///     }
/// }
/// ```
pub trait Guard {
    /// All calls of a model response, before anything executes. `prose` is the text beside them; it takes part in nothing
    /// (`repeat.reset.not-prose`, `progress.bundle.not-prose`).
    fn begin_round(&mut self, calls: &[Call], prose: Option<&str>) -> Admission {
        let _ = (calls, prose);
        Admission::proceed()
    }

    /// One call finished. The answer says what the model is shown for it.
    fn settle(&mut self, call: &Call, outcome: &Outcome) -> Shown {
        let _ = (call, outcome);
        Shown::AsIs
    }

    /// Every call that will settle has.
    fn end_round(&mut self) -> Closing {
        Closing::silent()
    }

    /// New material entered the conversation: the user steered or followed up, or another extension added a message.
    fn external_input(&mut self, input: &Input) {
        let _ = input;
    }

    /// All but the last `keep` rounds were replaced by a summary.
    fn history_rewritten(&mut self, keep: usize) {
        let _ = keep;
    }

    /// Drives a whole round and tells what could be observed. Guards leave this as it is; shapes with another host, such as
    /// [`hooks`](crate::guard::hooks) whose calls run one after the other, replace it.
    fn drive(&mut self, round: &Round) -> Facts {
        drive_parallel(self, round)
    }
}

/// Makes the runs of one implementation.
///
/// A maker is a process of the guard's users: what they build once (a plugin, a middleware) it holds, what they build a run
/// (a session, a thread) it builds in [`open`](MakeGuard::open).
pub trait MakeGuard {
    /// One run.
    type Guard: Guard;

    /// Who this is.
    fn implementation(&self) -> Implementation;

    /// The policy that it claims.
    fn policy(&self) -> Policy;

    /// What it has, hears, takes and chose; the default is the reference's.
    fn profile(&self) -> Profile {
        Profile::default()
    }

    /// Begins a run.
    ///
    /// # Errors
    /// [`Rejected`] for options that no run can be opened with (`repeat.config.below-two`).
    fn open(&self, options: &crate::step::Options) -> Result<Self::Guard, Rejected>;

    /// The key of a call, for policy `identity` alone; made by [`keys`](crate::guard::keys()).
    ///
    /// # Errors
    /// [`Rejected`] for arguments that have no key, and from everything that is no key function.
    fn key(&self, tool: Option<&str>, args: &[u8]) -> Result<String, Rejected> {
        let _ = (tool, args);
        Err(Rejected("it is no key function".to_owned()))
    }
}

/// Options that a guard does not open a run with, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected(pub String);

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Rejected {}

/// Whether a round's calls may run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Admission {
    /// Calls that the guard answers itself; they do not run.
    pub refused: Vec<Refusal>,
    /// What an observer is told.
    pub events: Vec<GuardEvent>,
    /// The run or turn ends here, with this text; no call of the round runs, and those that `refused` leaves out are answered
    /// with the same text.
    pub stop: Option<String>,
}

impl Admission {
    /// Everything runs.
    pub fn proceed() -> Self {
        Self::default()
    }

    /// Every call is answered with `text` instead of running.
    pub fn refuse_all(calls: &[Call], text: impl Into<String>) -> Self {
        let text = text.into();
        let refused = calls.iter().map(|call| Refusal { id: call.id.clone(), text: text.clone() }).collect();
        Self { refused, ..Self::default() }
    }
}

/// A call that does not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The call's id.
    pub id: String,
    /// What the model is shown as its result.
    pub text: String,
}

/// What the model is shown for a result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    /// The result as it is.
    #[default]
    AsIs,
    /// This text instead.
    Instead(String),
}

/// How a round ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Closing {
    /// Messages after all results.
    pub notices: Vec<Notice>,
    /// What an observer is told.
    pub events: Vec<GuardEvent>,
    /// The run or turn ends here, with this text.
    pub stop: Option<String>,
}

impl Closing {
    /// Nothing is said.
    pub fn silent() -> Self {
        Self::default()
    }

    /// One message.
    pub fn notice(notice: Notice) -> Self {
        Self { notices: vec![notice], ..Self::default() }
    }
}

/// Drives a round as a host does that runs all calls of a round together.
fn drive_parallel<G: Guard + ?Sized>(guard: &mut G, round: &Round) -> Facts {
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
