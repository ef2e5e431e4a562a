//! A guard that is the reference but for one transition of its machine.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::alphabet::{Alphabet, At, Reader, Seen, Size, Symbol};
use crate::check::subject::{Subject, SubjectError, Transcript};
use crate::identity::canonical;
use crate::machine::{Explored, Fault, MachineError, Mealy, Minimal, State, lightest_difference, single_faults};
use crate::policy::progress::{refusal, warning};
use crate::policy::repeat::{Config, reminder};
use crate::policy::{Reference, Standing};
use crate::step::{
    Action, Call, Case, Facts, GuardEvent, Implementation, Notice, OptionName, OptionValue, Policy, Profile, Reply, Round, Step,
};

/// A policy's machine over one alphabet, from which guards with one wrong transition are made.
pub struct Transitions {
    alphabet: Alphabet,
    machine: Explored<At, Seen>,
    minimal: Minimal,
    inputs: BTreeMap<Symbol, u32>,
    states: BTreeMap<Standing, State>,
}

impl Transitions {
    /// Of the reference, with every choice as it makes them.
    ///
    /// # Errors
    /// [`MachineError`] for a policy without a model.
    pub fn new(policy: Policy, size: Size) -> Result<Self, MachineError> {
        let alphabet = Alphabet::new(policy, &Profile::default(), size);
        let machine = alphabet.machine()?;
        let minimal = Minimal::of(&machine.machine);
        let inputs = alphabet.symbols.iter().copied().zip(0..).collect();
        // Explored breadth first, and each standing is a state of its own: both have the same numbers.
        let states = machine.states.iter().map(At::standing).zip(0..).collect();
        Ok(Self { alphabet, machine, minimal, inputs, states })
    }

    /// The alphabet.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// The right machine.
    pub fn minimal(&self) -> &Minimal {
        &self.minimal
    }

    /// Every single wrong transition that changes what the guard does, with the least weight of a word that shows it: one for
    /// each call, and for each step without calls.
    pub fn faults(&self) -> impl Iterator<Item = (Fault, u64)> + '_ {
        single_faults(&self.minimal).filter_map(|fault| {
            let least = lightest_difference(&self.minimal, &fault.machine, |symbol| self.weight(symbol))?;
            Some((fault, least))
        })
    }

    /// What a symbol adds to the length of a run. Rounds of policy B are never split.
    fn weight(&self, symbol: u32) -> u32 {
        let symbol = self.alphabet.symbols.get(symbol as usize).filter(|_| self.alphabet.policy == Policy::RepeatReminder);
        symbol.map_or(1, |symbol| symbol.weight())
    }

    /// The length of a run, in the same measure.
    pub fn length(&self, case: &Case) -> u64 {
        let calls = |step: &Step| step.round().filter(|_| case.policy == Policy::RepeatReminder).map_or(1, |round| round.calls().len());
        case.steps.iter().skip(1).map(|step| calls(step) as u64).sum()
    }

    /// What is wrong, in the alphabet's words.
    pub fn describe(&self, fault: &Fault) -> String {
        let symbol = |symbol: u32| self.alphabet.symbols.get(symbol as usize).map(ToString::to_string).unwrap_or_default();
        fault.describe(symbol, |output| format!("output {output}"))
    }

    /// The guard with this fault.
    pub fn guard(&self, fault: &Fault) -> Transition<'_> {
        let implementation = Implementation { name: self.describe(fault), version: String::new(), language: "Rust".to_owned() };
        let policies = vec![(self.alphabet.policy, self.alphabet.profile.clone())];
        Transition { of: self, faulty: fault.machine.clone(), implementation, policies }
    }
}

/// A guard whose decisions are those of a machine with one wrong transition. What is no symbol it answers, and remembers, as the
/// reference does.
pub struct Transition<'t> {
    of: &'t Transitions,
    faulty: Mealy,
    implementation: Implementation,
    policies: Vec<(Policy, Profile)>,
}

impl Transition<'_> {
    fn replies(&self, case: &Case) -> Option<Transcript> {
        let Transitions { alphabet, machine, minimal, inputs, states } = self.of;
        let mut truth = Reference::answering(alphabet.policy, &alphabet.profile).ok()?;
        let mut reader = Reader::new(alphabet);
        let (mut right, mut wrong): (State, State) = (0, 0);
        let mut transcript = Transcript::new();
        let is_word = self.is_word(case);
        for (at, step) in case.steps.iter().enumerate() {
            let decision = truth.step(step);
            if at == 0 || !is_word {
                transcript.push(decision.reply);
                continue;
            }
            let symbol = reader.read(step, &decision.reply);
            match symbol.and_then(|symbol| inputs.get(&symbol)) {
                Some(&input) => {
                    let ((next, wanted), (next_wrong, given)) = (minimal.step(right, input), self.faulty.step(wrong, input));
                    (right, wrong) = (next, next_wrong);
                    let told = if wanted == given { None } else { machine.outputs.get(given) };
                    transcript.push(told.map_or(decision.reply, |seen| self.rendered(seen, step, &reader)));
                }
                None => {
                    transcript.push(decision.reply);
                    right = states.get(&truth.standing(reader.run())).copied().unwrap_or_default();
                    wrong = right;
                }
            }
        }
        Some(transcript)
    }

    /// Whether the case opens as the machine's words do, but for lists of tools that it does not call.
    fn is_word(&self, case: &Case) -> bool {
        let alphabet = &self.of.alphabet;
        let called: BTreeSet<&str> =
            case.steps.iter().filter_map(Step::round).flat_map(Round::calls).map(|call| call.tool.as_str()).collect();
        let mut opens = case.steps.iter().filter_map(|step| if let Action::Open(options) = &step.action { Some(options) } else { None });
        opens.all(|options| {
            let mut options = options.clone();
            for name in [OptionName::Bookkeeping, OptionName::Exclude, OptionName::Exempt] {
                if let (None, Some(OptionValue::Words(words))) = (options.get(name), alphabet.options.get(name))
                    && !words.iter().any(|word| called.contains(word.as_str()))
                {
                    options.set(name, &OptionValue::Words(words));
                }
            }
            options == alphabet.options
        })
    }

    /// An answer that is wrong here, in words that are right elsewhere.
    fn rendered(&self, seen: &Seen, step: &Step, reader: &Reader) -> Reply {
        let alphabet = &self.of.alphabet;
        if seen.ended {
            return Reply::Ended;
        }
        let calls: Vec<Call> = step.round().map_or_else(|| reader.current().to_vec(), |round| round.calls().to_vec());
        let tools: Vec<String> = calls.iter().map(|call| call.tool.clone()).collect();
        let mut facts = Facts::default();
        for (_, count) in &seen.reminders {
            let count = count.unwrap_or_default();
            if alphabet.policy == Policy::NoProgress {
                facts.notices.push(Notice { count: Some(count), ..Notice::user(warning(&tools, count)) });
            } else if let (Ok(config), Some(call)) = (Config::parse(&alphabet.options, &alphabet.profile.choices), calls.last()) {
                facts.notices.extend(reminder(&config, call, count, alphabet.profile.style()));
            }
        }
        let count = seen.events.first().and_then(|(_, count)| *count).unwrap_or_default();
        if seen.refuses {
            facts.refused = step.round().into_iter().flat_map(Round::calls).map(|call| call.id.clone()).collect();
            facts.shown = facts.refused.iter().map(|id| (id.clone(), refusal(&tools, count))).collect();
        }
        facts.stop = seen.stops.then(|| refusal(&tools, count));
        let name = calls.iter().map(|call| format!("{} {}", call.tool, canonical(&call.args, alphabet.profile.style())));
        let fingerprint = name.collect::<Vec<_>>().join("; ");
        facts.events = seen
            .events
            .iter()
            .map(|(kind, count)| GuardEvent {
                kind: kind.clone(),
                repeat_count: *count,
                tools: Some(tools.clone()),
                fingerprint: Some(fingerprint.clone()),
                other: BTreeMap::new(),
            })
            .collect();
        Reply::Facts(facts)
    }
}

impl Subject for Transition<'_> {
    fn implementation(&self) -> &Implementation {
        &self.implementation
    }

    fn policies(&self) -> &[(Policy, Profile)] {
        &self.policies
    }

    fn run(&mut self, case: &Case) -> Result<Transcript, SubjectError> {
        self.replies(case).ok_or_else(|| SubjectError::Threw { message: "no model".to_owned() })
    }

    fn restart(&mut self) -> Result<(), SubjectError> {
        Ok(())
    }
}
