//! What a run found out, for people and for programs; everything is made from one [`Report`](crate::check::Report).

mod against;
mod card;
mod difference;
mod guarantee;
mod json;
mod table;
mod terminal;
mod vectors;

pub use against::render_comparison;
pub use card::card_lines;
pub use guarantee::guaranteed;
pub use json::to_json;
pub use terminal::{CARGO_TEST, finding, headline, plain, render, summary, test_name};
pub use vectors::to_vectors;
