"""Speaks protocol 1 for loopguard-runtime: streams an agent's messages through its guard, as its runner does (README.md)."""

import json
import sys
from collections import deque
from types import SimpleNamespace

from loopguard import LoopGuard

PROFILE = {
    "takes": "object",
    "execution": "parallel",
    "hears": ["failed"],
    "has": ["tool", "interleave"],
    "choices": {"numbers": "int-float"},
    "waives": ["identity.duplicate-names"],
    "driven": "hook",
}
HELLO = {"protocol": 1, "implementation": {"name": "loopguard-runtime", "version": "0.2.1", "language": "python"}, "policies": {"any": PROFILE}}


class Agent:
    """A compiled graph, as far as `LoopGuard.stream` looks at it: it yields the updates that are there."""

    def __init__(self):
        self.updates = deque()

    def stream(self, _initial, **_):
        while True:
            yield self.updates.popleft()


class Run:
    """A run of an agent under the guard of its process."""

    def __init__(self, guard):
        self.agent = Agent()
        self.messages = guard.stream(self.agent)
        self.stopped = False

    def answer(self, step):
        if self.stopped:
            return {"ended": True}
        calls = []
        for call in step["round"]["calls"]:
            try:
                calls.append((call, json.loads(call["args"])))
            except RecursionError:  # langchain cannot read such a call
                continue
        if not calls:
            return {}
        events = []
        asked = [{"name": call["tool"], "args": args, "id": call["id"], "type": "tool_call"} for call, args in calls]
        updates = [("agent", SimpleNamespace(type="ai", content=step["round"].get("prose", ""), tool_calls=asked))]
        updates += [("tools", SimpleNamespace(type="tool", content=call["result"].get("raw", call["result"]["visible"]))) for call, _ in calls]
        for node, message in updates:
            stop = self.update(node, message, events)
            if stop is not None:
                return {"events": events, "stop": stop}
        return {"events": events}

    def update(self, node, message, events):
        """Reads what the guard makes of one update: an event, its signals, a decision, and an alert for each signal if it decides anything."""
        self.agent.updates.append({node: {"messages": [message]}})
        signals = []
        while True:
            said = next(self.messages)
            if said["type"] == "error":
                raise RuntimeError(said["message"])
            if said["type"] == "signal":
                signals.append(said)
            if said["type"] == "decision":
                break
        if said["action"] == "continue":
            return None
        events += [next(self.messages) for _ in signals]
        if said["action"] != "stop":
            return None
        self.stopped = True
        rest = list(self.messages)
        assert rest[-1] == {"type": "done", "interrupted": True}
        return signals[-1]["message"]


def case(steps):
    guard, runs = LoopGuard(), {}
    return [answer(guard, runs, step.get("run", "a"), step) for step in steps]


def answer(guard, runs, name, step):
    if "open" in step:
        runs[name] = Run(guard)
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
