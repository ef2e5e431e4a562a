//! `loopspec.toml`: failures of a guard that its author knows of, and how `--bless` keeps the file.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use loopspec::check::vectors::Vector;
use loopspec::check::{Expected, KnownFailure, Report};
use loopspec::report::Deny;
use loopspec::rule;
use loopspec::step::Policy;
use serde::Deserialize;
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, value};

use crate::exit::Failure;
use crate::explain;

/// The file's name, beside an adapter.
pub(crate) const FILE: &str = "loopspec.toml";

/// What stands in a file that has no entry yet.
pub(crate) const EMPTY: &str = include_str!("../../../conformance/templates/shapes/loopspec.toml");

/// What `--bless` writes where only a person can say why.
const UNEXPLAINED: &str = "not explained yet";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entries {
    #[serde(default)]
    expected: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    policy: Option<String>,
    rule: Option<String>,
    vector: Option<String>,
    reason: String,
    link: Option<String>,
}

/// A file of expected failures that is valid.
pub(crate) struct Expectations {
    /// Where it is, or would be made.
    path: PathBuf,
    document: DocumentMut,
    entries: Vec<(Option<Policy>, Expected)>,
    /// Which entries a report was asked about.
    used: Vec<bool>,
}

impl Expectations {
    /// The file that is named, else the first that one of the folders has; nothing is expected where there is none, and it would be made in
    /// the first folder.
    pub(crate) fn find(named: Option<&Path>, folders: &[PathBuf], may_be_new: bool, vectors: &[Vector]) -> Result<Self, Failure> {
        let files: Vec<PathBuf> =
            named.map_or_else(|| folders.iter().map(|folder| folder.join(FILE)).collect(), |file| vec![file.to_path_buf()]);
        for path in &files {
            match fs::read_to_string(path) {
                Ok(text) => return Self::parse(path.clone(), &text, vectors),
                Err(error) if error.kind() == ErrorKind::NotFound && (named.is_none() || may_be_new) => {}
                Err(error) => return Err(Failure::usage(format!("{} cannot be read: {error}", path.display()))),
            }
        }
        Self::parse(files.into_iter().next().unwrap_or_else(|| FILE.into()), EMPTY, vectors)
    }

    fn parse(path: PathBuf, text: &str, vectors: &[Vector]) -> Result<Self, Failure> {
        let wrong = |problem: &dyn std::fmt::Display| Failure::usage(format!("{}: {problem}", path.display()));
        let parsed: Entries = toml_edit::de::from_str(text).map_err(|error| wrong(&error))?;
        let document = DocumentMut::from_str(text).map_err(|error| wrong(&error))?;
        let mut entries: Vec<(Option<Policy>, Expected)> = Vec::new();
        for (at, entry) in parsed.expected.into_iter().enumerate() {
            let entry = known(entry, vectors).map_err(|problem| wrong(&format!("entry {}: {problem}", at + 1)))?;
            if let Some(other) = entries.iter().position(|other| other.0 == entry.0 && other.1.what == entry.1.what) {
                return Err(wrong(&format!("entries {} and {} are both about {}; keep one", other + 1, at + 1, entry.1.what.words())));
            }
            entries.push(entry);
        }
        let used = vec![false; entries.len()];
        Ok(Self { path, document, entries, used })
    }

    /// The report with what is expected of its guard.
    pub(crate) fn applied(&mut self, report: Report) -> Report {
        let mut taken = Vec::new();
        for ((policy, entry), used) in self.entries.iter().zip(&mut self.used) {
            let suits = || report.rules.iter().any(|rule| rule.id == entry.what.id());
            if policy.map_or_else(suits, |policy| policy == report.policy) {
                *used = true;
                taken.push(entry.clone());
            }
        }
        report.expecting(taken)
    }

    /// Entries that no report was asked about, in words; nothing where there are none.
    pub(crate) fn unmatched(&self) -> Option<String> {
        let unused: Vec<String> =
            self.entries.iter().zip(&self.used).filter(|(_, used)| !**used).map(|((_, entry), _)| entry.what.words()).collect();
        let path = self.path.display();
        let them = unused.join(", ");
        (!unused.is_empty()).then(|| format!("{path}: {them}: of no policy that the guard claims; take the entry out, or mend its policy"))
    }

    /// Takes out what is out of date about the report's policy, and puts in what fails and is not known yet.
    pub(crate) fn bless(&mut self, report: Report, deny: Deny) -> Report {
        let stale: Vec<&KnownFailure> = report.stale().map(|entry| &entry.what).collect();
        let is_stale =
            |policy: Option<Policy>, what: &KnownFailure| policy.is_none_or(|policy| policy == report.policy) && stale.contains(&what);
        let gone: Vec<usize> =
            (0..self.entries.len()).rev().filter(|at| is_stale(self.entries[*at].0, &self.entries[*at].1.what)).collect();
        let mut new: Vec<&str> =
            report.findings.iter().filter(|finding| deny.fails(&report, finding)).map(|finding| finding.rule.as_str()).collect();
        new.dedup();
        // A list in one line becomes one of tables; the parser took no other item.
        let item = self.document.remove("expected").unwrap_or_else(|| Item::ArrayOfTables(ArrayOfTables::new()));
        let mut tables = item.into_array_of_tables().unwrap_or_default();
        for at in gone {
            tables.remove(at);
            self.entries.remove(at);
            self.used.remove(at);
        }
        for rule in new {
            let mut table = Table::new();
            table.insert("policy", value(report.policy.name()));
            table.insert("rule", value(rule));
            table.insert("reason", value(UNEXPLAINED));
            // What is said at the head of the file stays there.
            if tables.is_empty() {
                let head = self.document.trailing().as_str().unwrap_or_default().to_owned();
                table.decor_mut().set_prefix(if head.is_empty() { head } else { format!("{head}\n") });
                self.document.set_trailing("");
            }
            tables.push(table);
            let what = KnownFailure::Rule(rule.to_owned());
            self.entries.push((Some(report.policy), Expected::new(what, UNEXPLAINED, None)));
            self.used.push(true);
        }
        self.document.insert("expected", Item::ArrayOfTables(tables));
        self.applied(report)
    }

    /// Writes the file as it is now; where and how many entries it has.
    pub(crate) fn save(&self) -> Result<String, Failure> {
        let text = self.document.to_string();
        crate::output::write(&self.path, &format!("{}\n", text.trim_end()))?;
        let count = self.entries.len();
        Ok(format!("{} written: {count} expected failure{}", self.path.display(), if count == 1 { "" } else { "s" }))
    }
}

fn known(entry: Entry, vectors: &[Vector]) -> Result<(Option<Policy>, Expected), String> {
    let mut policy = entry.policy.as_deref().map(Policy::from_str).transpose().map_err(|error| error.to_string())?;
    let what = match (entry.rule, entry.vector) {
        (Some(rule), None) => KnownFailure::Rule(rule),
        (None, Some(name)) => {
            let named =
                |vector: &&Vector| vector.id == name && policy.is_none_or(|policy| policy == vector.policy) || vector.name() == name;
            let vector = vectors
                .iter()
                .find(named)
                .ok_or_else(|| format!("there is no vector `{name}`; `loopspec vectors list` prints them, and `--vectors` adds some"))?;
            policy = Some(vector.policy);
            KnownFailure::Vector(vector.id.clone())
        }
        (None, None) | (Some(_), Some(_)) => return Err("give either `rule` or `vector`".to_owned()),
    };
    if let KnownFailure::Rule(id) = &what {
        let rule = rule::get(id).ok_or_else(|| explain::no_rule(id))?;
        if let Some(policy) = policy.filter(|policy| !rule.applies_to(policy.name())) {
            return Err(format!("`{id}` is no rule of {policy}"));
        }
    }
    if entry.reason.trim().is_empty() {
        return Err("`reason` is empty; say why this failure is lived with".to_owned());
    }
    Ok((policy, Expected::new(what, entry.reason, entry.link)))
}
