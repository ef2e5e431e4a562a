//! Reminds a model that makes the same call again and again. Its tests pass.

use loopspec::guard::{Admission, Closing, Guard};
use loopspec::identity::{CallKey, KeyChoices};
use loopspec::step::{Call, Input, Notice};

/// One run: the last call, and how often it came in a row.
#[derive(Default)]
pub struct Reminder {
    last: Option<CallKey>,
    count: u32,
    due: Option<Notice>,
}

impl Guard for Reminder {
    fn begin_round(&mut self, calls: &[Call], _prose: Option<&str>) -> Admission {
        for call in calls {
            let key = Some(CallKey::new(&call.tool, &call.args, &KeyChoices::default()));
            self.count = if self.last == key { self.count + 1 } else { 1 };
            self.last = key;
            if [3, 5, 8].contains(&self.count) {
                self.due = Some(Notice::user(format!("`{}` again, {} times in a row.", call.tool, self.count)));
            }
        }
        Admission::proceed()
    }

    fn end_round(&mut self) -> Closing {
        self.due.take().map_or_else(Closing::silent, Closing::notice)
    }

    fn external_input(&mut self, _input: &Input) {
        *self = Self::default();
    }
}
