//! `loopspec verify-report FILE…`: does a saved report agree with itself and with the reference?

use std::path::PathBuf;

use loopspec::check::verify;

use crate::exit::{Exit, Failure};
use crate::output::print;
use crate::render::read_all;

pub(crate) fn run(files: &[PathBuf]) -> Result<Exit, Failure> {
    let reports = read_all(files)?;
    if reports.is_empty() {
        return Err(Failure::usage("these files hold no report"));
    }
    let mut exit = Exit::Conformant;
    for report in &reports {
        let seen = verify(report);
        let who = format!("{} ({})", report.implementation.name, report.policy);
        if seen.problems.is_empty() {
            let taken = match seen.taken {
                0 => String::new(),
                count => format!(", {count} that only the guard itself can show again"),
            };
            print(&format!("{who}: the report holds; {} of its findings judged again{taken}\n", seen.judged));
        } else {
            exit = Exit::Nonconformant;
            print(&format!("{who}: the report does not hold\n"));
            seen.problems.iter().for_each(|problem| print(&format!("  {problem}\n")));
        }
    }
    Ok(exit)
}
