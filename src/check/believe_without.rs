//! The same run without what a rule is about: where it goes wrong all the same, that rule is not to blame.

use std::collections::BTreeSet;

use super::asked::{Asked, Failure};
use super::checker::Checker;
use super::question::Judging;
use super::shrink::replace_calls;
use super::verdict::{Cause, Finding};
use crate::identity::{KeyChoices, pair};
use crate::rule;
use crate::step::{Action, Call, Case, Outcome, Round, Step};

/// How many rules there are whose runs are asked without what they are about.
const MOST: u8 = 3;

impl Checker<'_> {
    /// Whether a failure that would be named after this rule comes without what the rule is about, too; then it is that shorter story
    /// that is kept.
    pub(super) fn is_of_something_else(
        &mut self,
        rule: &str,
        origin: &str,
        asked: Option<&'static str>,
        case: &Case,
        judging: Judging,
    ) -> bool {
        let without = match rule {
            "repeat.reminder.crossings" => split_rounds(case),
            "progress.fail-open" => whole(case),
            "progress.bundle.within-round" => without_copies(case, &self.profile.key_choices()),
            _ => return false,
        };
        // What is left out stays out, so that each of these is met once at most.
        if self.left_out == MOST {
            return false;
        }
        let Asked::Fail(failure) = self.put(&without, judging) else { return false };
        self.left_out += 1;
        self.failed(origin, asked, &without, &failure, judging);
        self.left_out -= 1;
        true
    }

    /// Where the run is right as soon as calls that differ do so plainly, it goes wrong by which calls are taken for one: of the rules
    /// about that, one that is known to be broken.
    pub(super) fn known_comparison(&mut self, case: &Case, failure: &Failure, judging: Judging) -> Option<&'static str> {
        if failure.cause != Cause::WrongAnswer {
            return None;
        }
        let choices = self.profile.key_choices();
        let merges = |finding: &&Finding| finding.rule.starts_with("identity.") && differs_throughout(&finding.case, &choices);
        let known = self.findings.iter().filter(merges).filter_map(|finding| rule::get(&finding.rule)).map(|rule| rule.id);
        let known = known.max_by_key(|rule| rule::specificity(rule))?;
        let plain = plainly_different(case, &choices)?;
        matches!(self.put(&plain, judging), Asked::Pass(_)).then_some(known)
    }
}

/// The case with a round for each call, ids as they are.
pub(super) fn split_rounds(case: &Case) -> Case {
    let mut split = Case { policy: case.policy, steps: Vec::new() };
    for step in &case.steps {
        match step.round() {
            None => split.steps.push(step.clone()),
            Some(round) => split.steps.extend(
                round
                    .pairs()
                    .map(|(call, result)| Step::within(step.run.clone(), Action::Round(Round::new([(call.clone(), result.cloned())])))),
            ),
        }
    }
    split
}

/// The case with nothing missing: every call has an id of its own and a result.
fn whole(case: &Case) -> Case {
    let mut whole = case.clone();
    for step in &mut whole.steps {
        if let Action::Round(round) = &mut step.action {
            let malformed = round.is_malformed();
            if malformed {
                // Which calls its order of completion means is not known.
                round.done = None;
            }
            let mut at = 0;
            round.edit(|call, result| {
                at += 1;
                if malformed {
                    call.id = format!("c{at}");
                }
                result.get_or_insert_with(|| Outcome::ok("ok"));
                true
            });
        }
    }
    whole
}

/// The case in which a call that stands in its round before has other arguments, the same ones in every round.
fn without_copies(case: &Case, choices: &KeyChoices) -> Case {
    let mut apart = case.clone();
    for step in &mut apart.steps {
        if let Action::Round(round) = &mut step.action {
            let mut before: Vec<Call> = Vec::new();
            round.edit(|call, _| {
                let copies = before.iter().filter(|other| is_same(text(call), text(other), choices)).count();
                before.push(call.clone());
                if copies > 0 {
                    call.args = format!("{{\"copy\":{copies}}}").into_bytes();
                }
                true
            });
        }
    }
    apart
}

/// The case in which calls that differ do so in a way that nobody overlooks; none where none of one tool do.
fn plainly_different(case: &Case, choices: &KeyChoices) -> Option<Case> {
    let mut different: Vec<(&str, &[u8])> = Vec::new();
    for call in texts(case) {
        if !different.iter().any(|other| is_same(call, *other, choices)) {
            different.push(call);
        }
    }
    if !different.iter().enumerate().any(|(at, call)| different[..at].iter().any(|other| other.0 == call.0)) {
        return None;
    }
    let plain = |at: usize| {
        let letter = char::from(b'a' + u8::try_from(at).ok().filter(|at| *at < 26)?);
        Some(if at.is_multiple_of(2) { format!("{{\"{letter}\":{at}}}") } else { format!("{{\"{letter}\":\"x\"}}") }.into_bytes())
    };
    let mut changed = case.clone();
    replace_calls(&mut changed, |tool, args| {
        let at = different.iter().position(|other| is_same((tool, args), *other, choices))?;
        Some((tool.to_owned(), plain(at)?))
    });
    (changed != *case).then_some(changed)
}

/// Whether all calls of a case that are not written alike are different calls.
fn differs_throughout(case: &Case, choices: &KeyChoices) -> bool {
    let written: Vec<(&str, &[u8])> = texts(case).collect::<BTreeSet<_>>().into_iter().collect();
    let is_apart = |at: usize| written[..at].iter().all(|other| !is_same(written[at], *other, choices));
    written.len() > 1 && (1..written.len()).all(is_apart)
}

/// Tool and arguments of each call and key.
fn texts(case: &Case) -> impl Iterator<Item = (&str, &[u8])> {
    let keys = case.steps.iter().filter_map(|step| match &step.action {
        Action::Key(key) => Some((key.tool.as_deref().unwrap_or_default(), key.args.as_slice())),
        _ => None,
    });
    case.steps.iter().filter_map(Step::round).flat_map(Round::calls).map(text).chain(keys)
}

fn text(call: &Call) -> (&str, &[u8]) {
    (&call.tool, &call.args)
}

fn is_same(one: (&str, &[u8]), other: (&str, &[u8]), choices: &KeyChoices) -> bool {
    pair(one, other, choices).same
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::KeyChoices;
    use crate::step::{Options, Policy};

    fn case(rounds: &[&[(&str, &str)]]) -> Case {
        let round = |calls: &&[(&str, &str)]| {
            let call = |(at, (id, args)): (usize, &(&str, &str))| (Call::new(*id, "t", args), (at != 2).then(|| Outcome::ok("ok")));
            Step::new(Action::Round(Round::new(calls.iter().enumerate().map(call))))
        };
        let open = Step::new(Action::Open(Options::default()));
        Case { policy: Policy::NoProgress, steps: std::iter::once(open).chain(rounds.iter().map(round)).collect() }
    }

    fn written(case: &Case) -> String {
        let ids = case.steps.iter().filter_map(Step::round).flat_map(Round::pairs).map(|(call, result)| {
            format!("{} {}{}", call.id, String::from_utf8_lossy(&call.args), if result.is_none() { " none" } else { "" })
        });
        ids.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn a_whole_run_has_ids_and_results_and_keeps_the_ids_of_rounds_that_lack_none() {
        let case = case(&[&[("x", "{}"), ("x", "{}"), ("y", "1")], &[("p", "{}"), ("", "{}")], &[("q", "2")]]);
        insta::assert_snapshot!(written(&whole(&case)), @"c1 {}, c2 {}, c3 1, c1 {}, c2 {}, q 2");
    }

    #[test]
    fn copies_in_a_round_get_arguments_by_their_number() {
        let case = case(&[&[("x", "{}"), ("y", "1"), ("z", "{ }")], &[("x", "{}"), ("y", "{}"), ("z", "1")]]);
        let apart = without_copies(&case, &KeyChoices::default());
        insta::assert_snapshot!(written(&apart), @r#"x {}, y 1, z {"copy":1} none, x {}, y {"copy":1}, z 1 none"#);
    }

    #[test]
    fn what_is_the_same_stays_the_same_where_all_else_differs_plainly() {
        let case = case(&[&[("x", "[9007199254740993]"), ("y", "[9007199254740992]")], &[("x", "[ 9007199254740993 ]")]]);
        let plain = plainly_different(&case, &KeyChoices::default()).map(|plain| written(&plain));
        insta::assert_snapshot!(plain.unwrap_or_default(), @r#"x {"a":0}, y {"b":"x"}, x {"a":0}"#);
        assert!(!differs_throughout(&case, &KeyChoices::default()));
        let one_call = self::case(&[&[("x", "[1]")], &[("x", "[1]")]]);
        assert!(plainly_different(&one_call, &KeyChoices::default()).is_none() && !differs_throughout(&one_call, &KeyChoices::default()));
    }
}
