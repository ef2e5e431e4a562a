//! Your guard behind loopspec's protocol 1, as a host drives it that hands over all calls of one response and adds what the guard says.

use loopspec::drive::serve;
use loopspec::guard::{Admission, Closing, Guard, maker};
use loopspec::identity::{CallKey, KeyChoices};
use loopspec::step::{Call, Input, Notice, Policy, Profile};

/// YOUR GUARD GOES HERE: delete this sample, depend on yours, and call its own functions below.
#[derive(Default)]
struct Sample {
    last: Option<CallKey>,
    count: u32,
    due: Option<String>,
}

// Do what your host does, nothing more. If the host never tells the guard about something, neither do these, and the profile says so.
impl Guard for Sample {
    fn begin_round(&mut self, calls: &[Call], _prose: Option<&str>) -> Admission {
        for call in calls {
            let key = Some(CallKey::new(&call.tool, &call.args, &KeyChoices::default()));
            self.count = if self.last == key { self.count + 1 } else { 1 };
            self.last = key;
            if self.count == 3 {
                self.due = Some(format!("You called {} three times in a row with the same arguments.", call.tool));
            }
        }
        Admission::proceed()
    }

    fn end_round(&mut self) -> Closing {
        self.due.take().map_or_else(Closing::silent, |text| Closing::notice(Notice::user(text)))
    }

    fn external_input(&mut self, _input: &Input) {
        *self = Self::default();
    }
}

// Lifetimes. A case is a process of your users, an open is a run. Build once a case what they build once a process, and at each open
// what they build for a run. Nothing survives a case. `Sample::default` is called at each open.
fn main() -> std::io::Result<()> {
    // What your guard takes (`takes: Takes::Object`: only JSON objects), hears and has; `loopspec explain protocol` tells. A reminder at 3, 5, 8 claims `Policy::RepeatReminder` instead of `Any`.
    serve(maker("my-guard", Policy::Any, Profile::default(), Sample::default).with_version("0.1.0"))
}
