//! JSON values and their spellings.

use proptest::collection::vec;
use proptest::prelude::*;

/// A JSON value, as generated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Json {
    /// `true` or `false`.
    Bool(bool),
    /// An integer that every reader keeps exactly.
    Int(i32),
    /// A list.
    List(Vec<Json>),
    /// `null`.
    Null,
    /// Members in the order of generation, with distinct names.
    Object(Vec<(String, Json)>),
    /// A string of common characters, now and then astral ones.
    Text(String),
}

impl Json {
    /// An object with one more member, in place of one of the same name; of a value that is no object, an object with this member only.
    #[must_use]
    pub fn with(&self, name: &str, value: Json) -> Json {
        let members = if let Json::Object(members) = self { &members[..] } else { &[] };
        let mut members: Vec<_> = members.iter().filter(|member| member.0 != name).cloned().collect();
        members.push((name.to_owned(), value));
        Json::Object(members)
    }
}

/// Values with at most three levels and common data only.
pub fn json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        (-20i32..1000).prop_map(Json::Int),
        "[a-z ./\n]{0,12}".prop_map(Json::Text),
        "[a-z\u{e9}\u{1f600}]{0,4}".prop_map(Json::Text),
    ];
    leaf.prop_recursive(2, 10, 3, |inner| {
        prop_oneof![
            1 => vec(inner.clone(), 0..3).prop_map(Json::List),
            2 => members(inner),
        ]
    })
}

/// Objects, as the arguments of calls are.
pub(super) fn object() -> impl Strategy<Value = Json> {
    members(json())
}

fn members(inner: impl Strategy<Value = Json> + 'static) -> impl Strategy<Value = Json> {
    vec(("[a-z]{1,3}", inner), 0..4).prop_map(|mut members| {
        members.sort_by(|one, other| one.0.cmp(&other.0));
        members.dedup_by(|one, other| one.0 == other.0);
        Json::Object(members)
    })
}

/// One of the spellings of a value: order of members, white space and escapes are drawn from `seed`; 0 is the plain spelling.
pub fn spell(value: &Json, seed: u64) -> String {
    let mut speller = Speller { out: String::new(), state: seed, plain: seed == 0 };
    speller.space();
    speller.value(value);
    speller.space();
    speller.out
}

struct Speller {
    out: String,
    state: u64,
    plain: bool,
}

impl Speller {
    /// Splitmix64: the same spellings on every machine.
    fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % bound.max(1) as u64).unwrap_or_default()
    }

    fn space(&mut self) {
        if !self.plain && self.below(4) == 0 {
            let blank = [" ", "\n", "\t", "  "][self.below(4)];
            self.out.push_str(blank);
        }
    }

    /// Recursion is bounded by the three levels that are generated.
    fn value(&mut self, value: &Json) {
        match value {
            Json::Null => self.out.push_str("null"),
            Json::Bool(bool) => self.out.push_str(if *bool { "true" } else { "false" }),
            Json::Int(int) => self.out.push_str(&int.to_string()),
            Json::Text(text) => self.text(text),
            Json::List(items) => {
                self.out.push('[');
                for (at, item) in items.iter().enumerate() {
                    self.comma(at);
                    self.value(item);
                    self.space();
                }
                self.out.push(']');
            }
            Json::Object(members) => {
                let mut order: Vec<usize> = (0..members.len()).collect();
                if !self.plain {
                    for at in (1..order.len()).rev() {
                        let other = self.below(at + 1);
                        order.swap(at, other);
                    }
                }
                self.out.push('{');
                for (at, &member) in order.iter().enumerate() {
                    self.comma(at);
                    self.text(&members[member].0);
                    self.space();
                    self.out.push(':');
                    self.space();
                    self.value(&members[member].1);
                    self.space();
                }
                self.out.push('}');
            }
        }
    }

    fn comma(&mut self, at: usize) {
        if at > 0 {
            self.out.push(',');
        }
        self.space();
    }

    fn text(&mut self, text: &str) {
        self.out.push('"');
        for char in text.chars() {
            let escape = !self.plain && self.below(8) == 0;
            match char {
                '\n' if !escape => self.out.push_str("\\n"),
                '/' if escape => self.out.push_str("\\/"),
                _ if escape || char.is_control() => {
                    for unit in char.encode_utf16(&mut [0; 2]) {
                        let digits = if self.below(2) == 0 { format!("\\u{unit:04x}") } else { format!("\\u{unit:04X}") };
                        self.out.push_str(&digits);
                    }
                }
                _ => self.out.push(char),
            }
        }
        self.out.push('"');
    }
}
