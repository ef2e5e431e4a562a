//! Whether two tokens that are spelled differently mean the same.

use super::decimal::{self, Decimal, Scale};
use super::token::{code_unit, shared, whole};

/// Whether two number tokens have one decimal value. Both are ASCII, as the tokenizer has made sure.
pub(super) fn same_number(a: &[u8], b: &[u8]) -> bool {
    let (Ok(a), Ok(b)) = (str::from_utf8(a), str::from_utf8(b)) else { return false };
    let (one, other) = (Decimal::read(a), Decimal::read(b));
    if one.is_zero() || other.is_zero() {
        return one.is_zero() && other.is_zero();
    }
    match (one.scale, other.scale) {
        (Scale::Point(x), Scale::Point(y)) => x == y && one.negative == other.negative && one.has_digits_of(&other),
        // One of them is its own spelling, and the other may have just this one as its canonical text.
        _ => {
            let mut texts = [String::new(), String::new()];
            decimal::write(&mut texts[0], a);
            decimal::write(&mut texts[1], b);
            texts[0] == texts[1]
        }
    }
}

/// Whether two strings, given by what stands between their quotes, mean the same; `escaped` when a backslash stands there, all
/// of them in escapes of JSON. Bytes that are not UTF-8 are in no JSON text: whatever is said of them is right, as long as
/// somebody looks for them before two texts are called the same; in one of the texts is enough, since where bytes differ only
/// UTF-8 is read.
pub(super) fn same_string((mut a, a_escaped): (&[u8], bool), (mut b, b_escaped): (&[u8], bool)) -> bool {
    if !a_escaped && !b_escaped {
        return a == b;
    }
    loop {
        // Equal bytes mean the same up to the last escape that is whole.
        let alike = shared(a, b);
        if alike == a.len() && alike == b.len() {
            return true;
        }
        let whole = boundary(a, alike);
        (a, b) = (&a[whole..], &b[whole..]);
        match (character(a), character(b)) {
            (Some((one, one_length)), Some((other, other_length))) if one == other => {
                (a, b) = (&a[one_length..], &b[other_length..]);
            }
            _ => return false,
        }
    }
}

/// Whether two strings differ that are the same up to a byte (they begin behind their opening quotes, and go on to the ends of
/// their texts), when the characters there say so; else they may still be the same.
pub(super) fn differ_at(a: &[u8], b: &[u8], alike: usize) -> bool {
    let at = boundary(a, alike);
    let (Some(a), Some(b)) = (a.get(at..), b.get(at..)) else { return true };
    // A quote without a backslash is no character but the end.
    match (a.first(), b.first()) {
        (Some(b'"'), Some(b'"')) => false,
        (Some(b'"'), _) | (_, Some(b'"')) => true,
        _ => match (character(a), character(b)) {
            (Some((one, _)), Some((other, _))) => one != other,
            _ => true,
        },
    }
}

/// The start of the escape that a place in a text lies in, else the place.
fn boundary(text: &[u8], place: usize) -> usize {
    let from = place.saturating_sub(5);
    let Some(last) = text[from..place].iter().rposition(|&byte| byte == b'\\') else { return place };
    let last = from + last;
    // Of several backslashes in a row every second one is the character of an escape.
    let begins = text[..=last].iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 1;
    let length = if text.get(last + 1) == Some(&b'u') { 6 } else { 2 };
    if begins && last + length > place { last } else { place }
}

/// The character at the start of a text and the bytes that it takes. A lone surrogate is its own number.
fn character(text: &[u8]) -> Option<(u32, usize)> {
    let first = *text.first()?;
    if first != b'\\' {
        let length = match first {
            0..=0x7f => return Some((first.into(), 1)),
            0x80..=0xdf => 2,
            0xe0..=0xef => 3,
            _ => 4,
        };
        let char = str::from_utf8(text.get(..length)?).ok()?.chars().next()?;
        return Some((char.into(), length));
    }
    let unit = match text.get(1)? {
        b'b' => 0x08,
        b'f' => 0x0c,
        b'n' => 0x0a,
        b'r' => 0x0d,
        b't' => 0x09,
        b'u' => {
            let high = code_unit(text)?;
            let pair = text.get(6..).and_then(code_unit).and_then(|low| whole(high, low));
            return Some(pair.map_or((high.into(), 6), |point| (point, 12)));
        }
        &other => other.into(),
    };
    Some((unit, 2))
}
