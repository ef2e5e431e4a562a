//! Guards to use: both policies over a [`ChainKey`](crate::identity::ChainKey), for hosts that run in a process of their own.
//!
//! They decide as the reference models do, without telling by which rules, and without making keys: a call is compared with the one
//! before it where it stands. As long as they have nothing to say they allocate nothing, once their buffers have grown to the size of
//! the largest round; they keep that size for as long as they live. (The option `compare` is the exception: two observations that
//! differ and for which members are ignored are read anew each time.)
//!
//! They need none of the package's features:
//!
//! ```toml
//! loopspec = { version = "0.1", default-features = false }
//! ```

mod progress;
mod repeat;

pub use progress::{NoProgressGuard, NoProgressMaker};
pub use repeat::{RepeatGuard, RepeatMaker};
