//! The report as JUnit XML: one test case a rule, one test suite a report.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Property, TestCase, TestCaseStatus, TestSuite};

use super::outcome::{Deny, Outcome, UP_TO_DATE, WHOLE, name, outcomes, stale, title, unasked, why};
use super::terminal::{plain, runs, summary};
use crate::check::Report;

/// Reports as one JUnit document. A rule that was not judged, or fails as expected, is skipped; what a broken SHOULD rule says stands in the output of its test case, which
/// passes unless it is denied.
///
/// # Errors
/// None that is known: what XML cannot hold is left out.
pub fn to_junit(reports: &[Report], deny: Deny) -> Result<String, quick_junit::SerializeError> {
    let mut document = quick_junit::Report::new("loopspec");
    document.add_test_suites(reports.iter().map(|report| suite(report, deny)));
    document.set_time(reports.iter().map(duration).sum());
    document.to_string()
}

fn duration(report: &Report) -> Duration {
    Duration::from_millis(report.duration_ms)
}

fn suite(report: &Report, deny: Deny) -> TestSuite {
    let mut suite = TestSuite::new(name(report));
    suite.set_time(duration(report));
    for (key, value) in [("kit", report.kit.clone()), ("spec", report.spec.clone()), ("seed", report.seed.to_string())] {
        suite.add_property(Property::new(key, value));
    }
    let class = format!("loopspec.{}", report.policy);
    let mut add = |id: &str, status: TestCaseStatus, output: Option<String>| {
        let mut case = TestCase::new(id, status);
        case.set_classname(class.clone());
        if let Some(output) = output {
            case.set_system_out(output);
        }
        suite.add_test_case(case);
    };
    let whole = unasked(report).map_or_else(TestCaseStatus::success, |why| bad(NonSuccessKind::Error, "not asked", "not everything", &why));
    add(WHOLE, whole, None);
    if !report.expected.is_empty() {
        let stale = stale(report);
        let held = || TestCaseStatus::success();
        add(
            UP_TO_DATE,
            if stale.is_empty() { held() } else { bad(NonSuccessKind::Failure, "out of date", "entries to take out", &stale) },
            None,
        );
    }
    for (rule, outcome) in outcomes(report, deny) {
        match outcome {
            Outcome::Pass => add(&rule.id, TestCaseStatus::success(), None),
            Outcome::Skip(reason) => {
                let mut skipped = TestCaseStatus::skipped();
                skipped.set_message(reason);
                add(&rule.id, skipped, None);
            }
            Outcome::Expected(entry, findings) => {
                let mut skipped = TestCaseStatus::skipped();
                skipped.set_message(format!("fails as expected: {}", why(entry)));
                add(&rule.id, skipped, Some(runs(report, findings)));
            }
            Outcome::Error(reason) => add(&rule.id, bad(NonSuccessKind::Error, "not asked", reason, ""), None),
            Outcome::Warning(findings) => add(&rule.id, TestCaseStatus::success(), Some(runs(report, findings))),
            Outcome::Fail(findings) => {
                let cause = findings.first().map_or("broken", |found| found.cause.words());
                add(&rule.id, bad(NonSuccessKind::Failure, cause, title(&rule.id), &runs(report, findings)), None);
            }
        }
    }
    suite.set_system_out(plain(&summary(report)));
    suite
}

fn bad(kind: NonSuccessKind, what: &str, message: &str, text: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(what).set_message(message);
    if !text.is_empty() {
        status.set_description(text);
    }
    status
}
