//! The kit's own conformance: texts, command line, checker.

#[path = "suite/cli.rs"]
mod cli;
#[path = "suite/ready.rs"]
mod ready;
#[path = "suite/texts.rs"]
mod texts;
