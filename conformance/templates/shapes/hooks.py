"""Your guard behind loopspec's protocol 1, as a host drives it that asks before each call and tells after it."""

import json
import sys

out, sys.stdout = sys.stdout, sys.stderr  # only answers go to standard output, whatever your guard prints
sys.path.insert(0, "")  # what you import is looked for in the folder in which the adapter is started

# What your guard takes, hears and has, and what Python's json does; see `loopspec explain protocol`. A reminder at 3, 5, 8 claims "repeat-reminder" instead of "any".
PROFILE = {"takes": "object", "execution": "sequential", "hears": ["follow-up", "failed"], "has": ["tool", "interleave"],
           "choices": {"numbers": "int-float"}, "waives": ["identity.duplicate-names", "identity.depth"]}
HELLO = {"protocol": 1, "implementation": {"name": "my-guard", "version": "0.1.0", "language": "python"}, "policies": {"any": PROFILE}}


class Guard:  # YOUR GUARD GOES HERE: delete this sample, import yours, and call its own functions in `answer`.
    last, count = None, 0

    def before(self, tool, args):
        call = json.dumps([tool, args], sort_keys=True)
        self.last, self.count = call, self.count + 1 if call == self.last else 1
        return "Not run: this is the same call for the third time." if self.count >= 3 else None

    def after(self, tool, args, result):
        return result

    def new_message(self):
        self.last, self.count = None, 0


# Do what your host does, nothing more. If the host never tells the guard about something, neither does this, and `hears` says so.
# An answer holds what happened: refused and shown (answered instead of run), shown (another result), notices (a message after), stop (the end; catch here what your guard raises for it).
def answer(guard, step):
    refused, shown = [], {}
    for call in step.get("round", {}).get("calls", []):
        tool, args, result = call["tool"], json.loads(call["args"]), call["result"]["visible"]
        refusal = guard.before(tool, args)
        text = guard.after(tool, args, result) if refusal is None else refusal
        refused += [] if refusal is None else [call["id"]]
        shown.update({} if text == result and refusal is None else {call["id"]: text})
    if "input" in step:
        guard.new_message()
    return {"refused": refused, "shown": shown}


# Lifetimes. A case is a process of your users, an open is a run. Build once a case what they build once a process, and at each open
# what they build for a run. Nothing survives a case.
def case(steps):
    guards, answers = {}, []
    for step in steps:
        run = step.get("run", "a")
        if "open" in step:
            guards[run] = Guard()
        answers.append(answer(guards[run], step))
    return answers


for line in sys.stdin:
    request = json.loads(line)
    try:
        reply = {"ok": case(request["steps"]) if request["op"] == "case" else HELLO if request["op"] == "hello" else {}}
    except Exception as error:
        reply = {"error": {"message": f"{type(error).__name__}: {error}"}}
    print(json.dumps({"id": request["id"], **reply}), file=out, flush=True)
