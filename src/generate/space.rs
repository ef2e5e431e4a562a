//! What random runs may hold.

use crate::step::{Call, Policy, Profile};

/// What runs may hold: what a profile can be told, for one policy.
#[derive(Clone, Debug)]
pub struct RunSpace {
    policy: Policy,
    profile: Profile,
    pairs: Vec<Vec<(Call, Call)>>,
}

impl RunSpace {
    /// Everything that an implementation with this profile can be told.
    pub fn new(policy: Policy, profile: &Profile) -> Self {
        Self { policy, profile: profile.clone(), pairs: Vec::new() }
    }

    /// Puts such pairs of calls into half of the runs, each kind of them as often as every other one. They are near misses, or other
    /// spellings; the profile must be able to be told of them, and whether they are one call must be settled for it.
    #[must_use]
    pub fn with_pairs(mut self, kinds: impl IntoIterator<Item = Vec<(Call, Call)>>) -> Self {
        self.pairs.extend(kinds);
        self
    }

    pub(super) fn policy(&self) -> Policy {
        self.policy
    }

    pub(super) fn profile(&self) -> &Profile {
        &self.profile
    }

    pub(super) fn pairs(&self) -> &[Vec<(Call, Call)>] {
        &self.pairs
    }
}
