//! The checker: asks, believes only what repeats, shrinks it, names it after one rule.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use super::asked::{Asked, Failure, is_ordinary, judge_keys};
use super::verdict::{Cause, Difference, Finding, Report, RuleReport, RunResult, Verdict};
use super::{Pass, Question, Subject, SubjectError, fit, judge};
use crate::policy::{Decision, Reference};
use crate::rule::{self, Level};
use crate::step::{Case, Policy, Profile, Reply};

/// Asks one subject about one policy.
pub(crate) struct Checker<'s> {
    pub(super) subject: &'s mut dyn Subject,
    pub(super) policy: Policy,
    pub(super) profile: Profile,
    pub(super) rules: BTreeMap<&'static str, State>,
    pub(super) findings: Vec<Finding>,
    errors: Vec<String>,
    pub(super) notes: Vec<String>,
    cases: u64,
    /// Why nothing more can be asked.
    pub(super) gone: Option<String>,
    /// Cases without an answer in time that were answered rightly when they were asked alone.
    pub(super) late: u32,
    /// State survives a case: every case gets a fresh subject.
    fresh_each: bool,
    started: Instant,
}

/// What came of asking a rule so far.
#[derive(Default)]
pub(super) struct State {
    cases: u64,
    pub(super) passed: u64,
    skipped: Option<String>,
    error: Option<String>,
    pub(super) hidden_by: Option<String>,
}

impl<'s> Checker<'s> {
    pub(super) fn new(subject: &'s mut dyn Subject, policy: Policy, profile: Profile) -> Self {
        let rules = rule::all().iter().filter(|rule| rule.applies_to(policy.name())).map(|rule| (rule.id, State::default())).collect();
        Self {
            subject,
            policy,
            profile,
            rules,
            findings: Vec::new(),
            errors: Vec::new(),
            notes: Vec::new(),
            cases: 0,
            gone: None,
            late: 0,
            fresh_each: false,
            started: Instant::now(),
        }
    }

    pub(super) fn is_gone(&self) -> bool {
        self.gone.is_some()
    }

    /// Whether something was found that this case would only find again, or that is not to be asked.
    pub(super) fn is_tainted(&self, rules: &[&'static str]) -> bool {
        rules.iter().any(|id| self.waived(id) || self.findings.iter().any(|finding| finding.rule == *id))
    }

    /// Whether a case hangs on a rule that the implementation waived.
    pub(super) fn is_waived_case(&self, case: &Case) -> bool {
        !self.profile.waives.is_empty() && self.used(case, case.steps.len()).into_iter().any(|rule| self.waived(rule))
    }

    fn waived(&self, id: &str) -> bool {
        rule::get(id).is_some_and(|rule| rule.level == Level::Should) && self.profile.waives.iter().any(|waived| waived == id)
    }

    pub(super) fn decide(&self, case: &Case) -> Vec<Decision> {
        // Policies without a model are judged by relations only.
        Reference::decide(case, &self.profile).unwrap_or_default()
    }

    /// Asks a question and keeps what came of it.
    pub(super) fn ask(&mut self, question: &Question) {
        let rule = question.rule;
        if self.is_gone() || !self.rules.contains_key(rule) {
            return;
        }
        if self.waived(rule) {
            return self.skip(rule, "waived by the implementation");
        }
        let case = match fit(&question.case, &self.profile) {
            Ok(case) => case,
            Err(reason) => return self.skip(rule, &reason),
        };
        let asked = self.put(&case, question.wording, question.same);
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
            Asked::Fail(failure) => self.failed(&question.origin, Some(rule), &case, &failure, question.wording, question.same),
        }
    }

    pub(super) fn skip(&mut self, rule: &str, reason: &str) {
        if let Some(state) = self.rules.get_mut(rule) {
            state.skipped.get_or_insert_with(|| reason.to_owned());
        }
    }

    /// A rule that every case asks, such as `run.inert`.
    pub(super) fn asked_by_all(&mut self, rule: &'static str) {
        let cases = self.cases;
        if let Some(state) = self.rules.get_mut(rule) {
            state.cases += cases;
            state.passed += cases;
        }
    }

    pub(super) fn passed_once(&mut self, rule: &'static str) {
        if let Some(state) = self.rules.get_mut(rule) {
            state.cases += 1;
            state.passed += 1;
        }
    }

    /// A random run that could not be asked.
    pub(super) fn stumbled(&mut self, index: u32, problem: &str) {
        self.error(format!("stream {index}: {problem}"));
    }

    pub(super) fn error(&mut self, problem: String) {
        if self.errors.len() < 20 && !self.errors.contains(&problem) {
            self.errors.push(problem);
        }
    }

    /// Puts one case to the subject and judges the answer.
    pub(super) fn put(&mut self, case: &Case, wording: bool, same: Option<bool>) -> Asked {
        if self.fresh_each {
            let _ = self.subject.restart();
        }
        let failed = |cause, what: &str, got: String, rule: Option<&'static str>, stderr: Option<String>| {
            let difference =
                Difference { step: case.steps.len().saturating_sub(1), what: what.to_owned(), want: "an answer".to_owned(), got, rule };
            Asked::Fail(Box::new(Failure { cause, difference, got: Vec::new(), stderr }))
        };
        let inert = if is_ordinary(case) { "run.inert" } else { "identity.depth" };
        let asked = match self.subject.run(case) {
            Ok(got) => self.judged(case, got, wording, same),
            Err(error @ SubjectError::Misspoke { .. }) => Asked::Error(with_stderr(&error)),
            Err(error @ SubjectError::Gone { .. }) => {
                self.gone.get_or_insert_with(|| error.to_string());
                Asked::Error(with_stderr(&error))
            }
            Err(error) => {
                let stderr = error.stderr().map(str::to_owned);
                match &error {
                    SubjectError::Crashed { status, .. } => failed(Cause::Crash, "crash", status.clone(), Some(inert), stderr),
                    SubjectError::TimedOut { .. } => failed(Cause::Timeout, "timeout", error.to_string(), Some(inert), stderr),
                    SubjectError::Unsupported { item } => {
                        failed(Cause::Unsupported, "unsupported", format!("\"unsupported\": {item:?}"), None, stderr)
                    }
                    _ => failed(Cause::Threw, "exception", error.to_string(), Some(inert), stderr),
                }
            }
        };
        self.cases += u64::from(!matches!(asked, Asked::Error(_)));
        asked
    }

    fn judged(&self, case: &Case, got: Vec<Reply>, wording: bool, same: Option<bool>) -> Asked {
        let difference = match same {
            Some(same) => judge_keys(same, &got),
            None => {
                let want = self.decide(case);
                judge(case, &self.profile, &want, &got, Pass::Behaviour)
                    .or_else(|| if wording { judge(case, &self.profile, &want, &got, Pass::Wording) } else { None })
            }
        };
        match difference {
            None => Asked::Pass(got),
            Some(difference) => Asked::Fail(Box::new(Failure { cause: Cause::WrongAnswer, difference, got, stderr: None })),
        }
    }

    pub(super) fn used(&self, case: &Case, until: usize) -> Vec<&'static str> {
        let mut used: Vec<&'static str> = Vec::new();
        for decision in self.decide(case).iter().take(until + 1) {
            for rule in &decision.rules {
                if !used.contains(rule) {
                    used.push(rule);
                }
            }
        }
        used
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

    /// From now on every case gets a fresh subject.
    pub(super) fn isolate(&mut self) {
        self.fresh_each = true;
    }

    /// Everything that was found out.
    pub(super) fn report(mut self, seed: u64, target: &str) -> Report {
        let failing: BTreeSet<&str> = self.findings.iter().map(|finding| finding.rule.as_str()).collect();
        let gone = self.gone.clone();
        let mut rules = Vec::new();
        for rule in rule::all().iter().filter(|rule| rule.applies_to(self.policy.name())) {
            let state = self.rules.remove(rule.id).unwrap_or_default();
            let (verdict, reason) = if failing.contains(rule.id) {
                (Verdict::Fail, None)
            } else if let Some(error) = state.error.clone() {
                (Verdict::Error, Some(error))
            } else if let Some(by) = state.hidden_by {
                (Verdict::Skip, Some(format!("its cases fail by {by}")))
            } else if state.passed > 0 {
                (Verdict::Pass, None)
            } else if let Some(gone) = &gone {
                (Verdict::Error, Some(gone.clone()))
            } else {
                (Verdict::Skip, Some(state.skipped.unwrap_or_else(|| "not asked in this run".to_owned())))
            };
            rules.push(RuleReport { id: rule.id.to_owned(), level: rule.level, verdict, reason, cases: state.cases });
        }
        let order = |finding: &Finding| (finding.level, rules.iter().position(|rule| rule.id == finding.rule));
        self.findings.sort_by_key(order);
        self.errors.extend(gone);
        self.errors.dedup();
        let judged = rules.iter().any(|rule| matches!(rule.verdict, Verdict::Pass | Verdict::Fail));
        let result = if self.findings.iter().any(|finding| finding.level != Level::Should) {
            RunResult::Nonconformant
        } else if !judged || !self.errors.is_empty() {
            RunResult::Incomplete
        } else if matches!(self.policy, Policy::Any | Policy::Identity) {
            RunResult::NoViolationFound
        } else {
            RunResult::Conformant
        };
        Report {
            format: 1,
            kit: format!("loopspec {}", env!("CARGO_PKG_VERSION")),
            spec: "1.0".to_owned(),
            implementation: self.subject.implementation().clone(),
            target: target.to_owned(),
            policy: self.policy,
            profile: self.profile,
            seed,
            result,
            cases: self.cases,
            duration_ms: u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX),
            rules,
            findings: self.findings,
            errors: self.errors,
            notes: self.notes,
        }
    }
}

fn with_stderr(error: &SubjectError) -> String {
    error.stderr().map_or_else(|| error.to_string(), |stderr| format!("{error}\n  stderr: {stderr}"))
}
