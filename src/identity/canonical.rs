//! The canonical text: RFC 8785 with all digits, written without recursion.

use super::decimal;
use super::grammar::Part;
use super::number::{self, Numbers};
use super::string::Ordered;
use super::style::{Spacing, Style};
use super::value::{Tape, Text};

/// The canonical text of a call's arguments: [`Text::canonical`] of a text in bytes.
pub fn canonical(text: &[u8], style: Style) -> String {
    Text::parse(text).canonical(style)
}

/// What to make of a tape when it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rendering<'c> {
    pub(super) style: Style,
    /// How numbers are written; `None` in the canonical layout.
    pub(super) numbers: Numbers,
    /// Whether members are sorted by name.
    pub(super) sorted: bool,
    /// Whether strings are spelled anew.
    pub(super) respelled: bool,
    /// Top-level member names that are left out.
    pub(super) ignored: &'c [String],
}

impl Rendering<'_> {
    /// The canonical text that a model is shown.
    pub(super) fn shown(style: Style) -> Rendering<'static> {
        Rendering { style, numbers: Numbers::Exact, sorted: true, respelled: true, ignored: &[] }
    }
}

/// An array or object that is being written.
struct Open {
    object: bool,
    /// An array's next element on the tape, or an object's next entry in the list of members.
    next: usize,
    end: usize,
    /// Where this object's entries in the list of members begin.
    base: usize,
    comma: bool,
}

impl Text<'_> {
    /// The canonical text in a style: RFC 8785 with all digits, or a raw text as it is, invalid bytes as U+FFFD.
    pub fn canonical(&self, style: Style) -> String {
        match self {
            Text::Json(tape) => render(tape, &Rendering::shown(style)),
            Text::Raw(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        }
    }
}

/// Writes a tape.
pub(super) fn render(tape: &Tape<'_>, rendering: &Rendering<'_>) -> String {
    let (comma, colon) = match rendering.style.spacing {
        Spacing::None => (",", ":"),
        Spacing::Python => (", ", ": "),
    };
    let mut out = String::with_capacity(tape.text_len());
    // The names of all open objects, the innermost last: one list, so that a level costs no allocation.
    let mut members: Vec<usize> = Vec::new();
    let mut opened: Vec<Open> = Vec::new();
    let mut value = 0;
    loop {
        let base = members.len();
        match tape.part(value) {
            Part::Array => {
                out.push('[');
                opened.push(Open { object: false, next: value + 1, end: tape.close_of(value), base, comma: false });
            }
            Part::Object => {
                out.push('{');
                let ignored = if value == 0 { rendering.ignored } else { &[] };
                members.extend(tape.members(value).filter(|&name| {
                    let name = tape.string(name);
                    !ignored.iter().any(|ignored| name.is(ignored))
                }));
                if rendering.sorted {
                    sort(tape, &mut members[base..]);
                }
                opened.push(Open { object: true, next: base, end: members.len(), base, comma: false });
            }
            _ => write_scalar(&mut out, tape, value, rendering),
        }
        loop {
            let Some(open) = opened.last_mut() else { return out };
            if open.next == open.end {
                out.push(if open.object { '}' } else { ']' });
                members.truncate(open.base);
                opened.pop();
                continue;
            }
            if std::mem::replace(&mut open.comma, true) {
                out.push_str(comma);
            }
            if open.object {
                let name = members[open.next];
                open.next += 1;
                write_scalar(&mut out, tape, name, rendering);
                out.push_str(colon);
                value = name + 1;
            } else {
                value = open.next;
                open.next = tape.after(value);
            }
            break;
        }
    }
}

/// From so many names on a list of their own is worth its memory.
const MANY: usize = 16;

/// Sorts names by UTF-16 code units; members of one name stay in their order.
fn sort(tape: &Tape<'_>, names: &mut [usize]) {
    if names.iter().any(|&name| tape.part(name) == Part::Escaped) {
        // Decoding in each comparison would cost more than a copy.
        names.sort_by_cached_key(|&name| tape.string(name).units().collect::<Vec<u16>>());
    } else if names.len() > MANY {
        // So would finding each name on the tape, for many of them.
        names.sort_by_cached_key(|&name| Ordered(tape.string(name)));
    } else {
        names.sort_by(|&a, &b| tape.string(a).compare(tape.string(b)));
    }
}

fn write_scalar(out: &mut String, tape: &Tape<'_>, scalar: usize, rendering: &Rendering<'_>) {
    match tape.part(scalar) {
        Part::Plain | Part::Escaped if rendering.respelled => {
            tape.string(scalar).write(out, rendering.style.escapes);
        }
        Part::Number if rendering.numbers == Numbers::Exact => decimal::write(out, tape.token(scalar)),
        Part::Number => number::write_key(out, tape.token(scalar), rendering.numbers),
        _ => out.push_str(tape.token(scalar)),
    }
}
