//! What a report says of the failures that are expected.

use super::expected::{Expected, KnownFailure, Standing, origin_of};
use super::verdict::{Finding, Report, Verdict};

impl Report {
    /// With the failures that are expected of this guard and policy. No verdict changes.
    #[must_use]
    pub fn expecting(mut self, known: impl IntoIterator<Item = Expected>) -> Self {
        let whole = self.scope.is_whole() && self.errors.is_empty();
        self.expected = known.into_iter().map(|entry| Expected { standing: self.standing(&entry.what, whole), ..entry }).collect();
        self
    }

    fn standing(&self, what: &KnownFailure, whole: bool) -> Standing {
        let judged = |rule: &str| {
            let verdict = self.rules.iter().find(|listed| listed.id == rule).map(|listed| listed.verdict);
            matches!(verdict, Some(Verdict::Pass | Verdict::Fail))
        };
        match what {
            _ if self.findings.iter().any(|finding| shows(what, finding)) => Standing::Fails,
            _ if !whole => Standing::Open,
            KnownFailure::Rule(id) if !judged(id) => Standing::NotJudged,
            KnownFailure::Rule(_) | KnownFailure::Vector(_) => Standing::Holds,
        }
    }

    /// The entry that expects this finding, if one does: its rule's, or one of a vector where all that shows it is expected by its vector.
    pub fn expects(&self, finding: &Finding) -> Option<&Expected> {
        let of_rule = |entry: &&Expected| entry.what == KnownFailure::Rule(finding.rule.clone());
        let of_vector = |origin: &String| {
            self.expected.iter().find(|entry| matches!(&entry.what, KnownFailure::Vector(id) if *origin == origin_of(id)))
        };
        self.expected.iter().find(of_rule).or_else(|| {
            let mut entries = origins(finding).map(of_vector);
            let first = entries.next().flatten()?;
            entries.all(|entry| entry.is_some()).then_some(first)
        })
    }

    /// Entries that are out of date.
    pub fn stale(&self) -> impl Iterator<Item = &Expected> {
        self.expected.iter().filter(|entry| entry.standing.is_stale())
    }
}

fn shows(what: &KnownFailure, finding: &Finding) -> bool {
    match what {
        KnownFailure::Rule(id) => finding.rule == *id,
        KnownFailure::Vector(id) => origins(finding).any(|origin| *origin == origin_of(id)),
    }
}

fn origins(finding: &Finding) -> impl Iterator<Item = &String> {
    std::iter::once(&finding.origin).chain(&finding.others)
}
