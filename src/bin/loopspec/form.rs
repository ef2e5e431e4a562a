//! The forms of a report: by name on the command line, by extension for a file.

use std::path::Path;

use loopspec::check::Report;
use loopspec::report::{Deny, plain, render, to_badge, to_html, to_json, to_junit, to_markdown, to_tap};

use crate::args::Format;
use crate::exit::Failure;
use crate::output::print;

/// Prints reports in one form.
pub(crate) fn show(format: Format, reports: &[Report], deny: Deny) -> Result<(), Failure> {
    let text = match format {
        Format::Badge => to_badge(reports, deny),
        Format::Html => html(reports, deny)?,
        // One a line, for programs that read lines.
        Format::Json => {
            let lines = reports.iter().map(|report| serde_json::to_string(report).map(|line| line + "\n"));
            lines.collect::<Result<_, _>>().map_err(bug)?
        }
        Format::Junit => junit(reports, deny)?,
        Format::Md => to_markdown(reports, deny),
        Format::Tap => to_tap(reports, deny),
        Format::Terminal => reports.iter().map(render).collect::<Vec<_>>().join("\n"),
    };
    print(&text);
    Ok(())
}

/// The form of a file.
pub(crate) fn of_file(path: &Path) -> Result<Format, Failure> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("json") => Ok(Format::Json),
        Some("xml") => Ok(Format::Junit),
        Some("tap") => Ok(Format::Tap),
        Some("md") => Ok(Format::Md),
        Some("html") => Ok(Format::Html),
        _ => Err(Failure::usage(format!(
            "`--report {}`: a report's form is that of its extension: .json, .xml (JUnit), .tap, .md or .html",
            path.display()
        ))),
    }
}

/// What a file of this form holds.
pub(crate) fn text(format: Format, report: &Report, deny: Deny) -> Result<String, Failure> {
    let reports = std::slice::from_ref(report);
    Ok(match format {
        Format::Badge => to_badge(reports, deny),
        Format::Html => html(reports, deny)?,
        Format::Json => to_json(report).map_err(bug)?,
        Format::Junit => junit(reports, deny)?,
        Format::Md => to_markdown(reports, deny),
        Format::Tap => to_tap(reports, deny),
        Format::Terminal => plain(&render(report)),
    })
}

fn html(reports: &[Report], deny: Deny) -> Result<String, Failure> {
    to_html(reports, deny).map_err(bug)
}

fn junit(reports: &[Report], deny: Deny) -> Result<String, Failure> {
    to_junit(reports, deny).map_err(bug)
}

fn bug(error: impl std::fmt::Display) -> Failure {
    Failure::Bug(error.to_string())
}
