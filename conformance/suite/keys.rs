//! Key functions: what is right is never blamed, and one cause is one finding.

use loopspec::check::faults::{Planted, bank};
use loopspec::check::vectors::embedded_pairs;
use loopspec::check::{Effort, Plan, Report, RunResult, Subject, Verdict, check};
use loopspec::drive::InProcess;
use loopspec::guard::keys;
use loopspec::identity::{CallKey, KeyChoices, Style, canonical};
use loopspec::report::render;
use loopspec::step::{Policy, Profile, Reply};
use serde_json::json;

/// Everything but pairs of long texts.
fn plan() -> Plan {
    let mut plan = whole();
    plan.pairs.retain(|pair| pair.a.args.len().max(pair.b.args.len()) < 1 << 12);
    plan
}

fn whole() -> Plan {
    Plan { effort: Effort::Quick, ..Plan::of(Vec::new(), embedded_pairs().expect("the kit's own pairs")) }
}

fn checked(subject: &mut dyn Subject, plan: &Plan) -> Report {
    let (policy, profile) = subject.policies()[0].clone();
    assert_eq!(policy, Policy::Identity);
    check(subject, policy, &profile, plan, &mut |_, _| {})
}

fn broken(report: &Report) -> Vec<&str> {
    report.findings.iter().map(|finding| finding.rule.as_str()).collect()
}

fn of_choices(choices: KeyChoices) -> impl Fn(&str, &[u8]) -> String {
    move |tool, args| format!("{:?}", CallKey::new(tool, args, &choices))
}

fn profile(value: serde_json::Value) -> Profile {
    serde_json::from_value(value).expect("a profile")
}

fn planted(name: &str) -> Planted {
    let fault = bank().into_iter().find(|fault| fault.policy() == Policy::Identity && fault.name() == name);
    Planted::new(fault.expect("a fault of the bank"))
}

#[test]
fn a_right_key_function_is_blamed_for_nothing() {
    let report = checked(&mut InProcess::new(keys("right", of_choices(KeyChoices::default()))), &whole());
    assert_eq!(report.result, RunResult::NoViolationFound);
    assert_eq!((broken(&report), &report.errors), (vec![], &vec![]));
    let skipped: Vec<_> = report.rules.iter().filter(|rule| rule.verdict != Verdict::Pass).map(|rule| rule.id.as_str()).collect();
    assert_eq!(skipped, ["identity.call-id", "identity.ignored-members"], "a key function hears no id, and this one ignores no member");
    assert!(report.cases > 1000, "{} cases", report.cases);
}

#[test]
fn a_right_key_function_is_blamed_for_nothing_that_it_declares() {
    for value in [
        json!({"choices": {"numbers": "binary64"}}),
        json!({"choices": {"numbers": "int-float"}}),
        json!({"choices": {"numbers": "literal"}}),
        json!({"choices": {"ignored_members": ["rationale"]}}),
        json!({"takes": "object"}),
        json!({"takes": "json"}),
        json!({"takes": "raw", "has": []}),
    ] {
        let profile = profile(value.clone());
        let key = of_choices(profile.key_choices());
        let report = checked(&mut InProcess::new(keys("right", key).with_profile(profile)), &plan());
        assert_eq!((broken(&report), &report.errors), (vec![], &vec![]), "{value}");
        assert_eq!(report.result, RunResult::NoViolationFound, "{value}");
    }
}

#[test]
fn names_are_not_judged_where_none_is_sent() {
    let nameless = |tool: &str, args: &[u8]| {
        assert_eq!(tool, "");
        format!("{:?}", CallKey::new(tool, args, &KeyChoices::default()))
    };
    let report = checked(&mut InProcess::new(keys("nameless", nameless).with_profile(profile(json!({"has": []})))), &plan());
    assert_eq!(broken(&report), [""; 0]);
    for rule in ["identity.boundary", "identity.name"] {
        let said = report.rules.iter().find(|one| one.id == rule).and_then(|one| one.reason.as_deref());
        assert_eq!(said, Some("names of tools take no part in it"), "{rule}");
    }
}

#[test]
fn one_fault_of_a_key_function_is_one_finding() {
    for (name, rule) in [
        ("keys_unsorted", "identity.key-order"),
        ("sorts_top_level_only", "identity.key-order"),
        ("names_of_top_level_only", "identity.full-length"),
        ("numbers_as_binary_64", "identity.distinct-numbers"),
        ("strings_folded", "identity.escapes"),
        ("cut_at_64", "identity.full-length"),
        ("name_not_in_key", "identity.name"),
        ("drops_proto", "identity.special-keys"),
    ] {
        let report = checked(&mut planted(name), &plan());
        assert_eq!(broken(&report), [rule], "{name}");
        // A warning leaves the result as it is.
        let warns = report.findings[0].level == loopspec::rule::Level::Should;
        let result = if warns { RunResult::NoViolationFound } else { RunResult::Nonconformant };
        assert_eq!(report.result, result, "{name}");
        // A key that is cut must be shown past the cut.
        let longest = if name == "cut_at_64" { 80 } else { 40 };
        for step in &report.findings[0].case.steps {
            let loopspec::step::Action::Key(key) = &step.action else { panic!("{name}: a step that asks no key") };
            assert!(key.args.len() <= longest, "{name}: {} characters", key.args.len());
        }
    }
}

#[test]
fn every_planted_fault_of_a_key_is_found_through_its_own_rule_and_no_other() {
    let mut wrong = Vec::new();
    for fault in bank().into_iter().filter(|fault| fault.policy() == Policy::Identity) {
        let plan = if fault.rules().contains(&"identity.depth") { whole() } else { plan() };
        let report = checked(&mut Planted::new(fault), &plan);
        let found = broken(&report);
        if !found.contains(&fault.rules()[0]) || found.iter().any(|rule| !fault.rules().contains(rule)) || !report.errors.is_empty() {
            wrong.push(format!("{}: {found:?} {:?}", fault.name(), report.errors));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn pairs_by_mutation_find_faults_without_the_table() {
    let mut missed = Vec::new();
    for fault in bank().into_iter().filter(|fault| fault.policy() == Policy::Identity) {
        let plan = Plan { pairs: Vec::new(), ..plan() };
        let found = checked(&mut Planted::new(fault), &plan).findings;
        if found.is_empty() {
            missed.push(fault.name());
        }
    }
    assert_eq!(missed, ["depth_cut"], "of arguments of more than 64 levels there are pinned pairs only");
}

/// Four faults in one function: no name, numbers through binary64, no capital letters, null as an empty string.
fn four_faults(_tool: &str, args: &[u8]) -> String {
    let text = canonical(args, Style::default());
    let mut key = String::new();
    let mut rest = text.as_str();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => {
                let mut escaped = false;
                let ends = |c: char| {
                    let ends = c == '"' && !escaped;
                    escaped = c == '\\' && !escaped;
                    ends
                };
                rest[1..].find(ends).map_or(rest.len(), |end| end + 2)
            }
            '-' | '0'..='9' => rest.find(|c: char| !"-+.eE0123456789".contains(c)).unwrap_or(rest.len()),
            'n' => rest.len().min(4),
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        match first {
            '"' => key.push_str(&token.to_ascii_lowercase()),
            'n' => key.push_str("\"\""),
            '-' | '0'..='9' => match token.parse::<f64>() {
                Ok(number) if number.is_finite() && number != 0.0 => key.push_str(&number.to_string()),
                _ => key.push_str(token),
            },
            _ => key.push_str(token),
        }
        rest = after;
    }
    key
}

#[test]
fn four_faults_in_one_function_are_four_findings() {
    let mut subject = InProcess::new(keys("four", four_faults).with_profile(profile(json!({"takes": "json"}))));
    let report = checked(&mut subject, &plan());
    let mut found = broken(&report);
    found.sort_unstable();
    assert_eq!(found, ["identity.distinct-numbers", "identity.escapes", "identity.name", "identity.types"], "{:#?}", report.findings);
}

#[test]
fn a_function_that_takes_every_text_as_it_stands_is_blamed_for_spellings_alone() {
    let raw = |tool: &str, args: &[u8]| format!("{tool:?} {args:?}");
    let report = checked(&mut InProcess::new(keys("raw", raw)), &plan());
    let found = broken(&report);
    assert!(found.contains(&"identity.key-order") && found.contains(&"identity.whitespace"), "{found:?}");
    let spelling = [
        "identity.key-order",
        "identity.whitespace",
        "identity.escapes",
        "identity.special-keys",
        "identity.equal-numbers",
        "identity.not-json",
        "identity.surrogates",
        "identity.duplicate-names",
        "identity.depth",
        "identity.empty",
    ];
    assert!(found.iter().all(|rule| spelling.contains(rule)), "{found:?}");
}

#[test]
fn the_time_for_a_key_is_noted_where_everything_is_asked_and_never_judged() {
    let noted = |plan: &Plan| {
        let report = checked(&mut InProcess::new(keys("right", of_choices(KeyChoices::default()))), plan);
        assert_eq!(report.result, RunResult::NoViolationFound);
        report.notes.iter().any(|note| note.contains("how the time for a key grows"))
    };
    let whole = Plan { streams: 0, effort: Effort::Normal, ..plan() };
    assert!(noted(&whole));
    assert!(!noted(&Plan { effort: Effort::Quick, ..whole.clone() }));
    assert!(!noted(&Plan { rule: Some("identity.key-order"), ..whole }));
}

#[test]
fn arguments_outside_the_domain_are_not_judged_and_a_panic_is_told() {
    let choosy = |tool: &str, args: &[u8]| match args {
        [b'{', ..] => Ok(of_choices(KeyChoices::default())(tool, args)),
        _ => Err("no object"),
    };
    let report = checked(&mut InProcess::new(keys("choosy", choosy)), &plan());
    assert_eq!(broken(&report), [""; 0]);
    let panics = |tool: &str, args: &[u8]| {
        assert!(!args.is_empty(), "no arguments");
        of_choices(KeyChoices::default())(tool, args)
    };
    let report = checked(&mut InProcess::new(keys("panics", panics)), &plan());
    assert_eq!(broken(&report), ["run.inert"]);
    assert!(matches!(report.findings[0].got.first(), None | Some(Reply::Key(_))));
}

#[test]
fn a_failing_pair_says_beside_the_second_call_what_the_keys_were_to_be() {
    for (name, wanted) in [("name_not_in_key", "different keys"), ("keys_unsorted", "equal keys")] {
        let shown = render(&checked(&mut planted(name), &plan()));
        let marked = shown.lines().find(|line| line.contains('>') && line.contains("key of ")).expect("a marked row");
        assert!(marked.contains(wanted), "{name}: {shown}");
    }
}
