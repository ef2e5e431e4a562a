//! The shortest run that still fails: steps first, then calls, then what they say. Deterministic and bounded.

use super::small_pairs::SMALL_PAIRS;
use crate::identity::Text;
use crate::step::{Action, Call, Case, OptionName, Outcome, Round, Step};

/// Makes a case smaller as long as `fails` says that it fails in the same way, asking at most `budget` times.
pub fn shrink<F: FnMut(&Case) -> bool>(case: &Case, budget: usize, fails: F) -> Case {
    let ways = [
        Shrinker::<F>::drop_runs,
        Shrinker::drop_steps,
        Shrinker::drop_members,
        Shrinker::drop_calls,
        Shrinker::split_rounds,
        Shrinker::plain_options,
        Shrinker::plainly_different,
        Shrinker::plain_rounds,
        Shrinker::plain_calls,
    ];
    let mut shrinker = Shrinker { best: case.clone(), left: budget, fails };
    // Each way in turn, until none of them makes this case smaller.
    let mut in_vain = 0;
    for way in ways.iter().cycle() {
        let before = shrinker.best.clone();
        way(&mut shrinker);
        in_vain = if shrinker.best == before { in_vain + 1 } else { 0 };
        if in_vain == ways.len() || shrinker.left == 0 {
            break;
        }
    }
    shrinker.best
}

struct Shrinker<F> {
    best: Case,
    left: usize,
    fails: F,
}

impl<F: FnMut(&Case) -> bool> Shrinker<F> {
    fn try_case(&mut self, candidate: Case) -> bool {
        if self.left == 0 || candidate == self.best {
            return false;
        }
        self.left -= 1;
        let fails = (self.fails)(&candidate);
        if fails {
            self.best = candidate;
        }
        fails
    }

    /// Tries an edit of one step.
    fn try_edit(&mut self, at: usize, edit: impl FnOnce(&mut Action)) -> bool {
        let mut candidate = self.best.clone();
        let Some(step) = candidate.steps.get_mut(at) else { return false };
        edit(&mut step.action);
        self.try_case(candidate)
    }

    fn drop_runs(&mut self) {
        let mut names: Vec<String> = self.best.steps.iter().map(|step| step.run.clone()).collect();
        names.sort();
        names.dedup();
        for name in names {
            let mut candidate = self.best.clone();
            candidate.steps.retain(|step| step.run != name);
            if !candidate.steps.is_empty() {
                self.try_case(candidate);
            }
        }
        if self.best.steps.iter().any(|step| step.run != Step::DEFAULT_RUN) {
            let mut candidate = self.best.clone();
            for step in &mut candidate.steps {
                step.run = Step::DEFAULT_RUN.to_owned();
            }
            self.try_case(candidate);
        }
    }

    /// Drops ever smaller blocks of steps, the last ones first; each run keeps its first open.
    fn drop_steps(&mut self) {
        let mut size = self.best.steps.len() / 2;
        while size > 0 {
            let mut end = self.best.steps.len();
            while end > 0 {
                let start = end.saturating_sub(size);
                let mut candidate = self.best.clone();
                candidate.steps.drain(start..end);
                if candidate.steps.len() > 1 && begins_with_opens(&candidate) {
                    self.try_case(candidate);
                }
                end = start.min(self.best.steps.len());
            }
            size /= 2;
        }
    }

    /// Drops the calls of one place from all rounds at once, so that what is the same stays the same.
    fn drop_members(&mut self) {
        let most = self.best.steps.iter().filter_map(Step::round).map(|round| round.calls().len()).max().unwrap_or_default();
        for gone in (0..most).rev() {
            let mut candidate = self.best.clone();
            for step in &mut candidate.steps {
                if let Action::Round(round) = &mut step.action
                    && round.calls().len() > 1
                {
                    drop_call(round, gone);
                }
            }
            self.try_case(candidate);
        }
    }

    fn drop_calls(&mut self) {
        for at in (0..self.best.steps.len()).rev() {
            let calls = self.best.steps[at].round().map_or(0, |round| round.calls().len());
            for gone in (0..calls).rev() {
                let Some(left) = self.best.steps[at].round().map(|round| round.calls().len()) else { continue };
                if left < 2 || gone >= left {
                    continue;
                }
                self.try_edit(at, |action| {
                    if let Action::Round(round) = action {
                        drop_call(round, gone);
                    }
                });
            }
        }
    }

    /// One call a round, where several in one do not matter.
    fn split_rounds(&mut self) {
        for at in (0..self.best.steps.len()).rev() {
            let step = &self.best.steps[at];
            let Some(round) = step.round().filter(|round| round.calls().len() > 1) else { continue };
            let single = |(call, result): (&Call, Option<&Outcome>)| {
                let mut one = Round::new([(Call { id: "c1".to_owned(), ..call.clone() }, result.cloned())]);
                one.prose.clone_from(&round.prose);
                Step::within(step.run.clone(), Action::Round(one))
            };
            let singles: Vec<Step> = round.pairs().map(single).collect();
            let mut candidate = self.best.clone();
            candidate.steps.splice(at..=at, singles);
            self.try_case(candidate);
        }
    }

    fn plain_options(&mut self) {
        for at in 0..self.best.steps.len() {
            for name in OptionName::ALL {
                self.try_edit(at, |action| {
                    if let Action::Open(options) = action {
                        options.clear(name);
                    }
                });
            }
        }
    }

    fn plain_rounds(&mut self) {
        // The same ids in every round, so that ids differ only where that matters.
        let mut candidate = self.best.clone();
        for step in &mut candidate.steps {
            if let Action::Round(round) = &mut step.action
                && !round.is_malformed()
            {
                let old: Vec<String> = round.calls().iter().map(|call| call.id.clone()).collect();
                let new = |id: &String| old.iter().position(|other| other == id).map_or_else(|| id.clone(), |at| format!("c{}", at + 1));
                round.done = round.done.as_ref().map(|done| done.iter().map(new).collect());
                round.edit(|call, _| {
                    call.id = new(&call.id);
                    true
                });
            }
        }
        self.try_case(candidate);
        for at in 0..self.best.steps.len() {
            self.try_edit(at, |action| {
                if let Action::Round(round) = action {
                    round.prose = None;
                }
            });
            self.try_edit(at, |action| {
                if let Action::Round(round) = action {
                    round.done = None;
                }
            });
            let plain = |visible: &'static str| {
                move |action: &mut Action| {
                    if let Action::Round(round) = action {
                        round.edit(|_, result| {
                            *result = Some(Outcome::ok(visible));
                            true
                        });
                    }
                }
            };
            if !self.try_edit(at, plain("ok")) {
                self.try_edit(at, plain("other"));
            }
            // The status stays where it matters, the words go.
            self.try_edit(at, |action| {
                if let Action::Round(round) = action {
                    round.edit(|_, result| {
                        if let Some(outcome) = result {
                            *outcome = Outcome { status: outcome.status, ..Outcome::ok("ok") };
                        }
                        true
                    });
                }
            });
        }
        // All results at once: what compares them may see no difference between two rounds only if both change.
        let mut candidate = self.best.clone();
        for step in &mut candidate.steps {
            if let Action::Round(round) = &mut step.action {
                round.edit(|_, result| {
                    *result = Some(Outcome::ok("ok"));
                    true
                });
            }
        }
        self.try_case(candidate);
    }

    /// Makes calls that are not the same differ in everything, so that no likeness is left that does not matter.
    fn plainly_different(&mut self) {
        let spellings = spellings(&self.best);
        let plain = |at: usize| match at {
            0 => ("a".to_owned(), b"{}".to_vec()),
            _ => {
                let letter = char::from(b'a' + u8::try_from(at % 26).unwrap_or_default());
                (letter.to_string(), format!("{{\"{}\":{at}}}", char::from(b'z' - u8::try_from(at % 26).unwrap_or_default())).into_bytes())
            }
        };
        let to: Vec<_> = (0..spellings.len()).map(plain).collect();
        if spellings == to {
            return;
        }
        let renamed = |case: &Case, which: &dyn Fn(usize) -> bool| {
            let mut candidate = case.clone();
            replace_calls(&mut candidate, |tool, args| {
                let at = spellings.iter().position(|(other, text)| other == tool && text == args)?;
                which(at).then(|| to[at].clone())
            });
            candidate
        };
        let all = renamed(&self.best, &|_| true);
        if self.try_case(all) {
            return;
        }
        for one in 1..spellings.len() {
            let candidate = renamed(&self.best, &|at| at == one);
            self.try_case(candidate);
        }
    }

    /// Gives calls the spelling of other calls and plain names and arguments, everywhere at once and one by one.
    fn plain_calls(&mut self) {
        let mut plain = vec![("a".to_owned(), b"{}".to_vec()), ("a".to_owned(), b"{\"x\":1}".to_vec())];
        plain.extend(spellings(&self.best));
        for (tool, args) in spellings(&self.best) {
            for (new_tool, new_args) in &plain {
                for (to_tool, to_args) in [(new_tool, new_args), (&tool, new_args), (new_tool, &args)] {
                    let smaller = (to_args.len(), to_tool.len(), to_args, to_tool) < (args.len(), tool.len(), &args, &tool);
                    if !smaller {
                        continue;
                    }
                    let mut candidate = self.best.clone();
                    replace_calls(&mut candidate, |one, text| (one == tool && text == args).then(|| (to_tool.clone(), to_args.clone())));
                    self.try_case(candidate);
                }
            }
        }
        self.small_pairs();
        self.short_values();
    }

    /// Puts the smallest pair of each kind of likeness in the place of two calls of one tool, so that both change at once.
    fn small_pairs(&mut self) {
        let spellings = spellings(&self.best);
        for (at, one) in spellings.iter().enumerate() {
            for other in spellings[at + 1..].iter().filter(|other| other.0 == one.0) {
                let size = one.1.len() + other.1.len();
                for (x, y) in SMALL_PAIRS.iter().flat_map(|&(x, y)| [(x, y), (y, x)]).filter(|(x, y)| x.len() + y.len() < size) {
                    let mut candidate = self.best.clone();
                    replace_calls(&mut candidate, |tool, args| {
                        let to = match () {
                            () if (tool, args) == (&one.0, &one.1) => x,
                            () if (tool, args) == (&other.0, &other.1) => y,
                            () => return None,
                        };
                        Some((tool.to_owned(), to.as_bytes().to_vec()))
                    });
                    if self.try_case(candidate) {
                        return;
                    }
                }
            }
        }
    }

    /// Cuts long arguments down, in blocks.
    fn short_values(&mut self) {
        let texts: Vec<Vec<u8>> =
            self.best.steps.iter().filter_map(Step::round).flat_map(Round::calls).map(|call| call.args.clone()).collect();
        for mut text in texts {
            let is_json = is_json_text(&text);
            let mut size = text.len() / 2;
            while size > 0 && text.len() < 4096 {
                let mut start = 0;
                while start + size <= text.len() {
                    let shorter = [&text[..start], &text[start + size..]].concat();
                    // What was JSON stays JSON: a stranger reads `{}` faster than half an object.
                    if is_json && !is_json_text(&shorter) {
                        start += size;
                        continue;
                    }
                    let mut candidate = self.best.clone();
                    replace_calls(&mut candidate, |tool, args| (args == text).then(|| (tool.to_owned(), shorter.clone())));
                    if self.try_case(candidate) {
                        text = shorter;
                    } else {
                        start += size;
                    }
                }
                size /= 2;
            }
        }
    }
}

/// A round without the call at this place.
fn drop_call(round: &mut Round, gone: usize) {
    let Some(id) = round.calls().get(gone).map(|call| call.id.clone()) else { return };
    round.done = round.done.take().map(|done| done.into_iter().filter(|other| *other != id).collect());
    let mut index = 0;
    round.edit(|_, _| {
        index += 1;
        index - 1 != gone
    });
}

/// Every distinct tool and argument text, in the order of appearance.
pub(super) fn spellings(case: &Case) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for call in case.steps.iter().filter_map(Step::round).flat_map(Round::calls) {
        let spelling = (call.tool.clone(), call.args.clone());
        if !all.contains(&spelling) {
            all.push(spelling);
        }
    }
    all
}

/// Gives calls another tool and other arguments; `None` leaves a call as it is.
pub(super) fn replace_calls(case: &mut Case, to: impl Fn(&str, &[u8]) -> Option<(String, Vec<u8>)>) {
    for step in &mut case.steps {
        if let Action::Round(round) = &mut step.action {
            round.edit(|call, _| {
                if let Some((tool, args)) = to(&call.tool, &call.args) {
                    (call.tool, call.args) = (tool, args);
                }
                true
            });
        }
    }
}

fn is_json_text(text: &[u8]) -> bool {
    matches!(Text::parse(text), Text::Json(_))
}

fn begins_with_opens(case: &Case) -> bool {
    let mut opened: Vec<&str> = Vec::new();
    case.steps.iter().all(|step| {
        if matches!(step.action, Action::Open(_)) {
            opened.push(&step.run);
        }
        opened.contains(&step.run.as_str())
    })
}
