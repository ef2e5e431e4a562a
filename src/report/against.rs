//! Two subjects side by side, for a person.

use std::fmt::Write;

use super::difference::marked;
use super::table::rows;
use super::terminal::{BOLD, DIM, GREEN, RED, counted, write_table};
use crate::check::{Cause, Comparison, Difference, Disagreement, Finding, What};
use crate::rule::Level;
use crate::step::Reply;

/// The whole comparison, with ANSI colours.
pub fn render_comparison(comparison: &Comparison) -> String {
    let Comparison { one, other, policy, cases, unasked, differing, disagreements, errors, seed, duration_ms } = comparison;
    let mut out = String::new();
    for disagreement in disagreements {
        let what = match disagreement.what {
            What::Answering => "only one of them answers",
            What::Behaviour => "they do not do the same",
            What::Words => "they do the same and say it otherwise",
        };
        let _ = writeln!(out, "{RED}DIFFERENT{RED:#}  {what}\n");
        write_table(&mut out, &rows(&as_finding(disagreement)), (&one.name, &other.name));
        if let (What::Words, Ok(one), Ok(other)) = (disagreement.what, &disagreement.one, &disagreement.other) {
            let at = |replies: &[Reply]| replies.get(disagreement.step).map(said).unwrap_or_default();
            for line in marked(&at(one), &at(other)) {
                let _ = writeln!(out, "    {line}");
            }
            out.push('\n');
        }
        let _ = writeln!(out, "  {DIM}found by{DIM:#}   {}\n", disagreement.origin);
    }
    for error in errors {
        let _ = writeln!(out, "could not go on  {error}\n");
    }
    let result = if *differing == 0 { format!("{GREEN}no difference{GREEN:#}") } else { format!("{RED}{differing} different{RED:#}") };
    let seconds = *duration_ms as f64 / 1000.0;
    let _ = writeln!(
        out,
        "{BOLD}{}{BOLD:#} and {BOLD}{}{BOLD:#} as {policy}: {result} of {} in {seconds:.1} s (seed {seed})",
        one.name,
        other.name,
        counted(*cases, "case")
    );
    if *unasked > 0 {
        let _ = writeln!(out, "  {} not asked, since one of the two cannot be asked them", counted(*unasked, "case"));
    }
    out
}

/// All that an answer says.
fn said(reply: &Reply) -> String {
    let Reply::Facts(facts) = reply else { return String::new() };
    let notices = facts.notices.iter().map(|notice| notice.text.as_str());
    notices.chain(facts.shown.values().map(String::as_str)).chain(facts.stop.as_deref()).collect::<Vec<_>>().join("\n")
}

/// The table of a finding, one answer in the place of what is wanted.
fn as_finding(disagreement: &Disagreement) -> Finding {
    let Disagreement { origin, case, step, one, other, .. } = disagreement;
    let words = |answers: &Result<_, String>| answers.as_ref().err().cloned().unwrap_or_default();
    let answered = one.is_ok() && other.is_ok();
    let difference = Difference { step: *step, what: String::new(), want: words(one), got: words(other), rule: None, hint: None };
    Finding {
        rule: String::new(),
        title: String::new(),
        level: Level::Must,
        cause: if answered { Cause::WrongAnswer } else { Cause::Threw },
        also: Vec::new(),
        origin: origin.clone(),
        others: Vec::new(),
        case: case.clone(),
        want: one.clone().unwrap_or_default(),
        got: other.clone().unwrap_or_default(),
        difference,
        stderr: None,
    }
}
