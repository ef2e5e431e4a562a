"""A guard for the policy no-progress and its adapter in one file: replace the class, run `loopspec check -- python3 no_progress.py`."""

import json
import sys

# The guard tells no observer, and it has no lists of tools. json keeps the last member of a name and gives up at about a thousand levels.
PROFILE = {
    "takes": "raw",
    "has": ["tool", "interleave"],
    "config": {"exempt": "none", "compare": "none"},
    "choices": {"numbers": "int-float"},
    "waives": ["identity.duplicate-names", "identity.depth"],
}
HELLO = {"protocol": 1, "implementation": {"name": "sample-guard", "version": "0.1.0", "language": "python"}, "policies": {"no-progress": PROFILE}}


class ConfigError(ValueError):
    """The guard was configured in a way that has no meaning."""


class ProgressGuard:
    """Compares whole rounds of one run: what was asked for, and what the model was shown."""

    def __init__(self, escalation="short-circuit", warn_after=2):
        if escalation not in ("short-circuit", "stop", "warn"):
            raise ConfigError("an unknown escalation")
        if warn_after < 2:
            raise ConfigError("a warn_after below 2")
        self.escalation, self.warn_after = escalation, warn_after
        self.forget()

    def forget(self):
        """Nothing is known, as at the start of a run and after input from outside."""
        self.last, self.count, self.armed = None, 0, False

    def before(self, calls):
        """The text to answer every call of the round with, instead of running it; None lets the round run."""
        self.bundle = None  # stays so for a round that cannot be compared
        ids = [call["id"] for call in calls]
        if "" in ids or len(set(ids)) < len(ids):
            return self.forget()
        self.bundle = [(call["tool"], *canonical(call["args"])) for call in calls]
        if not (self.armed and self.bundle == self.last[0]):
            return None
        self.count += 1
        return f"Not run: {self.tools()} asked for the same {self.count} times in a row, and the results did not change. Plan anew."

    def after(self, observations):
        """The text to add after the results of a round that ran, or None. An observation is the text shown to the model; None is missing."""
        if self.bundle is None or None in observations:
            return self.forget()
        this = (self.bundle, observations)
        self.count = self.count + 1 if this == self.last else 1
        self.last = this
        self.armed = self.count >= self.warn_after and self.escalation != "warn"
        if self.count != self.warn_after:
            return None
        return f"{self.tools()} asked for the same {self.count} times in a row and got the same results. Plan anew before you go on."

    def tools(self):
        return ", ".join(tool for tool, *_ in self.bundle)


def canonical(arguments):
    """The domain of the arguments and their text in it, equal for every spelling of one JSON value. What is not JSON stays as it is."""
    trimmed = arguments.strip(" \t\n\r")
    try:
        return "json", json.dumps(json.loads(trimmed, parse_constant=refuse), sort_keys=True)
    except (ValueError, RecursionError):
        return "raw", trimmed


def refuse(constant):
    raise ValueError(f"{constant} is not JSON")


# From here on the adapter. Do what your host does, nothing more: what it never tells the guard, leave out, and say so in the profile.
class Run:
    """What the host holds for one run."""

    def __init__(self, options):
        self.guard, self.stopped = ProgressGuard(**options), False

    def answer(self, step):
        if "input" in step:
            self.guard.forget()
            self.stopped = False
        elif self.stopped:
            return {"ended": True}
        elif "round" in step:
            return self.round(step["round"]["calls"])
        return {}  # a rewrite: this host does not tell the guard

    def round(self, calls):
        refusal = self.guard.before(calls)
        if refusal is not None:
            ids = [call["id"] for call in calls]
            self.stopped = self.guard.escalation == "stop"
            return {"refused": ids, "shown": dict.fromkeys(ids, refusal), "stop": refusal if self.stopped else None}
        # The host asks once all results are there, in the order of the calls, with the texts as the model is shown them.
        notice = self.guard.after([call.get("result", {}).get("visible") for call in calls])
        return {"notices": [{"role": "user", "text": notice}]} if notice else {}


# Lifetimes: a case is a process of your users, an open is a run. Build here what they build once a process. Nothing survives a case.
def case(steps):
    runs = {}
    return [answer(runs, step.get("run", "a"), step) for step in steps]


def answer(runs, run, step):
    if "open" not in step:
        return runs[run].answer(step) if runs[run] else {"ended": True}
    try:
        runs[run] = Run(step["open"])
    except ConfigError as error:
        runs[run] = None
        return {"rejected": str(error)}
    return {}


for line in sys.stdin.buffer:
    request = json.loads(line)
    try:
        reply = {"ok": case(request["steps"]) if request["op"] == "case" else HELLO if request["op"] == "hello" else {}}
    except Exception as error:
        reply = {"error": {"message": f"{type(error).__name__}: {error}"}}
    sys.stdout.write(json.dumps({"id": request["id"], **reply}) + "\n")
    sys.stdout.flush()
