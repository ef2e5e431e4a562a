//! The pinned table of pairs, answered by the reference.

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use loopspec::identity::{CallKey, KeyChoices, Numbers, Text, pair};
use serde_json::Value;

/// One line of the table.
pub(crate) struct Pair {
    pub(crate) id: String,
    rule: String,
    twin: String,
    ignored: Vec<String>,
    pub(crate) a: Side,
    pub(crate) b: Side,
    same: Value,
}

/// One call of a pair.
pub(crate) struct Side {
    tool: String,
    pub(crate) args: Vec<u8>,
    id: String,
}

impl Pair {
    fn same(&self, numbers: &str) -> Option<bool> {
        self.same.as_bool().or_else(|| self.same[numbers].as_bool())
    }

    fn choices(&self, numbers: Numbers) -> KeyChoices {
        KeyChoices { numbers, ignored_members: self.ignored.clone() }
    }

    pub(crate) fn calls(&self) -> [(&str, &[u8]); 2] {
        [&self.a, &self.b].map(|side| (side.tool.as_str(), side.args.as_slice()))
    }
}

/// The whole table.
pub(crate) fn pairs() -> Vec<Pair> {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/spec/identity-pairs.json")).unwrap();
    assert!(text.is_ascii(), "the table is ASCII");
    let table: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(table["format"], 1);
    let text = |value: &Value, member: &str| value[member].as_str().unwrap().to_owned();
    let line = |value: &Value| Pair {
        id: text(value, "id"),
        rule: text(value, "rule"),
        twin: text(value, "twin"),
        ignored: value["ignored"].as_array().into_iter().flatten().map(|name| name.as_str().unwrap().to_owned()).collect(),
        a: side(&value["a"]),
        b: side(&value["b"]),
        same: value["same"].clone(),
    };
    table["pairs"].as_array().unwrap().iter().map(line).collect()
}

fn side(value: &Value) -> Side {
    let args = match value["args_b64"].as_str() {
        Some(base64) => STANDARD.decode(base64).unwrap(),
        None => expand(&value["args"]).into_bytes(),
    };
    let or = |member: &str, default: &str| value[member].as_str().unwrap_or(default).to_owned();
    Side { tool: or("tool", "lookup"), args, id: or("id", "c1") }
}

fn expand(value: &Value) -> String {
    let part = |form: &str, at: usize| value[form][at].as_str().unwrap_or("").to_owned();
    let times = |form: &str, at: usize| usize::try_from(value[form][at].as_u64().unwrap()).unwrap();
    match value {
        Value::String(text) => text.clone(),
        _ if value["nest"].is_array() => {
            let times = times("nest", 2);
            part("nest", 0).repeat(times) + &part("nest", 3) + &part("nest", 1).repeat(times)
        }
        _ if value["fill"].is_array() => part("fill", 0).repeat(times("fill", 1)),
        _ => value["concat"].as_array().unwrap().iter().map(expand).collect(),
    }
}

const NUMBERS: [(&str, Numbers); 4] =
    [("exact", Numbers::Exact), ("binary64", Numbers::Binary64), ("int-float", Numbers::IntFloat), ("literal", Numbers::Literal)];

#[test]
fn every_pair_is_answered_as_pinned_under_every_choice() {
    let mut asked = 0;
    for pair in pairs() {
        assert!(pair.same("exact").is_some(), "{} is not asked of the reference", pair.id);
        for (name, numbers) in NUMBERS {
            let Some(same) = pair.same(name) else { continue };
            let choices = pair.choices(numbers);
            let [a, b] = [&pair.a, &pair.b].map(|side| CallKey::new(&side.tool, &side.args, &choices));
            assert_eq!(a == b, same, "{} under {name}", pair.id);
            asked += 1;
        }
    }
    assert!(asked > 700, "only {asked} questions");
}

/// The pairs of which `pair` says something else than the table: the other spelling in a pair whose rule is about a
/// difference, the difference in a pair whose rule is about a spelling, and what is near only in its title.
const NAMED_OTHERWISE: &[(&str, &str)] = &[
    ("identity.distinct-numbers", "equal-numbers-2-53-other equal-numbers-overflow-other"),
    ("identity.escapes", "full-length-equal special-keys-proto-escaped"),
    ("identity.key-order", "boundary-nul-equal boundary-colon-equal array-order-objects-equal types-null-kept"),
    (
        "identity.whitespace",
        "name-accent-equal boundary-digits-equal array-order-respelled types-respelled full-length-elements-equal distinct-numbers-equal",
    ),
    (
        "no rule",
        "call-id-equal key-order-across-elements key-order-moved-out array-grouping escapes-backslash escapes-literal-backslash-n \
         escapes-html-entity escapes-sharp-s types-array-as-object types-json-in-string distinct-numbers-below-2-53 \
         distinct-numbers-sign distinct-numbers-in-array equal-numbers-other equal-numbers-exponent-sign-other \
         equal-numbers-not-in-strings equal-numbers-not-in-names duplicate-names-as-array ignored-members-other ignored-members-case",
    ),
];

#[test]
fn a_pair_is_named_after_the_rule_that_it_asks() {
    let mut otherwise: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let table = pairs();
    for line in &table {
        let [a, b] = line.calls();
        let found = pair(a, b, &line.choices(Numbers::Exact));
        assert_eq!(Some(found.same), line.same("exact"), "{}", line.id);
        assert_eq!(found, pair(b, a, &line.choices(Numbers::Exact)), "{} depends on which call comes first", line.id);
        if a == b {
            assert_eq!(found.rule, None, "{}", line.id);
        } else if found.rule != Some(&line.rule) {
            otherwise.entry(found.rule.unwrap_or("no rule")).or_default().push(&line.id);
        }
    }
    let pinned: BTreeMap<&str, Vec<&str>> = NAMED_OTHERWISE.iter().map(|(rule, ids)| (*rule, ids.split(' ').collect())).collect();
    assert_eq!(otherwise, pinned);
}

#[test]
fn a_twin_asks_the_same_rule_and_has_the_other_answer() {
    let table = pairs();
    let by_id: BTreeMap<&str, &Pair> = table.iter().map(|pair| (pair.id.as_str(), pair)).collect();
    assert_eq!(by_id.len(), table.len(), "an id comes twice");
    for pair in &table {
        let twin = by_id[pair.twin.as_str()];
        assert_eq!(pair.rule, twin.rule, "{}", pair.id);
        assert_ne!(pair.same("exact"), twin.same("exact"), "{}", pair.id);
    }
}

#[test]
fn every_rule_of_identity_has_pairs_with_both_answers() {
    let rules = "name boundary call-id key-order array-order whitespace escapes types full-length special-keys not-json empty \
                 distinct-numbers equal-numbers surrogates duplicate-names depth ignored-members";
    let wanted: BTreeSet<(String, bool)> =
        rules.split(' ').flat_map(|rule| [true, false].map(|same| (format!("identity.{rule}"), same))).collect();
    let found: BTreeSet<(String, bool)> = pairs().iter().map(|pair| (pair.rule.clone(), pair.same("exact").unwrap())).collect();
    assert_eq!(found, wanted);
}

#[test]
fn only_the_rule_about_ids_gives_calls_other_ids() {
    for pair in pairs() {
        assert!(pair.rule == "identity.call-id" || pair.a.id == pair.b.id, "{}", pair.id);
    }
}

#[test]
fn rules_that_must_hold_are_asked_with_ordinary_json_only() {
    let should = ["not-json", "empty", "distinct-numbers", "equal-numbers", "surrogates", "duplicate-names", "depth"];
    for pair in pairs() {
        if should.iter().any(|rule| pair.rule == format!("identity.{rule}")) {
            continue;
        }
        assert!(pair.same.is_boolean(), "{} depends on a choice", pair.id);
        for side in [&pair.a, &pair.b] {
            assert!(side.args.len() <= 64 * 1024, "{} is too long", pair.id);
            let text = Text::parse(&side.args);
            assert!(text.depth() <= 64, "{} is too deep", pair.id);
            // Only a text that is not JSON, or a number, can be cut so that both parts are arguments.
            assert!(matches!(text, Text::Json(_)) || pair.rule == "identity.boundary", "{} is not JSON", pair.id);
        }
    }
}
