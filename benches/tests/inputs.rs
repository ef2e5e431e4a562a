//! The inputs are the same everywhere, and what they are said to be.

use loopspec::identity::ChainKey;
use loopspec_benches::contender::{canonicalizers, sha256};
use loopspec_benches::input::inputs;

/// The first half of the SHA-256 of all six texts of an input, each followed by a line break.
const PINNED: [(&str, usize, &str); 0] = [];

#[test]
fn inputs_are_pinned() {
    let made: Vec<(&str, usize, String)> = inputs()
        .iter()
        .map(|input| {
            let texts = [&input.text, &input.first_differs, &input.last_differs, &input.respaced, &input.reordered];
            let all: String = texts.iter().flat_map(|text| [text.as_str(), "\n"]).collect();
            (input.name, input.text.len(), sha256(&all)[..16].iter().map(|byte| format!("{byte:02x}")).collect())
        })
        .collect();
    let pinned: Vec<(&str, usize, String)> = PINNED.iter().map(|&(name, length, hash)| (name, length, hash.to_owned())).collect();
    assert_eq!(made, pinned);
}

#[test]
fn every_input_is_followed_by_its_spellings_and_by_nothing_else() {
    for input in inputs() {
        for (other, same) in
            [(&input.respaced, true), (&input.reordered, true), (&input.first_differs, false), (&input.last_differs, false)]
        {
            let mut chain = ChainKey::new();
            chain.follow("tool", input.text.as_bytes());
            assert_ne!(*other, input.text);
            assert_eq!(chain.follow("tool", other.as_bytes()), same, "{}", input.name);
        }
    }
}

#[test]
fn every_canonicalizer_takes_every_input() {
    for input in inputs() {
        for canonicalizer in canonicalizers() {
            assert!(canonicalizer.text(&input.text).is_some(), "{} takes {}", canonicalizer.name(), input.name);
        }
    }
}
