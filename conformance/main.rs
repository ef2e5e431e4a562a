//! The kit's own conformance: texts, command line, checker.

#[path = "suite/any.rs"]
mod any;
#[path = "suite/cli.rs"]
mod cli;
#[path = "suite/texts.rs"]
mod texts;
