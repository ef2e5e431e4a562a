"""identity.key-order: the guard compares arguments as texts; a real session, with a client that hands over scripted responses."""

from local_agent_core import AgentSession, GuardTripped, OllamaClient


class Scripted(OllamaClient):
    """A server that answers with one call after the other, and then with a text."""

    def __init__(self, arguments):
        super().__init__()
        self.arguments = list(arguments)

    def chat(self, **_):
        if not self.arguments:
            return {"choices": [{"message": {"role": "assistant", "content": "done"}, "finish_reason": "stop"}]}
        function = {"name": "lookup", "arguments": self.arguments.pop(0)}
        message = {"role": "assistant", "content": "", "tool_calls": [{"id": "c", "type": "function", "function": function}]}
        return {"choices": [{"message": message, "finish_reason": "tool_calls"}]}


def ends(arguments):
    """How a session ends in which the model asks for these calls, and how often the tool ran."""
    agent, ran = AgentSession(), []
    agent.client = Scripted(arguments)

    @agent.tool(name="lookup", description="Looks something up", parameters={"type": "object"})
    def lookup(**members):
        ran.append(members)
        return "the same"

    try:
        agent.chat("go")
        return "done", ran
    except GuardTripped as tripped:
        return tripped.guard_name, ran


one, other = '{"a":1,"b":2}', '{"b":2,"a":1}'
for arguments in [[one, one, one], [one, one, other]]:
    end, ran = ends(arguments)
    print(f"{' '.join(arguments)}: expected Repetition after 2, got {end} after {len(ran)}")
    print(f"  all calls that ran are equal: {all(members == ran[0] for members in ran)}")
