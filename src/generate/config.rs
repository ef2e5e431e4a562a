//! What runs are opened with: every option that a profile has, now and then one that must be rejected.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::call::{ADMIN, TOOLS, tools};
use super::space::RunSpace;
use crate::step::{Has, OptionName, OptionValue, Options, Policy, Support};

/// Options that a profile can be told; now and then such that must be rejected.
pub fn options(space: &RunSpace) -> impl Strategy<Value = Options> + use<> {
    let given = match space.policy() {
        Policy::NoProgress => progress().boxed(),
        _ => repeat().boxed(),
    };
    let space = space.clone();
    (given, any::<Index>()).prop_map(move |(given, index)| {
        let mut options = Options::default();
        for name in OptionName::ALL.into_iter().filter(|name| belongs(*name, space.policy())) {
            let value = match space.profile().support(name) {
                Support::Any => given.get(name).and_then(|value| told(&space, value)),
                Support::Fixed(value) => Some(value.clone()),
                Support::None => None,
                Support::OneOf(values) if values.is_empty() => None,
                Support::OneOf(values) => Some(index.get(values).clone()),
            };
            if let Some(value) = value {
                options.set(name, &value);
            }
        }
        options
    })
}

fn belongs(name: OptionName, policy: Policy) -> bool {
    use OptionName as O;
    matches!(name, O::Compare | O::Escalation | O::Exempt | O::WarnAfter) == (policy == Policy::NoProgress)
}

/// The value without what the profile cannot be told: patterns, and names of tools that no call of it has.
fn told(space: &RunSpace, value: OptionValue) -> Option<OptionValue> {
    let profile = space.profile();
    let names = tools(space);
    let sayable = |pattern: &String| {
        let literal = !pattern.contains('*');
        let free = profile.tools.is_empty() && profile.has(Has::Patterns);
        free || (literal && (profile.tools.is_empty() || names.contains(&pattern.as_str())))
    };
    match value {
        OptionValue::Words(list) => {
            let kept: Vec<String> = list.iter().filter(|pattern| sayable(pattern)).cloned().collect();
            // A list of which nothing is left would mean something else.
            (!kept.is_empty() || list.is_empty()).then_some(OptionValue::Words(kept))
        }
        OptionValue::Map(map) => {
            let kept: BTreeMap<_, _> = map.into_iter().filter(|(pattern, _)| profile.tools.is_empty() && sayable(pattern)).collect();
            Some(OptionValue::Map(kept))
        }
        other => Some(other),
    }
}

fn repeat() -> impl Strategy<Value = Options> {
    let thresholds = prop_oneof![
        10 => Just(None),
        30 => select(vec![vec![2], vec![2, 4], vec![2, 3], vec![3, 5, 8], vec![4, 2, 7], vec![3]]).prop_map(Some),
        2 => Just(Some(Vec::new())),
        1 => select(vec![vec![1], vec![0, 3], vec![-1], vec![3, 3], vec![2, 5, 2]]).prop_map(Some),
    ];
    let preview = prop_oneof![
        30 => Just(None),
        20 => select(vec![1, 7, 12, 40]).prop_map(Some),
        2 => Just(Some(0)),
        1 => Just(Some(-1)),
    ];
    let [names, also] = [(); 2].map(|()| prop_oneof![2 => Just(None), 1 => administrative().prop_map(Some)]);
    let include = prop_oneof![3 => Just(None), 1 => select(included()).prop_map(Some)];
    (thresholds, preview, names, also, include, any::<bool>()).prop_map(|(thresholds, preview_chars, exclude, also, include, books)| {
        // Bookkeeping tools are named, never described.
        let bookkeeping = also.filter(|_| books).map(|_| vec![ADMIN.to_owned()]);
        Options { thresholds, preview_chars, exclude, include, bookkeeping, ..Options::default() }
    })
}

fn progress() -> impl Strategy<Value = Options> {
    let warn_after = prop_oneof![
        20 => Just(None),
        20 => (2i64..5).prop_map(Some),
        1 => select(vec![1, 0, -3]).prop_map(Some),
    ];
    let escalation = select(vec![None, Some("short-circuit"), Some("stop"), Some("warn")]);
    let exempt = prop_oneof![1 => Just(None), 2 => administrative().prop_map(Some)];
    let compare = prop_oneof![1 => Just(None), 1 => select(compared()).prop_map(Some)];
    (warn_after, escalation, exempt, compare).prop_map(|(warn_after, escalation, exempt, compare)| Options {
        warn_after,
        escalation: escalation.map(str::to_owned),
        exempt,
        compare,
        ..Options::default()
    })
}

/// Lists that mostly mean the administrative tool, by patterns of every shape.
fn administrative() -> impl Strategy<Value = Vec<String>> {
    let alone = ["plan", "pl*", "*an", "p*n", "*la*", "*"];
    let not = ["pla", "lan", "Plan", "pl*x", "none_*"];
    let list = |patterns: &[&str]| patterns.iter().map(|pattern| (*pattern).to_owned()).collect::<Vec<_>>();
    let [means, misses] = [&alone[..], &not[..]].map(|patterns| patterns.iter().map(|pattern| list(&[pattern])).collect::<Vec<_>>());
    prop_oneof![
        8 => select(means),
        2 => select(misses),
        1 => Just(list(&["none", "pl*"])),
        1 => Just(Vec::new()),
    ]
}

/// Lists that include what does something, by patterns of every shape.
fn included() -> Vec<Vec<String>> {
    let lists: [&[&str]; 6] = [&TOOLS[..2], &["lo*", "edit"], &["*oo*", "*it"], &["*"], &["l*k", "edit"], &[]];
    lists.iter().map(|list| list.iter().map(|pattern| (*pattern).to_owned()).collect()).collect()
}

/// Members of observations that take no part, for the loop's tool or all.
fn compared() -> Vec<BTreeMap<String, Vec<String>>> {
    let lists: [&[(&str, &[&str])]; 5] =
        [&[("look", &["t"])], &[("lo*", &["t"])], &[("*", &["t", "u"])], &[("l*", &["u"]), ("*k", &["t"])], &[("edit", &["t"])]];
    let map = |list: &[(&str, &[&str])]| {
        list.iter().map(|(pattern, names)| ((*pattern).to_owned(), names.iter().map(|name| (*name).to_owned()).collect())).collect()
    };
    lists.iter().map(|list| map(list)).collect()
}
