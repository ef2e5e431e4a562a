//! A million objects in each other, each with its members out of order: time, and memory beside the input, a process an operation.
//!
//! `cargo run --release -p loopspec-benches --bin deep`

use std::hint::black_box;
use std::process::{Command, ExitCode};
use std::time::Instant;

use loopspec::identity::{CallKey, ChainKey, KeyChoices, Style, canonical};

const OPERATIONS: [&str; 3] = ["canonical text", "key", "compared with the sorted text"];
const LEVELS: usize = 1_000_000;

fn main() -> ExitCode {
    if let Some(operation) = std::env::args().nth(1) {
        one(&operation);
        return ExitCode::SUCCESS;
    }
    println!("| a million nested unsorted objects | time | memory beside the texts / size of one text |\n|---|---:|---:|");
    for operation in OPERATIONS {
        let own = std::env::current_exe().ok();
        let ended = own.and_then(|own| Command::new(own).arg(operation).status().ok());
        if !ended.is_some_and(|status| status.success()) {
            eprintln!("a process did not start, or failed");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn one(operation: &str) {
    let unsorted = [&r#"{"b":1,"a":"#.repeat(LEVELS), "1", &"}".repeat(LEVELS)].concat();
    let sorted = [&r#"{"a":"#.repeat(LEVELS), "1", &r#","b":1}"#.repeat(LEVELS)].concat();
    let before = peak();
    let start = Instant::now();
    let right = match operation {
        "canonical text" => canonical(unsorted.as_bytes(), Style::default()).len() == sorted.len(),
        "key" => {
            black_box(CallKey::new("tool", unsorted.as_bytes(), &KeyChoices::default()));
            true
        }
        _ => {
            let mut chain = ChainKey::new();
            !chain.follow("tool", unsorted.as_bytes()) && chain.follow("tool", sorted.as_bytes())
        }
    };
    let seconds = start.elapsed().as_secs_f64();
    assert!(right, "the answer is right");
    println!("| {operation} | {seconds:.3} s | {:.1} |", (peak() - before) / unsorted.len() as f64);
}

/// The most memory that this process has had, in bytes (Linux).
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<f64>().ok()).map_or(f64::NAN, |kilobytes| kilobytes * 1024.0)
}
