//! The pinned table of identity pairs (`spec/identity-pairs.json`): two calls, and whether they are one call.

use std::collections::BTreeMap;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::Value;

use super::{VectorError, VectorErrorKind, expand};
use crate::identity::Numbers;
use crate::rule;
use crate::step::{Call, Profile};

/// Two calls, and whether they are one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// A permanent name.
    pub id: String,
    /// What differs, as a sentence.
    pub title: String,
    /// The rule that it asks.
    pub rule: &'static str,
    /// The spec version since which it counts.
    pub since: String,
    /// The pair that differs in one fact and in the answer.
    pub twin: Option<String>,
    /// The first call.
    pub a: Call,
    /// The second call.
    pub b: Call,
    /// The answer.
    pub same: Answer,
    /// Members that a subject must have declared as ignored for this pair to be asked.
    pub ignored: Vec<String>,
}

/// Whether a pair is one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// By the choice of numbers; a choice that is not there is not asked.
    ByNumbers(BTreeMap<&'static str, bool>),
    /// For everybody.
    Plain(bool),
}

impl Pair {
    /// The answer for a profile.
    ///
    /// # Errors
    /// Why it is not asked.
    pub fn same_for(&self, profile: &Profile) -> Result<bool, &'static str> {
        const CHOICES: &str = "not asked of an implementation with its choices";
        if self.ignored != profile.choices.ignored_members && !self.ignored.is_empty() {
            return Err(CHOICES);
        }
        if self.rule == "identity.boundary" && !profile.tools.is_empty() {
            // Its own names take the place of the pair's, so that none with a separator is left.
            return Err("it reacts to certain tools only, whose names hold no separator");
        }
        let ignored = profile.choices.ignored_members.iter().filter(|name| !self.ignored.contains(name));
        if ignored.into_iter().any(|name| names(&self.a, name) || names(&self.b, name)) {
            // The answer is for a member that takes part.
            return Err(CHOICES);
        }
        match &self.same {
            Answer::Plain(same) => Ok(*same),
            Answer::ByNumbers(by) => by.get(numbers_name(profile.choices.numbers)).copied().ok_or(CHOICES),
        }
    }
}

/// Whether a call may have a member of this name; strings of that text count, too.
fn names(call: &Call, name: &str) -> bool {
    let quoted = format!("\"{name}\"");
    call.args.windows(quoted.len()).any(|part| part == quoted.as_bytes())
}

/// The names of the `numbers` choice, on the wire.
fn numbers_name(numbers: Numbers) -> &'static str {
    match numbers {
        Numbers::Exact => "exact",
        Numbers::Binary64 => "binary64",
        Numbers::IntFloat => "int-float",
        Numbers::Literal => "literal",
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: u64,
    pairs: Vec<Raw>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    id: String,
    title: String,
    rule: String,
    since: String,
    #[serde(default)]
    twin: Option<String>,
    a: Side,
    b: Side,
    same: Value,
    #[serde(default)]
    ignored: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Side {
    #[serde(default)]
    tool: Option<String>,
    #[serde(default)]
    args: Option<Value>,
    #[serde(default)]
    args_b64: Option<String>,
    #[serde(default)]
    id: Option<String>,
}

/// Parses the table; `file` stands in errors.
///
/// # Errors
/// What is wrong, where.
pub fn parse_pairs(file: &Path, text: &str) -> Result<Vec<Pair>, VectorError> {
    let error = |pair: Option<&str>, kind| VectorError { file: file.to_owned(), vector: pair.map(str::to_owned), kind };
    let shape = |pair: Option<&str>, problem: String| error(pair, VectorErrorKind::Shape(problem));
    let parsed: File = serde_json::from_str(text).map_err(|problem| shape(None, problem.to_string()))?;
    if parsed.format != 1 {
        return Err(shape(None, format!("`format` is {}; this kit reads format 1", parsed.format)));
    }
    let mut pairs: Vec<Pair> = Vec::with_capacity(parsed.pairs.len());
    for raw in parsed.pairs {
        let id = raw.id.clone();
        if pairs.iter().any(|pair| pair.id == id) {
            return Err(error(Some(&id), VectorErrorKind::DuplicateId));
        }
        let rule = rule::get(&raw.rule)
            .ok_or_else(|| error(Some(&id), VectorErrorKind::UnknownRule(raw.rule.clone(), rule::suggest(&raw.rule))))?;
        let same = answer(&raw.same).map_err(|problem| shape(Some(&id), problem))?;
        let a = side(raw.a, "c1").map_err(|problem| shape(Some(&id), format!("a: {problem}")))?;
        let b = side(raw.b, "c1").map_err(|problem| shape(Some(&id), format!("b: {problem}")))?;
        pairs.push(Pair {
            id: raw.id,
            title: raw.title,
            rule: rule.id,
            since: raw.since,
            twin: raw.twin,
            a,
            b,
            same,
            ignored: raw.ignored,
        });
    }
    match pairs
        .iter()
        .find_map(|pair| pair.twin.as_ref().filter(|twin| !pairs.iter().any(|other| other.id == **twin)).map(|twin| (pair, twin)))
    {
        Some((pair, twin)) => Err(error(Some(&pair.id), VectorErrorKind::NoTwin(twin.clone()))),
        None => Ok(pairs),
    }
}

fn side(side: Side, default_id: &str) -> Result<Call, String> {
    let args = match (side.args, side.args_b64) {
        (Some(args), None) => expand::text(&args)?.into_bytes(),
        (None, Some(base64)) => STANDARD.decode(base64).map_err(|error| format!("args_b64: {error}"))?,
        _ => return Err("give `args` or `args_b64`".to_owned()),
    };
    Ok(Call { id: side.id.unwrap_or_else(|| default_id.to_owned()), tool: side.tool.unwrap_or_else(|| "lookup".to_owned()), args })
}

fn answer(value: &Value) -> Result<Answer, String> {
    if let Some(same) = value.as_bool() {
        return Ok(Answer::Plain(same));
    }
    let members = value.as_object().ok_or_else(|| format!("`same` is {value}; give true, false, or an object by numbers choice"))?;
    let mut by = BTreeMap::new();
    for (name, same) in members {
        let known = [Numbers::Exact, Numbers::Binary64, Numbers::IntFloat, Numbers::Literal]
            .map(numbers_name)
            .into_iter()
            .find(|known| known == name);
        match (known, same) {
            (Some(known), Value::Bool(same)) => {
                by.insert(known, *same);
            }
            (Some(_), Value::Null) => {}
            (Some(known), other) => return Err(format!("`same`.`{known}` is {other}; give true, false or null")),
            (None, _) => return Err(format!("`same` names the choice `{name}`; there are exact, binary64, int-float and literal")),
        }
    }
    Ok(Answer::ByNumbers(by))
}
