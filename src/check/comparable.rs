//! Data on which every declared style prints the same canonical text, so that wording can be judged byte for byte.

use crate::identity::{Style, Text};
use crate::step::{Case, Step};

/// Whether all arguments of a case are common data: lower-case ASCII names, integers below 2^53, strings without `<>&`, without
/// controls other than line feed and tab, without U+2028 and U+2029.
pub fn is_common(case: &Case) -> bool {
    let name = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    case.steps.iter().filter_map(Step::round).flat_map(|round| round.calls()).all(|call| {
        let text = Text::parse(&call.args);
        name(&call.tool) && matches!(text, Text::Json(_)) && is_common_text(&text.canonical(Style::default()), name)
    })
}

fn is_common_text(canonical: &str, name: impl Fn(&str) -> bool) -> bool {
    let mut rest = canonical;
    while let Some(first) = rest.chars().next() {
        if first == '"' {
            let Some(end) = string_end(rest) else { return false };
            let (string, after) = rest.split_at(end);
            let inner = &string[1..string.len() - 1];
            if after.starts_with(':') && !name(inner) {
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
