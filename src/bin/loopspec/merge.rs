//! `loopspec merge FILE…`: the reports of all shares of one run as one.

use std::path::Path;

use loopspec::check::{Report, merged};

use crate::args::MergeArgs;
use crate::check::show;
use crate::exit::{Exit, Failure};

pub(crate) fn run(args: &MergeArgs) -> Result<Exit, Failure> {
    let mut reports = Vec::new();
    for file in &args.files {
        reports.extend(read(file)?);
    }
    let mut reports = reports.into_iter();
    let first = reports.next().ok_or_else(|| Failure::usage("these files hold no report"))?;
    let whole = merged(first, reports).map_err(Failure::usage)?;
    show(args.format, &whole)?;
    Ok(Exit::from(&whole))
}

/// Any number of reports, pretty-printed or one a line.
fn read(file: &Path) -> Result<Vec<Report>, Failure> {
    let text = std::fs::read_to_string(file).map_err(|error| Failure::usage(format!("{} cannot be read: {error}", file.display())))?;
    serde_json::Deserializer::from_str(&text)
        .into_iter()
        .collect::<Result<_, _>>()
        .map_err(|error| Failure::usage(format!("{} holds no report of `check --format json`: {error}", file.display())))
}
