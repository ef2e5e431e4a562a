//! Policy A, *repeat reminder*: tell the model at counts of consecutive identical calls, never block one.

mod config;
mod model;
mod text;

pub use config::{Config, ConfigError};
pub use model::Model;
pub use text::{DETAILED, SHORT, detailed, preview, reminder};
