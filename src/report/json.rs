//! The report as JSON: what every other form can be made from.

use crate::check::Report;

/// Pretty-printed JSON with a final line feed.
///
/// # Errors
/// None that is known: every member of a report has a JSON form.
pub fn to_json(report: &Report) -> serde_json::Result<String> {
    let mut text = serde_json::to_string_pretty(report)?;
    text.push('\n');
    Ok(text)
}
