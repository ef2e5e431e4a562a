//! What the models tell besides their answers: words, counts, where a run stands, and by which rules.

use std::collections::BTreeSet;

use libtest_mimic::Failed;
use loopspec::check::vectors::Vector;
use loopspec::policy::progress::{Config, Model};
use loopspec::policy::{Reference, Standing, repeat};
use loopspec::step::{Action, Call, Case, Choices, Notice, Outcome, Policy, Profile, Round, Step, Tier};
use serde_json::json;

use crate::profiles;

/// `progress.diagnostic`: the warning, what is shown for a refused call and the reason of a stop name the round's tools and the count.
pub(crate) fn worded(vectors: &[Vector]) -> Result<(), Failed> {
    let mut seen = BTreeSet::new();
    for vector in vectors.iter().filter(|vector| vector.policy == Policy::NoProgress) {
        for decision in Reference::decide(&vector.case(), &profiles(vector)[0])? {
            let Some(facts) = decision.reply.facts() else { continue };
            let notices = facts.notices.iter().map(|notice| ("warning", &notice.text));
            let shown = facts.shown.values().map(|text| ("refusal", text));
            let texts = notices.chain(shown).chain(facts.stop.iter().map(|text| ("stop", text)));
            for (what, text) in texts {
                let event = facts.events.first().ok_or("words without an event")?;
                let tools = event.tools.as_ref().ok_or("an event without tools")?;
                let count = event.repeat_count.ok_or("an event without a count")?;
                if facts.notices.iter().any(|notice| notice.count != event.repeat_count) {
                    return Err(format!("{}: the count of a warning is not its event's: {:?}", vector.name(), facts.notices).into());
                }
                let kind = if tools.len() == 1 { format!("tool {}", tools[0]) } else { format!("tools {}", tools.join(", ")) };
                if !text.contains(&kind) || !text.contains(&format!(" {count} ")) {
                    return Err(format!("{}: the {what} names neither {kind} nor {count}: {text}", vector.name()).into());
                }
                seen.insert((what, tools.len() > 1));
            }
        }
    }
    let all = ["warning", "refusal", "stop"].iter().all(|what| seen.contains(&(*what, false)));
    if all && seen.contains(&("warning", true)) { Ok(()) } else { Err(format!("only {seen:?} are seen").into()) }
}

/// Asks after each round of a run what would come of the same round again.
pub(crate) fn armed(vectors: &[Vector]) -> Result<(), Failed> {
    let mut seen = [0, 0];
    for vector in vectors.iter().filter(|vector| vector.policy == Policy::NoProgress) {
        let mut model = None;
        for step in vector.case().steps.iter().filter(|step| step.run == Step::DEFAULT_RUN) {
            if let Action::Open(options) = &step.action {
                model = Config::parse(options).ok().map(|config| Model::new(config, &Profile::default()));
            }
            let (Some(model), Action::Round(round)) = (&mut model, &step.action) else { continue };
            model.step(&step.action);
            let again = model.clone().step(&step.action);
            let Some(facts) = again.reply.facts() else { continue };
            let refused = facts.refused.len() == round.calls().len();
            let standing = model.standing();
            if (standing.count, standing.armed) != (model.count().min(standing.horizon), refused) || standing.horizon < 2 {
                return Err(format!("{}: {standing:?}, refused is {refused}, counted are {}", vector.name(), model.count()).into());
            }
            let told = facts.events.first().and_then(|event| event.repeat_count);
            if told.is_some_and(|count| count != model.count() + 1) {
                return Err(format!("{}: counted are {}, the same round again is told as {told:?}", vector.name(), model.count()).into());
            }
            if refused != model.is_armed() {
                return Err(format!("{}: armed is {}, refused is {refused}", vector.name(), model.is_armed()).into());
            }
            seen[usize::from(refused)] += 1;
        }
    }
    if seen.contains(&0) { Err(format!("silent and refused: {seen:?}").into()) } else { Ok(()) }
}

pub(crate) fn answered_alike(vectors: &[Vector]) -> Result<(), Failed> {
    for vector in vectors {
        let [decided, answered] = [Reference::decide, Reference::answer].map(|ask| ask(&vector.case(), &profiles(vector)[0]));
        if !decided?.into_iter().map(|decision| decision.reply).eq(answered?.into_iter().map(|decision| decision.reply)) {
            return Err(format!("{}: the answers differ", vector.name()).into());
        }
    }
    Ok(())
}

pub(crate) fn standings() -> Result<(), Failed> {
    for (policy, invalid, horizon) in
        [(Policy::RepeatReminder, json!({"thresholds": [1]}), 8), (Policy::NoProgress, json!({"warn_after": 1}), 2)]
    {
        let mut reference = Reference::new(policy, &Profile::default())?;
        let round = Action::Round(Round::new([(Call::new("1", "x", "{}"), Some(Outcome::ok("same")))]));
        let on = |run: &str, action: &Action| Step { run: run.to_owned(), ..Step::new(action.clone()) };
        for run in ["once", "twice", "twice"] {
            reference.step(&on(run, &round));
        }
        reference.step(&on("refused", &Action::Open(serde_json::from_value(invalid)?)));
        let of = |count, armed| Standing { count, armed, horizon, ..Standing::default() };
        let wanted = [of(1, false), of(2, policy == Policy::NoProgress), Standing::default(), Standing::default()];
        let found = ["once", "twice", "refused", "never opened"].map(|run| reference.standing(run));
        if found != wanted {
            return Err(format!("{policy}: {found:?}").into());
        }
    }
    for policy in [Policy::Any, Policy::Identity] {
        let refusal = Reference::new(policy, &Profile::default()).err().ok_or("a model without transitions")?;
        if !refusal.to_string().contains(&format!("`{policy}`")) {
            return Err(format!("the refusal does not name {policy}: {refusal}").into());
        }
    }
    Ok(())
}

pub(crate) fn copies() -> Result<(), Failed> {
    for (tools, told) in
        [(&["x"][..], false), (&["x", "y"], false), (&["x", "x"], true), (&["x", "y", "x"], false), (&["x", "y", "y"], true)]
    {
        let calls = tools.iter().enumerate().map(|(at, tool)| (Call::new(at.to_string(), *tool, "{}"), Some(Outcome::ok("same"))));
        let case = Case { policy: Policy::NoProgress, steps: vec![Step::new(Action::Round(Round::new(calls))); 2] };
        let last = Reference::decide(&case, &Profile::default())?.pop().ok_or("no decision")?;
        if last.rules.contains(&"progress.bundle.within-round") != told {
            return Err(format!("{tools:?}: {:?}", last.rules).into());
        }
    }
    Ok(())
}

pub(crate) fn followed(vectors: &[Vector]) -> Result<(), Failed> {
    let mut seen = [0, 0];
    for vector in vectors.iter().filter(|vector| vector.policy == Policy::RepeatReminder) {
        let steps = vector.case().steps;
        let opened = steps.iter().find_map(|step| if let Action::Open(options) = &step.action { Some(options.clone()) } else { None });
        let Ok(config) = repeat::Config::parse(&opened.unwrap_or_default(), &Choices::default()) else { continue };
        for call in steps.iter().filter_map(Step::round).flat_map(Round::calls) {
            let mut model = repeat::Model::new(config.clone(), &Profile::default());
            model.step(&Action::Round(Round::new([(call.clone(), Some(Outcome::ok("done")))])));
            let follows = config.follows(&call.tool);
            let wanted =
                Standing { count: follows.into(), horizon: config.thresholds()[config.thresholds().len() - 1], ..Standing::default() };
            if (model.standing(), model.count()) != (wanted, follows.into()) {
                return Err(format!("{}: {} is followed: {follows}; {:?}", vector.name(), call.tool, model.standing()).into());
            }
            seen[usize::from(follows)] += 1;
        }
    }
    if seen.contains(&0) { Err(format!("transparent and followed: {seen:?}").into()) } else { Ok(()) }
}

/// The chain goes on in the round after the one that brought a reminder, though not at the call that the reminder spoke of.
pub(crate) fn goes_on() -> Result<(), Failed> {
    let round = |calls: usize| {
        let calls = (0..calls).map(|at| (Call::new(at.to_string(), "x", "{}"), Some(Outcome::ok("same"))));
        Step::new(Action::Round(Round::new(calls)))
    };
    for (before, goes_on) in [(2, false), (3, true), (4, true)] {
        let case = Case { policy: Policy::RepeatReminder, steps: vec![round(before), round(1)] };
        let last = Reference::decide(&case, &Profile::default())?.pop().ok_or("no decision")?;
        if last.rules.contains(&"repeat.reset.not-own") != goes_on {
            return Err(format!("after {before} calls in a round: {:?}", last.rules).into());
        }
    }
    Ok(())
}

/// `repeat.text.*`: what a reminder says is what the page says, and it names what it speaks of.
pub(crate) fn reminds() -> Result<(), Failed> {
    let page = include_str!("../../spec/repeat-reminder.md");
    let (_, texts) = page.split_once("## The texts").ok_or("the page has no texts")?;
    let blocks: Vec<&str> = texts.split("```text\n").skip(1).filter_map(|rest| rest.split("\n```").next()).collect();
    let [short, detailed] = blocks[..] else { return Err(format!("{} texts on the page", blocks.len()).into()) };
    let detailed = detailed.replace("{tool}", "x").replace("{count}", "5").replace("{preview}", r#"{"a":1}"#);
    let round = Step::new(Action::Round(Round::new([(Call::new("1", "x", r#"{ "a": 1 }"#), Some(Outcome::ok("same")))])));
    let decisions = Reference::decide(&Case { policy: Policy::RepeatReminder, steps: vec![round; 5] }, &Profile::default())?;
    let said: Vec<_> = decisions.iter().filter_map(|decision| decision.reply.facts()).flat_map(|facts| &facts.notices).collect();
    let wanted = [(short.to_owned(), Tier::Short, 3), (detailed, Tier::Detailed, 5)].map(|(text, tier, count)| Notice {
        tier: Some(tier),
        tool: Some("x".to_owned()),
        count: Some(count),
        ..Notice::user(text)
    });
    if said.iter().copied().eq(&wanted) { Ok(()) } else { Err(format!("said is {said:?}, the page says {wanted:?}").into()) }
}
