"""Seen and not judged: with the defaults the eighth step of a run is a detection, though no two steps have anything in common."""

import logging

from longguard import AgentStep, CircuitBreaker, GuardConfig

logging.disable()
breaker = CircuitBreaker(GuardConfig())
for number, word in enumerate("alpha beta gamma delta epsilon zeta eta theta iota kappa".split(), 1):
    step = AgentStep(number, f"{word} is next", action=f"read_{word}", action_input={"name": word}, observation=f"{word}: {number * number}", tokens_used=100)
    decision = breaker.check(step)
    print(f"step {number}: expected continue, got {decision.action} {decision.reason}")
