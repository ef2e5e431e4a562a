//! `loopspec smoke -- PROGRAM`: does this adapter speak the protocol? A handful of questions, told in plain words.

use std::time::{Duration, Instant};

use loopspec::check::{FirstCase, Subject, SubjectError, Transcript, describe, first_cases};
use loopspec::drive::{Launch, StartError, Subprocess};
use loopspec::step::{Action, Policy, Reply};

use crate::args::SmokeArgs;
use crate::exit::{Exit, Failure};
use crate::output::{print, shell_words};

/// A greeting that takes longer is worth a word: a program is started again for every failure that is found.
const SLOW: Duration = Duration::from_secs(2);

pub(crate) fn run(args: &SmokeArgs) -> Result<Exit, Failure> {
    let command = shell_words(&args.program);
    let Some((program, rest)) = args.program.split_first() else {
        return Err(Failure::usage("give a program after `--`: loopspec smoke -- python3 adapter.py"));
    };
    let launch = Launch::new(program.clone(), rest.iter().cloned());
    let launch = launch.with_deadline_factor(args.launching.deadline).with_clean_env(args.launching.clean_env);
    print(&format!("start {command}\n\nsend  hello: who are you, and which policies do you claim?\n"));
    let started = Instant::now();
    let mut subject = match Subprocess::start(launch) {
        Ok(subject) => subject,
        Err(StartError::Unusable(error)) => return Err(Failure::usage(error)),
        Err(StartError::NoGreeting(error)) => return Ok(broken(&error.to_string(), None)),
    };
    greeted(&subject, started.elapsed());
    for (policy, profile) in subject.policies().to_vec() {
        for first in first_cases(policy, &profile) {
            print(&format!("\nsend  {policy}: {}\n", first.words));
            match asked(&mut subject, &first) {
                Ok(()) => {}
                Err(SubjectError::Threw { message }) => return Ok(threw(&message)),
                Err(error) => return Ok(broken(&error.to_string(), Some(&error))),
            }
        }
        if let Some(unlike) = unlike_at_second_asking(&mut subject, policy, &profile) {
            print(&format!("note  {unlike}\n"));
        }
    }
    print("\nsend  bye\n");
    print(&match subject.dismiss() {
        None => "got   it ended by itself\n".to_owned(),
        Some(note) => format!("note  {note}\n"),
    });
    print(&format!("\nThe adapter speaks protocol 1. Whether the guard is right, this says: loopspec check -- {command}\n"));
    Ok(Exit::Conformant)
}

fn greeted(subject: &Subprocess, took: Duration) {
    let who = subject.implementation();
    let known = |before: &str, text: &str| if text.is_empty() { String::new() } else { format!("{before}{text}") };
    let claims: Vec<&str> = subject.policies().iter().map(|(policy, _)| policy.name()).collect();
    let (version, language) = (known(" ", &who.version), known(", in ", &who.language));
    print(&format!("got   {}{version}{language}; it claims {}\n", who.name, claims.join(" and ")));
    if took >= SLOW {
        let seconds = took.as_secs_f64();
        print(&format!(
            "note  the first answer took {seconds:.1} s; if it compiles at start, build it before, since `check` starts it many times\n"
        ));
    }
}

/// One case, and what came: a line for each step, equal ones together.
fn asked(subject: &mut Subprocess, first: &FirstCase) -> Result<(), SubjectError> {
    let replies = subject.run(&first.case)?;
    let mut lines: Vec<(String, String, String)> = Vec::new();
    for (label, reply) in first.labels.iter().zip(&replies) {
        let said = describe(reply);
        match lines.last_mut() {
            Some((_, last, before)) if *before == said => last.clone_from(label),
            _ => lines.push((label.clone(), label.clone(), said)),
        }
    }
    let label = |from: &str, to: &str| if from == to { from.to_owned() } else { format!("{from} to {to}") };
    let width = lines.iter().map(|(from, to, _)| label(from, to).chars().count()).max().unwrap_or(0);
    for (at, (from, to, said)) in lines.iter().enumerate() {
        let head = if at == 0 { "got " } else { "" };
        print(&format!("{head:6}{:width$}  {said}\n", label(from, to)));
    }
    for note in [unshown(first, &replies), unended(first, &replies)].into_iter().flatten() {
        print(&format!("note  {note}\n"));
    }
    if first.acts && replies.iter().all(|reply| *reply == Reply::silent()) {
        print("note  the guard did nothing; if it should have, see that the adapter calls it, and answers with what it said\n");
    }
    Ok(())
}

/// A call that did not run, and nobody says what the model got for it.
fn unshown(first: &FirstCase, replies: &[Reply]) -> Option<String> {
    let silent_of = |reply: &Reply| {
        let facts = reply.facts()?;
        facts.refused.iter().find(|id| !facts.shown.contains_key(*id)).cloned()
    };
    let (label, id) = first.labels.iter().zip(replies).find_map(|(label, reply)| Some((label, silent_of(reply)?)))?;
    Some(format!(
        "at {label}, {id} is refused, and `shown` has no text for it: add what the model gets in the place of the result, \"\" where it gets nothing"
    ))
}

/// A run that was stopped, and goes on as if it were not.
fn unended(first: &FirstCase, replies: &[Reply]) -> Option<String> {
    let mut stopped: Vec<(&str, &str)> = Vec::new();
    for ((label, step), reply) in first.labels.iter().zip(&first.case.steps).zip(replies) {
        let before = stopped.iter().find(|(run, _)| *run == step.run);
        match (&step.action, before) {
            (Action::Open(_) | Action::Input(_), _) => stopped.retain(|(run, _)| *run != step.run),
            (Action::Round(_), Some((_, at))) if *reply != Reply::Ended => {
                return Some(format!(
                    "the run was stopped at {at}, and {label} was answered as if it were not: answer {{\"ended\": true}} from there to the next \
                     input or open; if your host goes on after it, it was no `stop`"
                ));
            }
            _ => {}
        }
        if reply.facts().is_some_and(|facts| facts.stop.is_some()) {
            stopped.push((&step.run, label));
        }
    }
    None
}

/// The first case once more: what is built in the wrong place remembers it.
fn unlike_at_second_asking(subject: &mut Subprocess, policy: Policy, profile: &loopspec::step::Profile) -> Option<String> {
    let first = first_cases(policy, profile).into_iter().next()?;
    let once: Transcript = subject.run(&first.case).ok()?;
    subject.restart().ok()?;
    let alone = subject.run(&first.case).ok()?;
    let at = once.iter().zip(&alone).position(|(one, other)| one != other)?;
    let (then, now) = (describe(once.get(at)?), describe(alone.get(at)?));
    let label = first.labels.get(at)?;
    Some(format!(
        "asked the first case again, the guard answered otherwise than a fresh process does ({label}: {then}, there {now}); something \
         survives a case: build the guard at each `open`, not once a process"
    ))
}

/// Whatever breaks the protocol.
fn broken(problem: &str, error: Option<&SubjectError>) -> Exit {
    print(&format!("got   {}\n", problem.replace('\n', "\n      ")));
    if let Some(stderr) = error.and_then(SubjectError::stderr) {
        print(&format!("      its stderr ends:\n      {}\n", stderr.replace('\n', "\n      ")));
    }
    match error {
        Some(SubjectError::TimedOut { .. }) => print(
            "      see that each request gets its answer, one flushed line; a guard that waits for a model or a person cannot be asked\n",
        ),
        Some(SubjectError::Unsupported { .. }) => print("      the profile claims it; take it out of `hears` or `has`\n"),
        _ => {}
    }
    print("\nThe adapter does not speak protocol 1 yet. Mend this, then ask again.\n");
    Exit::Incomplete
}

fn threw(message: &str) -> Exit {
    print(&format!(
        "got   an exception: {message}\n\nThe adapter speaks protocol 1, but an exception came out of it at ordinary calls. If that is how the guard \
         stops a run, catch it in\nthe adapter and answer `stop` with its text (`loopspec explain recipes`, \"It raises\"); else mend it. Then ask again.\n"
    ));
    Exit::Incomplete
}
