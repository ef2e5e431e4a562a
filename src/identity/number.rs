//! When two numbers are the same number, as declared.

use std::fmt::Write;

use super::decimal::{self, Decimal, Scale};

/// The choice `numbers`: what of a number takes part in identity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Numbers {
    /// The correctly rounded binary64 value (JavaScript; Go's `any`).
    Binary64,
    /// The decimal value (the reference).
    #[default]
    Exact,
    /// Integers exactly, floats as binary64, and an integer is never a float (Python; Rust's value types).
    IntFloat,
    /// The spelling (Go's `UseNumber`).
    Literal,
}

/// Writes what of a number token takes part in identity. Under binary64 that is no number of JSON, only the same text for
/// the same value.
pub(super) fn write_key(out: &mut String, token: &str, numbers: Numbers) {
    match numbers {
        Numbers::Binary64 => write_binary64(out, binary64(token)),
        Numbers::Exact => decimal::write(out, token),
        Numbers::IntFloat => {
            if token.bytes().any(|b| matches!(b, b'.' | b'e' | b'E')) {
                out.push('~');
                write_binary64(out, binary64(token));
            } else {
                decimal::write(out, token);
            }
        }
        Numbers::Literal => out.push_str(token),
    }
}

/// Whether a number token means more than the largest binary64.
pub(super) fn is_unbounded(token: &str) -> bool {
    binary64(token).is_infinite()
}

/// More digits than this never change how a decimal rounds, as long as one stands for the rest (767 are the most needed).
const ROUNDING_DIGITS: usize = 800;

/// The nearest binary64, ties to even; beyond the largest it is infinite. The standard parser is right but for an exponent
/// that it clips before it has seen the digits, so a long token is cut to size first.
fn binary64(token: &str) -> f64 {
    if token.len() <= 64 {
        return token.parse().unwrap_or(f64::NAN);
    }
    let decimal = Decimal::read(token);
    let size = match decimal.scale {
        _ if decimal.is_zero() => 0.0,
        Scale::Huge => f64::INFINITY,
        Scale::Point(point) => {
            let count = decimal.digits();
            let mut short = String::from("0.");
            decimal.write_digits(&mut short, 0, count.min(ROUNDING_DIGITS));
            if count > ROUNDING_DIGITS {
                short.push('1');
            }
            short.push('e');
            short.push_str(&point.clamp(-400, 400).to_string());
            short.parse().unwrap_or(f64::NAN)
        }
        Scale::Tiny => 0.0,
    };
    if decimal.negative { -size } else { size }
}

fn write_binary64(out: &mut String, value: f64) {
    // Within these bounds an integer's text is exact, also that of -0.
    let written =
        if value.fract() == 0.0 && value.abs() < 1e15 { write!(out, "{}", value as i64) } else { write!(out, "#{:016x}", value.to_bits()) };
    debug_assert!(written.is_ok(), "a string takes everything");
}
