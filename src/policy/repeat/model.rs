//! Policy A's transition table.

use crate::identity::{CallKey, KeyChoices, Style, pair, reading_rule};
use crate::policy::decision::{Decision, Rules, Standing};
use crate::policy::pattern::{first_match, note_match, note_misses};
use crate::policy::repeat::{Config, reminder};
use crate::step::{Action, Call, Crossings, Facts, InputKind, Notice, Outcome, Profile, Reply, Round, Status};

/// One run of policy A.
#[derive(Clone, Debug)]
pub struct Model {
    config: Config,
    keys: KeyChoices,
    style: Style,
    crossings: Crossings,
    last: Option<Last>,
    /// The call before the last one: a cycle of two would come back to it.
    before: Option<CallKey>,
    count: u64,
    fired: bool,
    /// Whether the round before brought a reminder.
    told: bool,
    explains: bool,
}

/// The call that the chain is made of.
#[derive(Clone, Debug)]
struct Last {
    key: CallKey,
    call: Call,
    visible: Option<String>,
}

impl Model {
    /// A run that has seen nothing; `profile` gives the choices.
    pub fn new(config: Config, profile: &Profile) -> Self {
        let (keys, style) = (profile.key_choices(), profile.style());
        Self {
            config,
            keys,
            style,
            crossings: profile.choices.crossings,
            last: None,
            before: None,
            count: 0,
            fired: false,
            told: false,
            explains: true,
        }
    }

    /// Length of the chain: how often the last followed call came in a row; 0 when there is none.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Whether the decisions tell how calls resemble each other.
    #[must_use]
    pub(crate) fn explaining(mut self, explains: bool) -> Self {
        self.explains = explains;
        self
    }

    /// All that later decisions depend on, besides which call was the last.
    pub fn standing(&self) -> Standing {
        let horizon = self.config.thresholds().last().copied().unwrap_or_default();
        Standing { count: self.count.min(horizon), horizon, ..Standing::default() }
    }

    /// Decides one step. An `open` begins nothing here: a new run is a new model.
    pub fn step(&mut self, action: &Action) -> Decision {
        match action {
            Action::Input(input) => {
                (self.last, self.count) = (None, 0);
                Decision::silent(Rules::of(match input.kind {
                    InputKind::FollowUp => "repeat.reset.follow-up",
                    InputKind::Injection => "repeat.reset.injection",
                    InputKind::Steer => "repeat.reset.steer",
                }))
            }
            Action::Rewrite(_) => Decision::silent(Rules::of("repeat.reset.not-rewrite")),
            Action::Round(round) => self.round(round),
            Action::Key(_) | Action::Open(_) => Decision::silent(Rules::default()),
        }
    }

    fn round(&mut self, round: &Round) -> Decision {
        let mut rules = Rules::default();
        let mut notices = Vec::new();
        let mut chained_here = false;
        rules.used_where(round.prose.is_some(), "repeat.reset.not-prose");
        // A call that never finished has its place all the same.
        let unfinished = round.calls().len() > 1 && round.results().iter().any(Option::is_none);
        rules.used_where(unfinished || !round.completion().is_sorted(), "repeat.chain.model-order");
        for (call, result) in round.pairs() {
            if self.is_transparent(&call.tool, &mut rules) {
                continue;
            }
            self.follow(call, result, chained_here, &mut rules);
            chained_here = true;
            if let Some(notice) = self.reminder(call, &mut rules) {
                notices.push(notice);
            }
        }
        self.told = !notices.is_empty();
        if notices.len() > 1 {
            rules.used("repeat.reminder.crossings");
            if self.crossings == Crossings::Last {
                notices.drain(..notices.len() - 1);
            }
        }
        if !notices.is_empty() {
            rules.used("repeat.reminder.after-results");
            rules.used("repeat.reminder.role");
        }
        Decision::new(Reply::Facts(Facts { notices, ..Facts::default() }), rules)
    }

    fn is_transparent(&self, tool: &str, rules: &mut Rules) -> bool {
        let config = &self.config;
        if config.bookkeeping().iter().any(|name| name == tool) {
            rules.used("repeat.transparent.bookkeeping");
            return true;
        }
        if let Some(pattern) = first_match(config.exclude(), tool) {
            rules.used("repeat.transparent.exclude");
            note_match(pattern, tool, rules);
            return true;
        }
        if config.include().is_empty() {
            note_misses(config.exclude(), tool, rules);
            return false;
        }
        let included = first_match(config.include(), tool);
        match included {
            Some(pattern) => note_match(pattern, tool, rules),
            None => {
                rules.used("repeat.transparent.include");
                note_misses(config.include(), tool, rules);
            }
        }
        included.is_none()
    }

    /// Counts a call that is followed. `here`: so was another call of its round before it.
    fn follow(&mut self, call: &Call, result: Option<&Outcome>, here: bool, rules: &mut Rules) {
        let key = CallKey::new(&call.tool, &call.args, &self.keys);
        let visible = result.map(|outcome| outcome.visible.clone());
        rules.used_where(self.last.is_some(), "repeat.chain.consecutive");
        match result.map(|outcome| outcome.status) {
            Some(Status::Denied) => rules.used("repeat.counts.denied"),
            Some(Status::Disabled) => rules.used("repeat.counts.disabled"),
            Some(Status::Error) => rules.used("repeat.counts.failed"),
            Some(Status::Ok) | None => {}
        }
        if self.explains
            && let Some(rule) = reading_rule(&call.args)
        {
            rules.used(rule);
        }
        if let Some(last) = &self.last {
            let same = last.key == key;
            let pairing = self.explains.then(|| pair((&last.call.tool, &last.call.args), (&call.tool, &call.args), &self.keys));
            if let Some(rule) = pairing.and_then(|pairing| pairing.rule) {
                rules.used(rule);
            }
            if same {
                rules.used(if here { "repeat.chain.within-round" } else { "repeat.chain.across-rounds" });
                rules.used_where(!here && last.call.id != call.id, "identity.call-id");
                rules.used_where(last.visible != visible, "repeat.chain.result-blind");
                rules.used_where(!here && self.told || self.config.thresholds().contains(&self.count), "repeat.reset.not-own");
                self.count += 1;
            } else {
                rules.used("repeat.chain.change-resets");
                rules.used_where(self.before.as_ref() == Some(&key), "repeat.chain.no-cycles");
                self.before = Some(last.key.clone());
                self.count = 1;
            }
        } else {
            self.count = 1;
        }
        self.last = Some(Last { key, call: call.clone(), visible });
    }

    fn reminder(&mut self, call: &Call, rules: &mut Rules) -> Option<Notice> {
        let thresholds = self.config.thresholds();
        let (first, last) = (*thresholds.first()?, *thresholds.last()?);
        let count = self.count;
        if !thresholds.contains(&count) {
            rules.used_where(count == first + 1, "repeat.threshold.once");
            rules.used_where(count > first && count < last, "repeat.threshold.silent-between");
            rules.used_where(count > last, "repeat.threshold.silent-after-last");
            return None;
        }
        rules.used_where(!self.config.was_sorted(), "repeat.threshold.unsorted");
        rules.used_where(self.fired && count == first, "repeat.threshold.rearm");
        self.fired = true;
        rules.used(if count == first { "repeat.threshold.first-short" } else { "repeat.threshold.later-detailed" });
        reminder(&self.config, call, count, self.style)
    }
}
