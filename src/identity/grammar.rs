//! The parts of a JSON text in their order: the one definition of what may follow what, without recursion.

use super::token::Cursor;

/// What a part of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Array,
    /// The end of an array or object.
    Close,
    /// A string or name with a backslash in it.
    Escaped,
    False,
    Null,
    Number,
    Object,
    /// A string or name without a backslash.
    Plain,
    True,
}

/// A part where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) part: Part,
    /// Whether it is a member's name.
    pub(super) name: bool,
    /// Whether a comma stands before it.
    pub(super) comma: bool,
    /// Its first byte.
    pub(super) start: usize,
    /// The byte after it.
    pub(super) end: usize,
    /// Where the text goes on: the same, or the byte after a name's colon.
    pub(super) next: usize,
}

/// Looks at the parts of a text in their order, and tells whether to go on.
pub(super) trait Visit {
    /// The beginning or end of an array or object.
    fn mark(&mut self, found: Found) -> bool;
    /// A number or a word.
    fn literal(&mut self, found: Found) -> bool;
    /// A string or a name.
    fn string(&mut self, found: Found) -> bool;
}

/// Passes over a text without blanks around it, part by part; `false` where no text of JSON goes on so, or when the visitor stops.
#[inline]
pub(super) fn scan(text: &[u8], levels: &mut Levels, visitor: &mut impl Visit) -> bool {
    levels.restart();
    let mut cursor = Cursor::new(text, 0);
    let mut comma = false;
    loop {
        let Some(first) = cursor.skip_blanks() else { return false };
        if !value(first, &mut cursor, comma, visitor) {
            return false;
        }
        comma = false;
        if matches!(first, b'[' | b'{') {
            levels.open(first == b'{');
            match (first, cursor.skip_blanks()) {
                (b'{', Some(b'"')) => {
                    if !name(&mut cursor, false, visitor) {
                        return false;
                    }
                    continue;
                }
                (b'{', Some(b'}')) | (b'[', Some(b']')) => {}
                (b'[', Some(_)) => continue,
                _ => return false,
            }
        }
        // Behind a value, or where an empty array or object ends.
        loop {
            if levels.depth == 0 {
                return cursor.skip_blanks().is_none();
            }
            match (cursor.skip_blanks(), levels.in_object()) {
                (Some(b','), true) => {
                    cursor.at += 1;
                    if cursor.skip_blanks() != Some(b'"') || !name(&mut cursor, true, visitor) {
                        return false;
                    }
                    break;
                }
                (Some(b','), false) => {
                    cursor.at += 1;
                    comma = true;
                    break;
                }
                (Some(b'}'), true) | (Some(b']'), false) => {
                    let start = cursor.at;
                    cursor.at += 1;
                    levels.close();
                    if !visitor.mark(Found { part: Part::Close, name: false, comma: false, start, end: cursor.at, next: cursor.at }) {
                        return false;
                    }
                }
                _ => return false,
            }
        }
    }
}

/// Passes over a name, whose quote is the next byte, and its colon.
#[inline(always)]
fn name(cursor: &mut Cursor<'_>, comma: bool, visitor: &mut impl Visit) -> bool {
    let start = cursor.at;
    let Some(escaped) = cursor.string() else { return false };
    let end = cursor.at;
    if cursor.skip_blanks() != Some(b':') {
        return false;
    }
    cursor.at += 1;
    visitor.string(Found { part: string(escaped), name: true, comma, start, end, next: cursor.at })
}

/// Passes over a value that begins with the next byte; of an array or object only over that byte.
#[inline(always)]
fn value(first: u8, cursor: &mut Cursor<'_>, comma: bool, visitor: &mut impl Visit) -> bool {
    let start = cursor.at;
    let found = |part, end| Found { part, name: false, comma, start, end, next: end };
    let literal = match first {
        b'"' => return cursor.string().is_some_and(|escaped| visitor.string(found(string(escaped), cursor.at))),
        b'{' | b'[' => {
            cursor.at += 1;
            return visitor.mark(found(if first == b'{' { Part::Object } else { Part::Array }, cursor.at));
        }
        b'-' | b'0'..=b'9' if cursor.number().is_some() => Part::Number,
        b't' if cursor.word(b"true") => Part::True,
        b'f' if cursor.word(b"false") => Part::False,
        b'n' if cursor.word(b"null") => Part::Null,
        _ => return false,
    };
    visitor.literal(found(literal, cursor.at))
}

#[inline]
fn string(escaped: bool) -> Part {
    if escaped { Part::Escaped } else { Part::Plain }
}

/// Which of the open arrays and objects are objects.
#[derive(Clone, Debug, Default)]
pub(super) struct Levels {
    depth: usize,
    /// A bit a level of the innermost levels, the innermost the lowest; every 64 levels they move to `outer`.
    inner: u64,
    outer: Vec<u64>,
}

impl Levels {
    /// Begins a new text; what was allocated stays.
    fn restart(&mut self) {
        (self.depth, self.inner) = (0, 0);
        self.outer.clear();
    }

    #[inline]
    fn in_object(&self) -> bool {
        self.inner & 1 == 1
    }

    #[inline]
    fn open(&mut self, object: bool) {
        if self.depth.is_multiple_of(64) && self.depth > 0 {
            self.outer.push(self.inner);
        }
        self.depth += 1;
        self.inner = self.inner << 1 | u64::from(object);
    }

    #[inline]
    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        if self.depth.is_multiple_of(64) {
            self.inner = self.outer.pop().unwrap_or(0);
        } else {
            self.inner >>= 1;
        }
    }
}
