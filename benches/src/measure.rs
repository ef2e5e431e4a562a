//! One process' figures: every cell in random order in every round, the smallest of all rounds.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::hint::black_box;
use std::time::{Duration, Instant};

use loopspec::identity::{CallKey, ChainKey, KeyChoices, Text};
use sha2::{Digest, Sha256};

use crate::contender::{Canonicalizer, Chain, KeyFunction, TextChain, canonicalizers, sha256};
use crate::input::{Input, inputs};

/// One figure of the table.
pub struct Cell<'i> {
    /// The input's name.
    pub input: &'static str,
    /// What is done.
    pub operation: &'static str,
    /// By whom.
    pub contender: &'static str,
    /// Whether it gives the right answer; a wrong one is not comparable.
    pub right: bool,
    work: Box<dyn FnMut() + 'i>,
}

impl Cell<'_> {
    /// Does it once.
    pub fn run(&mut self) {
        (self.work)();
    }
}

/// A figure that was measured.
pub struct Figure {
    /// Nanoseconds an operation, the smallest mean of all rounds.
    pub nanoseconds: f64,
}

/// All cells over these inputs and canonicalizers.
pub fn cells<'i>(inputs: &'i [Input], canonicalizers: &'i [Box<dyn Canonicalizer>]) -> Vec<Cell<'i>> {
    let mut cells = Vec::new();
    for input in inputs {
        let follows = [
            ("identical", &input.text, true),
            ("first value differs", &input.first_differs, false),
            ("last value differs", &input.last_differs, false),
            ("respaced", &input.respaced, true),
            ("reordered", &input.reordered, true),
        ];
        for (operation, other, same) in follows {
            cells.push(chain(input, operation, "loopspec", other, same, ChainKey::new()));
            for canonicalizer in &canonicalizers[1..] {
                cells.push(chain(input, operation, canonicalizer.name(), other, same, TextChain::new(&**canonicalizer)));
            }
        }
        for canonicalizer in canonicalizers {
            let reference = canonicalizers[0].text(&input.text);
            let right = canonicalizer.text(&input.text) == reference && canonicalizer.text(&input.reordered) == reference;
            cells.push(cell(input, "canonical text", canonicalizer.name(), right, || canonicalizer.text(&input.text)));
            if canonicalizer.name() != "loopspec" {
                cells.push(cell(input, "key", canonicalizer.name(), right, || canonicalizer.text(&input.text).as_deref().map(sha256)));
            }
        }
        for canonicalizer in canonicalizers.iter().filter(|canonicalizer| canonicalizer.name() == "serde_json_canonicalizer") {
            let key = || canonicalizer.text(&input.text).map(|text| blake3::hash(text.as_bytes()));
            cells.push(cell(input, "key", "serde_json_canonicalizer, BLAKE3", true, key));
        }
        let random = RandomState::new();
        let key = || CallKey::new("tool", input.text.as_bytes(), &KeyChoices::default());
        cells.push(cell(input, "key", "loopspec", true, move || random.hash_one(key())));
        cells.push(cell(input, "limits", "loopspec", true, || matches!(Text::parse(input.text.as_bytes()), Text::Json(_))));
        let mut copy = Vec::new();
        cells.push(cell(input, "limits", "memcpy", true, move || {
            copy.clear();
            copy.extend_from_slice(black_box(input.text.as_bytes()));
            copy.len()
        }));
        let same = input.text.clone();
        cells.push(cell(input, "limits", "comparison", true, move || black_box(input.text.as_bytes()) == black_box(same.as_bytes())));
        cells.push(cell(input, "limits", "SHA-256", true, || Sha256::digest(input.text.as_bytes())));
        cells.push(cell(input, "limits", "serde_json, checked only", true, || {
            serde_json::from_str::<serde::de::IgnoredAny>(&input.text).is_ok()
        }));
    }
    cells
}

fn chain<'i>(
    input: &'i Input,
    operation: &'static str,
    contender: &'static str,
    other: &'i str,
    same: bool,
    mut chain: impl Chain + 'i,
) -> Cell<'i> {
    chain.follow(&input.text);
    let right = chain.follow(other) == same && chain.follow(&input.text) == same;
    let mut turn = false;
    let work = move || {
        turn = !turn;
        black_box(chain.follow(black_box(if turn { other } else { &input.text })));
    };
    Cell { input: input.name, operation, contender, right, work: Box::new(work) }
}

fn cell<'i, T>(
    input: &'i Input,
    operation: &'static str,
    contender: &'static str,
    right: bool,
    mut work: impl FnMut() -> T + 'i,
) -> Cell<'i> {
    Cell { input: input.name, operation, contender, right, work: Box::new(move || drop(black_box(work()))) }
}

/// Measures in this process: `rounds` rounds of at least `slice` a cell, of all inputs or the one of this name.
pub fn figures(rounds: usize, slice: Duration, seed: u64, only: Option<&str>, mut each: impl FnMut(&Cell<'_>, Figure)) {
    let (mut inputs, canonicalizers) = (inputs(), canonicalizers());
    inputs.retain(|input| only.is_none_or(|only| input.name == only));
    let mut cells = cells(&inputs, &canonicalizers);
    let mut best = vec![f64::INFINITY; cells.len()];
    let mut order: Vec<usize> = (0..cells.len()).collect();
    let mut state = seed | 1;
    for _ in 0..rounds {
        for at in (1..order.len()).rev() {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            order.swap(at, (state % (at as u64 + 1)) as usize);
        }
        for &at in &order {
            best[at] = best[at].min(nanoseconds(&mut *cells[at].work, slice));
        }
    }
    for (cell, nanoseconds) in cells.iter().zip(best) {
        each(cell, Figure { nanoseconds });
    }
}

/// The smallest mean of batches within a slice of time.
fn nanoseconds(work: &mut dyn FnMut(), slice: Duration) -> f64 {
    work();
    let once = Instant::now();
    work();
    let batch = (20_000 / once.elapsed().as_nanos().max(10)).clamp(2, 1000) as u32 & !1;
    let (begin, mut best) = (Instant::now(), f64::INFINITY);
    loop {
        let start = Instant::now();
        for _ in 0..batch {
            work();
        }
        best = best.min(start.elapsed().as_nanos() as f64 / f64::from(batch));
        if begin.elapsed() >= slice {
            return best;
        }
    }
}

/// A table of somebody's key function beside ours, over all inputs: nanoseconds of each, and whether theirs agrees about the
/// spellings of the same call and about calls that differ in one value.
pub fn beside<K: KeyFunction>(theirs: &K) -> String {
    let mut table = String::from("| key | loopspec, ns | yours, ns | yours / loopspec | agrees |\n|---|---:|---:|---:|---|\n");
    for input in inputs() {
        let theirs_of = |text: &str| theirs.key("tool", text);
        let same = [&input.respaced, &input.reordered].iter().all(|text| theirs_of(text) == theirs_of(&input.text));
        let other = [&input.first_differs, &input.last_differs].iter().all(|text| theirs_of(text) != theirs_of(&input.text));
        let slice = Duration::from_millis(20);
        let key = || CallKey::new("tool", black_box(input.text.as_bytes()), &KeyChoices::default());
        let ours = nanoseconds(&mut || drop(black_box(key())), slice);
        let yours = nanoseconds(&mut || drop(black_box(theirs_of(black_box(&input.text)))), slice);
        let agrees = if same && other { "yes" } else { "no" };
        table += &format!("| {} | {ours:.0} | {yours:.0} | {:.2} | {agrees} |\n", input.name, yours / ours);
    }
    table
}
