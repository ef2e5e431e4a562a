//! `loopspec emit ID` and `loopspec judge ID`: one run by hand, to debug an adapter without the runner.

use std::io::BufRead;
use std::str::FromStr;

use loopspec::check::vectors::{embedded_pairs, embedded_vectors};
use loopspec::check::{Judging, Pass, Question, describe, fit, judge as compare};
use loopspec::drive::{Answer, Hello, Request, parse_answer};
use loopspec::policy::Reference;
use loopspec::step::{Case, Policy, Profile};

use crate::args::OneArgs;
use crate::exit::{Exit, Failure};
use crate::output::print;

/// Prints greeting, case and farewell.
pub(crate) fn emit(args: &OneArgs) -> Result<Exit, Failure> {
    let case = question(args, &Profile::default())?.case;
    let requests = [Request::hello(0), Request::case(1, &case), Request::bye(2)];
    for request in requests {
        print(&format!("{}\n", request.line()));
    }
    Ok(Exit::Conformant)
}

/// Judges the answers to these three.
pub(crate) fn judge(args: &OneArgs) -> Result<Exit, Failure> {
    let mut lines = std::io::stdin().lock().lines().map_while(Result::ok).filter(|line| !line.trim().is_empty());
    let mut next = |what: &str| {
        lines.next().ok_or_else(|| Failure::Incomplete(format!("standard input ended before {what}; pipe the adapter's output in")))
    };
    let greeting = next("the answer to `hello`")?;
    let hello = Hello::parse(&greeting, 0).map_err(|error| Failure::Incomplete(format!("the answer to `hello`: {error}")))?;
    let policy = question(args, &Profile::default())?.case.policy;
    let Some(profile) = hello.policies.get(&policy) else {
        return Err(Failure::Incomplete(format!("the adapter claims no policy `{policy}`")));
    };
    let question = question(args, profile)?;
    let case = match fit(&question.case, profile) {
        Ok(case) => case,
        Err(reason) => {
            print(&format!("skip: {reason}\n"));
            return Ok(Exit::Conformant);
        }
    };
    let answer = parse_answer(&next("the answer to the case")?, 1, &case)
        .map_err(|error| Failure::Incomplete(format!("the answer to the case: {error}")))?;
    match answer {
        Answer::Replies(replies) => {
            let want = Reference::decide(&case, profile).map_err(Failure::usage)?;
            let difference = compare(&case, profile, &want, &replies, Pass::Behaviour).or_else(|| {
                if question.judging == Judging::Words { compare(&case, profile, &want, &replies, Pass::Wording) } else { None }
            });
            print_steps(
                &case,
                &want.iter().map(|decision| describe(&decision.reply)).collect::<Vec<_>>(),
                &replies.iter().map(describe).collect::<Vec<_>>(),
            );
            match difference {
                None => {
                    print("pass\n");
                    Ok(Exit::Conformant)
                }
                Some(difference) => {
                    print(&format!(
                        "fail at step {}: {}\n  want  {}\n  got   {}\n",
                        difference.step + 1,
                        difference.what,
                        difference.want,
                        difference.got
                    ));
                    Ok(Exit::Nonconformant)
                }
            }
        }
        Answer::Threw(message) => {
            print(&format!("fail: the guard threw: {message}\n"));
            Ok(Exit::Nonconformant)
        }
        Answer::Unsupported(item) => {
            print(&format!("fail: the profile claims `{item}`, and the adapter does not support it\n"));
            Ok(Exit::Nonconformant)
        }
    }
}

fn print_steps(case: &Case, want: &[String], got: &[String]) {
    for at in 0..case.steps.len() {
        let cell = |column: &[String]| column.get(at).cloned().unwrap_or_else(|| "ended".to_owned());
        print(&format!("  step {}  want {}; got {}\n", at + 1, cell(want), cell(got)));
    }
}

fn question(args: &OneArgs, profile: &Profile) -> Result<Question, Failure> {
    let vectors = embedded_vectors().map_err(|error| Failure::Bug(error.to_string()))?;
    if let Some(vector) = vectors.iter().find(|vector| vector.name() == args.id || vector.id == args.id) {
        return Ok(Question::of_vector(vector));
    }
    let pairs = embedded_pairs().map_err(|error| Failure::Bug(error.to_string()))?;
    let Some(pair) = pairs.iter().find(|pair| pair.id == args.id) else {
        return Err(Failure::usage(format!("no vector and no pair is called `{}`; `loopspec vectors list` names them all", args.id)));
    };
    let policy = Policy::from_str(&args.policy).map_err(Failure::usage)?;
    Question::of_pair(pair, policy, profile).map_err(|reason| Failure::usage(format!("this pair is {reason}")))
}
