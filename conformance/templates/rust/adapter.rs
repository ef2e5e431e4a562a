//! A guard in Rust behind the protocol: copy this file, replace `MyGuard`, run `loopspec check -- target/release/adapter`.
//!
//! ```toml
//! [dependencies]
//! loopspec = { version = "0.1", default-features = false, features = ["check"] }
//! ```
//!
//! Lifetimes: a maker is a process of your users, `open` begins a run. Build once what they build once, at each `open` what they build
//! a run. Do what your host does, nothing more: what it never tells the guard, leave out here, and say so in the profile.

use loopspec::drive::serve;
use loopspec::guard::{Admission, Closing, Guard, MakeGuard, Rejected};
use loopspec::identity::{CallKey, KeyChoices};
use loopspec::step::{Call, Choices, Implementation, Input, Notice, OptionName, OptionValue, Options, Policy, Profile, Support, Wording};

fn main() -> std::io::Result<()> {
    serve(Maker)
}

struct Maker;

impl MakeGuard for Maker {
    type Guard = MyGuard;

    fn implementation(&self) -> Implementation {
        Implementation { name: "my-guard".into(), version: "0.1.0".into(), language: "rust".into() }
    }

    fn policy(&self) -> Policy {
        Policy::RepeatReminder
    }

    /// What the guard has and chose: here fixed thresholds, no lists of tools, its own words.
    fn profile(&self) -> Profile {
        let mut profile = Profile { choices: Choices { text: Wording::Own, ..Choices::default() }, ..Profile::default() };
        profile.config.insert(OptionName::Thresholds, Support::Fixed(OptionValue::Ints(vec![3, 5, 8])));
        for option in [OptionName::Include, OptionName::Exclude, OptionName::PreviewChars, OptionName::Bookkeeping] {
            profile.config.insert(option, Support::None);
        }
        profile
    }

    fn open(&self, _options: &Options) -> Result<MyGuard, Rejected> {
        Ok(MyGuard::default())
    }
}

/// Your guard goes here.
#[derive(Default)]
struct MyGuard {
    last: Option<CallKey>,
    count: u64,
    due: Option<Notice>,
}

impl Guard for MyGuard {
    fn begin_round(&mut self, calls: &[Call], _prose: Option<&str>) -> Admission {
        for call in calls {
            let key = Some(CallKey::new(&call.tool, &call.args, &KeyChoices::default()));
            self.count = if self.last == key { self.count + 1 } else { 1 };
            self.last = key;
            if [3, 5, 8].contains(&self.count) {
                self.due = Some(Notice::user(format!("`{}` was called {} times with the same arguments.", call.tool, self.count)));
            }
        }
        Admission::proceed()
    }

    fn end_round(&mut self) -> Closing {
        self.due.take().map_or_else(Closing::silent, Closing::notice)
    }

    fn external_input(&mut self, _input: &Input) {
        (self.last, self.count) = (None, 0);
    }
}
