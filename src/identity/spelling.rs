//! Whether two tokens that are spelled differently mean the same.

use super::decimal::{self, Decimal, Scale};
use super::string::Str;

/// Whether two number tokens have one decimal value. Both are ASCII, as the tokenizer has made sure.
#[cold]
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

/// Whether two strings, given by what stands between their quotes, mean the same; `escaped` when a backslash stands there.
/// Bytes that are not UTF-8 are in no JSON text, so that a text with them is the same as no other one.
pub(super) fn same_string((a, a_escaped): (&[u8], bool), (b, b_escaped): (&[u8], bool)) -> bool {
    if !a_escaped && !b_escaped {
        return a == b;
    }
    // Up to the first difference, or backslash, both say the same.
    let alike = a.iter().zip(b).take_while(|(x, y)| x == y && **x != b'\\').count();
    let start = (0..=alike).rev().find(|&at| a.get(at).is_none_or(|byte| byte & 0xc0 != 0x80)).unwrap_or(0);
    let (Ok(a), Ok(b)) = (str::from_utf8(&a[start..]), str::from_utf8(b.get(start..).unwrap_or_default())) else { return false };
    Str { raw: a, escaped: a_escaped }.units().eq(Str { raw: b, escaped: b_escaped }.units())
}
