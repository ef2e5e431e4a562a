//! Data on which every declared style prints the same canonical text, so that wording can be judged byte for byte.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::identity::{Style, Text};
use crate::step::{Call, Case, Round, Step};

/// Whether all arguments of a case are common data: lower-case ASCII names, integers below 2^53, strings without `<>&`, without
/// controls other than line feed and tab, without U+2028 and U+2029.
pub fn is_common(case: &Case) -> bool {
    if !names_are_unique(case) {
        return false;
    }
    let name = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    distinct_calls(case).all(|call| {
        let text = Text::parse(&call.args);
        name(&call.tool)
            && matches!(text, Text::Json(_))
            && has_plain_integers(&call.text())
            && is_common_text(&text.canonical(Style::default()), name)
    })
}

/// The calls of a case that differ in name or text: in a run that repeats itself they are few.
fn distinct_calls(case: &Case) -> impl Iterator<Item = &Call> {
    let mut met = BTreeSet::new();
    let calls = case.steps.iter().filter_map(Step::round).flat_map(Round::calls);
    calls.filter(move |call| met.insert((&call.tool, &call.args)))
}

/// Whether every number is written as an integer is: `1e5` and `1.0` are printed as the reader likes it.
fn has_plain_integers(mut text: &str) -> bool {
    while let Some(first) = text.chars().next() {
        let end = if first == '"' { string_end(text).unwrap_or(text.len()) } else { text.find('"').unwrap_or(text.len()) };
        let (part, rest) = text.split_at(end);
        let digit_before = |at: usize| part[..at].ends_with(|before: char| before.is_ascii_digit());
        if first != '"'
            && (part.contains("-0") || part.char_indices().any(|(at, char)| matches!(char, '.' | 'e' | 'E') && digit_before(at)))
        {
            return false;
        }
        text = rest;
    }
    true
}

fn is_common_text(canonical: &str, name: impl Fn(&str) -> bool) -> bool {
    let mut rest = canonical;
    while let Some(first) = rest.chars().next() {
        if first == '"' {
            let Some(end) = string_end(rest) else { return false };
            let (string, after) = rest.split_at(end);
            let inner = &string[1..string.len() - 1];
            // A member `__proto__` that is lost has a rule of its own (`identity.special-keys`).
            if after.starts_with(':') && (!name(inner) || inner == "__proto__") {
                return false;
            }
            let rare = |char: char| matches!(char, '<' | '>' | '&' | '\u{7f}' | '\u{2028}' | '\u{2029}');
            if inner.chars().any(rare) || ["\\u", "\\b", "\\f", "\\r"].iter().any(|escape| inner.contains(escape)) {
                return false;
            }
            rest = after;
        } else if first == '-' || first.is_ascii_digit() {
            let end = rest.find([',', ']', '}']).unwrap_or(rest.len());
            if rest[..end].parse::<i64>().map_or(true, |int| int.unsigned_abs() >= 1 << 53) {
                return false;
            }
            rest = &rest[end..];
        } else {
            rest = &rest[first.len_utf8()..];
        }
    }
    true
}

/// Whether no object in the arguments of a case holds a name twice: readers differ in which of the members they keep.
pub fn names_are_unique(case: &Case) -> bool {
    distinct_calls(case).all(|call| {
        let Ok(value) = serde_json::from_slice::<Value>(&call.args) else { return true };
        let canonical = Text::parse(&call.args).canonical(Style::default());
        members(&value) == names(&canonical)
    })
}

/// Members that are left when a reader keeps one of each name.
fn members(value: &Value) -> usize {
    let (mut count, mut pending) = (0, vec![value]);
    while let Some(value) = pending.pop() {
        match value {
            Value::Array(items) => pending.extend(items),
            Value::Object(members) => {
                count += members.len();
                pending.extend(members.values());
            }
            _ => {}
        }
    }
    count
}

/// Names that stand in a canonical text.
fn names(canonical: &str) -> usize {
    let (mut count, mut rest) = (0, canonical);
    while let Some(quote) = rest.find('"') {
        let Some(end) = string_end(&rest[quote..]) else { return count };
        rest = &rest[quote + end..];
        count += usize::from(rest.starts_with(':'));
    }
    count
}

/// The index after the closing quote of the string that `text` begins with.
fn string_end(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}
