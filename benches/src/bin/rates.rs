//! How many events a second models and guards take, and the kit cases; what a guard costs and holds after many rounds.
//!
//! `cargo run --release -p loopspec-benches --features kit --bin rates`

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use allocation_counter::measure;
use loopspec::check::{Subject, random_cases};
use loopspec::drive::{InProcess, Launch, Subprocess, serve};
use loopspec::guard::ready::{NoProgressMaker, RepeatMaker};
use loopspec::guard::{Guard, MakeGuard, replies};
use loopspec::policy::Reference;
use loopspec::step::{Call, Case, Options, Outcome, Policy, Profile};
use loopspec_benches::input::inputs;

const CASES: usize = 2_000;
const ENOUGH: Duration = Duration::from_millis(1_500);

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("serve repeat") => return ended(serve(RepeatMaker)),
        Some("serve progress") => return ended(serve(NoProgressMaker)),
        _ => {}
    }
    println!("| random runs | events a second through the model | through the ready guard | cases a second in process | over stdio |");
    println!("|---|---:|---:|---:|---:|");
    let done = rates(RepeatMaker, "serve repeat") && rates(NoProgressMaker, "serve progress");
    println!("\n| ready guard, calls of 295 B in four spellings | rounds before | ns a round | bytes held |\n|---|---:|---:|---:|");
    for rounds in [10, 1_000, 100_000] {
        rounds_of("repeat reminder", &RepeatMaker, rounds);
        rounds_of("no progress", &NoProgressMaker, rounds);
    }
    if done { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn ended(served: std::io::Result<()>) -> ExitCode {
    if served.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// One row; `false` when a subject failed.
fn rates<M: MakeGuard + Copy + Send + Sync + 'static>(maker: M, serve: &str) -> bool {
    let (policy, profile) = (maker.policy(), maker.profile());
    let cases: Vec<Case> = random_cases(policy, &profile, &[], 1).take(CASES).collect();
    let events = cases.iter().map(|case| case.steps.len()).sum::<usize>() as f64 / cases.len() as f64;
    let model = each_second(&cases, |case| Reference::decide(case, &Profile::default()).is_ok());
    let guard = each_second(&cases, |case| !black_box(replies(&maker, case)).is_empty() || case.steps.is_empty());
    let mut inside = InProcess::new(maker);
    let here = each_second(&cases, |case| inside.run(case).is_ok());
    let own = std::env::current_exe().unwrap_or_default().to_string_lossy().into_owned();
    let Ok(mut outside) = Subprocess::start(Launch::new(own, [serve.to_owned()])) else {
        eprintln!("the process that serves did not start");
        return false;
    };
    let there = each_second(&cases, |case| outside.run(case).is_ok());
    let (Some(model), Some(guard), Some(here), Some(there)) = (model, guard, here, there) else {
        eprintln!("a case was not answered");
        return false;
    };
    let name = if policy == Policy::NoProgress { "no progress" } else { "repeat reminder" };
    println!("| {name}, {events:.0} events each | {:.0} | {:.0} | {here:.0} | {there:.0} |", model * events, guard * events);
    true
}

/// How many cases a second: the best of the passes over all that fit into the time. None when one was not answered.
fn each_second(cases: &[Case], mut run: impl FnMut(&Case) -> bool) -> Option<f64> {
    let (begin, mut best) = (Instant::now(), 0.0_f64);
    while begin.elapsed() < ENOUGH {
        let start = Instant::now();
        if !cases.iter().all(&mut run) {
            return None;
        }
        best = best.max(cases.len() as f64 / start.elapsed().as_secs_f64());
    }
    Some(best)
}

/// A row of what one guard costs and holds behind so many rounds.
fn rounds_of<M: MakeGuard>(name: &str, maker: &M, rounds: usize) {
    let inputs = inputs();
    let Some(input) = inputs.iter().find(|input| input.name == "295 B nested") else { return };
    let calls: Vec<[Call; 1]> =
        [&input.text, &input.respaced, &input.reordered, &input.last_differs].map(|text| [Call::new("c1", "tool", text)]).into();
    let outcome = Outcome::ok("rows");
    let mut nanoseconds = f64::NAN;
    let held = measure(|| {
        let Ok(mut guard) = maker.open(&Options::default()) else { return };
        let turn = |guard: &mut M::Guard, at: usize| {
            let calls = &calls[at % calls.len()];
            black_box(guard.begin_round(calls, None));
            black_box(guard.settle(&calls[0], &outcome));
            black_box(guard.end_round());
        };
        (0..rounds).for_each(|at| turn(&mut guard, at));
        nanoseconds = (0..200).fold(f64::INFINITY, |best, batch| {
            let start = Instant::now();
            (0..40).for_each(|at| turn(&mut guard, batch * 40 + at));
            best.min(start.elapsed().as_nanos() as f64 / 40.0)
        });
        // What is held is what is never given back.
        std::mem::forget(guard);
    });
    println!("| {name} | {rounds} | {nanoseconds:.0} | {} |", held.bytes_current);
}
