"""Speaks protocol 1 for local-agent-core: asks the guards of a session as its loop does (README.md)."""

import json
import sys

from local_agent_core import GuardTripped, LoopGuards

PROFILE = {
    "takes": "object",
    "execution": "sequential",
    "hears": ["follow-up", "failed"],
    "has": ["tool", "interleave"],
    "choices": {"numbers": "int-float"},
    "waives": ["identity.duplicate-names"],
    "driven": "hook",
}
HELLO = {"protocol": 1, "implementation": {"name": "local-agent-core", "version": "0.1.0", "language": "python"}, "policies": {"any": PROFILE}}

# The limit of a session's responses, 20 unless it is told otherwise, is set so high that it does not hide the repetitions.
TURNS = 1_000_000


class Run:
    """A session with guards of its own; each message of the user is a `chat`."""

    def __init__(self):
        self.guards = LoopGuards(max_turns=TURNS)
        self.stopped = False

    def answer(self, step):
        if "input" in step:  # the next `chat`; the guards stay as they are
            self.stopped = False
            return {}
        if self.stopped:
            return {"ended": True}
        return self.round(step["round"]["calls"])

    def round(self, calls):
        asked = []
        for call in calls:
            try:
                args = json.loads(call["args"])
            except RecursionError:  # a server that cannot read such a call does not hand it over
                continue
            # A server reads the call from the model's text and writes its arguments anew, with their members in the order that they have.
            asked.append((call, json.dumps(args, separators=(",", ":"), ensure_ascii=False)))
        if not asked:
            return {}
        self.guards.on_model_response({})
        for at, (call, args) in enumerate(asked):
            try:
                self.guards.on_tool_call(call["tool"], args)
            except GuardTripped as tripped:  # `chat` raises it
                self.stopped = True
                left = [call["id"] for call, _ in asked[at:]]
                return {"refused": left, "shown": dict.fromkeys(left, f"Loop terminated: {tripped.reason}"), "stop": tripped.reason}
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
    """What this adapter has no way to say to the guards."""
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
