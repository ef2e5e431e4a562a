//! The keys of the pinned pairs, as one hash: they must not depend on what a build makes of its JSON library.

use loopspec::check::vectors::embedded_pairs;
use loopspec::identity::{CallKey, KeyChoices, Numbers, Style, canonical};
use sha2::{Digest, Sha256};

/// The SHA-256 of all keys and canonical texts, the first half.
const PINNED: &str = "7d5a2020237014787cf49246f46795a9";

#[test]
fn keys_are_the_same_in_every_build() {
    let mut all = Sha256::new();
    let pairs = embedded_pairs().expect("the table can be read");
    assert!(pairs.len() > 100, "there are pairs");
    for call in pairs.iter().flat_map(|pair| [&pair.a, &pair.b]) {
        for numbers in [Numbers::Exact, Numbers::Binary64, Numbers::IntFloat] {
            let choices = KeyChoices { numbers, ..KeyChoices::default() };
            all.update(format!("{:?}\n", CallKey::new(&call.tool, &call.args, &choices)));
        }
        all.update(canonical(&call.args, Style::default()) + "\n");
    }
    let hash: String = all.finalize()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hash, PINNED);
}
