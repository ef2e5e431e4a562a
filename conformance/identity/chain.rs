//! A chain answers as keys do, whatever comes after what.

use loopspec::identity::{CallKey, ChainBundle, ChainKey, KeyChoices};
use proptest::prelude::*;

use crate::properties::{change, shorten};
use crate::table;
use crate::values::{Value, cases, spell, value};

fn key(tool: &str, args: &[u8]) -> CallKey {
    CallKey::new(tool, args, &KeyChoices::default())
}

/// Whether a fresh chain takes the second text for the first one; `a` and `b` in both orders, and once more from buffers in use.
fn same(a: &[u8], b: &[u8]) -> bool {
    let mut chain = ChainKey::new();
    assert!(!chain.follow("t", a), "a first call follows nothing");
    let same = chain.follow("t", b);
    assert!(chain.follow("t", b), "a call follows itself");
    assert_eq!(chain.follow("t", a), same, "{} depends on the order", String::from_utf8_lossy(a));
    assert_eq!(chain.follow("t", b), same, "{} depends on what was before", String::from_utf8_lossy(a));
    same
}

fn as_keys_do(a: &[u8], b: &[u8]) -> Result<(), TestCaseError> {
    let (a_text, b_text) = (String::from_utf8_lossy(a), String::from_utf8_lossy(b));
    prop_assert_eq!(same(a, b), key("t", a) == key("t", b), "{} and {}", a_text, b_text);
    Ok(())
}

/// Texts made of the parts of JSON, most of them broken, and many in two spellings.
fn soup() -> impl Strategy<Value = Vec<u8>> {
    const PARTS: [&[u8]; 30] = [
        b"{",
        b"}",
        b"[",
        b"]",
        b":",
        b",",
        b"\"a\"",
        b"\"\\u0061\"",
        b"\"b\"",
        b"\"",
        b"\\",
        b"1",
        b"1.0",
        b"-0",
        b"0",
        b"1e1",
        b"10",
        b"true",
        b"null",
        b" ",
        b"\n",
        b"\xc3\xa9",
        b"\xc3",
        b"\"\xc3\xa9\"",
        b"\"\\u00e9\"",
        b"\"\\ud800\"",
        b"{\"a\":1}",
        b"{\"b\":2,\"a\":1}",
        b"\"a\":1",
        b"\"b\":2",
    ];
    prop::collection::vec(prop::sample::select(&PARTS[..]), 0..9).prop_map(|parts| parts.concat())
}

/// Changes one byte: another one, one more or one less.
fn damaged(text: &str, at: usize, byte: u8) -> Vec<u8> {
    let mut text = text.as_bytes().to_vec();
    let at = at % text.len();
    match byte % 3 {
        0 => text[at] = byte,
        1 => text.insert(at, byte),
        _ => drop(text.remove(at)),
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(4_000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_respelled_call_follows_the_call(value in value(), seeds: (u64, u64)) {
        let [a, b] = [seeds.0, seeds.1].map(|seed| spell(&value, seed, true));
        prop_assert!(same(a.as_bytes(), b.as_bytes()), "{a} and {b}");
    }

    #[test]
    fn a_call_with_a_changed_leaf_does_not_follow(value in value(), at: usize, seeds: (u64, u64)) {
        let mut changed = value.clone();
        change(&mut changed, at);
        let [a, b] = [(&value, seeds.0), (&changed, seeds.1)].map(|(value, seed)| spell(value, seed, true));
        prop_assert!(!same(a.as_bytes(), b.as_bytes()), "{a} and {b}");
    }

    #[test]
    fn a_call_with_one_child_less_does_not_follow(value in value(), at: usize, seeds: (u64, u64)) {
        let value = Value::Array(vec![value]);
        let mut shorter = value.clone();
        shorten(&mut shorter, at);
        let [a, b] = [(&value, seeds.0), (&shorter, seeds.1)].map(|(value, seed)| spell(value, seed, true));
        prop_assert!(!same(a.as_bytes(), b.as_bytes()), "{a} and {b}");
    }

    #[test]
    fn values_follow_each_other_as_their_keys_are_equal(a in value(), b in value(), seeds: (u64, u64)) {
        as_keys_do(spell(&a, seeds.0, true).as_bytes(), spell(&b, seeds.1, true).as_bytes())?;
    }

    #[test]
    fn damage_anywhere_is_judged_as_keys_judge_it(value in value(), seeds: (u64, u64), at: usize, byte: u8) {
        let [a, b] = [seeds.0, seeds.1].map(|seed| spell(&value, seed, true));
        as_keys_do(a.as_bytes(), &damaged(&a, at, byte))?;
        as_keys_do(a.as_bytes(), &damaged(&b, at, byte))?;
        as_keys_do(&damaged(&a, at, byte), &damaged(&b, at, byte))?;
    }

    #[test]
    fn soup_is_judged_as_keys_judge_it(a in soup(), b in soup(), start in soup(), end in soup()) {
        as_keys_do(&a, &b)?;
        as_keys_do(&[start.clone(), a.clone(), end.clone()].concat(), &[start, b, end].concat())?;
    }

    #[test]
    fn numbers_are_judged_as_keys_judge_them(
        a in "-?(0|[1-9][0-9]{0,4})(\\.[0-9]{1,3})?([eE][-+]?(0{0,3}[0-9]{1,2}|9{15,20}))?", zeros in 0..4_usize, up in 0..3_u8,
    ) {
        let b = match up {
            0 => format!("{a}{}", if a.contains(['.']) && !a.contains(['e', 'E']) { "0".repeat(zeros) } else { String::new() }),
            1 if !a.contains(['e', 'E']) => format!("{a}e{}", "0".repeat(zeros + 1)),
            _ => loopspec::identity::canonical(a.as_bytes(), Default::default()),
        };
        prop_assert!(same(a.as_bytes(), b.as_bytes()), "{a} and {b}");
        as_keys_do(a.as_bytes(), format!("{a}1").as_bytes())?;
    }

    #[test]
    fn a_long_chain_answers_as_keys_do(texts in prop::collection::vec(value(), 3), calls in prop::collection::vec((0..3_usize, 0..2_usize, any::<u64>()), 0..30)) {
        let (mut chain, mut last) = (ChainKey::new(), None);
        for (value, tool, seed) in calls {
            let (tool, args) = (["t", "u"][tool], spell(&texts[value], seed % 5, true));
            let next = Some(key(tool, args.as_bytes()));
            prop_assert_eq!(chain.follow(tool, args.as_bytes()), last == next);
            last = next;
            if seed % 11 == 0 {
                chain.forget();
                last = None;
            }
        }
    }

    #[test]
    fn bundles_follow_each_other_as_their_lists_of_keys_are_equal(
        texts in prop::collection::vec(value(), 2),
        bundles in prop::collection::vec(prop::collection::vec((0..2_usize, any::<u64>()), 0..4), 0..12),
    ) {
        let (mut chain, mut last) = (ChainBundle::new(), None);
        for bundle in bundles {
            let args: Vec<String> = bundle.iter().map(|&(value, seed)| spell(&texts[value], seed % 3, true)).collect();
            let next = Some(args.iter().map(|args| key("t", args.as_bytes())).collect::<Vec<_>>());
            prop_assert_eq!(chain.follow(args.iter().map(|args| ("t", args.as_bytes()))), last == next);
            last = next;
        }
    }
}

#[test]
fn the_pinned_pairs_are_answered_as_the_table_says() {
    for pair in table::pairs() {
        let [a, b] = pair.calls();
        let mut chain = ChainKey::new();
        chain.follow(a.0, a.1);
        assert_eq!(chain.follow(b.0, b.1), key(a.0, a.1) == key(b.0, b.1), "{}", pair.id);
        chain.follow(b.0, b.1);
        assert_eq!(chain.follow(a.0, a.1), key(a.0, a.1) == key(b.0, b.1), "{}", pair.id);
    }
}

#[test]
fn a_first_difference_between_a_name_and_its_colon_is_one_of_blanks() {
    let spellings = ["{\"a\":null,\"b\":1}", "{\"a\"  :\nnull\n,\"b\":1}", "{\"a\" :null,\t\"b\":1\n}", "{\"a\" \t:null,\"b\" :1}"];
    for (at, one) in spellings.iter().enumerate() {
        for other in &spellings[at + 1..] {
            assert!(same(one.as_bytes(), other.as_bytes()), "{one} and {other}");
        }
    }
}

#[test]
fn an_escape_behind_a_character_of_several_bytes_is_what_it_means() {
    for before in ["\u{e9}", "\u{4e00}", "\u{1f602}"] {
        let [one, other, third] = ["A", "\\u0041", "B"].map(|end| format!("[\"{before}{end}\"]"));
        assert!(same(one.as_bytes(), other.as_bytes()), "{one} and {other}");
        assert!(!same(third.as_bytes(), other.as_bytes()), "{third} and {other}");
    }
}

#[test]
fn a_member_more_is_seen_behind_an_object_in_another_order() {
    let reordered = [r#""p":{"x":1,"y":2}"#, r#""p":{"y":2,"x":1}"#];
    for child in ["[]", "[1]", "{}", "{\"a\":1}", "1"] {
        let pairs = [
            (format!("{{{},\"c\":{child}}}", reordered[0]), format!("{{{},\"c\":{child},\"d\":{child}}}", reordered[1])),
            (format!("[{{{}}},{child}]", reordered[0]), format!("[{{{}}},{child},{child}]", reordered[1])),
        ];
        for (shorter, longer) in pairs {
            assert!(!same(shorter.as_bytes(), longer.as_bytes()), "{shorter} and {longer}");
        }
    }
}

fn nest(levels: usize, open: &str, inner: &str, close: &str) -> String {
    [&open.repeat(levels), inner, &close.repeat(levels)].concat()
}

#[test]
fn reordered_objects_in_each_other_cost_a_walk_and_not_one_a_level() {
    for levels in [10_000, 1_000_000] {
        let unsorted = nest(levels, r#"{"b":1,"a":"#, "1", "}");
        let sorted = |inner: &str| nest(levels, r#"{"a":"#, inner, r#","b":1}"#);
        assert!(same(unsorted.as_bytes(), sorted("1").as_bytes()));
        assert!(!same(unsorted.as_bytes(), sorted("2").as_bytes()));
        // A long prefix that matches, at every level, and names that differ only behind it.
        let pair = ["\"b\":2,\"c\":3", "\"c\":3,\"b\":2"];
        let [one, other] = pair.map(|rest| nest(levels, "{\"p\":0,\"a\":", "1", &format!(",{rest}}}")));
        assert!(same(one.as_bytes(), other.as_bytes()));
    }
}

#[test]
fn many_members_in_another_order_are_found() {
    let members = |step: usize, last: &str| {
        let count = 40_000;
        let members: Vec<String> = (0..count).map(|at| format!("\"a long common prefix {:05}\":1", at * step % count)).collect();
        format!("{{{},\"z\":{last}}}", members.join(","))
    };
    assert!(same(members(1, "1").as_bytes(), members(7_919, "1").as_bytes()));
    assert!(!same(members(1, "1").as_bytes(), members(7_919, "2").as_bytes()));
    assert!(!same(members(1, "1").as_bytes(), members(7_918, "1").as_bytes()));
}

#[test]
fn a_bundle_that_is_forgotten_is_followed_by_none() {
    let calls = || [("t", &b"{}"[..]), ("u", &b"1"[..])];
    let mut chain = ChainBundle::new();
    assert!(!chain.follow(calls()));
    assert_eq!(chain.calls().count(), 2);
    chain.forget();
    assert_eq!(chain.calls().count(), 0);
    assert!(!chain.follow(calls()), "what was forgotten is followed");
    assert!(chain.follow(calls()));
}
