//! Measures the behaviour card.

use std::collections::{BTreeMap, BTreeSet};

use super::stimuli::{alone, call, clearly_other, input_of, outcome, pair, respelled, second, stimulus};
use crate::check::asked::Asked;
use crate::check::card::{Card, CardLine, Change, Deed, Relation, Stimulus};
use crate::check::checker::Checker;
use crate::check::describe::clip;
use crate::check::fit::{fit, opening};
use crate::check::question::Judging;
use crate::check::verdict::{Cause, Difference};
use crate::step::{Action, Call, Case, InputKind, Outcome, Policy, Reply, Rewrite, Round, Status, Step};

/// Repeats of a stimulus to which the guard acts early, as most do.
const FEW: u32 = 12;
/// Repeats of the others.
const MANY: u32 = 64;

/// Measures the card of a guard with any policy; each stimulus `tries` times, the last time in a fresh subject.
///
/// A guard that does not act at the same repeat each time is a failure of `run.fresh`: what it does hangs on more than its run.
pub(crate) fn card(checker: &mut Checker<'_>, tries: u32) -> Card {
    let mut card = Card::default();
    for stimulus in Stimulus::ALL {
        let line = steady(checker, stimulus, tries);
        card.lines.push(line);
    }
    if let Some(t) = card.first(Stimulus::SameResult).filter(|t| *t > 1) {
        card.relations = Change::ALL.into_iter().filter_map(|change| relation(checker, &card, change, t)).collect();
    }
    card
}

/// What a reply shows that the guard did.
pub(crate) fn deeds(step: &Step, reply: &Reply) -> BTreeSet<Deed> {
    let Reply::Facts(facts) = reply else { return BTreeSet::new() };
    let visible = |id: &str| {
        let pairs = step.round().into_iter().flat_map(Round::pairs);
        pairs.filter(|(call, _)| call.id == id).find_map(|(_, result)| result.map(|outcome| outcome.visible.as_str()))
    };
    let rewrites = facts.shown.iter().any(|(id, shown)| !facts.refused.contains(id) && visible(id) != Some(shown));
    let done = [
        (Deed::Reminds, !facts.notices.is_empty()),
        (Deed::Rewrites, rewrites),
        (Deed::Tells, !facts.events.is_empty()),
        (Deed::Refuses, !facts.refused.is_empty()),
        (Deed::Stops, facts.stop.is_some()),
    ];
    done.into_iter().filter(|(_, done)| *done).map(|(deed, _)| deed).collect()
}

/// Puts a run to the guard, for which there is no right or wrong; a run that was not answered tells why.
pub(crate) fn observe(checker: &mut Checker<'_>, origin: &str, steps: Vec<Step>) -> Result<(Case, Vec<Reply>), String> {
    if checker.is_over() {
        return Err("not asked: the run was over".to_owned());
    }
    let case = fit(&Case { policy: checker.policy, steps }, &checker.profile)?;
    match checker.put(&case, Judging::Behaviour) {
        Asked::Pass(replies) => answered(case, replies),
        // Whether it is right is judged elsewhere.
        Asked::Fail(failure) if failure.cause == Cause::WrongAnswer => answered(case, failure.got),
        Asked::Fail(failure) => {
            let what = failure.difference.got.clone();
            // A modelled policy's vectors find that, too, and say more about it.
            if checker.policy == Policy::Any {
                match failure.cause {
                    Cause::Unsupported => checker.error(format!("{origin}: its profile claims what its adapter does not support: {what}")),
                    _ => checker.failed(origin, None, &case, &failure, Judging::Behaviour),
                }
            }
            Err(format!("{}: {}", failure.cause.words(), clip(&what, 80)))
        }
        Asked::Error(problem) => {
            if checker.policy == Policy::Any {
                checker.error(format!("{origin}: {problem}"));
            }
            Err(clip(&problem, 80))
        }
    }
}

fn answered(case: Case, replies: Vec<Reply>) -> Result<(Case, Vec<Reply>), String> {
    let rejected = replies.iter().find_map(|reply| if let Reply::Rejected(reason) = reply { Some(reason.clone()) } else { None });
    rejected.map_or(Ok((case, replies)), |reason| Err(format!("no run can be opened: {}", clip(&reason, 60))))
}

/// How a run is opened: with the defaults, else with what the guard has.
pub(crate) fn open(checker: &Checker<'_>) -> Step {
    Step::new(Action::Open(opening(checker.policy, &checker.profile)))
}

/// One line, measured several times.
fn steady(checker: &mut Checker<'_>, stimulus: Stimulus, tries: u32) -> CardLine {
    let mut lines = vec![once(checker, stimulus)];
    for again in 1..tries {
        if lines[0].unmeasured.is_some() || checker.is_over() {
            break;
        }
        if again + 1 == tries {
            let _ = checker.subject.restart();
        }
        lines.push(once(checker, stimulus));
    }
    let firsts: Vec<Option<u32>> = lines.iter().map(CardLine::first).collect();
    let measured = lines.iter().all(|line| line.unmeasured.is_none());
    let mut line = lines.swap_remove(0);
    if measured && firsts.iter().any(|first| *first != firsts[0]) {
        let said = firsts.iter().map(|first| first.map_or("never".to_owned(), |at| at.to_string())).collect::<Vec<_>>().join(", ");
        // The last try was in a fresh subject: if it is as the first, the one between suffered from what the first left behind.
        let survives = firsts.first() == firsts.last();
        unsteady(checker, stimulus, &said, survives);
        if survives {
            checker.isolate();
        } else {
            line.does.clear();
            line.unmeasured = Some(format!("not deterministic: the same run, three times, acted at {said}"));
        }
    }
    line
}

fn unsteady(checker: &mut Checker<'_>, what: Stimulus, said: &str, survives: bool) {
    if checker.policy != Policy::Any {
        // Found, and said better, by what a modelled policy is asked.
        return;
    }
    let Ok(steps) = stimulus(what, FEW, &checker.profile) else { return };
    let steps: Vec<Step> = std::iter::once(open(checker)).chain(steps.into_iter().map(|(_, step)| step)).collect();
    let Ok((case, got)) = observe(checker, "card", steps) else { return };
    let step = first_act(&case, &got).unwrap_or(case.steps.len() - 1);
    let difference = Difference {
        step,
        what: "first act".to_owned(),
        want: "the same each time".to_owned(),
        got: format!(
            "{}, three times: acts at {said}{}",
            what.words(),
            if survives { "; alone in a fresh process as the first time" } else { "" }
        ),
        rule: Some("run.fresh"),
        hint: None,
    };
    checker.observed(&format!("card: {}", what.words()), "run.fresh", &case, difference, got);
    if survives {
        checker.note_survival();
    } else if let Some(finding) = checker.findings.iter_mut().find(|finding| finding.rule == "run.fresh") {
        finding.cause = Cause::NotDeterministic;
    }
}

/// Whether the guard acts at a step.
pub(crate) fn acts_at(case: &Case, got: &[Reply], at: usize) -> bool {
    case.steps.get(at).zip(got.get(at)).is_some_and(|(step, reply)| !deeds(step, reply).is_empty())
}

/// The step at which the guard acts first.
pub(crate) fn first_act(case: &Case, got: &[Reply]) -> Option<usize> {
    case.steps.iter().zip(got).position(|(step, reply)| !deeds(step, reply).is_empty())
}

/// One line, measured once: a few repeats, and many if the guard did not act.
fn once(checker: &mut Checker<'_>, what: Stimulus) -> CardLine {
    let mut line = CardLine { stimulus: what, repeats: FEW, does: BTreeMap::new(), unmeasured: None };
    for repeats in [FEW, MANY] {
        line.repeats = repeats;
        match acts(checker, what, repeats) {
            Ok(does) => line.does = does,
            Err(reason) => line.unmeasured = Some(reason),
        }
        if line.unmeasured.is_some() || !line.does.is_empty() {
            break;
        }
    }
    if what == Stimulus::Copies && !line.does.is_empty() {
        fewest(checker, &mut line);
    }
    line
}

/// What the guard did, at which repeats.
fn acts(checker: &mut Checker<'_>, what: Stimulus, repeats: u32) -> Result<BTreeMap<Deed, Vec<u32>>, String> {
    let (at, steps): (Vec<u32>, Vec<Step>) = stimulus(what, repeats, &checker.profile)?.into_iter().unzip();
    let steps = std::iter::once(open(checker)).chain(steps).collect();
    let (case, got) = observe(checker, &format!("card: {}", what.words()), steps)?;
    let mut does = BTreeMap::<Deed, Vec<u32>>::new();
    for ((step, reply), at) in case.steps.iter().zip(&got).skip(1).zip(at) {
        for deed in deeds(step, reply) {
            let repeats = does.entry(deed).or_default();
            if repeats.last() != Some(&at) {
                repeats.push(at);
            }
        }
    }
    Ok(does)
}

/// Copies inside one round come at once: how many it takes shows only when fewer are asked.
fn fewest(checker: &mut Checker<'_>, line: &mut CardLine) {
    for copies in 1..line.repeats {
        match acts(checker, Stimulus::Copies, copies) {
            Ok(does) if does.is_empty() => {}
            Ok(does) => {
                line.does = does;
                return;
            }
            Err(_) => return,
        }
    }
}

/// Whether the guard acts at the `t`-th repeat all the same.
fn relation(checker: &mut Checker<'_>, card: &Card, change: Change, t: u32) -> Option<Relation> {
    let number = |at: u32| Call { id: format!("c{at}"), ..call() };
    // The status alone: what the model is shown stays the same.
    let round = |at: u32, status| Step::new(alone(number(at), Outcome { status, ..outcome(Status::Ok) }));
    let mut steps = vec![open(checker)];
    if change == Change::Completion {
        let t = card.first(Stimulus::SamePair)?;
        let one = |at: u32| pair(number(at), second(&format!("p{at}"), "look"));
        steps.extend((1..=t).map(|at| {
            let round = one(at);
            let (first, second) = (format!("c{at}"), format!("p{at}"));
            Step::new(Action::Round(if at % 2 == 0 { round.completing([second, first]) } else { round }))
        }));
        let (case, got) = observe(checker, "card", steps).ok()?;
        return Some(related(change, &case, &got));
    }
    steps.extend((1..t).map(|at| round(at, if change == Change::Denied && at + 1 == t { Status::Denied } else { Status::Ok })));
    let heard = |kind: InputKind| checker.profile.hears(kind.heard()).then(|| Step::new(input_of(kind)));
    let (between, last) = match change {
        Change::Spelling => (None, Some(Step::new(alone(Call { id: format!("c{t}"), ..respelled() }, outcome(Status::Ok))))),
        Change::Denied | Change::Completion => (None, None),
        Change::Rewrite => (Some(Step::new(Action::Rewrite(Rewrite { keep: 1 }))), None),
        Change::OtherCall => {
            let other = clearly_other(&number(t), &checker.profile);
            (Some(Step::new(alone(Call { id: "o1".to_owned(), ..other }, outcome(Status::Ok)))), None)
        }
        Change::Steer => (Some(heard(InputKind::Steer)?), None),
        Change::FollowUp => (Some(heard(InputKind::FollowUp)?), None),
        Change::Injection => (Some(heard(InputKind::Injection)?), None),
        Change::Resume => (Some(open(checker)), None),
    };
    steps.extend(between);
    steps.push(last.unwrap_or_else(|| round(t, Status::Ok)));
    let (case, got) = observe(checker, "card", steps).ok()?;
    Some(related(change, &case, &got))
}

/// What a run says that ends with the repeat which would make the guard act.
fn related(change: Change, case: &Case, got: &[Reply]) -> Relation {
    let last = case.steps.len() - 1;
    let early = first_act(case, got).is_some_and(|first| first < last);
    Relation { change, acts: acts_at(case, got, last), early }
}
