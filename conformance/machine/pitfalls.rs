//! What goes wrong when a policy is made a small machine, each shown to go wrong, and shown to be avoided.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};

use loopspec::check::alphabet::{Alphabet, Reader, Size, Symbol};
use loopspec::machine::{MachineError, Mealy, equivalent, explore, shortest_difference};
use loopspec::policy::{Reference, Standing};
use loopspec::step::{Action, Call, Facts, InputKind, Notice, Options, Outcome, Policy, Profile, Reply, Round, Step};

use crate::quotient::profiles;
use crate::random::{Random, seed};

/// A reference that is known by where it stands, as a mapper's walk is, but asked about calls by name.
#[derive(Clone, Debug)]
struct Absolute(Reference);

impl Absolute {
    fn new() -> Self {
        let mut reference = Reference::new(Policy::RepeatReminder, &Profile::default()).unwrap();
        reference.step(&Step::new(Action::Open(Options::default())));
        Self(reference)
    }

    fn standing(&self) -> Standing {
        self.0.standing(Step::DEFAULT_RUN)
    }

    /// The call that is *called* this, not the one that came last.
    fn call(&mut self, name: u32) -> bool {
        let call = Call::new("c1", "look", format!("{{\"at\":{name}}}"));
        let decision = self.0.step(&Step::new(Action::Round(Round::new([(call, Some(Outcome::ok("ok")))]))));
        !decision.reply.facts().is_some_and(Facts::is_silent)
    }
}

impl PartialEq for Absolute {
    fn eq(&self, other: &Self) -> bool {
        self.standing() == other.standing()
    }
}

impl Eq for Absolute {}

impl Hash for Absolute {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.standing().hash(state);
    }
}

#[test]
fn calls_by_name_give_a_quotient_that_is_not_the_model() {
    let quotient = explore(2, Absolute::new(), 100, |at, name| {
        let mut next = at.clone();
        let acts = next.call(name);
        (next, acts)
    })
    .unwrap();
    // The machine does not know which call stands behind a count, so that the other one counts on.
    let mut concrete = Absolute::new();
    let acts: Vec<bool> = [0, 1, 0, 0].map(|name| concrete.call(name)).to_vec();
    assert_eq!(acts, [false; 4]);
    assert_ne!(quotient.outputs.words(&quotient.machine.run(&[0, 1, 0, 0])), acts.iter().collect::<Vec<_>>());
}

#[test]
fn counts_that_nothing_hangs_on_are_the_same_output() {
    let alphabet = Alphabet::new(Policy::RepeatReminder, &Profile::default(), Size::Core);
    let walk = alphabet.walk().unwrap();
    let saying = |count: u64| {
        let notice = Notice { count: Some(count), ..Notice::user("again") };
        walk.seen(&Reply::Facts(Facts { notices: vec![notice], ..Facts::default() }))
    };
    // A guard that tells its count for ever would have no end of outputs, and of states.
    let for_ever = |clamped: bool| {
        explore(1, 0_u64, 50, |count, _| {
            let next = count + 1;
            (if clamped { next.min(9) } else { next }, saying(next))
        })
    };
    assert!(matches!(for_ever(false), Err(MachineError::TooManyStates { bound: 50, .. })));
    assert_eq!(for_ever(true).unwrap().outputs.values().len(), 9, "1 to 8, the last threshold, and what is beyond");
    assert_eq!(saying(9), saying(1000));
    assert_ne!(saying(8), saying(9));
}

#[test]
fn whether_a_symbol_stays_with_its_call_or_leaves_it_hangs_on_nothing_that_came_before() {
    let mut random = Random::new(seed());
    for (policy, profile) in profiles() {
        let alphabet = Alphabet::new(policy, &profile, Size::Data);
        let mut stays: BTreeMap<Symbol, BTreeSet<bool>> = BTreeMap::new();
        for _ in 0..300 {
            let (mut walk, mut reader) = (alphabet.walk().unwrap(), Reader::new(&alphabet));
            for _ in 0..20 {
                let symbol = alphabet.symbols[random.below(u32::try_from(alphabet.symbols.len()).unwrap()) as usize];
                let current =
                    |reader: &Reader| reader.current().iter().map(|call| (call.tool.clone(), call.args.clone())).collect::<Vec<_>>();
                let before = current(&reader);
                let (step, decision) = walk.step(symbol);
                reader.read(&step, &decision.reply);
                stays.entry(symbol).or_default().insert(current(&reader) == before);
            }
        }
        assert_eq!(stays.len(), alphabet.symbols.len(), "every symbol was tried");
        let both: Vec<String> = stays.iter().filter(|(_, ways)| ways.len() > 1).map(|(symbol, _)| symbol.to_string()).collect();
        assert!(both.is_empty(), "{policy}: {both:?}");
    }
}

#[test]
fn a_round_that_was_refused_delivered_nothing_so_that_the_same_is_what_came_before() {
    let alphabet = Alphabet::new(Policy::NoProgress, &Profile::default(), Size::Full);
    let results = |word: &[Symbol]| {
        let (mut walk, mut seen) = (alphabet.walk().unwrap(), Vec::new());
        for symbol in word {
            let (step, decision) = walk.step(*symbol);
            let results = step.round().unwrap().results()[0].as_ref().unwrap().visible.clone();
            let refuses = decision.reply.facts().is_some_and(|facts| !facts.refused.is_empty());
            seen.push((results, refuses));
        }
        seen
    };
    let word = [Symbol::Same, Symbol::Same, Symbol::Changed, Symbol::Same];
    let [before, _, (_, refused), after] = results(&word).try_into().unwrap();
    assert!(refused, "the second round armed the guard");
    assert_eq!(after.0, before.0, "what the refused round would have brought was never seen");
    let [before, (changed, refused), after] = results(&[Symbol::Same, Symbol::Changed, Symbol::Same]).try_into().unwrap();
    assert!(!refused);
    assert_ne!(before.0, changed);
    assert_eq!(after.0, changed, "what a round brought is what the same round brings");
}

#[test]
fn thresholds_without_a_gap_hide_a_guard_that_fires_all_the_way() {
    /// Reminds at the thresholds, or, wrongly, at every call from the first to the last of them.
    fn guard(thresholds: &[u32], all_the_way: bool) -> Mealy {
        let last = thresholds.last().copied().unwrap();
        let fires = |count: u32| match all_the_way {
            true => (thresholds[0]..=last).contains(&count),
            false => thresholds.contains(&count),
        };
        let step = |&count: &u32, input: u32| {
            let next = if input == 0 { (count + 1).min(last + 1) } else { 1 };
            (next, fires(next))
        };
        explore(2, 0, 100, step).unwrap().machine
    }
    assert!(equivalent(&guard(&[2, 3, 4], false), &guard(&[2, 3, 4], true)));
    assert_eq!(shortest_difference(&guard(&[2, 4], false), &guard(&[2, 4], true)), Some(vec![0, 0, 0]));
    // What is asked has gaps on both sides of a threshold.
    let default = Alphabet::new(Policy::RepeatReminder, &Profile::default(), Size::Core).machine().unwrap().machine;
    let reminded: Vec<usize> = (1..=9).filter(|&count| default.run(&vec![0; count])[count - 1] != default.run(&[0])[0]).collect();
    assert_eq!(reminded, [3, 5, 8]);
}

#[test]
fn new_material_is_no_call_and_leaves_what_the_same_means() {
    let alphabet = Alphabet::new(Policy::RepeatReminder, &Profile::default(), Size::Core);
    let case = alphabet.case([Symbol::Same, Symbol::Input(InputKind::Steer), Symbol::NewRun, Symbol::Same]);
    let calls: Vec<&Call> = case.steps.iter().filter_map(Step::round).flat_map(Round::calls).collect();
    assert_eq!(calls[0].args, calls[1].args);
}
