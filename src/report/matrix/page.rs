//! The matrix as one HTML file: a table whose cells lead to the runs, then each guard.

use minijinja::context;
use serde::Serialize;

use super::columns::{CARD_COLUMNS, GROUPS, GroupCell, card_cells, group_cell, rules_of};
use super::markdown::ABOUT;
use super::side_by_side::{Matrix, MatrixRow, PublishedGuard};
use crate::check::Report;
use crate::report::card::card_lines;
use crate::report::html::{ShownFinding, page, shown_finding};
use crate::report::outcome::{Deny, title};
use crate::report::terminal::{headline, plain};

/// The matrix as one page.
///
/// # Errors
/// None that is known: the template is part of the kit, and a test renders it.
pub fn matrix_to_html(matrix: &Matrix) -> Result<String, minijinja::Error> {
    let rows: Vec<ShownRow<'_>> = matrix.rows.iter().map(shown).collect();
    let groups = GROUPS.map(|(_, heading)| heading);
    page(
        "matrix.html",
        context! { matrix, rows, groups, about => ABOUT, columns => CARD_COLUMNS, findings => matrix.findings(), dates => matrix.dates() },
    )
}

#[derive(Serialize)]
struct ShownRow<'r> {
    name: &'r str,
    date: &'r str,
    guard: &'r PublishedGuard,
    error: Option<&'r str>,
    reports: Vec<ShownReport<'r>>,
}

#[derive(Serialize)]
struct ShownReport<'r> {
    policy: String,
    headline: String,
    cells: [String; 5],
    card: Vec<String>,
    groups: Vec<ShownGroup<'r>>,
}

#[derive(Serialize)]
struct ShownGroup<'r> {
    heading: &'static str,
    cell: GroupCell,
    findings: Vec<Placed<'r>>,
    rules: Vec<ShownRule<'r>>,
}

/// A finding, and where its authors were told of it.
#[derive(Serialize)]
struct Placed<'r> {
    shown: ShownFinding<'r>,
    upstream: Option<&'r str>,
}

#[derive(Serialize)]
struct ShownRule<'r> {
    id: &'r str,
    level: &'static str,
    title: &'static str,
    verdict: &'static str,
    class: &'static str,
    reason: &'r str,
}

fn shown(row: &MatrixRow) -> ShownRow<'_> {
    let reports = row.reports.iter().map(|report| ShownReport {
        policy: report.policy.to_string(),
        headline: plain(&headline(report)),
        cells: card_cells(report.card.as_ref()),
        card: report.card.as_ref().map(card_lines).unwrap_or_default(),
        groups: GROUPS.iter().map(|(group, heading)| shown_group(row, report, group, heading)).collect(),
    });
    ShownRow { name: &row.name, date: &row.date, guard: &row.guard, error: row.error.as_deref(), reports: reports.collect() }
}

fn shown_group<'r>(row: &'r MatrixRow, report: &'r Report, group: &'static str, heading: &'static str) -> ShownGroup<'r> {
    let rules = rules_of(report, group);
    let findings = report.findings.iter().filter(|finding| rules.iter().any(|rule| rule.id == finding.rule)).map(|finding| Placed {
        shown: shown_finding(report, finding, Deny::Must),
        upstream: row.guard.upstream.get(&finding.rule).map(String::as_str),
    });
    let findings = findings.collect();
    let cell = group_cell(&rules);
    let rules = rules.into_iter().map(|rule| ShownRule {
        id: rule.id,
        level: rule.level.name(),
        title: title(rule.id),
        verdict: rule.state.words(),
        class: rule.state.class(),
        reason: rule.reason,
    });
    ShownGroup { heading, cell, findings, rules: rules.collect() }
}
