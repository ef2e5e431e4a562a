//! `loopspec gen`: random runs with the reference's answers, for whoever has a runner of their own.

use std::str::FromStr;

use loopspec::check::vectors::{embedded_pairs, expectations};
use loopspec::check::{fit, random_cases};
use loopspec::drive::Request;
use loopspec::step::{Policy, Profile};

use crate::args::GenArgs;
use crate::exit::{Exit, Failure};
use crate::output::print;
use crate::seed;

/// One `case` message a line, numbered from 1.
pub(crate) fn run(args: &GenArgs) -> Result<Exit, Failure> {
    let seed = seed::parse(args.seed.as_deref())?;
    let policies = match args.policy.as_deref() {
        None => vec![Policy::RepeatReminder, Policy::NoProgress],
        Some(name) => vec![Policy::from_str(name).map_err(Failure::usage)?],
    };
    let pairs = embedded_pairs().map_err(|error| Failure::Bug(error.to_string()))?;
    let profile = Profile::default();
    let mut id = 0;
    for policy in policies {
        let cases = random_cases(policy, &profile, &pairs, seed).filter_map(|case| fit(&case, &profile).ok());
        for case in cases.take(args.count) {
            id += 1;
            let expected = expectations(&case, &profile).map_err(Failure::usage)?;
            print(&format!("{}\n", Request::case(id, &case).expecting(expected).line()));
        }
    }
    Ok(Exit::Conformant)
}
