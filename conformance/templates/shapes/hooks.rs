//! Your guard behind loopspec's protocol 1, as a host drives it that asks before each call and tells after it.

use loopspec::drive::serve;
use loopspec::guard::{After, Before, hooks, maker};
use loopspec::identity::{CallKey, KeyChoices};
use loopspec::step::{Call, Execution, Outcome, Policy, Profile};

/// YOUR GUARD GOES HERE: delete this sample, depend on yours, and call its own functions below.
#[derive(Default)]
struct Guard {
    last: Option<CallKey>,
    count: u32,
}

// Do what your host does, nothing more. If the host never tells the guard about something, neither do these, and the profile says so.
fn before(guard: &mut Guard, call: &Call) -> Before {
    let key = Some(CallKey::new(&call.tool, &call.args, &KeyChoices::default()));
    guard.count = if guard.last == key { guard.count + 1 } else { 1 };
    guard.last = key;
    if guard.count >= 3 { Before::Refuse("Not run: this is the same call for the third time.".into()) } else { Before::Run }
}

fn after(_guard: &mut Guard, _call: &Call, _outcome: &Outcome) -> After {
    After::Nothing
}

// Lifetimes. A case is a process of your users, an open is a run. Build once a case what they build once a process, and at each open
// what they build for a run. Nothing survives a case. The closure below is called at each open.
fn main() -> std::io::Result<()> {
    // What your guard takes (`takes: Takes::Object`: only JSON objects), hears and has; `loopspec explain protocol` tells. A reminder at 3, 5, 8 claims `Policy::RepeatReminder` instead of `Any`.
    let profile = Profile { execution: Execution::Sequential, ..Profile::default() };
    let open = || hooks(Guard::default(), before, after).on_input(|guard, _input| *guard = Guard::default());
    serve(maker("my-guard", Policy::Any, profile, open).with_version("0.1.0"))
}
