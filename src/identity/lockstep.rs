//! Two texts side by side, token by token, as long as their members come in one order.

use super::grammar::{Found, Levels, Part, Visit, scan};
use super::spelling::{differ_at, same_number, same_string};
use super::token::Cursor;

/// What a walk over two texts found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walk {
    /// They do not have one identity.
    Different,
    /// Two names differ, before which there are as many nodes as this in both texts; all of those mean the same. Their objects may
    /// still hold the same members in another order, or be none: nothing is known of the texts from here on.
    Reordered(usize),
    /// Both are JSON and mean the same.
    Same,
}

/// Compares two texts without blanks around them, which differ in some byte, the first of them at `alike`.
///
/// # Why the first difference is enough
///
/// Two texts with different bytes have one identity when, and only when, both are JSON and mean the same: a RAW text is
/// equal to nothing but its own bytes, and never to a JSON text. So whatever shows that two JSON texts with these
/// beginnings could not mean the same, shows that the texts differ, whether or not what follows is JSON at all:
///
/// - a token of another kind, or another value, in the same place of an array or at the top;
/// - another value under the same name, when all members of the object before it were the same: duplicate names are kept, in
///   order, so the n-th value of this name in one text has the n-th one in the other to match, and this is it;
/// - an end where the other goes on: one list of members or elements is a longer one;
/// - a place where no token of JSON stands, or where it may not stand: this text is RAW.
///
/// Two different names in one place show nothing, which is [`Walk::Reordered`]. And `Same` takes both texts whole: all tokens,
/// one grammar for both since their tokens are of the same kinds, and UTF-8.
pub(super) fn walk(a: &[u8], b: &[u8], alike: usize, levels: &mut Levels) -> Walk {
    let mut pairs = Pairs { a, other: Cursor::new(b, 0), b, alike, nodes: 0, reordered: false };
    if !scan(a, levels, &mut pairs) {
        return if pairs.reordered { Walk::Reordered(pairs.nodes) } else { Walk::Different };
    }
    // Outside of strings both are ASCII, and strings that are the same are both of them UTF-8, or neither.
    let ended = pairs.other.skip_blanks().is_none();
    if ended && str::from_utf8(a).is_ok() { Walk::Same } else { Walk::Different }
}

/// Holds each part of one text against what stands in the other in its place, until they differ.
struct Pairs<'t> {
    a: &'t [u8],
    b: &'t [u8],
    other: Cursor<'t>,
    /// Where the first difference is.
    alike: usize,
    /// How many nodes there were.
    nodes: usize,
    reordered: bool,
}

impl Visit for Pairs<'_> {
    #[inline(always)]
    fn mark(&mut self, found: Found) -> bool {
        self.nodes += usize::from(found.part != Part::Close);
        self.is_alike(found) || (self.comma(found) && self.a.get(found.start).is_some_and(|&byte| self.other.take_after_blanks(byte)))
    }

    #[inline(always)]
    fn literal(&mut self, found: Found) -> bool {
        self.nodes += 1;
        self.is_alike(found) || {
            let comma = self.comma(found);
            let (wanted, other) = (&self.a[found.start..found.end], &mut self.other);
            other.skip_blanks();
            comma && if found.part == Part::Number { number(other, wanted) } else { other.word(wanted) }
        }
    }

    #[inline(always)]
    fn string(&mut self, found: Found) -> bool {
        let same = self.is_alike(found) || (self.comma(found) && self.same_string(found));
        self.nodes += usize::from(same);
        same
    }
}

impl Pairs<'_> {
    /// What ends before the first difference is the same in both: one of the texts is enough. (A number may go on.)
    #[inline(always)]
    fn is_alike(&mut self, found: Found) -> bool {
        let alike = found.next < self.alike;
        if alike {
            self.other.at = found.next;
        }
        alike
    }

    #[inline(always)]
    fn comma(&mut self, found: Found) -> bool {
        !found.comma || self.other.take_after_blanks(b',')
    }

    #[inline(always)]
    fn same_string(&mut self, Found { part, name, start, end, .. }: Found) -> bool {
        if start < self.alike && !name && self.differs_inside(start, end) {
            return false;
        }
        let other = &mut self.other;
        if other.skip_blanks() != Some(b'"') {
            return false;
        }
        let wanted = &self.a[start..end];
        if !other.word(wanted) {
            let begin = other.at;
            let Some(escaped) = other.string() else { return false };
            let (one, other) = (&wanted[1..wanted.len() - 1], &self.b[begin + 1..other.at - 1]);
            if !same_string((one, part == Part::Escaped), (other, escaped)) {
                self.reordered = name;
                return false;
            }
        }
        !name || other.take_after_blanks(b':')
    }

    /// Whether a string differs at the first difference: the end of a long one need not be found then.
    fn differs_inside(&self, start: usize, end: usize) -> bool {
        let inside = |text| <[u8]>::get(text, start + 1..);
        match (inside(self.a), inside(self.b)) {
            (Some(a), Some(b)) if self.alike < end => differ_at(a, b, self.alike - start - 1),
            _ => false,
        }
    }
}

/// Passes over a number of this value.
#[inline]
fn number(cursor: &mut Cursor<'_>, wanted: &[u8]) -> bool {
    let start = cursor.at;
    if cursor.word(wanted) {
        match cursor.peek() {
            Some(b'0'..=b'9' | b'.' | b'e' | b'E') => cursor.at = start,
            _ => return true,
        }
    }
    cursor.number().is_some() && same_number(cursor.since(start), wanted)
}
