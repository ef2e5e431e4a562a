//! The canonical text: RFC 8785 with all digits, written without recursion.

use super::decimal;
use super::grammar::Part;
use super::number::{self, Numbers};
use super::string::prefix;
use super::style::{Escapes, Spacing, Style};
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
    let mut writer = Writer { tape, text: tape.text(), rendering, out: String::with_capacity(tape.text().len()), from: 0, to: 0 };
    let mut names = Names { tape, rendering, left: Vec::with_capacity(16) };
    let mut opened: Vec<Open> = Vec::with_capacity(8);
    let mut value = 0;
    loop {
        match tape.part(value) {
            Part::Array => {
                writer.mark("[");
                let end = tape.after(value);
                if value + 1 < end {
                    value += 1;
                    opened.push(Open::Array { element: value, end });
                    continue;
                }
                writer.mark("]");
            }
            Part::Object => {
                writer.mark("{");
                let base = names.left.len();
                names.push(value);
                if let Some(name) = names.pop(base) {
                    opened.push(Open::Object { base });
                    writer.scalar(name);
                    writer.mark(colon);
                    value = name + 1;
                    continue;
                }
                writer.mark("}");
            }
            _ => writer.scalar(value),
        }
        loop {
            match opened.last_mut() {
                None => return writer.finish(),
                Some(Open::Array { element, end }) => {
                    let next = tape.after(*element);
                    if next < *end {
                        writer.mark(comma);
                        (*element, value) = (next, next);
                        break;
                    }
                    writer.mark("]");
                }
                Some(Open::Object { base }) => {
                    if let Some(name) = names.pop(*base) {
                        writer.mark(comma);
                        writer.scalar(name);
                        writer.mark(colon);
                        value = name + 1;
                        break;
                    }
                    writer.mark("}");
                }
            }
            opened.pop();
        }
    }
}

/// An array or object that is being written.
#[derive(Clone, Copy, Debug)]
enum Open {
    Array {
        /// The last one that was written, or is being written.
        element: usize,
        end: usize,
    },
    Object {
        /// Where the names that are left begin.
        base: usize,
    },
}

/// The names that are still to be written of all open objects, the innermost last: one list, so that a level costs no allocation.
/// Each comes with its first bytes as a number, and the next one of an object last.
struct Names<'t> {
    tape: &'t Tape<'t>,
    rendering: &'t Rendering<'t>,
    left: Vec<(u64, usize)>,
}

impl Names<'_> {
    fn push(&mut self, object: usize) {
        let (tape, base) = (self.tape, self.left.len());
        let ignored = if object == 0 { self.rendering.ignored } else { &[] };
        let mut plain = true;
        for name in tape.members(object) {
            if !ignored.is_empty() && ignored.iter().any(|ignored| tape.string(name).is(ignored)) {
                continue;
            }
            let first = prefix(tape.inside(name));
            // Beyond ASCII bytes do not order as UTF-16 does.
            plain &= tape.part(name) == Part::Plain && first & 0x8080_8080_8080_8080 == 0;
            self.left.push((first, name));
        }
        let added = &mut self.left[base..];
        if self.rendering.sorted {
            sort(tape, added, plain);
        }
        added.reverse();
    }

    fn pop(&mut self, base: usize) -> Option<usize> {
        if self.left.len() > base { self.left.pop().map(|(_, name)| name) } else { None }
    }
}

/// Sorts names by UTF-16 code units; members of one name stay in their order. `plain` when their first bytes order as they do.
fn sort(tape: &Tape<'_>, names: &mut [(u64, usize)], plain: bool) {
    if plain {
        names.sort_unstable_by(|&(one, x), &(other, y)| {
            one.cmp(&other).then_with(|| tape.string(x).compare(tape.string(y))).then(x.cmp(&y))
        });
    } else if names.iter().any(|&(_, name)| tape.part(name) == Part::Escaped) {
        // Decoding in each comparison would cost more than a copy.
        names.sort_by_cached_key(|&(_, name)| tape.string(name).units().collect::<Vec<u16>>());
    } else {
        names.sort_by(|&(_, x), &(_, y)| tape.string(x).compare(tape.string(y)));
    }
}

/// Writes parts, and copies at once what follows in the text as it is to be written.
struct Writer<'t> {
    tape: &'t Tape<'t>,
    text: &'t str,
    rendering: &'t Rendering<'t>,
    out: String,
    /// The bytes of the text that come next in `out`.
    from: usize,
    to: usize,
}

impl Writer<'_> {
    /// Writes a mark between parts.
    #[inline(always)]
    fn mark(&mut self, mark: &str) {
        if self.text.as_bytes().get(self.to) == mark.as_bytes().first() && mark.len() == 1 {
            self.to += 1;
        } else {
            self.flush();
            self.out.push_str(mark);
        }
    }

    #[inline]
    fn flush(&mut self) {
        self.out.push_str(&self.text[self.from..self.to]);
        self.from = self.to;
    }

    fn finish(mut self) -> String {
        self.flush();
        self.out
    }

    /// Writes a scalar as it stands in the text.
    #[inline]
    fn copy(&mut self, scalar: usize) {
        let place = self.tape.place(scalar);
        if place.start != self.to {
            self.flush();
            self.from = place.start;
        }
        self.to = place.end;
    }

    /// Goes on behind a scalar, which the caller writes.
    fn skip(&mut self, scalar: usize) {
        self.flush();
        self.to = self.tape.place(scalar).end;
        self.from = self.to;
    }

    #[inline(always)]
    fn scalar(&mut self, scalar: usize) {
        let rendering = self.rendering;
        match self.tape.part(scalar) {
            Part::Plain if rendering.style.escapes == Escapes::Minimal => self.copy(scalar),
            Part::Plain | Part::Escaped if rendering.respelled => {
                self.skip(scalar);
                self.tape.string(scalar).write(&mut self.out, rendering.style.escapes);
            }
            Part::Number
                if rendering.numbers == Numbers::Exact && decimal::is_canonical(&self.text.as_bytes()[self.tape.place(scalar)]) =>
            {
                self.copy(scalar)
            }
            Part::Number => {
                self.skip(scalar);
                number::write_key(&mut self.out, self.tape.token(scalar), rendering.numbers);
            }
            _ => self.copy(scalar),
        }
    }
}
