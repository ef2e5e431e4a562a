//! How long a guard may take over a case, in a process of its own as in this one.

use std::time::Duration;

const CASE: Duration = Duration::from_secs(5);
const CASE_PER_MEGABYTE: Duration = Duration::from_secs(2);

/// Five seconds, and two more for each whole megabyte of `bytes`.
pub(super) fn for_bytes(bytes: usize) -> Duration {
    let megabytes = u32::try_from(bytes >> 20).unwrap_or(u32::MAX);
    CASE.saturating_add(CASE_PER_MEGABYTE.saturating_mul(megabytes))
}
