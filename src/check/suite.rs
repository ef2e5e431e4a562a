//! The order of asking: survival of state, vectors, identity pairs, probes, random runs.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::asked::Asked;
use super::checker::Checker;
use super::vectors::{Pair, Vector};
use super::verdict::{Difference, Report};
use super::{Question, Subject, fit, is_common, probe};
use crate::generate::{RunSpace, run};
use crate::rule;
use crate::step::{Action, Call, Case, Has, Options, Outcome, Policy, Profile, Round, Step};

/// What is asked, and how much.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The seed of the random runs.
    pub seed: u64,
    /// Only what asks this rule.
    pub rule: Option<&'static str>,
    /// Number of random runs.
    pub streams: u32,
    /// Hand-written runs, of all policies.
    pub vectors: Vec<Vector>,
    /// Identity pairs.
    pub pairs: Vec<Pair>,
    /// How the subject is named on the command line, for the line that reproduces a failure.
    pub target: String,
}

impl Plan {
    /// The seed when none is given: the same cases for everybody.
    pub const SEED: u64 = 20_260_727;
    /// Number of random runs by default.
    pub const STREAMS: u32 = 1000;
    /// Number of random runs with `--quick`.
    pub const STREAMS_QUICK: u32 = 200;
}

/// Asks a subject everything that the plan holds about one policy. `progress` is told how much of it is done.
pub fn check(subject: &mut dyn Subject, policy: Policy, profile: &Profile, plan: &Plan, progress: &mut dyn FnMut(u64, u64)) -> Report {
    let mut checker = Checker::new(subject, policy, profile.clone());
    for waived in &profile.waives {
        match rule::get(waived) {
            Some(rule) if rule.level == rule::Level::Should => {}
            Some(rule) => checker.notes.push(format!("`{waived}` is a {} rule and cannot be waived; it was asked", rule.level)),
            None => checker.notes.push(format!("`{waived}` is waived, but the spec has no such rule")),
        }
    }
    let questions = questions(&mut checker, plan);
    let modelled = matches!(policy, Policy::NoProgress | Policy::RepeatReminder);
    let streams = if modelled { u64::from(plan.streams) } else { 0 };
    let total = questions.len() as u64 + streams;
    if modelled && plan.rule.is_none_or(|rule| rule == "run.fresh") {
        survival(&mut checker);
    }
    for (done, question) in (0u64..).zip(&questions) {
        progress(done, total);
        checker.ask(question);
        if checker.is_gone() {
            break;
        }
    }
    if policy == Policy::NoProgress {
        leaks(&mut checker);
    }
    if modelled {
        random(&mut checker, plan, &mut |done| progress(questions.len() as u64 + done, total));
    }
    for rule in ["run.inert", "repeat.never-blocks"] {
        checker.asked_by_all(rule);
    }
    progress(total, total);
    checker.report(plan.seed, &plan.target)
}

/// Vectors and pairs, the general rules before the special ones, so that a failure is first met where it is plainest.
fn questions(checker: &mut Checker, plan: &Plan) -> Vec<Question> {
    let wanted = |rules: &[&'static str]| plan.rule.is_none_or(|rule| rules.contains(&rule));
    let policy = checker.policy;
    let vectors = plan.vectors.iter().filter(|vector| vector.policy == policy && wanted(&vector.rules));
    let mut questions: Vec<Question> = vectors.map(Question::of_vector).collect();
    questions.sort_by_key(|question| rule::specificity(question.rule));
    for pair in plan.pairs.iter().filter(|pair| wanted(&[pair.rule])) {
        match Question::of_pair(pair, policy, &checker.profile) {
            Ok(question) => questions.push(question),
            Err(reason) => checker.skip(pair.rule, &reason),
        }
    }
    questions
}

/// State that survives a case would make every later verdict worthless: the same case twice must be answered alike.
fn survival(checker: &mut Checker) {
    let round = || Step::new(Action::Round(Round::new([(Call::new("c1", "look", "{\"q\":\"survives\"}"), Some(Outcome::ok("rows")))])));
    let case = Case { policy: checker.policy, steps: vec![Step::new(Action::Open(Options::default())), round()] };
    let Ok(case) = fit(&case, &checker.profile) else { return };
    let mut first = None;
    for _ in 0..9 {
        let answer = match checker.put(&case, false, None) {
            Asked::Pass(replies) => replies,
            Asked::Fail(failure) => failure.got,
            Asked::Error(_) => return,
        };
        let before = first.get_or_insert_with(|| answer.clone());
        if *before != answer {
            let (want, got) = (before.last().map(super::describe), answer.last().map(super::describe));
            let difference = Difference {
                step: case.steps.len() - 1,
                what: "state survives a case".to_owned(),
                want: format!("{}, as the first time", want.unwrap_or_default()),
                got: format!("{}, after the same case was asked before", got.unwrap_or_default()),
                rule: Some("run.fresh"),
            };
            checker.observed("probe survival", "run.fresh", &case, difference, answer);
            checker.notes.push(
                "state survives a case, so every other case was asked in a fresh process; build at each `open` what your users build a run"
                    .to_owned(),
            );
            checker.isolate();
            return;
        }
    }
}

fn leaks(checker: &mut Checker) {
    const RULES: [&str; 3] = ["progress.event.no-results", "progress.event.no-arguments", "progress.event.keyed"];
    let case = match fit(&probe::canaries(), &checker.profile) {
        Ok(case) if checker.profile.has(Has::Events) => case,
        Ok(_) => return RULES.iter().for_each(|rule| checker.skip(rule, "it tells no observer")),
        Err(reason) => return RULES.iter().for_each(|rule| checker.skip(rule, &reason)),
    };
    let Asked::Pass(transcript) = checker.put(&case, false, None) else {
        return RULES.iter().for_each(|rule| checker.skip(rule, "the run that plants the canaries fails by another rule"));
    };
    for (rule, step, got) in probe::leaks(&case, &transcript) {
        let difference = Difference { step, what: "event".to_owned(), want: "no such content".to_owned(), got, rule: Some(rule) };
        checker.observed("probe canaries", rule, &case, difference, transcript.clone());
    }
    for rule in RULES {
        checker.passed_once(rule);
    }
}

fn random(checker: &mut Checker, plan: &Plan, progress: &mut dyn FnMut(u64)) {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&plan.seed.to_le_bytes());
    let config = Config { failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    let strategy = run(RunSpace::new(checker.policy, &checker.profile));
    for index in 0..plan.streams {
        if checker.is_gone() {
            return;
        }
        progress(u64::from(index));
        let Ok(tree) = strategy.new_tree(&mut runner) else { continue };
        let Ok(case) = fit(&tree.current(), &checker.profile) else { continue };
        let used: Vec<&'static str> = checker.decide(&case).into_iter().flat_map(|decision| decision.rules).collect();
        if checker.is_tainted(&used) || plan.rule.is_some_and(|rule| !used.contains(&rule)) {
            continue;
        }
        let wording = checker.policy == Policy::RepeatReminder && is_common(&case);
        match checker.put(&case, wording, None) {
            Asked::Pass(_) => {}
            Asked::Error(problem) => checker.stumbled(index, &problem),
            Asked::Fail(failure) => checker.failed(&format!("stream {index}"), None, &case, &failure, wording, None),
        }
    }
}
