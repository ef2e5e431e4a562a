//! Two subjects side by side, without a model: for somebody who ports a guard, or replaces it.

use std::time::Instant;

use super::alphabet::{Alphabet, Size};
use super::fit::{fit, stands};
use super::plan::{Effort, Plan, Technique};
use super::question::Question;
use super::shrink::shrink;
use super::subject::{Subject, SubjectError};
use super::technique::random_cases;
use crate::machine::{Method, Minimal, complete_suite};
use crate::step::{Action, Case, Facts, Implementation, Policy, Profile, Reply, Step};

/// How often a shrinking may ask both.
const SHRINK_BUDGET: usize = 300;
/// Disagreements of one kind are told once, and no more than this many kinds.
const KINDS: usize = 10;

/// What came of asking two subjects the same.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Who was asked first.
    pub one: Implementation,
    /// With whom it was compared.
    pub other: Implementation,
    /// About which policy.
    pub policy: Policy,
    /// Cases that both answered.
    pub cases: u64,
    /// Cases that one of the two cannot be asked.
    pub unasked: u64,
    /// Cases that they answered differently.
    pub differing: u64,
    /// One short run for each kind of disagreement, at most ten.
    pub disagreements: Vec<Disagreement>,
    /// Why not everything could be asked.
    pub errors: Vec<String>,
    /// The seed of the random runs.
    pub seed: u64,
    /// Duration in milliseconds.
    pub duration_ms: u64,
}

/// A run that the two answer differently.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// Where the run comes from.
    pub origin: String,
    /// In what they differ.
    pub what: What,
    /// The shortest run.
    pub case: Case,
    /// The step at which they differ first.
    pub step: usize,
    /// What the first answered; an error in words where it did not.
    pub one: Result<Vec<Reply>, String>,
    /// What the second answered.
    pub other: Result<Vec<Reply>, String>,
}

/// In what two answers differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// One answered, the other failed.
    Answering,
    /// What was done.
    Behaviour,
    /// What was said, where the same was done.
    Words,
}

/// A subject with its profile of the policy.
pub struct Side<'s> {
    /// Who is asked.
    pub subject: &'s mut dyn Subject,
    /// What it says of itself.
    pub profile: Profile,
}

impl Side<'_> {
    /// The answers, or in words why there are none; `Err` when nothing more can be asked.
    fn answers(&mut self, case: &Case) -> Result<Result<Vec<Reply>, String>, String> {
        match self.subject.run(case) {
            Ok(replies) => Ok(Ok(replies)),
            Err(error @ (SubjectError::Gone { .. } | SubjectError::Misspoke { .. })) => {
                Err(format!("{}: {error}", self.subject.implementation().name))
            }
            Err(error) => Ok(Err(error.to_string())),
        }
    }
}

/// Asks both everything that both can be asked: vectors, identity pairs, the complete suite, random runs. Nothing is judged right or
/// wrong; fingerprints, which nobody need share, are not compared.
pub fn compare(one: &mut Side<'_>, other: &mut Side<'_>, policy: Policy, plan: &Plan, progress: &mut dyn FnMut(u64, u64)) -> Comparison {
    let started = Instant::now();
    let mut comparison = Comparison {
        one: one.subject.implementation().clone(),
        other: other.subject.implementation().clone(),
        policy,
        cases: 0,
        unasked: 0,
        differing: 0,
        disagreements: Vec::new(),
        errors: Vec::new(),
        seed: plan.seed,
        duration_ms: 0,
    };
    let written = written(policy, &one.profile, plan);
    let words = words(policy, &one.profile, plan.effort);
    let random = if policy == Policy::Identity { 0 } else { plan.streams };
    let streams = random_cases(policy, &one.profile, &plan.pairs, plan.seed).take(random as usize);
    let streams = (0..).zip(streams).map(|(index, case): (u32, Case)| (format!("stream {index}"), case));
    let total = written.len() as u64 + words.len() as u64 + u64::from(random);
    for (done, (origin, case)) in (0..).zip(written.into_iter().chain(words).chain(streams)) {
        progress(done, total);
        if let Some(reason) = plan.stop.reason() {
            comparison.errors.push(reason);
            break;
        }
        if let Err(reason) = comparison.ask(one, other, &origin, &case) {
            comparison.errors.push(reason);
            break;
        }
    }
    comparison.duration_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    comparison
}

impl Comparison {
    fn ask(&mut self, one: &mut Side<'_>, other: &mut Side<'_>, origin: &str, case: &Case) -> Result<(), String> {
        let Some(case) = fit(case, &one.profile).ok().and_then(|case| fit(&case, &other.profile).ok()) else {
            self.unasked += 1;
            return Ok(());
        };
        let (first, second) = (one.answers(&case)?, other.answers(&case)?);
        self.cases += 1;
        let Some((what, _)) = difference(&case, &first, &second) else { return Ok(()) };
        self.differing += 1;
        if self.disagreements.len() >= KINDS {
            return Ok(());
        }
        let mut gone = None;
        let shrunk = shrink(&case, SHRINK_BUDGET, |candidate| {
            if gone.is_some() || !stands(candidate, &one.profile) || !stands(candidate, &other.profile) {
                return false;
            }
            match one.answers(candidate).and_then(|first| Ok((first, other.answers(candidate)?))) {
                Ok((first, second)) => difference(candidate, &first, &second).is_some_and(|(other, _)| other == what),
                Err(reason) => {
                    gone = Some(reason);
                    false
                }
            }
        });
        if let Some(reason) = gone {
            return Err(reason);
        }
        let (first, second) = (one.answers(&shrunk)?, other.answers(&shrunk)?);
        let kind = |disagreement: &Disagreement| (disagreement.what, kinds(&disagreement.case));
        if let Some((what, step)) = difference(&shrunk, &first, &second)
            && !self.disagreements.iter().any(|known| kind(known) == (what, kinds(&shrunk)))
        {
            self.disagreements.push(Disagreement { origin: origin.to_owned(), what, case: shrunk, step, one: first, other: second });
        }
        Ok(())
    }
}

/// Vectors and identity pairs.
fn written(policy: Policy, profile: &Profile, plan: &Plan) -> Vec<(String, Case)> {
    let vectors = plan.vectors.iter().filter(|vector| vector.policy == policy).map(Question::of_vector);
    let pairs = plan.pairs.iter().filter_map(|pair| Question::of_pair(pair, policy, profile).ok());
    vectors.chain(pairs).map(|question| (question.origin, question.case)).collect()
}

/// The words of the complete suite; none where there is no model to build it from.
fn words(policy: Policy, profile: &Profile, effort: Effort) -> Vec<(String, Case)> {
    let alphabet = Alphabet::new(policy, profile, Size::Full);
    let Ok(machine) = alphabet.machine() else { return Vec::new() };
    let extra = usize::from(effort != Effort::Quick);
    let mut words = complete_suite(&Minimal::of(&machine.machine), Method::Wp, extra).words().to_vec();
    words.sort_by_key(Vec::len);
    let named = |word: &Vec<u32>| {
        let symbols = alphabet.symbols_of(word);
        let names: Vec<String> = symbols.iter().map(ToString::to_string).collect();
        (format!("{} [{}]", Technique::Complete.name(), names.join(", ")), alphabet.case(symbols))
    };
    words.iter().map(named).collect()
}

/// In what, and where, two transcripts differ first.
fn difference(case: &Case, one: &Result<Vec<Reply>, String>, other: &Result<Vec<Reply>, String>) -> Option<(What, usize)> {
    let last = case.steps.len().saturating_sub(1);
    let (one, other) = match (one, other) {
        (Ok(one), Ok(other)) => (one, other),
        (Err(_), Err(_)) => return None,
        _ => return Some((What::Answering, last)),
    };
    let first = |alike: fn(&Reply, &Reply) -> bool| {
        let reply = |replies: &'_ [Reply], at: usize| replies.get(at).cloned().unwrap_or(Reply::Ended);
        (0..=last).find(|&at| !alike(&reply(one, at), &reply(other, at)))
    };
    let keys = |replies: &[Reply]| -> Vec<Option<usize>> {
        let position = |reply: &Reply| matches!(reply, Reply::Key(_)).then(|| replies.iter().position(|other| other == reply)).flatten();
        replies.iter().map(position).collect()
    };
    // Keys say nothing but which texts share one.
    if keys(one) != keys(other) {
        return Some((What::Behaviour, last));
    }
    first(does_alike).map(|at| (What::Behaviour, at)).or_else(|| first(says_alike).map(|at| (What::Words, at)))
}

fn does_alike(one: &Reply, other: &Reply) -> bool {
    let deeds = |facts: &Facts| {
        let kinds: Vec<_> = facts.events.iter().map(|event| (event.kind.clone(), event.repeat_count)).collect();
        let shown: Vec<&String> = facts.shown.keys().collect();
        format!("{:?} {shown:?} {} {} {kinds:?}", facts.refused, facts.notices.len(), facts.stop.is_some())
    };
    match (one, other) {
        (Reply::Facts(one), Reply::Facts(other)) => deeds(one) == deeds(other),
        (Reply::Ended, Reply::Ended) | (Reply::Key(_), Reply::Key(_)) | (Reply::Rejected(_), Reply::Rejected(_)) => true,
        _ => false,
    }
}

fn says_alike(one: &Reply, other: &Reply) -> bool {
    let (Reply::Facts(one), Reply::Facts(other)) = (one, other) else { return true };
    let notices = |facts: &Facts| facts.notices.iter().map(|notice| notice.text.clone()).collect::<Vec<_>>();
    notices(one) == notices(other) && one.shown == other.shown && one.stop == other.stop
}

/// What kinds of step a run has: disagreements that share them are told once.
fn kinds(case: &Case) -> Vec<String> {
    let kind = |step: &Step| match &step.action {
        Action::Input(input) => input.kind.name().to_owned(),
        Action::Key(_) => "key".to_owned(),
        Action::Open(_) => "open".to_owned(),
        Action::Rewrite(_) => "rewrite".to_owned(),
        Action::Round(round) => format!("round of {}", round.calls().len()),
    };
    let mut kinds: Vec<String> = case.steps.iter().map(kind).collect();
    kinds.dedup();
    kinds
}
