//! Your guard behind loopspec's protocol 1, as a host drives it that hands over the whole conversation before each request to the model.

use loopspec::drive::serve;
use loopspec::guard::{Message, Reading, maker, transcript};
use loopspec::identity::{CallKey, KeyChoices};
use loopspec::step::{Policy, Profile};

/// YOUR GUARD GOES HERE: delete this sample, depend on yours, and call it here.
// Do what your host does, nothing more. If the host never tells the guard about something, neither does this, and the profile says so.
fn guard(messages: &[Message]) -> Reading {
    let mut calls = Vec::new();
    for message in messages {
        match message {
            Message::User(_) => calls.clear(),
            Message::Assistant { calls: these, .. } => {
                calls.extend(these.iter().map(|call| CallKey::new(&call.tool, &call.args, &KeyChoices::default())));
            }
            _ => {}
        }
    }
    match calls.as_slice() {
        [.., one, two, three] if one == two && two == three => Reading::Stop("Stopped: the same call three times in a row.".into()),
        _ => Reading::Silent, // to say something and go on: `Reading::Say`
    }
}

// Lifetimes. A case is a process of your users, an open is a run. Build once a case what they build once a process, and at each open
// what they build for a run. Nothing survives a case. The closure below is called at each open.
fn main() -> std::io::Result<()> {
    // What your guard takes (`takes: Takes::Object`: only JSON objects), hears and has; `loopspec explain protocol` tells. A reminder at 3, 5, 8 claims `Policy::RepeatReminder` instead of `Any`.
    serve(maker("my-guard", Policy::Any, Profile::default(), || transcript(guard)).with_version("0.1.0"))
}
