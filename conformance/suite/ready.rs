//! The guards to use: checked like any third party's, and held against the models on arbitrary runs.

use loopspec::check::vectors::{embedded_pairs, embedded_vectors};
use loopspec::check::{Plan, check};
use loopspec::drive::InProcess;
use loopspec::generate::{RunSpace, run};
use loopspec::guard::ready::{NoProgressMaker, RepeatMaker};
use loopspec::guard::{MakeGuard, ReferenceMaker, replies};
use loopspec::report::render;
use loopspec::step::{Case, Policy, Profile};
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
