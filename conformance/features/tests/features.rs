//! serde_json with `arbitrary_precision`, `float_roundtrip` and `preserve_order`: same keys, same verdicts.

#[path = "../../identity/keys.rs"]
mod keys;

use loopspec::check::vectors::{embedded_pairs, embedded_vectors};
use loopspec::check::{Effort, Plan, check};
use loopspec::drive::InProcess;
use loopspec::guard::ReferenceMaker;
use loopspec::report::render;
use loopspec::step::{Policy, Profile};

#[test]
fn the_features_are_on() {
    let value: serde_json::Value = serde_json::from_str(r#"{"b":1.000000000000000000000000000001,"a":2}"#).expect("JSON");
    assert_eq!(value.to_string(), r#"{"b":1.000000000000000000000000000001,"a":2}"#);
}

#[test]
fn the_references_conform() {
    for policy in [Policy::RepeatReminder, Policy::NoProgress] {
        let (vectors, pairs) = (embedded_vectors().expect("vectors"), embedded_pairs().expect("pairs"));
        let plan = Plan { streams: 200, effort: Effort::Quick, ..Plan::of(vectors, pairs) };
        let maker = ReferenceMaker::new(policy, Profile::default()).expect("a policy with a model");
        let report = check(&mut InProcess::new(maker), policy, &Profile::default(), &plan, &mut |_, _| {});
        assert!(report.findings.is_empty() && render(&report).contains("conformant to"), "{}", render(&report));
    }
}
