//! A second oracle that shares no code: Python's JSON reader and decimals.

use std::io::Write;
use std::process::{Command, Stdio};

use loopspec::identity::{Style, Text, canonical};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::values::{spell, value};
use crate::{packages, table};

#[test]
fn python_reads_generated_texts_as_we_do() {
    let mut runner = TestRunner::deterministic();
    let texts: Vec<Vec<u8>> = (0..6_000_u64)
        .map(|seed| {
            let value = value().new_tree(&mut runner).unwrap().current();
            let mut text = spell(&value, seed.wrapping_mul(0x9e37_79b9_7f4a_7c15), true).into_bytes();
            if seed % 3 == 0 {
                damage(&mut text, seed as usize);
            }
            text
        })
        .collect();
    let Some(json) = compare("python_reads_generated_texts_as_we_do", &texts) else { return };
    // A generator that made nothing but JSON, or nothing but broken texts, would ask half of the question.
    assert!((4_050..5_500).contains(&json), "{json} of {} texts are JSON", texts.len());
}

#[test]
fn python_reads_the_pinned_pairs_as_we_do() {
    // Python's reader recurses: it is not asked about the deep ones.
    let flat = |args: &[u8]| args.iter().filter(|byte| matches!(byte, b'[' | b'{')).count() <= 500 || args.starts_with(b"{\"l\":[{");
    let sides: Vec<Vec<u8>> =
        table::pairs().iter().flat_map(|pair| [pair.a.args.clone(), pair.b.args.clone()]).filter(|args| flat(args)).collect();
    assert!(sides.len() > 400, "{}", sides.len());
    compare("python_reads_the_pinned_pairs_as_we_do", &sides);
}

/// Compares our answers with Python's, and counts the texts that are JSON; none where there is no Python.
fn compare(test: &str, texts: &[Vec<u8>]) -> Option<usize> {
    let answers = answers(test, texts)?;
    assert_eq!(answers.len(), texts.len());
    for (text, answer) in texts.iter().zip(&answers) {
        assert_eq!(&ours(text), answer, "{}", String::from_utf8_lossy(text));
    }
    Some(answers.iter().filter(|answer| answer.starts_with("json")).count())
}

/// Our answer, as the oracle writes it.
fn ours(text: &[u8]) -> String {
    let domain = if matches!(Text::parse(text), Text::Json(_)) { "json" } else { "raw" };
    format!("{domain} {}", hex(canonical(text, Style::default()).as_bytes()))
}

fn answers(test: &str, texts: &[Vec<u8>]) -> Option<Vec<String>> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/conformance/identity/oracle.py");
    let started = Command::new("python3").arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut python = started.map_err(|error| packages::skipped(test, &format!("no python3: {error}"))).ok()?;
    let input: String = texts.iter().map(|text| hex(text) + "\n").collect();
    let mut stdin = python.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = python.wait_with_output().unwrap();
    assert!(output.status.success(), "the oracle failed: {}", output.status);
    writer.join().unwrap().unwrap();
    Some(String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Changes one byte: another one, one more or one less.
fn damage(text: &mut Vec<u8>, seed: usize) {
    let bytes = b"{}[]\",:\\0-.eE+ntf \x00\x1f\x7f\xc3\xff";
    let (at, byte) = (seed / 3 * 31 % text.len().max(1), bytes[seed / 9 % bytes.len()]);
    match seed % 9 / 3 {
        _ if text.is_empty() => text.push(byte),
        0 => text[at] = byte,
        1 => text.insert(at, byte),
        _ => drop(text.remove(at)),
    }
}
