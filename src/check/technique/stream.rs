//! Random runs against the reference.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::check::asked::Asked;
use crate::check::checker::Checker;
use crate::check::comparable::is_common;
use crate::check::fit::fit;
use crate::check::plan::Plan;
use crate::check::question::Judging;
use crate::generate::{RunSpace, run};
use crate::step::Policy;

/// Random runs against the reference.
pub(crate) fn streams(checker: &mut Checker<'_>, plan: &Plan, progress: &mut dyn FnMut(u64)) {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&plan.seed.to_le_bytes());
    let config = Config { failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    let strategy = run(RunSpace::new(checker.policy, &checker.profile));
    for index in 0..plan.streams {
        if checker.is_over() {
            return;
        }
        progress(u64::from(index));
        let Ok(tree) = strategy.new_tree(&mut runner) else { continue };
        if !checker.is_mine() {
            continue;
        }
        let Ok(case) = fit(&tree.current(), &checker.profile) else { continue };
        if checker.is_known(&case) || plan.rule.is_some_and(|rule| !checker.used(&case, case.steps.len()).contains(&rule)) {
            continue;
        }
        let words = checker.policy == Policy::RepeatReminder && is_common(&case);
        let judging = if words { Judging::Words } else { Judging::Behaviour };
        match checker.put(&case, judging) {
            Asked::Pass(_) => {}
            Asked::Error(problem) => checker.stumbled(index, &problem),
            Asked::Fail(failure) => checker.failed(&format!("stream {index}"), None, &case, &failure, judging),
        }
    }
}
