"""run.isolated: a real agent of langchain with a scripted model, with the middleware as its README has it."""

import sys
import uuid
from contextlib import suppress

from langchain.agents import create_agent
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.tools import tool
from langchain_tool_recover import ToolRecoverError, ToolRecoverMiddleware


class Model(GenericFakeChatModel):
    def bind_tools(self, tools, **_):
        return self


@tool
def look(path: str) -> str:
    """Looks at a file."""
    if path == "none":
        raise OSError("no such file")
    return "the same"


def calling(path="a.txt"):
    return AIMessage("", tool_calls=[{"name": "look", "args": {"path": path}, "id": uuid.uuid4().hex, "type": "tool_call"}])


def run(middleware, said, config):
    """How many calls of a run the middleware answered itself."""
    agent = create_agent(Model(messages=said), tools=[look], middleware=[middleware])
    state = agent.invoke({"messages": [("user", "go")]}, config())
    return sum(message.content != "the same" for message in state["messages"] if isinstance(message, ToolMessage))


def alone(config, count):
    return run(ToolRecoverMiddleware(enable_logging=False), iter([calling() for _ in range(count)] + [AIMessage("done")]), config)


def side_by_side(config):
    """One run of two calls, and between its second call and its end another of one call."""
    middleware, other = ToolRecoverMiddleware(enable_logging=False), []

    def said():
        yield calling()
        yield calling()
        other.append(run(middleware, iter([calling(), AIMessage("done")]), config))
        yield AIMessage("done")

    return [run(middleware, said(), config), *other]


def after_a_failure(config):
    """A run of two calls that a failing tool ends, and then one of one call."""
    middleware = ToolRecoverMiddleware(enable_logging=False)
    with suppress(ToolRecoverError):
        run(middleware, iter([calling(), calling(), calling("none")]), config)
        sys.exit("the failure did not end the run")
    return run(middleware, iter([calling(), AIMessage("done")]), config)


plain, with_id = dict, lambda: {"run_id": uuid.uuid4()}
for name, config in [("agent.invoke(messages)", plain), ("with a run_id in the configuration", with_id)]:
    print(name)
    print("  2 calls in one run:                        expected 0, got", alone(config, 2))
    print("  3 calls in one run:                        expected 1, got", alone(config, 3))
    print("  2 calls, and 1 in a run at the same time:  expected [0, 0], got", side_by_side(config))
    print("  2 calls in a run that fails, then 1:       expected 0, got", after_a_failure(config))
