//! What the reference answers to a run, in the format of vectors.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::expect::{CHOICES, choice_value};
use crate::policy::repeat::detailed;
use crate::policy::{NoModel, Reference};
use crate::step::{Case, Choices, Facts, GuardEvent, Has, Notice, Policy, Profile, Reply, Tier};

/// What a vector expects of every step of a case, as JSON: the answers of the reference to an implementation with this profile. Where they
/// are those of its choices only, they stand under these.
///
/// # Errors
/// [`NoModel`] for `any` and `identity`.
pub fn expectations(case: &Case, profile: &Profile) -> Result<Vec<Value>, NoModel> {
    let answers = |profile: &Profile| Reference::answer(case, profile);
    let plain = Profile { choices: Choices::default(), ..profile.clone() };
    let steps = answers(profile)?.into_iter().zip(answers(&plain)?);
    let expected = steps.map(|(own, plain)| {
        let expect = |reply: &Reply| of_reply(case.policy, reply, profile.has(Has::Events));
        let (own, plain) = (expect(&own.reply), expect(&plain.reply));
        if own == plain { own } else { under(&profile.choices, own) }
    });
    Ok(expected.collect())
}

/// Under the choices that are not the reference's: whoever chose otherwise is not asked.
fn under(choices: &Choices, expect: Value) -> Value {
    let mut expect = expect;
    for name in CHOICES {
        match choice_value(choices, name) {
            Some(value) if choice_value(&Choices::default(), name).as_ref() != Some(&value) => {
                let values: Map<String, Value> = [(value, expect)].into_iter().collect();
                expect = json!({"by_choice": {name: values}});
            }
            _ => {}
        }
    }
    expect
}

fn of_reply(policy: Policy, reply: &Reply, events: bool) -> Value {
    match reply {
        Reply::Ended => json!({"ended": true}),
        Reply::Rejected(_) => json!({"rejected": "*"}),
        Reply::Key(_) => json!({}),
        Reply::Facts(facts) if policy == Policy::NoProgress => progress(facts, events),
        Reply::Facts(facts) => json_of([("notices", !facts.notices.is_empty(), facts.notices.iter().map(notice).collect())]),
    }
}

/// Policy B's wording is its own; who is shown a refusal is not.
fn progress(facts: &Facts, events: bool) -> Value {
    let shown: BTreeMap<&String, &str> = facts.refused.iter().map(|id| (id, "*")).collect();
    json_of([
        ("diagnostic", !facts.notices.is_empty(), json!(true)),
        ("refused", !facts.refused.is_empty(), json!(facts.refused)),
        ("shown", !shown.is_empty(), json!(shown)),
        ("stop", facts.stop.is_some(), json!("*")),
        ("events", events && !facts.events.is_empty(), facts.events.iter().map(event).collect()),
    ])
}

fn json_of<const N: usize>(members: [(&str, bool, Value); N]) -> Value {
    let there = members.into_iter().filter(|(_, there, _)| *there);
    Value::Object(there.map(|(name, _, value)| (name.to_owned(), value)).collect())
}

/// A pinned text by its name, where it is one.
fn notice(notice: &Notice) -> Value {
    let named = match (notice.tier, &notice.tool, notice.count) {
        (Some(Tier::Short), ..) => Some(json!({"ref": "repeat.short"})),
        (Some(Tier::Detailed), Some(tool), Some(count)) => {
            let frame = detailed(tool, count, PREVIEW);
            let preview = frame.split_once(PREVIEW).and_then(|(before, after)| notice.text.strip_prefix(before)?.strip_suffix(after));
            preview.map(|preview| json!({"ref": "repeat.detailed", "tool": tool, "count": count, "preview": preview}))
        }
        _ => None,
    };
    let mut said = named.unwrap_or_else(|| json!({"text": notice.text}));
    if let (Some(said), Some(role)) = (said.as_object_mut(), &notice.role) {
        said.insert("role".to_owned(), json!(role));
    }
    said
}

fn event(event: &GuardEvent) -> Value {
    json!({"kind": event.kind, "repeat_count": event.repeat_count, "tools": event.tools, "fingerprint": event.fingerprint})
}

/// Where the preview stands in a detailed text; a tool's name that holds it leaves the text whole.
const PREVIEW: &str = "\0preview\0";
