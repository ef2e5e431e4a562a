//! Policy B's transition table.

use std::collections::BTreeMap;

use crate::identity::{CallKey, KeyChoices, pair, reading_rule};
use crate::policy::decision::{Decision, Rules, Standing};
use crate::policy::pattern::{first_match, note_match, note_misses};
use crate::policy::progress::{Config, Escalation, refusal, same_observation, warning};
use crate::step::{Action, Facts, GuardEvent, Notice, Profile, Reply, Round, Warnings};

/// One run of policy B.
#[derive(Clone, Debug)]
pub struct Model {
    config: Config,
    keys: KeyChoices,
    warnings: Warnings,
    last: Option<Last>,
    /// The bundle before the last one: a cycle of two would come back to it.
    before: Option<Vec<CallKey>>,
    armed: bool,
    stopped: bool,
    fingerprints: BTreeMap<Vec<CallKey>, usize>,
    explains: bool,
}

/// The streak's round.
#[derive(Clone, Debug)]
struct Last {
    bundle: Vec<CallKey>,
    round: Round,
    count: u64,
}

impl Model {
    /// A run that has seen nothing; `profile` gives the choices.
    pub fn new(config: Config, profile: &Profile) -> Self {
        let (keys, warnings) = (profile.key_choices(), profile.choices.warnings);
        Self {
            config,
            keys,
            warnings,
            last: None,
            before: None,
            armed: false,
            stopped: false,
            fingerprints: BTreeMap::new(),
            explains: true,
        }
    }

    /// How often the streak's round was asked for; 0 when there is none.
    pub fn count(&self) -> u64 {
        self.last.as_ref().map_or(0, |last| last.count)
    }

    /// Whether the next round with the same bundle is refused.
    pub fn is_armed(&self) -> bool {
        self.armed
    }

    /// Whether the decisions tell how calls resemble each other.
    #[must_use]
    pub(crate) fn explaining(mut self, explains: bool) -> Self {
        self.explains = explains;
        self
    }

    /// All that later decisions depend on, besides which round was the last.
    pub fn standing(&self) -> Standing {
        let horizon = self.config.warn_after();
        Standing { count: self.count().min(horizon), armed: self.armed, stopped: self.stopped, horizon }
    }

    /// Decides one step. An `open` begins nothing here: a new run is a new model.
    pub fn step(&mut self, action: &Action) -> Decision {
        match action {
            Action::Input(_) => {
                self.stopped = false;
                self.forget();
                Decision::silent(Rules::of("progress.external-input"))
            }
            _ if self.stopped => Decision::new(Reply::Ended, Rules::of("progress.ended")),
            Action::Rewrite(_) => Decision::silent(Rules::of("progress.not-rewrite")),
            Action::Round(round) => self.round(round),
            Action::Key(_) | Action::Open(_) => Decision::silent(Rules::default()),
        }
    }

    fn forget(&mut self) {
        (self.last, self.armed) = (None, false);
    }

    fn round(&mut self, round: &Round) -> Decision {
        let mut rules = Rules::default();
        rules.used_where(round.prose.is_some(), "progress.bundle.not-prose");
        if round.is_malformed() {
            self.forget();
            rules.used("progress.fail-open");
            return Decision::silent(rules);
        }
        let exempt = round.calls().iter().find_map(|call| Some((first_match(self.config.exempt(), &call.tool)?, &call.tool)));
        if let Some((pattern, name)) = exempt {
            rules.used_where(self.last.is_some(), "progress.exempt.breaks");
            rules.used("progress.exempt");
            note_match(pattern, name, &mut rules);
            self.forget();
            return Decision::silent(rules);
        }
        for call in round.calls() {
            note_misses(self.config.exempt(), &call.tool, &mut rules);
            if self.explains
                && let Some(rule) = reading_rule(&call.args)
            {
                rules.used(rule);
            }
        }
        let bundle: Vec<_> = round.calls().iter().map(|call| CallKey::new(&call.tool, &call.args, &self.keys)).collect();
        if self.explains {
            self.note_bundle(&bundle, round, &mut rules);
        }
        if self.armed
            && let Some(last) = self.last.as_mut().filter(|last| last.bundle == bundle)
        {
            last.count += 1;
            let count = last.count;
            return self.refuse(round, bundle, count, rules);
        }
        if round.results().iter().any(Option::is_none) {
            self.forget();
            rules.used("progress.fail-open");
            return Decision::silent(rules);
        }
        self.observe(round, bundle, rules)
    }

    fn refuse(&mut self, round: &Round, bundle: Vec<CallKey>, count: u64, mut rules: Rules) -> Decision {
        for rule in ["progress.third-blocked", "progress.zero-executions", "progress.answers", "progress.escalation"] {
            rules.used(rule);
        }
        let tools = tools(round);
        let text = refusal(&tools, count);
        self.stopped = self.config.escalation() == Escalation::Stop;
        let facts = Facts {
            refused: round.calls().iter().map(|call| call.id.clone()).collect(),
            shown: round.calls().iter().map(|call| (call.id.clone(), text.clone())).collect(),
            events: vec![self.event("block", bundle, count, tools)],
            stop: self.stopped.then_some(text),
            ..Facts::default()
        };
        Decision::new(Reply::Facts(facts), rules)
    }

    fn observe(&mut self, round: &Round, bundle: Vec<CallKey>, mut rules: Rules) -> Decision {
        rules.used_where(!round.completion().is_sorted(), "progress.completion-order");
        rules.used_where(round.calls().len() > 1, "progress.barrier");
        let count = match &self.last {
            Some(last) if last.bundle == bundle && self.same_results(&last.round, round, &mut rules) => last.count + 1,
            _ => {
                self.armed = false;
                1
            }
        };
        // Its own diagnostic of the round before is no part of what is compared; once told, that shows a round later.
        let since = self.config.warn_after() + u64::from(self.warnings == Warnings::Once);
        rules.used_where(count > since, "progress.own-text");
        rules.used(if count == 1 { "progress.first-runs" } else { "progress.second-runs" });
        if let Some(last) = self.last.take().filter(|last| last.bundle != bundle) {
            rules.used_where(self.before.as_ref() == Some(&bundle), "progress.no-cycles");
            self.before = Some(last.bundle);
        }
        self.last = Some(Last { bundle: bundle.clone(), round: round.clone(), count });
        let warn_after = self.config.warn_after();
        let due = match self.warnings {
            Warnings::Every => count >= warn_after,
            Warnings::Once => count == warn_after,
        };
        rules.used_where(due, "progress.warn-second");
        rules.used_where(count > warn_after, "progress.warnings");
        if due {
            self.armed = self.config.escalation() != Escalation::Warn;
            let tools = tools(round);
            let notice = Notice { count: Some(count), ..Notice::user(warning(&tools, count)) };
            let events = vec![self.event("warn", bundle, count, tools)];
            return Decision::new(Reply::Facts(Facts { notices: vec![notice], events, ..Facts::default() }), rules);
        }
        Decision::silent(rules)
    }

    /// Whether both rounds, of one bundle, brought the same observations in call order.
    fn same_results(&self, one: &Round, other: &Round, rules: &mut Rules) -> bool {
        let mut same = true;
        for ((call, before), after) in one.pairs().zip(other.results()) {
            let (Some(before), Some(after)) = (before, after) else { return false };
            let ignored = self.config.ignored_members(&call.tool);
            rules.used_where(before.status != after.status || !after.status.is_ok(), "progress.errors");
            rules.used_where(before.visible.is_empty() && after.visible.is_empty(), "progress.empty");
            let equal = same_observation(&before.visible, &after.visible, &ignored);
            rules.used_where(same_observation(before.raw(), after.raw(), &ignored) != equal, "progress.visible");
            if !ignored.is_empty() && before.visible != after.visible {
                rules.used(if equal { "progress.compare" } else { "progress.compare.rest" });
            }
            rules.used_where(!equal && is_near(&before.visible, &after.visible), "progress.exact");
            same &= equal;
        }
        rules.used_where(!same, "progress.observation-resets");
        same
    }

    /// Tells by which rule this bundle is, or is not, the streak's.
    fn note_bundle(&self, bundle: &[CallKey], round: &Round, rules: &mut Rules) {
        let Some(last) = &self.last else { return };
        let before = last.round.calls();
        rules.used_where(bundle.windows(2).any(|pair| pair[0] == pair[1]), "progress.bundle.within-round");
        if last.bundle.len() != bundle.len() {
            rules.used("progress.bundle.size");
        } else {
            for (one, other) in before.iter().zip(round.calls()) {
                rules.used_where(bundle == last.bundle && one.id != other.id, "identity.call-id");
                if let Some(rule) = pair((&one.tool, &one.args), (&other.tool, &other.args), &self.keys).rule {
                    rules.used(rule);
                }
            }
            if last.bundle != bundle {
                let (mut one, mut other) = (last.bundle.clone(), bundle.to_vec());
                one.sort();
                other.sort();
                let tools_alike = before.iter().zip(round.calls()).all(|(one, other)| one.tool == other.tool);
                rules.used_where(one == other, "progress.bundle.order");
                rules.used_where(one != other && bundle.len() > 1, "progress.bundle.every-member");
                rules.used_where(tools_alike, "progress.bundle.arguments");
            }
        }
        rules.used_where(self.armed && last.bundle != bundle, "progress.bundle.disarms");
    }

    fn event(&mut self, kind: &str, bundle: Vec<CallKey>, count: u64, tools: Vec<String>) -> GuardEvent {
        let next = self.fingerprints.len() + 1;
        let name = *self.fingerprints.entry(bundle).or_insert(next);
        GuardEvent {
            kind: Some(kind.to_owned()),
            repeat_count: Some(count),
            tools: Some(tools),
            fingerprint: Some(format!("${name}")),
            other: BTreeMap::new(),
        }
    }
}

/// Whether two texts differ only in what a lenient reader would pass over: digits, blanks, letter case.
fn is_near(one: &str, other: &str) -> bool {
    let kept = |text: &str| -> String {
        text.chars().filter(|char| !char.is_whitespace() && !char.is_numeric()).flat_map(char::to_lowercase).collect()
    };
    kept(one) == kept(other)
}

fn tools(round: &Round) -> Vec<String> {
    round.calls().iter().map(|call| call.tool.clone()).collect()
}
