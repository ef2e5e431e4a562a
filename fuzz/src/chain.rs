//! A chain of calls against keys, and nothing else: the fastest way through the comparison of two texts.

use loopspec::identity::{CallKey, ChainKey, KeyChoices, Style, canonical};

/// Two texts, as in [`identity`](crate::identity): a chain says what keys say, in both directions.
pub fn chain(data: &[u8]) {
    let mut parts = data.splitn(2, |&byte| byte == 0xff);
    let a = parts.next().unwrap_or_default();
    let shown;
    let b = match parts.next() {
        Some(b) => b,
        None => {
            shown = canonical(a, Style::default());
            shown.as_bytes()
        }
    };
    let choices = KeyChoices::default();
    let same = CallKey::new("t", a, &choices) == CallKey::new("t", b, &choices);
    let mut chain = ChainKey::new();
    chain.follow("t", a);
    assert_eq!(chain.follow("t", b), same, "{} then {}", String::from_utf8_lossy(a), String::from_utf8_lossy(b));
    assert_eq!(chain.follow("t", a), same, "the other way round");
}
