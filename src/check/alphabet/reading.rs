//! Which symbol a step is: the way back from a case to a word.

use super::chosen::Alphabet;
use super::symbol::{Spelling, Symbol};
use crate::identity::{CallKey, KeyChoices};
use crate::policy::pattern::Pattern;
use crate::step::{Action, Call, Case, Facts, Outcome, Policy, Reply, Round, Status, Step};

/// Reads the steps of one case after its first `open` as symbols of the core and full alphabets, remembering what a mapper remembers.
///
/// Symbols are ways of *making* a step, so that now and then two of them make the same one (*back* after *other tool*, say); then one of
/// the two is read. A spelling other than the plain one is read as [`Spelling::KeyOrder`], a near miss as another call.
#[derive(Clone, Debug)]
pub struct Reader {
    policy: Policy,
    keys: KeyChoices,
    bookkeeping: Vec<Pattern>,
    aside: Vec<Pattern>,
    run: String,
    current: Vec<Call>,
    previous: Vec<Call>,
    /// Observations by place in the round: first, in between, last.
    seen: [String; 3],
}

/// How a call stands to the current one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Aside,
    Bookkeeping,
    Fresh,
    Same,
}

impl Reader {
    /// At the beginning of a case that opens as the alphabet's do.
    pub fn new(alphabet: &Alphabet) -> Self {
        let options = alphabet.profile.effective(&alphabet.options);
        let patterns = |words: Option<&Vec<String>>| words.into_iter().flatten().map(|word| Pattern::new(word.clone())).collect();
        let aside = if alphabet.policy == Policy::NoProgress { options.exempt.as_ref() } else { options.exclude.as_ref() };
        let first = |symbol: Symbol| alphabet.case([symbol]);
        let round = |case: &Case| case.steps.get(1).and_then(Step::round).cloned();
        let calls = |symbol| round(&first(symbol)).map(|round| round.calls().to_vec()).unwrap_or_default();
        let long = round(&first(Symbol::Size));
        let seen = |at: usize| long.as_ref().and_then(|round| Some(round.results().get(at)?.as_ref()?.visible.clone())).unwrap_or_default();
        Self {
            policy: alphabet.policy,
            keys: alphabet.profile.key_choices(),
            bookkeeping: patterns(options.bookkeeping.as_ref()),
            aside: patterns(aside),
            run: first(Symbol::Same).steps.first().map(|step| step.run.clone()).unwrap_or_default(),
            current: calls(Symbol::Same),
            previous: calls(Symbol::Back),
            seen: [seen(0), seen(1), seen(2)],
        }
    }

    /// The run that was opened last: words are about one run at a time.
    pub fn run(&self) -> &str {
        &self.run
    }

    /// The calls that *same* would bring.
    pub fn current(&self) -> &[Call] {
        &self.current
    }

    /// The symbol of a step, if it is one. `reply` is the right one: a round that is refused delivers nothing.
    pub fn read(&mut self, step: &Step, reply: &Reply) -> Option<Symbol> {
        if let Action::Open(_) = step.action {
            let resumes = self.run == step.run;
            self.run.clone_from(&step.run);
            return Some(if resumes { Symbol::Resume } else { Symbol::NewRun });
        }
        if step.run != self.run {
            return None;
        }
        match &step.action {
            Action::Input(input) => Some(Symbol::Input(input.kind)),
            Action::Rewrite(_) => Some(Symbol::Rewrite),
            Action::Round(round) if self.policy == Policy::NoProgress => self.bundle(round, reply),
            Action::Round(round) => self.calls(round),
            Action::Key(_) | Action::Open(_) => None,
        }
    }

    fn key(&self, call: &Call) -> CallKey {
        CallKey::new(&call.tool, &call.args, &self.keys)
    }

    fn is_same(&self, one: &Call, other: &Call) -> bool {
        self.key(one) == self.key(other)
    }

    fn are_same(&self, some: &[Call], others: &[Call]) -> bool {
        some.len() == others.len() && some.iter().zip(others).all(|(one, other)| self.is_same(one, other))
    }

    fn go(&mut self, to: Vec<Call>) {
        self.previous = std::mem::replace(&mut self.current, to);
    }

    /// Policy A: a round of calls, one after the other.
    fn calls(&mut self, round: &Round) -> Option<Symbol> {
        let named = |patterns: &[Pattern], call: &Call| patterns.iter().any(|pattern| pattern.matches(&call.tool));
        let kind = |call: &Call| match () {
            () if named(&self.bookkeeping, call) => Kind::Bookkeeping,
            () if named(&self.aside, call) => Kind::Aside,
            () if self.current.first().is_some_and(|current| self.is_same(current, call)) => Kind::Same,
            () => Kind::Fresh,
        };
        let kinds: Vec<Kind> = round.calls().iter().map(kind).collect();
        let plain = is_plain(round);
        let in_order = round.completion().is_sorted();
        let symbol = match (kinds.as_slice(), round.calls()) {
            ([Kind::Bookkeeping], _) => Some(Symbol::Bookkeeping),
            ([Kind::Aside], _) => Some(Symbol::Excluded),
            ([Kind::Same], [_]) => self.same(round),
            ([Kind::Fresh], [call]) if plain => Some(self.other(call)),
            ([Kind::Same, Kind::Same], _) if plain && !in_order => Some(Symbol::PermutedCompletion),
            _ if !plain || !in_order => None,
            ([Kind::Same, Kind::Same], _) => Some(Symbol::SameSame),
            ([Kind::Same, Kind::Same, Kind::Same], _) => Some(Symbol::SameSameSame),
            ([Kind::Same, Kind::Bookkeeping, Kind::Same], _) => Some(Symbol::SameBookkeepingSame),
            ([Kind::Same, Kind::Fresh], _) => Some(Symbol::SameFresh),
            ([Kind::Fresh, Kind::Same], _) => Some(Symbol::FreshBack),
            _ => None,
        };
        for (call, kind) in round.calls().iter().zip(kinds) {
            let followed = matches!(kind, Kind::Same | Kind::Fresh);
            if followed && !self.current.first().is_some_and(|current| self.is_same(current, call)) {
                self.go(vec![call.clone()]);
            }
        }
        symbol
    }

    /// The same call or round again, by what is beside it.
    fn same(&self, round: &Round) -> Option<Symbol> {
        let mut statuses = round.results().iter().map(|result| result.as_ref().map(|outcome| outcome.status));
        let status = statuses.next()??;
        let texts = |(one, other): (&Call, &Call)| one.args == other.args;
        match () {
            () if !statuses.all(|other| other == Some(status)) => None,
            () if status != Status::Ok => Some(Symbol::WithStatus(status)),
            () if round.prose.is_some() => Some(Symbol::Prose),
            () if !self.current.iter().zip(round.calls()).all(texts) => Some(Symbol::Respelled(Spelling::KeyOrder)),
            () if !round.completion().is_sorted() => Some(Symbol::PermutedCompletion),
            () => Some(Symbol::Same),
        }
    }

    /// Policy A: another call than the current one.
    fn other(&self, call: &Call) -> Symbol {
        let is = |other: &[Call]| other.first().is_some_and(|other| self.is_same(other, call));
        match () {
            () if is(&self.previous) => Symbol::Back,
            () if self.current.first().is_some_and(|current| self.is_on_other_tool(current, call)) => Symbol::OtherTool,
            () => Symbol::Other,
        }
    }

    fn is_on_other_tool(&self, one: &Call, other: &Call) -> bool {
        one.tool != other.tool && self.is_same(one, &Call { tool: one.tool.clone(), ..other.clone() })
    }

    /// Policy B: a round as a whole.
    fn bundle(&mut self, round: &Round, reply: &Reply) -> Option<Symbol> {
        let exempt = |call: &Call| self.aside.iter().any(|pattern| pattern.matches(&call.tool));
        let (kept, results): (Vec<Call>, Vec<Option<&Outcome>>) =
            round.pairs().filter(|(call, _)| !exempt(call)).map(|(call, result)| (call.clone(), result)).unzip();
        if kept.is_empty() {
            return None;
        }
        let has_exempt = kept.len() < round.calls().len();
        // Of more than three calls those in between are one place.
        let place = |at: usize| if at == 0 { 0 } else { 1 + usize::from(at + 1 == kept.len()) };
        let brought = results.iter().enumerate().filter_map(|(at, result)| Some((place(at), result.as_ref()?.visible.clone())));
        let brought: Vec<(usize, String)> = brought.collect();
        let changed: Vec<usize> =
            brought.iter().filter(|(at, visible)| self.seen.get(*at) != Some(visible)).map(|(place, _)| *place).collect();
        let symbol = if self.are_same(&self.current, &kept) {
            match changed.as_slice() {
                _ if round.is_malformed() => Some(Symbol::Malformed),
                _ if has_exempt => Some(Symbol::Exempt),
                _ if results.iter().any(Option::is_none) => Some(Symbol::Incomplete),
                [] => self.same(round),
                [0] => Some(Symbol::Changed),
                [2] => Some(Symbol::ChangedLast),
                _ => None,
            }
        } else if has_exempt || round.is_malformed() || !is_plain(round) || !changed.is_empty() {
            None
        } else {
            self.other_bundle(&kept)
        };
        if !self.are_same(&self.current, &kept) {
            self.go(kept);
        }
        if matches!(reply, Reply::Facts(Facts { refused, .. }) if refused.is_empty()) {
            for (place, visible) in brought {
                if let Some(seen) = self.seen.get_mut(place) {
                    *seen = visible;
                }
            }
        }
        symbol
    }

    fn other_bundle(&self, kept: &[Call]) -> Option<Symbol> {
        if self.are_same(&self.previous, kept) {
            return Some(Symbol::Back);
        }
        let ([first, .., last], [other_first, .., other_last]) = (self.current.as_slice(), kept) else {
            return (self.current.len() == kept.len()).then_some(Symbol::Other);
        };
        let (begins, ends) = (self.is_same(first, other_first), self.is_same(last, other_last));
        let as_long = self.current.len() == kept.len();
        let reversed = as_long && self.is_same(first, other_last) && self.is_same(last, other_first);
        Some(match (begins, ends) {
            (true, true) if !as_long => Symbol::Size,
            _ if reversed => Symbol::PermutedCalls,
            (true, false) if as_long => Symbol::MemberLast,
            (false, true) if as_long && self.is_on_other_tool(first, other_first) => Symbol::OtherTool,
            (false, true) if as_long => Symbol::MemberFirst,
            (false, false) if as_long => Symbol::Other,
            _ => return None,
        })
    }
}

/// Whether everything ran well, and nothing was said beside it.
fn is_plain(round: &Round) -> bool {
    round.prose.is_none() && round.results().iter().all(|result| result.as_ref().is_some_and(|outcome| outcome.status == Status::Ok))
}
