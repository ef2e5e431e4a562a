//! After which rule a failure is named: exactly one, the same one for one cause.

use std::collections::BTreeSet;

use crate::identity::{KeyChoices, Style, Text, canonical, pair, spellings};
use crate::policy::Decision;
use crate::rule;
use crate::step::{Action, Case, Key, Options, Outcome, Policy, Round, Step};

/// Beginnings of the ids of rules about an answer itself. Where an earlier answer was right, they are not to blame for a later one.
const OF_ANSWERS: [&str; 14] = [
    "progress.answers",
    "progress.diagnostic",
    "progress.ended",
    "progress.escalation",
    "progress.event",
    "progress.first-runs",
    "progress.second-runs",
    "progress.third-blocked",
    "progress.warn-second",
    "progress.warnings",
    "progress.zero-executions",
    "repeat.reminder.",
    "repeat.text.",
    "repeat.threshold.",
];

/// What is known of a failing run that cannot be made shorter.
pub(super) struct Blame<'b> {
    /// The rule that the question asks, where it was written for one.
    pub(super) asked: Option<&'static str>,
    /// Whether the run is, values and texts aside, still as the question's author wrote it.
    pub(super) as_written: bool,
    /// What the reference decided, up to the step where the answers differ.
    pub(super) decisions: &'b [Decision],
    pub(super) policy: Policy,
    /// What the difference itself points at.
    pub(super) hint: Option<&'static str>,
}

/// Rules up to here are about the bare chain and what it brings: everybody's runs have them.
pub(super) const ORDINARY: u8 = 22;

impl Blame<'_> {
    /// Every rule that takes part, in order.
    pub(super) fn used(&self) -> Vec<&'static str> {
        let mut used = Vec::new();
        for rule in self.decisions.iter().flat_map(|decision| &decision.rules) {
            if !used.contains(rule) {
                used.push(*rule);
            }
        }
        used
    }

    /// The rule to blame: the most special of those that can have led to the difference. In a run that cannot be made shorter every
    /// step is causal. What was asked counts only where no special rule takes part: a rule that forbids leaves no trace.
    pub(super) fn rule(&self) -> &'static str {
        let (last, earlier) = match self.decisions.split_last() {
            Some((last, earlier)) => (last.rules.as_slice(), earlier),
            None => ([].as_slice(), [].as_slice()),
        };
        let of_answers = |rule: &&'static str| OF_ANSWERS.iter().any(|beginning| rule.starts_with(beginning));
        let before = earlier.iter().flat_map(|decision| &decision.rules).copied().filter(|rule| !of_answers(rule));
        let candidates: Vec<&'static str> = last.iter().copied().chain(before).collect();
        let fallback = if self.policy == Policy::NoProgress { "progress.first-runs" } else { "repeat.chain.consecutive" };
        let top = candidates.iter().map(|rule| rule::specificity(rule)).max().unwrap_or_default();
        if let Some(asked) = self.asked
            && self.as_written
            && top <= ORDINARY
            && !candidates.contains(&asked)
        {
            return asked;
        }
        if let Some(hint) = self.hint.filter(|_| top <= ORDINARY) {
            return hint;
        }
        let mut best = candidates.into_iter().filter(|rule| rule::specificity(rule) == top);
        let first = best.next().unwrap_or(fallback);
        // Of equals the one that was asked.
        self.asked.filter(|asked| *asked == first || best.any(|rule| rule == *asked)).unwrap_or(first)
    }
}

/// The rule of a pair of keys: the class of the two texts, where they have one.
pub(super) fn of_keys(case: &Case, choices: &KeyChoices) -> Option<&'static str> {
    let mut keys = case.steps.iter().filter_map(|step| if let Action::Key(key) = &step.action { Some(key) } else { None });
    let call = |key: &'_ Key| (key.tool.clone().unwrap_or_default(), key.args.clone());
    let (one, other) = (call(keys.next()?), call(keys.next()?));
    pair((&one.0, &one.1), (&other.0, &other.1), choices).rule
}

/// Every class of other spellings that takes part: what a guard must pass over to see that two calls of the case are one.
pub(super) fn spelling_classes(case: &Case, choices: &KeyChoices) -> Vec<&'static str> {
    let mut calls: Vec<(String, Vec<u8>)> = Vec::new();
    let mut copies = false;
    for step in &case.steps {
        match &step.action {
            Action::Key(key) => calls.push((key.tool.clone().unwrap_or_default(), key.args.clone())),
            Action::Round(round) => {
                let all: Vec<_> = round.calls().iter().map(|call| (call.tool.clone(), call.args.clone())).collect();
                // Copies inside a round have ids of their own.
                copies |= all.iter().enumerate().any(|(at, call)| all[..at].contains(call));
                calls.extend(all);
            }
            Action::Input(_) | Action::Open(_) | Action::Rewrite(_) => {}
        }
    }
    calls.sort();
    calls.dedup();
    let mut classes = if copies { vec!["identity.call-id"] } else { Vec::new() };
    for (at, one) in calls.iter().enumerate() {
        for other in calls[at + 1..].iter().filter(|other| other.0 == one.0 && one.1.len().max(other.1.len()) <= 1 << 16) {
            classes.extend(spellings((&one.0, &one.1), (&other.0, &other.1), choices));
        }
    }
    classes
}

/// Whether a round with several calls is left.
pub(super) fn has_bundles(case: &Case) -> bool {
    case.steps.iter().filter_map(Step::round).any(|round| round.calls().len() > 1)
}

/// Whether the arguments of all calls say nothing: a likeness of values cannot be what matters.
pub(super) fn is_plain(case: &Case) -> bool {
    let calls = case.steps.iter().filter_map(Step::round).flat_map(|round| round.calls());
    calls.map(|call| &call.args).all(|args| args.len() <= 8 && Text::parse(args).is_object())
}

/// Whether all tools are named as the shortest runs name them: what a tool is called cannot be what matters.
pub(super) fn is_plainly_named(case: &Case) -> bool {
    case.steps.iter().filter_map(Step::round).flat_map(|round| round.calls()).all(|call| call.tool.len() <= 1)
}

/// A case without its values: which steps, statuses and orders it has, and which calls are of one tool.
pub(super) fn shape(case: &Case) -> Case {
    let mut shape = case.clone();
    let mut tools: Vec<String> = Vec::new();
    for step in &mut shape.steps {
        match &mut step.action {
            // An option that could be dropped does not matter, and one that could not is a rule's own.
            Action::Open(options) => *options = Options::default(),
            Action::Round(round) => {
                let ids: Vec<String> = round.calls().iter().map(|call| call.id.clone()).collect();
                let place = |id: &String| ids.iter().position(|other| other == id).map_or_else(|| id.clone(), |at| at.to_string());
                round.done = round.done.as_ref().map(|done| done.iter().map(place).collect());
                round.edit(|call, result| {
                    let known = tools.iter().position(|tool| *tool == call.tool).unwrap_or_else(|| {
                        tools.push(call.tool.clone());
                        tools.len() - 1
                    });
                    call.tool = known.to_string();
                    call.id = place(&call.id);
                    call.args.clear();
                    if let Some(outcome) = result {
                        *outcome = Outcome { status: outcome.status, ..Outcome::default() };
                    }
                    true
                });
            }
            Action::Input(input) => input.text.clear(),
            Action::Key(_) | Action::Rewrite(_) => {}
        }
    }
    shape
}

/// Characters of argument text after which some guard stops reading.
const LONG_BEGINNING: usize = 48;

/// Whether two different calls of one tool begin with the same long canonical text.
pub(super) fn begins_alike(case: &Case) -> bool {
    let calls = case.steps.iter().filter_map(Step::round).flat_map(Round::calls);
    let calls: BTreeSet<(&str, String)> = calls.map(|call| (call.tool.as_str(), canonical(&call.args, Style::default()))).collect();
    // Sorted, those that begin most alike are neighbours.
    let calls: Vec<_> = calls.into_iter().collect();
    let alike = |one: &str, other: &str| one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count() >= LONG_BEGINNING;
    calls.windows(2).any(|two| two[0].0 == two[1].0 && alike(&two[0].1, &two[1].1))
}
