//! Vector files: closed JSON, read with an error that tells the file, the vector and the member.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;

use super::{Expect, expand};
use crate::rule;
use crate::step::{Case, Policy, Step};

/// A hand-written run with expected answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vector {
    /// A permanent name, unique within its policy.
    pub id: String,
    /// What happens, as a sentence.
    pub title: String,
    /// The rule that it asks, then others that take part.
    pub rules: Vec<&'static str>,
    /// The spec version since which it counts.
    pub since: String,
    /// The vector that differs in one fact and in the answer.
    pub twin: Option<String>,
    /// The file's theme.
    pub theme: String,
    /// Whose rules it is for.
    pub policy: Policy,
    /// The run.
    pub steps: Vec<VectorStep>,
}

/// A step with the expected answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorStep {
    /// What happens.
    pub step: Step,
    /// What is expected.
    pub expect: Expect,
}

impl Vector {
    /// `policy/id`: the name in `ids.lock`, on the command line and in reports.
    pub fn name(&self) -> String {
        format!("{}/{}", self.policy, self.id)
    }

    /// The run, as it is sent.
    pub fn case(&self) -> Case {
        Case { policy: self.policy, steps: self.steps.iter().map(|step| step.step.clone()).collect() }
    }
}

/// A vector file that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorError {
    /// The file.
    pub file: PathBuf,
    /// The vector, where the problem is inside one.
    pub vector: Option<String>,
    /// What is wrong.
    pub kind: VectorErrorKind,
}

/// What is wrong with a vector file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VectorErrorKind {
    /// It cannot be read.
    Io(String),
    /// It is not JSON, or not of the vector format.
    Shape(String),
    /// A rule that the spec does not have, with near ones.
    UnknownRule(String, Vec<&'static str>),
    /// An id that stands twice.
    DuplicateId,
    /// A twin that is nowhere.
    NoTwin(String),
}

impl fmt::Display for VectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if let Some(vector) = &self.vector {
            write!(f, ", vector `{vector}`")?;
        }
        match &self.kind {
            VectorErrorKind::Io(error) => write!(f, ": cannot be read: {error}"),
            VectorErrorKind::Shape(problem) => write!(f, ": {problem}; the format is described in spec/vectors.md"),
            VectorErrorKind::UnknownRule(rule, near) if near.is_empty() => write!(f, ": the spec has no rule `{rule}`"),
            VectorErrorKind::UnknownRule(rule, near) => write!(f, ": the spec has no rule `{rule}`; did you mean {}?", near.join(", ")),
            VectorErrorKind::DuplicateId => write!(f, ": this id stands twice; ids are permanent and unique within a policy"),
            VectorErrorKind::NoTwin(twin) => write!(f, ": its twin `{twin}` is not there"),
        }
    }
}

impl std::error::Error for VectorError {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: u64,
    policy: Policy,
    theme: String,
    vectors: Vec<Raw>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    id: String,
    title: String,
    rules: Vec<String>,
    since: String,
    #[serde(default)]
    twin: Option<String>,
    steps: Vec<Value>,
}

/// Reads every `.json` file below a folder, or one file.
///
/// # Errors
/// The first file that cannot be used.
pub fn read_vectors(path: &Path) -> Result<Vec<Vector>, VectorError> {
    let io = |path: &Path, error: std::io::Error| VectorError {
        file: path.to_owned(),
        vector: None,
        kind: VectorErrorKind::Io(error.to_string()),
    };
    let mut files = Vec::new();
    let mut pending = vec![path.to_owned()];
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            for entry in std::fs::read_dir(&path).map_err(|error| io(&path, error))? {
                pending.push(entry.map_err(|error| io(&path, error))?.path());
            }
        } else if path.extension().is_some_and(|extension| extension == "json") || files.is_empty() && pending.is_empty() {
            files.push(path);
        }
    }
    files.sort();
    let mut vectors = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).map_err(|error| io(&file, error))?;
        vectors.extend(parse_vectors(&file, &text)?);
    }
    Ok(vectors)
}

/// Parses one file; `file` stands in errors.
///
/// # Errors
/// What is wrong, where.
pub fn parse_vectors(file: &Path, text: &str) -> Result<Vec<Vector>, VectorError> {
    let error = |vector: Option<&str>, kind| VectorError { file: file.to_owned(), vector: vector.map(str::to_owned), kind };
    let parsed: File = serde_json::from_str(text).map_err(|problem| error(None, VectorErrorKind::Shape(problem.to_string())))?;
    if parsed.format != 1 {
        return Err(error(None, VectorErrorKind::Shape(format!("`format` is {}; this kit reads format 1", parsed.format))));
    }
    let mut ids = BTreeSet::new();
    let mut vectors = Vec::with_capacity(parsed.vectors.len());
    for raw in parsed.vectors {
        if !ids.insert(raw.id.clone()) {
            return Err(error(Some(&raw.id), VectorErrorKind::DuplicateId));
        }
        let mut rules = Vec::with_capacity(raw.rules.len());
        for id in &raw.rules {
            match rule::get(id) {
                Some(rule) => rules.push(rule.id),
                None => return Err(error(Some(&raw.id), VectorErrorKind::UnknownRule(id.clone(), rule::suggest(id)))),
            }
        }
        if rules.is_empty() {
            return Err(error(Some(&raw.id), VectorErrorKind::Shape("`rules` is empty; name the rule that the vector asks".to_owned())));
        }
        let steps = steps(raw.steps).map_err(|problem| error(Some(&raw.id), VectorErrorKind::Shape(problem)))?;
        let (policy, theme) = (parsed.policy, parsed.theme.clone());
        vectors.push(Vector { id: raw.id, title: raw.title, rules, since: raw.since, twin: raw.twin, theme, policy, steps });
    }
    Ok(vectors)
}

/// Parses an example of a spec page: a policy and steps, without a vector's other members.
///
/// # Errors
/// What is wrong, where.
pub fn parse_example(text: &str) -> Result<Vector, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Example {
        policy: Policy,
        steps: Vec<Value>,
    }
    let example: Example = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let (id, title, theme, since) = ("example".to_owned(), String::new(), "example".to_owned(), "1.0".to_owned());
    Ok(Vector { id, title, rules: Vec::new(), since, twin: None, theme, policy: example.policy, steps: steps(example.steps)? })
}

fn steps(raw: Vec<Value>) -> Result<Vec<VectorStep>, String> {
    let mut steps = Vec::with_capacity(raw.len());
    for (at, mut value) in raw.into_iter().enumerate() {
        let place = |problem: String| format!("steps[{at}]: {problem}");
        let members = value.as_object_mut().ok_or_else(|| place("a step is an object".to_owned()))?;
        let times = match members.remove("times") {
            None => 1,
            Some(times) => times
                .as_u64()
                .filter(|times| (1..=10_000).contains(times))
                .ok_or_else(|| place(format!("`times` is {times}; give 1 to 10000")))?,
        };
        let expect = members
            .remove("expect")
            .map_or(Ok(Expect::default()), serde_json::from_value::<Expect>)
            .map_err(|problem| place(format!("expect: {problem}")))?;
        if let Some(problem) = expect.notices.iter().find_map(super::ExpectNotice::problem) {
            return Err(place(format!("expect: {problem}")));
        }
        expand::step(&mut value).map_err(place)?;
        let step: Step = serde_json::from_value(value.clone()).map_err(|problem| place(problem.to_string()))?;
        if let Some(path) = lost_member(&value, &serde_json::to_value(&step).unwrap_or_default()) {
            return Err(place(format!("unknown member `{path}`")));
        }
        for _ in 0..times {
            steps.push(VectorStep { step: step.clone(), expect: expect.clone() });
        }
    }
    Ok(steps)
}

/// A member that did not survive reading, since nothing has a place for it.
fn lost_member(written: &Value, read: &Value) -> Option<String> {
    // Members that say what is so anyway are not written back.
    const DEFAULTS: [(&str, &str); 2] = [("run", "a"), ("status", "ok")];
    let mut pending = vec![(String::new(), written, read)];
    while let Some((path, written, read)) = pending.pop() {
        match written {
            Value::Object(members) => {
                for (name, value) in members {
                    let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                    match read.get(name) {
                        Some(read) => pending.push((path, value, read)),
                        None if DEFAULTS.iter().any(|(default, text)| default == name && value == text) => {}
                        None => return Some(path),
                    }
                }
            }
            Value::Array(items) => {
                let read = items.iter().enumerate().map(|(at, item)| (format!("{path}[{at}]"), item, read.get(at).unwrap_or(&Value::Null)));
                pending.extend(read);
            }
            _ => {}
        }
    }
    None
}
