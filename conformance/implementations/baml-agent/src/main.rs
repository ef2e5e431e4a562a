//! Speaks protocol 1 for the crate baml-agent: puts each response of the model through its `process_step` (README.md).

mod agent;

use std::collections::BTreeMap;
use std::io::{BufRead, Write};

use agent::Run;
use serde_json::{json, Value};

fn hello() -> Value {
    let profile = json!({
        "takes": "object",
        "execution": "sequential",
        "hears": ["follow-up", "failed"],
        "has": ["tool", "interleave"],
        "choices": {"numbers": "int-float"},
        "waives": ["identity.duplicate-names"],
        "driven": "hook",
    });
    let implementation = json!({"name": "baml-agent", "version": "0.3.0", "language": "rust"});
    json!({"ok": {"protocol": 1, "implementation": implementation, "policies": {"any": profile}}})
}

/// What this adapter has no way to say to the loop.
fn unsupported(steps: &[Value]) -> Option<String> {
    for step in steps {
        if step.get("rewrite").is_some() {
            return Some("rewrite".to_owned());
        }
        if let Some(kind) = step["input"]["kind"].as_str().filter(|kind| *kind != "follow-up") {
            return Some(kind.to_owned());
        }
        for call in step["round"]["calls"].as_array().into_iter().flatten() {
            if call.get("result").is_none() {
                return Some("missing-results".to_owned());
            }
            if call.get("args").is_none() {
                return Some("args_b64".to_owned());
            }
            if let Some(status) = call["result"]["status"].as_str().filter(|status| !matches!(*status, "ok" | "error")) {
                return Some(status.to_owned());
            }
        }
    }
    None
}

fn case(steps: &[Value]) -> Value {
    if let Some(what) = unsupported(steps) {
        return json!({"unsupported": what});
    }
    let mut runs = BTreeMap::new();
    let mut answers = Vec::new();
    for step in steps {
        let name = step["run"].as_str().unwrap_or("a");
        if step.get("open").is_some() {
            runs.insert(name, Run::new());
            answers.push(json!({}));
        } else if let Some(run) = runs.get_mut(name) {
            answers.push(run.answer(step));
        }
    }
    json!({"ok": answers})
}

fn reply(request: &Value) -> Value {
    match request["op"].as_str() {
        Some("hello") => hello(),
        Some("bye") => json!({"ok": {}}),
        Some("case") if request["policy"] == "any" => {
            let steps = request["steps"].as_array().cloned().unwrap_or_default();
            std::panic::catch_unwind(|| case(&steps)).unwrap_or_else(|_| json!({"error": {"message": "panic"}}))
        }
        _ => json!({"unsupported": "this policy"}),
    }
}

fn main() -> std::io::Result<()> {
    for line in std::io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        let mut answer = reply(&request);
        answer["id"] = request["id"].clone();
        writeln!(std::io::stdout(), "{answer}")?;
        if request["op"] == "bye" {
            break;
        }
    }
    Ok(())
}
