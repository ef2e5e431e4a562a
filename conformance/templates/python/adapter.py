"""A guard in Python behind protocol 1: copy it with guard.py, put your guard there, run `loopspec check -- python3 adapter.py`."""

import json
import sys

from guard import ConfigError, RepeatGuard

# json keeps the last member of a name and gives up at about a thousand levels, so these two rules are waived.
PROFILE = {"takes": "raw", "choices": {"numbers": "int-float"}, "waives": ["identity.duplicate-names", "identity.depth"]}
HELLO = {"protocol": 1, "implementation": {"name": "sample-guard", "version": "0.1.0", "language": "python"}, "policies": {"repeat-reminder": PROFILE}}


# Lifetimes: a case is a process of your users, an open is a run. Build here what they build once a process. Nothing survives a case.
def case(steps):
    runs = {}
    return [answer(runs, step.get("run", "a"), step) for step in steps]


# Do what your host does, nothing more: what it never tells the guard, leave out here, and say so in the profile.
def answer(runs, run, step):
    if "open" in step:
        try:
            runs[run] = RepeatGuard(**step["open"])
        except ConfigError as error:
            runs[run] = None
            return {"rejected": str(error)}
    elif runs[run] is None:
        return {"ended": True}
    elif "round" in step:
        message = runs[run].round([(call["tool"], call["args"]) for call in step["round"]["calls"]])
        return {"notices": [{"role": message["role"], "text": message["content"]}]} if message else {}
    elif "input" in step:
        runs[run].external_input()
    return {}  # a rewrite: this host does not tell the guard


for line in sys.stdin.buffer:
    request = json.loads(line)
    try:
        reply = {"ok": case(request["steps"]) if request["op"] == "case" else HELLO if request["op"] == "hello" else {}}
    except Exception as error:
        reply = {"error": {"message": f"{type(error).__name__}: {error}"}}
    sys.stdout.write(json.dumps({"id": request["id"], **reply}) + "\n")
    sys.stdout.flush()
