//! Speaks protocol 1 for the crate loop-guardrail: asks its controller before and after each call (README.md).

use std::collections::BTreeMap;
use std::io::{BufRead, Write};

use loop_guardrail::{append_toolguard_guidance, toolguard_synthetic_result, ToolCallGuardrailConfig, ToolCallGuardrailController};
use serde_json::{json, Map, Value};

fn config() -> ToolCallGuardrailConfig {
    ToolCallGuardrailConfig { hard_stop_enabled: true, ..Default::default() }
}

fn hello() -> Value {
    let mut tools: Vec<String> = config().idempotent_tools.into_iter().collect();
    tools.sort();
    let profile = json!({
        "takes": "object",
        "execution": "sequential",
        "hears": ["follow-up", "failed"],
        "has": ["tool", "interleave"],
        "tools": tools,
        "choices": {"numbers": "int-float"},
        "waives": ["identity.duplicate-names"],
        "driven": "hook",
    });
    let implementation = json!({"name": "loop-guardrail", "version": "0.1.0", "language": "rust"});
    json!({"ok": {"protocol": 1, "implementation": implementation, "policies": {"any": profile}}})
}

/// A conversation with a controller of its own.
struct Run {
    guard: ToolCallGuardrailController,
    stopped: bool,
}

impl Run {
    fn new() -> Self {
        Self { guard: ToolCallGuardrailController::new(Some(config())), stopped: false }
    }

    fn answer(&mut self, step: &Value) -> Value {
        if step.get("input").is_some() {
            // A user's message begins a turn.
            self.guard.reset_for_turn();
            self.stopped = false;
            return json!({});
        }
        if self.stopped {
            return json!({"ended": true});
        }
        self.round(step["round"]["calls"].as_array().map(Vec::as_slice).unwrap_or_default())
    }

    fn round(&mut self, calls: &[Value]) -> Value {
        let (mut refused, mut shown) = (Vec::new(), Map::new());
        for call in calls {
            let (id, tool) = (text(&call["id"]), text(&call["tool"]));
            // What serde_json does not read (too deep, half a surrogate pair) the host answers itself.
            let Ok(args) = serde_json::from_str::<Value>(text(&call["args"])) else { continue };
            let before = self.guard.before_call(tool, Some(&args));
            if !before.allows_execution() {
                refused.push(id);
                shown.insert(id.to_owned(), toolguard_synthetic_result(&before).into());
                continue;
            }
            let result = &call["result"];
            let given = text(result.get("raw").unwrap_or(&result["visible"]));
            let after = self.guard.after_call(tool, Some(&args), Some(given), Some(result["status"] == "error"));
            let guided = append_toolguard_guidance(given, &after);
            if guided != given {
                shown.insert(id.to_owned(), guided.into());
            }
        }
        let stop = self.guard.halt_decision().map(|decision| decision.message.clone());
        self.stopped = stop.is_some();
        json!({"refused": refused, "shown": shown, "stop": stop})
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// What this adapter has no way to say to the controller.
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
