//! What events give away, which no single expected answer shows.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};

use crate::check::asked::Asked;
use crate::check::checker::Checker;
use crate::check::fit::{fit, opening};
use crate::check::question::Judging;
use crate::check::subject::Transcript;
use crate::check::verdict::Difference;
use crate::step::{Action, Call, Case, Facts, GuardEvent, Has, Outcome, Policy, Profile, Reply, Round, Step};

/// Planted in results.
const IN_RESULTS: &str = "result canary <7f3a/c1>";
/// Planted in arguments.
const IN_ARGUMENTS: &str = "argument canary <9b2e/d4>";

/// Plants canaries and looks for them in events.
pub(crate) fn leaks(checker: &mut Checker<'_>) {
    if !checker.is_mine() || checker.is_over() {
        return;
    }
    const RULES: [&str; 3] = ["progress.event.no-results", "progress.event.no-arguments", "progress.event.keyed"];
    let case = match fit(&canaries(&checker.profile), &checker.profile) {
        Ok(case) if checker.profile.has(Has::Events) => case,
        Ok(_) => return RULES.iter().for_each(|rule| checker.skip(rule, "it tells no observer")),
        Err(reason) => return RULES.iter().for_each(|rule| checker.skip(rule, &reason)),
    };
    let Asked::Pass(transcript) = checker.put(&case, Judging::Behaviour) else {
        return RULES.iter().for_each(|rule| checker.skip(rule, "the run that plants the canaries fails by another rule"));
    };
    for (rule, step, got) in given_away(&case, &transcript) {
        if rule == "progress.event.keyed" && checker.is_tainted(&["progress.event.fingerprint"]) {
            // A fingerprint that tells nothing apart says nothing about keys either.
            continue;
        }
        let difference =
            Difference { step, what: "event".to_owned(), want: "no such content".to_owned(), got, rule: Some(rule), hint: None };
        checker.observed("probe canaries", rule, &case, difference, transcript.clone());
    }
    for rule in RULES {
        checker.passed_once(rule);
    }
}

/// A run of policy B that is warned and refused, with canaries in arguments and results; then the same in another run.
fn canaries(profile: &Profile) -> Case {
    let options = opening(Policy::NoProgress, profile);
    let rounds = usize::try_from(options.warn_after.unwrap_or(2)).unwrap_or(2).clamp(2, 64) + 1;
    let round = || {
        let call = Call::new("c1", "look", format!("{{\"q\":\"{IN_ARGUMENTS}\"}}"));
        Action::Round(Round::new([(call, Some(Outcome { raw: Some(format!("raw {IN_RESULTS}")), ..Outcome::ok(IN_RESULTS) }))]))
    };
    let run = |name: &'static str| {
        let open = std::iter::once(Step::within(name, Action::Open(options.clone())));
        open.chain(std::iter::repeat_with(move || Step::within(name, round())).take(rounds))
    };
    Case { policy: Policy::NoProgress, steps: run("a").chain(run("b")).collect() }
}

/// What the events of [`canaries`] gave away: the rule and what stands where.
fn given_away(case: &Case, transcript: &Transcript) -> Vec<(&'static str, usize, String)> {
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
