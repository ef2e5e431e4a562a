"""run.inert: args_hash encodes the text as UTF-8, which fails for half a surrogate pair; json.loads gives such a string for the escape."""

import json

from agentguard import AgentGuard


def first(text):
    """What the record of one call leads to."""
    try:
        return AgentGuard().record("search", json.loads(text), output="x").action.value
    except Exception as error:
        return f"{type(error).__name__}: {error}"


for text in [r'{"q":"cat \ud83d\ude3a"}', r'{"q":"cat \ud83d"}']:
    print(f"one call with {text}: expected continue, got {first(text)}")
