"""Speaks protocol 1 for langchain-tool-recover: wraps each tool call as an agent of langchain does (README.md)."""

import json
import sys
from types import SimpleNamespace

from langchain.agents.middleware.types import ToolCallRequest
from langchain_core.messages import ToolMessage
from langchain_tool_recover import ToolRecoverError, ToolRecoverMiddleware

# A plain `agent.invoke` gives a run no id; `adapter.py run-id` asks as with a caller that has one in the configuration of every run.
WITH_RUN_ID = sys.argv[1:] == ["run-id"]

PROFILE = {
    "takes": "object",
    "execution": "sequential",
    "hears": ["follow-up", "failed"],
    "has": ["tool", "interleave"],
    "choices": {"numbers": "int-float"},
    "waives": ["identity.duplicate-names"],
    "driven": "hook",
}
NAME = "langchain-tool-recover"
HELLO = {"protocol": 1, "implementation": {"name": NAME, "version": "0.1.0", "language": "python"}, "policies": {"any": PROFILE}}


class Thread:
    """A thread of the agent, which has one middleware for all its threads; each message of the user is a run of its own."""

    def __init__(self, middleware, name):
        self.middleware, self.name, self.runs = middleware, name, 0
        self.begin()

    def begin(self):
        self.runs += 1
        self.stopped = False
        run_id = f"{self.name} {self.runs}" if WITH_RUN_ID else None
        self.runtime = SimpleNamespace(execution_info=SimpleNamespace(run_id=run_id))

    def end(self):
        """The model answers without calls; a run that was left by an exception does not come here."""
        if not self.stopped:
            self.middleware.after_agent({}, self.runtime)

    def answer(self, step):
        if "input" in step:
            self.begin()
            return {}
        if self.stopped:
            return {"ended": True}
        answer = {"refused": [], "shown": {}}
        for call in step["round"]["calls"]:
            try:
                args = json.loads(call["args"])
            except RecursionError:  # langchain cannot read such a call
                continue
            try:
                self.call(call, args, answer)
            except ToolRecoverError as error:  # a failure that its policy does not return to the model
                self.stopped = True
                return {**answer, "stop": str(error)}
        return answer

    def call(self, call, args, answer):
        ran = []

        def tool(request):
            ran.append(request)
            result = call["result"]
            status = "error" if result.get("status") == "error" else "success"
            return ToolMessage(result.get("raw", result["visible"]), tool_call_id=call["id"], name=call["tool"], status=status)

        asked = {"name": call["tool"], "args": args, "id": call["id"], "type": "tool_call"}
        message = self.middleware.wrap_tool_call(ToolCallRequest(tool_call=asked, tool=None, state={}, runtime=self.runtime), tool)
        if not ran:
            answer["refused"].append(call["id"])
        if not ran or message.content != call["result"]["visible"]:
            answer["shown"][call["id"]] = message.content


def case(steps):
    middleware, threads, answers = ToolRecoverMiddleware(enable_logging=False), {}, []
    for at, step in enumerate(steps):
        name = step.get("run", "a")
        if "open" in step:
            threads[name] = Thread(middleware, f"{name} {at}")
            answers.append({})
        else:
            answers.append(threads[name].answer(step))
        later = next((step for step in steps[at + 1 :] if step.get("run", "a") == name), {"open": {}})
        if "open" in later or "input" in later:
            threads[name].end()
    return answers


def unsupported(steps):
    """What this adapter has no way to say to the middleware."""
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
