//! The vectors and pairs that every kit carries.

use std::path::Path;

use super::{Pair, Vector, VectorError, parse_pairs, parse_vectors};

macro_rules! files {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../../../", $path)))),*]
    };
}

/// A test holds this list against the folder.
const VECTORS: &[(&str, &str)] = files![];

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

/// The pinned table of identity pairs.
///
/// # Errors
/// None in a released kit: a test reads it.
pub fn embedded_pairs() -> Result<Vec<Pair>, VectorError> {
    parse_pairs(Path::new(PAIRS.0), PAIRS.1)
}
