//! Random runs against the reference.

use std::collections::BTreeMap;

use crate::check::asked::Asked;
use crate::check::checker::Checker;
use crate::check::fit::{fit, is_waived};
use crate::check::plan::Plan;
use crate::check::question::{Judging, Question};
use crate::check::vectors::Pair;
use crate::generate::{RunSpace, run, seeded};
use crate::step::{Call, Case, Policy, Profile};

/// The random runs that an implementation with this profile is asked, without end: from one seed always the same. Pairs of calls from the
/// table stand in half of them, as far as the profile is asked about them.
pub fn random_cases(policy: Policy, profile: &Profile, pairs: &[Pair], seed: u64) -> impl Iterator<Item = Case> + use<> {
    let short = |pair: &&Pair| pair.a.args.len().max(pair.b.args.len()) <= LONGEST;
    let told = |pair: &Pair| Question::of_pair(pair, policy, profile).is_ok_and(|question| fit(&question.case, profile).is_ok());
    let mut kinds: BTreeMap<&str, Vec<(Call, Call)>> = BTreeMap::new();
    for pair in pairs.iter().filter(short).filter(|pair| !is_waived(pair.rule, profile) && told(pair)) {
        kinds.entry(pair.rule).or_default().push((pair.a.clone(), pair.b.clone()));
    }
    seeded(run(RunSpace::new(policy, profile).with_pairs(kinds.into_values())), seed)
}

/// Random runs against the reference.
pub(crate) fn streams(checker: &mut Checker<'_>, plan: &Plan, progress: &mut dyn FnMut(u64)) {
    let cases = random_cases(checker.policy, &checker.profile, &plan.pairs, plan.seed);
    for (index, case) in (0..plan.streams).zip(cases) {
        if checker.is_over() {
            return;
        }
        progress(u64::from(index));
        if !checker.is_mine() {
            continue;
        }
        let Ok(case) = fit(&case, &checker.profile) else { continue };
        if checker.is_known(&case) || plan.rule.is_some_and(|rule| !checker.used(&case, case.steps.len()).contains(&rule)) {
            continue;
        }
        let judging = Judging::of_run(&case);
        match checker.put(&case, judging) {
            Asked::Pass(_) => {}
            Asked::Error(problem) => checker.stumbled(index, &problem),
            Asked::Fail(failure) => checker.failed(&format!("stream {index}"), None, &case, &failure, judging),
        }
    }
}

/// Bytes of arguments up to which a pair of the table stands in random runs: what is longer is asked once, alone.
const LONGEST: usize = 2000;
