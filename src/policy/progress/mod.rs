//! Policy B, *no progress*: warn when a round brought the same observations again, then refuse it or stop.

mod compare;
mod config;
mod diagnostic;
mod model;

pub use compare::same_observation;
pub use config::{Config, ConfigError, Escalation};
pub use diagnostic::{refusal, warning};
pub use model::Model;
