//! Instructions an operation, counted by callgrind: the same on a busy machine. It needs valgrind.
//!
//! `cargo run --release -p loopspec-benches --bin counts [INPUT]`, by default for the 295 B.

use std::process::{Command, ExitCode};

use loopspec_benches::contender::canonicalizers;
use loopspec_benches::input::inputs;
use loopspec_benches::measure::cells;

const FEW: u64 = 100;
const MANY: u64 = 1_100;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [mark, input, at, times] = &words[..]
        && mark == "--one"
    {
        repeat(input, at.parse().unwrap_or(0), times.parse().unwrap_or(0));
        return ExitCode::SUCCESS;
    }
    let input = words.first().map_or("295 B nested", String::as_str);
    if !Command::new("valgrind").arg("--version").output().is_ok_and(|run| run.status.success()) {
        eprintln!("valgrind is not installed");
        return ExitCode::FAILURE;
    }
    let (mut inputs, canonicalizers) = (inputs(), canonicalizers());
    inputs.retain(|known| known.name == input);
    println!("| {input} | by | instructions an operation |\n|---|---|---:|");
    for (at, cell) in cells(&inputs, &canonicalizers).iter().enumerate() {
        if !["loopspec", "serde_json", "json-canon"].contains(&cell.contender) {
            continue;
        }
        let (Some(few), Some(many)) = (instructions(input, at, FEW), instructions(input, at, MANY)) else {
            eprintln!("callgrind gave no count");
            return ExitCode::FAILURE;
        };
        println!("| {} | {} | {} |", cell.operation, cell.contender, many.saturating_sub(few) / (MANY - FEW));
    }
    ExitCode::SUCCESS
}

/// Does the work of one cell so many times.
fn repeat(input: &str, at: usize, times: u64) {
    let (mut inputs, canonicalizers) = (inputs(), canonicalizers());
    inputs.retain(|known| known.name == input);
    if let Some(cell) = cells(&inputs, &canonicalizers).get_mut(at) {
        (0..times).for_each(|_| cell.run());
    }
}

/// All instructions of a process that does it.
fn instructions(input: &str, at: usize, times: u64) -> Option<u64> {
    let own = std::env::current_exe().ok()?;
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(own)
        .args(["--one", input, &at.to_string(), &times.to_string()])
        .output()
        .ok()?;
    let told = String::from_utf8_lossy(&run.stderr).into_owned();
    let count = told.lines().find_map(|line| line.split("Collected :").nth(1))?;
    count.trim().parse().ok()
}
