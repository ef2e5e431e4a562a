"""Speaks protocol 1 for agent-watchdog: records each call as its README does (README.md)."""

import json
import sys

from agent_watchdog import AgentWatchdog, WatchdogHalt

PROFILE = {
    "takes": "object",
    "execution": "sequential",
    "hears": ["failed"],
    "has": ["tool"],
    "choices": {"numbers": "int-float"},
    "waives": ["identity.duplicate-names"],
    "driven": "hook",
}
HELLO = {"protocol": 1, "implementation": {"name": "agent-watchdog", "version": "0.1.5", "language": "python"}, "policies": {"any": PROFILE}}


class Run:
    """A run inside `with watchdog.watch()`, as its README has it."""

    def __init__(self, watchdog, name):
        self.watchdog = watchdog
        self.watched = watchdog.watch(run_id=name)
        self.watched.__enter__()
        self.stopped = False

    def close(self):
        if not self.stopped:
            self.watched.__exit__(None, None, None)
        self.stopped = True

    def answer(self, step):
        if self.stopped:
            return {"ended": True}
        for call in step["round"]["calls"]:
            try:
                args = json.loads(call["args"])
            except RecursionError:  # the host cannot read such a call
                continue
            result = call["result"]
            try:
                self.watchdog.record_tool_call(call["tool"], args=args, output=result.get("raw", result["visible"]))
            except WatchdogHalt as halt:  # it leaves the run
                try:
                    self.watched.__exit__(type(halt), halt, halt.__traceback__)
                except WatchdogHalt:
                    pass
                self.stopped = True
                return {"stop": halt.report.message}
        return {}


def case(steps):
    watchdog = AgentWatchdog()
    runs, answers = {}, []
    for step in steps:
        name = step.get("run", "a")
        if "open" in step:
            for run in runs.values():  # one run at a time
                run.close()
            runs[name] = Run(watchdog, name)
        answers.append({} if "open" in step else runs[name].answer(step))
    for run in runs.values():
        run.close()
    return answers


def unsupported(steps):
    """What this adapter has no way to say to the watchdog."""
    calls = [call for step in steps for call in step.get("round", {}).get("calls", [])]
    said = {"rewrite" for step in steps if "rewrite" in step}
    said |= {step["input"]["kind"] for step in steps if "input" in step}
    said |= {"missing-results" if "result" not in call else call["result"].get("status", "ok") for call in calls} - {"ok", "error"}
    said |= {"args_b64" for call in calls if "args" not in call}
    return min(said, default=None)


def reply(request):
    if request["op"] == "hello":
        return {"ok": HELLO}
    if request["op"] == "bye":
        return {"ok": {}}
    missing = unsupported(request["steps"]) if request["policy"] == "any" else request["policy"]
    if missing:
        return {"unsupported": missing}
    try:
        return {"ok": case(request["steps"])}
    except Exception as error:
        return {"error": {"message": f"{type(error).__name__}: {error}"}}


stdout, sys.stdout = sys.stdout, sys.stderr  # the watchdog prints when it halts
for line in sys.stdin.buffer:
    request = json.loads(line)
    stdout.write(json.dumps({"id": request["id"], **reply(request)}) + "\n")
    stdout.flush()
    if request["op"] == "bye":
        break
