//! Every target runs its corpus, what is published with the specification, and some thousand random inputs, on any toolchain.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::fs;
use std::path::Path;

use loopspec::check::vectors::{embedded_files, embedded_pairs};
use loopspec_fuzz::{Canonicalizer, TARGETS, against, chain, identity, respell, runs, theirs, wire};

#[test]
fn every_target_holds_on_its_corpus() {
    for (name, target) in TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
        let files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(!files.is_empty(), "no corpus for {name}");
        for file in files {
            target(&fs::read(file).unwrap());
        }
    }
}

#[test]
fn identity_holds_on_the_pinned_pairs() {
    for pair in embedded_pairs().unwrap() {
        let data = [&pair.a.args[..], b"\xff", &pair.b.args].concat();
        for target in [chain, identity, theirs] {
            target(&data);
        }
    }
}

/// A canonicalizer that leaves members where they stand.
struct Unsorted;

impl Canonicalizer for Unsorted {
    fn text(&self, json: &str) -> Option<String> {
        Some(json.split_ascii_whitespace().collect())
    }
}

#[test]
fn a_canonicalizer_that_does_not_sort_is_found() {
    let reordered = std::panic::catch_unwind(|| against(&Unsorted, b"{\"a\":1,\"b\":2}\xff{\"b\":2,\"a\":1}"));
    assert!(reordered.is_err());
    against(&Unsorted, b"{\"a\":1}\xff{ \"a\": 1 }");
}

#[test]
fn everything_published_is_read() {
    for (_, text) in embedded_files() {
        wire(text.as_bytes());
    }
}

#[test]
fn random_data_holds() {
    let mut state = 1_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for _ in 0..5_000 {
        let data: Vec<u8> = (0..next() % 200).map(|_| next() as u8).collect();
        respell(&data);
        runs(&data);
        for target in [chain, identity, theirs] {
            target(&data);
        }
    }
}
