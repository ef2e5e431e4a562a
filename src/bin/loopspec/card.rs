//! `loopspec card`: how a guard behaves, without a verdict.

use loopspec::check::{Card, Subject, behaviour};
use loopspec::report::card_lines;
use loopspec::step::Policy;

use crate::args::{CardArgs, CardFormat};
use crate::exit::{Exit, Failure};
use crate::output::print;
use crate::source::{Source, chosen};

pub(crate) fn run(args: &CardArgs) -> Result<Exit, Failure> {
    let Some(source) = Source::of(args.name.as_deref(), &args.program, &args.launching)? else {
        return Err(Failure::usage("give a guard's name or, after `--`, a program: loopspec card sample"));
    };
    let mut subject = source.subject()?;
    let has_runs = |policy| policy != Policy::Identity;
    let chosen = chosen(subject.as_ref(), args.policy.as_deref(), has_runs, "it claims no such policy, or none with runs")?;
    let mut exit = Exit::Conformant;
    for (policy, profile) in chosen {
        let card = behaviour(subject.as_mut(), policy, &profile);
        show(args.format, subject.as_ref(), policy, &card)?;
        if card.lines.iter().all(|line| line.unmeasured.is_some()) {
            exit = Exit::Incomplete;
        }
    }
    Ok(exit)
}

fn show(format: CardFormat, subject: &dyn Subject, policy: Policy, card: &Card) -> Result<(), Failure> {
    let who = subject.implementation();
    match format {
        CardFormat::Terminal => {
            let version = if who.version.is_empty() { String::new() } else { format!(" {}", who.version) };
            let lines = card_lines(card).into_iter().map(|line| format!("  {line}\n")).collect::<String>();
            print(&format!("{}{version} ({policy}): how it behaves; nothing is judged\n\n{lines}", who.name));
        }
        CardFormat::Json => {
            let line = serde_json::to_string(&serde_json::json!({"implementation": who, "policy": policy, "card": card}));
            print(&format!("{}\n", line.map_err(|error| Failure::Bug(error.to_string()))?));
        }
    }
    Ok(())
}
