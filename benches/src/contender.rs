//! Ways to get a canonical text, a key, or the answer to whether a call is the same again.

use std::fmt::Write;

use loopspec::identity::{ChainKey, Style, canonical};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Somebody's canonical text. This is the whole interface: to measure another one, implement it and name it in [`canonicalizers`].
pub trait Canonicalizer {
    /// Its name, as its users know it.
    fn name(&self) -> &'static str;
    /// The canonical text; none for a text that it does not take.
    fn text(&self, json: &str) -> Option<String>;
}

/// All canonicalizers, ours first and serde_json second.
pub fn canonicalizers() -> Vec<Box<dyn Canonicalizer>> {
    vec![
        Box::new(Named("loopspec", |json| Some(canonical(json.as_bytes(), Style::default())))),
        Box::new(Named("serde_json", |json| serde_json::from_str::<Value>(json).ok().map(|value| value.to_string()))),
        Box::new(Named("serde_jcs", |json| serde_jcs::to_string(&serde_json::from_str::<Value>(json).ok()?).ok())),
        Box::new(Named("serde_json_canonicalizer", |json| {
            serde_json_canonicalizer::to_string(&serde_json::from_str::<Value>(json).ok()?).ok()
        })),
        Box::new(Named("json-canon", |json| json_canon::to_string(&serde_json::from_str::<Value>(json).ok()?).ok())),
        Box::new(Named("sonic-rs + sort", |json| {
            let value: sonic_rs::Value = sonic_rs::from_str(json).ok()?;
            let mut out = String::new();
            sonic(&mut out, &value)?;
            Some(out)
        })),
        Box::new(Named("simd-json + sort", |json| {
            let mut bytes = json.as_bytes().to_vec();
            let value = simd_json::to_borrowed_value(&mut bytes).ok()?;
            let mut out = String::new();
            simd(&mut out, &value)?;
            Some(out)
        })),
    ]
}

struct Named(&'static str, fn(&str) -> Option<String>);

impl Canonicalizer for Named {
    fn name(&self) -> &'static str {
        self.0
    }

    fn text(&self, json: &str) -> Option<String> {
        (self.1)(json)
    }
}

/// Recursion is bounded by the hundred levels of the inputs, here and below.
fn sonic(out: &mut String, value: &sonic_rs::Value) -> Option<()> {
    use sonic_rs::{JsonContainerTrait, JsonValueTrait};
    if let Some(object) = value.as_object() {
        let mut members: Vec<(&str, &sonic_rs::Value)> = object.iter().collect();
        members.sort_by(|one, other| one.0.cmp(other.0));
        out.push('{');
        for (at, (name, value)) in members.into_iter().enumerate() {
            out.push_str(if at > 0 { "," } else { "" });
            out.push_str(&sonic_rs::to_string(name).ok()?);
            out.push(':');
            sonic(out, value)?;
        }
        out.push('}');
    } else if let Some(array) = value.as_array() {
        out.push('[');
        for (at, value) in array.iter().enumerate() {
            out.push_str(if at > 0 { "," } else { "" });
            sonic(out, value)?;
        }
        out.push(']');
    } else if let Some(text) = value.as_str() {
        out.push_str(&sonic_rs::to_string(text).ok()?);
    } else {
        out.push_str(&sonic_rs::to_string(value).ok()?);
    }
    Some(())
}

fn simd(out: &mut String, value: &simd_json::BorrowedValue<'_>) -> Option<()> {
    use simd_json::StaticNode;
    match value {
        simd_json::BorrowedValue::Object(object) => {
            let mut members: Vec<_> = object.iter().collect();
            members.sort_by(|one, other| one.0.cmp(other.0));
            out.push('{');
            for (at, (name, value)) in members.into_iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                out.push_str(&serde_json::to_string(name.as_ref()).ok()?);
                out.push(':');
                simd(out, value)?;
            }
            out.push('}');
        }
        simd_json::BorrowedValue::Array(array) => {
            out.push('[');
            for (at, value) in array.iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                simd(out, value)?;
            }
            out.push(']');
        }
        simd_json::BorrowedValue::String(text) => out.push_str(&serde_json::to_string(text.as_ref()).ok()?),
        simd_json::BorrowedValue::Static(node) => match node {
            StaticNode::Null => out.push_str("null"),
            node => write!(out, "{node}").ok()?,
        },
    }
    Some(())
}

/// Somebody's answer to *is this call the same as the last one?*
pub trait Chain {
    /// Whether it is; from now on it is the last one.
    fn follow(&mut self, args: &str) -> bool;
}

impl Chain for ChainKey {
    fn follow(&mut self, args: &str) -> bool {
        ChainKey::follow(self, "tool", args.as_bytes())
    }
}

/// A chain that keeps the last canonical text and makes the next one's to compare.
pub struct TextChain<'c> {
    canonicalizer: &'c dyn Canonicalizer,
    last: Option<String>,
}

impl<'c> TextChain<'c> {
    /// No call yet.
    pub fn new(canonicalizer: &'c dyn Canonicalizer) -> Self {
        Self { canonicalizer, last: None }
    }
}

impl Chain for TextChain<'_> {
    fn follow(&mut self, args: &str) -> bool {
        let next = self.canonicalizer.text(args);
        let same = self.last == next;
        self.last = next;
        same
    }
}

/// The plain SHA-256 of a text.
pub fn sha256(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

/// Somebody's key of a call, of any kind that can be compared. To see yours beside ours, implement it and hand it to
/// [`beside`](crate::measure::beside); `benches/examples/own_key.rs` does.
pub trait KeyFunction {
    /// What it makes.
    type Key: PartialEq;
    /// The key of a call with this tool and this text of arguments.
    fn key(&self, tool: &str, args: &str) -> Self::Key;
}
