"""Your guard behind loopspec's protocol 1, as a host drives it that hands over the whole conversation before each request to the model."""

import json
import sys

out, sys.stdout = sys.stdout, sys.stderr  # only answers go to standard output, whatever your guard prints
sys.path.insert(0, "")  # what you import is looked for in the folder in which the adapter is started

# What your guard takes, hears and has, and what Python's json does; see `loopspec explain protocol`. A reminder at 3, 5, 8 claims "repeat-reminder" instead of "any".
PROFILE = {"takes": "object", "hears": ["follow-up", "failed"], "has": ["tool", "interleave"],
           "choices": {"numbers": "int-float"}, "waives": ["identity.duplicate-names", "identity.depth"]}
HELLO = {"protocol": 1, "implementation": {"name": "my-guard", "version": "0.1.0", "language": "python"}, "policies": {"any": PROFILE}}


def guard(messages):  # YOUR GUARD GOES HERE: delete this sample, import yours, and call it in `Run.answer`.
    calls = []
    for message in messages:
        if message["role"] == "user":
            calls = []
        calls += [json.dumps([call["name"], call["args"]], sort_keys=True) for call in message.get("tool_calls", [])]
    return "Stopped: the same call three times in a row." if len(calls) > 2 and calls[-1] == calls[-2] == calls[-3] else None


class Run:  # What your host holds for one run: the messages.
    def __init__(self):
        self.messages, self.stopped = [], False

    # Do what your host does, nothing more. If the host never tells the guard about something, neither does this, and `hears` says so.
    # An answer holds what happened: refused and shown (answered instead of run), shown (another result), notices (a message after), stop (the end).
    def answer(self, step):
        if "input" in step:
            self.messages.append({"role": "user", "content": step["input"]["text"]})
            self.stopped = False
        if self.stopped:
            return {"ended": True}
        if "round" in step:
            calls = step["round"]["calls"]
            self.messages.append({"role": "assistant", "tool_calls": [{"name": call["tool"], "args": json.loads(call["args"])} for call in calls]})
            self.messages += [{"role": "tool", "tool_call_id": call["id"], "content": call["result"]["visible"]} for call in calls]
            stop = guard(self.messages)
            self.stopped = stop is not None
            return {"stop": stop}  # to say something and go on: {"notices": [{"text": …}]}
        return {}


# Lifetimes. A case is a process of your users, an open is a run. Build once a case what they build once a process, and at each open
# what they build for a run. Nothing survives a case.
def case(steps):
    runs, answers = {}, []
    for step in steps:
        run = step.get("run", "a")
        if "open" in step:
            runs[run] = Run()
        answers.append(runs[run].answer(step))
    return answers


for line in sys.stdin:
    request = json.loads(line)
    try:
        reply = {"ok": case(request["steps"]) if request["op"] == "case" else HELLO if request["op"] == "hello" else {}}
    except Exception as error:
        reply = {"error": {"message": f"{type(error).__name__}: {error}"}}
    print(json.dumps({"id": request["id"], **reply}), file=out, flush=True)
