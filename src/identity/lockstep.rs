//! Two texts side by side, token by token, as long as their members come in one order.

use super::grammar::{Grammar, Part};
use super::spelling::{differ_at, same_number, same_string};
use super::token::Cursor;

/// What a walk over two texts found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walk {
    /// They do not have one identity.
    Different,
    /// Two names differ, which begin at these bytes; everything before them means the same. Their objects may still hold the
    /// same members in another order, or be none: nothing is known of the texts from here on.
    Reordered(usize, usize),
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
pub(super) fn walk(a: &[u8], b: &[u8], alike: usize, grammar: &mut Grammar) -> Walk {
    grammar.restart();
    let mut one = Cursor::new(a, 0);
    // What ends before the first difference is the same in both: one of the texts is enough. (A number may go on.)
    let resume = loop {
        let before = one.at;
        let expect = grammar.expect();
        let Some((part, start, end)) = expect.read(&mut one) else { return Walk::Different };
        // Behind a name its blanks and its colon have been read, too.
        if one.at >= alike {
            let inside = matches!(part, Part::Plain | Part::Escaped) && start < alike && alike < end;
            if inside && !expect.is_name() && differ_at(&a[start + 1..], &b[start + 1..], alike - start - 1) {
                return Walk::Different;
            }
            break before;
        }
        grammar.advance(part);
    };
    let (mut one, mut other) = (Cursor::new(a, resume), Cursor::new(b, resume));
    loop {
        let expect = grammar.expect();
        let Some((part, start, end)) = expect.read(&mut one) else { return Walk::Different };
        other.likely = matches!(part, Part::Plain | Part::Escaped).then(|| (&a[start..end], part == Part::Escaped));
        let Some((other_part, other_start, other_end)) = expect.read(&mut other) else { return Walk::Different };
        let (x, y) = (&a[start..end], &b[other_start..other_end]);
        let same = match (part, other_part) {
            (Part::Plain, Part::Plain) => x == y,
            (Part::Escaped, Part::Escaped) if x == y => true,
            (Part::Plain | Part::Escaped, Part::Plain | Part::Escaped) => {
                let (x, y) = (&x[1..x.len() - 1], &y[1..y.len() - 1]);
                same_string((x, part == Part::Escaped), (y, other_part == Part::Escaped))
            }
            (Part::Number, Part::Number) => x == y || same_number(x, y),
            _ => part == other_part,
        };
        if !same {
            let names = expect.is_name() && part != Part::Close && other_part != Part::Close;
            return if names { Walk::Reordered(start, other_start) } else { Walk::Different };
        }
        if part == Part::End {
            let text = str::from_utf8(a).is_ok() && str::from_utf8(b).is_ok();
            return if text { Walk::Same } else { Walk::Different };
        }
        grammar.advance(part);
    }
}
