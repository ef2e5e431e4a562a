//! The kit's own conformance: texts, vectors, checker, command line.

#[path = "suite/texts.rs"]
mod texts;
