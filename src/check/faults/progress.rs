//! Policy B, wrong in one thing.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::declare::faults;
use super::key::{Wrong, key};
use super::patterns::matches;
use crate::policy::progress::same_observation;
use crate::step::{Action, Call, Facts, GuardEvent, Notice, Options, Reply, Round, Status, Step};

faults! {
    /// What a no-progress guard gets wrong.
    ProgressFault {
        AcceptsWarnAfterOne: "progress.config.below-two";
        AlwaysStops: "progress.escalation";
        ArmedNotCleared: "progress.bundle.disarms", "progress.observation-resets";
        BlocksLate: "progress.third-blocked", "progress.zero-executions";
        BlocksOnce: "progress.third-blocked", "progress.zero-executions";
        BundleIsSet: "progress.bundle.order";
        CompareIgnored: "progress.compare";
        ComparesAllMembers: "progress.compare.rest";
        ComparesFirstCallOnly: "progress.bundle.every-member", "progress.bundle.size", "progress.bundle.order";
        ComparesFirstObservationOnly: "progress.barrier", "progress.observation-resets";
        ComparesLastCallOnly: "progress.bundle.every-member", "progress.bundle.size", "progress.bundle.order";
        ComparesNamesOnly: "progress.bundle.arguments";
        ComparesRawResult: "progress.visible";
        DedupesInRound: "progress.bundle.within-round", "progress.bundle.size", "progress.event.fingerprint";
        DiagnosticWithoutCount: "progress.diagnostic";
        DiagnosticWithoutName: "progress.diagnostic";
        DigitsIgnored: "progress.exact";
        EachCallIsARound: "progress.barrier", "progress.bundle.within-round", "progress.bundle.order", "progress.bundle.every-member", "progress.bundle.size", "progress.no-cycles";
        EmptyIsMissing: "progress.empty";
        ErrorsForget: "progress.errors";
        EscalationAlwaysRefuses: "progress.escalation", "progress.own-text", "progress.warnings";
        EventCountLate: "progress.event.count";
        EventFingerprintConstant: "progress.event.fingerprint";
        EventFingerprintFresh: "progress.event.fingerprint";
        EventFingerprintPlain: "progress.event.keyed";
        EventLeaksArguments: "progress.event.no-arguments";
        EventLeaksResults: "progress.event.no-results";
        EventMissing: "progress.event";
        EventToolsUnique: "progress.event.tools";
        ExactFoldsCase: "progress.exact";
        ExactTrims: "progress.exact";
        ExemptIgnored: "progress.exempt", "progress.exempt.breaks", "pattern.literal", "pattern.any", "pattern.prefix", "pattern.suffix", "pattern.infix";
        ExemptTransparent: "progress.exempt.breaks";
        InputIgnored: "progress.external-input";
        MissingIsEmpty: "progress.fail-open";
        NeverBlocks: "progress.third-blocked", "progress.zero-executions", "progress.escalation";
        NeverStops: "progress.escalation";
        NeverWarns: "progress.warn-second";
        ObservesInCompletionOrder: "progress.completion-order";
        ObservationsIgnored: "progress.observation-resets", "progress.barrier", "progress.exact", "progress.compare.rest", "progress.own-text";
        OwnDiagnosticObserved: "progress.own-text", "progress.warnings";
        ProseInBundle: "progress.bundle.not-prose";
        RefusedUnanswered: "progress.answers";
        RefusesFirstCallOnly: "progress.zero-executions";
        RefusesSecond: "progress.second-runs", "progress.warn-second";
        RewriteForgets: "progress.not-rewrite";
        RunsAfterStop: "progress.ended";
        SeesCycles: "progress.no-cycles";
        SharedBetweenRuns: "run.fresh", "run.isolated";
        StatusCompared: "progress.errors";
        SurvivesACase: "run.fresh";
        SurvivesReopening: "run.resume";
        ThrowsOnNull: "run.inert";
        WarnsEvery: "progress.warnings";
        WarnsFirst: "progress.first-runs";
        WarnsLate: "progress.warn-second";
    }
}

type Kind = Wrong<ProgressFault>;

/// One run.
#[derive(Clone, Debug, Default)]
pub(super) struct Run {
    options: Options,
    last: Option<Last>,
    before: Option<Last>,
    armed: bool,
    stopped: bool,
    told: u64,
    salt: u64,
}

#[derive(Clone, Debug)]
struct Last {
    bundle: Vec<Vec<u8>>,
    seen: Vec<(String, String)>,
    count: u64,
}

impl Run {
    /// Opens a run; `salt` keys its fingerprints.
    pub(super) fn open(kind: Kind, options: &Options, salt: u64) -> Result<Self, String> {
        let known = options.escalation.as_deref().is_none_or(|word| ["short-circuit", "stop", "warn"].contains(&word));
        let least = if kind == Kind::Own(ProgressFault::AcceptsWarnAfterOne) { 1 } else { 2 };
        if !known || options.warn_after.is_some_and(|count| count < least) {
            return Err("planted guards are as strict as the reference".to_owned());
        }
        Ok(Self { options: options.clone(), salt, ..Self::default() })
    }

    fn warn_after(&self) -> u64 {
        self.options.warn_after.map_or(2, i64::unsigned_abs)
    }

    pub(super) fn step(&mut self, kind: Kind, step: &Step) -> Reply {
        use ProgressFault as F;
        let is = |fault| kind == Kind::Own(fault);
        match &step.action {
            Action::Input(_) => {
                self.stopped = false;
                if !is(F::InputIgnored) {
                    self.forget();
                }
                Reply::silent()
            }
            _ if self.stopped && !is(F::RunsAfterStop) => Reply::Ended,
            Action::Rewrite(_) if is(F::RewriteForgets) => {
                self.forget();
                Reply::silent()
            }
            Action::Round(round) if is(F::EachCallIsARound) => {
                let mut reply = Reply::silent();
                for (call, result) in round.pairs() {
                    reply = self.round(kind, &Round::new([(call.clone(), result.cloned())]));
                }
                reply
            }
            Action::Round(round) => self.round(kind, round),
            _ => Reply::silent(),
        }
    }

    fn forget(&mut self) {
        (self.last, self.before, self.armed) = (None, None, false);
    }

    fn round(&mut self, kind: Kind, round: &Round) -> Reply {
        use ProgressFault as F;
        let is = |fault| kind == Kind::Own(fault);
        let mut round = round.clone();
        let exempt = |call: &Call| self.options.exempt.iter().flatten().any(|pattern| matches(None, pattern, &call.tool));
        let is_exempt = round.calls().iter().any(exempt);
        if is(F::ExemptTransparent) && is_exempt && !round.is_malformed() {
            return Reply::silent();
        }
        if round.is_malformed() || is_exempt && !is(F::ExemptIgnored) {
            self.forget();
            return Reply::silent();
        }
        if is(F::MissingIsEmpty) {
            round.edit(|_, result| {
                result.get_or_insert_default();
                true
            });
        }
        let bundle = bundle(kind, &round);
        let same_bundle = self.last.as_ref().is_some_and(|last| last.bundle == bundle);
        if self.armed && (same_bundle || is(F::ArmedNotCleared)) {
            let count = self.last.as_ref().map_or(1, |last| last.count + 1);
            if !(is(F::BlocksLate) && count == self.warn_after() + 1) {
                if let Some(last) = &mut self.last {
                    last.count = count;
                }
                if is(F::BlocksOnce) {
                    self.armed = false;
                }
                return self.refuse(kind, &round, count);
            }
        }
        let empty = |text: &str| is(F::EmptyIsMissing) && text.is_empty();
        let missing = round.results().iter().any(|result| result.as_ref().is_none_or(|outcome| empty(&outcome.visible)));
        let failed = round.results().iter().flatten().any(|outcome| outcome.status == Status::Error);
        if missing || is(F::ErrorsForget) && failed {
            self.forget();
            return Reply::silent();
        }
        self.observe(kind, &round, bundle, same_bundle)
    }

    fn observe(&mut self, kind: Kind, round: &Round, bundle: Vec<Vec<u8>>, same_bundle: bool) -> Reply {
        use ProgressFault as F;
        let is = |fault| kind == Kind::Own(fault);
        let mut seen = observations(kind, round, self.options.compare.is_some());
        let known = self.last.as_ref().map_or(0, |last| last.count);
        if is(F::OwnDiagnosticObserved) && same_bundle && known >= self.warn_after() {
            // What it said after the round before is taken for a part of what came.
            seen.iter_mut().for_each(|(_, text)| text.push_str("No progress"));
        }
        let same = |last: &Last| last.bundle == bundle && self.same_seen(kind, &last.seen, &seen);
        let other = self.last.as_ref().is_some_and(|last| last.bundle != bundle);
        let cycle = is(F::SeesCycles) && other && self.before.as_ref().is_some_and(same);
        let count = match &self.last {
            Some(last) if same(last) || cycle => last.count + 1,
            _ => {
                self.armed = false;
                1
            }
        };
        let last = Last { bundle, seen, count };
        self.before = self.last.replace(last);
        let due = self.warn_after() + u64::from(is(F::WarnsLate));
        let warns = count == due || is(F::WarnsEvery) && count > due || is(F::WarnsFirst) && count == 1;
        if is(F::RefusesSecond) && count == due {
            return self.refuse(kind, round, count);
        }
        if !warns {
            return Reply::silent();
        }
        let escalates = self.options.escalation.as_deref() != Some("warn") || is(F::EscalationAlwaysRefuses);
        self.armed = escalates && !is(F::NeverBlocks) && count >= due;
        let events = self.event(kind, "warn", round, count);
        if is(F::NeverWarns) {
            return Reply::Facts(Facts { events, ..Facts::default() });
        }
        let mut text = String::from("No progress:");
        if !is(F::DiagnosticWithoutName) {
            round.calls().iter().for_each(|call| text.extend([" ", &call.tool]));
        }
        if !is(F::DiagnosticWithoutCount) {
            text.push_str(&format!(" came {count} times with the same results"));
        }
        Reply::Facts(Facts { notices: vec![Notice::user(text)], events, ..Facts::default() })
    }

    fn same_seen(&self, kind: Kind, one: &[(String, String)], other: &[(String, String)]) -> bool {
        use ProgressFault as F;
        let is = |fault| kind == Kind::Own(fault);
        if is(F::ObservationsIgnored) {
            return true;
        }
        let same = |((tool, one), (_, other)): (&(String, String), &(String, String))| {
            let compare = self.options.compare.iter().flatten().filter(|(pattern, _)| matches(None, pattern, tool));
            let ignored: Vec<&str> = compare.flat_map(|(_, names)| names.iter().map(String::as_str)).collect();
            match () {
                () if is(F::CompareIgnored) || ignored.is_empty() => one == other,
                () if is(F::ComparesAllMembers) => one.starts_with('{') && other.starts_with('{') || one == other,
                () => same_observation(one, other, &ignored),
            }
        };
        let depth = if is(F::ComparesFirstObservationOnly) { 1 } else { usize::MAX };
        one.len() == other.len() && one.iter().zip(other).take(depth).all(same)
    }

    fn refuse(&mut self, kind: Kind, round: &Round, count: u64) -> Reply {
        use ProgressFault as F;
        let is = |fault| kind == Kind::Own(fault);
        let stop = self.options.escalation.as_deref() == Some("stop");
        self.stopped = stop && !is(F::NeverStops) || is(F::AlwaysStops);
        let mut refused: Vec<String> = round.calls().iter().map(|call| call.id.clone()).collect();
        if is(F::RefusesFirstCallOnly) {
            refused.truncate(1);
        }
        let answered = refused.iter().skip(usize::from(is(F::RefusedUnanswered)));
        let shown = answered.map(|id| (id.clone(), format!("not executed, {count} times"))).collect();
        let events = self.event(kind, "block", round, count);
        let stop = self.stopped.then(String::new);
        Reply::Facts(Facts { refused, shown, events, stop, ..Facts::default() })
    }

    fn event(&mut self, kind: Kind, name: &str, round: &Round, count: u64) -> Vec<GuardEvent> {
        use ProgressFault as F;
        let is = |fault| kind == Kind::Own(fault);
        self.told += 1;
        if is(F::EventMissing) {
            return Vec::new();
        }
        let mut tools: Vec<String> = round.calls().iter().map(|call| call.tool.clone()).collect();
        if is(F::EventToolsUnique) {
            tools.dedup();
        }
        let mut hasher = DefaultHasher::new();
        self.last.as_ref().map(|last| &last.bundle).hash(&mut hasher);
        let salt = if is(F::EventFingerprintPlain) { 0 } else { self.salt };
        let fingerprint = match () {
            () if is(F::EventFingerprintConstant) => "same".to_owned(),
            () if is(F::EventFingerprintFresh) => format!("{}", self.told),
            () => format!("{salt:x}{:016x}", hasher.finish()),
        };
        let mut other = BTreeMap::new();
        let text = |text: &str| serde_json::to_string(text).unwrap_or_default();
        if is(F::EventLeaksArguments) {
            other.insert("call".to_owned(), text(&round.calls()[0].text()));
        }
        if is(F::EventLeaksResults) {
            let results = round.results().iter().flatten().map(|outcome| outcome.visible.as_str()).collect::<Vec<_>>().join(" ");
            other.insert("last_result".to_owned(), text(&results));
        }
        vec![GuardEvent {
            kind: Some(name.to_owned()),
            repeat_count: Some(count + u64::from(is(F::EventCountLate))),
            tools: Some(tools),
            fingerprint: Some(fingerprint),
            other,
        }]
    }
}

fn bundle(kind: Kind, round: &Round) -> Vec<Vec<u8>> {
    use ProgressFault as F;
    let is = |fault| kind == Kind::Own(fault);
    let identity = if let Kind::Key(fault) = kind { Some(fault) } else { None };
    let mut bundle: Vec<Vec<u8>> = round.calls().iter().map(|call| key(identity, call)).collect();
    match () {
        () if is(F::BundleIsSet) => bundle.sort(),
        () if is(F::ComparesFirstCallOnly) => bundle.truncate(1),
        () if is(F::ComparesLastCallOnly) => drop(bundle.drain(..bundle.len() - 1)),
        () if is(F::ComparesNamesOnly) => bundle = round.calls().iter().map(|call| call.tool.as_bytes().to_vec()).collect(),
        () if is(F::DedupesInRound) => bundle.dedup(),
        () if is(F::ProseInBundle) => bundle.push(round.prose.clone().unwrap_or_default().into_bytes()),
        () => {}
    }
    bundle
}

/// The tools and what they were seen to give, in call order. Where members of observations are told apart (`selective`), nothing is done
/// to their texts: that would be a second fault.
fn observations(kind: Kind, round: &Round, selective: bool) -> Vec<(String, String)> {
    use ProgressFault as F;
    let is = |fault| kind == Kind::Own(fault) && !(selective && matches!(fault, F::DigitsIgnored | F::StatusCompared));
    let pairs: Vec<_> = round.pairs().collect();
    let order: Vec<usize> = if is(F::ObservesInCompletionOrder) { round.completion() } else { (0..pairs.len()).collect() };
    let observation = |at: usize| {
        let (call, result) = pairs[at];
        let text = match result {
            None => String::new(),
            Some(outcome) if is(F::ComparesRawResult) => outcome.raw().to_owned(),
            Some(outcome) if is(F::StatusCompared) => format!("{:?} {}", outcome.status, outcome.visible),
            Some(outcome) => outcome.visible.clone(),
        };
        let text = match () {
            () if is(F::DigitsIgnored) => text.chars().filter(|char| !char.is_numeric()).collect(),
            () if is(F::ExactFoldsCase) => text.to_lowercase(),
            () if is(F::ExactTrims) => text.trim().to_owned(),
            () => text,
        };
        (call.tool.clone(), text)
    };
    order.into_iter().map(observation).collect()
}
