//! Guards whose options cannot be changed: they are asked all that a run with their own values can show.

use loopspec::check::vectors::{embedded_pairs, embedded_vectors};
use loopspec::check::{Effort, Plan, Report, Subject, SubjectError, Transcript, Verdict, check};
use loopspec::policy::Reference;
use loopspec::report::render;
use loopspec::step::{Case, Implementation, Options, Policy, Profile, Reply};
use serde_json::{Value, json};

/// The reference with what it has fixed, its answers changed by a function.
struct Fixed<F> {
    implementation: Implementation,
    policies: Vec<(Policy, Profile)>,
    change: F,
}

impl<F: Fn(&mut Reply)> Subject for Fixed<F> {
    fn implementation(&self) -> &Implementation {
        &self.implementation
    }

    fn policies(&self) -> &[(Policy, Profile)] {
        &self.policies
    }

    fn run(&mut self, case: &Case) -> Result<Transcript, SubjectError> {
        let decisions = Reference::answer(case, &self.policies[0].1).expect("a policy with a model");
        let changed = |mut reply| {
            (self.change)(&mut reply);
            Ok(reply)
        };
        decisions.into_iter().map(|decision| changed(decision.reply)).collect()
    }

    fn restart(&mut self) -> Result<(), SubjectError> {
        Ok(())
    }
}

fn checked(policy: Policy, config: Value, change: impl Fn(&mut Reply)) -> Report {
    let profile: Profile =
        serde_json::from_value(json!({ "config": config, "has": ["tool", "patterns", "interleave"] })).expect("a profile");
    let implementation = Implementation { name: "fixed".to_owned(), version: String::new(), language: "Rust".to_owned() };
    let mut subject = Fixed { implementation, policies: vec![(policy, profile.clone())], change };
    // A ladder of many states has long suites.
    let plan = Plan {
        effort: if config_is_long(&profile) { Effort::Quick } else { Effort::Normal },
        ..Plan::of(embedded_vectors().expect("vectors"), embedded_pairs().expect("pairs"))
    };
    check(&mut subject, policy, &profile, &plan, &mut |_, _| {})
}

fn config_is_long(profile: &Profile) -> bool {
    profile.effective(&Options::default()).thresholds.iter().flatten().any(|threshold| *threshold > 10)
}

fn found(report: &Report) -> Vec<&str> {
    report.findings.iter().map(|finding| finding.rule.as_str()).collect()
}

/// Guards of both policies that take one value only, and how many rules at least can be judged of them.
const FIXED: [(Policy, &str, usize); 5] = [
    (Policy::RepeatReminder, r#"{"thresholds": {"fixed": [4, 6]}}"#, 45),
    (Policy::RepeatReminder, r#"{"bookkeeping": {"fixed": ["update_plan"]}, "exclude": {"fixed": ["wait", "ask_*"]}}"#, 60),
    (Policy::NoProgress, r#"{"escalation": {"fixed": "stop"}}"#, 45),
    (Policy::NoProgress, r#"{"escalation": {"one_of": ["stop"]}}"#, 45),
    (Policy::NoProgress, r#"{"warn_after": {"fixed": 4}}"#, 45),
];

#[test]
#[expect(clippy::print_stdout, reason = "the counts are what a person runs this test for")]
fn a_right_guard_with_fixed_values_conforms_and_most_rules_are_judged() {
    for (policy, config, least) in FIXED {
        let report = checked(policy, serde_json::from_str(config).expect("JSON"), |_| {});
        let judged = report.rules.iter().filter(|rule| rule.verdict == Verdict::Pass).count();
        println!("{policy} {config}: {judged} of {} rules, {} cases", report.rules.len(), report.cases);
        assert!(report.findings.is_empty() && report.errors.is_empty(), "{}", render(&report));
        assert!(report.suites.len() == 4 && report.suites.iter().all(|suite| suite.asked > 0), "{config}: no suites");
        assert!(judged >= least, "{config}: only {judged} rules are judged");
    }
}

#[test]
fn a_guard_that_forgets_its_own_last_threshold_has_one_finding() {
    for thresholds in [json!([4, 6]), json!([10, 20, 30])] {
        let last = thresholds.as_array().and_then(|all| all.last()).and_then(Value::as_u64);
        let report = checked(Policy::RepeatReminder, json!({ "thresholds": {"fixed": thresholds} }), |reply| {
            if let Reply::Facts(facts) = reply {
                facts.notices.retain(|notice| notice.count != last);
            }
        });
        assert_eq!(found(&report), ["repeat.threshold.later-detailed"], "{}", render(&report));
        let steps = report.findings[0].case.steps.len() as u64;
        assert_eq!(Some(steps - 1), last, "the shortest run: {}", render(&report));
    }
}

#[test]
fn a_guard_that_can_only_stop_and_does_not_is_found() {
    let report = checked(Policy::NoProgress, json!({"escalation": {"fixed": "stop"}}), |reply| {
        if let Reply::Facts(facts) = reply {
            facts.stop = None;
        }
    });
    assert_eq!(found(&report), ["progress.escalation"], "{}", render(&report));
}
