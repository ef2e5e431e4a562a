//! The other side of the protocol: any [`MakeGuard`] behind standard input and output.
//!
//! ```no_run
//! # fn main() -> std::io::Result<()> {
//! use loopspec::drive::serve;
//! use loopspec::guard::SampleMaker;
//!
//! serve(SampleMaker::honest())
//! # }
//! ```

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::in_process::panic_message;
use crate::guard::{Host, MakeGuard};
use crate::step::{Case, Implementation, Policy, Profile, Reply};

/// Serves a maker's guards until `bye`, or until standard input ends.
///
/// A panic of the guard is answered as an error, and the process lives on; what a guard prints on standard output would break the
/// protocol, so it must not.
///
/// # Errors
/// When standard input cannot be read or standard output cannot be written.
pub fn serve<M: MakeGuard>(maker: M) -> io::Result<()> {
    let greeting = greeting(&maker.implementation(), maker.policy(), &maker.profile());
    let policy = maker.policy();
    converse(io::stdin().lock(), io::stdout().lock(), &greeting, |case| {
        if case.policy != policy {
            return json!({"unsupported": case.policy.name()});
        }
        answer(|| {
            let mut host = Host::new(&maker);
            case.steps.iter().map(|step| host.step(step)).collect()
        })
    })
}

fn greeting(implementation: &Implementation, policy: Policy, profile: &Profile) -> Value {
    let mut policies = Map::new();
    policies.insert(policy.name().to_owned(), serde_json::to_value(profile).unwrap_or_default());
    json!({"ok": {"protocol": 1, "implementation": implementation, "policies": policies}})
}

fn answer(run: impl FnOnce() -> Vec<Reply>) -> Value {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(replies) => json!({"ok": replies}),
        Err(panic) => json!({"error": {"message": panic_message(&*panic)}}),
    }
}

#[derive(Deserialize)]
struct Request {
    #[serde(default)]
    id: Value,
    op: String,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

fn converse(input: impl BufRead, mut output: impl Write, greeting: &Value, mut answer: impl FnMut(&Case) -> Value) -> io::Result<()> {
    for line in input.lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let (id, mut reply, last) = match serde_json::from_str::<Request>(&line) {
            Err(error) => (Value::Null, json!({"error": {"message": format!("the request is no message of protocol 1: {error}")}}), false),
            Ok(request) => match request.op.as_str() {
                "hello" => (request.id, greeting.clone(), false),
                "bye" => (request.id, json!({"ok": {}}), true),
                "case" => {
                    let reply = match serde_json::from_value::<Case>(Value::Object(request.rest)) {
                        Ok(case) => answer(&case),
                        Err(error) => json!({"unsupported": format!("a case that this kit does not understand: {error}")}),
                    };
                    (request.id, reply, false)
                }
                other => (request.id, json!({"unsupported": other}), false),
            },
        };
        reply["id"] = id;
        writeln!(output, "{reply}")?;
        output.flush()?;
        if last {
            break;
        }
    }
    Ok(())
}
