"""Speaks protocol 1 for able-harness-kit: wraps each tool call as an agent of langchain does (README.md)."""

import json
import sys

from able_harness_kit import LoopGuardMiddleware, ProgressAwareLoopGuardMiddleware
from langchain.agents.middleware.types import ToolCallRequest
from langchain_core.messages import ToolMessage

# The one that its README recommends; `adapter.py cheap` is the other one.
GUARD = LoopGuardMiddleware if sys.argv[1:] == ["cheap"] else ProgressAwareLoopGuardMiddleware

PROFILE = {
    "takes": "object",
    "execution": "sequential",
    "hears": ["failed"],
    "has": ["tool", "interleave"],
    "choices": {"numbers": "int-float"},
    "waives": ["identity.duplicate-names"],
    "driven": "hook",
}
HELLO = {"protocol": 1, "implementation": {"name": "able-harness-kit", "version": "0.2.0", "language": "python"}, "policies": {"any": PROFILE}}


class Run:
    """A thread of the agent, which has one middleware for all its threads."""

    def __init__(self, middleware):
        self.middleware = middleware

    def answer(self, step):
        answer = {"refused": [], "shown": {}}
        for call in step["round"]["calls"]:
            try:
                args = json.loads(call["args"])
            except RecursionError:  # langchain cannot read such a call
                continue
            ran = []

            def tool(request):
                ran.append(request)
                result = call["result"]
                status = "error" if result.get("status") == "error" else "success"
                return ToolMessage(result.get("raw", result["visible"]), tool_call_id=call["id"], name=call["tool"], status=status)

            asked = {"name": call["tool"], "args": args, "id": call["id"], "type": "tool_call"}
            message = self.middleware.wrap_tool_call(ToolCallRequest(tool_call=asked, tool=None, state={}, runtime=None), tool)
            if not ran:
                answer["refused"].append(call["id"])
            if not ran or message.content != call["result"]["visible"]:
                answer["shown"][call["id"]] = message.content
        return answer


def case(steps):
    middleware, runs = GUARD(), {}
    return [answer(middleware, runs, step.get("run", "a"), step) for step in steps]


def answer(middleware, runs, name, step):
    if "open" in step:
        runs[name] = Run(middleware)
        return {}
    return runs[name].answer(step)


def unsupported(steps):
    """What this adapter has no way to say to the middleware."""
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
