"""The verdicts on a guard, rule by rule: runs the program that this package carries.

    def test_my_guard(subtests):
        loopspec.check(["python3", "adapter.py"], subtests=subtests)
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import unittest
from dataclasses import dataclass
from typing import Any, Iterator, Sequence
from xml.etree import ElementTree

__all__ = ["NotAsked", "Verdict", "binary", "check", "verdicts"]


class NotAsked(Exception):
    """Nothing, or not everything, could be asked; the text says why."""


@dataclass(frozen=True)
class Verdict:
    """What came of one rule, or of the test that everything could be asked."""

    #: The policy that was asked about, such as ``repeat-reminder``.
    policy: str
    #: The rule's id, such as ``identity.key-order``; ``loopspec explain ID`` tells it in full.
    rule: str
    #: ``pass``, ``fail``, ``skip`` (not judged) or ``error`` (could not be asked).
    outcome: str
    #: The shortest run that shows a failure, or the reason of a skip or error; a warning of a rule that passes.
    text: str


def binary() -> str:
    """The program's path: of this package, else of the PATH."""
    name = "loopspec.exe" if os.name == "nt" else "loopspec"
    for folder in (sysconfig.get_path("scripts"), os.path.dirname(sys.executable)):
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    found = shutil.which(name)
    if found is None:
        raise FileNotFoundError(f"{name} is neither among this Python's scripts nor on the PATH; install the package loopspec again")
    return found


def verdicts(command: Sequence[str], *arguments: str) -> list[Verdict]:
    """Checks the guard behind an adapter.

    ``command`` is the adapter with its arguments, started without a shell; ``arguments`` are those of ``loopspec check``.
    Raises :class:`NotAsked` where the command line or the adapter cannot be used.
    """
    ran = subprocess.run(
        [binary(), "check", "--format", "junit", *arguments, "--", *command], capture_output=True, text=True, encoding="utf-8"
    )
    # 0 and 1 are verdicts; 3 is told by the report where there is one.
    if ran.returncode not in (0, 1) and not ran.stdout.strip():
        raise NotAsked(ran.stderr.strip() or f"loopspec ended with exit code {ran.returncode}")
    return list(_read(ran.stdout))


def check(command: Sequence[str], *arguments: str, subtests: Any = None) -> None:
    """Checks the guard behind an adapter, as one test or with a subtest a rule.

    ``subtests`` is pytest's fixture of that name or a :class:`unittest.TestCase`. Without it, an :class:`AssertionError` holds all failures.
    """
    all_verdicts = verdicts(command, *arguments)
    if subtests is None:
        broken = [verdict for verdict in all_verdicts if verdict.outcome in ("fail", "error")]
        if broken:
            raise AssertionError("\n\n".join(verdict.text or verdict.rule for verdict in broken))
        return
    for verdict in all_verdicts:
        with _subtest(subtests, f"{verdict.policy} {verdict.rule}"):
            if verdict.outcome == "skip":
                raise unittest.SkipTest(verdict.text)
            if verdict.outcome != "pass":
                raise AssertionError(f"{verdict.rule}\n{verdict.text}")


def _subtest(subtests: Any, name: str) -> Any:
    if isinstance(subtests, unittest.TestCase):
        return subtests.subTest(name)
    return subtests.test(msg=name)


def _read(junit: str) -> Iterator[Verdict]:
    kinds = {"failure": "fail", "error": "error", "skipped": "skip"}
    for case in ElementTree.fromstring(junit).iter("testcase"):
        policy = case.get("classname", "").rpartition(".")[2]
        said = next((child for child in case if child.tag in kinds), None)
        if said is None:
            warning = case.findtext("system-out") or ""
            yield Verdict(policy, case.get("name", ""), "pass", warning.strip())
        else:
            text = (said.text or said.get("message") or "").strip()
            yield Verdict(policy, case.get("name", ""), kinds[said.tag], text)
