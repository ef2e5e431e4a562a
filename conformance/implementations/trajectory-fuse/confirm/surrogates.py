"""run.inert: canonical_hash encodes the text as UTF-8, which fails for half a surrogate pair; json.loads gives such a string for the escape."""

import json

from trajectory_fuse import Action, AgentFuse, DeadlockDetected


def third(text):
    """What the third of three equal calls leads to."""
    fuse = AgentFuse()
    for _ in range(3):
        try:
            fuse.observe(Action("search", json.loads(text), "x", success=True))
        except DeadlockDetected as deadlock:
            return deadlock.kind.value
        except Exception as error:
            return f"{type(error).__name__}: {error}"
    return "nothing"


for text in [r'{"q":"cat \ud83d\ude3a"}', r'{"q":"cat \ud83d"}']:
    print(f"third call with {text}: expected direct_repeat, got {third(text)}")
