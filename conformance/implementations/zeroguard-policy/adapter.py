"""Speaks protocol 1 for zeroguard-policy: calls tools that its breaker decorates, as its README does (README.md)."""

import json
import sys

from zeroguard import LoopCircuitBreakerException, ZeroGuardEngine

PROFILE = {
    "takes": "object",
    "execution": "sequential",
    "hears": ["failed"],
    "has": ["tool", "interleave"],
    "choices": {"numbers": "int-float"},
    "waives": ["identity.duplicate-names"],
    "driven": "hook",
}
HELLO = {"protocol": 1, "implementation": {"name": "zeroguard-policy", "version": "0.1.0", "language": "python"}, "policies": {"any": PROFILE}}


class Tools:
    """The decorated tools of a process, with one engine."""

    def __init__(self):
        self.breaker = ZeroGuardEngine(loop_threshold=3).breaker()
        self.functions = {}

    def __getitem__(self, name):
        if name not in self.functions:

            def tool(**_):
                return None

            tool.__name__ = name
            self.functions[name] = self.breaker(tool)
        return self.functions[name]


class Run:
    """A run of the agent, which calls the tools of its process."""

    def __init__(self, tools):
        self.tools = tools
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
                self.tools[call["tool"]](**args)
            except LoopCircuitBreakerException as circuit:  # it leaves the tool and, uncaught, the run
                self.stopped = True
                return {"stop": str(circuit)}
        return {}


def case(steps):
    tools, runs = Tools(), {}
    return [answer(tools, runs, step.get("run", "a"), step) for step in steps]


def answer(tools, runs, name, step):
    if "open" in step:
        runs[name] = Run(tools)
        return {}
    return runs[name].answer(step)


def unsupported(steps):
    """What this adapter has no way to say to the breaker."""
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
