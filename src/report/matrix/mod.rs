//! Many guards side by side: a row each, made from their reports.

mod columns;
mod markdown;
mod page;
mod side_by_side;

pub use markdown::matrix_to_markdown;
pub use page::matrix_to_html;
pub use side_by_side::{Matrix, MatrixRow, PublishedGuard};
