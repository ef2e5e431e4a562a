"""Speaks protocol 1 for the guardrails of hermes-agent: asks their controller before and after each call, as the agent does (README.md)."""

import json
import sys

from agent.tool_guardrails import (
    IDEMPOTENT_TOOL_NAMES,
    ToolCallGuardrailConfig,
    ToolCallGuardrailController,
    append_toolguard_guidance,
    toolguard_synthetic_result,
)

PROFILE = {
    "takes": "object",
    "execution": "parallel",
    "hears": ["follow-up", "failed"],
    "has": ["tool", "interleave"],
    "tools": sorted(IDEMPOTENT_TOOL_NAMES),
    "choices": {"numbers": "int-float"},
    "waives": ["identity.duplicate-names"],
    "driven": "hook",
}
HELLO = {"protocol": 1, "implementation": {"name": "hermes-agent", "version": "0.19.0", "language": "python"}, "policies": {"any": PROFILE}}


class Run:
    """A session: an agent with a controller of its own."""

    def __init__(self):
        config = {"hard_stop_enabled": True}  # the section `tool_loop_guardrails` of its config.yaml
        self.guard = ToolCallGuardrailController(ToolCallGuardrailConfig.from_mapping(config))
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
        """All calls are asked for, the others run, then what they gave is looked at, in the order of the calls."""
        answer = {"refused": [], "shown": {}}
        ran = []
        for call in calls:
            try:
                args = json.loads(call["args"])
            except RecursionError:  # the agent cannot read such a call, so no guard hears of it
                continue
            decision = self.guard.before_call(call["tool"], args)
            if decision.allows_execution:
                ran.append((call, args))
            else:
                answer["refused"].append(call["id"])
                answer["shown"][call["id"]] = toolguard_synthetic_result(decision)
        for call, args in ran:
            result = call["result"]
            text = result.get("raw", result["visible"])
            decision = self.guard.after_call(call["tool"], args, text, failed=result.get("status") == "error")
            if decision.action in {"warn", "halt"}:
                answer["shown"][call["id"]] = append_toolguard_guidance(text, decision)
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
