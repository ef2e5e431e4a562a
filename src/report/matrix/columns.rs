//! What stands in the cells of a row: the card in five answers, and what came of each group of rules.

use serde::Serialize;

use crate::check::{Card, CardLine, Change, Report, Stimulus, WAIVED};
use crate::report::card::does;
use crate::report::outcome::{Deny, Outcome, outcomes};
use crate::rule::Level;

/// The questions that the card answers in a row.
pub(super) const CARD_COLUMNS: [&str; 5] = ["acts on the same call", "looks at results", "starts anew after", "sees A B A B", "counts"];

/// The groups of rules: the first part of their ids, and a heading; the last takes every other id.
pub(super) const GROUPS: [(&str, &str); 4] =
    [("identity", "identity"), ("run", "runs"), ("pattern", "patterns"), ("", "its policy's rules")];

/// What was not measured, or does not apply.
const NOTHING: &str = "–";

/// The answers to [`CARD_COLUMNS`].
pub(super) fn card_cells(card: Option<&Card>) -> [String; 5] {
    let Some(card) = card else { return [NOTHING; 5].map(str::to_owned) };
    [acts_at(card), looks_at_results(card), resets(card), alternation(card), unit(card)]
}

fn measured(card: &Card, stimulus: Stimulus) -> Option<&CardLine> {
    card.line(stimulus).filter(|line| line.unmeasured.is_none())
}

/// The first line of the same call that makes the guard act, with its condition where it is not any result.
fn acts_at(card: &Card) -> String {
    let lines = [Stimulus::SameResult, Stimulus::ChangedResult, Stimulus::Errors, Stimulus::Denied];
    let mut lines = lines.into_iter().filter_map(|stimulus| measured(card, stimulus));
    match lines.find(|line| line.first().is_some()) {
        Some(line) if line.stimulus == Stimulus::SameResult => does(line),
        Some(line) => format!("{}: {}", line.stimulus.words(), does(line)),
        None => match measured(card, Stimulus::SameResult) {
            Some(line) => format!("never in {} repeats", line.repeats),
            None => NOTHING.to_owned(),
        },
    }
}

fn looks_at_results(card: &Card) -> String {
    let deeds = |stimulus| measured(card, stimulus).map(|line| &line.does);
    let (Some(same), Some(changed)) = (deeds(Stimulus::SameResult), deeds(Stimulus::ChangedResult)) else { return NOTHING.to_owned() };
    let errors = deeds(Stimulus::Errors);
    let ways = [
        (same != changed, if changed.is_empty() { "acts only while they stay the same" } else { "acts otherwise when they change" }),
        (errors.is_some_and(|errors| errors != same), if same.is_empty() { "acts on errors only" } else { "acts otherwise on errors" }),
    ];
    let ways: Vec<&str> = ways.into_iter().filter(|(differs, _)| *differs).map(|(_, words)| words).collect();
    match ways.as_slice() {
        [] if same.is_empty() => NOTHING.to_owned(),
        [] => "no".to_owned(),
        ways => format!("yes: {}", ways.join(", ")),
    }
}

fn resets(card: &Card) -> String {
    if card.relations.is_empty() {
        return NOTHING.to_owned();
    }
    // How a call is spelled, and in which order calls complete, ends nothing: there is no counting anew after it.
    let is_event = |change| !matches!(change, Change::Spelling | Change::Completion);
    let anew = card.relations.iter().filter(|relation| relation.counts_anew() && is_event(relation.change));
    let anew: Vec<&str> = anew.map(|relation| relation.change.words()).collect();
    if anew.is_empty() { "nothing that was tried".to_owned() } else { anew.join(", ") }
}

/// A guard that counts all calls acts on two in turn, too, and on calls that never come twice; that is not seeing them. The calls in
/// turn do not fail, so what it does to failing ones says nothing of it.
fn alternation(card: &Card) -> String {
    let Some(line) = measured(card, Stimulus::Alternation) else { return NOTHING.to_owned() };
    let controls = [Stimulus::OtherArguments, Stimulus::OtherTools];
    let control = controls.into_iter().filter_map(|stimulus| measured(card, stimulus)).filter_map(CardLine::first).min();
    match (line.first(), control) {
        (None, _) => "no".to_owned(),
        (Some(first), Some(control)) if control <= first => format!("as it acts on any {control} calls"),
        (Some(_), _) => format!("yes: {}", does(line)),
    }
}

/// What the count goes up by: copies in one model response are one, or each is.
fn unit(card: &Card) -> String {
    match measured(card, Stimulus::Copies) {
        None => NOTHING.to_owned(),
        Some(line) if line.first().is_some() => "each call".to_owned(),
        Some(_) if card.first(Stimulus::SameResult).is_some() => "each round".to_owned(),
        Some(_) => NOTHING.to_owned(),
    }
}

/// What came of a group of rules.
#[derive(Serialize)]
pub(super) struct GroupCell {
    /// The gravest of what came of its rules: a CSS class.
    pub(super) state: &'static str,
    /// How many rules came to what, the gravest first.
    pub(super) parts: Vec<String>,
}

impl GroupCell {
    /// In one line.
    pub(super) fn text(&self) -> String {
        if self.parts.is_empty() { NOTHING.to_owned() } else { self.parts.join(", ") }
    }
}

/// What came of one rule, in a word that is a column's, and why.
pub(super) struct RuleCell<'r> {
    pub(super) id: &'r str,
    pub(super) level: Level,
    pub(super) state: State,
    pub(super) reason: &'r str,
}

/// The gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum State {
    Fail,
    Expected,
    Warning,
    Error,
    Pass,
    Choice,
    Skip,
}

impl State {
    const ALL: [Self; 7] = [Self::Fail, Self::Expected, Self::Warning, Self::Error, Self::Pass, Self::Choice, Self::Skip];

    /// In a word or two.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Fail => "fail",
            Self::Expected => "expected fail",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Pass => "pass",
            Self::Choice => "by choice",
            Self::Skip => "not judged",
        }
    }

    /// A CSS class.
    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Choice | Self::Skip => "soft",
            Self::Expected => "warning",
            other => other.words(),
        }
    }
}

/// The rules of one group in a report; none where the policy has no such rules.
pub(super) fn rules_of<'r>(report: &'r Report, group: &'static str) -> Vec<RuleCell<'r>> {
    let known = |id: &str| GROUPS.iter().any(|(name, _)| !name.is_empty() && id.split('.').next() == Some(name));
    let belongs = |id: &str| if group.is_empty() { !known(id) } else { id.split('.').next() == Some(group) };
    let of = outcomes(report, Deny::Must).filter(|(rule, _)| belongs(&rule.id)).map(|(rule, outcome)| {
        let (state, reason) = match outcome {
            Outcome::Fail(_) => (State::Fail, ""),
            Outcome::Expected(entry, _) => (State::Expected, entry.reason.as_str()),
            Outcome::Warning(_) => (State::Warning, ""),
            Outcome::Error(reason) => (State::Error, reason),
            Outcome::Pass => (State::Pass, ""),
            Outcome::Skip(reason) if rule.level == Level::Choice || reason == WAIVED => (State::Choice, reason),
            Outcome::Skip(reason) => (State::Skip, reason),
        };
        RuleCell { id: &rule.id, level: rule.level, state, reason }
    });
    of.collect()
}

/// The cell of these rules.
pub(super) fn group_cell(rules: &[RuleCell<'_>]) -> GroupCell {
    let count = |state| rules.iter().filter(|rule| rule.state == state).count();
    let parts = State::ALL.into_iter().filter(|state| count(*state) > 0).map(|state| format!("{} {}", count(state), state.words()));
    GroupCell { state: rules.iter().map(|rule| rule.state).min().map_or("none", State::class), parts: parts.collect() }
}
