//! Policy `identity`: pairs of calls by mutation, judged by whether their keys are equal.

use crate::check::attribute::spelling_classes;
use crate::check::checker::Checker;
use crate::check::plan::Plan;
use crate::check::question::{Judging, Question};
use crate::generate::{NamedText, mutants, seeded};
use crate::identity::{Numbers, pair, reading_rule};
use crate::step::{Action, Case, Key, Policy, Step};

/// Asks for the keys of as many pairs as the plan has random runs.
pub(crate) fn mutated(checker: &mut Checker<'_>, plan: &Plan, progress: &mut dyn FnMut(u64)) {
    let choices = checker.profile.key_choices();
    let drawn = seeded(mutants(checker.profile.takes, choices.numbers == Numbers::Exact), plan.seed);
    for (index, (one, other)) in (0..plan.streams).zip(drawn) {
        if checker.is_over() {
            return;
        }
        progress(u64::from(index));
        let pairing = pair((&one.0, &one.1), (&other.0, &other.1), &choices);
        let Some(rule) = pairing.rule.filter(|rule| plan.rule.is_none_or(|wanted| wanted == *rule)) else { continue };
        let readings = [&one, &other].into_iter().filter_map(|text| reading_rule(&text.1));
        let mut needed: Vec<&'static str> = readings.collect();
        let case = keys_of(one, other);
        needed.extend(spelling_classes(&case, &choices));
        if needed.iter().any(|needed| checker.waived(needed)) {
            continue;
        }
        checker.ask(&Question { origin: format!("mutant {index}"), rule, case, judging: Judging::Keys { same: pairing.same } });
    }
}

fn keys_of(one: NamedText, other: NamedText) -> Case {
    let key = |(tool, args): NamedText| Step::new(Action::Key(Key { tool: Some(tool), args }));
    Case { policy: Policy::Identity, steps: vec![key(one), key(other)] }
}
