//! Answers to a case, read strictly: what cannot be understood is an error with a place and an advice.

use std::collections::BTreeSet;

use serde_json::Value;

use super::misspeech::Misspeech;
use super::shape;
use crate::check::clip;
use crate::step::{Action, Case, Reply};

/// What an adapter said to a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// One reply a step.
    Replies(Vec<Reply>),
    /// The guard threw.
    Threw(String),
    /// The adapter cannot do something that the case needs.
    Unsupported(String),
}

pub(super) enum Message {
    Error(String),
    Ok(Value),
    Unsupported(String),
}

/// The envelope of an answer.
pub(super) fn parse_message(line: &str, id: u64) -> Result<Message, Misspeech> {
    let line = line.strip_prefix('\u{feff}').unwrap_or(line);
    let whole = paired(line, false);
    let not_json = |problem: String| Misspeech::NotJson { line: clip(line, 120), problem };
    let value: Value = serde_json::from_str(&whole).map_err(|error| {
        let problem = error.to_string();
        if problem.starts_with("recursion limit") { Misspeech::TooDeep } else { not_json(problem) }
    })?;
    let Value::Object(mut message) = value else {
        return Err(not_json("another JSON value".to_owned()));
    };
    if shape::is_no_message(&message) {
        return Err(Misspeech::NoMessage(clip(line, 120)));
    }
    shape::message(&message)?;
    if message.get("id").and_then(Value::as_u64) != Some(id) {
        return Err(Misspeech::WrongId { want: id, got: message.get("id").map_or("missing".to_owned(), shape::short) });
    }
    match (message.remove("ok"), message.remove("error"), message.remove("unsupported")) {
        (Some(ok), None, None) => Ok(Message::Ok(ok)),
        (None, Some(error), None) => {
            let text = error.get("message").and_then(Value::as_str).map_or_else(|| error.to_string(), str::to_owned);
            Ok(Message::Error(text))
        }
        (None, None, Some(item)) => Ok(Message::Unsupported(item.as_str().map_or_else(|| item.to_string(), str::to_owned))),
        _ => Err(Misspeech::NoAnswer),
    }
}

/// Reads the answer to a case.
///
/// # Errors
/// What is wrong with it, where, and what to do.
pub fn parse_answer(line: &str, id: u64, case: &Case) -> Result<Answer, Misspeech> {
    let replies = match parse_message(line, id)? {
        Message::Ok(Value::Array(replies)) => replies,
        Message::Ok(other) => {
            return Err(Misspeech::Typed {
                path: "ok".to_owned(),
                problem: format!("a list of replies is expected, not {}", shape::short(&other)),
            });
        }
        Message::Error(message) => return Ok(Answer::Threw(message)),
        Message::Unsupported(item) => return Ok(Answer::Unsupported(item)),
    };
    let mut parsed = Vec::with_capacity(replies.len());
    for (at, reply) in replies.into_iter().enumerate() {
        let path = format!("ok[{at}]");
        shape::reply(&path, &reply)?;
        let typed = |error: serde_json::Error| Misspeech::typed(&path, &format!("{error}\n  {}", shape::REPLY_TYPES));
        parsed.push(serde_json::from_value(reply).map_err(typed)?);
    }
    tell_apart(line.strip_prefix('\u{feff}').unwrap_or(line), &mut parsed);
    if parsed.len() == case.steps.len() || (parsed.len() < case.steps.len() && only_ended_follows(case, &parsed)) {
        return Ok(Answer::Replies(parsed));
    }
    let rounds = case.steps.iter().filter(|step| step.round().is_some()).count();
    Err(Misspeech::Count { steps: case.steps.len(), rounds, replies: parsed.len() })
}

/// Whether every step without a reply belongs to a run that has ended.
fn only_ended_follows(case: &Case, replies: &[Reply]) -> bool {
    let mut ended = BTreeSet::new();
    for (step, reply) in case.steps.iter().zip(replies) {
        if matches!(step.action, Action::Open(_) | Action::Input(_)) {
            ended.remove(step.run.as_str());
        }
        if matches!(reply, Reply::Rejected(_) | Reply::Ended) || reply.facts().is_some_and(|facts| facts.stop.is_some()) {
            ended.insert(step.run.as_str());
        }
    }
    case.steps[replies.len()..]
        .iter()
        .all(|step| ended.contains(step.run.as_str()) && !matches!(step.action, Action::Open(_) | Action::Input(_)))
}

/// Puts keys and fingerprints back in which lone surrogates would be lost: they are only ever compared, and `\ud800` is not `\udc00`.
fn tell_apart(line: &str, replies: &mut [Reply]) {
    let kept = paired(line, true);
    if kept == line {
        return;
    }
    let Ok(kept) = serde_json::from_str::<Value>(&kept) else { return };
    for (at, reply) in replies.iter_mut().enumerate() {
        let said = &kept["ok"][at];
        match reply {
            Reply::Key(key) => {
                if let Some(text) = said["key"].as_str() {
                    text.clone_into(key);
                }
            }
            Reply::Facts(facts) => {
                for (event, said) in facts.events.iter_mut().zip(said["events"].as_array().into_iter().flatten()) {
                    event.fingerprint = said["fingerprint"].as_str().map(str::to_owned);
                }
            }
            Reply::Ended | Reply::Rejected(_) => {}
        }
    }
}

/// Replaces escapes of lone surrogates, which a guard may echo and no Rust string can hold, by U+FFFD; with its four digits behind it where
/// they are to be kept apart.
fn paired(line: &str, apart: bool) -> String {
    let bytes = line.as_bytes();
    let unit = |at: usize| -> Option<u16> {
        let escape = bytes.get(at..at + 6).filter(|escape| escape.starts_with(b"\\u"))?;
        u16::from_str_radix(std::str::from_utf8(&escape[2..]).ok()?, 16).ok()
    };
    let mut out = String::with_capacity(line.len());
    let (mut at, mut copied) = (0, 0);
    while at < bytes.len() {
        if bytes[at] != b'\\' {
            at += 1;
            continue;
        }
        match unit(at) {
            Some(0xD800..=0xDBFF) if unit(at + 6).is_some_and(|low| (0xDC00..=0xDFFF).contains(&low)) => at += 12,
            Some(0xD800..=0xDFFF) => {
                out.push_str(&line[copied..at]);
                out.push_str("\\ufffd");
                if apart {
                    // One surrogate is written in one way, whatever the case of its digits.
                    out.push_str(&line[at + 2..at + 6].to_ascii_lowercase());
                }
                at += 6;
                copied = at;
            }
            Some(_) => at += 6,
            None => at += 2,
        }
    }
    out.push_str(line.get(copied..).unwrap_or_default());
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::{Key, Policy, Step};

    #[test]
    fn keys_that_differ_in_a_lone_surrogate_stay_two() {
        let key = || Step::new(Action::Key(Key { tool: None, args: b"{}".to_vec() }));
        let case = Case { policy: Policy::Identity, steps: (0..5).map(|_| key()).collect() };
        let line = r#"{"id":1,"ok":[{"key":"\ud800"},{"key":"\uD800"},{"key":"\udc00"},{"key":"\ufffd"},{"key":"\ud83d\ude00\\ud800"}]}"#;
        let Ok(Answer::Replies(replies)) = parse_answer(line, 1, &case) else { panic!("the answer is well-formed") };
        let keys: Vec<&str> =
            replies.iter().filter_map(|reply| if let Reply::Key(key) = reply { Some(key.as_str()) } else { None }).collect();
        insta::assert_snapshot!(keys.join(" "), @r"�d800 �d800 �dc00 � 😀\ud800");
    }
}
