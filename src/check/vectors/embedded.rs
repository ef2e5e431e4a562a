//! The vectors and pairs that every kit carries.

use std::path::Path;

use super::{Pair, Vector, VectorError, parse_pairs, parse_vectors};

macro_rules! files {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../../../", $path)))),*]
    };
}

/// A test holds this list against the folder. Runs from reports come last, so that a failure is first met in a run that was written for its
/// rule.
const VECTORS: &[(&str, &str)] = files![
    "conformance/vectors/no-progress/basics.json",
    "conformance/vectors/no-progress/bundle.json",
    "conformance/vectors/no-progress/compare.json",
    "conformance/vectors/no-progress/escalation.json",
    "conformance/vectors/no-progress/events.json",
    "conformance/vectors/no-progress/exempt.json",
    "conformance/vectors/no-progress/observations.json",
    "conformance/vectors/no-progress/patterns.json",
    "conformance/vectors/no-progress/resets.json",
    "conformance/vectors/no-progress/runs.json",
    "conformance/vectors/no-progress/reports.json",
    "conformance/vectors/repeat-reminder/chain.json",
    "conformance/vectors/repeat-reminder/config.json",
    "conformance/vectors/repeat-reminder/counts.json",
    "conformance/vectors/repeat-reminder/patterns.json",
    "conformance/vectors/repeat-reminder/reminder.json",
    "conformance/vectors/repeat-reminder/resets.json",
    "conformance/vectors/repeat-reminder/runs.json",
    "conformance/vectors/repeat-reminder/text.json",
    "conformance/vectors/repeat-reminder/thresholds.json",
    "conformance/vectors/repeat-reminder/transparency.json",
    "conformance/vectors/repeat-reminder/reports.json",
];

const SCHEMAS: &[(&str, &str)] = files![
    "conformance/vectors/ids.lock",
    "spec/identity-pairs.schema.json",
    "spec/protocol-answer.schema.json",
    "spec/protocol-request.schema.json",
    "spec/report.schema.json",
    "spec/vectors.md",
    "spec/vectors.schema.json",
];

const PAIRS: (&str, &str) = ("spec/identity-pairs.json", include_str!("../../../spec/identity-pairs.json"));

/// The kit's own vectors, in the order of their files.
///
/// # Errors
/// None in a released kit: a test reads them all.
pub fn embedded_vectors() -> Result<Vec<Vector>, VectorError> {
    let mut vectors = Vec::new();
    for (path, text) in VECTORS {
        vectors.extend(parse_vectors(Path::new(path), text)?);
    }
    Ok(vectors)
}

/// Every normative file that carries no code, by path from the repository's root: vectors, pairs, schemas.
pub fn embedded_files() -> impl Iterator<Item = (&'static str, &'static str)> {
    VECTORS.iter().copied().chain([PAIRS]).chain(SCHEMAS.iter().copied())
}

/// The pinned table of identity pairs.
///
/// # Errors
/// None in a released kit: a test reads it.
pub fn embedded_pairs() -> Result<Vec<Pair>, VectorError> {
    parse_pairs(Path::new(PAIRS.0), PAIRS.1)
}
