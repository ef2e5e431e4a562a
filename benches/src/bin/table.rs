//! The honest table: fresh processes, random order, minima, ratios with median and range, and the load of the machine.
//!
//! `cargo run --release -p loopspec-benches --bin table [PROCESSES]`; `--one SEED [INPUT]` for one process alone.

use std::collections::BTreeMap;
use std::process::{Command, ExitCode};
use std::time::Duration;

use loopspec_benches::measure::figures;

const OPERATIONS: [&str; 8] =
    ["identical", "first value differs", "last value differs", "respaced", "reordered", "canonical text", "key", "limits"];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.first().map(String::as_str) {
        Some("--one") => one(words.get(1).and_then(|seed| seed.parse().ok()).unwrap_or(1), words.get(2).map(String::as_str)),
        given => match given.map_or(Ok(7), str::parse) {
            Ok(processes) => return table(processes),
            Err(_) => {
                eprintln!("table [PROCESSES]: a number, 7 by default");
                return ExitCode::from(2);
            }
        },
    }
    ExitCode::SUCCESS
}

/// One process: a line a cell.
fn one(seed: u64, only: Option<&str>) {
    figures(3, Duration::from_millis(3), seed, only, |cell, figure| {
        println!("{}\t{}\t{}\t{}\t{:.2}", cell.input, cell.operation, cell.contender, cell.right, figure.nanoseconds);
    });
}

/// Nanoseconds by process, and whether the answer was right.
type Figures = BTreeMap<(String, String, String), (bool, Vec<f64>)>;

fn table(processes: u64) -> ExitCode {
    println!("{processes} processes, load before: {}", load());
    let (mut figures, mut inputs, mut contenders) = (Figures::new(), Vec::new(), Vec::new());
    for seed in 1..=processes {
        let Some(text) = std::env::current_exe().ok().and_then(|own| Command::new(own).args(["--one", &seed.to_string()]).output().ok())
        else {
            eprintln!("a process did not start");
            return ExitCode::FAILURE;
        };
        for line in String::from_utf8_lossy(&text.stdout).lines() {
            let [input, operation, contender, right, nanoseconds] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
            for (list, name) in [(&mut inputs, input), (&mut contenders, contender)] {
                if !list.iter().any(|known| known == name) {
                    list.push(name.to_owned());
                }
            }
            let entry = figures.entry((input.to_owned(), operation.to_owned(), contender.to_owned())).or_default();
            entry.0 = right == "true";
            entry.1.extend(nanoseconds.parse::<f64>());
        }
    }
    println!("load after: {}", load());
    println!(
        "\nours in ns (median of the processes' minima); the others as multiples of ours: median (smallest to largest). † wrong answer\n"
    );
    for operation in OPERATIONS {
        let here: Vec<&String> =
            contenders.iter().filter(|name| inputs.iter().any(|input| get(&figures, input, operation, name).is_some())).collect();
        println!("| {operation} | {} |", here.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(" | "));
        println!("|---|{}", "---:|".repeat(here.len()));
        for input in &inputs {
            let Some((_, ours)) = get(&figures, input, operation, "loopspec") else { continue };
            let row: Vec<String> = here.iter().map(|name| shown(&figures, input, operation, name, ours)).collect();
            println!("| {input} | {} |", row.join(" | "));
        }
        println!();
    }
    ExitCode::SUCCESS
}

fn get<'f>(figures: &'f Figures, input: &str, operation: &str, contender: &str) -> Option<&'f (bool, Vec<f64>)> {
    figures.get(&(input.to_owned(), operation.to_owned(), contender.to_owned()))
}

fn shown(figures: &Figures, input: &str, operation: &str, contender: &str, ours: &[f64]) -> String {
    let Some((right, theirs)) = get(figures, input, operation, contender) else { return String::new() };
    let wrong = if *right { "" } else { " †" };
    if contender == "loopspec" {
        return format!("{:.0} ns{wrong}", median(theirs.clone()));
    }
    let ratios: Vec<f64> = theirs.iter().zip(ours).map(|(theirs, ours)| theirs / ours).collect();
    let (low, high) = ratios.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), &ratio| (low.min(ratio), high.max(ratio)));
    format!("{:.2} ({low:.2} to {high:.2}){wrong}", median(ratios))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

fn load() -> String {
    std::fs::read_to_string("/proc/loadavg").unwrap_or_else(|_| "unknown".to_owned()).trim().to_owned()
}
