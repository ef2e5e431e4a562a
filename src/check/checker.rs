//! The checker: puts cases to one subject, judges the answers, and keeps the books by rule.

use std::collections::BTreeMap;
use std::time::Instant;

use super::asked::{Asked, Failure, judge_keys};
use super::card::Card;
use super::fit::is_waived;
use super::question::Judging;
use super::share::{Shard, Stop};
use super::verdict::{Cause, Difference, Finding, SuiteReport};
use super::{Pass, Subject, SubjectError, judge};
use crate::policy::{Decision, Reference};
use crate::rule;
use crate::step::{Case, Policy, Profile, Reply};

/// Asks one subject about one policy.
pub(crate) struct Checker<'s> {
    pub(super) subject: &'s mut dyn Subject,
    pub(super) policy: Policy,
    pub(super) profile: Profile,
    pub(super) rules: BTreeMap<&'static str, State>,
    pub(super) findings: Vec<Finding>,
    pub(super) errors: Vec<String>,
    pub(super) suites: Vec<SuiteReport>,
    pub(super) notes: Vec<String>,
    pub(super) cases: u64,
    pub(super) card: Option<Card>,
    /// Why nothing more can be asked.
    pub(super) gone: Option<String>,
    /// Cases without an answer in time that were answered rightly when they were asked alone.
    pub(super) late: u32,
    /// State survives a case: every case gets a fresh subject.
    fresh_each: bool,
    /// Cases so far, asked here or by the other shards.
    turn: u64,
    shard: Shard,
    pub(super) stop: Stop,
    /// One failure is enough, and is kept as it was met: whether a technique finds anything is all that is asked.
    pub(super) screening: bool,
    /// Of how much the run that is looked at was freed (`believe_without`).
    pub(super) left_out: u8,
    /// A report is made, which a card heads.
    pub(super) measures: bool,
    pub(super) started: Instant,
}

/// What came of asking a rule so far.
#[derive(Default)]
pub(super) struct State {
    pub(super) cases: u64,
    pub(super) passed: u64,
    pub(super) skipped: Option<String>,
    pub(super) error: Option<String>,
    pub(super) hidden_by: Option<String>,
}

impl<'s> Checker<'s> {
    pub(super) fn new(subject: &'s mut dyn Subject, policy: Policy, profile: Profile, shard: Shard, stop: Stop) -> Self {
        let rules = rule::all().iter().filter(|rule| rule.applies_to(policy.name())).map(|rule| (rule.id, State::default())).collect();
        Self {
            subject,
            policy,
            profile,
            rules,
            findings: Vec::new(),
            errors: Vec::new(),
            suites: Vec::new(),
            notes: Vec::new(),
            cases: 0,
            card: None,
            gone: None,
            late: 0,
            fresh_each: false,
            turn: 0,
            shard,
            stop,
            screening: false,
            left_out: 0,
            measures: false,
            started: Instant::now(),
        }
    }

    /// Whether nothing more is asked: the subject is gone, or the time is over.
    pub(super) fn is_over(&mut self) -> bool {
        if self.gone.is_none() {
            self.gone = self.stop.reason();
        }
        self.gone.is_some() || self.screening && !self.findings.is_empty()
    }

    /// Whether the next case is this shard's; asked once a case, whatever becomes of it.
    pub(super) fn is_mine(&mut self) -> bool {
        self.turn += 1;
        self.shard.has(self.turn - 1)
    }

    /// Whether this share begins the run: what is asked once is asked here.
    pub(super) fn is_first_share(&self) -> bool {
        self.shard.has(0)
    }

    /// Whether something was found that this case would only find again, or that is not to be asked.
    pub(super) fn is_tainted(&self, rules: &[&'static str]) -> bool {
        rules.iter().any(|id| self.waived(id) || self.findings.iter().any(|finding| finding.rule == *id))
    }

    /// Whether anything was found or waived.
    pub(super) fn knows_anything(&self) -> bool {
        !self.findings.is_empty() || !self.profile.waives.is_empty()
    }

    /// Whether a case can only find again what was found, or is not to be asked.
    pub(super) fn is_known(&self, case: &Case) -> bool {
        if !self.knows_anything() {
            return false;
        }
        let tainted = self.findings.iter().map(|finding| &finding.rule).chain(&self.profile.waives);
        // How calls resemble each other takes long to tell, and only rules of identity hang on it.
        if tainted.into_iter().any(|rule| rule.starts_with("identity.")) {
            return self.is_tainted(&self.used(case, case.steps.len()));
        }
        let answered = Reference::answer(case, &self.profile).unwrap_or_default();
        answered.iter().any(|decision| self.is_tainted(&decision.rules))
    }

    /// The rules that take part in the reference's decisions until this step.
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

    pub(super) fn waived(&self, id: &str) -> bool {
        is_waived(id, &self.profile)
    }

    pub(super) fn decide(&self, case: &Case) -> Vec<Decision> {
        // Policies without a model are judged by relations only.
        Reference::decide(case, &self.profile).unwrap_or_default()
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
    pub(super) fn put(&mut self, case: &Case, judging: Judging) -> Asked {
        self.put_to(case, judging, None)
    }

    /// As `put`, with the reference's answer at hand.
    pub(super) fn put_wanting(&mut self, case: &Case, judging: Judging, want: &[Decision]) -> Asked {
        self.put_to(case, judging, Some(want))
    }

    fn put_to(&mut self, case: &Case, judging: Judging, want: Option<&[Decision]>) -> Asked {
        if self.fresh_each {
            let _ = self.subject.restart();
        }
        let failed = |cause, what: &str, got: String, rule: Option<&'static str>, stderr: Option<String>| {
            let difference = Difference {
                step: case.steps.len().saturating_sub(1),
                what: what.to_owned(),
                want: "an answer".to_owned(),
                got,
                rule,
                hint: None,
            };
            Asked::Fail(Box::new(Failure { cause, difference, got: Vec::new(), stderr }))
        };
        let inert = || if case.is_ordinary() { "run.inert" } else { "identity.depth" };
        let asked = match self.subject.run(case) {
            Ok(got) => self.judged(case, got, judging, want),
            Err(error @ SubjectError::Misspoke { .. }) => Asked::Error(with_stderr(&error)),
            Err(error @ SubjectError::Gone { .. }) => {
                self.gone.get_or_insert_with(|| error.to_string());
                Asked::Error(with_stderr(&error))
            }
            Err(error) => {
                let stderr = error.stderr().map(str::to_owned);
                match &error {
                    SubjectError::Crashed { status, .. } => failed(Cause::Crash, "crash", status.clone(), Some(inert()), stderr),
                    SubjectError::TimedOut { .. } => failed(Cause::Timeout, "timeout", error.to_string(), Some(inert()), stderr),
                    SubjectError::Unsupported { item } => {
                        failed(Cause::Unsupported, "unsupported", format!("\"unsupported\": {item:?}"), None, stderr)
                    }
                    _ => failed(Cause::Threw, "exception", error.to_string(), Some(inert()), stderr),
                }
            }
        };
        self.cases += u64::from(!matches!(asked, Asked::Error(_)));
        asked
    }

    fn judged(&self, case: &Case, got: Vec<Reply>, judging: Judging, want: Option<&[Decision]>) -> Asked {
        let answered;
        let want: &[_] = match (want, judging) {
            (Some(want), _) => want,
            (None, Judging::Keys { .. }) => &[],
            (None, Judging::Behaviour | Judging::Words) => {
                answered = Reference::answer(case, &self.profile).unwrap_or_default();
                &answered
            }
        };
        let against = |pass| judge(case, &self.profile, want, &got, pass);
        let difference = match judging {
            Judging::Behaviour => against(Pass::Behaviour),
            Judging::Keys { same } => judge_keys(same, &got),
            Judging::Words => against(Pass::Behaviour).or_else(|| against(Pass::Wording)),
        };
        match difference {
            None => Asked::Pass(got),
            Some(difference) => Asked::Fail(Box::new(Failure { cause: Cause::WrongAnswer, difference, got, stderr: None })),
        }
    }

    /// Tells what it means that state survives a case.
    pub(super) fn note_survival(&mut self) {
        self.notes.push(
            "state survives a case, so every other case was asked in a fresh process; build at each `open` what your users build a run"
                .to_owned(),
        );
    }

    /// From now on every case gets a fresh subject.
    pub(super) fn isolate(&mut self) {
        self.fresh_each = true;
    }
}

fn with_stderr(error: &SubjectError) -> String {
    error.stderr().map_or_else(|| error.to_string(), |stderr| format!("{error}\n  stderr: {stderr}"))
}
