"""The package as a guard's author uses it in pytest."""

import loopspec

pytest_plugins = "pytester"

AUTHOR = """
import loopspec

def test_my_guard(subtests):
    loopspec.check([loopspec.binary(), "serve", "{guard}"], "--quick", subtests=subtests)
"""


def test_a_guard_that_conforms_passes_every_subtest(subtests):
    loopspec.check([loopspec.binary(), "serve", "sample"], "--quick", subtests=subtests)


def test_a_faulty_guard_fails_one_subtest_and_its_run_is_shown(pytester):
    pytester.makepyfile(AUTHOR.format(guard="sample-faulty"))
    result = pytester.runpytest()
    assert result.ret == 1
    output = result.stdout.str()
    assert "repeat-reminder repeat.transparent.bookkeeping" in output
    assert "> a {}" in output
    assert output.count("SUBFAILED") <= 2, output
