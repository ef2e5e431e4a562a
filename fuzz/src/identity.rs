//! Any two texts.

use loopspec::identity::{CallKey, ChainKey, KeyChoices, Style, Text, canonical, pair};
use serde::de::IgnoredAny;

/// Two texts with a byte between them that UTF-8 never holds (without one, a text and its canonical text).
pub fn identity(data: &[u8]) {
    let mut parts = data.splitn(2, |&byte| byte == 0xff);
    let a = parts.next().unwrap_or_default();
    let text = canonical(a, Style::default());
    let b = parts.next().unwrap_or(text.as_bytes());
    alone(a);
    alone(b);
    let same = same(a, b);
    assert_eq!(
        canonical(a, Style::default()) == canonical(b, Style::default()) && is_json(a) && is_json(b),
        same && is_json(a),
        "texts and keys"
    );
    // The first difference must be judged the same way wherever it stands.
    let embed = |text: &[u8]| [b"{\"x\":[1,{\"a\":0,\"b\":".as_slice(), text, b"}],\"y\":2}"].concat();
    if is_json(a) && is_json(b) {
        assert_eq!(self::same(&embed(a), &embed(b)), same, "embedded");
    } else {
        self::same(&embed(a), &embed(b));
    }
}

fn alone(text: &[u8]) {
    let shown = canonical(text, Style::default());
    if is_json(text) {
        assert_eq!(canonical(shown.as_bytes(), Style::default()), shown, "idempotent");
        assert!(same(text, shown.as_bytes()), "a value is its canonical text");
    }
    // serde_json reads 128 levels, and keeps to the grammar when nothing is made of the values.
    if Text::parse(text).depth() < 100 && text.iter().filter(|byte| matches!(byte, b'[' | b'{')).count() < 100 {
        let accepted = std::str::from_utf8(text).is_ok_and(|text| serde_json::from_str::<IgnoredAny>(text).is_ok());
        assert_eq!(is_json(text), accepted, "what is JSON: {}", String::from_utf8_lossy(text));
    }
}

fn is_json(text: &[u8]) -> bool {
    matches!(Text::parse(text), Text::Json(_))
}

/// Whether two texts are one call by their keys, which every other way must agree with.
pub(crate) fn same(a: &[u8], b: &[u8]) -> bool {
    let choices = KeyChoices::default();
    let same = CallKey::new("t", a, &choices) == CallKey::new("t", b, &choices);
    assert_eq!(pair(("t", a), ("t", b), &choices).same, same, "pair");
    let mut chain = ChainKey::new();
    assert!(!chain.follow("t", a), "nothing comes before");
    assert_eq!(chain.follow("t", b), same, "{} then {}", String::from_utf8_lossy(a), String::from_utf8_lossy(b));
    assert!(chain.follow("t", b), "itself");
    assert_eq!(chain.follow("t", a), same, "the other way round");
    assert_eq!(chain.follow("t", b), same, "once more, from buffers in use");
    assert!(!chain.follow("u", b), "another name");
    same
}
