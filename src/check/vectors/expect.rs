//! What a vector expects of one step, and whether an answer is that.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::policy::repeat::{SHORT, detailed};
use crate::step::{Choices, Facts, GuardEvent, Notice, Reply};

/// The expected answer to one step; empty = silent.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields, default)]
pub struct Expect {
    /// Messages after the results, in order.
    pub notices: Vec<ExpectNotice>,
    /// Policy B: something is said, in `notices` or appended to a result.
    pub diagnostic: bool,
    /// Calls that the guard answers itself.
    pub refused: Vec<String>,
    /// What the model is shown for a call; `*` = anything.
    pub shown: BTreeMap<String, String>,
    /// The run ends; `*` = with any text.
    pub stop: Option<String>,
    /// What an observer is told; absent = not looked at.
    pub events: Option<Vec<ExpectEvent>>,
    /// The options are rejected; `*` = with any reason.
    pub rejected: Option<String>,
    /// The run was stopped before.
    pub ended: bool,
    /// Texts that stand in no event.
    pub without: Vec<String>,
    /// By choice and value: what is expected instead.
    pub by_choice: Option<BTreeMap<String, BTreeMap<String, Expect>>>,
}

/// An expected notice.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields, default)]
pub struct ExpectNotice {
    /// The exact text, or `*`.
    pub text: Option<String>,
    /// A pinned text: `repeat.short`, or `repeat.detailed` with the three members below.
    #[serde(rename = "ref")]
    pub reference: Option<String>,
    /// The tool that the detailed text names.
    pub tool: Option<String>,
    /// The count that it names.
    pub count: Option<u64>,
    /// The arguments that it quotes, as printed.
    pub preview: Option<String>,
    /// The role, where the vector speaks of it.
    pub role: Option<String>,
}

/// An expected event.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct ExpectEvent {
    /// `warn` or `block`.
    pub kind: String,
    /// The count.
    pub repeat_count: u64,
    /// One name a call.
    pub tools: Vec<String>,
    /// A name: same name = equal, other names = different; absent = not looked at.
    pub fingerprint: Option<String>,
}

/// How an answer differs from what a vector expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// What was looked at.
    pub what: &'static str,
    /// The expected value, for a person.
    pub want: String,
    /// The actual value, for a person.
    pub got: String,
}

impl Expect {
    /// What is expected of an implementation that made these choices. `None` when a choice has a value of which the vector says nothing.
    pub fn chosen(&self, choices: &Choices) -> Option<&Self> {
        let mut expect = self;
        while let Some(by_choice) = &expect.by_choice {
            let (name, values) = by_choice.iter().next()?;
            expect = values.get(choice_value(choices, name)?.as_str())?;
        }
        Some(expect)
    }

    /// Whether the answer is the expected one. `names` binds fingerprint names over the steps of a run.
    ///
    /// # Errors
    /// The first [`Mismatch`].
    pub fn check(&self, reply: &Reply, names: &mut BTreeMap<String, String>) -> Result<(), Mismatch> {
        let mismatch = |what, want: &dyn std::fmt::Debug, got: &dyn std::fmt::Debug| Mismatch {
            what,
            want: format!("{want:?}"),
            got: format!("{got:?}"),
        };
        let facts = match (reply, &self.rejected, self.ended) {
            (Reply::Rejected(reason), Some(wanted), _) if wanted == "*" || wanted == reason => return Ok(()),
            (Reply::Ended, None, true) => return Ok(()),
            (Reply::Facts(facts), None, false) => facts,
            (_, Some(wanted), _) => return Err(mismatch("rejected", wanted, reply)),
            _ => return Err(mismatch("ended", &self.ended, reply)),
        };
        if facts.refused != self.refused {
            return Err(mismatch("refused", &self.refused, &facts.refused));
        }
        if facts.stop.is_some() != self.stop.is_some()
            || self.stop.as_ref().is_some_and(|text| text != "*" && facts.stop.as_ref() != Some(text))
        {
            return Err(mismatch("stop", &self.stop, &facts.stop));
        }
        self.check_shown(facts)?;
        if self.diagnostic {
            if facts.notices.is_empty() && !facts.shown.keys().any(|id| !facts.refused.contains(id)) {
                return Err(mismatch("diagnostic", &"a notice, or text appended to a result", &facts));
            }
        } else if facts.notices.len() != self.notices.len() || !self.notices.iter().zip(&facts.notices).all(|(want, got)| want.is(got)) {
            return Err(mismatch("notices", &self.notices, &facts.notices));
        }
        if let Some(events) = &self.events
            && (events.len() != facts.events.len() || !events.iter().zip(&facts.events).all(|(want, got)| want.is(got, names)))
        {
            return Err(mismatch("events", events, &facts.events));
        }
        let everything = format!("{:?}", facts.events);
        match self.without.iter().find(|canary| everything.contains(canary.as_str())) {
            Some(canary) => Err(mismatch("without", canary, &facts)),
            None => Ok(()),
        }
    }

    fn check_shown(&self, facts: &Facts) -> Result<(), Mismatch> {
        let wanted =
            |id: &String, text: &String| self.shown.get(id).is_some_and(|want| want == "*" || want == text) || self.refused.contains(id);
        let allowed = |(id, text): (&String, &String)| wanted(id, text) || (self.diagnostic && !self.shown.contains_key(id));
        let missing = self.shown.keys().chain(&self.refused).any(|id| !facts.shown.contains_key(id));
        if missing || !facts.shown.iter().all(allowed) {
            return Err(Mismatch {
                what: "shown",
                want: format!("{:?} and an answer for {:?}", self.shown, self.refused),
                got: format!("{:?}", facts.shown),
            });
        }
        Ok(())
    }
}

impl ExpectNotice {
    fn is(&self, notice: &Notice) -> bool {
        let text = match (self.reference.as_deref(), self.text.as_deref()) {
            (Some("repeat.short"), _) => notice.text == SHORT,
            (Some(_), _) => {
                let (tool, preview) = (self.tool.as_deref().unwrap_or_default(), self.preview.as_deref().unwrap_or_default());
                notice.text == detailed(tool, self.count.unwrap_or_default(), preview)
            }
            (None, Some("*")) => true,
            (None, text) => text == Some(notice.text.as_str()),
        };
        text && self.role.as_ref().is_none_or(|role| notice.role.as_ref().is_none_or(|got| got == role))
    }

    pub(super) fn problem(&self) -> Option<String> {
        match (self.reference.as_deref(), &self.text) {
            (Some("repeat.short"), None) => None,
            (Some("repeat.detailed"), None) if self.tool.is_some() && self.count.is_some() && self.preview.is_some() => None,
            (Some("repeat.detailed"), None) => Some("`repeat.detailed` needs tool, count and preview".to_owned()),
            (Some(other), None) => Some(format!("no pinned text is called `{other}`; there are repeat.short and repeat.detailed")),
            (None, Some(_)) => None,
            (Some(_), Some(_)) => Some("a notice has `text` or `ref`, not both".to_owned()),
            (None, None) => Some("a notice needs `text` or `ref`".to_owned()),
        }
    }
}

impl ExpectEvent {
    fn is(&self, event: &GuardEvent, names: &mut BTreeMap<String, String>) -> bool {
        let members = event.kind.as_deref() == Some(self.kind.as_str())
            && event.repeat_count == Some(self.repeat_count)
            && event.tools.as_ref() == Some(&self.tools);
        let (Some(name), Some(got)) = (&self.fingerprint, &event.fingerprint) else { return members && self.fingerprint.is_none() };
        match names.get(name) {
            Some(bound) => members && bound == got,
            None if names.values().any(|bound| bound == got) => false,
            None => {
                names.insert(name.clone(), got.clone());
                members
            }
        }
    }
}

/// The choices that an expectation can depend on, by their names on the wire.
pub(super) const CHOICES: [&str; 7] = ["numbers", "escapes", "spacing", "zero-config", "crossings", "text", "warnings"];

/// The value of a choice by its name on the wire.
pub(super) fn choice_value(choices: &Choices, name: &str) -> Option<String> {
    let value = serde_json::to_value(choices).ok()?;
    Some(value.get(name)?.as_str()?.to_owned())
}
