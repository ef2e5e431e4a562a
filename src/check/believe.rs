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
        let failure = match self.put(&shrunk, judging) {
            Asked::Fail(failure) => *failure,
            Asked::Error(_) | Asked::Pass(_) => failure.clone(),
        };
        let used = self.used(&shrunk, failure.difference.step);
        let unchanged = shrunk.steps.len() == case.steps.len();
        let rule = failure.difference.rule.unwrap_or_else(|| attribute(asked, &used, unchanged, self.policy));
        if let Some(asked) = asked.filter(|asked| *asked != rule)
            && let Some(state) = self.rules.get_mut(asked)
        {
            state.hidden_by.get_or_insert_with(|| rule.to_owned());
        }
        if let Some(known) = self.findings.iter_mut().find(|finding| finding.rule == rule) {
            known.others.push(origin.to_owned());
            return;
        }
        let finding = self.believed(origin, rule, &used, shrunk, failure, judging);
        self.findings.push(finding);
    }

    /// What comes after the first difference cannot matter, except in a crash.
    fn cut(&self, case: &Case, failure: &Failure) -> Case {
        let mut cut = case.clone();
        if failure.cause == Cause::WrongAnswer {
            cut.steps.truncate(failure.difference.step + 1);
        }
        cut
    }

    /// Repeats a failure three times, each time alone in a fresh subject, and writes down what is believed.
    #[allow(clippy::too_many_arguments, reason = "everything that a finding is made of")]
    fn believed(
        &mut self,
        origin: &str,
        rule: &'static str,
        used: &[&'static str],
        case: Case,
        failure: Failure,
        judging: Judging,
    ) -> Finding {
        let mut differing = None;
        for _ in 0..3 {
            if self.subject.restart().is_err() {
                break;
            }
            match self.put(&case, judging) {
                Asked::Fail(again) if again.difference.what == failure.difference.what => {}
                Asked::Fail(again) => differing = Some(again.difference.got),
                Asked::Pass(_) => differing = Some("the right answer".to_owned()),
                Asked::Error(problem) => differing = Some(problem),
            }
        }
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
