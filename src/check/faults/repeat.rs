//! Policy A, wrong in one thing.

use super::declare::faults;
use super::key::{Wrong, key};
use super::patterns::{PatternFault, matches};
use crate::identity::{Style, canonical};
use crate::policy::repeat::{SHORT, detailed};
use crate::step::{Action, Call, Facts, InputKind, Notice, Options, Outcome, Reply, Round, Status, Step, Tier};

faults! {
    /// What a repeat reminder gets wrong.
    RepeatFault {
        AcceptsDuplicateThresholds: "repeat.config.duplicate";
        AcceptsNegativePreview: "repeat.config.negative-preview";
        AcceptsThresholdOne: "repeat.config.below-two";
        AnyStopsAtLineBreak: "pattern.any";
        BookkeepingBreaks: "repeat.transparent.bookkeeping";
        BookkeepingCounts: "repeat.transparent.bookkeeping";
        BookkeepingIsFixed: "repeat.transparent.bookkeeping";
        ChainEndsWithRound: "repeat.chain.across-rounds", "identity.call-id";
        ChangeHalves: "repeat.chain.change-resets";
        CountsInCompletionOrder: "repeat.chain.model-order";
        CountsTotals: "repeat.chain.no-cycles", "repeat.chain.change-resets";
        CyclesOfTwo: "repeat.chain.no-cycles";
        DedupesInRound: "repeat.chain.within-round";
        DeniedBreaks: "repeat.counts.denied";
        DeniedNotCounted: "repeat.counts.denied";
        DetailedAtFirst: "repeat.threshold.first-short";
        DetailedReworded: "repeat.text.detailed";
        DisabledNotCounted: "repeat.counts.disabled";
        EmptyIncludeIsNone: "repeat.threshold.first-short";
        ExcludeBreaks: "repeat.transparent.exclude";
        ExcludeIgnored: "repeat.transparent.exclude", "pattern.literal", "pattern.any", "pattern.prefix", "pattern.suffix", "pattern.infix";
        FailedNotCounted: "repeat.counts.failed";
        FiresAgainAfterLast: "repeat.threshold.silent-after-last";
        FiresEveryTime: "repeat.threshold.once", "repeat.threshold.silent-between", "repeat.threshold.silent-after-last";
        FirstCrossingOnly: "repeat.reminder.crossings";
        FoldsCaseInPatterns: "pattern.literal";
        ForgetsResetOnFollowUp: "repeat.reset.follow-up";
        ForgetsResetOnInjection: "repeat.reset.injection";
        ForgetsResetOnSteer: "repeat.reset.steer";
        GentleTextAtThree: "repeat.threshold.first-short", "repeat.threshold.later-detailed";
        IgnoresInfixPatterns: "pattern.infix";
        IgnoresPrefixPatterns: "pattern.prefix";
        IgnoresSuffixPatterns: "pattern.suffix";
        IncludeBreaks: "repeat.transparent.include";
        IncludeIgnored: "repeat.transparent.include", "pattern.anchored", "pattern.no-match", "pattern.literal", "pattern.any", "pattern.infix", "pattern.prefix", "pattern.suffix";
        LastCallOfRoundOnly: "repeat.chain.within-round", "repeat.chain.change-resets", "repeat.reminder.crossings";
        LaterThresholdsMissing: "repeat.threshold.later-detailed";
        MarkerCountsAll: "repeat.text.preview-marker";
        MarkerMissing: "repeat.text.preview-marker";
        NeverDetailed: "repeat.threshold.later-detailed";
        NoMatchMatches: "pattern.no-match", "pattern.anchored", "pattern.literal";
        OncePerCall: "repeat.threshold.rearm";
        OncePerRun: "repeat.threshold.rearm";
        OwnReminderResets: "repeat.reset.not-own", "repeat.threshold.later-detailed";
        PatternsNotAnchored: "pattern.anchored";
        PreviewCountsBytes: "repeat.text.preview-scalars";
        PreviewCountsUnits: "repeat.text.preview-scalars";
        PreviewIsRawText: "repeat.text.preview-canonical";
        PreviewOneShort: "repeat.text.preview-clamp";
        PreviewUnclamped: "repeat.text.preview-clamp";
        ProseBreaks: "repeat.reset.not-prose";
        RefusesAtLast: "repeat.never-blocks";
        ReminderBeforeLastResult: "repeat.reminder.after-results";
        ReminderInResult: "repeat.reminder.after-results";
        ResultInKey: "repeat.chain.result-blind";
        RewriteResets: "repeat.reset.not-rewrite";
        RoleIsSystem: "repeat.reminder.role";
        SharedBetweenRuns: "run.fresh", "run.isolated";
        ShortReworded: "repeat.text.short";
        StarIsLiteral: "pattern.any";
        StopsAtLast: "repeat.never-blocks";
        SurvivesACase: "run.fresh";
        SurvivesReopening: "run.resume";
        ThresholdLateByOne: "repeat.threshold.first-short";
        ThrowsOnNull: "run.inert";
        ThrowsWhenDeep: "identity.depth";
        UnsortedTakenAsGiven: "repeat.threshold.unsorted";
        ZeroConfigRejected: "repeat.config.zero";
    }
}

type Kind = Wrong<RepeatFault>;

/// One run.
#[derive(Clone, Debug, Default)]
pub(super) struct Run {
    options: Options,
    last: Option<(Vec<u8>, Option<String>)>,
    before: Option<Vec<u8>>,
    count: i64,
    totals: std::collections::BTreeMap<Vec<u8>, i64>,
    fired: Vec<(Vec<u8>, i64)>,
}

impl Run {
    /// Opens a run.
    pub(super) fn open(kind: Kind, options: &Options) -> Result<Self, String> {
        let is = |fault| kind == Kind::Own(fault);
        let thresholds = options.thresholds.clone().unwrap_or_default();
        if thresholds.iter().any(|&count| count < 1 || count < 2 && !is(RepeatFault::AcceptsThresholdOne)) {
            return Err("below 2".to_owned());
        }
        let mut sorted = thresholds.clone();
        sorted.sort_unstable();
        let unique = sorted.windows(2).all(|pair| pair[0] != pair[1]);
        if !unique && !is(RepeatFault::AcceptsDuplicateThresholds) {
            return Err("twice".to_owned());
        }
        if options.preview_chars.is_some_and(|chars| chars < 0) && !is(RepeatFault::AcceptsNegativePreview) {
            return Err("negative".to_owned());
        }
        let zero = options.preview_chars == Some(0) || options.thresholds.as_ref().is_some_and(Vec::is_empty);
        if zero && is(RepeatFault::ZeroConfigRejected) {
            return Err("zero".to_owned());
        }
        Ok(Self { options: options.clone(), ..Self::default() })
    }

    pub(super) fn step(&mut self, kind: Kind, step: &Step) -> Reply {
        use RepeatFault as F;
        let is = |fault| kind == Kind::Own(fault);
        match &step.action {
            Action::Input(input) => {
                let deaf = match input.kind {
                    InputKind::FollowUp => is(F::ForgetsResetOnFollowUp),
                    InputKind::Injection => is(F::ForgetsResetOnInjection),
                    InputKind::Steer => is(F::ForgetsResetOnSteer),
                };
                if !deaf {
                    self.forget();
                }
                Reply::silent()
            }
            Action::Rewrite(_) if is(F::RewriteResets) => {
                self.forget();
                Reply::silent()
            }
            Action::Round(round) => self.round(kind, round),
            _ => Reply::silent(),
        }
    }

    fn forget(&mut self) {
        *self = Self { options: std::mem::take(&mut self.options), fired: std::mem::take(&mut self.fired), ..Self::default() };
    }

    fn round(&mut self, kind: Kind, round: &Round) -> Reply {
        use RepeatFault as F;
        let is = |fault| kind == Kind::Own(fault);
        if is(F::ProseBreaks) && round.prose.is_some() || is(F::ChainEndsWithRound) {
            self.forget();
        }
        let mut pairs: Vec<(&Call, Option<&Outcome>)> = round.pairs().collect();
        if is(F::CountsInCompletionOrder) {
            let unfinished = (0..pairs.len()).filter(|&at| pairs[at].1.is_none());
            pairs = round.completion().into_iter().chain(unfinished).map(|at| pairs[at]).collect();
        }
        if is(F::LastCallOfRoundOnly) {
            pairs.drain(..pairs.len() - 1);
        }
        let mut notices = Vec::new();
        let mut seen: Vec<Vec<u8>> = Vec::new();
        for (call, result) in pairs {
            let status = result.map(|outcome| outcome.status);
            let key = key(if let Kind::Key(fault) = kind { Some(fault) } else { None }, call);
            let passed_over = is(F::DedupesInRound) && seen.contains(&key)
                || is(F::DeniedNotCounted) && status == Some(Status::Denied)
                || is(F::DisabledNotCounted) && status == Some(Status::Disabled)
                || is(F::FailedNotCounted) && status == Some(Status::Error);
            seen.push(key.clone());
            if passed_over || self.is_transparent(kind, &call.tool) {
                continue;
            }
            if is(F::DeniedBreaks) && status == Some(Status::Denied) {
                self.forget();
                continue;
            }
            self.follow(kind, &key, result.map(|outcome| outcome.visible.clone()));
            notices.extend(self.reminder(kind, call, &key));
            if is(F::OwnReminderResets) && !notices.is_empty() {
                self.forget();
            }
        }
        if is(F::FirstCrossingOnly) {
            notices.truncate(1);
        } else if notices.len() > 1 {
            notices.drain(..notices.len() - 1);
        }
        self.said(kind, round, notices)
    }

    fn follow(&mut self, kind: Kind, key: &[u8], visible: Option<String>) {
        use RepeatFault as F;
        let is = |fault| kind == Kind::Own(fault);
        let total = self.totals.entry(key.to_vec()).or_default();
        *total += 1;
        let total = *total;
        let same = self.last.as_ref().is_some_and(|(last, seen)| last == key && (!is(F::ResultInKey) || *seen == visible));
        let cycle = is(F::CyclesOfTwo) && self.before.as_deref() == Some(key);
        if let Some((last, _)) = self.last.take()
            && last != key
        {
            self.before = Some(last);
        }
        self.last = Some((key.to_vec(), visible));
        self.count = match () {
            () if is(F::CountsTotals) => total,
            () if same || cycle => self.count + 1,
            () if is(F::ChangeHalves) => self.count / 2 + 1,
            () => 1,
        };
    }

    fn is_transparent(&mut self, kind: Kind, tool: &str) -> bool {
        use RepeatFault as F;
        let is = |fault| kind == Kind::Own(fault);
        let fault = match kind {
            Kind::Own(F::AnyStopsAtLineBreak) => Some(PatternFault::AnyStopsAtLineBreak),
            Kind::Own(F::FoldsCaseInPatterns) => Some(PatternFault::FoldsCase),
            Kind::Own(F::IgnoresInfixPatterns) => Some(PatternFault::IgnoresInfix),
            Kind::Own(F::IgnoresPrefixPatterns) => Some(PatternFault::IgnoresPrefix),
            Kind::Own(F::IgnoresSuffixPatterns) => Some(PatternFault::IgnoresSuffix),
            Kind::Own(F::PatternsNotAnchored) => Some(PatternFault::NotAnchored),
            Kind::Own(F::StarIsLiteral) => Some(PatternFault::StarIsLiteral),
            _ => None,
        };
        let options = &self.options;
        let listed =
            |list: &Option<Vec<String>>| list.iter().flatten().any(|pattern| is(F::NoMatchMatches) || matches(fault, pattern, tool));
        let books =
            if is(F::BookkeepingIsFixed) { tool == "update_plan" } else { options.bookkeeping.iter().flatten().any(|name| name == tool) };
        if books {
            if is(F::BookkeepingBreaks) {
                self.forget();
            }
            return !is(F::BookkeepingCounts);
        }
        if listed(&options.exclude) && !is(F::ExcludeIgnored) {
            if is(F::ExcludeBreaks) {
                self.forget();
            }
            return true;
        }
        let all = options.include.as_ref().is_none_or(Vec::is_empty) && !is(F::EmptyIncludeIsNone);
        let left_out = !all && !listed(&options.include) && !is(F::IncludeIgnored);
        if left_out && is(F::IncludeBreaks) {
            self.forget();
        }
        left_out
    }

    fn reminder(&mut self, kind: Kind, call: &Call, key: &[u8]) -> Option<Notice> {
        use RepeatFault as F;
        let is = |fault| kind == Kind::Own(fault);
        let given = self.options.thresholds.clone().filter(|given| !given.is_empty());
        let mut thresholds = given.unwrap_or_else(|| vec![3, 5, 8]);
        if !is(F::UnsortedTakenAsGiven) {
            thresholds.sort_unstable();
        }
        let (first, last) = (*thresholds.first()?, *thresholds.last()?);
        let late = i64::from(is(F::ThresholdLateByOne));
        let count = self.count;
        let due =
            thresholds.contains(&(count - late)) || is(F::FiresEveryTime) && count >= first || is(F::FiresAgainAfterLast) && count > last;
        let again = is(F::OncePerRun) && self.fired.iter().any(|(_, fired)| *fired == count)
            || is(F::OncePerCall) && self.fired.iter().any(|fired| *fired == (key.to_vec(), count));
        if !due || again || is(F::LaterThresholdsMissing) && count != first {
            return None;
        }
        self.fired.push((key.to_vec(), count));
        let short = match () {
            () if is(F::DetailedAtFirst) => false,
            () if is(F::NeverDetailed) => true,
            () if is(F::GentleTextAtThree) => count == 3,
            () => count == first + late,
        };
        let text = match () {
            () if short && is(F::ShortReworded) => SHORT.replace("Carefully", "carefully"),
            () if short => SHORT.to_owned(),
            () => {
                let text = detailed(&call.tool, count.unsigned_abs(), &self.preview(kind, call));
                if is(F::DetailedReworded) { text.replace("not making", "making no") } else { text }
            }
        };
        let tier = if short { Tier::Short } else { Tier::Detailed };
        Some(Notice { tier: Some(tier), tool: Some(call.tool.clone()), count: Some(count.unsigned_abs()), ..Notice::user(text) })
    }

    fn preview(&self, kind: Kind, call: &Call) -> String {
        use RepeatFault as F;
        let is = |fault| kind == Kind::Own(fault);
        let text = if is(F::PreviewIsRawText) { call.text().into_owned() } else { canonical(&call.args, Style::default()) };
        let limit = self.options.preview_chars.filter(|&chars| chars > 0).map_or(500, |chars| usize::try_from(chars).unwrap_or_default());
        let limit = limit - usize::from(is(F::PreviewOneShort));
        let size = |char: char| match () {
            () if is(F::PreviewCountsBytes) => char.len_utf8(),
            () if is(F::PreviewCountsUnits) => char.len_utf16(),
            () => 1,
        };
        let total: usize = text.chars().map(size).sum();
        if total <= limit || is(F::PreviewUnclamped) {
            return text;
        }
        let mut taken = 0;
        let kept: String = text
            .chars()
            .take_while(|&char| {
                taken += size(char);
                taken <= limit
            })
            .collect();
        let more = if is(F::MarkerCountsAll) { total } else { total - limit };
        if is(F::MarkerMissing) { kept } else { format!("{kept}… (+{more} more chars)") }
    }

    fn said(&self, kind: Kind, round: &Round, mut notices: Vec<Notice>) -> Reply {
        use RepeatFault as F;
        let is = |fault| kind == Kind::Own(fault);
        let mut facts = Facts::default();
        let (Some(first), Some(last)) = (round.calls().first(), round.calls().last()) else { return Reply::silent() };
        let most = self.options.thresholds.iter().flatten().copied().max().unwrap_or(8);
        for notice in &mut notices {
            if is(F::RoleIsSystem) {
                notice.role = Some("system".to_owned());
            }
            if is(F::ReminderBeforeLastResult) && first.id != last.id {
                notice.after = Some(first.id.clone());
            }
            if notice.count == u64::try_from(most).ok() {
                if is(F::RefusesAtLast) {
                    facts.refused.push(last.id.clone());
                    facts.shown.insert(last.id.clone(), "refused".to_owned());
                }
                if is(F::StopsAtLast) {
                    facts.stop = Some(String::new());
                }
            }
        }
        if is(F::ReminderInResult) {
            for notice in std::mem::take(&mut notices) {
                facts.shown.insert(last.id.clone(), notice.text);
            }
        }
        facts.notices = notices;
        Reply::Facts(facts)
    }
}
