//! Somebody else's canonicalizer, held against ours.

use loopspec::identity::{CallKey, KeyChoices, Numbers, Text, reading_rule};

/// What is fuzzed: implement it for another canonicalizer, and write a target that calls [`against`].
pub trait Canonicalizer {
    /// Its canonical text; none for a text that it does not take.
    fn text(&self, json: &str) -> Option<String>;
    /// Whether it claims to be right about a text. What readers differ about (lone surrogates, duplicate names, numbers without
    /// bounds) is left out in any case.
    fn claims(&self, _json: &str) -> bool {
        true
    }
    /// When two numbers are the same for it.
    fn numbers(&self) -> Numbers {
        Numbers::Binary64
    }
}

/// Two texts, as in [`identity`](crate::identity): its texts are equal when, and only when, our keys are; and its text of a value
/// is that value.
pub fn against(theirs: &impl Canonicalizer, data: &[u8]) {
    let (a, b) = match data.iter().position(|&byte| byte == 0xff) {
        Some(cut) => (&data[..cut], &data[cut + 1..]),
        None => (data, data),
    };
    let choices = KeyChoices { numbers: theirs.numbers(), ..KeyChoices::default() };
    let key = |text: &[u8]| CallKey::new("t", text, &choices);
    let read = |text| {
        let json = std::str::from_utf8(text).ok().filter(|_| matches!(Text::parse(text), Text::Json(_)))?;
        (reading_rule(text).is_none() && theirs.claims(json)).then(|| theirs.text(json)).flatten()
    };
    let (one, other) = (read(a), read(b));
    for (text, shown) in [(a, &one), (b, &other)] {
        if let Some(shown) = shown {
            assert!(key(text) == key(shown.as_bytes()), "{} is not {shown}", String::from_utf8_lossy(text));
        }
    }
    if let (Some(one), Some(other)) = (one, other) {
        assert_eq!(one == other, key(a) == key(b), "{} and {}", String::from_utf8_lossy(a), String::from_utf8_lossy(b));
    }
}

/// The example: the crate `serde_json_canonicalizer` over serde_json's values.
pub struct SerdeJsonCanonicalizer;

impl Canonicalizer for SerdeJsonCanonicalizer {
    fn text(&self, json: &str) -> Option<String> {
        let value: serde_json::Value = serde_json::from_str(json).ok()?;
        serde_json_canonicalizer::to_string(&value).ok()
    }

    /// Not about integers that binary64 does not hold: serde_json keeps their digits.
    fn claims(&self, json: &str) -> bool {
        !json.as_bytes().split(|byte| !byte.is_ascii_digit()).any(|digits| digits.len() > 15)
    }
}

/// The target of the example.
pub fn theirs(data: &[u8]) {
    against(&SerdeJsonCanonicalizer, data);
}
