//! TAP, version 14: one test point a rule.

use std::fmt::Write;

use super::outcome::{Deny, Outcome, UP_TO_DATE, WHOLE, name, outcomes, printable, stale, title, unasked, why};
use super::terminal::{headline, plain, runs};
use crate::check::Report;

/// Reports as one TAP document. A rule that was not judged is skipped; a broken rule that is expected to be, or that is a SHOULD and not
/// denied, is a TODO, which fails nothing.
pub fn to_tap(reports: &[Report], deny: Deny) -> String {
    let points: usize = reports.iter().map(|report| report.rules.len() + 1 + usize::from(!report.expected.is_empty())).sum();
    let mut out = format!("TAP version 14\n1..{points}\n");
    let mut number = 0;
    for report in reports {
        let _ = writeln!(out, "# {}", line(&plain(&headline(report))));
        let within = if reports.len() > 1 { format!("{}: ", escaped(&name(report))) } else { String::new() };
        let mut point = |out: &mut String, held: bool, what: &str, directive: &str| {
            number += 1;
            let _ = writeln!(out, "{} {number} - {within}{what}{directive}", if held { "ok" } else { "not ok" });
        };
        let whole = unasked(report);
        point(&mut out, whole.is_none(), WHOLE, "");
        if let Some(why) = whole {
            diagnose(&mut out, "error", &why, "");
        }
        if !report.expected.is_empty() {
            let stale = stale(report);
            point(&mut out, stale.is_empty(), UP_TO_DATE, "");
            if !stale.is_empty() {
                diagnose(&mut out, "fail", "entries to take out", &stale);
            }
        }
        for (rule, outcome) in outcomes(report, deny) {
            match outcome {
                Outcome::Pass => point(&mut out, true, &rule.id, ""),
                Outcome::Skip(reason) => point(&mut out, true, &rule.id, &format!(" # SKIP {}", escaped(reason))),
                Outcome::Error(reason) => {
                    point(&mut out, false, &rule.id, "");
                    diagnose(&mut out, "error", reason, "");
                }
                Outcome::Expected(entry, findings) => {
                    point(&mut out, false, &rule.id, &format!(" # TODO expected: {}", escaped(&why(entry))));
                    diagnose(&mut out, "todo", title(&rule.id), &runs(report, findings));
                }
                Outcome::Fail(findings) => {
                    point(&mut out, false, &rule.id, "");
                    diagnose(&mut out, "fail", title(&rule.id), &runs(report, findings));
                }
                Outcome::Warning(findings) => {
                    point(&mut out, false, &rule.id, " # TODO a SHOULD rule, which is a warning");
                    diagnose(&mut out, "todo", title(&rule.id), &runs(report, findings));
                }
            }
        }
    }
    out
}

/// A YAML block below a test point.
fn diagnose(out: &mut String, severity: &str, message: &str, data: &str) {
    // A JSON string is one of YAML's.
    let message = serde_json::Value::from(printable(message)).to_string();
    let _ = writeln!(out, "  ---\n  severity: {severity}\n  message: {message}");
    if !data.is_empty() {
        let _ = writeln!(out, "  data: |2");
        for text in printable(data).trim_end().lines() {
            let _ = writeln!(out, "{}", format!("    {text}").trim_end());
        }
    }
    out.push_str("  ...\n");
}

fn line(text: &str) -> String {
    text.replace('\n', " ")
}

/// In a description, `#` would begin a directive.
fn escaped(text: &str) -> String {
    line(&printable(text)).replace('\\', "\\\\").replace('#', "\\#")
}
