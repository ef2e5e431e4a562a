//! Exact decimals: a number is its sign, its digits and where its point stands, however it is spelled.

/// An exponent with more digits than this (leading zeros aside) is not calculated with: its number is its own spelling.
const EXPONENT_DIGITS: usize = 17;

/// A number token as a decimal fraction. Its digits are `whole` followed by `fraction`, and neither begin nor end with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decimal<'a> {
    pub(super) negative: bool,
    whole: &'a str,
    fraction: &'a str,
    pub(super) scale: Scale,
}

/// How large a decimal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    /// Too far above 1 to calculate with.
    Huge,
    /// The value is `0.digits` times ten to this power.
    Point(i64),
    /// Too near 0 to calculate with.
    Tiny,
}

impl<'a> Decimal<'a> {
    /// Reads a number token of JSON.
    pub(super) fn read(token: &'a str) -> Decimal<'a> {
        let (negative, token) = match token.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, token),
        };
        let cut = |text: &'a str, marks: &[u8]| match text.bytes().position(|byte| marks.contains(&byte)) {
            Some(at) => (&text[..at], &text[at + 1..]),
            None => (text, ""),
        };
        let (mantissa, exponent) = cut(token, b"eE");
        let (whole, fraction) = cut(mantissa, b".");
        let fraction = fraction.trim_end_matches('0');
        let whole = whole.trim_start_matches('0');
        let mut point = whole.len() as i64;
        let (mut kept_whole, mut kept_fraction) = (whole, fraction);
        if whole.is_empty() {
            kept_fraction = fraction.trim_start_matches('0');
            point -= (fraction.len() - kept_fraction.len()) as i64;
        } else if fraction.is_empty() {
            kept_whole = whole.trim_end_matches('0');
        }
        Decimal { negative, whole: kept_whole, fraction: kept_fraction, scale: scale(exponent, point) }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.whole.is_empty() && self.fraction.is_empty()
    }

    /// How many digits there are.
    pub(super) fn digits(&self) -> usize {
        self.whole.len() + self.fraction.len()
    }

    /// Whether both have the same digits, wherever their points stand.
    pub(super) fn has_digits_of(&self, other: &Decimal<'_>) -> bool {
        let digits = self.whole.bytes().chain(self.fraction.bytes());
        digits.eq(other.whole.bytes().chain(other.fraction.bytes()))
    }

    /// Writes the digits from one place up to another.
    pub(super) fn write_digits(&self, out: &mut String, from: usize, to: usize) {
        let split = self.whole.len();
        out.push_str(&self.whole[from.min(split)..to.min(split)]);
        out.push_str(&self.fraction[from.saturating_sub(split)..to.saturating_sub(split)]);
    }
}

/// Writes a number token in the ECMAScript layout, with all its digits; one that cannot be calculated with as spelled.
pub(super) fn write(out: &mut String, token: &str) {
    if is_canonical(token.as_bytes()) {
        return out.push_str(token);
    }
    let decimal = Decimal::read(token);
    match decimal.scale {
        _ if decimal.is_zero() => out.push('0'),
        Scale::Point(point) => {
            if decimal.negative {
                out.push('-');
            }
            write_layout(out, &decimal, point);
        }
        Scale::Huge | Scale::Tiny => out.push_str(token),
    }
}

/// The most frequent cases, which are spelled in the one right way already: at most 21 digits, and perhaps a fraction that does
/// not end in 0, with at most five zeros behind `0.`; not `-0`.
pub(super) fn is_canonical(token: &[u8]) -> bool {
    let digits = token.strip_prefix(b"-").unwrap_or(token);
    let whole = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match digits[whole..].split_first() {
        _ if whole > 21 => false,
        None => token != b"-0",
        Some((b'.', fraction)) => {
            let zeros = || fraction.iter().take_while(|&&byte| byte == b'0').count();
            fraction.last().is_some_and(|last| matches!(last, b'1'..=b'9'))
                && fraction.iter().all(u8::is_ascii_digit)
                && (digits[0] != b'0' || zeros() <= 5)
        }
        Some(_) => false,
    }
}

fn scale(exponent: &str, point: i64) -> Scale {
    let (negative, digits) = match exponent.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, exponent.strip_prefix('+').unwrap_or(exponent)),
    };
    let digits = digits.trim_start_matches('0');
    let beyond = if negative { Scale::Tiny } else { Scale::Huge };
    match digits {
        "" => Scale::Point(point),
        _ if digits.len() > EXPONENT_DIGITS => beyond,
        _ => digits.parse::<i64>().map_or(beyond, |e| Scale::Point(point + if negative { -e } else { e })),
    }
}

/// `Number::toString` of ECMAScript; `count` and `point` are its k and n.
fn write_layout(out: &mut String, decimal: &Decimal<'_>, point: i64) {
    let count = decimal.digits();
    let zeros = |out: &mut String, n: usize| out.extend(std::iter::repeat_n('0', n));
    match point {
        1..=21 if count <= point as usize => {
            decimal.write_digits(out, 0, count);
            zeros(out, point as usize - count);
        }
        1..=21 => {
            decimal.write_digits(out, 0, point as usize);
            out.push('.');
            decimal.write_digits(out, point as usize, count);
        }
        -5..=0 => {
            out.push_str("0.");
            zeros(out, point.unsigned_abs() as usize);
            decimal.write_digits(out, 0, count);
        }
        _ => {
            decimal.write_digits(out, 0, 1);
            if count > 1 {
                out.push('.');
                decimal.write_digits(out, 1, count);
            }
            let exponent = point - 1;
            out.push_str(if exponent < 0 { "e-" } else { "e+" });
            out.push_str(&exponent.unsigned_abs().to_string());
        }
    }
}
