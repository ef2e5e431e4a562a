"""Speaks protocol 1 for nakata-agentguard: records each call as its README does (README.md)."""

import json
import sys

from agentguard import Action, AgentGuard, GuardConfig

PROFILE = {
    "takes": "object",
    "execution": "sequential",
    "hears": ["failed"],
    "has": ["tool", "interleave"],
    "choices": {"numbers": "int-float"},
    "waives": ["identity.duplicate-names", "identity.depth"],
    "driven": "hook",
}
HELLO = {"protocol": 1, "implementation": {"name": "nakata-agentguard", "version": "0.4.0", "language": "python"}, "policies": {"any": PROFILE}}

# The kit asks faster than any agent calls its tools, so the detector of the pace is switched off.
NO_PACE = {"rate_warn_cps": float("inf"), "rate_halt_cps": float("inf")}


class Run:
    """A session with a guard of its own."""

    def __init__(self):
        self.guard = AgentGuard(GuardConfig(**NO_PACE))
        self.stopped = False

    def answer(self, step):
        if self.stopped:
            return {"ended": True}
        events = []
        for call in step["round"]["calls"]:
            try:
                args = json.loads(call["args"])
            except RecursionError:  # the host cannot read such a call
                continue
            result = call["result"]
            report = self.guard.record(call["tool"], args, output=result.get("raw", result["visible"]))
            if report.action == Action.HALT:  # the loop raises, as in its README
                self.stopped = True
                return {"stop": report.reason, "events": events}
            if report.action == Action.WARN:
                events.append(report.to_dict())
        return {"events": events}


def case(steps):
    runs = {}
    return [answer(runs, step.get("run", "a"), step) for step in steps]


def answer(runs, name, step):
    if "open" in step:
        runs[name] = Run()
        return {}
    return runs[name].answer(step)


def unsupported(steps):
    """What this adapter has no way to say to the guard."""
    calls = [call for step in steps for call in step.get("round", {}).get("calls", [])]
    said = {"rewrite" for step in steps if "rewrite" in step}
    said |= {step["input"]["kind"] for step in steps if "input" in step}
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
