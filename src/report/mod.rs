//! What a run found out, for people and for programs; everything is made from one [`Report`](crate::check::Report).

mod against;
mod badge;
mod card;
mod difference;
mod guarantee;
#[cfg(feature = "cli")]
mod html;
mod json;
#[cfg(feature = "cli")]
mod junit;
mod markdown;
#[cfg(feature = "cli")]
mod matrix;
mod outcome;
mod table;
mod tap;
mod terminal;
mod vectors;

pub use against::render_comparison;
pub use badge::to_badge;
pub use card::card_lines;
pub use guarantee::guaranteed;
#[cfg(feature = "cli")]
pub use html::to_html;
pub use json::to_json;
#[cfg(feature = "cli")]
pub use junit::to_junit;
pub use markdown::to_markdown;
#[cfg(feature = "cli")]
pub use matrix::{Matrix, MatrixRow, PublishedGuard, matrix_to_html, matrix_to_markdown};
pub use outcome::{Deny, unasked};
pub use tap::to_tap;
pub use terminal::{CARGO_TEST, headline, plain, render, runs, summary, test_name};
pub use vectors::{beyond_vectors, to_vectors};
