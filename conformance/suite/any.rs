//! Guards with a policy of their own: what is right is never blamed, what is wrong is found through its rule.

#[path = "any/guards.rs"]
mod guards;

use guards::{Fault, Kind, Maker};
use loopspec::check::vectors::embedded_pairs;
use loopspec::check::{Card, Cause, Change, Deed, Plan, Report, RunResult, Stimulus, Verdict, check};
use loopspec::drive::InProcess;
use loopspec::report::{card_lines, render};
use loopspec::step::{Policy, Profile};

const FAIR: [Kind; 13] = [
    Kind::Cycles,
    Kind::CallLimit(20),
    Kind::FailingCall,
    Kind::Failures,
    Kind::Folded,
    Kind::RoundDuplicates,
    Kind::SameResults,
    Kind::Similar,
    Kind::Streak(20),
    Kind::ToolStreak,
    Kind::Totals,
    Kind::Window,
    Kind::WindowAndLimit,
];

fn checked(kind: Kind, fault: Fault) -> Report {
    checked_with(kind, fault, &Profile::default())
}

fn checked_with(kind: Kind, fault: Fault, profile: &Profile) -> Report {
    let plan = Plan { streams: 0, ..Plan::of(Vec::new(), embedded_pairs().expect("the kit's own pairs")) };
    check(&mut InProcess::new(Maker::new(kind, fault)), Policy::Any, profile, &plan, &mut |_, _| ())
}

fn broken(report: &Report) -> Vec<&str> {
    report.findings.iter().map(|finding| finding.rule.as_str()).collect()
}

fn verdict(report: &Report, rule: &str) -> Verdict {
    report.rules.iter().find(|one| one.id == rule).expect("a rule of policy any").verdict
}

#[test]
fn no_guard_with_a_policy_of_its_own_is_blamed_for_it() {
    for kind in FAIR {
        let report = checked(kind, Fault::None);
        assert_eq!(report.result, RunResult::NoViolationFound, "{kind:?}\n{}", render(&report));
        assert_eq!(broken(&report), [""; 0], "{kind:?}");
        for rule in ["run.fresh", "run.isolated", "run.inert"] {
            assert_eq!(verdict(&report, rule), Verdict::Pass, "{kind:?}: {rule}");
        }
    }
}

#[test]
fn a_fault_that_any_guard_can_have_is_found_through_its_rule() {
    let planted = [
        (Kind::Window, Fault::RawText, "identity.key-order"),
        (Kind::Cycles, Fault::KeyIsCut, "identity.full-length"),
        (Kind::Totals, Fault::NameNotInKey, "identity.name"),
        // One slip is no policy: whoever folds case and blanks at once is not asked about identity.
        (Kind::Totals, Fault::KeyIsLower, "identity.escapes"),
        (Kind::CallLimit(20), Fault::Shared, "run.fresh"),
        (Kind::WindowAndLimit, Fault::SharedAndCleared, "run.isolated"),
        (Kind::RoundDuplicates, Fault::PanicsWhenDeep, "run.inert"),
        (Kind::Failures, Fault::PanicsWithoutObject, "run.inert"),
        (Kind::ToolStreak, Fault::PanicsWhenDeep, "run.inert"),
    ];
    for (kind, fault, rule) in planted {
        let report = checked(kind, fault);
        assert_eq!(report.result, RunResult::Nonconformant, "{kind:?}, {fault:?}");
        assert!(broken(&report).contains(&rule), "{kind:?}, {fault:?}: {:?}", broken(&report));
    }
}

#[test]
fn a_waived_rule_is_not_broken_by_how_a_guard_ends() {
    let waiving = Profile { waives: vec!["identity.depth".to_owned()], ..Profile::default() };
    for kind in [Kind::Window, Kind::CallLimit(20)] {
        let report = checked_with(kind, Fault::PanicsWhenDeep, &waiving);
        assert!(!broken(&report).contains(&"identity.depth"), "{kind:?}: {:?}", broken(&report));
        assert!(broken(&checked(kind, Fault::PanicsWhenDeep)).contains(&"identity.depth"), "{kind:?}");
    }
}

#[test]
fn a_guard_that_acts_now_here_now_there_is_not_deterministic() {
    let report = checked(Kind::Window, Fault::Wavers);
    let found: Vec<_> = report.findings.iter().map(|finding| (finding.rule.as_str(), finding.cause)).collect();
    assert_eq!(found, [("run.fresh", Cause::NotDeterministic)]);
}

#[test]
fn what_counts_something_else_than_equal_calls_is_not_asked_about_identity() {
    for kind in [Kind::CallLimit(20), Kind::Failures, Kind::Folded, Kind::Similar, Kind::ToolStreak] {
        let report = checked(kind, Fault::None);
        assert_eq!(verdict(&report, "identity.key-order"), Verdict::Skip, "{kind:?}");
        let said = report.card.and_then(|card| card.identity).unwrap_or_default();
        assert!(said.starts_with("not judged: "), "{kind:?}: {said}");
    }
}

#[test]
fn a_guard_that_never_acts_gets_no_verdict_but_that_it_answers() {
    let report = checked(Kind::CallLimit(u32::MAX), Fault::None);
    assert_eq!(report.result, RunResult::Incomplete);
    assert_eq!(broken(&report), [""; 0]);
    let judged = report.rules.iter().filter(|rule| rule.verdict == Verdict::Pass).map(|rule| rule.id.as_str());
    assert_eq!(judged.collect::<Vec<_>>(), ["run.inert"]);
}

#[test]
fn the_card_says_what_a_guard_does_and_heads_its_report() {
    let report = checked(Kind::Totals, Fault::None);
    let card = report.card.as_ref().expect("policy any measures a card");
    for stimulus in [Stimulus::SameResult, Stimulus::OthersBetween] {
        let does = &card.line(stimulus).expect("every stimulus has a line").does;
        assert_eq!(does.get(&Deed::Refuses).and_then(|at| at.first()), Some(&4), "{stimulus:?}");
    }
    assert_eq!(card.first(Stimulus::OtherArguments), None);
    let (lines, text) = (card_lines(card), render(&report));
    assert!(text.contains(&lines[0]), "{text}");
}

/// Another call is the total's last one: it tells nothing of whether the guard would count on through it.
#[test]
fn the_card_of_a_total_says_that_another_call_is_counted_too() {
    let card = |kind| checked(kind, Fault::None).card.expect("policy any measures a card");
    let through = |card: &Card| {
        let relation = card.relations.iter().find(|relation| relation.change == Change::OtherCall).expect("it is always asked");
        (relation.acts, relation.early)
    };
    let total = card(Kind::CallLimit(3));
    assert_eq!(through(&total), (false, true));
    let row = |line: &String| line.starts_with("acts already on ") && line.contains("another call");
    assert!(card_lines(&total).iter().any(row), "{:#?}", card_lines(&total));
    assert_eq!(through(&card(Kind::Totals)), (true, false));
    assert_eq!(through(&card(Kind::Streak(3))), (false, false));
}

#[test]
fn a_guard_of_certain_tools_is_asked_about_their_names_and_not_about_separators() {
    let profile = Profile { tools: ["read", "search", "list"].map(str::to_owned).into(), ..Profile::default() };
    let report = checked_with(Kind::Totals, Fault::NameNotInKey, &profile);
    assert_eq!(broken(&report), ["identity.name"]);
    assert_eq!(verdict(&report, "identity.boundary"), Verdict::Skip);
}

#[test]
fn a_pair_about_a_member_that_an_implementation_ignores_is_not_asked_of_it() {
    let mut profile = Profile::default();
    let pairs = embedded_pairs().expect("the kit's own pairs");
    let of_i = pairs.iter().find(|pair| pair.id == "special-keys-i-absent").expect("an embedded pair");
    assert_eq!(of_i.same_for(&profile), Ok(false));
    profile.choices.ignored_members = vec!["i".to_owned()];
    assert!(of_i.same_for(&profile).is_err());
    let asked = |pair: &&loopspec::check::vectors::Pair| pair.rule == "identity.special-keys" && pair.same_for(&profile).is_ok();
    assert!(pairs.iter().filter(asked).count() > 3, "the rule's other pairs are still asked");
}

#[test]
fn a_pair_that_a_profile_takes_away_is_skipped_for_that_reason() {
    let profile = Profile { takes: loopspec::step::Takes::Object, ..Profile::default() };
    let report = checked_with(Kind::Totals, Fault::None, &profile);
    let skipped = report.rules.iter().find(|rule| rule.id == "identity.not-json").expect("a rule of policy any");
    assert!(format!("{skipped:?}").contains("only JSON objects"), "{skipped:?}");
}

#[test]
fn one_fault_of_identity_is_found_through_its_own_rules_only() {
    for (fault, rules) in [
        (Fault::NameNotInKey, &["identity.name"][..]),
        (Fault::NameEndsAtNul, &["identity.boundary"]),
        // Not trimmed, either: " " is not "".
        (
            Fault::RawText,
            &[
                "identity.empty",
                "identity.equal-numbers",
                "identity.escapes",
                "identity.key-order",
                "identity.not-json",
                "identity.whitespace",
            ],
        ),
    ] {
        let report = checked(Kind::Totals, fault);
        let mut found = broken(&report);
        found.sort_unstable();
        assert_eq!(found, rules, "{fault:?}\n{}", render(&report));
    }
}
