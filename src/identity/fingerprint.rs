//! Keyed fingerprints: what may leave a run in the place of a key.

use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::BuildHasher;

use super::key::CallKey;
use super::siphash::SipHasher;

/// The secret of one run, with which its fingerprints are made: SipHash-1-3 with 128 bits over whole keys.
///
/// A fingerprint is for sets, histograms and events. Whether a call is the one before it is answered without one, by a
/// [`ChainKey`](super::ChainKey).
///
/// # Why this hash
///
/// - *Not a plain digest* (SHA-256, BLAKE3): arguments are often short and can be guessed. Who sees a plain digest in a log can
///   try paths and words until one fits, and can tell that two users asked the same.
/// - *Not XXH3, nor another fast hash with a seed*: a seed is no key. Some pairs of texts are known that collide under 2^-10.5 of
///   all of XXH3's seeds, whoever draws them. Arguments are written by a model that reads what others wrote, so that somebody may
///   choose them.
/// - *Not a sum over members*: to sum the members' hashes would spare sorting them, but a sum of 128 bits is no hash of the set:
///   who can choose many members finds two sets with one sum by a generalized birthday attack. So the canonical text is hashed,
///   in which members are sorted.
/// - *Duplicate names are hashed, too*: two texts that differ in a duplicate differ in meaning for some reader
///   (`identity.duplicate-names`), and which one it is depends on the reader.
/// - *128 bits*: of 64, two of five billion calls would share a fingerprint about every second time.
///
/// ```
/// use loopspec::identity::{CallKey, FingerprintKey, KeyChoices};
///
/// let key = |args: &str| CallKey::new("read", args.as_bytes(), &KeyChoices::default());
/// let run = FingerprintKey::random();
/// assert_eq!(run.of([&key(r#"{"a":1,"b":2}"#)]), run.of([&key(r#"{"b":2,"a":1}"#)]));
/// assert_ne!(run.of([&key("{}")]), FingerprintKey::random().of([&key("{}")]));
/// ```
#[derive(Clone)]
pub struct FingerprintKey([u64; 2]);

impl FingerprintKey {
    /// A key that nobody knows, drawn from the system's randomness through the standard library.
    pub fn random() -> FingerprintKey {
        // Each is a keyed hash of nothing, under a key that is used for nothing else.
        FingerprintKey([RandomState::new().hash_one(()), RandomState::new().hash_one(())])
    }

    /// The fingerprint of calls in their order: of one call, or of a bundle.
    pub fn of<'k>(&self, calls: impl IntoIterator<Item = &'k CallKey>) -> Fingerprint {
        let mut hasher = SipHasher::new(self.0);
        for call in calls {
            call.feed(|part| {
                // With its length before it no part can be taken for the end of another.
                hasher.write(&(part.len() as u64).to_le_bytes());
                hasher.write(part);
            });
        }
        Fingerprint(hasher.finish())
    }
}

impl fmt::Debug for FingerprintKey {
    /// Says nothing of the secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FingerprintKey(..)")
    }
}

/// Stands for calls within one run; shown as 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint(u128);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// A digest of bytes that everybody may know: to see whether two texts are one, where nobody wants them to seem so.
pub fn digest(bytes: &[u8]) -> String {
    let mut hasher = SipHasher::new([0, 0]);
    hasher.write(bytes);
    format!("{:032x}", hasher.finish())
}
