//! Hostile adapters: whatever a program does, the runner says rightly what it was, loses no finished result and leaves no process behind.
//!
//! This test is also the adapter: it starts `loopspec check -- ITSELF` with a kind of misbehaviour in its environment.
#![allow(clippy::print_stderr, reason = "what an adapter in trouble does")]

use libtest_mimic::{Arguments, Trial};

#[path = "hostile/adapter.rs"]
mod adapter;
#[path = "hostile/expected.rs"]
mod expected;
#[path = "hostile/kinds.rs"]
mod kinds;
#[path = "hostile/lines.rs"]
mod lines;

fn main() {
    if let Ok(kind) = std::env::var(adapter::KIND) {
        return adapter::play(&kind);
    }
    let mut arguments = Arguments::from_args();
    // They wait more than they work.
    arguments.test_threads = arguments.test_threads.or(Some(4));
    let trials = kinds::all().into_iter().map(|expected| Trial::test(expected.name, move || expected.holds()));
    libtest_mimic::run(&arguments, trials.collect()).exit();
}
