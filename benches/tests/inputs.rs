//! The inputs are the same everywhere, and what they are said to be.

use loopspec::identity::ChainKey;
use loopspec_benches::contender::{canonicalizers, sha256};
use loopspec_benches::input::inputs;

/// The first half of the SHA-256 of all five texts of an input, each followed by a line break.
const PINNED: [(&str, usize, &str); 10] = [
    ("55 B", 55, "e92da47b8347a3ff2694df7a4a52c029"),
    ("295 B nested", 295, "4ac55bb31e2fe6c302fb2eeed8cafedb"),
    ("1 KB shell command", 1_074, "8b958de6fa276dfb171438d9638d2738"),
    ("64 KB source file", 66_748, "5955d8b8aee45513238eebfbc08cf426"),
    ("64 KB without escapes", 65_529, "8d7ec646760a0480540a0e7e127b1c19"),
    ("689 KB, 20,000 keys", 688_891, "cba3b340074ea7383468486223a47ecd"),
    ("4,000 numbers", 39_141, "f3c97ab8b0dcde1b92d74ae344e4016e"),
    ("100 levels", 3_401, "c616acdc6f068a185b6a86d67f9e85ba"),
    ("200 long names", 9_291, "10285dea46a571c60566273ff44e4541"),
    ("escapes only", 18_233, "9cdf2afacc3b03978615a1d33f3779df"),
];

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
    // Some of them recurse, and need more in a build for tests.
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(|| {
        for input in inputs() {
            for canonicalizer in canonicalizers() {
                assert!(canonicalizer.text(&input.text).is_some(), "{} takes {}", canonicalizer.name(), input.name);
            }
        }
    });
    thread.expect("a thread starts").join().expect("all of them take all");
}
