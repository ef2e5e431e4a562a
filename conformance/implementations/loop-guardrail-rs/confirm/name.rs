//! identity.name: the controller counts by the hash of the arguments alone, so calls of different tools with equal arguments are one call.

use loop_guardrail::ToolCallGuardrailController;
use serde_json::json;

fn codes(tools: [&str; 2], failed: bool) -> Vec<String> {
    let mut guard = ToolCallGuardrailController::new(None);
    tools.map(|tool| guard.after_call(tool, Some(&json!({"path": "a.txt"})), Some("x"), Some(failed)).code).into()
}

fn main() {
    println!("one tool twice: expected allow, idempotent_no_progress_warning, got {:?}", codes(["read_file", "read_file"], false));
    println!("two tools once: expected allow, allow, got {:?}", codes(["read_file", "search_files"], false));
    println!("two tools fail: expected allow, allow, got {:?}", codes(["terminal", "write_file"], true));
}
