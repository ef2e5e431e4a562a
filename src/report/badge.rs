//! The result as the JSON of a badge, for shields.io's endpoint or whatever draws one.

use serde_json::json;

use super::outcome::Deny;
use crate::check::{Report, RunResult, Verdict};

/// One badge for all reports: the gravest of what came of them.
pub fn to_badge(reports: &[Report], deny: Deny) -> String {
    let all = || reports.iter().flat_map(|report| report.findings.iter().map(move |finding| (report, finding)));
    let broken = all().filter(|(report, finding)| deny.fails(report, finding)).count();
    let known = all().filter(|(report, finding)| report.expects(finding).is_some()).count();
    let unasked = reports.is_empty() || reports.iter().any(|report| report.result == RunResult::Incomplete);
    let held: usize = reports.iter().map(|report| report.count(Verdict::Pass)).sum();
    let holds = if held == 1 { "1 rule holds".to_owned() } else { format!("{held} rules hold") };
    let (message, color) = match broken {
        0 if unasked => ("incomplete".to_owned(), "yellow"),
        0 if known > 0 => (format!("{holds}, {known} known to be broken"), "yellow"),
        0 => (holds, "brightgreen"),
        1 => ("1 rule broken".to_owned(), "red"),
        many => (format!("{many} rules broken"), "red"),
    };
    format!("{}\n", json!({"schemaVersion": 1, "label": "loopspec", "message": message, "color": color}))
}
