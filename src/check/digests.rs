//! Digests of the cases that do not depend on the guard.

use super::plan::Plan;
use super::scope::Digests;
use super::technique::random_cases;
use crate::identity::digest;
use crate::step::{Policy, Profile};

/// How many random runs are enough to see another generator.
const RUNS: usize = 20;

impl Plan {
    /// Of the cases about this policy and profile.
    pub fn digests(&self, policy: Policy, profile: &Profile) -> Digests {
        let vectors = self.vectors.iter().filter(|vector| vector.policy == policy).map(|vector| {
            let case = serde_json::to_string(&vector.case()).unwrap_or_default();
            format!("{} {:?} {case}\n", vector.id, vector.rules)
        });
        let calls = self.pairs.iter().flat_map(|pair| [(pair, &pair.a), (pair, &pair.b)]);
        let pairs =
            calls.map(|(pair, call)| [pair.id.as_bytes(), pair.rule.as_bytes(), call.tool.as_bytes(), &call.args, b"\n"].join(&b' '));
        let runs = random_cases(policy, profile, &self.pairs, self.seed).take(if policy.has_model() { RUNS } else { 0 });
        let runs = runs.map(|case| serde_json::to_string(&case).unwrap_or_default() + "\n");
        Digests {
            vectors: digest(vectors.collect::<String>().as_bytes()),
            pairs: digest(&pairs.collect::<Vec<_>>().concat()),
            generator: digest(runs.collect::<String>().as_bytes()),
        }
    }
}
