//! The result as the JSON of a badge, for shields.io's endpoint or whatever draws one.

use serde_json::json;

use super::outcome::Deny;
use crate::check::{Report, RunResult, Verdict};

/// One badge for all reports: the gravest of what came of them.
pub fn to_badge(reports: &[Report], deny: Deny) -> String {
    let broken = reports.iter().flat_map(|report| &report.findings).filter(|finding| deny.denies(finding.level)).count();
    let unasked = reports.is_empty() || reports.iter().any(|report| report.result == RunResult::Incomplete);
    let held: usize = reports.iter().map(|report| report.count(Verdict::Pass)).sum();
    let (message, color) = match broken {
        0 if unasked => ("incomplete".to_owned(), "yellow"),
        0 if held == 1 => ("1 rule holds".to_owned(), "brightgreen"),
        0 => (format!("{held} rules hold"), "brightgreen"),
        1 => ("1 rule broken".to_owned(), "red"),
        many => (format!("{many} rules broken"), "red"),
    };
    format!("{}\n", json!({"schemaVersion": 1, "label": "loopspec", "message": message, "color": color}))
}
