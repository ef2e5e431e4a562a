//! Replies in a few words, for tables and differences.

use crate::policy::repeat::{DETAILED, SHORT};
use crate::step::{Facts, Notice, Reply, Tier};

/// What was answered, in a few words.
pub fn describe(reply: &Reply) -> String {
    match reply {
        Reply::Ended => "ended".to_owned(),
        Reply::Key(key) => format!("key {}", clip(key, 40)),
        Reply::Rejected(reason) => format!("rejected: {}", clip(reason, 60)),
        Reply::Facts(facts) => describe_facts(facts),
    }
}

fn describe_facts(facts: &Facts) -> String {
    let mut parts = Vec::new();
    if !facts.refused.is_empty() {
        parts.push(format!("refuses {}", facts.refused.join(", ")));
    }
    let altered: Vec<_> = facts.shown.keys().filter(|id| !facts.refused.contains(id)).cloned().collect();
    if !altered.is_empty() {
        parts.push(format!("changes what is shown for {}", altered.join(", ")));
    }
    parts.extend(facts.notices.iter().map(describe_notice));
    if facts.stop.is_some() {
        parts.push("stops".to_owned());
    }
    let kinds = facts.events.iter().map(|event| format!("event {}", event.kind.as_deref().unwrap_or("without a kind")));
    parts.extend(kinds);
    if parts.is_empty() { "silent".to_owned() } else { parts.join(", ") }
}

fn describe_notice(notice: &Notice) -> String {
    match tier(notice) {
        Some(Tier::Short) => "reminder (short)".to_owned(),
        Some(Tier::Detailed) => "reminder (detailed)".to_owned(),
        None => format!("says \"{}\"", clip(&notice.text, 40)),
    }
}

/// Which text a reminder is: as the guard reports it, else as its words show.
pub(crate) fn tier(notice: &Notice) -> Option<Tier> {
    if notice.tier.is_some() {
        notice.tier
    } else if notice.text == SHORT {
        Some(Tier::Short)
    } else if notice.text.starts_with(DETAILED) {
        Some(Tier::Detailed)
    } else {
        None
    }
}

/// The beginning of a text on one line.
pub fn clip(text: &str, chars: usize) -> String {
    let line: String = text.chars().map(|char| if char.is_control() { ' ' } else { char }).take(chars).collect();
    if text.chars().nth(chars).is_some() { format!("{line}…") } else { line }
}
