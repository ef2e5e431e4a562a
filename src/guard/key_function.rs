//! A function that makes keys of calls, as policy `identity`.
//!
//! ```
//! use loopspec::guard::{MakeGuard, keys};
//!
//! // Yours: equal keys are the same call.
//! let key = |tool: &str, args: &[u8]| match serde_json::from_slice::<serde_json::Value>(args) {
//!     Ok(value) => format!("{tool:?} {value}"),
//!     Err(_) => format!("{tool:?} raw {args:?}"),
//! };
//! let maker = keys("my-guard", key);
//! assert_eq!(maker.key(Some("look"), b"{ }"), maker.key(Some("look"), b"{}"));
//! // In a test: `check(&mut InProcess::new(maker), Policy::Identity, …)`; as a program for `loopspec check -- PROGRAM`: `serve(maker)`.
//! ```

use crate::guard::{Guard, MakeGuard, Rejected};
use crate::step::{Implementation, Options, Policy, Profile};

/// What a key function may answer with.
pub trait KeyAnswer {
    /// As a text; different keys are different texts.
    ///
    /// # Errors
    /// [`Rejected`]: the arguments are outside the function's domain, and the pair is not judged.
    fn into_key(self) -> Result<String, Rejected>;
}

impl KeyAnswer for String {
    fn into_key(self) -> Result<String, Rejected> {
        Ok(self)
    }
}

/// Bytes that are not UTF-8 must not become alike: each byte is a character.
impl KeyAnswer for Vec<u8> {
    fn into_key(self) -> Result<String, Rejected> {
        Ok(self.into_iter().map(char::from).collect())
    }
}

impl<K: KeyAnswer, E: std::fmt::Display> KeyAnswer for Result<K, E> {
    fn into_key(self) -> Result<String, Rejected> {
        self.map_err(|error| Rejected(error.to_string())).and_then(KeyAnswer::into_key)
    }
}

/// A key function as a maker, made by [`keys`].
#[derive(Clone, Debug)]
pub struct Keys<F> {
    implementation: Implementation,
    profile: Profile,
    key: F,
}

/// Policy `identity` for a function of the tool's name and the argument text; equal keys are the same call. The name is empty where
/// the profile says that names take no part.
pub fn keys<K: KeyAnswer, F: Fn(&str, &[u8]) -> K>(name: &str, key: F) -> Keys<F> {
    let implementation = Implementation { name: name.to_owned(), version: String::new(), language: "rust".to_owned() };
    Keys { implementation, profile: Profile::default(), key }
}

impl<F> Keys<F> {
    /// What the function takes and chose, where that is not the reference's.
    #[must_use]
    pub fn with_profile(mut self, profile: Profile) -> Self {
        self.profile = profile;
        self
    }

    /// The version to be named in reports.
    #[must_use]
    pub fn with_version(mut self, version: impl Into<String>) -> Self {
        self.implementation.version = version.into();
        self
    }
}

/// Where there are only keys, no run does anything.
#[derive(Clone, Copy, Debug)]
pub struct NoRun;

impl Guard for NoRun {}

impl<K: KeyAnswer, F: Fn(&str, &[u8]) -> K> MakeGuard for Keys<F> {
    type Guard = NoRun;

    fn implementation(&self) -> Implementation {
        self.implementation.clone()
    }

    fn policy(&self) -> Policy {
        Policy::Identity
    }

    fn profile(&self) -> Profile {
        self.profile.clone()
    }

    fn open(&self, _options: &Options) -> Result<NoRun, Rejected> {
        Ok(NoRun)
    }

    fn key(&self, tool: Option<&str>, args: &[u8]) -> Result<String, Rejected> {
        (self.key)(tool.unwrap_or_default(), args).into_key()
    }
}
