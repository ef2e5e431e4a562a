"""Your middleware behind loopspec's protocol 1, in a real agent of LangChain whose model says what the kit asks. Needs: pip install langchain"""

import contextvars
import json
import queue
import sys
import threading

out, sys.stdout = sys.stdout, sys.stderr  # only answers go to standard output, whatever your guard prints
sys.path.insert(0, "")  # what you import is looked for in the folder in which the adapter is started

from langchain.agents import create_agent
from langchain.agents.middleware import AgentMiddleware
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import BaseTool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from pydantic import BaseModel

# What your guard takes, hears and has, and what Python's json does; see `loopspec explain protocol`. A reminder at 3, 5, 8 claims "repeat-reminder" instead of "any".
PROFILE = {"takes": "object", "execution": "sequential", "hears": ["follow-up", "failed"], "has": ["tool", "interleave"],
           "choices": {"numbers": "int-float"}, "waives": ["identity.duplicate-names", "identity.depth"], "driven": "loop"}
HELLO = {"protocol": 1, "implementation": {"name": "my-guard", "version": "0.1.0", "language": "python"}, "policies": {"any": PROFILE}}
STOPS = ()  # the exceptions that your guard documents for the end of a run


class Guard(AgentMiddleware):  # YOUR GUARD GOES HERE: delete this sample, import yours, and make it in `case` as your users do.
    def wrap_tool_call(self, request, handler):
        calls = []
        for message in request.state["messages"]:
            calls = [] if message.type == "human" else calls + getattr(message, "tool_calls", [])
        texts = [json.dumps([call["name"], call["args"]], sort_keys=True) for call in calls]
        here = [call["id"] for call in calls].index(request.tool_call["id"]) + 1
        if here >= 3 and len(set(texts[here - 3:here])) == 1:
            return ToolMessage("Not run: this is the same call for the third time.", tool_call_id=request.tool_call["id"])
        return handler(request)


RUN = contextvars.ContextVar("run")


class Model(BaseChatModel):
    _llm_type = "scripted"

    def bind_tools(self, tools, **_):
        return self

    def _generate(self, messages, *_, **__):
        run = RUN.get()
        run.heard.put(messages)
        return ChatResult(generations=[ChatGeneration(message=run.said.get())])


class Anything(BaseModel):
    model_config = {"extra": "allow"}


class Tool(BaseTool):
    description: str = "Does what the kit says."
    args_schema: type = Anything

    def _run(self):
        raise NotImplementedError

    def invoke(self, input, config=None, **_):
        call = RUN.get().calls[input["id"]]
        RUN.get().ran.append(input["id"])
        status = "error" if call["result"].get("status") == "error" else "success"
        return ToolMessage(call["result"]["visible"], tool_call_id=input["id"], name=self.name, status=status)


class Run:
    """A thread of the agent. It runs beside the kit, and waits in the model for the next step."""

    def __init__(self, agent, name):
        self.agent, self.heard, self.said = agent, queue.Queue(), queue.Queue()
        self.config = {"configurable": {"thread_id": name}, "max_concurrency": 1, "recursion_limit": 1_000_000}
        self.waits = self.stopped = False

    def begin(self, text):
        def turn():
            RUN.set(self)
            try:
                self.agent.invoke({"messages": [("user", text)]}, self.config)
                self.heard.put(None)
            except Exception as error:
                self.heard.put(error)

        threading.Thread(target=turn, daemon=True).start()
        return self.listen()

    def listen(self):
        """The messages with which the model is asked, or at the end None, or what the guard raised for it."""
        heard = self.heard.get()
        self.waits = isinstance(heard, list)
        self.stopped = not self.waits
        if isinstance(heard, Exception) and not isinstance(heard, STOPS):
            raise heard
        return heard

    def end(self):
        if self.waits:
            self.said.put(AIMessage("Done."))
            self.listen()

    def round(self, calls):
        if not self.waits and not self.stopped:
            self.begin("Go on.")
        if self.stopped:
            return {"ended": True}
        self.calls, self.ran, asked = {call["id"]: call for call in calls}, [], []
        for call in calls:
            try:
                asked.append({"name": call["tool"], "args": json.loads(call["args"]), "id": call["id"], "type": "tool_call"})
            except RecursionError:
                pass  # no provider can hand over such a call
        if not asked:
            return {}
        message = AIMessage("", tool_calls=asked)
        self.said.put(message)
        heard = self.listen()
        if isinstance(heard, Exception):
            return {"stop": str(heard)}
        messages = heard or self.agent.get_state(self.config).values["messages"]
        behind = messages[max(at for at, one in enumerate(messages) if getattr(one, "tool_calls", None) == asked) + 1:]
        shown = {one.tool_call_id: one.content for one in behind if one.type == "tool"}
        others = [{"role": {"human": "user", "ai": "assistant"}.get(one.type, one.type), "text": one.content} for one in behind if one.type != "tool"]
        facts = {"refused": [call["id"] for call in asked if call["id"] not in self.ran], "notices": others,
                 "shown": {id: text for id, text in shown.items() if id not in self.ran or text != self.calls[id]["result"]["visible"]}}
        if self.stopped:
            facts["stop"] = facts["notices"].pop()["text"] if others else ""
        return facts


# Do what your host does, nothing more: here the host is there itself, so that whatever hooks your middleware has are called by it.
def answer(run, step):
    if "round" in step:
        return run.round(step["round"]["calls"])
    if "input" in step:  # the turn ends, and the user writes
        run.end()
        run.begin(step["input"]["text"])
    return {}


# Lifetimes. A case is a process of your users, an open is a run. Build once a case what they build once a process, and at each open
# what they build for a run. Nothing survives a case.
def case(steps):
    tools = {call["tool"]: Tool(name=call["tool"]) for step in steps for call in step.get("round", {}).get("calls", [])}
    keeper = InMemorySaver(serde=JsonPlusSerializer(pickle_fallback=True))  # so that an unpaired surrogate is the guard's matter, not the host's
    agent = create_agent(Model(), tools=list(tools.values()), middleware=[Guard()], checkpointer=keeper)
    runs, begun, answers = {}, [], []
    try:
        for at, step in enumerate(steps):
            name = step.get("run", "a")
            if "open" in step:
                runs[name] = Run(agent, f"{name} {at}")
                begun.append(runs[name])
            answers.append(answer(runs[name], step))
        return answers
    finally:
        for run in begun:
            run.end()


for line in sys.stdin:
    request = json.loads(line)
    try:
        reply = {"ok": case(request["steps"]) if request["op"] == "case" else HELLO if request["op"] == "hello" else {}}
    except Exception as error:
        reply = {"error": {"message": f"{type(error).__name__}: {error}"}}
    print(json.dumps({"id": request["id"], **reply}), file=out, flush=True)
