//! Policy A's pinned texts (`repeat.text.*`), and which of them a count brings.

use super::config::Config;
use crate::identity::{Style, canonical};
use crate::step::{Call, Notice, Tier};

/// The reminder at the lowest threshold.
pub const SHORT: &str = "You are repeating the exact same tool call with identical arguments. Carefully analyze the previous result \
    before calling again: if the task is not complete, try a different approach or different arguments instead of repeating the call.";

/// How the reminder at every later threshold begins.
pub const DETAILED: &str = "Repeated tool call detected:";

const DETAILED_END: &str = "The repeated calls are not making progress. Do not call this tool with these exact arguments again. Inspect \
    the latest result and choose a different action, different arguments, or finish the task if enough evidence has been gathered.";

/// The reminder at every later threshold; `preview` is the canonical argument text, cut.
pub fn detailed(tool: &str, count: u64, preview: &str) -> String {
    format!("{DETAILED}\n- tool: {tool}\n- consecutive_calls: {count}\n- arguments: {preview}\n{DETAILED_END}")
}

/// The first `chars` Unicode scalar values of a canonical text and, when something is left out, how many.
pub fn preview(canonical: &str, chars: usize) -> String {
    match canonical.char_indices().nth(chars) {
        None => canonical.to_owned(),
        Some((cut, _)) => format!("{}… (+{} more chars)", &canonical[..cut], canonical[cut..].chars().count()),
    }
}

/// The reminder of a call at this count of its chain; none where the count is no threshold.
pub fn reminder(config: &Config, call: &Call, count: u64, style: Style) -> Option<Notice> {
    let thresholds = config.thresholds();
    if !thresholds.contains(&count) {
        return None;
    }
    let (tier, text) = if thresholds.first() == Some(&count) {
        (Tier::Short, SHORT.to_owned())
    } else {
        let quoted = preview(&canonical(&call.args, style), config.preview_chars());
        (Tier::Detailed, detailed(&call.tool, count, &quoted))
    };
    Some(Notice { tier: Some(tier), tool: Some(call.tool.clone()), count: Some(count), ..Notice::user(text) })
}
