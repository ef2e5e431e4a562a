//! The bodies of the fuzz targets: plain functions over bytes that panic when an equation of the README's table does not hold.

mod chain;
mod identity;
mod pattern;
mod respell;
mod runs;
mod theirs;
mod wire;

pub use chain::chain;
pub use identity::identity;
pub use pattern::pattern;
pub use respell::respell;
pub use runs::runs;
pub use theirs::{Canonicalizer, against, theirs};
pub use wire::wire;

/// A target's body.
pub type Target = fn(&[u8]);

/// Every target by the name of its binary and its corpus.
pub const TARGETS: [(&str, Target); 7] = [
    ("chain", chain),
    ("identity", identity),
    ("pattern", pattern),
    ("respell", respell),
    ("runs", runs),
    ("theirs", theirs),
    ("wire", wire),
];

/// The whole of a target's program: libFuzzer's entry, or, without libFuzzer, the files that are named, run once each.
#[macro_export]
macro_rules! target {
    ($body:path) => {
        #[cfg(fuzzing)]
        libfuzzer_sys::fuzz_target!(|data: &[u8]| $body(data));

        #[cfg(not(fuzzing))]
        fn main() -> std::io::Result<()> {
            for path in std::env::args_os().skip(1) {
                $body(&std::fs::read(path)?);
            }
            Ok(())
        }
    };
}
