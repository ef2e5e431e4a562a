//! JSON as a tree, for faulty keys only: what they do wrong is easiest said on a tree.

use crate::identity::{Style, canonical};

/// Deeper than this there are no faults but those about depth, so that reading may recurse.
pub(super) const DEEPEST: usize = 100;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tree {
    List(Vec<Tree>),
    /// The token as it is written.
    Number(String),
    Object(Vec<(Vec<u16>, Tree)>),
    /// UTF-16 code units, lone surrogates kept.
    Text(Vec<u16>),
    /// `null`, `true`, `false`.
    Word(&'static str),
}

impl Tree {
    /// Reads what is known to be JSON of at most [`DEEPEST`] levels.
    pub(super) fn read(json: &str) -> Option<Self> {
        Reader { rest: json }.value()
    }

    /// Writes it: numbers in canonical layout, members in their order.
    pub(super) fn write(&self, out: &mut String) {
        match self {
            Self::Word(word) => out.push_str(word),
            Self::Number(token) => out.push_str(&canonical(token.as_bytes(), Style::default())),
            Self::Text(units) => write_text(units, out),
            Self::List(items) => {
                out.push('[');
                for (at, item) in items.iter().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    item.write(out);
                }
                out.push(']');
            }
            Self::Object(members) => {
                out.push('{');
                for (at, (name, value)) in members.iter().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    write_text(name, out);
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }

    /// Applies a change to every value, the innermost first; those for which it says `None` go.
    pub(super) fn change(self, change: &dyn Fn(Tree) -> Option<Tree>) -> Option<Tree> {
        let changed = match self {
            Self::List(items) => Self::List(items.into_iter().filter_map(|item| item.change(change)).collect()),
            Self::Object(members) => {
                Self::Object(members.into_iter().filter_map(|(name, value)| value.change(change).map(|value| (name, value))).collect())
            }
            leaf => leaf,
        };
        change(changed)
    }
}

/// Every code unit by its number: unambiguous, and nothing else is asked of a key.
fn write_text(units: &[u16], out: &mut String) {
    out.push('"');
    for unit in units {
        match u8::try_from(*unit) {
            Ok(byte) if byte == b' ' || byte.is_ascii_alphanumeric() || byte.is_ascii_punctuation() && !b"\"\\".contains(&byte) => {
                out.push(char::from(byte));
            }
            _ => out.push_str(&format!("\\u{unit:04x}")),
        }
    }
    out.push('"');
}

struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    fn eat(&mut self, token: &str) -> bool {
        self.skip();
        let rest = self.rest.strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn value(&mut self) -> Option<Tree> {
        self.skip();
        for word in ["null", "true", "false"] {
            if self.eat(word) {
                return Some(Tree::Word(word));
            }
        }
        if self.rest.starts_with('"') {
            return self.text().map(Tree::Text);
        }
        if self.eat("[") {
            let mut items = Vec::new();
            while !self.eat("]") {
                self.eat(",");
                items.push(self.value()?);
            }
            return Some(Tree::List(items));
        }
        if self.eat("{") {
            let mut members = Vec::new();
            while !self.eat("}") {
                self.eat(",");
                self.skip();
                let name = self.text()?;
                self.eat(":");
                members.push((name, self.value()?));
            }
            return Some(Tree::Object(members));
        }
        let end = self.rest.find(|char: char| !(char.is_ascii_digit() || "+-.eE".contains(char))).unwrap_or(self.rest.len());
        let (token, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!token.is_empty()).then(|| Tree::Number(token.to_owned()))
    }

    fn text(&mut self) -> Option<Vec<u16>> {
        self.rest = self.rest.strip_prefix('"')?;
        let mut units = Vec::new();
        loop {
            let char = self.rest.chars().next()?;
            self.rest = &self.rest[char.len_utf8()..];
            match char {
                '"' => return Some(units),
                '\\' => {
                    let escape = self.rest.chars().next()?;
                    self.rest = &self.rest[escape.len_utf8()..];
                    units.push(match escape {
                        'u' => {
                            let (digits, rest) = self.rest.split_at_checked(4)?;
                            self.rest = rest;
                            u16::from_str_radix(digits, 16).ok()?
                        }
                        'b' => 8,
                        'f' => 12,
                        'n' => 10,
                        'r' => 13,
                        't' => 9,
                        other => u16::try_from(u32::from(other)).ok()?,
                    });
                }
                other => units.extend_from_slice(other.encode_utf16(&mut [0; 2])),
            }
        }
    }
}
