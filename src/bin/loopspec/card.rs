//! `loopspec card`: how a guard behaves, without a verdict.

use std::str::FromStr;

use loopspec::check::{Card, Subject, behaviour};
use loopspec::drive::{Launch, StartError, Subprocess};
use loopspec::report::card_lines;
use loopspec::step::Policy;

use crate::args::{CardArgs, Format};
use crate::embedded::Embedded;
use crate::exit::{Exit, Failure};
use crate::output::print;
use crate::rows;

pub(crate) fn run(args: &CardArgs) -> Result<Exit, Failure> {
    let mut subject = subject(args)?;
    let wanted = args.policy.as_deref().map(Policy::from_str).transpose().map_err(Failure::usage)?;
    let shows = |policy: Policy| policy != Policy::Identity && wanted.is_none_or(|wanted| wanted == policy);
    let claimed: Vec<_> = subject.policies().iter().filter(|(policy, _)| shows(*policy)).cloned().collect();
    if claimed.is_empty() {
        let claims: Vec<&str> = subject.policies().iter().map(|(policy, _)| policy.name()).collect();
        return Err(Failure::usage(format!("it claims no such policy, or none with runs; it claims {}", claims.join(", "))));
    }
    let mut exit = Exit::Conformant;
    for (policy, profile) in claimed {
        let card = behaviour(subject.as_mut(), policy, &profile);
        show(args.format, subject.as_ref(), policy, &card)?;
        if card.lines.iter().all(|line| line.unmeasured.is_some()) {
            exit = Exit::Incomplete;
        }
    }
    Ok(exit)
}

fn subject(args: &CardArgs) -> Result<Box<dyn Subject>, Failure> {
    let launch = match (&args.name, args.program.split_first()) {
        (Some(_), Some(_)) => return Err(Failure::usage("give a name or, after `--`, a program; not both")),
        (None, None) => return Err(Failure::usage("give a guard's name or, after `--`, a program: loopspec card sample")),
        (Some(name), None) => match Embedded::named(name) {
            Some(guard) => return guard.subject(),
            None => rows::launch(name)?,
        },
        (None, Some((program, rest))) => Launch::new(program.clone(), rest.iter().cloned()),
    };
    match Subprocess::start(launch.with_deadline_factor(args.deadline).with_clean_env(args.clean_env)) {
        Ok(subject) => Ok(Box::new(subject)),
        Err(StartError::Unusable(error)) => Err(Failure::usage(error)),
        Err(StartError::NoGreeting(error)) => Err(Failure::Incomplete(format!("error: {error}"))),
    }
}

fn show(format: Format, subject: &dyn Subject, policy: Policy, card: &Card) -> Result<(), Failure> {
    let who = subject.implementation();
    match format {
        Format::Terminal => {
            let version = if who.version.is_empty() { String::new() } else { format!(" {}", who.version) };
            let lines = card_lines(card).into_iter().map(|line| format!("  {line}\n")).collect::<String>();
            print(&format!("{}{version} ({policy}): how it behaves; nothing is judged\n\n{lines}", who.name));
        }
        Format::Json => {
            let line = serde_json::to_string(&serde_json::json!({"implementation": who, "policy": policy, "card": card}));
            print(&format!("{}\n", line.map_err(|error| Failure::Bug(error.to_string()))?));
        }
    }
    Ok(())
}
