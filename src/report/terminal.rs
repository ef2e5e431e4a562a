//! The report for a person at a terminal: failures first, each readable in ten seconds, then counts.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use super::card::{card_lines, short_card_lines, wrapped as wrapped_text};
use super::difference::marked;
use super::guarantee::guaranteed;
use super::outcome::{stale, why};
use super::table::{Row, rows};
use crate::check::vectors::embedded_pairs;
use crate::check::{Finding, NOT_ASKED, Report, RunResult, Verdict};
use crate::rule::Level;
use crate::step::Policy;

pub(super) const BOLD: Style = Style::new().bold();
pub(super) const DIM: Style = Style::new().dimmed();
pub(super) const RED: Style = AnsiColor::Red.on_default().bold();
pub(super) const YELLOW: Style = AnsiColor::Yellow.on_default().bold();
pub(super) const GREEN: Style = AnsiColor::Green.on_default().bold();

/// The target of reports that a guard's own tests made; their findings are found again by a test's name.
pub const CARGO_TEST: &str = "cargo test";

/// The whole report, with ANSI colours; a stream that strips them is the caller's.
pub fn render(report: &Report) -> String {
    let mut out = String::new();
    write_card(&mut out, report);
    let (known, new): (Vec<&Finding>, Vec<&Finding>) = report.findings.iter().partition(|finding| report.expects(finding).is_some());
    for finding in new {
        write_finding(&mut out, report, finding);
    }
    for finding in known {
        write_known(&mut out, report, finding);
    }
    out + &summary(report)
}

/// One finding, with ANSI colours.
pub(super) fn finding(report: &Report, finding: &Finding) -> String {
    let mut out = String::new();
    write_finding(&mut out, report, finding);
    out
}

/// Findings one after the other, without colours.
pub fn runs<'f>(report: &Report, findings: impl IntoIterator<Item = &'f Finding>) -> String {
    findings.into_iter().map(|found| plain(&finding(report, found))).collect()
}

/// A text without ANSI colours.
pub fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

/// The name of a rule's test.
pub fn test_name(rule: &str) -> String {
    rule.replace(['.', '-'], "_")
}

/// Everything but the card and the findings: what could not be asked, notes, the result, the counts, what was not judged; with ANSI colours.
pub fn summary(report: &Report) -> String {
    let mut out = String::new();
    for line in stale(report).lines() {
        let _ = writeln!(out, "{RED}FAIL{RED:#}  {line}\n");
    }
    for error in &report.errors {
        let _ = writeln!(out, "{YELLOW}could not ask{YELLOW:#}  {}\n", error.replace('\n', "\n  "));
    }
    for note in &report.notes {
        let _ = writeln!(out, "{BOLD}note{BOLD:#}  {note}\n");
    }
    let _ = writeln!(out, "{}", headline(report));
    write_counts(&mut out, report);
    write_not_judged(&mut out, report);
    write_guarantee(&mut out, report);
    out
}

/// How the guard behaves: at length where nothing else is known about its policy.
fn write_card(out: &mut String, report: &Report) {
    let Some(card) = &report.card else { return };
    let lines = if report.policy == Policy::Any { card_lines(card) } else { short_card_lines(card) };
    let _ = writeln!(out, "{BOLD}how it behaves{BOLD:#}");
    for line in lines {
        let _ = writeln!(out, "  {line}");
    }
    out.push('\n');
}

/// The result in one line.
pub fn headline(report: &Report) -> String {
    let judged = report.count(Verdict::Pass) + report.count(Verdict::Fail);
    let (style, words) = match report.result {
        RunResult::Conformant => (GREEN, format!("conformant to {}", report.policy)),
        // Such a guard has a policy of its own; nobody conforms to `any`.
        RunResult::Incomplete if report.policy == Policy::Any => (YELLOW, "incomplete: not everything could be asked".to_owned()),
        RunResult::Nonconformant if report.policy == Policy::Any => (RED, "breaks what must hold for every guard".to_owned()),
        RunResult::Incomplete => (YELLOW, format!("incomplete: not everything could be asked about {}", report.policy)),
        RunResult::NoViolationFound if report.broken(Level::Should) > 0 => (GREEN, "nothing broken that must hold".to_owned()),
        RunResult::NoViolationFound => (GREEN, "no violation found".to_owned()),
        RunResult::Nonconformant => (RED, format!("nonconformant to {}", report.policy)),
    };
    let must = |finding: &&Finding| finding.level != Level::Should;
    let is_known =
        report.result == RunResult::Nonconformant && report.findings.iter().filter(must).all(|finding| report.expects(finding).is_some());
    let (style, words) = match report.stale().count() {
        0 if is_known => (YELLOW, format!("{words}, as expected")),
        0 => (style, words),
        1 => (RED, format!("{words}, but an expected failure is gone")),
        many => (RED, format!("{words}, but {many} expected failures are gone")),
    };
    let who = &report.implementation;
    let (name, version) = (&who.name, if who.version.is_empty() { String::new() } else { format!(" {}", who.version) });
    let seconds = report.duration_ms as f64 / 1000.0;
    format!(
        "{BOLD}{name}{version}{BOLD:#}: {style}{words}{style:#}, {judged} of {} rules judged, {} in {seconds:.1} s (seed {})",
        report.rules.len(),
        counted(report.cases, "case"),
        report.seed
    )
}

fn write_finding(out: &mut String, report: &Report, finding: &Finding) {
    let style = if finding.level == Level::Should { YELLOW } else { RED };
    let mark = if finding.level == Level::Should { "warning" } else { "FAIL" };
    let _ = writeln!(out, "{style}{mark}{style:#}  {BOLD}{}{BOLD:#}  {}, {}", finding.rule, finding.level, finding.cause.words());
    let _ = writeln!(out, "  {}\n", finding.title);
    write_table(out, &rows(finding), ("want", "got"));
    let difference = &finding.difference;
    if matches!(difference.what.as_str(), "text" | "diagnostic" | "fingerprint" | "repeat_count" | "tools") {
        for line in marked(&difference.want, &difference.got) {
            let _ = writeln!(out, "    {line}");
        }
        out.push('\n');
    } else if finding.got.is_empty() || difference.got.chars().count() > 60 {
        let _ = writeln!(out, "    {}\n", difference.got);
    }
    if let Some(stderr) = &finding.stderr {
        let tail: Vec<&str> = stderr.lines().rev().take(5).collect();
        let _ = writeln!(out, "  {DIM}its stderr ends:{DIM:#}");
        for line in tail.iter().rev() {
            let _ = writeln!(out, "    {line}");
        }
        out.push('\n');
    }
    let others = if finding.others.is_empty() { String::new() } else { format!(" and {}", counted(finding.others.len() as u64, "other")) };
    let _ = writeln!(out, "  {DIM}found by{DIM:#}   {}{others}", finding.origin);
    if let Some(says) = pair_title(&finding.origin) {
        let _ = writeln!(out, "             {says}");
    }
    let _ = writeln!(out, "  {DIM}again{DIM:#}      {}", again(report, finding));
    let _ = writeln!(out, "  {DIM}the rule{DIM:#}   loopspec explain {}\n", finding.rule);
}

/// What a pair says of its two calls: a run shows two texts, and not why they are one call or two.
pub(super) fn pair_title(origin: &str) -> Option<String> {
    let id = origin.strip_prefix("pair ")?;
    embedded_pairs().ok()?.into_iter().find(|pair| pair.id == id).map(|pair| pair.title)
}

/// A failure that is known, in short: in full where nothing else was asked.
fn write_known(out: &mut String, report: &Report, finding: &Finding) {
    let Some(entry) = report.expects(finding) else { return };
    // The card is measured when everything is asked.
    if report.card.is_none() {
        write_finding(out, report, finding);
    } else {
        let _ = writeln!(out, "{YELLOW}expected{YELLOW:#}  {BOLD}{}{BOLD:#}  {}", finding.rule, finding.title);
        let _ = writeln!(out, "  {DIM}its run{DIM:#}    {}", again(report, finding));
    }
    let _ = writeln!(out, "  {DIM}known{DIM:#}      {}\n", why(entry));
}

/// The command that finds it again.
pub(super) fn again(report: &Report, finding: &Finding) -> String {
    if report.target == CARGO_TEST {
        return format!("cargo test {}", test_name(&finding.rule));
    }
    format!("loopspec check --rule {}{}{}", finding.rule, seed_flag(report), target(report))
}

fn seed_flag(report: &Report) -> String {
    if report.seed == crate::check::Plan::SEED { String::new() } else { format!(" --seed {}", report.seed) }
}

fn target(report: &Report) -> String {
    if report.target.is_empty() { String::new() } else { format!(" {}", report.target) }
}

/// Two answers beside each run's steps, under these names.
pub(super) fn write_table(out: &mut String, rows: &[Row], (left, right): (&str, &str)) {
    let width = |cell: fn(&Row) -> &str, least: usize| rows.iter().map(|row| cell(row).chars().count()).max().unwrap_or(0).max(least);
    let (step, want) = (width(|row| &row.step, 4), width(|row| &row.want, left.chars().count()));
    let _ = writeln!(out, "    {DIM}{:step$}  {left:want$}  {right}{DIM:#}", "step");
    for row in rows {
        if row.marked {
            let _ = writeln!(out, "  {RED}>{RED:#} {:step$}  {GREEN}{:want$}{GREEN:#}  {RED}{}{RED:#}", row.step, row.want, row.got);
        } else {
            let line = format!("    {:step$}  {:want$}  {}", row.step, row.want, row.got);
            let _ = writeln!(out, "{}", line.trim_end());
        }
    }
    out.push('\n');
}

fn write_counts(out: &mut String, report: &Report) {
    for level in [Level::Must, Level::Should, Level::Choice] {
        let of = |verdict| report.rules.iter().filter(|rule| rule.level == level && rule.verdict == verdict).count();
        let parts: Vec<String> = [("pass", Verdict::Pass), ("fail", Verdict::Fail), ("skip", Verdict::Skip), ("error", Verdict::Error)]
            .into_iter()
            .filter(|(_, verdict)| of(*verdict) > 0)
            .map(|(name, verdict)| format!("{} {name}", of(verdict)))
            .collect();
        if !parts.is_empty() {
            let _ = writeln!(out, "  {:12}{}", level.name(), parts.join(", "));
        }
    }
}

fn write_guarantee(out: &mut String, report: &Report) {
    let Some(text) = guaranteed(report) else { return };
    for (at, line) in wrapped_text(&text, 100).iter().enumerate() {
        let name = if at == 0 { "guarantee" } else { "" };
        let _ = writeln!(out, "  {DIM}{name:12}{}{DIM:#}", line.trim_start());
    }
}

/// Rules that were not asked, by reason.
fn write_not_judged(out: &mut String, report: &Report) {
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for rule in report.rules.iter().filter(|rule| rule.verdict == Verdict::Skip) {
        let reason = rule.reason.as_deref().unwrap_or_default();
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, rules)) => rules.push(&rule.id),
            None => reasons.push((reason, vec![&rule.id])),
        }
    }
    for (reason, rules) in reasons {
        let _ = writeln!(out, "  {DIM}not judged{DIM:#}  {}: {reason}", counted(rules.len() as u64, "rule"));
        // What a narrower question left out needs no list.
        if reason == NOT_ASKED {
            continue;
        }
        for line in wrapped(&rules, 100) {
            let _ = writeln!(out, "    {DIM}{line}{DIM:#}");
        }
    }
}

/// Names, separated by commas, in lines of at most `width` characters.
fn wrapped(names: &[&str], width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for (at, name) in names.iter().enumerate() {
        let word = if at + 1 < names.len() { format!("{name}, ") } else { (*name).to_owned() };
        match lines.last_mut() {
            Some(line) if line.len() + word.len() <= width => line.push_str(&word),
            _ => lines.push(word),
        }
    }
    lines
}

pub(super) fn counted(count: u64, noun: &str) -> String {
    let digits = count.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{grouped} {noun}{}", if count == 1 { "" } else { "s" })
}
