//! The kit's own conformance: texts, command line, checker.

#[path = "suite/any.rs"]
mod any;
#[path = "suite/cli.rs"]
mod cli;
#[path = "suite/coverage.rs"]
mod coverage;
#[path = "suite/expect.rs"]
mod expect;
#[path = "suite/fixed.rs"]
mod fixed;
#[path = "suite/forms.rs"]
mod forms;
#[path = "suite/keys.rs"]
mod keys;
#[path = "suite/machines.rs"]
mod machines;
#[path = "suite/matrix.rs"]
mod matrix;
#[path = "suite/ready.rs"]
mod ready;
#[path = "suite/reports.rs"]
mod reports;
#[path = "suite/runs.rs"]
mod runs;
#[path = "suite/smoke.rs"]
mod smoke;
#[path = "suite/strategies.rs"]
mod strategies;
#[path = "suite/texts.rs"]
mod texts;
