"""run.fresh, run.isolated: the real loop of exoclaw, with the policy as its README has it. One policy serves all sessions, and nothing resets it."""

import asyncio
import logging

import structlog
from exoclaw.agent.loop import AgentLoop
from exoclaw.bus.queue import MessageBus
from exoclaw.providers.types import LLMResponse, ToolCallRequest
from exoclaw_loop_detection import LoopDetectionPolicy

structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))


class Provider:
    """A model that makes one call again and again, then says that it is done."""

    def __init__(self):
        self.calls = 0

    def get_default_model(self):
        return "scripted"

    async def chat(self, **_):
        self.calls -= 1
        if self.calls < 0:
            return LLMResponse(content="done")
        return LLMResponse(content=None, tool_calls=[ToolCallRequest(id=f"c{self.calls}", name="ls", arguments={"path": "."})])


class Conversation:
    async def build_prompt(self, session_id, message, **_):
        return [{"role": "user", "content": message}]

    async def record(self, session_id, new_messages):
        pass

    async def clear(self, session_id):
        return True

    def list_sessions(self):
        return []


def loop(provider):
    policy = LoopDetectionPolicy()

    async def on_tool_calls(calls):
        for call in calls:
            policy.record(call.name, call.arguments)

    return AgentLoop(bus=MessageBus(), provider=provider, conversation=Conversation(), iteration_policy=policy, on_tool_calls=on_tool_calls)


async def turns(*counts):
    """What a session of its own says after that many identical calls."""
    provider = Provider()
    agent = loop(provider)
    said = []
    for at, count in enumerate(counts):
        provider.calls = count
        answer = await agent.process_direct("go", session_key=f"test:{at}")
        said.append("done" if answer == "done" else "stopped")
    return said


print("19 calls in one session:             expected ['done'], got", asyncio.run(turns(19)))
print("20 calls in one session:             expected ['stopped'], got", asyncio.run(turns(20)))
print("19 calls, then 1 in another session: expected ['done', 'done'], got", asyncio.run(turns(19, 1)))
print("20 calls, then none in two others:   expected ['stopped', 'done', 'done'], got", asyncio.run(turns(20, 0, 0)))
