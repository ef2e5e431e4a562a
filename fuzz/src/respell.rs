//! Values, their spellings, and values that are almost the same.

use arbitrary::Unstructured;

use crate::identity::same;

/// A JSON value by its meaning; strings are UTF-16 code units.
#[derive(Clone, Debug)]
enum Json {
    Bool(bool),
    List(Vec<Json>),
    Null,
    /// Negative, digits (the first is not 0), power of ten.
    Number(bool, u64, i16),
    Object(Vec<(Vec<u16>, Json)>),
    Text(Vec<u16>),
}

/// A value, two spellings of it and a near miss, all drawn from the data.
pub fn respell(data: &[u8]) {
    let mut source = Unstructured::new(data);
    let value = value(&mut source, 4);
    let (one, other) = (spell(&value, &mut source), spell(&value, &mut source));
    assert!(same(one.as_bytes(), other.as_bytes()), "a respelling: {one} and {other}");
    let mut near = value.clone();
    change(&mut near, byte(&mut source).into(), &mut source);
    let near = spell(&near, &mut source);
    assert!(!same(one.as_bytes(), near.as_bytes()), "a near miss: {one} and {near}");
}

fn byte(source: &mut Unstructured<'_>) -> u8 {
    source.arbitrary().unwrap_or(0)
}

fn below(source: &mut Unstructured<'_>, bound: usize) -> usize {
    usize::from(byte(source)) % bound
}

/// Recursion is bounded by `levels`.
fn value(source: &mut Unstructured<'_>, levels: usize) -> Json {
    match below(source, if levels == 0 { 5 } else { 9 }) {
        0 => Json::Null,
        1 => Json::Bool(byte(source) & 1 == 1),
        2 => Json::Number(byte(source) & 1 == 1, source.arbitrary().unwrap_or(0), source.arbitrary::<i8>().unwrap_or(0).into()),
        3 => Json::Number(false, byte(source).into(), 0),
        4 => Json::Text(text(source)),
        5 | 6 => Json::List((0..below(source, 5)).map(|_| value(source, levels - 1)).collect()),
        _ => {
            let mut members: Vec<(Vec<u16>, Json)> = Vec::new();
            for _ in 0..below(source, 6) {
                let name = text(source);
                if members.iter().all(|(other, _)| *other != name) {
                    members.push((name, value(source, levels - 1)));
                }
            }
            Json::Object(members)
        }
    }
}

fn text(source: &mut Unstructured<'_>) -> Vec<u16> {
    const POOL: [u16; 16] = [0x61, 0x62, 0x22, 0x5c, 0x2f, 0x0a, 0x00, 0xe9, 0xd83d, 0xde00, 0xd800, 0xffff, 0x30, 0x20, 0x7f, 0x2028];
    (0..below(source, 12)).map(|_| POOL[below(source, POOL.len())]).collect()
}

fn change(json: &mut Json, at: usize, source: &mut Unstructured<'_>) {
    match json {
        Json::Bool(bool) => *bool = !*bool,
        Json::List(items) if !items.is_empty() => {
            let index = at % items.len();
            change(&mut items[index], at / 3, source);
        }
        Json::List(items) => items.push(Json::Null),
        Json::Null => *json = Json::List(Vec::new()),
        Json::Number(_, digits, _) => *digits ^= 1 << below(source, 8),
        Json::Object(members) if !members.is_empty() => {
            let index = at % members.len();
            change(&mut members[index].1, at / 3, source);
        }
        Json::Object(members) => members.push((Vec::new(), Json::Null)),
        Json::Text(units) => units.push(0xdc00 + u16::from(byte(source))),
    }
}

fn spell(json: &Json, source: &mut Unstructured<'_>) -> String {
    let mut out = String::new();
    write(&mut out, json, source);
    out
}

fn token(out: &mut String, token: &str, source: &mut Unstructured<'_>) {
    out.push_str(token);
    out.push_str(["", "", " ", "\n", "\t \r"][below(source, 5)]);
}

/// Recursion is bounded by the levels of the value.
fn write(out: &mut String, json: &Json, source: &mut Unstructured<'_>) {
    match json {
        Json::Bool(bool) => token(out, if *bool { "true" } else { "false" }, source),
        Json::List(items) => {
            token(out, "[", source);
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    token(out, ",", source);
                }
                write(out, item, source);
            }
            token(out, "]", source);
        }
        Json::Null => token(out, "null", source),
        Json::Number(negative, digits, exponent) => number(out, *negative, *digits, i32::from(*exponent), source),
        Json::Object(members) => {
            token(out, "{", source);
            let from = below(source, members.len().max(1));
            let backwards = byte(source) & 1 == 1;
            for at in 0..members.len() {
                if at > 0 {
                    token(out, ",", source);
                }
                let at = (at + from) % members.len();
                let (name, value) = &members[if backwards { members.len() - 1 - at } else { at }];
                string(out, name, source);
                token(out, ":", source);
                write(out, value, source);
            }
            token(out, "}", source);
        }
        Json::Text(units) => string(out, units, source),
    }
}

fn number(out: &mut String, negative: bool, digits: u64, exponent: i32, source: &mut Unstructured<'_>) {
    let zeros = below(source, 4);
    let sign = if negative { "-" } else { "" };
    let digits = format!("{digits}{}", "0".repeat(if digits == 0 { 0 } else { zeros }));
    let exponent = exponent - if digits == "0" { 0 } else { zeros as i32 };
    let split = 1 + below(source, digits.len());
    let (whole, fraction) = digits.split_at(split.min(digits.len()));
    let exponent = exponent + fraction.len() as i32;
    let point = if fraction.is_empty() { "" } else { "." };
    let tail = match below(source, 3) {
        0 if exponent == 0 => String::new(),
        1 => format!("E{exponent:+04}"),
        _ => format!("e{exponent}"),
    };
    token(out, &format!("{sign}{whole}{point}{fraction}{tail}"), source);
}

fn string(out: &mut String, units: &[u16], source: &mut Unstructured<'_>) {
    out.push('"');
    for decoded in char::decode_utf16(units.iter().copied()) {
        match decoded {
            Ok(char) if char >= ' ' && !matches!(char, '"' | '\\') && !byte(source).is_multiple_of(4) => out.push(char),
            Ok(char @ ('"' | '\\' | '/')) if byte(source) & 1 == 0 => {
                out.push('\\');
                out.push(char);
            }
            Ok('\n') if byte(source) & 1 == 0 => out.push_str("\\n"),
            Ok(char) => char.encode_utf16(&mut [0; 2]).iter().for_each(|&unit| escape(out, unit, source)),
            Err(lone) => escape(out, lone.unpaired_surrogate(), source),
        }
    }
    token(out, "\"", source);
}

fn escape(out: &mut String, unit: u16, source: &mut Unstructured<'_>) {
    let escape = if byte(source) & 1 == 0 { format!("\\u{unit:04x}") } else { format!("\\u{unit:04X}") };
    out.push_str(&escape);
}
