//! Your key function behind loopspec's protocol 1: the part of a guard that says when two calls are the same.

use loopspec::drive::serve;
use loopspec::guard::keys;
use loopspec::identity::{CallKey, KeyChoices};

/// YOUR FUNCTION GOES HERE: delete this sample and call yours; equal keys are the same call.
// Do what your host does, nothing more: if it hands over parsed arguments, parse them here; if it hands over the text, pass on the text.
fn key(tool: &str, args: &[u8]) -> String {
    format!("{:?}", CallKey::new(tool, args, &KeyChoices::default()))
}

// Lifetimes. A case is a process of your users, an open is a run. Build once a case what they build once a process, and at each open
// what they build for a run. Nothing survives a case. (A key function has no runs.)
fn main() -> std::io::Result<()> {
    // What your function takes and has is said by `with_profile`; `loopspec explain protocol` tells.
    serve(keys("my-key", key).with_version("0.1.0"))
}
