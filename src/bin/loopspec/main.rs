//! The `loopspec` command.
fn main() {}
