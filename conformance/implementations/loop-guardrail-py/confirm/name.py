"""identity.name: the controller counts by ToolCallSignature.args_hash alone, so calls of different tools with equal arguments are one call."""

from loop_guardrail import ToolCallGuardrailController


def codes(*tools):
    guard = ToolCallGuardrailController()
    return [guard.after_call(tool, {"path": "a.txt"}, "x", failed=False).code for tool in tools]


print("one tool twice:  expected ['allow', 'idempotent_no_progress_warning'], got", codes("read_file", "read_file"))
print("two tools once:  expected ['allow', 'allow'], got", codes("read_file", "search_files"))


def failures(*tools):
    guard = ToolCallGuardrailController()
    return [guard.after_call(tool, {"path": "a.txt"}, "x", failed=True).code for tool in tools]


print("two tools fail:  expected ['allow', 'allow'], got", failures("terminal", "write_file"))
