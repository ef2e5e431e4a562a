//! All small texts, each held against each: what a walk over two texts skips, it skips here in every place.

use loopspec::identity::{CallKey, ChainKey, Numbers};

use crate::properties;

const LEAVES: [&str; 5] = ["\"a\"", "\"\\u0061\"", "1", "10e-1", "{}"];
const PAIRED: [&str; 3] = ["\"a\"", "\"\\u0061\"", "1"];
const NAMES: [&str; 3] = ["\"a\"", "\"\\u0061\"", "\"b\""];

/// Arrays and objects of at most two leaves, as their tokens.
fn values() -> Vec<Vec<&'static str>> {
    let mut values: Vec<Vec<&str>> = LEAVES.map(|leaf| vec![leaf]).into();
    values.push(vec!["[", "]"]);
    for one in LEAVES {
        values.push(vec!["[", one, "]"]);
        values.extend(NAMES.map(|name| vec!["{", name, ":", one, "}"]));
    }
    for one in PAIRED {
        for other in PAIRED {
            values.push(vec!["[", one, ",", other, "]"]);
            for first in NAMES {
                values.extend(NAMES.map(|second| vec!["{", first, ":", one, ",", second, ":", other, "}"]));
            }
        }
    }
    values
}

/// The tokens without a blank, and with one before or behind each of them; within `around`.
fn spaced(tokens: &[&str], around: [&str; 2]) -> Vec<String> {
    let spell = |blank: Option<usize>| {
        let before = |at| if blank == Some(at) { " " } else { "" };
        let spelled: String = tokens.iter().enumerate().map(|(at, token)| [before(at), token].concat()).collect();
        [around[0], &spelled, before(tokens.len()), around[1]].concat()
    };
    std::iter::once(None).chain((0..=tokens.len()).map(Some)).map(spell).collect()
}

#[test]
fn each_two_small_texts_follow_each_other_as_their_keys_are_equal() {
    let values = values();
    let keyed = |text: String| {
        let key = properties::key(&text, Numbers::Exact);
        (text, key)
    };
    let (mut equal, mut pairs) = (0, 0);
    for around in [["", ""], ["[{\"b\":", ",\"c\":1},\"b\"]"]] {
        let spellings: Vec<Vec<(String, CallKey)>> =
            values.iter().map(|value| spaced(value, around).into_iter().map(keyed).collect()).collect();
        let mut chain = ChainKey::new();
        // A text without blanks beside every spelling of every other; a blank in both moves nothing that one of them does not.
        for (one, one_key) in spellings.iter().map(|spellings| &spellings[0]) {
            for (other, other_key) in spellings.iter().flatten() {
                let same = one_key == other_key;
                (equal, pairs) = (equal + usize::from(same), pairs + 1);
                chain.follow("t", one.as_bytes());
                assert_eq!(chain.follow("t", other.as_bytes()), same, "{one} and {other}");
                assert_eq!(chain.follow("t", one.as_bytes()), same, "{other} and {one}");
            }
        }
    }
    // So that keys which are all different, or all equal, do not pass.
    insta::assert_snapshot!(format!("{equal} of {pairs}"), @"19282 of 255896");
}
