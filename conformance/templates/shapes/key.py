"""Your key function behind loopspec's protocol 1: the part of a guard that says when two calls are the same."""

import json
import sys

out, sys.stdout = sys.stdout, sys.stderr  # only answers go to standard output, whatever your guard prints
sys.path.insert(0, "")  # what you import is looked for in the folder in which the adapter is started

# What your function takes and has, and what Python's json does; see `loopspec explain protocol`.
PROFILE = {"takes": "json", "has": ["tool"], "choices": {"numbers": "int-float"}, "waives": ["identity.duplicate-names", "identity.depth"]}
HELLO = {"protocol": 1, "implementation": {"name": "my-key", "version": "0.1.0", "language": "python"}, "policies": {"identity": PROFILE}}


def key(tool, args):  # YOUR FUNCTION GOES HERE: delete this sample and import yours; equal keys are the same call.
    return json.dumps([tool, args], sort_keys=True)


# Do what your host does, nothing more: if it hands over parsed arguments, parse them here; if it hands over the text, pass on the text.
def answer(step):
    return {"key": key(step["key"]["tool"], json.loads(step["key"]["args"]))}


# Lifetimes. A case is a process of your users, an open is a run. Build once a case what they build once a process, and at each open
# what they build for a run. Nothing survives a case. (A key function has no runs.)
def case(steps):
    return [answer(step) for step in steps]


for line in sys.stdin:
    request = json.loads(line)
    try:
        reply = {"ok": case(request["steps"]) if request["op"] == "case" else HELLO if request["op"] == "hello" else {}}
    except Exception as error:
        reply = {"error": {"message": f"{type(error).__name__}: {error}"}}
    print(json.dumps({"id": request["id"], **reply}), file=out, flush=True)
