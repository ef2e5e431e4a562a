//! The shortest run that still fails: steps first, then calls, then what they say. Deterministic and bounded.

use crate::identity::Text;
use crate::step::{Action, Case, OptionName, Outcome, Round, Step};

/// Makes a case smaller as long as `fails` says that it fails in the same way, asking at most `budget` times.
pub fn shrink(case: &Case, budget: usize, fails: impl FnMut(&Case) -> bool) -> Case {
    let mut shrinker = Shrinker { best: case.clone(), left: budget, fails };
    loop {
        let before = shrinker.best.clone();
        shrinker.drop_runs();
        shrinker.drop_steps();
        shrinker.drop_calls();
        shrinker.plain_options();
        shrinker.plain_rounds();
        shrinker.plain_calls();
        if shrinker.best == before || shrinker.left == 0 {
            return shrinker.best;
        }
    }
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
                if candidate.steps.iter().any(|step| step.round().is_some()) && begins_with_opens(&candidate) {
                    self.try_case(candidate);
                }
                end = start.min(self.best.steps.len());
            }
            size /= 2;
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
                        let mut index = 0;
                        let done = round.done.take();
                        let id = round.calls()[gone].id.clone();
                        round.done = done.map(|done| done.into_iter().filter(|other| *other != id).collect());
                        round.edit(|_, _| {
                            index += 1;
                            index - 1 != gone
                        });
                    }
                });
            }
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

    /// Gives calls the spelling of other calls and plain names and arguments, everywhere at once and one by one.
    fn plain_calls(&mut self) {
        let spellings = |case: &Case| -> Vec<(String, Vec<u8>)> {
            let mut all = Vec::new();
            for call in case.steps.iter().filter_map(Step::round).flat_map(Round::calls) {
                let spelling = (call.tool.clone(), call.args.clone());
                if !all.contains(&spelling) {
                    all.push(spelling);
                }
            }
            all
        };
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
                    for step in &mut candidate.steps {
                        if let Action::Round(round) = &mut step.action {
                            round.edit(|call, _| {
                                if call.tool == tool && call.args == args {
                                    call.tool.clone_from(to_tool);
                                    call.args.clone_from(to_args);
                                }
                                true
                            });
                        }
                    }
                    self.try_case(candidate);
                }
            }
        }
        self.short_values();
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
                    for step in &mut candidate.steps {
                        if let Action::Round(round) = &mut step.action {
                            round.edit(|call, _| {
                                if call.args == text {
                                    call.args.clone_from(&shorter);
                                }
                                true
                            });
                        }
                    }
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
