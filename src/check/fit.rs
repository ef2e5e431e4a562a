//! Whether a case can be asked of an implementation with this profile, and how it is then put.

use std::collections::{BTreeMap, BTreeSet};

use crate::identity::Text;
use crate::rule::{self, Level};
use crate::step::{
    Action, Case, Execution, Has, Hears, OptionName, OptionValue, Options, Policy, Profile, Round, Status, Step, Support, Takes,
};

/// The case as it is sent to an implementation with this profile: without options that it cannot be told, with names of tools that it
/// reacts to.
///
/// # Errors
/// The reason why it cannot be asked, for a person.
pub fn fit(case: &Case, profile: &Profile) -> Result<Case, String> {
    let mut sent = case.clone();
    for step in &mut sent.steps {
        match &mut step.action {
            Action::Open(options) => fit_options(options, case.policy, profile)?,
            Action::Input(input) => needs(profile, input.kind.heard())?,
            Action::Rewrite(_) => needs(profile, Hears::Rewrite)?,
            Action::Round(round) => fit_round(round, profile)?,
            Action::Key(key) => fit_text(&key.args, profile.takes)?,
        }
    }
    if !profile.has(Has::Interleave) && is_interleaved(&sent.steps) {
        return Err("its runs cannot be interleaved".to_owned());
    }
    fit_tools(&mut sent, profile)?;
    Ok(sent)
}

/// The case with the values that the implementation has fixed, where it says nothing of them: for runs that were made for this
/// implementation and so count on no default.
pub(crate) fn stated(case: &Case, profile: &Profile) -> Case {
    let mut stated = case.clone();
    for step in &mut stated.steps {
        if let Action::Open(options) = &mut step.action {
            for name in OptionName::ALL {
                if let (None, Support::Fixed(value)) = (options.get(name), profile.support(name)) {
                    options.set(name, value);
                }
            }
        }
    }
    stated
}

/// Whether a case that was made for this implementation is put to it as it is.
pub(crate) fn stands(case: &Case, profile: &Profile) -> bool {
    fit(&stated(case, profile), profile).as_ref() == Ok(case)
}

/// The plainest options with which a run of this policy can be opened: the defaults, else what the implementation has.
pub(crate) fn opening(policy: Policy, profile: &Profile) -> Options {
    let mut options = Options::default();
    if policy == Policy::Any {
        return options;
    }
    for name in OptionName::ALL {
        let default = Case { policy, steps: vec![Step::new(Action::Open(options.clone()))] };
        let value = match profile.support(name) {
            Support::Fixed(value) => Some(value),
            Support::OneOf(values) if fit(&default, profile).is_err() => values.first(),
            Support::Any | Support::None | Support::OneOf(_) => None,
        };
        if let Some(value) = value {
            options.set(name, value);
        }
    }
    options
}

fn needs(profile: &Profile, what: Hears) -> Result<(), String> {
    if profile.hears(what) { Ok(()) } else { Err(format!("its host does not tell it about {}", what.name())) }
}

fn fit_options(options: &mut Options, policy: Policy, profile: &Profile) -> Result<(), String> {
    for name in OptionName::ALL {
        let asked = options.get(name);
        match (profile.support(name), asked) {
            (Support::Any, _) | (Support::None, None) => {}
            (Support::None, Some(_)) => return Err(format!("it has no option `{}`", name.name())),
            (Support::Fixed(value), Some(asked)) if value.same(&asked) => options.clear(name),
            (Support::Fixed(_), Some(_)) => return Err(format!("its `{}` cannot be changed", name.name())),
            // A hand-written run counts on the defaults of what decides when a guard acts.
            (Support::Fixed(value), None) => {
                if default(policy, name).is_some_and(|default| !default.same(value)) {
                    return Err(format!("its `{}` is fixed at another value", name.name()));
                }
            }
            (Support::OneOf(values), Some(asked)) => {
                if !values.iter().any(|value| value.same(&asked)) {
                    return Err(format!("its `{}` does not take this value", name.name()));
                }
            }
            (Support::OneOf(values), None) => {
                let default = default(policy, name);
                if default.is_some_and(|default| !values.iter().any(|value| value.same(&default))) {
                    return Err(format!("its `{}` does not take the default", name.name()));
                }
            }
        }
    }
    let lists = [&options.include, &options.exclude, &options.exempt].into_iter().flatten().flatten();
    let patterns = options.compare.iter().flat_map(|compare| compare.keys());
    if !profile.has(Has::Patterns) && lists.chain(patterns).any(|pattern| pattern.contains('*')) {
        return Err("its lists of tools hold no patterns".to_owned());
    }
    Ok(())
}

/// Defaults of the options on which it depends when a guard acts.
fn default(policy: Policy, name: OptionName) -> Option<OptionValue> {
    match (policy, name) {
        (Policy::RepeatReminder, OptionName::Thresholds) => Some(OptionValue::Ints(vec![3, 5, 8])),
        (Policy::NoProgress, OptionName::WarnAfter) => Some(OptionValue::Int(2)),
        (Policy::NoProgress, OptionName::Escalation) => Some(OptionValue::Word("short-circuit".to_owned())),
        _ => None,
    }
}

fn fit_round(round: &Round, profile: &Profile) -> Result<(), String> {
    for (call, result) in round.pairs() {
        fit_text(&call.args, profile.takes)?;
        match result {
            None => needs(profile, Hears::MissingResults)?,
            Some(outcome) if !profile.hears_status(outcome.status) => {
                let what =
                    if outcome.status == Status::Error { "failed".to_owned() } else { format!("were {:?}", outcome.status).to_lowercase() };
                return Err(format!("its host does not tell it about calls that {what}"));
            }
            Some(_) => {}
        }
    }
    if profile.execution == Execution::Sequential && !round.completion().is_sorted() {
        return Err("its calls run one after the other".to_owned());
    }
    Ok(())
}

fn fit_text(args: &[u8], takes: Takes) -> Result<(), String> {
    let fits = match takes {
        Takes::Bytes => true,
        Takes::Raw => std::str::from_utf8(args).is_ok(),
        Takes::Json => matches!(Text::parse(args), Text::Json(_)),
        Takes::Object => Text::parse(args).is_object(),
    };
    let what = match takes {
        Takes::Bytes => "any bytes",
        Takes::Raw => "Unicode text",
        Takes::Json => "JSON",
        Takes::Object => "JSON objects",
    };
    if fits { Ok(()) } else { Err(format!("its host gives it only {what} as arguments")) }
}

/// Whether a run is taken up again after another one was.
fn is_interleaved(steps: &[Step]) -> bool {
    let mut left = BTreeSet::new();
    let mut current: Option<&str> = None;
    for step in steps {
        if current != Some(step.run.as_str()) {
            let reopened = matches!(step.action, Action::Open(_));
            if left.contains(step.run.as_str()) && !reopened {
                return true;
            }
            left.extend(current);
            current = Some(&step.run);
        }
    }
    false
}

/// Uses the names of tools that the guard reacts to, one for one, in the order of their appearance.
fn fit_tools(case: &mut Case, profile: &Profile) -> Result<(), String> {
    let mut names = BTreeMap::<String, usize>::new();
    for call in case.steps.iter().filter_map(Step::round).flat_map(Round::calls) {
        let next = names.len();
        names.entry(call.tool.clone()).or_insert(next);
    }
    let mut keyed: Vec<_> =
        case.steps.iter_mut().filter_map(|step| if let Action::Key(key) = &mut step.action { Some(key) } else { None }).collect();
    if !profile.has(Has::Tool) {
        if names.len() > 1 || keyed.windows(2).any(|two| two[0].tool != two[1].tool) {
            return Err("names of tools take no part in it".to_owned());
        }
        keyed.iter_mut().for_each(|key| key.tool = None);
    }
    if profile.tools.is_empty() {
        return Ok(());
    }
    if names.len() > profile.tools.len() {
        return Err(format!("it reacts to {} tools only", profile.tools.len()));
    }
    let renamed = |tool: &str| names.get(tool).and_then(|&at| profile.tools.get(at)).cloned();
    for step in &mut case.steps {
        match &mut step.action {
            Action::Round(round) => round.rename_tools(renamed),
            Action::Open(options) => {
                let lists = [&mut options.include, &mut options.exclude, &mut options.exempt, &mut options.bookkeeping];
                for name in lists.into_iter().flatten().flatten() {
                    *name = renamed(name).ok_or("it reacts to certain tools only, and the run has patterns of names")?;
                }
                if options.compare.as_ref().is_some_and(|compare| !compare.is_empty()) {
                    return Err("it reacts to certain tools only, and the run has patterns of names".to_owned());
                }
            }
            Action::Input(_) | Action::Key(_) | Action::Rewrite(_) => {}
        }
    }
    Ok(())
}

/// Whether an implementation is not asked about a rule because it said so: only what is a SHOULD can be waived.
pub(super) fn is_waived(rule: &str, profile: &Profile) -> bool {
    rule::get(rule).is_some_and(|rule| rule.level == Level::Should) && profile.waives.iter().any(|waived| waived == rule)
}
