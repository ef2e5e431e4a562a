//! Your own key function beside ours: what it costs, and whether it says the same.
//!
//! `cargo run --release -p loopspec-benches --example own_key`

use std::hash::{DefaultHasher, Hash, Hasher};

use loopspec_benches::contender::KeyFunction;
use loopspec_benches::measure::beside;

/// A key as many guards make it: a hash of the tool and of what serde_json prints.
struct MyKey;

impl KeyFunction for MyKey {
    type Key = Option<u64>;

    fn key(&self, tool: &str, args: &str) -> Option<u64> {
        let value: serde_json::Value = serde_json::from_str(args).ok()?;
        let mut hasher = DefaultHasher::new();
        (tool, value.to_string()).hash(&mut hasher);
        Some(hasher.finish())
    }
}

fn main() {
    print!("{}", beside(&MyKey));
}
