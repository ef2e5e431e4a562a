//! Strings as they stand in the text: decoded, compared and written without a copy in between.

use std::cmp::Ordering;

use super::style::Escapes;
use super::token::{before_backslash, code_unit, shared, whole};

/// The inside of a JSON string, as spelled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Str<'a> {
    /// The text between the quotes.
    pub(super) raw: &'a str,
    /// Whether `raw` holds a backslash.
    pub(super) escaped: bool,
}

impl<'a> Str<'a> {
    /// The UTF-16 code units that the string means.
    pub(super) fn units(self) -> Units<'a> {
        Units { rest: self.raw, low: None }
    }

    /// The characters that the string means; a lone surrogate is an error that holds it.
    pub(super) fn chars(self) -> impl Iterator<Item = Result<char, u16>> {
        char::decode_utf16(self.units()).map(|c| c.map_err(|lone| lone.unpaired_surrogate()))
    }

    /// The string's meaning, lone surrogates as U+FFFD.
    pub(super) fn decoded(self) -> String {
        if self.escaped { self.chars().map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect() } else { self.raw.to_owned() }
    }

    /// Whether the string means exactly this text.
    pub(super) fn is(self, text: &str) -> bool {
        if self.escaped { self.units().eq(text.encode_utf16()) } else { self.raw == text }
    }

    /// The order of UTF-16 code units.
    pub(super) fn compare(self, other: Str<'_>) -> Ordering {
        if self.escaped || other.escaped {
            return self.units().cmp(other.units());
        }
        let (a, b) = (self.raw.as_bytes(), other.raw.as_bytes());
        let alike = shared(a, b);
        match (a.get(alike), b.get(alike)) {
            (Some(&x), Some(&y)) => unit_rank(x).cmp(&unit_rank(y)),
            _ => a.len().cmp(&b.len()),
        }
    }

    /// Writes the string between quotes, spelled in the one way that `escapes` has for it.
    pub(super) fn write(self, out: &mut String, escapes: Escapes) {
        out.push('"');
        let bytes = self.raw.as_bytes();
        let (mut run, mut at) = (0, if self.escaped { 0 } else { bytes.len() });
        while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
            at += before_backslash(rest);
            match bytes.get(at + 1) {
                None => break,
                // Spelled as every style spells them.
                Some(b'"' | b'\\' | b'b' | b'f' | b'n' | b'r' | b't') => at += 2,
                Some(_) => {
                    write_run(out, &self.raw[run..at], escapes);
                    at += write_escape(out, &self.raw[at..], escapes);
                    run = at;
                }
            }
        }
        write_run(out, &self.raw[run..], escapes);
        out.push('"');
    }
}

/// The first bytes of a text as a number that orders as they do.
#[inline]
pub(super) fn prefix(bytes: &[u8]) -> u64 {
    match bytes.first_chunk() {
        Some(first) => u64::from_be_bytes(*first),
        None => bytes.iter().rev().fold(0, |word, &byte| word >> 8 | u64::from(byte) << 56),
    }
}

/// UTF-8 orders as code points do; UTF-16 puts what needs two units (lead bytes F0–F4) before U+E000–U+FFFF (EE, EF).
fn unit_rank(byte: u8) -> u8 {
    if matches!(byte, 0xee | 0xef) { byte + 0x10 } else { byte }
}

/// The UTF-16 code units of a string.
pub(super) struct Units<'a> {
    rest: &'a str,
    low: Option<u16>,
}

impl Iterator for Units<'_> {
    type Item = u16;

    fn next(&mut self) -> Option<u16> {
        if let Some(low) = self.low.take() {
            return Some(low);
        }
        let first = self.rest.chars().next()?;
        if first == '\\' {
            let (unit, after) = escape(self.rest);
            self.rest = after;
            return Some(unit);
        }
        self.rest = &self.rest[first.len_utf8()..];
        let mut pair = [0; 2];
        let units = first.encode_utf16(&mut pair);
        self.low = units.get(1).copied();
        Some(units[0])
    }
}

/// The unit that the escape at the start of `text` means, and the text after it. The tokenizer has checked the escape.
fn escape(text: &str) -> (u16, &str) {
    let unit = match text.as_bytes().get(1) {
        Some(b'b') => 0x08,
        Some(b'f') => 0x0c,
        Some(b'n') => 0x0a,
        Some(b'r') => 0x0d,
        Some(b't') => 0x09,
        Some(b'u') => return (code_unit(text.as_bytes()).unwrap_or(0xfffd), &text[6..]),
        Some(&other) => u16::from(other),
        None => return (u16::from(b'\\'), ""),
    };
    (unit, &text[2..])
}

/// Writes the character that the escape at the start of `text` means, together with the one behind it if they are two halves.
/// Tells how many bytes they take.
fn write_escape(out: &mut String, text: &str, escapes: Escapes) -> usize {
    let (unit, rest) = escape(text);
    let taken = text.len() - rest.len();
    if let Some(c) = char::from_u32(u32::from(unit)) {
        write_char(out, c, escapes);
    } else if let Some(point) = code_unit(rest.as_bytes()).and_then(|low| whole(unit, low)) {
        write_char(out, char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER), escapes);
        return taken + 6;
    } else {
        write_unit(out, unit);
    }
    taken
}

/// Writes text that is spelled as JSON asks for: nothing in it needs an escape unless the style asks for more than JSON does.
fn write_run(out: &mut String, run: &str, escapes: Escapes) {
    let mut rest = run;
    if escapes != Escapes::Minimal {
        while let Some(at) = rest.find(|c| styled(c, escapes)) {
            out.push_str(&rest[..at]);
            let mut tail = rest[at..].chars();
            if let Some(c) = tail.next() {
                write_char(out, c, escapes);
            }
            rest = tail.as_str();
        }
    }
    out.push_str(rest);
}

/// Whether a style escapes a character that JSON would take as it is.
fn styled(c: char, escapes: Escapes) -> bool {
    match escapes {
        Escapes::Minimal => false,
        Escapes::Html => matches!(c, '<' | '>' | '&' | '\u{2028}' | '\u{2029}'),
        Escapes::Ascii => c > '~',
    }
}

fn write_char(out: &mut String, c: char, escapes: Escapes) {
    match c {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\u{8}' => out.push_str("\\b"),
        '\u{c}' => out.push_str("\\f"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\0'..='\u{1f}' => write_unit(out, c as u16),
        c if styled(c, escapes) => c.encode_utf16(&mut [0; 2]).iter().for_each(|&unit| write_unit(out, unit)),
        c => out.push(c),
    }
}

/// Writes a code unit as `\uxxxx`, lower case.
fn write_unit(out: &mut String, unit: u16) {
    out.push_str("\\u");
    for shift in [12, 8, 4, 0] {
        out.extend(char::from_digit(u32::from(unit >> shift & 0xf), 16));
    }
}
