//! Is the tester right about machines? Every single wrong transition must be killed, and shown by a shortest run.

use super::alphabet::{Alphabet, Size};
use super::asked::Asked;
use super::checker::Checker;
use super::faults::Transitions;
use super::question::Judging;
use super::share::{Shard, Stop};
use crate::machine::{Fault, MachineError, Method, PUMP_LENGTH, Suite, Word, complete_suite, pump, slices};
use crate::step::Policy;

/// A machine's single faults, and the suites that must kill them.
pub struct MachineTester {
    transitions: Transitions,
    faults: Vec<(Fault, u64)>,
    suites: Vec<(&'static str, Suite)>,
    /// The words of the complete suite as a check asks them: short ones first.
    words: Vec<Word>,
}

/// What came of one fault.
#[derive(Clone, Debug)]
pub struct MachineKill {
    /// What is wrong.
    pub fault: String,
    /// By suite, in the order of [`MachineTester::suites`]: whether it kills the fault.
    pub by: Vec<bool>,
    /// The length of a shortest run that shows the fault: a call is one, and so is a step without calls; in policy B a round is one.
    pub shortest: u64,
    /// The length of the run that a check reports; none if it reports none.
    pub found: Option<u64>,
    /// The rule that it is reported through.
    pub rule: Option<String>,
}

impl MachineTester {
    /// The faults of a policy's machine over the alphabet of this size.
    ///
    /// # Errors
    /// [`MachineError`] for a policy without a model.
    pub fn new(policy: Policy, size: Size) -> Result<Self, MachineError> {
        let transitions = Transitions::new(policy, size)?;
        let minimal = transitions.minimal();
        let complete = complete_suite(minimal, Method::Wp, 1);
        let mut words = complete.words().to_vec();
        words.sort_by_key(Vec::len);
        let suites = vec![
            ("complete k=0", complete_suite(minimal, Method::Wp, 0)),
            ("complete k=1", complete),
            ("slices", slices(minimal, 0, 3)?),
            ("pump", pump(minimal.inputs(), 0, PUMP_LENGTH)),
        ];
        let faults = transitions.faults().collect();
        Ok(Self { transitions, faults, suites, words })
    }

    /// The alphabet.
    pub fn alphabet(&self) -> &Alphabet {
        self.transitions.alphabet()
    }

    /// States of the machine.
    pub fn states(&self) -> u32 {
        self.transitions.minimal().states()
    }

    /// How many faults change what the machine does; they are `0..faults`.
    pub fn faults(&self) -> usize {
        self.faults.len()
    }

    /// The suites by name, with their words and symbols.
    pub fn suites(&self) -> impl Iterator<Item = (&'static str, usize, usize)> + '_ {
        self.suites.iter().map(|(name, suite)| (*name, suite.len(), suite.symbols()))
    }

    /// Has the guard with one of the faults checked: by each suite on the machine, then as a user's guard would be until the first
    /// finding. `None` if there is no such fault.
    pub fn kill(&self, at: usize) -> Option<MachineKill> {
        let (fault, shortest) = self.faults.get(at)?;
        let minimal = self.transitions.minimal();
        let by = self.suites.iter().map(|(_, suite)| suite.killer(minimal, &fault.machine).is_some()).collect();
        let mut guard = self.transitions.guard(fault);
        let alphabet = self.transitions.alphabet();
        let mut checker = Checker::new(&mut guard, alphabet.policy, alphabet.profile.clone(), Shard::WHOLE, Stop::default());
        for word in self.words.iter().filter(|word| minimal.run(word) != fault.machine.run(word)) {
            let case = alphabet.case(alphabet.symbols_of(word));
            let judging = Judging::of_run(&case);
            if let Asked::Fail(failure) = checker.put(&case, judging) {
                checker.failed("complete", None, &case, &failure, judging);
                break;
            }
        }
        let finding = checker.findings.first();
        Some(MachineKill {
            fault: self.transitions.describe(fault),
            by,
            shortest: *shortest,
            found: finding.map(|finding| self.transitions.length(&finding.case)),
            rule: finding.map(|finding| finding.rule.clone()),
        })
    }
}
