//! Guards with a policy of their own: what is right is never blamed, what is wrong is found through its rule.

#[path = "any/guards.rs"]
mod guards;

use guards::{Fault, Kind, Maker};
use loopspec::check::vectors::embedded_pairs;
use loopspec::check::{Cause, Deed, Plan, Report, RunResult, Stimulus, Stop, Technique, Verdict, check};
use loopspec::drive::InProcess;
use loopspec::report::{card_lines, headline, render};
use loopspec::step::{Policy, Profile};

const FAIR: [Kind; 12] = [
    Kind::Cycles,
    Kind::CallLimit(20),
    Kind::FailingCall,
    Kind::Failures,
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
    let plan = Plan {
        seed: Plan::SEED,
        rule: None,
        streams: 0,
        vectors: Vec::new(),
        pairs: embedded_pairs().expect("the kit's own pairs"),
        shard: Default::default(),
        stop: Stop::default(),
        isolate: false,
        quick: false,
        techniques: Technique::ALL.to_vec(),
        target: String::new(),
    };
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
fn show() {
    for kind in FAIR {
        let report = checked(kind, Fault::None);
        println!("== {kind:?}\n{}\n{} {:?}", card_lines(report.card.as_ref().unwrap()).join("\n"), headline(&report), broken(&report));
    for fault in [Fault::KeyIsCut, Fault::NameNotInKey, Fault::RawText, Fault::PanicsWithoutObject, Fault::PanicsWhenDeep, Fault::Shared, Fault::SharedAndCleared, Fault::Wavers] {
        let report = checked(kind, fault);
        println!("   -- {fault:?} {:?} {:?}", report.result, report.findings.iter().map(|f| (f.rule.clone(), f.cause, f.origin.clone())).collect::<Vec<_>>());
    }
    }
}
