//! What is asked: cases with the rule that each asks, from vectors, identity pairs and probes.

use super::comparable::is_common;
use super::fit::opening;
use super::vectors::{Pair, Vector};
use crate::step::{Action, Call, Case, Key, OptionName, OptionValue, Options, Outcome, Policy, Profile, Round, Step, Support};

/// A case and the rule that it asks.
#[derive(Clone, Debug)]
pub struct Question {
    /// Where it comes from, such as `vector steer-between`.
    pub origin: String,
    /// The rule that it asks first.
    pub rule: &'static str,
    /// What is sent.
    pub case: Case,
    /// How the answer is judged.
    pub judging: Judging,
}

/// How an answer is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judging {
    /// That, when and where a guard acts, against the reference.
    Behaviour,
    /// Behaviour, then words.
    Words,
    /// Policy `identity`: whether the two keys are equal.
    Keys {
        /// They are to be.
        same: bool,
    },
}

impl Judging {
    /// For a run that was made by no rule's author: words only where everybody's data is.
    pub(super) fn of_run(case: &Case) -> Self {
        if case.policy == Policy::RepeatReminder && is_common(case) { Self::Words } else { Self::Behaviour }
    }
}

impl Question {
    /// A vector's question.
    pub fn of_vector(vector: &Vector) -> Self {
        let rule = vector.rules[0];
        Self {
            origin: format!("vector {}", vector.id),
            rule,
            case: vector.case(),
            judging: if asks_wording(rule) { Judging::Words } else { Judging::Behaviour },
        }
    }

    /// A pair's question: does the guard take the second call for the first one?
    ///
    /// # Errors
    /// The reason why it is not asked of an implementation with this profile.
    pub fn of_pair(pair: &Pair, policy: Policy, profile: &Profile) -> Result<Self, String> {
        let same = pair.same_for(profile)?;
        let case = match policy {
            Policy::Identity => keys_of(pair),
            Policy::NoProgress => probe(policy, repeats(profile, policy), pair),
            Policy::Any | Policy::RepeatReminder => probe(policy, repeats(profile, policy), pair),
        };
        Ok(Self {
            origin: format!("pair {}", pair.id),
            rule: pair.rule,
            case,
            judging: if policy == Policy::Identity { Judging::Keys { same } } else { Judging::Behaviour },
        })
    }
}

/// Rules about words are judged in a second pass.
fn asks_wording(rule: &str) -> bool {
    rule.starts_with("repeat.text.") || rule == "progress.diagnostic"
}

/// How often a call must come for the guard to act, and the options that make it so.
pub(super) fn repeats(profile: &Profile, policy: Policy) -> (usize, Options) {
    let (name, least) = if policy == Policy::NoProgress {
        (OptionName::WarnAfter, OptionValue::Int(2))
    } else {
        (OptionName::Thresholds, OptionValue::Ints(vec![2]))
    };
    let mut options = opening(policy, profile);
    match profile.support(name) {
        Support::Any => drop(options.set(name, &least)),
        Support::OneOf(values) => drop(values.first().map(|value| options.set(name, value))),
        Support::None | Support::Fixed(_) => {}
    }
    let lowest = options.thresholds.iter().flatten().copied().min().unwrap_or(3);
    let count = if policy == Policy::NoProgress { options.warn_after.unwrap_or(2) } else { lowest };
    (usize::try_from(count).unwrap_or(2).clamp(2, 64), options)
}

/// The first call until one more would make the guard act, then the second one; equal results.
fn probe(policy: Policy, (times, options): (usize, Options), pair: &Pair) -> Case {
    let round = |call: &Call| Step::new(Action::Round(Round::new([(call.clone(), Some(Outcome::ok("ok")))])));
    let mut steps = vec![Step::new(Action::Open(options))];
    steps.extend(std::iter::repeat_n(round(&pair.a), times - 1));
    steps.push(round(&pair.b));
    Case { policy, steps }
}

fn keys_of(pair: &Pair) -> Case {
    let key = |call: &Call| Step::new(Action::Key(Key { tool: Some(call.tool.clone()), args: call.args.clone() }));
    Case { policy: Policy::Identity, steps: vec![key(&pair.a), key(&pair.b)] }
}
