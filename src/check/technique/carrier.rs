//! What carries a question to a guard without a model: the repetition on which it acts.

use super::measuring::{acts_at, deeds, first_act, observe, open};
use super::stimuli::{alone, call, clearly_other, outcome, second};
use crate::check::card::{Card, Stimulus};
use crate::check::checker::Checker;
use crate::step::{Action, Call, Case, Outcome, Reply, Round, Status, Step};

/// A repetition at whose `t`-th repeat the guard acts first.
#[derive(Clone, Debug)]
pub(super) struct Carrier {
    pub(super) stimulus: Stimulus,
    pub(super) t: u32,
}

/// Tried in this order; the first that carries is taken.
const ORDER: [Stimulus; 6] =
    [Stimulus::SameResult, Stimulus::Errors, Stimulus::Copies, Stimulus::Alternation, Stimulus::Denied, Stimulus::ChangedResult];

/// Two calls that differ in one early letter of a long text: a key that is cut tells them apart, a measure of likeness does not.
const NEAR: [&str; 2] = [
    "{\"query\":\"every place in the source tree where the parsed settings of a session are merged with those of its parent\"}",
    "{\"query\":\"avery place in the source tree where the parsed settings of a session are merged with those of its parent\"}",
];

/// Two calls that differ in the case of a letter and in a blank around the text at once: whoever takes them for one folds texts on purpose, while a key
/// with a slip does one of the two.
const FOLDED: [&str; 2] = ["{\"query\":\"merged settings\"}", "{\"query\":\" Merged settings\"}"];

impl Carrier {
    /// All of a card, in the order in which they are tried.
    pub(super) fn all(card: &Card) -> impl Iterator<Item = Self> {
        let of = |stimulus| {
            let least = if stimulus == Stimulus::Alternation { 3 } else { 2 };
            card.first(stimulus).filter(|t| *t >= least).map(|t| Self { stimulus, t })
        };
        ORDER.into_iter().filter_map(of)
    }

    /// One on which the guard acts, whatever it is that it counts.
    pub(super) fn acting(card: &Card) -> Option<Self> {
        Self::all(card).next()
    }

    /// In words, for the card.
    pub(super) fn words(&self) -> String {
        format!("{} × a, then b ({})", self.t - 1, self.stimulus.words())
    }

    /// A run of `n` repeats: `a` until the last one, which is `last`.
    pub(super) fn run(&self, checker: &Checker<'_>, a: &Call, last: &Call, n: u32, keeps_ids: bool) -> Vec<Step> {
        std::iter::once(open(checker)).chain(self.rounds(a, last, n, keeps_ids).into_iter().map(Step::new)).collect()
    }

    /// The rounds of such a run.
    pub(super) fn rounds(&self, a: &Call, last: &Call, n: u32, keeps_ids: bool) -> Vec<Action> {
        let repeat = |at: u32| {
            let call = if at == n { last } else { a };
            if keeps_ids { call.clone() } else { Call { id: format!("c{at}"), ..call.clone() } }
        };
        let status = match self.stimulus {
            Stimulus::Errors => Status::Error,
            Stimulus::Denied => Status::Denied,
            _ => Status::Ok,
        };
        match self.stimulus {
            Stimulus::Copies => vec![Action::Round(Round::new((1..=n).map(|at| (repeat(at), Some(outcome(status))))))],
            Stimulus::Alternation => {
                let filler = |at: u32| second(&format!("c{at}"), &a.tool);
                (1..=n).map(|at| alone(if (n - at).is_multiple_of(2) { repeat(at) } else { filler(at) }, outcome(status))).collect()
            }
            Stimulus::ChangedResult => (1..=n).map(|at| alone(repeat(at), Outcome::ok(format!("{} lines", at * 3)))).collect(),
            _ => (1..=n).map(|at| alone(repeat(at), outcome(status))).collect(),
        }
    }

    /// Whether identity can be asked with it: the guard acts at the `t`-th repeat each time, and not when the last call is another.
    ///
    /// # Errors
    /// What it seems to count instead.
    pub(super) fn usable(self, checker: &mut Checker<'_>, card: &Card) -> Result<Self, String> {
        let controls = match self.stimulus {
            Stimulus::Errors => [Stimulus::OtherErrors, Stimulus::OtherArguments],
            _ => [Stimulus::OtherTools, Stimulus::OtherArguments],
        };
        for control in controls {
            if let Some(at) = card.first(control).filter(|at| *at <= self.t) {
                let control = control.words().trim_start_matches("control: ");
                return Err(format!("it acts where no call comes twice ({control}, at repeat {at}); what it counts is not the same call"));
            }
        }
        let a = call();
        for _ in 0..3 {
            if exactly(checker, &self, &a, false).is_none() {
                return Err(format!("it does not act at repeat {} of one call each time ({})", self.t, self.stimulus.words()));
            }
            self.silent_at_other(checker, &a, false)?;
        }
        let other_arguments = Call { tool: a.tool.clone(), ..clearly_other(&a, &checker.profile) };
        if self.acts_on(checker, &a, &other_arguments, false)? {
            return Err("it acts on calls of one tool, whatever their arguments".to_owned());
        }
        for alike in [NEAR, FOLDED] {
            let [near, miss] = alike.map(|args| Call::new("c1", "look", args));
            if self.acts_on(checker, &near, &miss, false)? {
                return Err("it takes calls for one that are only alike; what it counts is not the same call".to_owned());
            }
        }
        Ok(self)
    }

    /// That the guard is silent when the last call is clearly another one; what it then answers.
    ///
    /// # Errors
    /// It is not.
    pub(super) fn silent_at_other(&self, checker: &mut Checker<'_>, a: &Call, keeps_ids: bool) -> Result<Vec<Reply>, String> {
        let other = clearly_other(a, &checker.profile);
        let steps = self.run(checker, a, &other, self.t, keeps_ids);
        let (case, got) = observe(checker, "control", steps)?;
        match first_act(&case, &got) {
            None => Ok(got),
            Some(_) => Err(format!(
                "it acts although the last call is another one ({}); what it counts is not the same call",
                self.stimulus.words()
            )),
        }
    }

    fn acts_on(&self, checker: &mut Checker<'_>, a: &Call, last: &Call, keeps_ids: bool) -> Result<bool, String> {
        let steps = self.run(checker, a, last, self.t, keeps_ids);
        let (case, got) = observe(checker, "control", steps)?;
        Ok(acts_at(&case, &got, case.steps.len() - 1))
    }
}

/// What a guard answered to calls that were repeated exactly, each asked once.
#[derive(Default)]
pub(super) struct Exact(Vec<(Call, bool, Option<Vec<Reply>>)>);

impl Exact {
    /// The answers, where the guard acts first at the `t`-th repeat.
    pub(super) fn transcript(&mut self, checker: &mut Checker<'_>, carrier: &Carrier, call: &Call, keeps_ids: bool) -> Option<Vec<Reply>> {
        if let Some((_, _, known)) = self.0.iter().find(|(known, ids, _)| *ids == keeps_ids && known == call) {
            return known.clone();
        }
        let transcript = exactly(checker, carrier, call, keeps_ids);
        self.0.push((call.clone(), keeps_ids, transcript.clone()));
        transcript
    }
}

fn exactly(checker: &mut Checker<'_>, carrier: &Carrier, call: &Call, keeps_ids: bool) -> Option<Vec<Reply>> {
    let steps = carrier.run(checker, call, call, carrier.t, keeps_ids);
    let (case, got) = observe(checker, "control", steps).ok()?;
    if first_act(&case, &got) != Some(case.steps.len() - 1) {
        return None;
    }
    if carrier.stimulus == Stimulus::Copies {
        // All copies are one step: fewer must be silent.
        let fewer = carrier.run(checker, call, call, carrier.t - 1, keeps_ids);
        let (case, got): (Case, Vec<Reply>) = observe(checker, "control", fewer).ok()?;
        if case.steps.iter().zip(&got).any(|(step, reply)| !deeds(step, reply).is_empty()) {
            return None;
        }
    }
    Some(got)
}
