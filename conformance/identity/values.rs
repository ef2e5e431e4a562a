//! JSON values to generate, and spellings of them.

use proptest::prelude::*;

/// A JSON value by its meaning; strings are UTF-16 code units, so that lone surrogates can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Array(Vec<Value>),
    Bool(bool),
    Null,
    /// Sign, digits (not empty, the first not 0 unless alone) and a power of ten.
    Number(bool, String, i32),
    Object(Vec<(Vec<u16>, Value)>),
    String(Vec<u16>),
}

/// How many cases a property runs: as many as it needs, or what `PROPTEST_CASES` says, for who changes a line and waits.
pub(crate) fn cases(usual: u32) -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(usual)
}

/// Any value, of at most four levels; names come from a small pool so that some are duplicates.
pub(crate) fn value() -> impl Strategy<Value = Value> {
    let digits = prop_oneof!["0", "[1-9]", "[1-9][0-9]{1,30}", Just("9007199254740993".to_owned())];
    let number = (any::<bool>(), digits, exponent()).prop_map(|(negative, digits, exponent)| Value::Number(negative, digits, exponent));
    let leaf = prop_oneof![Just(Value::Null), any::<bool>().prop_map(Value::Bool), number, string().prop_map(Value::String)];
    leaf.prop_recursive(4, 24, 5, |inner| {
        let member = (name(), inner.clone());
        prop_oneof![prop::collection::vec(inner, 0..5).prop_map(Value::Array), prop::collection::vec(member, 0..6).prop_map(Value::Object),]
    })
}

fn exponent() -> impl Strategy<Value = i32> {
    prop_oneof![4 => Just(0), 4 => -8..24_i32, 1 => -400..400_i32, 1 => -1_000_000_000..1_000_000_000_i32]
}

fn string() -> impl Strategy<Value = Vec<u16>> {
    let unit = prop_oneof![6 => 0x20..0x7f_u16, 1 => 0..0x20_u16, 2 => 0x80..0x800_u16, 1 => 0xd800..0xe000_u16, 1 => any::<u16>()];
    prop_oneof![prop::collection::vec(unit, 0..12), any::<String>().prop_map(|text| text.encode_utf16().collect())]
}

fn name() -> impl Strategy<Value = Vec<u16>> {
    const POOL: [&str; 13] = ["", "__proto__", "constructor", "i", "0", "01", "10", "9", "a", "b", "\u{e9}", "\u{ffff}", "\u{10000}"];
    prop_oneof![2 => prop::sample::select(&POOL[..]).prop_map(|text| text.encode_utf16().collect()), 1 => string()]
}

/// A spelling of a value; each seed has its own. `numbers` says whether numbers too are spelled in several ways.
pub(crate) fn spell(value: &Value, seed: u64, numbers: bool) -> String {
    let mut speller = Speller { state: seed | 1, numbers, out: String::new() };
    speller.blank();
    speller.value(value);
    speller.out
}

struct Speller {
    state: u64,
    numbers: bool,
    out: String,
}

impl Speller {
    /// A number below `bound`, by a xorshift generator.
    fn pick(&mut self, bound: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 33) as usize % bound
    }

    fn blank(&mut self) {
        let blank = ["", "", "", " ", "\t", "\r\n", "  "][self.pick(7)];
        self.out.push_str(blank);
    }

    fn token(&mut self, token: &str) {
        self.out.push_str(token);
        self.blank();
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Array(elements) => {
                self.token("[");
                for (index, element) in elements.iter().enumerate() {
                    if index > 0 {
                        self.token(",");
                    }
                    self.value(element);
                }
                self.token("]");
            }
            Value::Bool(true) => self.token("true"),
            Value::Bool(false) => self.token("false"),
            Value::Null => self.token("null"),
            Value::Number(negative, digits, exponent) => self.number(*negative, digits, i64::from(*exponent)),
            Value::Object(members) => {
                self.token("{");
                for (index, at) in self.order(members).into_iter().enumerate() {
                    if index > 0 {
                        self.token(",");
                    }
                    self.string(&members[at].0);
                    self.token(":");
                    self.value(&members[at].1);
                }
                self.token("}");
            }
            Value::String(units) => self.string(units),
        }
    }

    /// Another order of members, in which those of one name stay in theirs.
    fn order(&mut self, members: &[(Vec<u16>, Value)]) -> Vec<usize> {
        let mut places: Vec<usize> = (0..members.len()).collect();
        for at in (1..places.len()).rev() {
            let other = self.pick(at + 1);
            places.swap(at, other);
        }
        // Each place keeps its name; the members of that name take its places in their own order.
        let mut taken = vec![false; members.len()];
        let mut next = |place: &usize| {
            let at = (0..members.len()).find(|&at| !taken[at] && members[at].0 == members[*place].0).unwrap();
            taken[at] = true;
            at
        };
        places.iter().map(&mut next).collect()
    }

    fn string(&mut self, units: &[u16]) {
        self.out.push('"');
        for decoded in char::decode_utf16(units.iter().copied()) {
            match decoded {
                Ok(c) => self.character(c),
                Err(lone) => self.escape(lone.unpaired_surrogate()),
            }
        }
        self.token("\"");
    }

    fn character(&mut self, c: char) {
        let short = match c {
            '"' => "\\\"",
            '\\' => "\\\\",
            '/' => "\\/",
            '\u{8}' => "\\b",
            '\u{c}' => "\\f",
            '\n' => "\\n",
            '\r' => "\\r",
            '\t' => "\\t",
            _ => "",
        };
        let bare = c >= ' ' && !matches!(c, '"' | '\\');
        match self.pick(8) {
            0 => c.encode_utf16(&mut [0; 2]).iter().for_each(|&unit| self.escape(unit)),
            1 if !short.is_empty() => self.out.push_str(short),
            _ if bare => self.out.push(c),
            _ if short.is_empty() => self.escape(c as u16),
            _ => self.out.push_str(short),
        }
    }

    fn escape(&mut self, unit: u16) {
        let escape = if self.pick(2) == 0 { format!("\\u{unit:04x}") } else { format!("\\u{unit:04X}") };
        self.out.push_str(&escape);
    }

    fn number(&mut self, negative: bool, digits: &str, exponent: i64) {
        let sign = if negative { "-" } else { "" };
        if !self.numbers {
            return self.token(&format!("{sign}{digits}e{exponent}"));
        }
        let split = self.pick(digits.len() + 1);
        let zeros = "0".repeat(self.pick(4));
        let whole = if split == 0 { "0" } else { &digits[..split] };
        let fraction = format!("{}{zeros}", &digits[split..]);
        let point = if fraction.is_empty() { "" } else { "." };
        let exponent = exponent + (digits.len() - split) as i64;
        let e = ["e", "E"][self.pick(2)];
        let tail = match self.pick(3) {
            _ if exponent == 0 => String::new(),
            0 => format!("{e}{exponent}"),
            1 => format!("{e}{exponent:+}"),
            _ => format!("{e}{exponent:+014}"),
        };
        self.token(&format!("{sign}{whole}{point}{fraction}{tail}"));
    }
}
