"""Speaks protocol 1 for the PyPI package loop-guardrail: asks its controller before and after each call (README.md)."""

import json
import sys

from loop_guardrail import ToolCallGuardrailConfig, ToolCallGuardrailController
from loop_guardrail.guardrail import IDEMPOTENT_TOOL_NAMES, append_toolguard_guidance, toolguard_synthetic_result

PROFILE = {
    "takes": "object",
    "execution": "sequential",
    "hears": ["follow-up", "failed"],
    "has": ["tool", "interleave"],
    "tools": sorted(IDEMPOTENT_TOOL_NAMES),
    "choices": {"numbers": "int-float"},
    "waives": ["identity.duplicate-names"],
    "driven": "hook",
}
HELLO = {"protocol": 1, "implementation": {"name": "loop-guardrail", "version": "1.0.0", "language": "python"}, "policies": {"any": PROFILE}}


class Run:
    """A conversation with a controller of its own."""

    def __init__(self):
        self.guard = ToolCallGuardrailController(ToolCallGuardrailConfig(hard_stop_enabled=True))
        self.stopped = False

    def answer(self, step):
        if "input" in step:  # a user's message begins a turn
            self.guard.reset_for_turn()
            self.stopped = False
        elif self.stopped:
            return {"ended": True}
        elif "round" in step:
            return self.round(step["round"]["calls"])
        return {}

    def round(self, calls):
        answer = {"refused": [], "shown": {}}
        for call in calls:
            try:
                args = json.loads(call["args"])
            except RecursionError:  # the host cannot read such a call and tells no guard
                continue
            before = self.guard.before_call(call["tool"], args)
            if not before.allows_execution:
                answer["refused"].append(call["id"])
                answer["shown"][call["id"]] = toolguard_synthetic_result(before)
                continue
            result = call["result"]
            text = result.get("raw", result["visible"])
            after = self.guard.after_call(call["tool"], args, text, failed=result.get("status") == "error")
            shown = append_toolguard_guidance(text, after)
            if shown != text:
                answer["shown"][call["id"]] = shown
        if self.guard.halt_decision is not None:
            self.stopped = True
            answer["stop"] = self.guard.halt_decision.message
        return answer


def case(steps):
    runs = {}
    return [answer(runs, step.get("run", "a"), step) for step in steps]


def answer(runs, name, step):
    if "open" in step:
        runs[name] = Run()
        return {}
    return runs[name].answer(step)


def unsupported(steps):
    """What this adapter has no way to say to the controller."""
    calls = [call for step in steps for call in step.get("round", {}).get("calls", [])]
    said = {"rewrite" for step in steps if "rewrite" in step}
    said |= {step["input"]["kind"] for step in steps if "input" in step} - {"follow-up"}
    said |= {"missing-results" if "result" not in call else call["result"].get("status", "ok") for call in calls} - {"ok", "error"}
    said |= {"args_b64" for call in calls if "args" not in call}
    return min(said, default=None)


def reply(request):
    if request["op"] == "hello":
        return {"ok": HELLO}
    if request["op"] == "bye":
        return {"ok": {}}
    missing = unsupported(request["steps"]) if request["policy"] == "any" else request["policy"]
    if missing:
        return {"unsupported": missing}
    try:
        return {"ok": case(request["steps"])}
    except Exception as error:
        return {"error": {"message": f"{type(error).__name__}: {error}"}}


for line in sys.stdin.buffer:
    request = json.loads(line)
    sys.stdout.write(json.dumps({"id": request["id"], **reply(request)}) + "\n")
    sys.stdout.flush()
    if request["op"] == "bye":
        break
