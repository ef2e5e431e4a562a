"""Speaks protocol 1 for trajectory-fuse: observes each call as its quickstart does (README.md)."""

import json
import sys

from trajectory_fuse import Action, AgentFuse, DeadlockDetected

PROFILE = {
    "takes": "json",
    "execution": "sequential",
    "hears": ["failed"],
    "has": ["tool", "interleave"],
    "choices": {"numbers": "int-float"},
    "waives": ["identity.duplicate-names"],
    "driven": "hook",
}
HELLO = {"protocol": 1, "implementation": {"name": "trajectory-fuse", "version": "0.3.0", "language": "python"}, "policies": {"any": PROFILE}}


class Run:
    """A run with a fuse of its own."""

    def __init__(self):
        self.fuse = AgentFuse()
        self.stopped = False

    def answer(self, step):
        if self.stopped:
            return {"ended": True}
        return self.round(step["round"]["calls"])

    def round(self, calls):
        for call in calls:
            try:
                args = json.loads(call["args"])
            except RecursionError:  # the host cannot read such a call
                continue
            result = call["result"]
            action = Action(call["tool"], args, result.get("raw", result["visible"]), success=result.get("status") != "error")
            try:
                self.fuse.observe(action)
            except DeadlockDetected as deadlock:  # the run is over, as in its quickstart
                self.stopped = True
                return {"stop": deadlock.detection.message}
        return {}


def case(steps):
    runs = {}
    return [answer(runs, step.get("run", "a"), step) for step in steps]


def answer(runs, name, step):
    if "open" in step:
        runs[name] = Run()
        return {}
    return runs[name].answer(step)


def unsupported(steps):
    """What this adapter has no way to say to the fuse."""
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
