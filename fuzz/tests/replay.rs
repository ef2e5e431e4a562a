//! Every target runs its corpus, what is published with the specification, and some thousand random inputs, on any toolchain.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::fs;
use std::path::Path;

use loopspec::check::vectors::{embedded_files, embedded_pairs};
use loopspec_fuzz::{TARGETS, identity, respell, runs, wire};

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
        identity(&[&pair.a.args[..], b"\xff", &pair.b.args].concat());
    }
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
        identity(&data);
    }
}
