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
    let ended = pairs.other.skip_blanks().is_none();
    if ended && str::from_utf8(a).is_ok() && str::from_utf8(b).is_ok() { Walk::Same } else { Walk::Different }
}

/// Holds each part of one text against what stands in the other in its place, until they differ.
struct Pairs<'t> {
    a: &'t [u8],
    b: &'t [u8],
    other: Cursor<'t>,
    /// Where the first difference is; afterwards 0.
    alike: usize,
    /// How many nodes there were.
    nodes: usize,
    reordered: bool,
}

impl Visit for Pairs<'_> {
    #[inline]
    fn part(&mut self, found: Found) -> bool {
        // What ends before the first difference is the same in both: one of the texts is enough. (A number may go on.)
        let same = if found.next < self.alike {
            self.other.at = found.next;
            true
        } else {
            self.is_same(found)
        };
        self.nodes += usize::from(same && found.part != Part::Close);
        same
    }
}

impl Pairs<'_> {
    #[inline]
    fn is_same(&mut self, Found { part, name, comma, start, end, .. }: Found) -> bool {
        let alike = std::mem::take(&mut self.alike);
        if start < alike && alike < end && !name && matches!(part, Part::Plain | Part::Escaped) {
            // The end of a long string that begins in another way need not be found.
            let begin = start + 1;
            if let (Some(a), Some(b)) = (self.a.get(begin..), self.b.get(begin..))
                && differ_at(a, b, alike - begin)
            {
                return false;
            }
        }
        let other = &mut self.other;
        let first = if comma { other.take_after_blanks(b',') && other.skip_blanks().is_some() } else { other.skip_blanks().is_some() };
        let x = &self.a[start..end];
        if !first {
            return false;
        }
        match part {
            Part::Array | Part::Object | Part::Close => other.take(self.a[start]),
            Part::True | Part::False | Part::Null => other.word(x),
            Part::Number => number(other, x),
            Part::Plain | Part::Escaped => {
                if other.peek() != Some(b'"') {
                    return false;
                }
                if !other.word(x) {
                    let begin = other.at;
                    let Some(escaped) = other.string() else { return false };
                    let y = &self.b[begin + 1..other.at - 1];
                    if !same_string((&x[1..x.len() - 1], part == Part::Escaped), (y, escaped)) {
                        self.reordered = name;
                        return false;
                    }
                }
                !name || other.take_after_blanks(b':')
            }
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
