//! Hand-written runs and pinned identity pairs.

use crate::check::checker::Checker;
use crate::check::plan::{Plan, Technique};
use crate::check::question::Question;
use crate::rule;
use crate::step::{Has, Policy};

/// Vectors and pairs, the general rules before the special ones, so that a failure is first met where it is plainest.
pub(crate) fn written(checker: &mut Checker<'_>, plan: &Plan) -> Vec<Question> {
    let wanted = |rules: &[&'static str]| plan.rule.is_none_or(|rule| rules.contains(&rule));
    let policy = checker.policy;
    let vectors = plan.vectors.iter().filter(|vector| plan.asks(Technique::Vectors) && vector.policy == policy && wanted(&vector.rules));
    let mut questions: Vec<Question> = vectors.map(Question::of_vector).collect();
    // What a rule forbids leaves no trace in the reference's decisions; such runs come last, when the plain causes are known.
    let traceless = |question: &Question| !checker.used(&question.case, question.case.steps.len()).contains(&question.rule);
    questions.sort_by_cached_key(|question| (traceless(question), turn(question.rule)));
    if policy == Policy::Any {
        // What a guard acts on must be known first.
        return questions;
    }
    for pair in plan.pairs.iter().filter(|pair| plan.asks(Technique::Pairs) && wanted(&[pair.rule])) {
        if policy == Policy::Identity && pair.rule == "identity.call-id" {
            checker.skip(pair.rule, "a key function is given no id");
            continue;
        }
        if policy == Policy::Identity && matches!(pair.rule, "identity.boundary" | "identity.name") && !checker.profile.has(Has::Tool) {
            checker.skip(pair.rule, "names of tools take no part in it");
            continue;
        }
        match Question::of_pair(pair, policy, &checker.profile) {
            Ok(question) => questions.push(question),
            Err(reason) => checker.skip(pair.rule, &reason),
        }
    }
    questions
}

/// When a rule is asked: the general ones first, lists of names before how their patterns match.
fn turn(rule: &str) -> u8 {
    if rule.starts_with("pattern.") {
        rule::specificity(rule).max(31) + 5 * u8::from(rule == "pattern.no-match")
    } else if rule == "repeat.threshold.later-detailed" {
        // Not before the runs in which nothing may come.
        rule::specificity("repeat.threshold.once")
    } else {
        rule::specificity(rule)
    }
}
