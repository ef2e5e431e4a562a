//! After which rule two calls are named that some reader would take for one.

use loopspec::identity::{KeyChoices, pair};

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
    ("identity.array-order", &[("[1,2]", "[2,1]"), ("[1,1]", "[1]"), ("[[1,2],3]", "[3,[2,1]]")]),
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
