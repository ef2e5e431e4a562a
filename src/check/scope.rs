//! What a report was asked: how much of everything, and from which cases.

use serde::{Deserialize, Serialize};

use super::plan::{Effort, Plan};
use super::share::Shard;

/// What a report was asked. Two reports with the same scope and seed about the same profile were asked the same cases.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Scope {
    /// How large the suites are.
    pub effort: Effort,
    /// The only rule that was asked about, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The share of the cases, where it is not all.
    #[serde(default, skip_serializing_if = "Shard::is_whole")]
    pub share: Shard,
    /// Of the cases that do not depend on the guard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digests: Option<Digests>,
}

impl Scope {
    /// What the plan asks, without digests.
    pub(super) fn of(plan: &Plan) -> Self {
        Self { effort: plan.effort, rule: plan.rule.map(str::to_owned), share: plan.shard, digests: None }
    }

    /// Whether everything was asked, so that what did not fail holds.
    pub fn is_whole(&self) -> bool {
        self.effort != Effort::Quick && self.rule.is_none() && self.share.is_whole()
    }
}

/// Digests by which two reports can be told to have asked the same: equal where the cases are equal. 128 bits in hexadecimal digits; they are
/// no protection against somebody who wants them to be equal.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Digests {
    /// Of the hand-written runs of the policy: names, rules and steps; what is right follows from the spec.
    pub vectors: String,
    /// Of the table of identity pairs.
    pub pairs: String,
    /// Of the first random runs that the generator makes of the seed, for this profile; of nothing for a policy without random runs.
    pub generator: String,
}
