"""Speaks protocol 1 for longguard: checks each step of an agent as its README does for a loop of one's own (README.md)."""

import json
import logging
import sys

from longguard import AgentStep, CircuitBreaker, GuardConfig

# What a run may cost as a whole is set so high that it does not hide the repetitions.
CAPS = {"max_steps": 1_000_000, "max_tokens_per_run": 1_000_000_000}

PROFILE = {
    "takes": "object",
    "execution": "sequential",
    "hears": ["failed"],
    "has": ["tool", "interleave"],
    "choices": {"numbers": "int-float"},
    "waives": ["identity.duplicate-names"],
    "driven": "hook",
}
HELLO = {"protocol": 1, "implementation": {"name": "longguard", "version": "0.1.4", "language": "python"}, "policies": {"any": PROFILE}}

logging.disable()


class Run:
    """A run with a breaker of its own."""

    def __init__(self):
        self.breaker = CircuitBreaker(GuardConfig(**CAPS))
        self.steps = 0
        self.stopped = False

    def answer(self, step):
        if self.stopped:
            return {"ended": True}
        notices = []
        for call in step["round"]["calls"]:
            try:
                args = json.loads(call["args"])
            except RecursionError:  # the host cannot read such a call
                continue
            decision = self.check(step["round"].get("prose", ""), call, args)
            if decision.action == "reflect":  # a message of the user, as in its README
                notices.append({"role": "user", "text": decision.inject_prompt, "after": call["id"]})
            elif decision.action == "kill":
                self.stopped = True
                return {"notices": notices, "stop": decision.reason}
        return {"notices": notices}

    def check(self, thought, call, args):
        self.steps += 1
        output = call["result"].get("raw", call["result"]["visible"])
        step = AgentStep(self.steps, thought, action=call["tool"], action_input=args, observation=output, tokens_used=100)
        return self.breaker.check(step)


def case(steps):
    runs = {}
    return [answer(runs, step.get("run", "a"), step) for step in steps]


def answer(runs, name, step):
    if "open" in step:
        runs[name] = Run()
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
