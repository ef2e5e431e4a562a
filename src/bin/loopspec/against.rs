//! `loopspec check A --against B`: two guards side by side.

use loopspec::check::{Comparison, Plan, Side, compare};
use loopspec::report::render_comparison;

use crate::args::CheckArgs;
use crate::exit::{Exit, Failure};
use crate::output::print;
use crate::pace::Pace;
use crate::source::{Source, chosen};

/// Asks both about every policy that both claim.
pub(crate) fn run(args: &CheckArgs, one: &Source, named: &str, plan: &Plan) -> Result<Exit, Failure> {
    let other = source(args, named)?;
    let mut worst = Exit::Conformant;
    let theirs = other.subject()?.policies().to_vec();
    let claims = |policy| theirs.iter().any(|(other, _)| *other == policy);
    for (policy, profile) in chosen(one.subject()?.as_ref(), args.policy.as_deref(), claims, "both must claim one policy")? {
        let Some((_, other_profile)) = theirs.iter().find(|(other, _)| *other == policy) else { continue };
        let (mut first, mut second) = (one.subject()?, other.subject()?);
        let mut one = Side { subject: first.as_mut(), profile };
        let mut other = Side { subject: second.as_mut(), profile: other_profile.clone() };
        let mut pace = Pace::begin();
        let comparison = compare(&mut one, &mut other, policy, plan, &mut |done, total| pace.tell(done, total));
        pace.end();
        print(&render_comparison(&comparison));
        worst = worst.max(exit(&comparison));
    }
    Ok(worst)
}

/// A name, or a program with its arguments in one word, quoted as for a shell.
fn source(args: &CheckArgs, named: &str) -> Result<Source, Failure> {
    let words = shlex::split(named).filter(|words| !words.is_empty());
    let words = words
        .ok_or_else(|| Failure::usage(format!("`--against {named}`: give a guard's name or a command, such as 'node adapter.mjs'")))?;
    let source = match words.as_slice() {
        [name] => Source::of(Some(name), &[], &args.launching)?,
        program => Source::of(None, program, &args.launching)?,
    };
    source.ok_or_else(|| Failure::usage("`--against`: give a guard's name or a command"))
}

fn exit(comparison: &Comparison) -> Exit {
    match comparison {
        Comparison { differing: 1.., .. } => Exit::Nonconformant,
        Comparison { errors, cases, .. } if !errors.is_empty() || *cases == 0 => Exit::Incomplete,
        _ => Exit::Conformant,
    }
}
