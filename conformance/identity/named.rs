//! After which rule two calls are named that some reader would take for one.

use loopspec::identity::{CallKey, FingerprintKey, KeyChoices, Numbers, is_ordinary, pair, reading_rule, spellings};

/// Argument texts that differ, by the rule that keeps them apart; the last ones are such that no reader is known to confuse.
const NEAR: &[(&str, &[(&str, &str)])] = &[
    (
        "identity.types",
        &[
            (r#"{"x":null}"#, "{}"),
            (r#"{"x":[]}"#, "{}"),
            (r#"{"x":{}}"#, "{}"),
            (r#"{"x":""}"#, "{}"),
            ("[null,1]", "[1]"),
            (r#"{"x":[null]}"#, r#"{"x":[]}"#),
            ("1", "true"),
            (r#""1""#, "1"),
            ("0", "false"),
            ("0", r#""""#),
            ("[]", "null"),
            ("{}", "[]"),
            (r#"["x"]"#, r#""x""#),
            ("[[5]]", "5"),
            (r#""true""#, "true"),
            ("1.0", r#""1""#),
        ],
    ),
    (
        "none",
        &[
            (r#"{"x":[1]}"#, "{}"),
            (r#"{"x":{"y":1}}"#, "{}"),
            (r#"{"x":0}"#, "{}"),
            ("[0,1]", "[1]"),
            ("[5,6]", "5"),
            ("2", "true"),
            (r#""a""#, r#""b""#),
            (r#""ab""#, r#""ac""#),
            (r#"{"x":1}"#, "{}"),
            (r#"{"1a":1}"#, "{}"),
            (r#"{"a":1,"b":2}"#, r#"{"a":2,"b":2}"#),
            (r#"{"a":1,"b":2}"#, r#"{"a":1,"c":2}"#),
            ("[1,2]", "[1,3]"),
            (r#"{"a":1,"a":2}"#, r#"{"a":3}"#),
            (r#"{"a":1,"a":2,"a":3}"#, r#"{"a":2}"#),
            ("9007199254740993", "9007199254740995"),
            (r#""\ud800a""#, r#""\ud800b""#),
            (r#""?""#, r#""""#),
        ],
    ),
    (
        "identity.escapes",
        &[(r#""A""#, r#""a""#), (r#"" a""#, r#""a""#), (r#""é""#, r#""é""#), (r#""a\u0000b""#, r#""a""#), (r#""a一""#, r#""a""#)],
    ),
    ("identity.whitespace", &[(r#""a b""#, r#""ab""#)]),
    (
        "identity.special-keys",
        &[
            (r#"{"__proto__":1}"#, "{}"),
            (r#"{"constructor":1}"#, "{}"),
            (r#"{"i":1}"#, "{}"),
            (r#"{"0":1}"#, "{}"),
            (r#"{"12":1}"#, r#"{"34":1}"#),
        ],
    ),
    ("identity.key-order", &[(r#"{"a":1,"b":2}"#, r#"{"a":2,"b":1}"#)]),
    ("identity.array-order", &[("[1,2]", "[2,1]"), ("[1,1]", "[1]"), ("[[1,2],3]", "[3,[2,1]]"), (r#"["\u0061",1]"#, r#"[1,"a"]"#)]),
    (
        "identity.duplicate-names",
        &[(r#"{"a":1,"a":2}"#, r#"{"a":2}"#), (r#"{"a":1,"a":2}"#, r#"{"a":1}"#), (r#"{"a":1,"a":2}"#, r#"{"a":2,"a":1}"#)],
    ),
    ("identity.distinct-numbers", &[("9007199254740993", "9007199254740992"), ("1e400", "1e401"), ("0.1", "0.10000000000000000001")]),
    (
        "identity.surrogates",
        &[
            (r#""\ud800""#, r#""""#),
            (r#""\ud800""#, r#""?""#),
            (r#""\ud800""#, r#""\ufffd""#),
            (r#""\ud800""#, r#""\udfff""#),
            (r#""\ud800A""#, r#""a""#),
        ],
    ),
];

#[test]
fn two_values_are_named_after_the_blindness_that_would_confuse_them() {
    for (rule, pairs) in NEAR {
        for (a, b) in pairs.iter().flat_map(|&(a, b)| [(a, b), (b, a)]) {
            let found = pair(("t", a.as_bytes()), ("t", b.as_bytes()), &KeyChoices::default());
            assert_eq!((found.same, found.rule.unwrap_or("none")), (false, *rule), "{a} and {b}");
        }
    }
}

#[test]
fn a_difference_is_late_after_four_hundred_characters() {
    for (characters, rule) in [(398, None), (399, Some("identity.full-length")), (5_000, Some("identity.full-length"))] {
        let [a, b] = ["x", "y"].map(|end| format!("\"{}{end}\"", "a".repeat(characters)));
        assert_eq!(pair(("t", a.as_bytes()), ("t", b.as_bytes()), &KeyChoices::default()).rule, rule, "{characters}");
    }
}

/// So many arrays in each other, and a string of so many bytes.
fn nested(levels: usize) -> String {
    ["[".repeat(levels), "]".repeat(levels)].concat()
}

fn long(bytes: usize) -> String {
    format!("\"{}\"", "a".repeat(bytes - 2))
}

#[test]
fn ordinary_are_64_levels_and_64_kib_and_beyond_either_depth_is_the_rule() {
    for (text, ordinary) in
        [(nested(64), true), (nested(65), false), (long(65_536), true), (long(65_537), false), ("[".repeat(65_537), false)]
    {
        let bytes = text.as_bytes();
        assert_eq!(is_ordinary(bytes), ordinary, "{} bytes", text.len());
        assert_eq!(reading_rule(bytes) == Some("identity.depth"), !ordinary, "{} bytes", text.len());
        let pairing = pair(("t", b"1"), ("t", bytes), &KeyChoices::default());
        assert_eq!(pairing.rule == Some("identity.depth"), !ordinary, "{} bytes", text.len());
    }
}

#[test]
fn a_text_that_some_cannot_read_is_named_after_what_they_cannot_read() {
    let read = [
        ("identity.surrogates", [r#""\ud800""#, r#"{"a":["x\udfffy"]}"#, r#"{"\ud800":1}"#, r#"{"a":1,"a":"\ud800"}"#]),
        ("identity.duplicate-names", [r#"{"a":1,"a":1}"#, r#"[{"a":1,"b":2,"\u0061":3}]"#, r#"{"":1,"":2}"#, r#"{"a":1e400,"a":1}"#]),
        ("identity.equal-numbers", ["1e400", "[-1e309]", "1e99999999999999999999", r#"{"a":2e308}"#]),
        ("identity.not-json", ["{", "nul", "01", "[1,]"]),
        ("identity.empty", ["", " ", "\n", "\t\r"]),
        ("none", ["1e308", r#""\ud83d\ude00""#, r#"{"a":{"b":1},"b":{"a":1}}"#, "1e-400"]),
    ];
    for (rule, texts) in read {
        for text in texts {
            assert_eq!(reading_rule(text.as_bytes()).unwrap_or("none"), rule, "{text}");
        }
    }
}

#[test]
fn every_way_of_spelling_that_two_texts_need_is_told() {
    let choices = KeyChoices { ignored_members: vec!["id".to_owned()], ..KeyChoices::default() };
    let needed: [(&str, &str, &[&str]); 11] = [
        ("1", "1.0", &["identity.equal-numbers"]),
        (r#""a""#, r#""\u0061""#, &["identity.escapes"]),
        (r#"{"a":1,"b":2}"#, r#"{"b":2,"a":1}"#, &["identity.key-order"]),
        (r#"{"id":1}"#, r#"{"id":2}"#, &["identity.ignored-members"]),
        ("[1]", "[ 1]", &["identity.whitespace"]),
        (
            r#"{"a":1,"b":2}"#,
            r#"{ "b":2.0,"\u0061":1}"#,
            &["identity.equal-numbers", "identity.escapes", "identity.key-order", "identity.whitespace"],
        ),
        ("[1]", "[1]", &[]),
        ("[1]", "[2]", &[]),
        ("{", "{ ", &[]),
        (r#"{"a":[1,2]}"#, r#"{"a":[1,2] }"#, &["identity.whitespace"]),
        (r#"{"a":1}"#, r#"{"id":1,"a":1}"#, &["identity.ignored-members"]),
    ];
    for (a, b, rules) in needed {
        for (a, b) in [(a, b), (b, a)] {
            assert_eq!(spellings(("t", a.as_bytes()), ("t", b.as_bytes()), &choices), rules, "{a} and {b}");
        }
    }
    assert!(spellings(("t", b"1"), ("u", b"1.0"), &choices).is_empty(), "calls of two tools are not one call");
}

#[test]
fn two_names_are_told_apart_by_the_boundary_where_joined_texts_would_not_tell_them() {
    let named = [
        (("a", "{}"), ("b", "{}"), Some("identity.name")),
        (("a", "{}"), ("b", "[1]"), None),
        (("a:x", "{}"), ("a:y", "{}"), Some("identity.boundary")),
        (("a\0x", "{}"), ("a\0", "{}"), Some("identity.boundary")),
        (("ab:x", "{}"), ("ac:x", "{}"), Some("identity.name")),
        (("a", "11"), ("a1", "1"), Some("identity.boundary")),
        (("1a", "1"), ("a", "11"), Some("identity.boundary")),
        (("a", "\"b\""), ("a\"b\"", "{}"), Some("identity.boundary")),
        (("a|1", "2"), ("a", "1|2"), Some("identity.boundary")),
        (("a", "1"), ("ab", "2"), None),
    ];
    for ((tool_a, a), (tool_b, b), rule) in named {
        let found = pair((tool_a, a.as_bytes()), (tool_b, b.as_bytes()), &KeyChoices::default());
        assert_eq!((found.same, found.rule), (false, rule), "{tool_a:?} {a} and {tool_b:?} {b}");
    }
}

#[test]
fn an_ignored_member_names_two_spellings_before_any_other_difference_of_theirs() {
    let choices = KeyChoices { ignored_members: vec!["id".to_owned()], ..KeyChoices::default() };
    let others = [r#"{"id":2,"a":1.0}"#, r#"{"id":2,"\u0061":1}"#, r#"{"a":1,"id":2}"#, r#"{ "id":2,"a":1}"#, r#"{"a":1}"#];
    for other in others {
        let found = pair(("t", br#"{"id":1,"a":1}"#), ("t", other.as_bytes()), &choices);
        assert_eq!((found.same, found.rule), (true, Some("identity.ignored-members")), "{other}");
    }
}

#[test]
fn one_number_in_two_spellings_that_a_choice_keeps_apart_is_named_after_equal_numbers() {
    for numbers in [Numbers::IntFloat, Numbers::Literal] {
        let choices = KeyChoices { numbers, ..KeyChoices::default() };
        let found = pair(("t", b"[1]"), ("t", b"[1.0]"), &choices);
        assert_eq!((found.same, found.rule), (false, Some("identity.equal-numbers")), "{numbers:?}");
    }
}

#[test]
fn fingerprints_are_equal_as_lists_of_keys_are_and_the_key_tells_no_secret() {
    let key = FingerprintKey::random();
    let call = |tool: &str, args: &str| CallKey::new(tool, args.as_bytes(), &KeyChoices::default());
    let of = |calls: &[CallKey]| key.of(calls).to_string();
    assert_eq!(of(&[call("t", "{ }")]), of(&[call("t", "{}")]));
    let lists = [vec![], vec![call("t", "{}")], vec![call("u", "{}")], vec![call("t", "1")], vec![call("t", "{}"), call("t", "1")]];
    let shown: std::collections::BTreeSet<String> = lists.iter().map(|calls| of(calls)).collect();
    assert_eq!(shown.len(), lists.len());
    assert!(shown.iter().all(|text| text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit())), "{shown:?}");
    assert_eq!(format!("{key:?}"), "FingerprintKey(..)");
}
