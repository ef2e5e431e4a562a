//! Patterns of tool names: `*` is any run of characters, everything else is literal (`pattern.*`).

use std::fmt;

use super::decision::Rules;

/// A pattern of tool names. Anchored at both ends and case-sensitive; `*` is any run of characters, line breaks too;
/// the empty pattern matches the empty name only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern(String);

impl Pattern {
    /// Every text is a pattern.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Whether the whole name matches. Linear in name times number of `*` at worst, without recursion.
    pub fn matches(&self, name: &str) -> bool {
        let mut parts = self.0.split('*');
        let first = parts.next().unwrap_or_default();
        let Some(mut rest) = name.strip_prefix(first) else { return false };
        let Some(last) = parts.next_back() else { return rest.is_empty() };
        // Leftmost matches leave the most room for what follows, so no choice ever needs to be taken back.
        for part in parts {
            let Some(at) = rest.find(part) else { return false };
            rest = &rest[at + part.len()..];
        }
        rest.ends_with(last)
    }

    /// Whether a name that does not match would match if the pattern were not anchored.
    pub(crate) fn is_inside(&self, name: &str) -> bool {
        !self.matches(name) && Self(format!("*{}*", self.0)).matches(name)
    }

    /// The rule that says how the pattern matches a name: that of its shape, or that `*` is *any* run of characters where a
    /// line break stands in such a run.
    pub fn rule(&self, name: &str) -> &'static str {
        let text = self.0.as_str();
        let breaks = |text: &str| text.chars().filter(|c| matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')).count();
        if !text.contains('*') {
            "pattern.literal"
        } else if breaks(name) > breaks(text) || text.bytes().all(|byte| byte == b'*') {
            "pattern.any"
        } else if text.starts_with('*') && text.ends_with('*') {
            "pattern.infix"
        } else if text.starts_with('*') {
            "pattern.suffix"
        } else if text.ends_with('*') {
            "pattern.prefix"
        } else {
            "pattern.infix"
        }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The first pattern of a list that matches.
pub(crate) fn first_match<'a>(patterns: &'a [Pattern], name: &str) -> Option<&'a Pattern> {
    patterns.iter().find(|pattern| pattern.matches(name))
}

/// Tells by which rules no pattern of a list matches.
pub(crate) fn note_misses(patterns: &[Pattern], name: &str, rules: &mut Rules) {
    rules.used_where(patterns.iter().any(|pattern| pattern.is_inside(name)), "pattern.anchored");
    rules.used_where(!patterns.is_empty(), "pattern.no-match");
}
