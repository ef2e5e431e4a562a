"""Speaks protocol 1 for exoclaw-loop-detection: asks its policy as the loop of exoclaw does (README.md)."""

import asyncio
import json
import sys

from exoclaw_loop_detection import LoopDetectionPolicy

PROFILE = {
    "takes": "object",
    "execution": "sequential",
    "hears": ["follow-up", "denied", "disabled", "failed"],
    "has": ["tool", "interleave"],
    "choices": {"numbers": "int-float"},
    "waives": ["identity.duplicate-names"],
    "driven": "hook",
}
HELLO = {
    "protocol": 1,
    "implementation": {"name": "exoclaw-loop-detection", "version": "0.1.0", "language": "python"},
    "policies": {"any": PROFILE},
}


class Session:
    """A session of the loop: its turns. The policy is the loop's, which has one for all sessions."""

    def __init__(self, policy):
        self.policy = policy
        self.begin_turn()

    def begin_turn(self):
        self.iteration, self.tools_used, self.stopped = 0, [], False

    async def answer(self, step):
        if "input" in step:  # the next message is a turn
            self.begin_turn()
        elif self.stopped:
            return {"ended": True}
        elif "round" in step:
            return await self.round(step["round"]["calls"])
        return {}

    async def round(self, calls):
        if not await self.goes_on():  # the model is not even asked
            return {"stop": await self.limit()}
        self.iteration += 1
        for call in calls:
            try:
                args = json.loads(call["args"])
            except RecursionError:  # a provider cannot read such a call
                continue
            self.policy.record(call["tool"], args)  # the hook on_tool_calls, as its README says, before any call runs
            self.tools_used.append(call["tool"])
        return {} if await self.goes_on() else {"stop": await self.limit()}

    async def goes_on(self):
        return await self.policy.should_continue(self.iteration, self.tools_used)

    async def limit(self):
        self.stopped = True
        return await self.policy.on_limit_reached(self.iteration, self.tools_used)


async def case(steps):
    policy = LoopDetectionPolicy()
    sessions = {}
    answers = []
    for step in steps:
        name = step.get("run", "a")
        if "open" in step:
            sessions[name] = Session(policy)
            answers.append({})
        else:
            answers.append(await sessions[name].answer(step))
    return answers


def unsupported(steps):
    """What this adapter has no way to say to the policy."""
    calls = [call for step in steps for call in step.get("round", {}).get("calls", [])]
    said = {"rewrite" for step in steps if "rewrite" in step}
    said |= {step["input"]["kind"] for step in steps if "input" in step} - {"follow-up"}
    said |= {"missing-results" if "result" not in call else call["result"].get("status", "ok") for call in calls} - {"ok", "error", "denied", "disabled"}
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
        return {"ok": asyncio.run(case(request["steps"]))}
    except Exception as error:
        return {"error": {"message": f"{type(error).__name__}: {error}"}}


for line in sys.stdin.buffer:
    request = json.loads(line)
    sys.stdout.write(json.dumps({"id": request["id"], **reply(request)}) + "\n")
    sys.stdout.flush()
    if request["op"] == "bye":
        break
