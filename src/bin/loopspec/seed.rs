//! `--seed`.

use loopspec::check::Plan;

use crate::exit::Failure;

/// A number, or `random`; none = the fixed one.
pub(crate) fn parse(seed: Option<&str>) -> Result<u64, Failure> {
    match seed {
        None => Ok(Plan::SEED),
        Some("random") => Ok(random()),
        Some(number) => number.parse().map_err(|_| Failure::usage(format!("`--seed {number}`: give a number below 2^64, or `random`"))),
    }
}

fn random() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::collections::hash_map::RandomState::new().build_hasher().finish()
}
