//! What a passed check shows about all runs, no more and no less.

use super::table::options_words;
use crate::check::{Report, SuiteReport, Technique};

/// The guarantee of the widest complete suite that was asked and answered rightly to its end, for a person; none where there is no such
/// suite, or something was found.
pub fn guaranteed(report: &Report) -> Option<String> {
    let blameless = report.findings.is_empty() && report.errors.is_empty();
    let whole = |suite: &&SuiteReport| suite.technique == Technique::Complete && suite.asked == suite.words;
    let suite = report.suites.iter().find(whole).filter(|_| blameless)?;
    let SuiteReport { words, states, extra, alphabet, options, .. } = suite;
    let opened = options_words(&report.profile.effective(options));
    let opened = if opened.is_empty() { "the defaults" } else { opened.trim() };
    Some(format!(
        "all {words} words of a complete suite over {} kinds of step were answered rightly, opened with {opened}: a guard that is a \
         deterministic machine over these with at most {} states (the model has {states}), or whose states are all reached by a shortest way \
         to a state of the model and {} more, decides as the model does on every run of them. Nothing is claimed about other \
         arguments, options or kinds of step, about timing, or about deeper counters. The kinds: {}",
        alphabet.len(),
        states + u32::try_from(*extra).unwrap_or_default(),
        if *extra == 1 { "one step".to_owned() } else { format!("{extra} steps") },
        alphabet.join(", "),
    ))
}
