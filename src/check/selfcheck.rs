//! Is the tester right? Every planted fault must be found, and through its own rule.

use super::checker::Checker;
use super::faults::{Fault, Planted};
use super::plan::{Plan, Technique};
use super::subject::Subject;
use super::suite::ask_all;
use super::technique::Shelf;
use super::verdict::Finding;

/// What came of checking a guard with one planted fault.
#[derive(Debug)]
pub struct Kill {
    /// What was planted.
    pub fault: Fault,
    /// The ways of asking that find it, each on its own.
    pub by: Vec<Technique>,
    /// What the whole check finds, as a user sees it.
    pub findings: Vec<Finding>,
    /// What could not be asked.
    pub errors: Vec<String>,
}

impl Kill {
    /// Whether the fault is found through the first of its rules.
    pub fn is_own(&self) -> bool {
        let rule = self.fault.rules().first();
        self.findings.iter().any(|finding| Some(&finding.rule.as_str()) == rule)
    }

    /// Rules that were blamed though they hold.
    pub fn strays(&self) -> Vec<&str> {
        let found = self.findings.iter().map(|finding| finding.rule.as_str());
        found.filter(|rule| !self.fault.rules().contains(rule)).collect()
    }

    /// Found, through its own rule, and through no rule that holds.
    pub fn is_right(&self) -> bool {
        self.is_own() && self.strays().is_empty() && self.errors.is_empty()
    }

    /// Steps after `open` of the shortest run that shows it through its own rule.
    pub fn steps(&self) -> Option<usize> {
        let own = |finding: &&Finding| self.fault.rules().first() == Some(&finding.rule.as_str());
        self.findings.iter().find(own).map(|finding| finding.case.steps.len().saturating_sub(1))
    }
}

/// The checker with everything made beforehand that the checks of many guards can share.
pub struct Tester {
    /// Everything, and what each way of asking needs alone.
    whole: Plans,
    /// The same without megabytes, which are for faults of depth and length.
    light: Plans,
    shelf: Shelf,
}

struct Plans {
    all: Plan,
    alone: Vec<(Technique, Plan)>,
}

impl Plans {
    fn new(all: Plan) -> Self {
        let alone = Technique::ALL.into_iter().map(|technique| {
            let written = matches!(technique, Technique::Pairs | Technique::Vectors);
            let (vectors, pairs) = if written { (all.vectors.clone(), all.pairs.clone()) } else { (Vec::new(), Vec::new()) };
            (technique, Plan { techniques: vec![technique], vectors, pairs, ..all.clone() })
        });
        Self { alone: alone.collect(), all }
    }
}

impl Tester {
    /// Checks with this plan.
    pub fn new(plan: Plan) -> Self {
        let mut light = plan.clone();
        light.pairs.retain(|pair| pair.a.args.len().max(pair.b.args.len()) < 1 << 16);
        Self { whole: Plans::new(plan), light: Plans::new(light), shelf: Shelf::default() }
    }

    /// Checks the guard with this fault: as a user would, then by each way of asking alone.
    pub fn kill(&self, fault: Fault) -> Kill {
        let plans = if fault.rules().contains(&"identity.depth") { &self.whole } else { &self.light };
        let (findings, errors) = self.ask(fault, &plans.all, false);
        let finds = |(technique, plan): &(Technique, Plan)| (!self.ask(fault, plan, true).0.is_empty()).then_some(*technique);
        let by = plans.alone.iter().filter_map(finds).collect();
        Kill { fault, by, findings, errors }
    }

    fn ask(&self, fault: Fault, plan: &Plan, screening: bool) -> (Vec<Finding>, Vec<String>) {
        let mut subject = Planted::new(fault);
        let Some((policy, profile)) = subject.policies().first().cloned() else { return (Vec::new(), Vec::new()) };
        let mut checker = Checker::new(&mut subject, policy, profile, plan.shard, plan.stop.clone());
        checker.screening = screening;
        ask_all(&mut checker, plan, &self.shelf, &mut |_, _| {});
        (checker.findings, checker.errors)
    }
}
