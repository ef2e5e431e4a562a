//! The kit's own conformance: texts, command line, checker.

#[path = "suite/cli.rs"]
mod cli;
#[path = "suite/coverage.rs"]
mod coverage;
#[path = "suite/texts.rs"]
mod texts;
