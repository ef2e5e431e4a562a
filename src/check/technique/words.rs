//! Complete suites: every word that a machine of a few states more could answer wrongly.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::suites::{Word, Words};
use crate::check::alphabet::Symbol;
use crate::check::asked::Asked;
use crate::check::checker::Checker;
use crate::check::plan::Technique;

/// Puts the words of all suites, each word once.
pub(crate) fn complete(checker: &mut Checker<'_>, suites: &[Arc<Words>], progress: &mut dyn FnMut(u64)) {
    let mut done = 0;
    let mut seen: BTreeSet<&[Symbol]> = BTreeSet::new();
    for suite in suites {
        let mut report = suite.report.clone();
        for word in &suite.words {
            progress(done);
            done += 1;
            if !checker.is_mine() {
                continue;
            }
            if !seen.insert(&word.symbols) {
                report.asked += 1;
                continue;
            }
            if checker.is_over() {
                break;
            }
            report.asked += u64::from(ask(checker, suite, word));
        }
        if !checker.is_over() {
            judged(checker, suite);
        }
        checker.suites.push(report);
    }
}

/// A rule that no vector could ask, of a symbol that was asked about wherever the machine can be, was asked.
fn judged(checker: &mut Checker<'_>, suite: &Words) {
    if checker.screening || !matches!(suite.report.technique, Technique::Complete | Technique::Data) {
        return;
    }
    for &rule in suite.rules(checker) {
        if checker.rules.get(rule).is_some_and(|state| state.passed == 0) && !checker.waived(rule) {
            checker.passed_once(rule);
        }
    }
}

/// Puts a word; whether it was asked.
fn ask(checker: &mut Checker<'_>, suite: &Words, word: &Word) -> bool {
    let Some(put) = suite.put(word, &checker.profile) else { return false };
    if suite.is_known(word, &put, checker) {
        return false;
    }
    let symbols = || word.symbols.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let origin = || format!("{} [{}]", suite.report.technique.name(), symbols());
    match checker.put_wanting(&put.case, put.judging, &put.want) {
        Asked::Pass(_) => true,
        Asked::Error(problem) => {
            checker.error(format!("{}: {problem}", origin()));
            false
        }
        Asked::Fail(failure) => {
            checker.failed(&origin(), None, &put.case, &failure, put.judging);
            true
        }
    }
}
