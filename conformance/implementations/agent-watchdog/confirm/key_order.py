"""identity.key-order: _args_hash hashes str(args), and a dictionary prints its members in the order in which they came."""

import json

from agent_watchdog import AgentWatchdog, WatchdogHalt


def calls(*texts):
    watchdog = AgentWatchdog()
    try:
        with watchdog.watch():
            for text in texts:
                watchdog.record_tool_call("search", args=json.loads(text), output="x")
    except WatchdogHalt as halt:
        return halt.report.reason.value
    return "nothing"


one, other = '{"a":1,"b":2}', '{"b":2,"a":1}'
print("one call three times:          expected loop_detected, got", calls(one, one, one))
print("its members in another order:  expected loop_detected, got", calls(one, other, one))
