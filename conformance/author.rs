//! The tests that a guard's author gets: one a rule, for the references here, and none is missing.

use std::collections::BTreeSet;
use std::process::Command;

use loopspec::report::test_name;
use loopspec::rule;

#[allow(dead_code, reason = "one of many guards is asked")]
#[path = "suite/any/guards.rs"]
mod guards;

mod repeat_reminder {
    use loopspec::guard::ready::RepeatMaker;

    loopspec::conformance_tests!(RepeatMaker, policy = "repeat-reminder", spec = "1.0", deny = "should");
}

mod no_progress {
    use loopspec::guard::ready::NoProgressMaker;

    loopspec::conformance_tests!(NoProgressMaker, policy = "no-progress", spec = "1.0", quick = true, deny = "should");
}

mod identity {
    use loopspec::guard::keys;
    use loopspec::identity::{CallKey, KeyChoices};

    fn key(tool: &str, args: &[u8]) -> String {
        format!("{:?}", CallKey::new(tool, args, &KeyChoices::default()))
    }

    loopspec::conformance_tests!(keys("reference", key), policy = "identity", spec = "1.0", seed = 7, deny = "should");
}

mod any {
    use crate::guards::{Fault, Kind, Maker};

    loopspec::conformance_tests!(Maker::new(Kind::Window, Fault::None), policy = "any", spec = "1.0", quick = true, deny = "should");
}

mod known {
    use crate::guards::{Fault, Kind, Maker};
    use loopspec::cargo_test::{Settings, Suite};

    fn maker() -> Maker {
        Maker::new(Kind::Cycles, Fault::KeyIsCut)
    }

    loopspec::conformance_tests!(
        maker(),
        policy = "any",
        spec = "1.0",
        expected = "
            identity.full-length: keys are cut texts, to be mended in 2.0
            identity.escapes: the same
            identity.key-order: the same
            identity.whitespace: the same"
    );

    /// What the test of a rule comes to, of the same guard with other expectations.
    fn passes(suite: &Suite, rule: &str) -> bool {
        std::panic::catch_unwind(|| suite.rule(rule)).is_ok()
    }

    #[test]
    fn a_rule_that_is_expected_to_fail_and_holds_fails_its_test() {
        static GONE: Suite = Suite::new(Settings::new("any", module_path!()).expected("identity.full-length: x\nrun.inert: held for long"));
        assert!(passes(&GONE, "identity.full-length") && passes(&GONE, "run.fresh"));
        assert!(!passes(&GONE, "run.inert"));
        static UNKNOWN: Suite = Suite::new(Settings::new("any", module_path!()).expected("repeat.reset.steer: of another policy"));
        static UNTOLD: Suite = Suite::new(Settings::new("any", module_path!()).expected("identity.full-length"));
        assert!(!passes(&UNKNOWN, "run.fresh") && !passes(&UNTOLD, "run.fresh"));
    }
}

#[test]
fn every_policy_has_a_test_for_each_of_its_rules_and_no_other() {
    let program = std::env::current_exe().expect("the own program");
    let output = Command::new(program).arg("--list").output().expect("it lists its tests");
    let listed = String::from_utf8(output.stdout).expect("names");
    for (module, policy) in
        [("repeat_reminder", "repeat-reminder"), ("no_progress", "no-progress"), ("identity", "identity"), ("any", "any")]
    {
        let tests = listed.lines().filter_map(|line| line.strip_suffix(": test")?.strip_prefix(module)?.strip_prefix("::"));
        let tests: BTreeSet<String> = tests.map(str::to_owned).collect();
        let rules = rule::all().iter().filter(|rule| rule.applies_to(policy)).map(|rule| test_name(rule.id));
        let whole = std::iter::once("everything_could_be_asked".to_owned());
        assert_eq!(tests, rules.chain(whole).collect(), "{policy}");
    }
}
