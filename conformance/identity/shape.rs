//! Sizes at which a recursive or quadratic implementation would not come back.

use loopspec::identity::{CallKey, KeyChoices, Numbers, Style, Text, canonical, pair};

const LEVELS: usize = 1_000_000;
const BYTES: usize = 10_000_000;

/// Whether two texts are the same arguments, which must not depend on how numbers compare.
fn same(a: &str, b: &str) -> bool {
    let found = pair(("t", a.as_bytes()), ("t", b.as_bytes()), &KeyChoices::default());
    assert_eq!(found.rule, Some("identity.depth"));
    for numbers in [Numbers::Binary64, Numbers::IntFloat] {
        let choices = KeyChoices { numbers, ..KeyChoices::default() };
        let keys = [a, b].map(|text| CallKey::new("t", text.as_bytes(), &choices));
        assert_eq!(keys[0] == keys[1], found.same);
    }
    found.same
}

fn nest(open: &str, inner: &str, close: &str) -> String {
    [&open.repeat(LEVELS), inner, &close.repeat(LEVELS)].concat()
}

#[test]
fn a_million_arrays_in_each_other_are_told_apart_by_the_innermost() {
    let text = nest("[", "1", "]");
    assert_eq!(Text::parse(text.as_bytes()).depth(), LEVELS);
    assert_eq!(canonical(text.as_bytes(), Style::default()), text);
    assert!(same(&text, &nest("[", " 1", "]")));
    assert!(!same(&text, &nest("[", "2", "]")));
}

#[test]
fn a_million_objects_with_unsorted_members_are_told_apart_by_the_innermost() {
    let unsorted = nest(r#"{"b":1,"a":"#, "1", "}");
    let sorted = nest(r#"{"a":"#, "1", r#","b":1}"#);
    assert_eq!(canonical(unsorted.as_bytes(), Style::default()), sorted);
    assert!(same(&unsorted, &sorted));
    assert!(!same(&unsorted, &nest(r#"{"a":"#, "2", r#","b":1}"#)));
}

#[test]
fn a_million_arrays_that_never_end_are_raw() {
    let text = "[".repeat(LEVELS);
    assert!(matches!(Text::parse(text.as_bytes()), Text::Raw(raw) if raw == text.as_bytes()));
    assert!(!same(&text, &nest("[", "", "]")));
}

fn fill(part: &str) -> String {
    part.repeat(BYTES / part.len())
}

#[test]
fn long_strings_are_told_apart_by_their_last_character() {
    assert!(same(&format!("\"{}\"", fill("\\u0061")), &format!("\"{}\"", "a".repeat(BYTES / 6))));
    assert!(!same(&format!("\"{}a\"", fill("x")), &format!("\"{}b\"", fill("x"))));
}

#[test]
fn long_arrays_are_told_apart_by_their_last_element() {
    assert!(same(&format!("[{}1]", fill("1,")), &format!("[{} 1]", fill("1,"))));
    assert!(!same(&format!("[{}\"\"]", fill("\"\\n\",")), &format!("[{}\"a\"]", fill("\"\\n\","))));
}

#[test]
fn long_numbers_are_told_apart_by_their_first_digit() {
    assert!(same(&format!("0.{}", fill("0")), "0.0"));
    assert!(same(&format!("0.{}1e{}", "0".repeat(BYTES), BYTES + 1), "1.0"));
    assert!(!same(&format!("1.{}", fill("3")), &format!("2.{}", fill("3"))));
}

#[test]
fn many_members_are_the_same_in_any_order() {
    let members = |name: &str, step: usize| {
        let count = BYTES / 16;
        let members: Vec<String> = (0..count).map(|at| format!("\"{name}{:07}\":1", at * step % count)).collect();
        format!("{{{}}}", members.join(","))
    };
    assert!(same(&members("k", 1), &members("k", 7_919)));
    assert!(same(&members("k", 7_919), &members("\\u006b", 1)));
    assert!(!same(&members("k", 1), &members("k", 5)));
}

#[test]
fn an_exponent_costs_no_more_than_its_digits() {
    for text in ["1e999999999999", "1e-999999999999", "1e99999999999999999999999", "-0e99999999999999999999999"] {
        assert!(canonical(text.as_bytes(), Style::default()).len() <= text.len() + 1);
    }
}
