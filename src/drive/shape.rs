//! The members that answers may have. A misspelt one would silently mean nothing, so it is an error.

use serde_json::{Map, Value};

use super::misspeech::Misspeech;

const MESSAGE: &[&str] = &["id", "ok", "error", "unsupported"];
const GREETING: &[&str] = &["protocol", "implementation", "policies"];
const IMPLEMENTATION: &[&str] = &["name", "version", "language"];
const PROFILE: &[&str] = &["takes", "execution", "config", "hears", "has", "tools", "choices", "waives", "driven"];
const CHOICES: &[&str] = &["numbers", "ignored-members", "escapes", "spacing", "zero-config", "crossings", "text", "warnings"];
const REPLY: &[&str] = &["refused", "shown", "notices", "events", "stop", "ended", "rejected", "key"];
const NOTICE: &[&str] = &["text", "after", "role", "tier", "tool", "count"];

/// What the members of a reply hold.
pub(super) const REPLY_TYPES: &str =
    "`refused` is a list of call ids, `shown` an object of texts by call id, `notices` a list of {\"text\": …}, `stop` a text";

/// Whether this is a line of a log rather than a misspelt answer.
pub(super) fn is_no_message(message: &Map<String, Value>) -> bool {
    !message.is_empty() && message.keys().all(|name| !MESSAGE.contains(&name.as_str()) && near(name, MESSAGE).is_none())
}

pub(super) fn message(message: &Map<String, Value>) -> Result<(), Misspeech> {
    closed("", message, MESSAGE)
}

pub(super) fn greeting(greeting: &Value) -> Result<(), Misspeech> {
    closed("ok", object("ok", greeting)?, GREETING)?;
    if let Some(implementation) = greeting.get("implementation") {
        closed("ok.implementation", object("ok.implementation", implementation)?, IMPLEMENTATION)?;
    }
    let Some(policies) = greeting.get("policies") else { return Ok(()) };
    for (name, profile) in object("ok.policies", policies)? {
        let path = format!("ok.policies.{name}");
        closed(&path, object(&path, profile)?, PROFILE)?;
        if let Some(choices) = profile.get("choices") {
            let path = format!("{path}.choices");
            closed(&path, object(&path, choices)?, CHOICES)?;
        }
    }
    Ok(())
}

pub(super) fn reply(path: &str, reply: &Value) -> Result<(), Misspeech> {
    if !reply.is_object() {
        let problem = format!("an object is expected, not {}; a reply is {{}} where nothing happened\n  {REPLY_TYPES}", short(reply));
        return Err(Misspeech::Typed { path: path.to_owned(), problem });
    }
    closed(path, object(path, reply)?, REPLY)?;
    let Some(notices) = reply.get("notices").and_then(Value::as_array) else { return Ok(()) };
    for (at, notice) in notices.iter().enumerate() {
        let path = format!("{path}.notices[{at}]");
        if let Value::String(_) = notice {
            let problem = format!("an object is expected, not {0}; write {{\"text\": {0}}}", short(notice));
            return Err(Misspeech::Typed { path, problem });
        }
        closed(&path, object(&path, notice)?, NOTICE)?;
    }
    Ok(())
}

fn object<'v>(path: &str, value: &'v Value) -> Result<&'v Map<String, Value>, Misspeech> {
    value
        .as_object()
        .ok_or_else(|| Misspeech::Typed { path: path.to_owned(), problem: format!("an object is expected, not {}", short(value)) })
}

fn closed(path: &str, members: &Map<String, Value>, known: &'static [&'static str]) -> Result<(), Misspeech> {
    match members.keys().find(|name| !known.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) => Err(Misspeech::UnknownMember { path: path.to_owned(), name: name.clone(), near: near(name, known), known }),
    }
}

/// The known name that was probably meant.
fn near(name: &str, known: &[&'static str]) -> Option<&'static str> {
    let plain = |text: &str| text.to_ascii_lowercase().replace(['_', '-'], "");
    // A name all of whose letters differ is not near, however short it is.
    let close =
        |candidate: &&&str| strsim::damerau_levenshtein(&plain(name), &plain(candidate)) <= candidate.len().saturating_sub(1).min(2);
    known.iter().filter(close).min_by_key(|candidate| strsim::damerau_levenshtein(&plain(name), &plain(candidate))).copied()
}

/// A value, short enough for a message.
pub(super) fn short(value: &Value) -> String {
    crate::check::clip(&value.to_string(), 60)
}
