//! Believes only what repeats: a failure is shrunk, named after one rule, and repeated alone before it is kept.

use super::asked::{Asked, Failure};
use super::attribute::{Blame, ORDINARY, begins_alike, has_bundles, is_plain, is_plainly_named, of_keys, shape, spelling_classes};
use super::believe_without::split_rounds;
use super::checker::Checker;
use super::fit::stands;
use super::question::Judging;
use super::verdict::{Cause, Difference, Finding, WAIVED};
use super::{Question, fit, is_common, names_are_unique, shrink};
use crate::rule;
use crate::step::{Action, Case, Policy, Reply, Round, Step};

/// A rule that takes part wherever the same call comes again with another id.
const CALL_ID: &str = "identity.call-id";
/// How often a shrinking may ask.
const SHRINK_BUDGET: usize = 600;
/// How often, where every failure costs a process.
const SHRINK_BUDGET_CRASH: usize = 40;

/// How often a late answer is taken for the machine's doing.
const LATE: u32 = 3;

/// What came of asking a failing case three times more, each time alone in a fresh subject.
#[derive(Default)]
pub(super) struct Repeats {
    /// Answered at all, rightly or wrongly.
    asked: u32,
    /// Answered rightly.
    right: u32,
    /// What was answered instead, the last time that it was something else.
    pub(super) differing: Option<String>,
}

impl Checker<'_> {
    /// Asks a question and keeps what came of it.
    pub(super) fn ask(&mut self, question: &Question) {
        let rule = question.rule;
        if !self.is_mine() || self.is_over() || !self.rules.contains_key(rule) {
            return;
        }
        if self.waived(rule) {
            return self.skip(rule, WAIVED);
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
        if self.screening {
            let rule = failure.difference.rule.or(asked).unwrap_or("run.inert");
            return self.observed(origin, rule, case, failure.difference.clone(), failure.got.clone());
        }
        if let Judging::Keys { same } = judging
            && failure.cause == Cause::WrongAnswer
            && failure.difference.rule.is_none()
        {
            return self.failed_keys(origin, asked, case, failure, same);
        }
        // Such a difference, or how a process ends, has the same rule however short the run is.
        let hangs = failure.cause == Cause::Timeout
            && self.findings.iter().any(|finding| finding.cause == Cause::Timeout && finding.rule == "run.inert");
        let rule = failure.difference.rule.filter(|rule| *rule != "repeat.text.preview-scalars");
        // Who hangs at ordinary arguments hangs at deep ones, too.
        if let Some(rule) = rule.map(|rule| if hangs { "run.inert" } else { rule })
            && self.is_found_again(origin, asked, rule)
        {
            return;
        }
        if failure.difference.what == "fingerprint" && self.is_of_comparison(origin, asked, case, judging) {
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
        let mut classes = classes(&self.used(&cut, cut.steps.len()));
        let shrunk = shrink(&cut, budget, |candidate| {
            // A shorter run must not ask what the longer one did not: duplicate names, rare characters in words, waived rules, a
            // likeness of calls that was not there.
            let asks_more = (unique && !names_are_unique(candidate)) || (judging == Judging::Words && common && !is_common(candidate));
            if asks_more || self.is_over() || !stands(candidate, &self.profile) {
                return false;
            }
            let used = self.used(candidate, candidate.steps.len());
            let its_classes = self::classes(&used);
            if used.iter().any(|rule| self.waived(rule)) || its_classes.iter().any(|class| !classes.contains(class)) {
                return false;
            }
            let fails = matches!(self.put(candidate, judging), Asked::Fail(other)
                if other.cause == failure.cause && other.difference.what == failure.difference.what);
            if fails {
                classes = its_classes;
            }
            fails
        });
        if self.is_of_inner_objects(origin, asked, &shrunk, failure, judging) {
            return;
        }
        // Where nothing was made shorter, nothing is asked anew: a late answer costs its whole deadline.
        let failure = if budget == 0 { failure.clone() } else { self.again(&shrunk, failure, judging) };
        // Shorter, it may show what the longer one hid.
        if failure.difference.what == "fingerprint" && self.is_of_comparison(origin, asked, &shrunk, judging) {
            return;
        }
        let decisions = self.decide(&shrunk);
        let decisions = decisions.get(..=failure.difference.step).unwrap_or(&decisions);
        let as_written = shape(&shrunk) == shape(case) && (asked.is_none_or(|rule| !rule.starts_with("identity.")) || shrunk == *case);
        let blame = Blame { asked, as_written, decisions, policy: self.policy, hint: failure.difference.hint };
        let used = blame.used();
        let rule = match failure.difference.rule {
            Some("repeat.text.preview-scalars") => self.known_text().unwrap_or("repeat.text.preview-scalars"),
            Some(rule) => rule,
            None => self.known(&used, &shrunk, &failure).unwrap_or_else(|| {
                let rule = self.blamed(&blame, &shrunk, judging);
                let known = if rule.starts_with("identity.") { None } else { self.known_comparison(&shrunk, &failure, judging) };
                known.unwrap_or(rule)
            }),
        };
        if self.is_of_something_else(rule, origin, asked, &shrunk, judging) {
            return;
        }
        if self.waived(rule) || self.is_found_again(origin, asked, rule) {
            return;
        }
        let Some(repeats) = self.repeat(origin, &shrunk, &failure, judging) else { return };
        if failure.cause == Cause::Timeout && repeats.asked == repeats.right && self.late < LATE {
            return self.answered_late(origin, asked, &failure);
        }
        // Answers that differ each time have one cause, whatever was asked.
        let wavers = |finding: &Finding| finding.cause == Cause::NotDeterministic;
        if repeats.differing.is_some()
            && let Some(known) = self.findings.iter().find(|finding| wavers(finding)).and_then(|finding| rule::get(&finding.rule))
        {
            self.is_found_again(origin, asked, known.id);
            return;
        }
        let finding = self.finding(origin, rule, &used, shrunk, failure, repeats.differing);
        self.findings.push(finding);
        self.is_found_again(origin, asked, rule);
    }

    /// How the shrunk case fails; the longer one's failure where it does not fail this time.
    pub(super) fn again(&mut self, shrunk: &Case, failure: &Failure, judging: Judging) -> Failure {
        match self.put(shrunk, judging) {
            Asked::Fail(failure) => *failure,
            Asked::Error(_) | Asked::Pass(_) => failure.clone(),
        }
    }

    /// Events compare calls, too: whether their fingerprints differ because the guard compares calls wrongly, which has another rule and
    /// is found by it.
    fn is_of_comparison(&mut self, origin: &str, asked: Option<&'static str>, case: &Case, judging: Judging) -> bool {
        let pairs = pairs_of_rounds(case);
        for two in &pairs {
            if let Asked::Fail(failure) = self.put(two, judging)
                && failure.difference.what != "fingerprint"
            {
                self.failed(origin, asked, two, &failure, judging);
                return true;
            }
        }
        let known = pairs.iter().find_map(|two| {
            let found = |rule: &&'static str| self.findings.iter().any(|finding| finding.rule == **rule);
            classes(&self.used(two, two.steps.len())).into_iter().find(found)
        });
        known.is_some_and(|rule| self.is_found_again(origin, asked, rule))
    }

    /// Whether the rule is known to be broken; then only the origin is kept.
    pub(super) fn is_found_again(&mut self, origin: &str, asked: Option<&'static str>, rule: &'static str) -> bool {
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

    /// A rule that was found broken and takes part here: the cause is known.
    fn known(&self, used: &[&'static str], case: &Case, failure: &Failure) -> Option<&'static str> {
        if failure.cause != Cause::WrongAnswer {
            return None;
        }
        let spellings = spelling_classes(case, &self.profile.key_choices());
        let found = |rule: &&&'static str| self.findings.iter().any(|finding| finding.rule == ***rule);
        let bundles = has_bundles(case).then_some("repeat.chain.within-round");
        let long = begins_alike(case).then_some("identity.full-length");
        used.iter().chain(&spellings).chain(&bundles).chain(&long).filter(found).copied().max_by_key(|rule| rule::specificity(rule))
    }

    /// What is wrong with previews of plain characters is wrong with those of others, too.
    fn known_text(&self) -> Option<&'static str> {
        let plainer = ["repeat.text.preview-clamp", "repeat.text.preview-marker", "repeat.text.preview-canonical"];
        plainer.into_iter().find(|rule| self.findings.iter().any(|finding| finding.rule == *rule))
    }

    fn blamed(&mut self, blame: &Blame<'_>, case: &Case, judging: Judging) -> &'static str {
        if let Some(rule) = of_keys(case, &self.profile.key_choices()) {
            return rule;
        }
        let rule = blame.rule();
        let about_calls = blame.asked.filter(|asked| asked.starts_with("identity."));
        if let Some(asked) = about_calls.filter(|_| !rule.starts_with("identity.") && !is_plain(case)) {
            // The calls could not be made plain, so they are what matters, though no class of likeness is left.
            return asked;
        }
        let about_names = blame.asked.filter(|asked| asked.starts_with("repeat.transparent.") || asked.starts_with("progress.exempt"));
        if let Some(asked) = about_names.filter(|_| rule::specificity(rule) <= ORDINARY && !is_plainly_named(case)) {
            // The tools could not be renamed, so their names are what matters.
            return asked;
        }
        // Calls of one round have different ids, whatever is wrong with the round.
        let by_ids = rule == CALL_ID && has_bundles(case);
        if case.policy != Policy::RepeatReminder || rule::specificity(rule) > ORDINARY && !by_ids {
            return rule;
        }
        if has_bundles(case) {
            // In rounds of one call each: where they are right, the round matters; where they are with one id only, ids matter.
            let split = split_rounds(case);
            if matches!(self.put(&split, judging), Asked::Pass(_)) {
                return "repeat.chain.within-round";
            }
            let one_id = with_one_id(&split);
            return if matches!(self.put(&one_id, judging), Asked::Pass(_)) { CALL_ID } else { rule };
        }
        // The same calls in one round: where that is right, the border between rounds is what matters.
        let joined = in_one_round(case).filter(|joined| !self.used(joined, joined.steps.len()).contains(&"repeat.reminder.crossings"));
        match joined {
            Some(joined) if matches!(self.put(&joined, judging), Asked::Pass(_)) => {
                let told = blame.used().contains(&"repeat.reset.not-own");
                if told { "repeat.reset.not-own" } else { "repeat.chain.across-rounds" }
            }
            _ => rule,
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

    /// Asks a failing case three times more, each time alone in a fresh subject; an error is kept where it could not be asked even once.
    pub(super) fn repeat(&mut self, origin: &str, case: &Case, failure: &Failure, judging: Judging) -> Option<Repeats> {
        let mut repeats = Repeats::default();
        for _ in 0..3 {
            if let Err(error) = self.subject.restart() {
                if repeats.asked > 0 {
                    break;
                }
                let reason = self.gone.get_or_insert_with(|| error.to_string()).clone();
                let (cause, got) = (failure.cause.words(), &failure.difference.got);
                self.error(format!("{origin}: {cause}: {got}; it could not be asked again: {reason}"));
                return None;
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
        Some(repeats)
    }

    /// Writes down what is believed.
    pub(super) fn finding(
        &self,
        origin: &str,
        rule: &'static str,
        used: &[&'static str],
        case: Case,
        failure: Failure,
        differing: Option<String>,
    ) -> Finding {
        let want = self.decide(&case).into_iter().map(|decision| decision.reply).collect();
        let also = used.iter().filter(|other| **other != rule).map(|rule| (*rule).to_owned()).collect();
        let Failure { cause, difference, got, stderr } = failure;
        Finding { cause, also, stderr, ..Finding::new(rule, origin, case, want, difference, got) }.wavering(differing)
    }

    /// Keeps a finding that no reference answer shows.
    pub(super) fn observed(&mut self, origin: &str, rule: &'static str, case: &Case, difference: Difference, got: Vec<Reply>) {
        if self.findings.iter().any(|finding| finding.rule == rule) || self.waived(rule) {
            return;
        }
        let want = self.decide(case).into_iter().map(|decision| decision.reply).collect();
        self.findings.push(Finding::new(rule, origin, case.clone(), want, difference, got));
    }
}

/// Each two rounds of a case that differ, as a case of their own.
fn pairs_of_rounds(case: &Case) -> Vec<Case> {
    let Some((open, steps)) = case.steps.split_first() else { return Vec::new() };
    let rounds: Vec<&Step> = steps.iter().filter(|step| step.run == open.run && step.round().is_some()).collect();
    let others = |at: usize| rounds.iter().skip(at + 1);
    let pairs = rounds.iter().enumerate().flat_map(|(at, one)| others(at).map(move |other| (*one, *other)));
    let differing = pairs.filter(|(one, other)| one.action != other.action);
    differing.map(|(one, other)| Case { policy: case.policy, steps: vec![open.clone(), one.clone(), other.clone()] }).collect()
}

/// The rules of how calls resemble each other.
fn classes(used: &[&'static str]) -> Vec<&'static str> {
    used.iter().copied().filter(|rule| rule.starts_with("identity.") || rule.starts_with("progress.bundle.")).collect()
}

/// The case with the same id for every call; only where each round has one.
fn with_one_id(case: &Case) -> Case {
    let mut case = case.clone();
    for step in &mut case.steps {
        if let Action::Round(round) = &mut step.action {
            round.edit(|call, _| {
                call.id = "c1".to_owned();
                true
            });
            round.done = None;
        }
    }
    case
}

/// The case with all its rounds as one, where it has nothing but rounds.
fn in_one_round(case: &Case) -> Option<Case> {
    let (open, rounds) = case.steps.split_first()?;
    let mut calls = Vec::new();
    for round in rounds {
        calls.extend(round.round()?.pairs().map(|(call, result)| (call.clone(), result.cloned())));
    }
    for (at, (call, _)) in calls.iter_mut().enumerate() {
        call.id = format!("c{}", at + 1);
    }
    let joined = Step::within(open.run.clone(), Action::Round(Round::new(calls)));
    (rounds.len() > 1).then(|| Case { policy: case.policy, steps: vec![open.clone(), joined] })
}
