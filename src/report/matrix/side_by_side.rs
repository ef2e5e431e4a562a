//! What many guards do and break, a row each.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::check::Report;

/// What many guards do and break; its other forms are made from this one.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Matrix {
    /// Of this JSON; 1.
    pub format: u32,
    /// The kit's name and version.
    pub kit: String,
    /// The spec version that was judged by.
    pub spec: String,
    /// The command that makes it again.
    pub command: String,
    /// A row a guard, in the order in which they are shown.
    pub rows: Vec<MatrixRow>,
}

/// One guard.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct MatrixRow {
    /// The name that `loopspec check` knows it by.
    pub name: String,
    /// The day on which it was asked: `2026-12-03`.
    pub date: String,
    /// What its manifest says.
    pub guard: PublishedGuard,
    /// What was found out, a report a policy; empty where it could not be asked.
    pub reports: Vec<Report>,
    /// Why it could not be asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A guard as its registry and its manifest describe it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedGuard {
    /// The package.
    pub package: String,
    /// The pinned version.
    pub version: String,
    /// Under which terms it is published.
    pub licence: String,
    /// What it is written in.
    pub language: String,
    /// `hook`: its functions are called where its host calls them; `loop`: it runs the agent's loop itself.
    pub driven: String,
    /// What it is, in one sentence.
    pub description: String,
    /// How it is installed, as it is typed in its folder.
    pub install: String,
    /// Reports to its authors: the address by the rule.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub upstream: BTreeMap<String, String>,
}

impl Matrix {
    /// The matrix as JSON with a final line feed.
    ///
    /// # Errors
    /// None that is known: every member has a JSON form.
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }

    /// With rows of an earlier one that were not asked again; all by name.
    #[must_use]
    pub fn with_rows_of(mut self, earlier: Self) -> Self {
        let new: BTreeSet<String> = self.rows.iter().map(|row| row.name.clone()).collect();
        self.rows.extend(earlier.rows.into_iter().filter(|row| !new.contains(&row.name)));
        self.rows.sort_by(|one, other| one.name.cmp(&other.name));
        self
    }

    /// The days on which its guards were asked, in words.
    pub fn dates(&self) -> String {
        let days: BTreeSet<&str> = self.rows.iter().map(|row| row.date.as_str()).collect();
        match (days.first(), days.last()) {
            (Some(first), Some(last)) if first != last => format!("{first} to {last}"),
            (day, _) => day.copied().unwrap_or_default().to_owned(),
        }
    }

    /// Findings of all guards.
    pub fn findings(&self) -> usize {
        self.reports().map(|report| report.findings.len()).sum()
    }

    /// Guards that could not be asked.
    pub fn unasked(&self) -> usize {
        self.rows.iter().filter(|row| row.error.is_some()).count()
    }

    fn reports(&self) -> impl Iterator<Item = &Report> {
        self.rows.iter().flat_map(|row| &row.reports)
    }
}
