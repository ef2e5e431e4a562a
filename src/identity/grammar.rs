//! The parts of a JSON text in their order: the one definition of what may follow what, without recursion.

use super::token::Cursor;

/// What a part of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Array,
    /// The end of an array or object.
    Close,
    /// The value is complete, and so is the text.
    End,
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

/// What may come next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Expect {
    AfterElement,
    AfterMember,
    AfterText,
    FirstElement,
    FirstName,
    #[default]
    Value,
}

impl Expect {
    /// Whether a string is a name here.
    #[inline]
    pub(super) fn is_name(self) -> bool {
        matches!(self, Expect::AfterMember | Expect::FirstName)
    }

    /// Passes over the next part, with a comma before it and a colon behind it; none where no text of JSON goes on so. Tells
    /// its first byte and the byte after it.
    #[inline]
    pub(super) fn read(self, cursor: &mut Cursor<'_>) -> Option<(Part, usize, usize)> {
        let first = cursor.skip_blanks();
        match (self, first) {
            (Expect::AfterMember, Some(b',')) => {
                cursor.at += 1;
                cursor.skip_blanks();
                name(cursor)
            }
            (Expect::AfterElement, Some(b',')) => {
                cursor.at += 1;
                let first = cursor.skip_blanks()?;
                value(first, cursor)
            }
            (Expect::Value | Expect::FirstElement, Some(first)) if first != b']' => value(first, cursor),
            (Expect::FirstName, Some(b'"')) => name(cursor),
            (Expect::AfterMember | Expect::FirstName, Some(b'}')) | (Expect::AfterElement | Expect::FirstElement, Some(b']')) => {
                cursor.at += 1;
                Some((Part::Close, cursor.at - 1, cursor.at))
            }
            (Expect::AfterText, None) => Some((Part::End, cursor.at, cursor.at)),
            _ => None,
        }
    }
}

#[inline]
fn name(cursor: &mut Cursor<'_>) -> Option<(Part, usize, usize)> {
    let start = cursor.at;
    if cursor.peek() != Some(b'"') {
        return None;
    }
    let part = if cursor.string()? { Part::Escaped } else { Part::Plain };
    let end = cursor.at;
    if cursor.skip_blanks() != Some(b':') {
        return None;
    }
    cursor.at += 1;
    Some((part, start, end))
}

#[inline]
fn value(first: u8, cursor: &mut Cursor<'_>) -> Option<(Part, usize, usize)> {
    let start = cursor.at;
    let part = match first {
        b'"' => {
            if cursor.string()? {
                Part::Escaped
            } else {
                Part::Plain
            }
        }
        b'-' | b'0'..=b'9' => {
            cursor.number()?;
            Part::Number
        }
        b'{' => {
            cursor.at += 1;
            Part::Object
        }
        b'[' => {
            cursor.at += 1;
            Part::Array
        }
        b't' => {
            cursor.word(b"true")?;
            Part::True
        }
        b'f' => {
            cursor.word(b"false")?;
            Part::False
        }
        b'n' => {
            cursor.word(b"null")?;
            Part::Null
        }
        _ => return None,
    };
    Some((part, start, cursor.at))
}

/// Where in a value a text has come to: what may come next, and which of the open arrays and objects are objects.
#[derive(Clone, Debug, Default)]
pub(super) struct Grammar {
    expect: Expect,
    depth: usize,
    /// A bit a level of the innermost levels, the innermost the lowest; every 64 levels they move to `outer`.
    inner: u64,
    outer: Vec<u64>,
}

impl Grammar {
    /// Begins a new text; what was allocated stays.
    pub(super) fn restart(&mut self) {
        self.expect = Expect::Value;
        (self.depth, self.inner) = (0, 0);
        self.outer.clear();
    }

    /// How many arrays and objects are open.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// What may come next.
    #[inline]
    pub(super) fn expect(&self) -> Expect {
        self.expect
    }

    /// Goes on behind a part that was read as expected.
    #[inline]
    pub(super) fn advance(&mut self, part: Part) {
        self.expect = match part {
            Part::Array => self.open(false),
            Part::Object => self.open(true),
            Part::Close => {
                self.depth -= 1;
                if self.depth.is_multiple_of(64) {
                    self.inner = self.outer.pop().unwrap_or(0)
                } else {
                    self.inner >>= 1
                }
                self.after()
            }
            Part::Escaped | Part::Plain if self.expect.is_name() => Expect::Value,
            _ => self.after(),
        };
    }

    fn open(&mut self, object: bool) -> Expect {
        if self.depth.is_multiple_of(64) {
            self.outer.push(self.inner);
            self.inner = 0;
        }
        self.depth += 1;
        self.inner = self.inner << 1 | u64::from(object);
        if object { Expect::FirstName } else { Expect::FirstElement }
    }

    #[inline]
    fn after(&self) -> Expect {
        match self.inner & 1 {
            _ if self.depth == 0 => Expect::AfterText,
            1 => Expect::AfterMember,
            _ => Expect::AfterElement,
        }
    }
}
