//! Two small guards as somebody would write them: an honest one, and one with a fault that is common in the wild.

use crate::guard::{Admission, Closing, Guard, MakeGuard, Rejected};
use crate::identity::{CallKey, KeyChoices, Style, canonical};
use crate::policy::repeat::{Config, SHORT, detailed, preview};
use crate::step::{Call, Choices, Implementation, Input, Notice, Options, Policy};

/// Makes [`SampleGuard`]s.
#[derive(Clone, Copy, Debug)]
pub struct SampleMaker {
    bookkeeping_resets: bool,
}

impl SampleMaker {
    /// The honest sample.
    pub fn honest() -> Self {
        Self { bookkeeping_resets: false }
    }

    /// The faulty sample: a bookkeeping call between two copies makes it forget the first, so a model that updates its plan
    /// now and then loops unseen (`repeat.transparent.bookkeeping`).
    pub fn faulty() -> Self {
        Self { bookkeeping_resets: true }
    }
}

impl MakeGuard for SampleMaker {
    type Guard = SampleGuard;

    fn implementation(&self) -> Implementation {
        let name = if self.bookkeeping_resets { "sample-faulty" } else { "sample" };
        Implementation { name: name.to_owned(), version: env!("CARGO_PKG_VERSION").to_owned(), language: "rust".to_owned() }
    }

    fn policy(&self) -> Policy {
        Policy::RepeatReminder
    }

    fn open(&self, options: &Options) -> Result<SampleGuard, Rejected> {
        let config = Config::parse(options, &Choices::default()).map_err(|error| Rejected(error.to_string()))?;
        Ok(SampleGuard { config, bookkeeping_resets: self.bookkeeping_resets, last: None, count: 0, due: None })
    }
}

/// One run of a sample guard: remembers the last call and how often it came in a row.
#[derive(Clone, Debug)]
pub struct SampleGuard {
    config: Config,
    bookkeeping_resets: bool,
    last: Option<CallKey>,
    count: u64,
    due: Option<Notice>,
}

impl SampleGuard {
    fn follows(&self, tool: &str) -> bool {
        let (include, exclude) = (self.config.include(), self.config.exclude());
        !exclude.iter().any(|pattern| pattern.matches(tool)) && (include.is_empty() || include.iter().any(|pattern| pattern.matches(tool)))
    }

    fn reminder(&self, call: &Call) -> Option<Notice> {
        let thresholds = self.config.thresholds();
        if !thresholds.contains(&self.count) {
            return None;
        }
        if self.count == thresholds[0] {
            return Some(Notice::user(SHORT));
        }
        let quoted = preview(&canonical(&call.args, Style::default()), self.config.preview_chars());
        Some(Notice::user(detailed(&call.tool, self.count, &quoted)))
    }
}

impl Guard for SampleGuard {
    fn begin_round(&mut self, calls: &[Call], _prose: Option<&str>) -> Admission {
        for call in calls {
            if self.config.bookkeeping().contains(&call.tool) {
                if self.bookkeeping_resets {
                    self.last = None;
                }
                continue;
            }
            if !self.follows(&call.tool) {
                continue;
            }
            let key = Some(CallKey::new(&call.tool, &call.args, &KeyChoices::default()));
            self.count = if self.last == key { self.count + 1 } else { 1 };
            self.last = key;
            self.due = self.reminder(call).or(self.due.take());
        }
        Admission::proceed()
    }

    fn end_round(&mut self) -> Closing {
        self.due.take().map_or_else(Closing::silent, Closing::notice)
    }

    fn external_input(&mut self, _input: &Input) {
        self.last = None;
    }
}
