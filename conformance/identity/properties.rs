//! What holds for every call.

use loopspec::identity::{CallKey, Escapes, KeyChoices, Numbers, Spacing, Style, Text, canonical, member_spans, pair};
use proptest::prelude::*;

use crate::values::{Value, cases, spell, value};

const NUMBERS: [Numbers; 4] = [Numbers::Exact, Numbers::Binary64, Numbers::IntFloat, Numbers::Literal];

/// The key under a reading of numbers, of a call of one tool.
pub(crate) fn key(text: &str, numbers: Numbers) -> CallKey {
    CallKey::new("t", text.as_bytes(), &KeyChoices { numbers, ..KeyChoices::default() })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(2_000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn respelling_a_value_keeps_its_key_and_its_text(value in value(), seeds: (u64, u64)) {
        let [a, b] = [seeds.0, seeds.1].map(|seed| spell(&value, seed, true));
        prop_assert_eq!(key(&a, Numbers::Exact), key(&b, Numbers::Exact));
        prop_assert_eq!(canonical(a.as_bytes(), Style::default()), canonical(b.as_bytes(), Style::default()));
        let rule = pair(("t", a.as_bytes()), ("t", b.as_bytes()), &KeyChoices::default()).rule;
        prop_assert_eq!(rule.is_none(), a == b);
    }

    #[test]
    fn respelling_all_but_numbers_keeps_the_key_under_every_choice(value in value(), seeds: (u64, u64)) {
        let [a, b] = [seeds.0, seeds.1].map(|seed| spell(&value, seed, false));
        for numbers in NUMBERS {
            prop_assert_eq!(key(&a, numbers), key(&b, numbers));
        }
    }

    #[test]
    fn keys_are_equal_when_and_only_when_values_are(a in value(), b in value(), seeds: (u64, u64)) {
        let [x, y] = [(&a, seeds.0), (&b, seeds.1)].map(|(value, seed)| spell(value, seed, true));
        prop_assert_eq!(key(&x, Numbers::Exact) == key(&y, Numbers::Exact), meaning(&a) == meaning(&b));
    }

    #[test]
    fn a_changed_leaf_changes_the_key(value in value(), at: usize, seeds: (u64, u64)) {
        let mut changed = value.clone();
        change(&mut changed, at);
        let [x, y] = [(&value, seeds.0), (&changed, seeds.1)].map(|(value, seed)| spell(value, seed, true));
        prop_assert_ne!(key(&x, Numbers::Exact), key(&y, Numbers::Exact));
    }

    #[test]
    fn the_canonical_text_is_its_own_canonical_text_in_every_style(value in value(), seed: u64) {
        let spelled = spell(&value, seed, true);
        let reference = key(&spelled, Numbers::Exact);
        for escapes in [Escapes::Minimal, Escapes::Html, Escapes::Ascii] {
            for spacing in [Spacing::None, Spacing::Python] {
                let style = Style { escapes, spacing };
                let text = canonical(spelled.as_bytes(), style);
                prop_assert_eq!(&canonical(text.as_bytes(), style), &text);
                prop_assert_eq!(&key(&text, Numbers::Exact), &reference);
                prop_assert!(escapes != Escapes::Ascii || text.is_ascii());
            }
        }
    }

    #[test]
    fn any_bytes_have_an_identity_and_a_text(a: Vec<u8>, b: Vec<u8>) {
        let choices = KeyChoices::default();
        let found = pair(("t", &a), ("t", &b), &choices);
        prop_assert_eq!(found.same, CallKey::new("t", &a, &choices) == CallKey::new("t", &b, &choices));
        prop_assert_eq!(found, pair(("t", &b), ("t", &a), &choices));
        if let (Text::Raw(raw), Ok(text)) = (Text::parse(&a), std::str::from_utf8(&a)) {
            prop_assert_eq!(text.trim_matches([' ', '\t', '\r', '\n']).as_bytes(), raw);
            prop_assert_eq!(canonical(&a, Style::default()).into_bytes(), raw);
        }
    }

    #[test]
    fn under_binary64_numbers_are_equal_as_doubles_are(a in number_near(), b in number_near()) {
        let equal = a.parse::<f64>().unwrap() == b.parse::<f64>().unwrap();
        prop_assert_eq!(key(&a, Numbers::Binary64) == key(&b, Numbers::Binary64), equal);
    }

    #[test]
    fn long_numbers_round_as_short_ones_do(digits in "[1-9][0-9]{0,40}", zeros in 0..900_usize, places in 0..900_usize) {
        let long = format!("{digits}{}.{}e-{zeros}", "0".repeat(zeros), "0".repeat(places + 60));
        prop_assert_eq!(key(&long, Numbers::Binary64), key(&digits, Numbers::Binary64));
        // Half-way between two doubles the last of many digits decides.
        let half = |last: &str| format!("9007199254740993.{}{last}", "0".repeat(places + zeros));
        prop_assert_eq!(key(&half("0"), Numbers::Binary64), key("9007199254740992", Numbers::Binary64));
        prop_assert_eq!(key(&half("1"), Numbers::Binary64), key("9007199254740994", Numbers::Binary64));
    }

    #[test]
    fn member_spans_are_the_members(members in prop::collection::vec(("[a-c\u{e9}\\\\\"]{0,2}", value()), 0..5), seed: u64) {
        let object = Value::Object(members.iter().map(|(name, value)| (name.encode_utf16().collect(), value.clone())).collect());
        let text = format!(" {}", spell(&object, seed, true));
        let spans = member_spans(text.as_bytes()).unwrap();
        prop_assert_eq!(spans.len(), members.len());
        for (name, _) in &members {
            let wanted = members.iter().filter(|(other, _)| other == name).map(|(_, value)| key(&spell(value, 7, true), Numbers::Exact));
            let found = spans.iter().filter(|(other, _)| other == name).map(|(_, span)| key(&text[span.clone()], Numbers::Exact));
            prop_assert!(wanted.eq(found));
        }
    }
}

/// Numbers that share many digits, in several spellings.
fn number_near() -> impl Strategy<Value = String> {
    prop_oneof![
        "-?900719925474099[0-9](\\.[0-9]{1,3})?",
        "0\\.1000000000000000[0-9]{1,4}",
        "-?[1-3](\\.[05])?(e[-+]?[0-2]|E-?30[0-9])?",
        "(0|[1-9][0-9]{0,20})(\\.[0-9]{1,20})?(e[-+]?[0-9]{1,3})?"
    ]
}

/// A value as something that is equal when and only when the values are.
fn meaning(value: &Value) -> Value {
    match value {
        Value::Array(elements) => Value::Array(elements.iter().map(meaning).collect()),
        Value::Number(negative, digits, exponent) => match digits.trim_end_matches('0') {
            "" => Value::Number(false, "0".to_owned(), 0),
            trimmed => Value::Number(*negative, trimmed.to_owned(), exponent + (digits.len() - trimmed.len()) as i32),
        },
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().map(|(name, value)| (name.clone(), meaning(value))).collect();
            members.sort_by(|a, b| a.0.cmp(&b.0));
            Value::Object(members)
        }
        other => other.clone(),
    }
}

/// Changes the meaning of one leaf, or of an empty array or object.
pub(crate) fn change(value: &mut Value, at: usize) {
    match value {
        Value::Array(elements) if !elements.is_empty() => {
            let index = at % elements.len();
            change(&mut elements[index], at / 7);
        }
        Value::Array(elements) => elements.push(Value::Null),
        Value::Bool(bool) => *bool = !*bool,
        Value::Null => *value = Value::Bool(false),
        Value::Number(_, digits, _) if digits == "0" => "1".clone_into(digits),
        Value::Number(_, digits, _) => digits.push('1'),
        Value::Object(members) if !members.is_empty() => {
            let index = at % members.len();
            change(&mut members[index].1, at / 7);
        }
        Value::Object(members) => members.push((vec![], Value::Null)),
        Value::String(units) => units.push(0xdc00 + (at % 1024) as u16),
    }
}

/// Takes one child out of an array or object; where there is none, nothing happens and it says `false`.
pub(crate) fn shorten(value: &mut Value, at: usize) -> bool {
    match value {
        Value::Array(elements) if !elements.is_empty() => {
            let index = at % elements.len();
            (!at.is_multiple_of(3) && shorten(&mut elements[index], at / 7)) || {
                elements.remove(index);
                true
            }
        }
        Value::Object(members) if !members.is_empty() => {
            let index = at % members.len();
            (!at.is_multiple_of(3) && shorten(&mut members[index].1, at / 7)) || {
                members.remove(index);
                true
            }
        }
        _ => false,
    }
}
