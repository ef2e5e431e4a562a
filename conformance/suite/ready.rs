//! The guards to use: checked like any third party's, and held against the models on arbitrary runs.

use loopspec::check::vectors::{embedded_pairs, embedded_vectors};
use loopspec::check::{Plan, check};
use loopspec::drive::InProcess;
use loopspec::generate::{RunSpace, run};
use loopspec::guard::ready::{NoProgressMaker, RepeatMaker};
use loopspec::guard::{Host, MakeGuard, ReferenceMaker};
use loopspec::report::render;
use loopspec::step::{Case, Policy, Profile, Reply};
use proptest::prelude::*;

fn conforms<M: MakeGuard + Send + Sync + 'static>(maker: M) {
    let policy = maker.policy();
    let plan = Plan::of(embedded_vectors().expect("vectors"), embedded_pairs().expect("pairs"));
    let report = check(&mut InProcess::new(maker), policy, &Profile::default(), &plan, &mut |_, _| {});
    assert!(report.findings.is_empty() && render(&report).contains("conformant to"), "{}", render(&report));
}

#[test]
fn the_ready_repeat_guard_conforms() {
    conforms(RepeatMaker);
}

#[test]
fn the_ready_progress_guard_conforms() {
    conforms(NoProgressMaker);
}

/// The replies to a case, with fingerprints as the places where each was first seen.
fn replies<M: MakeGuard>(maker: &M, case: &Case) -> Vec<Reply> {
    let mut host = Host::new(maker);
    let mut seen = Vec::new();
    let mut replies: Vec<Reply> = case.steps.iter().map(|step| host.step(step)).collect();
    for (step, reply) in case.steps.iter().zip(&mut replies) {
        let Reply::Facts(facts) = reply else { continue };
        for fingerprint in facts.events.iter_mut().filter_map(|event| event.fingerprint.as_mut()) {
            let name = (step.run.clone(), fingerprint.clone());
            let place = seen.iter().position(|known| *known == name).unwrap_or(seen.len());
            seen.push(name);
            *fingerprint = place.to_string();
        }
    }
    replies
}

fn agrees<M: MakeGuard>(ready: &M, case: &Case) -> Result<(), TestCaseError> {
    let model = ReferenceMaker::new(case.policy, Profile::default()).expect("a policy with a model");
    prop_assert_eq!(replies(ready, case), replies(&model, case));
    Ok(())
}

fn space(policy: Policy) -> impl Strategy<Value = Case> {
    run(RunSpace::new(policy, &Profile::default()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_ready_repeat_guard_answers_as_its_model(case in space(Policy::RepeatReminder)) {
        agrees(&RepeatMaker, &case)?;
    }

    #[test]
    fn the_ready_progress_guard_answers_as_its_model(case in space(Policy::NoProgress)) {
        agrees(&NoProgressMaker, &case)?;
    }
}
