//! Hand-written runs and pinned identity pairs.

use crate::check::Question;
use crate::check::checker::Checker;
use crate::check::plan::Plan;
use crate::rule;
use crate::step::Policy;

/// Vectors and pairs, the general rules before the special ones, so that a failure is first met where it is plainest.
pub(in crate::check) fn written(checker: &mut Checker<'_>, plan: &Plan) -> Vec<Question> {
    let wanted = |rules: &[&'static str]| plan.rule.is_none_or(|rule| rules.contains(&rule));
    let policy = checker.policy;
    let vectors = plan.vectors.iter().filter(|vector| vector.policy == policy && wanted(&vector.rules));
    let mut questions: Vec<Question> = vectors.map(Question::of_vector).collect();
    questions.sort_by_key(|question| rule::specificity(question.rule));
    if policy == Policy::Any {
        // What a guard acts on must be known first.
        return questions;
    }
    for pair in plan.pairs.iter().filter(|pair| wanted(&[pair.rule])) {
        match Question::of_pair(pair, policy, &checker.profile) {
            Ok(question) => questions.push(question),
            Err(reason) => checker.skip(pair.rule, &reason),
        }
    }
    questions
}
