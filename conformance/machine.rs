//! Evidence that the complete suites keep their guarantee, that minimal machines are minimal, and that shortest words are shortest.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]
#![allow(clippy::print_stdout, reason = "seeds and figures, for who asks with --nocapture")]

#[path = "machine/domain.rs"]
mod domain;
#[path = "machine/pictures.rs"]
mod pictures;
#[path = "machine/pitfalls.rs"]
mod pitfalls;
#[path = "machine/quotient.rs"]
mod quotient;
#[path = "machine/random.rs"]
mod random;
#[path = "machine/suites.rs"]
mod suites;
#[path = "machine/words.rs"]
mod words;
