//! The policies as machines: every wrong transition is killed, and random runs take every transition.

use std::collections::BTreeMap;

use loopspec::check::alphabet::{Alphabet, At, Reader, Size, Symbol};
use loopspec::check::machine_faults::{MachineKill, MachineTester};
use loopspec::check::vectors::embedded_pairs;
use loopspec::check::{Plan, fit, random_cases};
use loopspec::policy::{Reference, Standing};
use loopspec::step::{Action, Case, Options, Policy, Profile};

const POLICIES: [Policy; 2] = [Policy::RepeatReminder, Policy::NoProgress];

/// The full machines have three times as many: `loopspec selfcheck` asks about all of them.
#[test]
#[expect(clippy::print_stdout, reason = "the counts are what a person runs this test for")]
fn every_wrong_transition_of_the_core_machines_is_killed_and_shown_by_a_shortest_run() {
    for policy in POLICIES {
        let tester = MachineTester::new(policy, Size::Core).expect("a machine");
        let kills: Vec<MachineKill> = (0..tester.faults()).filter_map(|at| tester.kill(at)).collect();
        let longer: Vec<&MachineKill> = kills.iter().filter(|kill| kill.found != Some(kill.shortest)).collect();
        println!("{policy}: {} faults, {} reported by a run that is not a shortest one", kills.len(), longer.len());
        let complete = tester.suites().position(|(name, ..)| name == "complete k=1").expect("the complete suite");
        assert!(kills.iter().all(|kill| kill.by[complete] && kill.found.is_some()));
        assert!(longer.len() * 20 <= kills.len(), "{longer:?}");
    }
}

/// Runs are read as words where they open with the thresholds that the machine has.
#[test]
#[expect(clippy::print_stdout, reason = "the counts are what a person runs this test for")]
fn random_runs_take_every_transition_of_the_core_machines() {
    let pairs = embedded_pairs().expect("pairs");
    for policy in POLICIES {
        let profile = Profile::default();
        let alphabet = Alphabet::new(policy, &profile, Size::Core);
        let machine = alphabet.machine().expect("a machine");
        let mut taken: BTreeMap<(Standing, Symbol), usize> = BTreeMap::new();
        for case in random_cases(policy, &profile, &pairs, Plan::SEED).take(Plan::STREAMS as usize) {
            let case = fit(&case, &profile).expect("the default profile takes nothing away");
            for transition in transitions(&alphabet, &case) {
                *taken.entry(transition).or_default() += 1;
            }
        }
        let states = machine.states.iter().map(At::standing);
        let all: Vec<(Standing, Symbol)> = states.flat_map(|state| alphabet.symbols.iter().map(move |symbol| (state, *symbol))).collect();
        let missed: Vec<String> =
            all.iter().filter(|transition| !taken.contains_key(transition)).map(|(state, symbol)| format!("{state:?} {symbol}")).collect();
        let rarest = all.iter().filter_map(|transition| Some((taken.get(transition)?, transition))).min();
        println!("{policy}: {} of {} transitions taken, the rarest: {rarest:?}", all.len() - missed.len(), all.len());
        assert!(missed.is_empty(), "{policy}: no random run takes {missed:#?}");
    }
}

/// The transitions that a run takes, by where it stands and which core symbol comes.
fn transitions(alphabet: &Alphabet, case: &Case) -> Vec<(Standing, Symbol)> {
    let Some(Action::Open(options)) = case.steps.first().map(|step| &step.action) else { return Vec::new() };
    let moves = |options: &Options| (options.thresholds.clone(), options.warn_after, options.escalation.clone());
    let opened = case.steps.iter().filter_map(|step| if let Action::Open(options) = &step.action { Some(options) } else { None });
    if opened.into_iter().any(|other| moves(other) != moves(&Options::default())) {
        return Vec::new();
    }
    let alphabet = Alphabet { options: options.clone(), ..alphabet.clone() };
    let mut reference = Reference::new(case.policy, &alphabet.profile).expect("a model");
    let mut reader = Reader::new(&alphabet);
    let mut taken = Vec::new();
    for (at, step) in case.steps.iter().enumerate() {
        let before = reference.standing(reader.run());
        let decision = reference.step(step);
        if at > 0
            && let Some(symbol) = reader.read(step, &decision.reply)
        {
            taken.push((before, symbol));
        }
    }
    taken
}
