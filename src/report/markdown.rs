//! The report as Markdown, for the summary of a CI job or an issue.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::outcome::{Deny, name, printable, stale, why};
use super::terminal::{finding, headline, plain};
use crate::check::{Finding, Report, Verdict};
use crate::rule::Level;

/// Reports one below the other.
pub fn to_markdown(reports: &[Report], deny: Deny) -> String {
    let mut out = String::new();
    for report in reports {
        if !out.is_empty() {
            out.push('\n');
        }
        write(&mut out, report, deny);
    }
    printable(&out)
}

fn write(out: &mut String, report: &Report, deny: Deny) {
    let _ = writeln!(out, "## loopspec: {}\n\n{}\n", escaped(&name(report)), escaped(&plain(&headline(report))));
    let _ = writeln!(out, "| level | pass | fail | not judged | error |\n|---|---|---|---|---|");
    for level in [Level::Must, Level::Should, Level::Choice] {
        let of = |verdict| report.rules.iter().filter(|rule| rule.level == level && rule.verdict == verdict).count();
        let (pass, fail, skip, error) = (of(Verdict::Pass), of(Verdict::Fail), of(Verdict::Skip), of(Verdict::Error));
        let _ = writeln!(out, "| {level} | {pass} | {fail} | {skip} | {error} |");
    }
    for found in &report.findings {
        write_finding(out, report, found, deny);
    }
    listed(out, "Expected to fail, and does not", &stale(report).lines().map(str::to_owned).collect::<Vec<_>>());
    listed(out, "Could not be asked", &report.errors);
    listed(out, "Notes", &report.notes);
    let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for rule in report.rules.iter().filter(|rule| rule.verdict == Verdict::Skip) {
        reasons.entry(rule.reason.as_deref().unwrap_or_default()).or_default().push(&rule.id);
    }
    if !reasons.is_empty() {
        let count = report.count(Verdict::Skip);
        let _ = writeln!(out, "\n<details><summary>Not judged: {count}</summary>\n");
        for (reason, rules) in reasons {
            let _ = writeln!(out, "- {}: {}", escaped(reason), escaped(&rules.join(", ")));
        }
        let _ = writeln!(out, "\n</details>");
    }
    let _ = writeln!(out, "\n{}, spec {}, seed {}", escaped(&report.kit), escaped(&report.spec), report.seed);
}

/// One finding under a heading of its own.
pub(super) fn write_finding(out: &mut String, report: &Report, found: &Finding, deny: Deny) {
    let known = report.expects(found);
    let mark = match known {
        Some(_) => "Expected",
        None if deny.denies(found.level) => "Failure",
        None => "Warning",
    };
    let _ = writeln!(out, "\n### {mark}: {}\n\n{}\n", escaped(&found.rule), escaped(&found.title));
    if let Some(entry) = known {
        let _ = writeln!(out, "It is known: {}\n", escaped(&why(entry)));
    }
    let text = plain(&finding(report, found));
    // The heading and the sentence above say what the first two lines do.
    let text: Vec<&str> = text.lines().skip(3).collect();
    fenced(out, text.join("\n").trim_end());
}

fn listed(out: &mut String, heading: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n### {heading}\n");
    for line in lines {
        let _ = writeln!(out, "- {}", escaped(line));
    }
}

/// A block of code, with a fence that nothing in it ends.
fn fenced(out: &mut String, text: &str) {
    let longest = text.split(|char| char != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat((longest + 1).max(3));
    let _ = writeln!(out, "{fence}text\n{text}\n{fence}");
}

/// A text on one line that means nothing to Markdown.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for char in text.chars() {
        match char {
            '\n' | '\r' => escaped.push(' '),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '&' => escaped.extend(['\\', char]),
            other => escaped.push(other),
        }
    }
    escaped
}
