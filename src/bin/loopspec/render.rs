//! `loopspec render FILE…`: saved reports in another form.

use std::path::Path;

use loopspec::check::Report;

use crate::args::RenderArgs;
use crate::exit::{Exit, Failure};
use crate::form::show;

pub(crate) fn run(args: &RenderArgs) -> Result<Exit, Failure> {
    let reports = read_all(&args.files)?;
    if reports.is_empty() {
        return Err(Failure::usage("these files hold no report"));
    }
    show(args.format, &reports, args.denying.deny())?;
    Ok(Exit::Conformant)
}

/// The reports of several files.
pub(crate) fn read_all(files: &[impl AsRef<Path>]) -> Result<Vec<Report>, Failure> {
    let mut reports = Vec::new();
    for file in files {
        reports.extend(read(file.as_ref())?);
    }
    Ok(reports)
}

/// Any number of reports, pretty-printed or one a line.
fn read(file: &Path) -> Result<Vec<Report>, Failure> {
    let text = std::fs::read_to_string(file).map_err(|error| Failure::usage(format!("{} cannot be read: {error}", file.display())))?;
    serde_json::Deserializer::from_str(&text)
        .into_iter()
        .collect::<Result<_, _>>()
        .map_err(|error| Failure::usage(format!("{} holds no report of `check --format json`: {error}", file.display())))
}
