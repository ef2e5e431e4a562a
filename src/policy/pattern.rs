//! Patterns of tool names: `*` is any run of characters, everything else is literal (`pattern.*`).

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

    /// Whether a name that does not match would match in another letter case.
    pub(crate) fn matches_in_another_case(&self, name: &str) -> bool {
        !self.matches(name) && Self(self.0.to_lowercase()).matches(&name.to_lowercase())
    }

    /// The rule that says how a pattern of this shape matches.
    pub fn rule(&self) -> &'static str {
        let text = self.0.as_str();
        if !text.contains('*') {
            "pattern.literal"
        } else if text.bytes().all(|byte| byte == b'*') {
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

/// The first pattern of a list that matches.
pub(crate) fn first_match<'a>(patterns: &'a [Pattern], name: &str) -> Option<&'a Pattern> {
    patterns.iter().find(|pattern| pattern.matches(name))
}

/// Tells by which rules a pattern matches a name: that of its shape, and that `*` is *any* run where a line break stands in one.
pub(crate) fn note_match(pattern: &Pattern, name: &str, rules: &mut Rules) {
    let breaks = |text: &str| text.chars().filter(|c| matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')).count();
    rules.used_where(breaks(name) > breaks(&pattern.0), "pattern.any");
    rules.used(pattern.rule());
}

/// Tells by which rules no pattern of a list matches.
pub(crate) fn note_misses(patterns: &[Pattern], name: &str, rules: &mut Rules) {
    rules.used_where(patterns.iter().any(|pattern| pattern.is_inside(name)), "pattern.anchored");
    rules.used_where(patterns.iter().any(|pattern| pattern.matches_in_another_case(name)), "pattern.literal");
    rules.used_where(!patterns.is_empty(), "pattern.no-match");
}
