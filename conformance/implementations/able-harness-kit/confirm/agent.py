"""run.fresh, run.isolated, run.inert: a real agent of langchain with a scripted model, with the middleware as its README has it."""

import json
import logging

from able_harness_kit import LoopGuardMiddleware, ProgressAwareLoopGuardMiddleware
from langchain.agents import create_agent
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver

logging.disable()


class Model(GenericFakeChatModel):
    def bind_tools(self, tools, **_):
        return self


@tool
def look(path: str) -> str:
    """Looks at a file."""
    return "the same"


def threads(guard, *counts, path="a.txt"):
    """How many results of each thread the guard replaced, with that many equal calls in it."""

    def said():
        for count in counts:
            for at in range(count):
                yield AIMessage("", tool_calls=[{"name": "look", "args": {"path": path}, "id": f"c{at}", "type": "tool_call"}])
            yield AIMessage("done")

    agent = create_agent(Model(messages=said()), tools=[look], middleware=[guard] if guard else [], checkpointer=InMemorySaver())
    replaced = []
    for at in range(len(counts)):
        state = agent.invoke({"messages": [("user", "go")]}, {"configurable": {"thread_id": str(at)}})
        results = [message for message in state["messages"] if isinstance(message, ToolMessage)]
        replaced.append(sum(result.content != "the same" for result in results))
    return replaced


print("without a guard, a call with an unpaired surrogate: expected [0], got", threads(None, 1, path=json.loads(r'"\ud83d"')))
for make, t in [(ProgressAwareLoopGuardMiddleware, 3), (LoopGuardMiddleware, 5)]:
    print(make.__name__)
    print(f"  {t - 1} calls in one thread:                   expected [0], got", threads(make(), t - 1))
    print(f"  {t} calls in one thread:                   expected [1], got", threads(make(), t))
    print(f"  {t - 1} calls in one, then 1 in another thread: expected [0, 0], got", threads(make(), t - 1, 1))
    try:
        got = threads(make(), 1, path=json.loads(r'"\ud83d"'))
    except Exception as error:
        got = f"{type(error).__name__}: {error}"
    print("  a call with an unpaired surrogate:         expected [0], got", got)
