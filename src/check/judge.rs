//! Whether answers are the reference's: behaviour first, wording in a second pass.

use std::collections::BTreeMap;

use super::describe::{describe, tier};
use super::verdict::Difference;
use crate::identity::canonical;
use crate::policy::Decision;
use crate::step::{Action, Call, Case, Facts, GuardEvent, Has, Notice, Policy, Profile, Reply, Round, Step, Wording};

/// What is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// That, when and where a guard acts.
    Behaviour,
    /// What it says; only of answers whose behaviour is right.
    Wording,
}

/// The first difference between the reference's answers and a subject's.
pub fn judge(case: &Case, profile: &Profile, want: &[Decision], got: &[Reply], pass: Pass) -> Option<Difference> {
    let mut judge = Judge { policy: case.policy, profile, pass, fingerprints: BTreeMap::new(), never_refuses: false };
    case.steps.iter().zip(want).enumerate().find_map(|(at, (step, want))| {
        // An answer may end early where only `ended` would follow.
        let mut difference = judge.step(step, want, got.get(at).unwrap_or(&Reply::Ended))?;
        difference.step = at;
        Some(difference)
    })
}

struct Judge<'p> {
    policy: Policy,
    profile: &'p Profile,
    pass: Pass,
    /// By run: the reference's name of a bundle and the subject's fingerprint of it.
    fingerprints: BTreeMap<String, BTreeMap<String, String>>,
    /// The run that was opened last is one of `warn`.
    never_refuses: bool,
}

impl Judge<'_> {
    fn step(&mut self, step: &Step, want: &Decision, got: &Reply) -> Option<Difference> {
        let whole = |what, rule| Some(difference(what, describe(&want.reply), describe(got), rule));
        if let Action::Open(options) = &step.action {
            self.fingerprints.remove(&step.run);
            self.never_refuses = self.profile.effective(options).escalation.as_deref() == Some("warn");
        }
        match (&want.reply, got) {
            (Reply::Rejected(_), Reply::Rejected(_)) | (Reply::Ended, Reply::Ended) => None,
            (Reply::Rejected(_), _) => whole("rejected", want.rules.first().copied()),
            (_, Reply::Rejected(_)) => whole("rejected", None),
            (Reply::Ended, _) => whole("ended", Some("progress.ended")),
            (_, Reply::Ended) => whole("ended", None),
            (Reply::Facts(wanted), Reply::Facts(facts)) => match (self.policy, self.pass) {
                (Policy::NoProgress, Pass::Behaviour) => self.progress(step, wanted, facts),
                (Policy::NoProgress, Pass::Wording) => progress_wording(step, wanted, facts),
                (_, Pass::Behaviour) => self.repeat(step, wanted, facts),
                (_, Pass::Wording) => self.repeat_wording(step, wanted, facts),
            },
            (want, got) if want == got => None,
            _ => whole("answer", None),
        }
    }

    fn repeat(&self, step: &Step, want: &Facts, got: &Facts) -> Option<Difference> {
        let whole = |what, rule| Some(difference(what, summary(want), summary(got), rule));
        if !got.refused.is_empty() || got.stop.is_some() {
            return whole("blocked", Some("repeat.never-blocks"));
        }
        if altered(step.round(), got).next().is_some() {
            return whole("shown", Some("repeat.reminder.after-results"));
        }
        if want.notices.len() != got.notices.len() {
            return whole(if want.notices.len() > got.notices.len() { "missing notice" } else { "extra notice" }, None);
        }
        let last = step.round().and_then(|round| round.calls().last()).map(|call| call.id.as_str());
        want.notices.iter().zip(&got.notices).find_map(|(want, got)| {
            if got.after.is_some() && got.after.as_deref() != last {
                let place = format!("after the result of {}", got.after.as_deref().unwrap_or_default());
                return Some(difference("place", "after all results".to_owned(), place, Some("repeat.reminder.after-results")));
            }
            if got.role.as_deref().is_some_and(|role| role != "user") {
                let role = got.role.clone().unwrap_or_default();
                return Some(difference("role", "user".to_owned(), role, Some("repeat.reminder.role")));
            }
            self.repeat_data(want, got)
        })
    }

    /// What the reminder is about, as far as the guard reports that as data or pinned words show it.
    fn repeat_data(&self, want: &Notice, got: &Notice) -> Option<Difference> {
        let reported = if self.profile.choices.text == Wording::Pinned { tier(got) } else { got.tier };
        if reported.is_some() && reported != want.tier {
            let rule = match want.tier {
                Some(crate::step::Tier::Short) => "repeat.threshold.first-short",
                _ => "repeat.threshold.later-detailed",
            };
            return Some(hinted("tier", format!("{:?}", want.tier), format!("{reported:?}"), rule));
        }
        if got.tool.is_some() && got.tool != want.tool {
            return Some(hinted("tool", format!("{:?}", want.tool), format!("{:?}", got.tool), "repeat.threshold.later-detailed"));
        }
        if got.count.is_some() && got.count != want.count {
            return Some(difference("count", format!("{:?}", want.count), format!("{:?}", got.count), None));
        }
        None
    }

    fn repeat_wording(&self, step: &Step, want: &Facts, got: &Facts) -> Option<Difference> {
        if self.profile.choices.text == Wording::Own {
            return None;
        }
        // A character that is several bytes or units is also one that was cut off.
        let is_wide = |call: &Call| !canonical(&call.args, self.profile.style()).is_ascii();
        let wide = || step.round().into_iter().flat_map(Round::calls).any(is_wide);
        want.notices.iter().zip(&got.notices).find_map(|(want, got)| {
            (want.text != got.text)
                .then(|| difference("text", want.text.clone(), got.text.clone(), Some(wording_rule(&want.text, &got.text, wide()))))
        })
    }

    fn progress(&mut self, step: &Step, want: &Facts, got: &Facts) -> Option<Difference> {
        let whole = |what, rule| Some(difference(what, summary(want), summary(got), rule));
        if want.refused.is_empty() && !got.refused.is_empty() {
            if self.never_refuses {
                return whole("extra refusal", Some("progress.escalation"));
            }
            return Some(hinted("extra refusal", summary(want), summary(got), "progress.second-runs"));
        }
        if want.refused.iter().any(|id| !got.refused.contains(id)) || got.refused.len() > want.refused.len() {
            return whole("missing refusal", (!got.refused.is_empty()).then_some("progress.zero-executions"));
        }
        if want.stop.is_some() != got.stop.is_some() {
            return whole("stop", Some("progress.escalation"));
        }
        if let Some(id) = want.refused.iter().find(|id| !got.shown.contains_key(*id)) {
            return Some(difference("answers", format!("an answer for {id}"), "none".to_owned(), Some("progress.answers")));
        }
        let says = !got.notices.is_empty() || altered(step.round(), got).next().is_some();
        if want.notices.is_empty() == says && want.refused.is_empty() {
            return match says {
                true => whole("extra notice", None),
                false => Some(hinted("missing notice", summary(want), summary(got), "progress.warn-second")),
            };
        }
        if self.profile.has(Has::Events) { self.events(&step.run, want, got) } else { None }
    }

    fn events(&mut self, run: &str, want: &Facts, got: &Facts) -> Option<Difference> {
        let listed = |facts: &Facts| facts.events.iter().map(|event| format!("{event:?}")).collect::<Vec<_>>().join("; ");
        let differ = |what, rule| Some(difference(what, listed(want), listed(got), Some(rule)));
        // Other kinds are the guard's own business.
        let told: Vec<&GuardEvent> =
            got.events.iter().filter(|event| matches!(event.kind.as_deref(), None | Some("warn" | "block"))).collect();
        if told.len() != want.events.len() || want.events.iter().zip(&told).any(|(want, got)| want.kind != got.kind) {
            return differ("events", "progress.event");
        }
        for (want, got) in want.events.iter().zip(told) {
            if want.repeat_count != got.repeat_count {
                return differ("repeat_count", "progress.event.count");
            }
            if want.tools != got.tools {
                return differ("tools", "progress.event.tools");
            }
            let (Some(name), Some(fingerprint)) = (&want.fingerprint, &got.fingerprint) else {
                return differ("fingerprint", "progress.event.fingerprint");
            };
            let names = self.fingerprints.entry(run.to_owned()).or_default();
            let taken = names.iter().any(|(other, bound)| (other == name) != (bound == fingerprint));
            if taken {
                return differ("fingerprint", "progress.event.fingerprint");
            }
            names.insert(name.clone(), fingerprint.clone());
        }
        None
    }
}

/// Results of calls that ran, which the model is shown otherwise.
fn altered<'a>(round: Option<&'a Round>, facts: &'a Facts) -> impl Iterator<Item = (&'a str, &'a str, &'a str)> {
    let pairs = round.into_iter().flat_map(Round::pairs);
    pairs.filter_map(|(call, result)| {
        let (shown, visible) = (facts.shown.get(&call.id)?, &result?.visible);
        (shown != visible && !facts.refused.contains(&call.id)).then_some((call.id.as_str(), visible.as_str(), shown.as_str()))
    })
}

/// A diagnostic holds the tools' names and the count (`progress.diagnostic`).
fn progress_wording(step: &Step, want: &Facts, got: &Facts) -> Option<Difference> {
    if want.notices.is_empty() {
        return None;
    }
    let mut said: Vec<String> = got.notices.iter().map(|notice| notice.text.clone()).collect();
    said.extend(altered(step.round(), got).map(|(_, visible, shown)| shown.replacen(visible, "", 1)));
    let said = said.join("\n");
    let count = want.notices.iter().find_map(|notice| notice.count).unwrap_or_default();
    let missing = step.round().into_iter().flat_map(Round::calls).map(|call| call.tool.clone()).chain([count.to_string()]);
    let missing: Vec<_> = missing.filter(|part| !said.contains(part.as_str())).collect();
    let wanted = || format!("a text that holds {}", missing.join(" and "));
    (!missing.is_empty()).then(|| difference("diagnostic", wanted(), said.clone(), Some("progress.diagnostic")))
}

/// Which rule of the pinned texts a text breaks.
fn wording_rule(want: &str, got: &str, wide: bool) -> &'static str {
    const ARGUMENTS: &str = "\n- arguments: ";
    const MARKER: &str = "… (+";
    let (Some((head, quoted)), Some((got_head, got_quoted))) = (want.split_once(ARGUMENTS), got.split_once(ARGUMENTS)) else {
        return if want.contains(ARGUMENTS) { "repeat.text.detailed" } else { "repeat.text.short" };
    };
    // The text ends with a pinned line; what stands before it is quoted.
    let (quoted, tail) = quoted.rsplit_once('\n').unwrap_or((quoted, ""));
    let (got_quoted, got_tail) = got_quoted.rsplit_once('\n').unwrap_or((got_quoted, ""));
    if head != got_head || tail != got_tail {
        return "repeat.text.detailed";
    }
    let (kept, cut) = quoted.rsplit_once(MARKER).map_or((quoted, false), |(kept, _)| (kept, true));
    let (got_kept, got_cut) = got_quoted.rsplit_once(MARKER).map_or((got_quoted, false), |(kept, _)| (kept, true));
    if cut && (kept.starts_with(got_kept) || got_kept.starts_with(kept) || wide) {
        return match (wide, kept == got_kept, got_cut) {
            (true, _, _) => "repeat.text.preview-scalars",
            (false, true, _) | (false, _, true) if kept == got_kept => "repeat.text.preview-marker",
            _ => "repeat.text.preview-clamp",
        };
    }
    match (got_cut, wide) {
        // Cut where nothing is to be cut: units were counted that are no scalar values, or the limit is wrong.
        (true, true) => "repeat.text.preview-scalars",
        (true, false) => "repeat.text.preview-clamp",
        (false, _) => "repeat.text.preview-canonical",
    }
}

fn summary(facts: &Facts) -> String {
    describe(&Reply::Facts(facts.clone()))
}

fn difference(what: &str, want: String, got: String, rule: Option<&'static str>) -> Difference {
    Difference { step: 0, what: what.to_owned(), want, got, rule, hint: None }
}

/// A difference that is this rule's, unless something special led to it.
fn hinted(what: &str, want: String, got: String, hint: &'static str) -> Difference {
    Difference { hint: Some(hint), ..difference(what, want, got, None) }
}
