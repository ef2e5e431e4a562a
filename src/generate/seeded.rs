//! The same values for everybody: a strategy drawn from a seed.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// What a strategy yields from this seed, on every machine the same, without end. A value that the strategy gives up on is passed over.
pub fn seeded<S: Strategy>(strategy: S, seed: u64) -> impl Iterator<Item = S::Value> {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let config = Config { failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes));
    std::iter::repeat_with(move || strategy.new_tree(&mut runner)).filter_map(Result::ok).map(|tree| tree.current())
}
