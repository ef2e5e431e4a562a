//! The runs of the behaviour card.

use crate::check::card::Stimulus;
use crate::step::{Action, Call, Has, Input, InputKind, Outcome, Profile, Round, Status, Step};

/// The arguments of the call that comes again.
const ARGS: &str = "{\"path\":\"src/main.rs\",\"limit\":10}";
/// The same, spelled otherwise.
const RESPELLED: &str = "{ \"limit\": 10, \"path\": \"src/main.rs\" }";
/// What calls give.
const RESULT: &str = "fn main() {}";

/// The call that comes again.
pub(super) fn call() -> Call {
    Call::new("c1", "look", ARGS)
}

/// The same call, spelled otherwise.
pub(super) fn respelled() -> Call {
    Call::new("c1", "look", RESPELLED)
}

/// The other call where two come in turn.
pub(super) fn second(id: &str, tool: &str) -> Call {
    Call::new(id, tool, "{\"pattern\":\"TODO\",\"tests\":false}")
}

/// A call that nobody takes for `call`: other arguments, and another tool where names of tools take part.
pub(super) fn clearly_other(call: &Call, profile: &Profile) -> Call {
    let args = "{\"command\":[\"wc\",\"--lines\",\"README\"],\"timeout\":30}";
    let several = profile.has(Has::Tool) && profile.tools.len() != 1;
    Call::new(call.id.clone(), if several { "count_lines" } else { &call.tool }, args)
}

/// One call in a round of its own.
pub(super) fn alone(call: Call, outcome: Outcome) -> Action {
    Action::Round(Round::new([(call, Some(outcome))]))
}

/// What a call gives, by status; calls with the same status give the same text.
pub(super) fn outcome(status: Status) -> Outcome {
    let visible = match status {
        Status::Ok => RESULT,
        Status::Error => "error: no such file",
        Status::Denied => "denied by the user",
        Status::Disabled => "this tool is switched off",
    };
    Outcome { visible: visible.to_owned(), raw: None, status }
}

/// A round of `copies` equal calls.
pub(super) fn copies_of(call: &Call, copies: u32) -> Round {
    Round::new((1..=copies).map(|at| (Call { id: format!("c{at}"), ..call.clone() }, Some(outcome(Status::Ok)))))
}

/// The first kind of input that the guard hears of.
pub(super) fn input(profile: &Profile) -> Option<Action> {
    let kinds = [InputKind::FollowUp, InputKind::Steer, InputKind::Injection];
    kinds.into_iter().find(|kind| profile.hears(kind.heard())).map(input_of)
}

/// Input of a kind.
pub(super) fn input_of(kind: InputKind) -> Action {
    Action::Input(Input { kind, text: "please go on".to_owned() })
}

/// A stimulus, `repeats` times: every step with the repeat that it belongs to, from 1.
///
/// # Errors
/// Why it is not measured with this profile.
pub(super) fn stimulus(stimulus: Stimulus, repeats: u32, profile: &Profile) -> Result<Vec<(u32, Step)>, String> {
    let mut steps = Vec::new();
    let names = if profile.tools.is_empty() { repeats } else { u32::try_from(profile.tools.len()).unwrap_or(repeats) };
    if stimulus == Stimulus::OtherTools && (!profile.has(Has::Tool) || names < 2) {
        return Err("it knows one tool only".to_owned());
    }
    let between = input(profile);
    if stimulus == Stimulus::InputBetween && between.is_none() {
        return Err("its host does not tell it about input".to_owned());
    }
    for at in 1..=repeats {
        let id = format!("c{at}");
        let same = Call { id: id.clone(), ..call() };
        let other = Call::new(format!("o{at}"), "look", format!("{{\"path\":\"docs/chapter-{at}.md\",\"from\":{}}}", at * 7));
        let second = second(&format!("p{at}"), "look");
        let ok = outcome(Status::Ok);
        let action = match stimulus {
            Stimulus::SameResult | Stimulus::InputBetween | Stimulus::OthersBetween => alone(same, ok),
            Stimulus::ChangedResult => alone(same, Outcome::ok(format!("{} lines, the last one: {}", at * 3, at * at))),
            Stimulus::Errors => alone(same, outcome(Status::Error)),
            Stimulus::Denied => alone(same, outcome(Status::Denied)),
            // All copies are one round, which is the last repeat.
            Stimulus::Copies => Action::Round(copies_of(&call(), repeats)),
            Stimulus::Alternation => alone(if at % 2 == 1 { same } else { second }, ok),
            Stimulus::SamePair => Action::Round(pair(same, second)),
            Stimulus::OtherArguments => alone(other, ok),
            Stimulus::OtherTools => alone(Call { tool: format!("look_{}", at % names), ..other }, ok),
            Stimulus::OtherErrors => alone(other, outcome(Status::Error)),
        };
        let before = match stimulus {
            Stimulus::InputBetween => between.clone(),
            Stimulus::OthersBetween => Some(alone(
                Call::new(format!("o{at}"), "look", format!("{{\"path\":\"docs/chapter-{at}.md\"}}")),
                Outcome::ok(format!("chapter {at}")),
            )),
            _ => None,
        };
        if stimulus == Stimulus::Copies {
            steps.push((repeats, Step::new(action)));
            break;
        }
        steps.extend(before.filter(|_| at > 1).map(|before| (at, Step::new(before))));
        steps.push((at, Step::new(action)));
    }
    Ok(steps)
}

/// A round of two calls with results of their own.
pub(super) fn pair(one: Call, other: Call) -> Round {
    Round::new([(one, Some(outcome(Status::Ok))), (other, Some(Outcome::ok("no match")))])
}
