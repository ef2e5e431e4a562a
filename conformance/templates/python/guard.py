"""A small guard for the policy repeat-reminder. It only makes the template run: put your own in its place."""

import json
import re

SHORT = (
    "You are repeating the exact same tool call with identical arguments. Carefully analyze the previous result before calling again: "
    "if the task is not complete, try a different approach or different arguments instead of repeating the call."
)
DETAILED = (
    "Repeated tool call detected:\n- tool: {tool}\n- consecutive_calls: {count}\n- arguments: {preview}\n"
    "The repeated calls are not making progress. Do not call this tool with these exact arguments again. Inspect the latest result and "
    "choose a different action, different arguments, or finish the task if enough evidence has been gathered."
)


class ConfigError(ValueError):
    """The guard was configured in a way that has no meaning."""


class RepeatGuard:
    """Counts consecutive identical calls of one run and reminds the model of them."""

    def __init__(self, thresholds=(), include=(), exclude=(), preview_chars=0, bookkeeping=()):
        self.thresholds = list(thresholds) or [3, 5, 8]
        if min(self.thresholds) < 2:
            raise ConfigError("a threshold below 2")
        if len(set(self.thresholds)) < len(self.thresholds):
            raise ConfigError("a threshold is listed twice")
        if preview_chars < 0:
            raise ConfigError("a negative preview_chars")
        self.include, self.exclude = include, exclude
        self.preview_chars = preview_chars or 500
        self.bookkeeping = bookkeeping
        self.external_input()

    def external_input(self):
        """Somebody told the model something new: what it did before counts no more."""
        self.last, self.count = None, 0

    def round(self, calls):
        """Takes the (tool, arguments) of one response in the model's order; gives the message to add after its results, or None."""
        crossing = None
        for tool, arguments in calls:
            if self.is_transparent(tool):
                continue
            call = (tool, *canonical(arguments))
            self.count = self.count + 1 if call == self.last else 1
            self.last = call
            if self.count in self.thresholds:
                crossing = (tool, self.count, call[-1])
        return crossing and {"role": "user", "content": self.reminder(*crossing)}

    def is_transparent(self, tool):
        if tool in self.bookkeeping or any(matches(pattern, tool) for pattern in self.exclude):
            return True
        return bool(self.include) and not any(matches(pattern, tool) for pattern in self.include)

    def reminder(self, tool, count, text):
        if count == min(self.thresholds):
            return SHORT
        omitted = len(text) - self.preview_chars
        preview = text if omitted <= 0 else f"{text[:self.preview_chars]}… (+{omitted} more chars)"
        return DETAILED.format(tool=tool, count=count, preview=preview)


def canonical(arguments):
    """The domain of the arguments and their text in it, equal for every spelling of one JSON value. What is not JSON stays as it is."""
    trimmed = arguments.strip(" \t\n\r")
    try:
        value = json.loads(trimmed, object_pairs_hook=in_order, parse_constant=refuse)
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except (ValueError, RecursionError):  # too deep for Python is compared as text too, so it never merges with another call
        return "raw", trimmed
    return "json", re.sub("[\ud800-\udfff]", lambda half: f"\\u{ord(half[0]):04x}", text)


def in_order(members):
    """Sorts by UTF-16 code units. A dict keeps the last of the members that share a name."""
    return dict(sorted(members, key=lambda member: member[0].encode("utf-16-be", "surrogatepass")))


def refuse(constant):
    raise ValueError(f"{constant} is not JSON")


def matches(pattern, name):
    """`*` is any run of characters; it is searched from left to right, so that no pattern takes long."""
    first, *rest = pattern.split("*")
    if not rest:
        return pattern == name
    *inner, last = rest
    at = len(first)
    if not name.startswith(first):
        return False
    for part in inner:
        found = name.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return name.endswith(last) and len(name) - len(last) >= at
