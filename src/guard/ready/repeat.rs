//! Policy A to use.

use crate::guard::{Admission, Closing, Guard, MakeGuard, Rejected};
use crate::identity::{ChainKey, Style};
use crate::policy::repeat::{Config, reminder};
use crate::step::{Call, Choices, Implementation, Input, Notice, Options, Policy};

/// Reminds the model at counts of consecutive identical calls; never blocks one. Choices are the reference's.
///
/// ```
/// use loopspec::guard::Guard;
/// use loopspec::guard::ready::RepeatGuard;
/// use loopspec::policy::repeat::Config;
/// use loopspec::step::{Call, Choices, Options};
///
/// let options = Options { thresholds: Some(vec![2]), ..Options::default() };
/// let mut guard = RepeatGuard::new(Config::parse(&options, &Choices::default())?);
/// for (args, notices) in [(r#"{"a":1,"b":2}"#, 0), (r#"{"b":2, "a":1}"#, 1), (r#"{"a":1,"b":2}"#, 0)] {
///     guard.begin_round(&[Call::new("c1", "ls", args)], None);
///     assert_eq!(guard.end_round().notices.len(), notices);
/// }
/// # Ok::<(), loopspec::policy::repeat::ConfigError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RepeatGuard {
    config: Config,
    last: ChainKey,
    count: u64,
    due: Option<Notice>,
}

impl RepeatGuard {
    /// A run that has seen nothing.
    pub fn new(config: Config) -> RepeatGuard {
        RepeatGuard { config, last: ChainKey::new(), count: 0, due: None }
    }
}

impl Guard for RepeatGuard {
    fn begin_round(&mut self, calls: &[Call], _prose: Option<&str>) -> Admission {
        self.due = None;
        for call in calls.iter().filter(|call| self.config.follows(&call.tool)) {
            self.count = if self.last.follow(&call.tool, &call.args) { self.count + 1 } else { 1 };
            // Of several in one round the last one is told (`repeat.reminder.crossings`).
            if let Some(reminder) = reminder(&self.config, call, self.count, Style::default()) {
                self.due = Some(reminder);
            }
        }
        Admission::proceed()
    }

    fn end_round(&mut self) -> Closing {
        self.due.take().map_or_else(Closing::silent, Closing::notice)
    }

    fn external_input(&mut self, _input: &Input) {
        self.last.forget();
        self.count = 0;
    }
}

/// Makes [`RepeatGuard`]s.
#[derive(Clone, Copy, Debug, Default)]
pub struct RepeatMaker;

impl MakeGuard for RepeatMaker {
    type Guard = RepeatGuard;

    fn implementation(&self) -> Implementation {
        Implementation {
            name: "loopspec ready repeat-reminder".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            language: "rust".to_owned(),
        }
    }

    fn policy(&self) -> Policy {
        Policy::RepeatReminder
    }

    fn open(&self, options: &Options) -> Result<RepeatGuard, Rejected> {
        Config::parse(options, &Choices::default()).map(RepeatGuard::new).map_err(|error| Rejected(error.to_string()))
    }
}
