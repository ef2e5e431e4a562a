//! The order of asking: survival of state, vectors, identity pairs, probes, random runs.

use super::checker::Checker;
use super::conclude::joined;
use super::plan::{Effort, Plan, Technique};
use super::share::{Shard, Stop};
use super::technique::{Shelf, any, card, complete, cost, leaks, mutated, streams, suites, survival, written};
use super::verdict::{Report, RunResult};
use super::{Card, Subject};
use crate::rule;
use crate::step::{Policy, Profile};

/// Asks a subject everything that the plan holds about one policy. `progress` is told how much of it is done.
pub fn check(subject: &mut dyn Subject, policy: Policy, profile: &Profile, plan: &Plan, progress: &mut dyn FnMut(u64, u64)) -> Report {
    let mut checker = Checker::new(subject, policy, profile.clone(), plan.shard, plan.stop.clone());
    if plan.isolate {
        checker.isolate();
    }
    for waived in &profile.waives {
        match rule::get(waived) {
            Some(rule) if rule.level == rule::Level::Should => {}
            Some(rule) => checker.notes.push(format!("`{waived}` is a {} rule and cannot be waived; it was asked", rule.level)),
            None => checker.notes.push(format!("`{waived}` is waived, but the spec has no such rule")),
        }
    }
    checker.measures = plan.rule.is_none() && checker.is_first_share();
    ask_all(&mut checker, plan, &Shelf::default(), progress);
    checker.report(plan)
}

/// Asks everything that the plan holds. What is on the shelf is not made again.
pub(super) fn ask_all(checker: &mut Checker<'_>, plan: &Plan, shelf: &Shelf, progress: &mut dyn FnMut(u64, u64)) {
    let policy = checker.policy;
    let questions = written(checker, plan);
    let modelled = policy.has_model();
    let random = if modelled && plan.asks(Technique::Streams) { u64::from(plan.streams) } else { 0 };
    let mut total = questions.len() as u64 + random;
    if modelled && plan.asks(Technique::Survival) && plan.rule.is_none_or(|rule| rule == "run.fresh") {
        survival(checker);
    }
    for (done, question) in (0u64..).zip(&questions) {
        progress(done, total);
        checker.ask(question);
        if checker.is_over() {
            break;
        }
    }
    if policy == Policy::NoProgress && plan.asks(Technique::Leaks) {
        leaks(checker);
    }
    if modelled {
        // Only now is it known what is broken and must stay out of long words.
        let suites = suites(checker, plan, shelf);
        let words: u64 = suites.iter().map(|suite| suite.len()).sum();
        total += words;
        let before = questions.len() as u64;
        complete(checker, &suites, &mut |done| progress(before + done, total));
        if random > 0 {
            streams(checker, plan, &mut |done| progress(before + words + done, total));
        }
    }
    if policy == Policy::Identity {
        if plan.asks(Technique::Streams) {
            total += u64::from(plan.streams);
            mutated(checker, plan, &mut |done| progress(questions.len() as u64 + done, total));
        }
        if checker.measures && plan.effort != Effort::Quick {
            cost(checker);
        }
    }
    if policy == Policy::Any {
        any(checker, plan, progress);
    }
    for rule in ["run.inert", "repeat.never-blocks"] {
        checker.asked_by_all(rule);
    }
    // Last, so that measuring takes nothing from what is judged.
    if modelled && checker.measures && !checker.is_over() {
        checker.card = Some(card(checker, 1));
    }
    progress(total, total);
}

/// The behaviour card alone: what a guard does when something comes again and again. Nothing is judged.
pub fn behaviour(subject: &mut dyn Subject, policy: Policy, profile: &Profile) -> Card {
    card(&mut Checker::new(subject, policy, profile.clone(), Shard::WHOLE, Stop::default()), 1)
}

/// As [`check()`], but with `jobs` subjects at the same time, each asked its share of the cases; same findings, in less time. `progress`
/// is told about the first share.
///
/// # Errors
/// What `make` says when a subject cannot be had.
pub fn check_with_jobs<E: Send>(
    make: impl Fn() -> Result<Box<dyn Subject>, E> + Sync,
    jobs: u64,
    (policy, profile): (Policy, &Profile),
    plan: &Plan,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Report, E> {
    let make = &make;
    let ask = &|shard: Shard, progress: &mut dyn FnMut(u64, u64)| {
        let plan = Plan { shard, ..plan.clone() };
        make().map(|mut subject| {
            let mut report = check(subject.as_mut(), policy, profile, &plan, progress);
            report.notes.extend(subject.dismiss());
            report
        })
    };
    let mut shards = plan.shard.split(jobs);
    let first = shards.next().unwrap_or_default();
    std::thread::scope(|scope| {
        let others: Vec<_> = shards.map(|shard| scope.spawn(move || ask(shard, &mut |_, _| {}))).collect();
        let first = ask(first, progress)?;
        // The checker does not panic; if it did, the panic goes on here.
        let others = others.into_iter().map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        let others: Vec<Report> = others.collect::<Result<_, E>>()?;
        let mut report = joined(first.clone(), others).unwrap_or_else(|_| differing(first));
        report.scope.share = plan.shard;
        report.scope.digests = Some(plan.digests(policy, profile));
        Ok(report)
    })
}

/// What is left when the jobs' subjects greet differently.
fn differing(mut first: Report) -> Report {
    first.errors.push("the processes of several jobs say different things of themselves; greet with the same every time".to_owned());
    first.result = RunResult::Incomplete;
    first
}
