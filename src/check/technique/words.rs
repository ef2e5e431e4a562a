//! Complete suites: every word that a machine of a few states more could answer wrongly.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::suites::{Word, Words};
use crate::check::alphabet::Symbol;
use crate::check::asked::Asked;
use crate::check::checker::Checker;

/// Puts the words of all suites, each word once.
pub(crate) fn complete(checker: &mut Checker<'_>, suites: &[Arc<Words>], progress: &mut dyn FnMut(u64)) {
    let mut done = 0;
    let mut seen: BTreeSet<&[Symbol]> = BTreeSet::new();
    for suite in suites {
        let mut report = suite.report.clone();
        for word in &suite.words {
            progress(done);
            done += 1;
            if !checker.is_mine() || !seen.insert(&word.symbols) {
                report.asked += 1;
                continue;
            }
            if checker.is_over() {
                break;
            }
            report.asked += u64::from(ask(checker, suite, word));
        }
        checker.suites.push(report);
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
