//! The vectors and pairs that every kit carries.

use std::path::Path;

use super::{Pair, Vector, VectorError, parse_pairs, parse_vectors};

macro_rules! files {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../../../", $path)))),*]
    };
}

/// A test holds this list against the folder.
const VECTORS: &[(&str, &str)] = files!["conformance/vectors/repeat-reminder/transparency.json"];

const SCHEMAS: &[(&str, &str)] = files![
    "conformance/vectors/ids.lock",
    "spec/identity-pairs.schema.json",
    "spec/protocol-answer.schema.json",
    "spec/protocol-request.schema.json",
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
