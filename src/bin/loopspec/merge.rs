//! `loopspec merge FILE…`: the reports of all shares of one run as one.

use loopspec::check::merged;

use crate::args::MergeArgs;
use crate::exit::{Exit, Failure};
use crate::form::show;
use crate::render::read_all;

pub(crate) fn run(args: &MergeArgs) -> Result<Exit, Failure> {
    let mut reports = read_all(&args.files)?.into_iter();
    let first = reports.next().ok_or_else(|| Failure::usage("these files hold no report"))?;
    let whole = merged(first, reports).map_err(Failure::usage)?;
    let deny = args.denying.deny();
    let exit = Exit::of(&whole, deny);
    show(args.format, &[whole], deny)?;
    Ok(exit)
}
