//! Evidence that the identity of a call is what the specification says: the pinned pairs, published test data, an oracle in
//! another language, and properties.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

#[path = "identity/chain.rs"]
mod chain;
#[cfg(feature = "check")]
#[path = "identity/keys.rs"]
mod keys;
#[path = "identity/named.rs"]
mod named;
#[path = "identity/oracle.rs"]
mod oracle;
#[path = "identity/packages.rs"]
mod packages;
#[path = "identity/properties.rs"]
mod properties;
#[path = "identity/published.rs"]
mod published;
#[path = "identity/shape.rs"]
mod shape;
#[path = "identity/small.rs"]
mod small;
#[path = "identity/table.rs"]
mod table;
#[path = "identity/texts.rs"]
mod texts;
#[path = "identity/values.rs"]
mod values;
