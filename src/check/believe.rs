//! Believes only what repeats: a failure is shrunk, named after one rule, and repeated alone before it is kept.

use super::asked::{Asked, Failure};
use super::checker::Checker;
use super::question::{Judging, attribute};
use super::verdict::{Cause, Difference, Finding};
use super::{Question, fit, is_common, names_are_unique, shrink};
use crate::rule::{self, Level};
use crate::step::{Case, Reply};

/// How often a shrinking may ask.
const SHRINK_BUDGET: usize = 600;
/// How often, where every failure costs a process.
const SHRINK_BUDGET_CRASH: usize = 40;

/// How often a late answer is taken for the machine's doing.
const LATE: u32 = 3;

/// What came of asking a failing case three times more, each time alone in a fresh subject.
#[derive(Default)]
struct Repeats {
    /// Answered at all, rightly or wrongly.
    asked: u32,
    /// Answered rightly.
    right: u32,
    /// What was answered instead, the last time that it was something else.
    differing: Option<String>,
}

impl Checker<'_> {
    /// Asks a question and keeps what came of it.
    pub(super) fn ask(&mut self, question: &Question) {
        let rule = question.rule;
        if !self.is_mine() || self.is_over() || !self.rules.contains_key(rule) {
            return;
        }
        if self.waived(rule) {
            return self.skip(rule, "waived by the implementation");
        }
        let case = match fit(&question.case, &self.profile) {
            Ok(case) => case,
            Err(reason) => return self.skip(rule, &reason),
        };
        let asked = self.put(&case, question.judging);
        if let Some(state) = self.rules.get_mut(rule) {
            state.cases += 1;
            state.passed += u64::from(matches!(asked, Asked::Pass(_)));
        }
        match asked {
            Asked::Pass(_) => {}
            Asked::Error(problem) => {
                if let Some(state) = self.rules.get_mut(rule) {
                    state.error.get_or_insert_with(|| problem.clone());
                }
                self.error(format!("{}: {problem}", question.origin));
            }
            Asked::Fail(failure) => self.failed(&question.origin, Some(rule), &case, &failure, question.judging),
        }
    }

    /// Shrinks, names, repeats and keeps a failure.
    pub(super) fn failed(&mut self, origin: &str, asked: Option<&'static str>, case: &Case, failure: &Failure, judging: Judging) {
        // How a process ends has the same rule however short the run is.
        if matches!(failure.cause, Cause::Crash | Cause::Threw | Cause::Timeout)
            && let Some(rule) = failure.difference.rule
            && self.is_found_again(origin, asked, rule)
        {
            return;
        }
        let budget = match failure.cause {
            Cause::Timeout => 0,
            Cause::Crash => SHRINK_BUDGET_CRASH,
            _ if matches!(judging, Judging::Keys { .. }) => 0,
            _ => SHRINK_BUDGET,
        };
        let cut = self.cut(case, failure);
        let (unique, common) = (names_are_unique(&cut), is_common(&cut));
        let shrunk = shrink(&cut, budget, |candidate| {
            // A shorter run must not ask what the longer one did not: duplicate names, rare characters in words, waived rules.
            let asks_more = (unique && !names_are_unique(candidate)) || (judging == Judging::Words && common && !is_common(candidate));
            if asks_more || self.is_over() || self.is_waived_case(candidate) || fit(candidate, &self.profile).as_ref() != Ok(candidate) {
                return false;
            }
            match self.put(candidate, judging) {
                Asked::Fail(other) => other.cause == failure.cause && other.difference.what == failure.difference.what,
                Asked::Error(_) | Asked::Pass(_) => false,
            }
        });
        let failure = match if budget == 0 { Asked::Pass(Vec::new()) } else { self.put(&shrunk, judging) } {
            Asked::Fail(failure) => *failure,
            Asked::Error(_) | Asked::Pass(_) => failure.clone(),
        };
        let used = self.used(&shrunk, failure.difference.step);
        let unchanged = shrunk.steps.len() == case.steps.len();
        let rule = failure.difference.rule.unwrap_or_else(|| attribute(asked, &used, unchanged, self.policy));
        if self.is_found_again(origin, asked, rule) {
            return;
        }
        let repeats = match self.repeat(&shrunk, &failure, judging) {
            Ok(repeats) => repeats,
            Err(reason) => {
                let got = &failure.difference.got;
                return self.error(format!("{origin}: {}: {got}; it could not be asked again: {reason}", failure.cause.words()));
            }
        };
        if failure.cause == Cause::Timeout && repeats.asked == repeats.right && self.late < LATE {
            return self.answered_late(origin, asked, &failure);
        }
        let finding = self.finding(origin, rule, &used, shrunk, failure, repeats.differing);
        self.findings.push(finding);
        self.is_found_again(origin, asked, rule);
    }

    /// Whether the rule is known to be broken; then only the origin is kept.
    fn is_found_again(&mut self, origin: &str, asked: Option<&'static str>, rule: &'static str) -> bool {
        let Some(known) = self.findings.iter_mut().find(|finding| finding.rule == rule) else { return false };
        if known.origin != origin {
            known.others.push(origin.to_owned());
        }
        if let Some(asked) = asked.filter(|asked| *asked != rule)
            && let Some(state) = self.rules.get_mut(asked)
        {
            state.hidden_by.get_or_insert_with(|| rule.to_owned());
        }
        true
    }

    /// A busy machine is no fault of the guard's: late once, right whenever it is asked alone.
    fn answered_late(&mut self, origin: &str, asked: Option<&'static str>, failure: &Failure) {
        self.late += 1;
        let late = &failure.difference.got;
        self.notes.push(format!("{origin}: {late}; alone it was answered rightly, three times. `--deadline 2` doubles the time"));
        if let Some(state) = asked.and_then(|asked| self.rules.get_mut(asked)) {
            state.passed += 1;
        }
    }

    /// What comes after the first difference cannot matter, except in a crash.
    fn cut(&self, case: &Case, failure: &Failure) -> Case {
        let mut cut = case.clone();
        if failure.cause == Cause::WrongAnswer {
            cut.steps.truncate(failure.difference.step + 1);
        }
        cut
    }

    /// Asks a failing case three times more, each time alone in a fresh subject.
    ///
    /// # Errors
    /// Why it could not be asked even once.
    fn repeat(&mut self, case: &Case, failure: &Failure, judging: Judging) -> Result<Repeats, String> {
        let mut repeats = Repeats::default();
        for _ in 0..3 {
            if let Err(error) = self.subject.restart() {
                if repeats.asked > 0 {
                    break;
                }
                return Err(self.gone.get_or_insert_with(|| error.to_string()).clone());
            }
            repeats.asked += 1;
            match self.put(case, judging) {
                Asked::Fail(again) if again.difference.what == failure.difference.what => {}
                Asked::Fail(again) => repeats.differing = Some(again.difference.got),
                Asked::Pass(_) => {
                    repeats.right += 1;
                    repeats.differing = Some("the right answer".to_owned());
                }
                Asked::Error(problem) => repeats.differing = Some(problem),
            }
        }
        Ok(repeats)
    }

    /// Writes down what is believed.
    fn finding(
        &self,
        origin: &str,
        rule: &'static str,
        used: &[&'static str],
        case: Case,
        failure: Failure,
        differing: Option<String>,
    ) -> Finding {
        let mut difference = failure.difference;
        let cause = if differing.is_some() { Cause::NotDeterministic } else { failure.cause };
        if let Some(other) = differing {
            difference.got = format!("{}; alone in a fresh process: {other}", difference.got);
        }
        let (title, level) = rule::get(rule).map_or(("", Level::Must), |rule| (rule.title, rule.level));
        Finding {
            rule: rule.to_owned(),
            title: title.to_owned(),
            level,
            cause,
            also: used.iter().filter(|other| **other != rule).map(|rule| (*rule).to_owned()).collect(),
            origin: origin.to_owned(),
            others: Vec::new(),
            want: self.decide(&case).into_iter().map(|decision| decision.reply).collect(),
            case,
            got: failure.got,
            difference,
            stderr: failure.stderr,
        }
    }

    /// Keeps a finding that no reference answer shows.
    pub(super) fn observed(&mut self, origin: &str, rule: &'static str, case: &Case, difference: Difference, got: Vec<Reply>) {
        if self.findings.iter().any(|finding| finding.rule == rule) || self.waived(rule) {
            return;
        }
        let (title, level) = rule::get(rule).map_or(("", Level::Must), |rule| (rule.title, rule.level));
        self.findings.push(Finding {
            rule: rule.to_owned(),
            title: title.to_owned(),
            level,
            cause: Cause::WrongAnswer,
            also: Vec::new(),
            origin: origin.to_owned(),
            others: Vec::new(),
            want: self.decide(case).into_iter().map(|decision| decision.reply).collect(),
            case: case.clone(),
            got,
            difference,
            stderr: None,
        });
    }
}
