//! What a model answers, and by which rules.

use crate::step::Reply;

/// A model's answer to one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The answer.
    pub reply: Reply,
    /// Ids of the rules whose branches were taken, each once, in the order in which they took part.
    pub rules: Vec<&'static str>,
}

impl Decision {
    pub(crate) fn new(reply: Reply, rules: Rules) -> Self {
        Self { reply, rules: rules.0 }
    }

    pub(crate) fn silent(rules: Rules) -> Self {
        Self::new(Reply::silent(), rules)
    }
}

/// Where a run stands, without what is absolute in it. Two runs with the same last call or round and the same standing go on alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Standing {
    /// Length of the chain or streak, at most the horizon; 0 when there is none.
    pub count: u64,
    /// Policy B: the next round with the same bundle is refused.
    pub armed: bool,
    /// Policy B: the run was stopped.
    pub stopped: bool,
    /// The count from which on nothing new happens: the last threshold, or `warn_after`.
    pub horizon: u64,
}

/// Rules collected while a model decides.
#[derive(Default)]
pub(crate) struct Rules(Vec<&'static str>);

impl Rules {
    pub(crate) fn of(rule: &'static str) -> Self {
        Self(vec![rule])
    }

    pub(crate) fn used(&mut self, rule: &'static str) {
        if !self.0.contains(&rule) {
            self.0.push(rule);
        }
    }

    pub(crate) fn used_where(&mut self, condition: bool, rule: &'static str) {
        if condition {
            self.used(rule);
        }
    }
}
