//! What makes two calls the same call: the tool's name and the canonical arguments.
//!
//! The text of the arguments lies in one of two domains that never meet: a JSON value, or raw bytes ([`Text`]). A
//! [`CallKey`] is the identity under declared [`KeyChoices`]; [`canonical`] is the text to show; [`pair`] says whether two
//! calls are one and which `identity.*` rule the answer hangs on. Where a call is only ever held against the one before it, a
//! [`ChainKey`] answers without making keys; what leaves a run in place of a key is a [`Fingerprint`].
//!
//! Everything here is total (any bytes have an identity), iterative (a million nested levels are one flat tape) and at
//! worst O(n log n). Nothing is shared with a JSON library: its features unify over a whole build and would change keys.

mod canonical;
mod chain;
mod decimal;
mod fingerprint;
mod grammar;
mod key;
mod lockstep;
mod matching;
mod near;
mod number;
mod outline;
mod pair;
mod siphash;
mod spelling;
mod string;
mod style;
mod token;
mod value;

pub use canonical::canonical;
pub use chain::{ChainBundle, ChainKey};
pub use fingerprint::{Fingerprint, FingerprintKey, digest};
pub use key::{CallKey, KeyChoices};
pub use number::Numbers;
pub use pair::{Pairing, is_ordinary, pair, reading_rule, spellings};
pub use style::{Escapes, Spacing, Style};
pub use value::{Tape, Text, member_spans};
