//! The bodies of the fuzz targets: plain functions over bytes that panic when an equation of the README's table does not hold.

mod identity;
mod pattern;
mod respell;
mod runs;
mod wire;

pub use identity::identity;
pub use pattern::pattern;
pub use respell::respell;
pub use runs::runs;
pub use wire::wire;

/// A target's body.
pub type Target = fn(&[u8]);

/// Every target by the name of its binary and its corpus.
pub const TARGETS: [(&str, Target); 5] =
    [("identity", identity), ("pattern", pattern), ("respell", respell), ("runs", runs), ("wire", wire)];
