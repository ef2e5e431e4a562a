"""The package as a guard's author uses it in unittest; the guards are two that come with the program."""

import unittest

import loopspec

SAMPLE = [loopspec.binary(), "serve", "sample"]
FAULTY = [loopspec.binary(), "serve", "sample-faulty"]
BROKEN = "repeat.transparent.bookkeeping"


class Verdicts(unittest.TestCase):
    def test_a_guard_that_conforms_breaks_nothing(self):
        outcomes = {verdict.rule: verdict.outcome for verdict in loopspec.verdicts(SAMPLE, "--quick")}
        self.assertEqual(outcomes["identity.key-order"], "pass")
        self.assertFalse({"fail", "error"} & set(outcomes.values()))
        loopspec.check(SAMPLE, "--quick")

    def test_a_faulty_guard_breaks_its_rule_and_the_run_is_shown(self):
        broken = [verdict for verdict in loopspec.verdicts(FAULTY, "--quick") if verdict.outcome == "fail"]
        self.assertEqual([verdict.rule for verdict in broken], [BROKEN])
        self.assertIn("> a {}", broken[0].text)
        with self.assertRaisesRegex(AssertionError, "> a {}"):
            loopspec.check(FAULTY, "--quick")

    def test_a_rule_is_a_subtest(self):
        class Author(unittest.TestCase):
            def test_guard(self):
                loopspec.check(FAULTY, "--quick", subtests=self)

        result = unittest.TestResult()
        Author("test_guard").run(result)
        self.assertEqual(len(result.failures), 1)
        self.assertIn(BROKEN, result.failures[0][1])
        self.assertEqual(result.errors, [])

    def test_a_rule_that_is_not_judged_is_skipped_with_its_reason(self):
        skipped = [verdict for verdict in loopspec.verdicts(SAMPLE, "--quick") if verdict.outcome == "skip"]
        self.assertTrue(all(verdict.text for verdict in skipped))

    def test_a_program_that_is_not_there_is_told(self):
        with self.assertRaisesRegex(loopspec.NotAsked, "no-such-program"):
            loopspec.verdicts(["no-such-program"])


if __name__ == "__main__":
    unittest.main()
