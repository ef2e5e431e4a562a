//! Probes: what no single expected answer shows, such as what events leak.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};

use super::Transcript;
use crate::step::{Action, Call, Case, Facts, GuardEvent, Outcome, Policy, Reply, Round, Step};

/// Planted in results.
const IN_RESULTS: &str = "result canary <7f3a/c1>";
/// Planted in arguments.
const IN_ARGUMENTS: &str = "argument canary <9b2e/d4>";

/// A run of policy B that is warned and refused, with canaries in arguments and results; then the same in another run.
pub(crate) fn canaries() -> Case {
    let round = || {
        let call = Call::new("c1", "look", format!("{{\"q\":\"{IN_ARGUMENTS}\"}}"));
        Action::Round(Round::new([(call, Some(Outcome { raw: Some(format!("raw {IN_RESULTS}")), ..Outcome::ok(IN_RESULTS) }))]))
    };
    let run = |name: &'static str| {
        let open = std::iter::once(Step::within(name, Action::Open(crate::step::Options::default())));
        open.chain(std::iter::repeat_with(move || Step::within(name, round())).take(3))
    };
    Case { policy: Policy::NoProgress, steps: run("a").chain(run("b")).collect() }
}

/// What the events of [`canaries`] gave away: the rule and what stands where.
pub(crate) fn leaks(case: &Case, transcript: &Transcript) -> Vec<(&'static str, usize, String)> {
    let mut found = Vec::new();
    let mut fingerprints: Vec<(&str, &str)> = Vec::new();
    for (at, (step, reply)) in case.steps.iter().zip(transcript).enumerate() {
        let Reply::Facts(Facts { events, .. }) = reply else { continue };
        for event in events {
            for (rule, canary) in [("progress.event.no-results", IN_RESULTS), ("progress.event.no-arguments", IN_ARGUMENTS)] {
                if let Some(form) = leak(event, canary) {
                    found.push((rule, at, format!("the event holds the text {form}")));
                }
            }
            if let Some(fingerprint) = &event.fingerprint {
                let other = fingerprints.iter().find(|(run, other)| *run != step.run && *other == fingerprint.as_str());
                if other.is_some() {
                    found.push(("progress.event.keyed", at, format!("the fingerprint {fingerprint} was another run's, too")));
                }
                fingerprints.push((&step.run, fingerprint));
            }
        }
    }
    found
}

/// In which form an event holds a text.
fn leak(event: &GuardEvent, text: &str) -> Option<&'static str> {
    let held = serde_json::to_string(event).unwrap_or_default();
    let hex: String = text.bytes().map(|byte| format!("{byte:02x}")).collect();
    let percent: String =
        text.bytes().map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect();
    // The last group of base64 depends on what follows.
    let trimmed = |encoded: String| encoded[..encoded.len() - 4].to_owned();
    let forms = [
        (text.to_owned(), "as it is"),
        (hex, "in hexadecimal"),
        (percent, "percent-encoded"),
        (trimmed(STANDARD.encode(text)), "in base64"),
        (trimmed(URL_SAFE.encode(text)), "in base64"),
    ];
    let lower = held.to_ascii_lowercase();
    forms
        .into_iter()
        .find(|(form, name)| if *name == "in base64" { held.contains(form) } else { lower.contains(&form.to_ascii_lowercase()) })
        .map(|(_, name)| name)
}
