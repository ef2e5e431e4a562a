//! A guard with a policy, a name and a profile as a maker.

use std::fmt;

use crate::guard::{Guard, MakeGuard, Rejected};
use crate::step::{Implementation, Options, Policy, Profile};

/// A maker of guards that need no options; made by [`maker`].
#[derive(Clone)]
pub struct Maker<F> {
    implementation: Implementation,
    policy: Policy,
    profile: Profile,
    begin: F,
}

impl<F> fmt::Debug for Maker<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Maker").field("implementation", &self.implementation).field("policy", &self.policy).finish_non_exhaustive()
    }
}

/// A maker for a guard that is begun without options: what it has, hears and chose stands in its profile. A guard that
/// takes options implements [`MakeGuard`] itself.
///
/// ```
/// use loopspec::guard::{Guard, MakeGuard, maker};
/// use loopspec::step::{Policy, Profile};
///
/// #[derive(Default)]
/// struct MyGuard;
/// impl Guard for MyGuard {}
///
/// let maker = maker("my-guard", Policy::RepeatReminder, Profile::fixed_thresholds([3, 5, 8]), MyGuard::default);
/// assert_eq!(maker.policy(), Policy::RepeatReminder);
/// ```
pub fn maker<G: Guard, F: Fn() -> G>(name: &str, policy: Policy, profile: Profile, begin: F) -> Maker<F> {
    let implementation = Implementation { name: name.to_owned(), version: String::new(), language: "rust".to_owned() };
    Maker { implementation, policy, profile, begin }
}

impl<F> Maker<F> {
    /// The version to be named in reports.
    #[must_use]
    pub fn with_version(mut self, version: impl Into<String>) -> Self {
        self.implementation.version = version.into();
        self
    }
}

impl<G: Guard, F: Fn() -> G> MakeGuard for Maker<F> {
    type Guard = G;

    fn implementation(&self) -> Implementation {
        self.implementation.clone()
    }

    fn policy(&self) -> Policy {
        self.policy
    }

    fn profile(&self) -> Profile {
        self.profile.clone()
    }

    fn open(&self, _options: &Options) -> Result<G, Rejected> {
        Ok((self.begin)())
    }
}
