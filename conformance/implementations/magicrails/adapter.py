"""Speaks protocol 1 for magicrails: records each call inside a session, as its README does (README.md)."""

import json
import sys

from magicrails import Magicrails, TripError

PROFILE = {
    "takes": "object",
    "execution": "sequential",
    "hears": ["failed"],
    "has": ["tool", "interleave"],
    "choices": {"numbers": "int-float"},
    "waives": ["identity.duplicate-names"],
    "driven": "hook",
}
HELLO = {"protocol": 1, "implementation": {"name": "magicrails", "version": "0.1.1", "language": "python"}, "policies": {"any": PROFILE}}


class Run:
    """A run inside `with Magicrails(max_repeats=3)`, as its README has it."""

    def __init__(self):
        self.session = Magicrails(max_repeats=3)
        self.stopped = False

    def answer(self, step):
        if self.stopped:
            return {"ended": True}
        for call in step["round"]["calls"]:
            try:
                args = json.loads(call["args"])
            except RecursionError:  # the host cannot read such a call
                continue
            try:
                self.session.record_call(call["tool"], args)
            except TripError as trip:  # it leaves the run
                self.stopped = True
                return {"stop": str(trip)}
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
    """What this adapter has no way to say to the session."""
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
