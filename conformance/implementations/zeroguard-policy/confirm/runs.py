"""run.fresh, run.isolated: an engine and a decorated tool as the README has them; the engine has one history for the process, and nothing resets it."""

from zeroguard import LoopCircuitBreakerException, ZeroGuardEngine


def stops(order):
    """One letter a call, the run that makes it; gives the runs that were stopped."""
    engine = ZeroGuardEngine(loop_threshold=3)

    @engine.breaker()
    def get_weather(location: str):
        return f"Weather in {location} is 72°F"

    stopped = ""
    for run in order:
        try:
            if run not in stopped:
                get_weather(location="Oslo")
        except LoopCircuitBreakerException:
            stopped += run
    return stopped or "none"


print("2 calls in run a:                   expected none, got", stops("aa"))
print("3 calls in run a:                   expected a, got", stops("aaa"))
print("2 calls in run a, then 1 in run b:  expected none, got", stops("aab"))
print("3 calls in run a, then 1 in run b:  expected a, got", stops("aaab"))
print("2 calls in each, in turn:           expected none, got", stops("abab"))
