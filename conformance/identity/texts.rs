//! Canonical texts to look at.

use loopspec::identity::{CallKey, Escapes, KeyChoices, Numbers, Spacing, Style, Text, canonical, digest, member_spans};

use crate::properties;

fn plain(text: &str) -> String {
    canonical(text.as_bytes(), Style::default())
}

fn key(text: &str) -> CallKey {
    CallKey::new("t", text.as_bytes(), &KeyChoices::default())
}

/// A text with what cannot be seen, or not surely, as its code point.
fn visible(text: &str) -> String {
    text.chars().map(|c| if matches!(c, ' '..='~' | '\n') { c.to_string() } else { format!("(U+{:04X})", c as u32) }).collect()
}

#[test]
fn styles_differ_in_escapes_and_spacing_only() {
    let text = r#"{"n": 1.50, "b": ["<a> & ~ \u2028", "\u00e9\ud83d\ude02\ud83d\u007f", "\"\\\/\b\f\n\r\t\u0001"], "a": {}}"#;
    let style = |escapes, spacing| visible(&canonical(text.as_bytes(), Style { escapes, spacing }));
    insta::assert_snapshot!(style(Escapes::Minimal, Spacing::None), @r#"{"a":{},"b":["<a> & ~ (U+2028)","(U+00E9)(U+1F602)\ud83d(U+007F)","\"\\/\b\f\n\r\t\u0001"],"n":1.5}"#);
    insta::assert_snapshot!(style(Escapes::Html, Spacing::None), @r#"{"a":{},"b":["\u003ca\u003e \u0026 ~ \u2028","(U+00E9)(U+1F602)\ud83d(U+007F)","\"\\/\b\f\n\r\t\u0001"],"n":1.5}"#);
    insta::assert_snapshot!(style(Escapes::Ascii, Spacing::Python), @r#"{"a": {}, "b": ["<a> & ~ \u2028", "\u00e9\ud83d\ude02\ud83d\u007f", "\"\\/\b\f\n\r\t\u0001"], "n": 1.5}"#);
}

#[test]
fn numbers_keep_all_their_digits_in_the_ecmascript_layout() {
    let numbers = "0 -0 0.0e5 1 1.0 10e-1 1.10 1E5 100e-2 123.456 999999999999999999999 1000000000000000000000 1e20 1e21 0.000001 \
                   0.0000001 0.00000123 -0.5 9007199254740993 9007199254740993.0 12345678901234567890123 0.1234567890123456789012345 \
                   333333333.33333329 1e400 1e-400 1e0005 1E+17 0e99999999999999999999 10e99999999999999999 \
                   1E100000000000000000 -1.50e-100000000000000000000 1e000000000000000000000003";
    let written: Vec<String> = numbers.split_whitespace().map(|number| format!("{number} = {}", plain(number))).collect();
    insta::assert_snapshot!(written.join("\n"), @r"
    0 = 0
    -0 = 0
    0.0e5 = 0
    1 = 1
    1.0 = 1
    10e-1 = 1
    1.10 = 1.1
    1E5 = 100000
    100e-2 = 1
    123.456 = 123.456
    999999999999999999999 = 999999999999999999999
    1000000000000000000000 = 1e+21
    1e20 = 100000000000000000000
    1e21 = 1e+21
    0.000001 = 0.000001
    0.0000001 = 1e-7
    0.00000123 = 0.00000123
    -0.5 = -0.5
    9007199254740993 = 9007199254740993
    9007199254740993.0 = 9007199254740993
    12345678901234567890123 = 1.2345678901234567890123e+22
    0.1234567890123456789012345 = 0.1234567890123456789012345
    333333333.33333329 = 333333333.33333329
    1e400 = 1e+400
    1e-400 = 1e-400
    1e0005 = 100000
    1E+17 = 100000000000000000
    0e99999999999999999999 = 0
    10e99999999999999999 = 1e+100000000000000000
    1E100000000000000000 = 1E100000000000000000
    -1.50e-100000000000000000000 = -1.50e-100000000000000000000
    1e000000000000000000000003 = 1000
    ");
}

#[test]
fn members_are_sorted_by_utf_16_code_units_and_duplicates_keep_their_order() {
    let members = r#"{"\uffff":1,"\ud83d\ude02":2,"\ue000":3,"\ud83d":4,"b":5,"a":6,"B":7,"":8,"10":9,"9":10,"a":11,"\u0061":12,"aa":13}"#;
    insta::assert_snapshot!(visible(&plain(members)), @r#"{"":8,"10":9,"9":10,"B":7,"a":6,"a":11,"a":12,"aa":13,"b":5,"\ud83d":4,"(U+1F602)":2,"(U+E000)":3,"(U+FFFF)":1}"#);
    assert_eq!(plain(r#"{"\n":1,"\u0001":2}"#), r#"{"\u0001":2,"\n":1}"#);
    assert_eq!(plain("{\"\u{ffff}\":1,\"\u{1f602}\":2,\"\u{e000}\":3}"), "{\"\u{1f602}\":2,\"\u{e000}\":3,\"\u{ffff}\":1}");
}

#[test]
fn an_array_is_closed_as_an_array_and_an_object_as_an_object_at_every_depth() {
    for depth in [1, 63, 64, 65, 66, 127, 128, 129, 200] {
        let is_object = |level: usize| level.is_multiple_of(3) || level.is_multiple_of(64);
        let opened: String = (0..depth).map(|level| if is_object(level) { "{\"a\":" } else { "[" }).collect();
        let closed: String = (0..depth).rev().map(|level| if is_object(level) { '}' } else { ']' }).collect();
        assert!(matches!(Text::parse(format!("{opened}1{closed}").as_bytes()), Text::Json(_)), "{depth} levels");
        for at in 0..depth {
            let mut wrong = closed.clone();
            wrong.replace_range(at..=at, if &closed[at..=at] == "}" { "]" } else { "}" });
            let text = format!("{opened}1{wrong}");
            assert!(matches!(Text::parse(text.as_bytes()), Text::Raw(_)), "{depth} levels, the {at}th closed wrongly");
        }
    }
}

#[test]
fn what_is_not_json_prints_as_it_stands() {
    assert_eq!(canonical(b" {\"a\": 1,}\n", Style::default()), "{\"a\": 1,}");
    assert_eq!(canonical(b"\"\xff\xfe\"", Style { escapes: Escapes::Ascii, spacing: Spacing::Python }), "\"\u{fffd}\u{fffd}\"");
    assert_eq!(canonical(b" \t\r\n", Style::default()), "");
    assert_eq!(plain("\u{feff}1"), "\u{feff}1");
}

#[test]
fn four_bytes_are_blanks_between_tokens_and_no_other_is() {
    for byte in 0..=0x7f_u8 {
        let blank = matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        for (before, after) in [("[", "1]"), ("[1", ",2]"), ("[1,", "2]"), ("{", "\"a\":1}"), ("{\"a\"", ":1}"), ("{\"a\":", "\"b\"}")] {
            let text = [before.as_bytes(), &[byte], after.as_bytes()].concat();
            // Behind a number stand more digits, and before one a sign.
            let number = byte.is_ascii_digit() || byte == b'-' && after.starts_with(['1', '2']);
            if blank || !number {
                assert_eq!(matches!(Text::parse(&text), Text::Json(_)), blank, "{:?}", String::from_utf8_lossy(&text));
            }
        }
    }
}

/// Long strings are read in blocks; what stands in a block must be seen in each place of it.
#[test]
fn a_string_is_read_to_its_quote_whatever_its_length() {
    for length in (0..200).step_by(7).chain(90..=135) {
        for at in 0..=length {
            let text = |between: &str| format!("[\"{}{between}{}\"]", "a".repeat(at), "b".repeat(length - at));
            assert_eq!(key(&text("\\n")), key(&text("\\u000A")), "{at} of {length}");
            assert_ne!(key(&text("")), key(&text("a")), "{at} of {length}");
            for (between, json) in [("", true), ("é", true), ("\u{7f}", true), (" ", true), ("\"", false), ("\\", false), ("\u{1f}", false)]
            {
                // A backslash at the end takes the quote away, and one before a `b` spells a backspace.
                let json = json || between == "\\" && at < length;
                assert_eq!(matches!(Text::parse(text(between).as_bytes()), Text::Json(_)), json, "{between:?} at {at} of {length}");
            }
        }
    }
}

#[test]
fn long_names_are_sorted_by_where_they_differ() {
    for length in 0..70 {
        for at in 0..=length {
            let name = |between: &str| format!("\"{}{between}{}\":1", "n".repeat(at), "n".repeat(length - at));
            let (first, second) = (name("a"), name("b"));
            assert_eq!(plain(&format!("{{{second},{first}}}")), format!("{{{first},{second}}}"));
        }
    }
}

/// By another implementation, which gives the published results of SipHash-2-4 with 128 bits if its rounds are set so.
#[test]
fn a_digest_is_siphash_1_3_with_a_key_of_nothing() {
    assert_eq!(digest(b""), "b91c5ed031fb33032134935d61d9b40d");
    assert_eq!(digest(b"loopspec"), "8d4b50b45e814f6fa0a4bd1c8afa323c");
    assert_eq!(digest(b"a text of more than sixteen bytes"), "f69f448e7b255d469487125f800f9b88");
}

#[test]
fn json_and_raw_never_meet() {
    assert_ne!(CallKey::new("t", b"\"\xff\"", &KeyChoices::default()), key("\"\u{fffd}\""));
    assert_ne!(key("abc"), key("\"abc\""));
}

#[test]
fn a_number_with_an_exponent_beyond_calculation_is_its_spelling() {
    assert_ne!(key("1E100000000000000000"), key("1e100000000000000000"));
    assert_eq!(key("10e99999999999999999"), key("1e+100000000000000000"));
    assert_eq!(key("0e100000000000000000"), key("-0.00"));
    assert_eq!(key(r#"{"b":1e100000000000000000000,"a":1}"#), key(r#"{"a":1.0,"b":1e100000000000000000000}"#));
}

#[test]
fn ignored_members_take_no_part_at_the_top_of_an_object_only() {
    let choices = KeyChoices { numbers: Numbers::Exact, ignored_members: vec!["why".to_owned(), "\u{e9}".to_owned()] };
    let key = |text: &str| CallKey::new("t", text.as_bytes(), &choices);
    assert_eq!(key(r#"{"a":1,"why":[1],"\u0077hy":2,"\u00e9":3}"#), key(r#"{"a":1}"#));
    assert_ne!(key(r#"{"o":{"why":1}}"#), key(r#"{"o":{}}"#));
    assert_ne!(key(r#"[{"why":1}]"#), key("[{}]"));
    assert_ne!(key(r#""why""#), key("null"));
}

#[test]
fn an_integer_is_never_a_float_under_int_float() {
    let key = properties::key;
    for (a, b) in [("1", "1.0"), ("1", "1e0"), ("-3", "-3.0"), ("9007199254740993", "9007199254740993.0")] {
        assert_ne!(key(a, Numbers::IntFloat), key(b, Numbers::IntFloat));
        assert_eq!(key(a, Numbers::Binary64), key(b, Numbers::Binary64));
    }
    assert_eq!(key("9007199254740993.0", Numbers::IntFloat), key("9007199254740992.0", Numbers::IntFloat));
    assert_ne!(key("9007199254740993", Numbers::IntFloat), key("9007199254740992", Numbers::IntFloat));
}

#[test]
fn a_tool_name_is_never_continued_by_the_arguments() {
    let key = |tool: &str, text: &str| CallKey::new(tool, text.as_bytes(), &KeyChoices::default());
    assert_ne!(key("a", "b\0c"), key("a\0b", "c"));
    assert_ne!(key("ab", "c"), key("a", "bc"));
    assert_ne!(key("", "1"), key("1", ""));
}

#[test]
fn members_are_found_where_they_stand() {
    let text = br#"  {"a" : 1 , "\u0062":{"x":[ ]} ,"a":"}"}  "#;
    let spans = member_spans(text).unwrap();
    let found: Vec<_> = spans.iter().map(|(name, span)| (name.as_str(), std::str::from_utf8(&text[span.clone()]).unwrap())).collect();
    assert_eq!(found, [("a", "1"), ("b", r#"{"x":[ ]}"#), ("a", r#""}""#)]);
    assert_eq!(member_spans(b"{}"), Some(vec![]));
    assert_eq!(member_spans(b"[{}]"), None);
    assert_eq!(member_spans(b"{\"a\":1"), None);
}

#[test]
fn depth_counts_arrays_and_objects() {
    for (text, depth) in [("1", 0), ("[", 0), ("[]", 1), (r#"{"a":[{}],"b":[]}"#, 3), ("[[],[[]],[]]", 3)] {
        assert_eq!(Text::parse(text.as_bytes()).depth(), depth, "{text}");
    }
    assert!(Text::parse(b" {} ").is_object());
    assert!(!Text::parse(b"[{}]").is_object());
    assert!(!Text::parse(b"{").is_object());
}

#[test]
fn an_escape_by_number_needs_all_its_four_digits() {
    for wrong in 0..16_u32 {
        let digits: String = (0..4).map(|place| if wrong >> place & 1 == 1 { 'g' } else { '4' }).collect();
        for text in [format!("\"\\u{digits}\""), format!("{{\"a\\u{digits}\":[\"\\u{digits}x\"]}}")] {
            assert_eq!(matches!(Text::parse(text.as_bytes()), Text::Json(_)), wrong == 0, "{text}");
        }
    }
}

#[test]
fn an_exponent_of_many_digits_is_read_whole_under_binary64() {
    let key = |text: &str| properties::key(text, Numbers::Binary64);
    let zeros = "0".repeat(700_000);
    assert_eq!(key(&format!("1{zeros}e-700000")), key("1"));
    assert_eq!(key(&format!("-0.{zeros}5e700001")), key("-5"));
    assert_ne!(key(&format!("1{zeros}e-699999")), key("1"));
}

#[test]
fn large_integers_are_told_apart_under_binary64_and_a_long_zero_is_zero() {
    let key = |text: &str| properties::key(text, Numbers::Binary64);
    let large =
        ["999999999999999", "1e15", "1000000000000001", "9007199254740992", "9223372036854775807", "1e19", "1e20", "-1e19", "-1e20"];
    for (at, one) in large.iter().enumerate() {
        for other in &large[at + 1..] {
            assert_ne!(key(one), key(other), "{one} and {other}");
        }
    }
    for zero in [format!("0e{}", "9".repeat(70)), format!("0.{}", "0".repeat(70)), format!("0e-{}", "9".repeat(70))] {
        assert_eq!(key(&zero), key("0"), "{zero}");
    }
}

#[test]
fn each_of_several_long_strings_ends_where_it_ends() {
    let long = |letter: &str| format!("\"{}\"", letter.repeat(70_000));
    let text = format!("[{}, 1, {}, {}]", long("a"), long("b"), long("c"));
    assert_eq!(plain(&text), format!("[{},1,{},{}]", long("a"), long("b"), long("c")));
}

#[test]
fn short_and_long_names_with_one_beginning_are_sorted_by_what_follows() {
    let long = "aaaaaaaa";
    assert_eq!(
        plain(&format!(r#"{{"ab":1,"{long}":2,"a":3,"{long}b":4,"aa":5}}"#)),
        format!(r#"{{"a":3,"aa":5,"{long}":2,"{long}b":4,"ab":1}}"#)
    );
}
