//! What random runs reach, counted over the runs that `check` asks by default.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use loopspec::check::vectors::{Pair, embedded_pairs};
use loopspec::check::{Plan, fit, is_common, random_cases};
use loopspec::identity::{Text, pair};
use loopspec::policy::{Decision, Reference};
use loopspec::rule;
use loopspec::step::{
    Action, Call, Case, Execution, Has, Having, Heard, InputKind, OptionName, OptionValue, Outcome, Policy, Profile, Reply, Round, Status,
    Step, Support, Takes, Tier,
};
use serde_json::json;

/// Rules that random runs do not use, with the reason.
const NOT_USED: [(&str, &str); 13] = [
    ("repeat.never-blocks", "takes part in every run, and is asked by all of them"),
    ("run.inert", "takes part in every run, and is asked by all of them"),
    ("progress.event", "seen in every answer that warns or refuses"),
    ("progress.event.count", "seen in every answer that warns or refuses"),
    ("progress.event.fingerprint", "seen in every answer that warns or refuses"),
    ("progress.event.tools", "seen in every answer that warns or refuses"),
    ("progress.event.keyed", "a probe of its own"),
    ("progress.event.no-arguments", "a probe of its own"),
    ("progress.event.no-results", "a probe of its own"),
    ("progress.diagnostic", "words, asked by the vectors"),
    ("repeat.text.short", "words, seen in every short reminder"),
    ("repeat.text.detailed", "words, seen in every detailed reminder"),
    ("repeat.text.preview-", "words, seen in every detailed reminder"),
];

const POLICIES: [Policy; 2] = [Policy::RepeatReminder, Policy::NoProgress];

#[test]
#[expect(clippy::print_stdout, reason = "the counts are what a person runs this test for")]
fn every_rule_takes_part_in_random_runs_or_is_asked_in_another_way() {
    let mut stale: BTreeSet<&str> = NOT_USED.iter().map(|(id, _)| *id).collect();
    for policy in POLICIES {
        let mut used: BTreeMap<&str, usize> = BTreeMap::new();
        for profile in [Profile::default(), other_choices()] {
            for case in cases(policy, &profile) {
                let rules: BTreeSet<&str> = decide(&case, &profile).into_iter().flat_map(|decision| decision.rules).collect();
                rules.into_iter().for_each(|rule| *used.entry(rule).or_default() += 1);
            }
        }
        let asked: Vec<&str> = rule::all().iter().filter(|rule| rule.applies_to(policy.name())).map(|rule| rule.id).collect();
        let listed = |id: &str| NOT_USED.iter().find(|(listed, _)| id == *listed || listed.ends_with('-') && id.starts_with(listed));
        let missing: Vec<&&str> = asked.iter().filter(|id| !used.contains_key(**id) && listed(id).is_none()).collect();
        println!("{policy}: {} of {} rules take part", used.len(), asked.len());
        used.iter().for_each(|(id, cases)| println!("{cases:6} {id}"));
        assert!(missing.is_empty(), "{policy}: no random run uses {missing:?}");
        let needless: Vec<_> = used.keys().filter_map(|id| listed(id)).collect();
        assert!(needless.is_empty(), "{policy}: these need no exception: {needless:?}");
        stale.retain(|id| !asked.iter().any(|rule| listed(rule).is_some_and(|(listed, _)| listed == id)));
    }
    assert!(stale.is_empty(), "no such rules: {stale:?}");
}

#[test]
#[expect(clippy::print_stdout, reason = "the counts are what a person runs this test for")]
fn random_runs_hold_everything_that_may_happen() {
    for policy in POLICIES {
        let profile = Profile::default();
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for case in cases(policy, &profile) {
            let mut seen = BTreeSet::new();
            let decisions = decide(&case, &profile);
            interleaving(&case, &mut seen);
            for (step, decision) in case.steps.iter().zip(&decisions) {
                happening(step, &mut seen);
                answer(decision, &mut seen);
            }
            near_misses(&case, &mut seen);
            seen.into_iter().for_each(|feature| *counts.entry(feature).or_default() += 1);
        }
        println!("{policy}, of {} runs", Plan::STREAMS);
        counts.iter().for_each(|(feature, cases)| println!("{cases:6} {feature}"));
        let expected =
            EXPECTED.iter().filter(|(who, _)| who.is_none_or(|who| who == policy)).flat_map(|(_, features)| features.split(", "));
        let rare: Vec<&str> = expected.filter(|feature| counts.get(*feature).copied().unwrap_or_default() < 3).collect();
        assert!(rare.is_empty(), "{policy}: less than 3 runs of {} hold {rare:?}", Plan::STREAMS);
    }
}

/// What must stand in at least three runs.
const EXPECTED: [(Option<Policy>, &str); 3] = [
    (
        None,
        "calls 1, calls 2, calls 3, calls 4, identical calls, permuted completion, missing result, raw output, \
         status Denied, status Disabled, status Error, input steer, input follow-up, input injection, rewrite 0, rewrite 1, rewrite 2, \
         reopened, two runs, three runs, interleaved, prose, id returns, id is new, arguments not JSON, arguments not UTF-8, \
         arguments empty, arguments no object, arguments with blanks around, big number, duplicate names, lone surrogate, rejected, \
         near identity.name, near identity.boundary, near identity.key-order, near identity.array-order, near identity.whitespace, \
         near identity.escapes, near identity.types, near identity.full-length, near identity.special-keys, near identity.not-json, \
         near identity.empty, near identity.distinct-numbers, near identity.surrogates, near identity.duplicate-names, \
         same identity.key-order, same identity.whitespace, same identity.escapes, same identity.equal-numbers, same identity.not-json, \
         same identity.special-keys, same identity.surrogates, same identity.duplicate-names",
    ),
    (
        Some(Policy::RepeatReminder),
        "thresholds 0, thresholds 1, thresholds 2, thresholds 3, thresholds unsorted, thresholds below 2, thresholds twice, preview_chars, \
         preview 0, preview negative, include, exclude, bookkeeping, Short at 2, Short at 3, Detailed at 4, Detailed at 5, Detailed at 7, \
         Detailed at 8, crossings",
    ),
    (
        Some(Policy::NoProgress),
        "warn_after 2, warn_after 3, warn_after 4, warn_after below 2, escalation short-circuit, escalation stop, escalation warn, exempt, \
         compare, empty id, repeated id, empty result, warn 2, warn 3, warn 4, block 3, block 4, block 5, stop, ended, \
         refused 1, refused 2, refused 3, refused 4",
    ),
];

#[test]
fn a_profile_is_told_nothing_that_it_cannot_be_told() {
    let narrow = [
        json!({"takes": "object"}),
        json!({"takes": "json", "execution": "sequential"}),
        json!({"takes": "raw", "has": ["tool"], "hears": []}),
        json!({"has": [], "hears": ["steer"]}),
        json!({"tools": ["only"], "has": ["tool", "patterns"]}),
        json!({"tools": ["one", "two"]}),
        json!({"tools": ["one", "two", "three"]}),
        json!({"config": {"thresholds": {"fixed": [4]}, "include": "none", "exclude": "none", "bookkeeping": "none", "preview_chars": "none",
               "warn_after": {"fixed": 3}, "escalation": {"one_of": ["stop", "warn"]}, "exempt": "none", "compare": "none"}}),
    ];
    for (policy, value) in POLICIES.into_iter().flat_map(|policy| narrow.iter().map(move |value| (policy, value))) {
        let profile: Profile = serde_json::from_value(value.clone()).expect("a profile");
        let (mut sent, mut refused) = (0, BTreeSet::new());
        for case in random_cases(policy, &profile, table(), Plan::SEED).take(300) {
            match fit(&case, &profile) {
                Err(reason) => drop(refused.insert(reason)),
                Ok(case) => {
                    sent += 1;
                    tellable(&case, &profile);
                }
            }
        }
        assert!(sent >= 285, "{policy}, {value}: only {sent} of 300 runs can be asked: {refused:?}");
    }
}

/// As little as possible is taken from `fit` on trust.
fn tellable(case: &Case, profile: &Profile) {
    for round in case.steps.iter().filter_map(Step::round) {
        assert!(profile.execution == Execution::Parallel || round.completion().is_sorted());
        for (call, result) in round.pairs() {
            let text = Text::parse(&call.args);
            assert!(profile.takes != Takes::Object || text.is_object());
            assert!(profile.takes != Takes::Json || matches!(text, Text::Json(_)));
            assert!(profile.takes == Takes::Bytes || std::str::from_utf8(&call.args).is_ok());
            assert!(profile.tools.is_empty() || profile.tools.contains(&call.tool));
            assert!(result.is_some() || profile.hears == Heard::default());
            assert!(result.is_none_or(|outcome| outcome.status == Status::Ok) || profile.hears == Heard::default());
        }
    }
    let tools: BTreeSet<&str> = case.steps.iter().filter_map(Step::round).flat_map(Round::calls).map(|call| call.tool.as_str()).collect();
    assert!(profile.has == Having::default() || profile.has(Has::Tool) || tools.len() <= 1);
    for step in &case.steps {
        if let Action::Open(options) = &step.action {
            let given = OptionName::ALL.into_iter().filter(|name| options.get(*name).is_some());
            let settable = |name| matches!(profile.support(name), Support::Any | Support::OneOf(_));
            assert!(given.into_iter().all(settable));
        }
    }
}

fn table() -> &'static [Pair] {
    static TABLE: OnceLock<Vec<Pair>> = OnceLock::new();
    TABLE.get_or_init(|| embedded_pairs().expect("the table can be read"))
}

/// The random runs of `check` with nothing else said; each of them can be told.
fn cases(policy: Policy, profile: &Profile) -> impl Iterator<Item = Case> {
    let count = usize::try_from(Plan::STREAMS).expect("a count");
    let cases: Vec<Case> = random_cases(policy, profile, table(), Plan::SEED).take(count).collect();
    cases.iter().for_each(|case| assert_eq!(fit(case, profile).as_ref(), Ok(case)));
    cases.into_iter()
}

fn decide(case: &Case, profile: &Profile) -> Vec<Decision> {
    Reference::decide(case, profile).expect("a policy with a model")
}

/// Every choice otherwise than the reference's.
fn other_choices() -> Profile {
    let choices = json!({"crossings": "each", "warnings": "every", "zero-config": "rejected", "numbers": "literal", "ignored-members": ["rationale"]});
    serde_json::from_value(json!({ "choices": choices })).expect("a profile")
}

fn interleaving(case: &Case, seen: &mut BTreeSet<String>) {
    let mut order: Vec<&str> = case.steps.iter().map(|step| step.run.as_str()).collect();
    order.dedup();
    let runs: BTreeSet<&str> = order.iter().copied().collect();
    match runs.len() {
        2 => drop(seen.insert("two runs".to_owned())),
        3 => drop(seen.insert("three runs".to_owned())),
        _ => {}
    }
    if order.len() > runs.len() {
        seen.insert("interleaved".to_owned());
    }
    let mut opened = BTreeSet::new();
    let reopened = case.steps.iter().any(|step| matches!(step.action, Action::Open(_)) && !opened.insert(&step.run));
    if reopened {
        seen.insert("reopened".to_owned());
    }
}

fn happening(step: &Step, seen: &mut BTreeSet<String>) {
    match &step.action {
        Action::Input(input) => {
            let kind = match input.kind {
                InputKind::FollowUp => "follow-up",
                InputKind::Injection => "injection",
                InputKind::Steer => "steer",
            };
            seen.insert(format!("input {kind}"));
        }
        Action::Rewrite(rewrite) => drop(seen.insert(format!("rewrite {}", rewrite.keep))),
        Action::Round(round) => in_round(round, seen),
        Action::Open(options) => {
            for name in OptionName::ALL {
                match options.get(name) {
                    Some(OptionValue::Ints(list)) => {
                        let distinct: BTreeSet<i64> = list.iter().copied().collect();
                        let shape = match () {
                            () if list.iter().any(|count| *count < 2) => "below 2".to_owned(),
                            () if distinct.len() < list.len() => "twice".to_owned(),
                            () if !list.is_sorted() => "unsorted".to_owned(),
                            () => list.len().to_string(),
                        };
                        seen.insert(format!("thresholds {shape}"));
                    }
                    Some(OptionValue::Int(int)) if name == OptionName::PreviewChars && int <= 0 => {
                        seen.insert(if int == 0 { "preview 0" } else { "preview negative" }.to_owned());
                    }
                    Some(OptionValue::Int(int)) if name == OptionName::WarnAfter => {
                        seen.insert(if int < 2 { "warn_after below 2".to_owned() } else { format!("warn_after {int}") });
                    }
                    Some(OptionValue::Word(word)) => drop(seen.insert(format!("escalation {word}"))),
                    Some(_) => drop(seen.insert(name.name().to_owned())),
                    None => {}
                }
            }
        }
        Action::Key(_) => {}
    }
}

fn in_round(round: &Round, seen: &mut BTreeSet<String>) {
    let mut saw = |feature: &str, really: bool| {
        if really {
            seen.insert(feature.to_owned());
        }
    };
    let calls = round.calls();
    saw(&format!("calls {}", calls.len()), true);
    saw("identical calls", calls.windows(2).any(|two| two[0].tool == two[1].tool && two[0].args == two[1].args));
    saw("permuted completion", !round.completion().is_sorted());
    saw("prose", round.prose.is_some());
    saw("empty id", calls.iter().any(|call| call.id.is_empty()));
    saw(
        "repeated id",
        calls.iter().enumerate().any(|(at, call)| !call.id.is_empty() && calls[..at].iter().any(|other| other.id == call.id)),
    );
    saw("missing result", round.results().iter().any(Option::is_none));
    for outcome in round.results().iter().flatten() {
        saw(&format!("status {:?}", outcome.status), true);
        saw("raw output", outcome.raw() != outcome.visible);
        saw("empty result", outcome.visible.is_empty());
    }
    for call in calls {
        let (text, args) = (Text::parse(&call.args), call.text());
        saw("arguments not JSON", matches!(text, Text::Raw([_, ..])));
        saw("arguments not UTF-8", std::str::from_utf8(&call.args).is_err());
        saw("arguments empty", matches!(text, Text::Raw([])));
        saw("arguments no object", matches!(text, Text::Json(_)) && !text.is_object());
        saw("arguments with blanks around", args.trim() != args);
        let digits = args.split(|char: char| !char.is_ascii_digit()).map(str::len).max();
        saw("big number", matches!(text, Text::Json(_)) && digits >= Some(16));
        match loopspec::identity::reading_rule(&call.args) {
            Some("identity.duplicate-names") => saw("duplicate names", true),
            Some("identity.surrogates") => saw("lone surrogate", true),
            _ => {}
        }
    }
}

fn answer(decision: &Decision, seen: &mut BTreeSet<String>) {
    match &decision.reply {
        Reply::Rejected(_) => drop(seen.insert("rejected".to_owned())),
        Reply::Ended => drop(seen.insert("ended".to_owned())),
        Reply::Facts(facts) => {
            for notice in &facts.notices {
                if let (Some(tier), Some(count)) = (notice.tier, notice.count) {
                    seen.insert(format!("{} at {count}", if tier == Tier::Short { "Short" } else { "Detailed" }));
                }
            }
            for event in &facts.events {
                let kind = event.kind.clone().unwrap_or_default();
                seen.insert(format!("{kind} {}", event.repeat_count.unwrap_or_default()));
            }
            if !facts.refused.is_empty() {
                seen.insert(format!("refused {}", facts.refused.len()));
            }
            if facts.stop.is_some() {
                seen.insert("stop".to_owned());
            }
            if decision.rules.contains(&"repeat.reminder.crossings") {
                seen.insert("crossings".to_owned());
            }
        }
        Reply::Key(_) => {}
    }
}

/// Neighbouring calls that are nearly one, or one in other words, by rule; and whether ids return.
fn near_misses(case: &Case, seen: &mut BTreeSet<String>) {
    let calls: Vec<_> = case.steps.iter().filter_map(Step::round).flat_map(Round::calls).collect();
    for two in calls.windows(2) {
        let (one, other) = (two[0], two[1]);
        let found = pair((&one.tool, &one.args), (&other.tool, &other.args), &Profile::default().key_choices());
        if let Some(rule) = found.rule {
            seen.insert(format!("{} {rule}", if found.same { "same" } else { "near" }));
        }
        if found.same {
            seen.insert(if one.id == other.id { "id returns" } else { "id is new" }.to_owned());
        }
    }
}

#[test]
fn words_are_judged_only_where_every_number_is_a_plain_integer() {
    let common = |args: &str| {
        let round = Round::new([(Call::new("c1", "look", args), Some(Outcome::ok("rows")))]);
        is_common(&Case { policy: Policy::RepeatReminder, steps: vec![Step::new(Action::Round(round))] })
    };
    for args in [r#"{"n":100000}"#, r#"{"n":-10}"#, r#"{"n":[0,1]}"#, r#"{"q":"1e5 and 1.0 and -0"}"#, r#"{"q":true,"e":1}"#] {
        assert!(common(args), "{args}");
    }
    for args in [r#"{"n":1e5}"#, r#"{"n":1E5}"#, r#"{"n":1.0}"#, r#"{"n":-0}"#, r#"{"n":9007199254740993}"#, r#"{"n":[1,10e-1]}"#] {
        assert!(!common(args), "{args}");
    }
}
