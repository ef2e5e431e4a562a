//! The matrix as Markdown: the table, then each guard with its findings.

use std::fmt::Write;

use super::columns::{CARD_COLUMNS, GROUPS, card_cells, group_cell, rules_of};
use super::side_by_side::{Matrix, MatrixRow};
use crate::check::Report;
use crate::report::markdown::{escaped, write_finding};
use crate::report::outcome::{Deny, printable};

/// The matrix as one page.
pub fn matrix_to_markdown(matrix: &Matrix) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "# Guards against tool loops, side by side\n");
    let _ = writeln!(
        out,
        "{} guards, {} findings. Asked on {} by {}, spec {}. Made again by `{}`.\n",
        matrix.rows.len(),
        matrix.findings(),
        matrix.dates(),
        escaped(&matrix.kit),
        escaped(&matrix.spec),
        matrix.command
    );
    let _ = writeln!(out, "{ABOUT}\n");
    let heads = ["guard", "policy"].into_iter().chain(CARD_COLUMNS).chain(GROUPS.map(|(_, heading)| heading));
    let _ = writeln!(out, "| {} |", heads.clone().collect::<Vec<_>>().join(" | "));
    let _ = writeln!(out, "|{}", "---|".repeat(heads.count()));
    for row in &matrix.rows {
        for report in &row.reports {
            line(&mut out, row, report);
        }
        if let Some(error) = &row.error {
            let _ = writeln!(out, "| {} | {} |", linked(row), escaped(error));
        }
    }
    for row in &matrix.rows {
        guard(&mut out, row);
    }
    printable(&out)
}

/// What a reader should know of all rows.
pub(super) const ABOUT: &str = "A finding says that one pinned version breaks one rule of the spec, in a run that is shown and can be asked again. \
What a guard chose, and what its host never tells it, is not a finding; guards of a policy of their own are judged by no rule of another one. \
A correction, or a version that has mended something, is welcome as an issue of this project.";

fn linked(row: &MatrixRow) -> String {
    format!("[{}](#{}) {}", escaped(&row.name), row.name, escaped(&row.guard.version))
}

fn line(out: &mut String, row: &MatrixRow, report: &Report) {
    let mut cells = vec![linked(row), report.policy.to_string()];
    cells.extend(card_cells(report.card.as_ref()));
    cells.extend(GROUPS.iter().map(|(group, _)| group_cell(&rules_of(report, group)).text()));
    let cells: Vec<String> = cells.iter().enumerate().map(|(at, cell)| if at == 0 { cell.clone() } else { escaped(cell) }).collect();
    let _ = writeln!(out, "| {} |", cells.join(" | "));
}

fn guard(out: &mut String, row: &MatrixRow) {
    let guard = &row.guard;
    let _ = writeln!(out, "\n## {}\n\n{}.", escaped(&row.name), escaped(&guard.description));
    let package = if guard.package == row.name { String::new() } else { format!("Package {}. ", escaped(&guard.package)) };
    let (language, driven, licence) = (escaped(&guard.language), escaped(&guard.driven), escaped(&guard.licence));
    let _ = writeln!(out, "{package}Version {}, {language}, driven as a {driven}, licence: {licence}.", escaped(&guard.version));
    let _ = writeln!(out, "Asked on {}; again: `loopspec check {}`.", row.date, row.name);
    if let Some(error) = &row.error {
        let _ = writeln!(out, "\nIt could not be asked: {}", escaped(error));
    }
    for report in &row.reports {
        for found in &report.findings {
            write_finding(out, report, found, Deny::Must);
            if let Some(address) = guard.upstream.get(&found.rule) {
                let _ = writeln!(out, "\nReported to its authors: <{address}>");
            }
        }
    }
}
