//! Suites for a subject's profile, made once for all who ask the same.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::check::alphabet::{Alphabet, Size, Symbol};
use crate::check::checker::Checker;
use crate::check::fit::fit;
use crate::check::plan::{Effort, Plan, Technique};
use crate::check::question::Judging;
use crate::check::verdict::SuiteReport;
use crate::machine::{self, MachineError, Mealy, Method, Minimal, PUMP_LENGTH, Suite, complete_suite, pump, slice, slices};
use crate::policy::{Decision, Reference};
use crate::step::{Case, Profile};

/// What a suite is made of.
#[derive(Clone, Copy, Debug)]
struct Recipe {
    technique: Technique,
    size: Size,
    /// States that the subject may have more than the model.
    extra: usize,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Complete,
    /// Every word of this length.
    Every(usize),
    /// The same and two other symbols.
    PairSlices,
    Pump,
    Slices,
}

const fn recipe(technique: Technique, size: Size, extra: usize, kind: Kind) -> Recipe {
    Recipe { technique, size, extra, kind }
}

/// What is asked with each effort.
fn recipes(effort: Effort) -> &'static [Recipe] {
    use Technique::{Complete, Data, Exhaustive, Pump, Slices};
    match effort {
        Effort::Quick => {
            const {
                &[
                    recipe(Complete, Size::Full, 0, Kind::Complete),
                    recipe(Slices, Size::Core, 1, Kind::Slices),
                    recipe(Pump, Size::Core, 0, Kind::Pump),
                ]
            }
        }
        Effort::Normal => {
            const {
                &[
                    recipe(Data, Size::Data, 0, Kind::Complete),
                    recipe(Complete, Size::Full, 1, Kind::Complete),
                    recipe(Slices, Size::Full, 3, Kind::Slices),
                    recipe(Pump, Size::Full, 0, Kind::Pump),
                ]
            }
        }
        Effort::Thorough => {
            const {
                &[
                    recipe(Data, Size::Data, 1, Kind::Complete),
                    recipe(Complete, Size::Full, 2, Kind::Complete),
                    recipe(Slices, Size::Full, 4, Kind::Slices),
                    recipe(Slices, Size::Full, 1, Kind::PairSlices),
                    recipe(Exhaustive, Size::Core, 0, Kind::Every(5)),
                    recipe(Pump, Size::Data, 0, Kind::Pump),
                ]
            }
        }
    }
}

/// Symbols of a suite's words, about, beyond which it is made smaller: high thresholds make large machines.
const LONGEST: u64 = 500_000;
/// The same where thoroughness is wanted.
const LONGEST_THOROUGH: u64 = 5_000_000;

impl Recipe {
    /// With so few extra states that the suite is not too large.
    fn within(mut self, ground: &Ground, effort: Effort) -> Self {
        let longest = if effort == Effort::Thorough { LONGEST_THOROUGH } else { LONGEST };
        let (states, inputs) = (u64::from(ground.minimal.states()), u64::from(ground.minimal.inputs()));
        let (inputs, slices) = match self.kind {
            Kind::Slices => (2, inputs.saturating_sub(1)),
            Kind::PairSlices => (3, inputs.saturating_sub(1) * inputs.saturating_sub(2) / 2),
            Kind::Complete | Kind::Every(_) | Kind::Pump => (inputs, 1),
        };
        let symbols = |extra: usize| {
            let words = (0..=extra).fold(states, |words, _| words.saturating_mul(inputs));
            words.saturating_mul(slices).saturating_mul(states / 2 + 1)
        };
        while self.extra > 0 && symbols(self.extra) > longest {
            self.extra -= 1;
        }
        self
    }
}

/// An alphabet with its machine, from which suites are made.
struct Ground {
    size: Size,
    /// Whether nothing had to be left out.
    whole: bool,
    alphabet: Alphabet,
    machine: Mealy,
    minimal: Minimal,
}

/// Words that are to be asked, of one alphabet.
pub(crate) struct Words {
    /// The words, short ones first.
    pub(crate) words: Vec<Word>,
    /// What a report says of them, before any is asked.
    pub(crate) report: SuiteReport,
    alphabet: Alphabet,
    rules: OnceLock<BTreeSet<&'static str>>,
    kind: Kind,
    /// Whether what is known of a word is kept: there may be many alphabets, but few that many subjects share.
    keeps: bool,
}

/// A word, and what is found out about it when it is first asked.
pub(crate) struct Word {
    pub(crate) symbols: Vec<Symbol>,
    put: OnceLock<Option<Arc<Put>>>,
    rules: OnceLock<Vec<&'static str>>,
}

/// A word as a case, with the right answer.
pub(crate) struct Put {
    pub(crate) case: Case,
    pub(crate) judging: Judging,
    pub(crate) want: Vec<Decision>,
}

impl Words {
    pub(crate) fn len(&self) -> u64 {
        self.words.len() as u64
    }

    /// The rules that take part where each symbol comes early and late.
    pub(crate) fn rules(&self, checker: &Checker<'_>) -> &BTreeSet<&'static str> {
        self.rules.get_or_init(|| self.rules_of_symbols(checker))
    }

    fn rules_of_symbols(&self, checker: &Checker<'_>) -> BTreeSet<&'static str> {
        let far = self.alphabet.walk().map(|walk| walk.standing().horizon).unwrap_or_default();
        let far = usize::try_from(far).unwrap_or(usize::MAX).min(64) + 2;
        let row = |times| std::iter::repeat_n(Symbol::Same, times);
        let words = self.alphabet.symbols.iter().flat_map(|symbol| [1, far].map(|before| row(before).chain([*symbol]).chain(row(far))));
        words.flat_map(|word| checker.used(&self.alphabet.case(word), usize::MAX - 1)).collect()
    }

    /// The case of a word, unless the subject cannot be asked it.
    pub(crate) fn put(&self, word: &Word, profile: &Profile) -> Option<Arc<Put>> {
        let make = || {
            let case = fit(&self.alphabet.case(word.symbols.iter().copied()), profile).ok()?;
            let judging = Judging::of_run(&case);
            let want = Reference::answer(&case, profile).unwrap_or_default();
            Some(Arc::new(Put { case, judging, want }))
        };
        if self.keeps { word.put.get_or_init(make).clone() } else { make() }
    }

    /// Whether a word can only find again what was found, or is not to be asked.
    pub(crate) fn is_known(&self, word: &Word, put: &Put, checker: &Checker<'_>) -> bool {
        if !self.keeps || !checker.knows_anything() {
            return checker.is_known(&put.case);
        }
        checker.is_tainted(word.rules.get_or_init(|| checker.used(&put.case, put.case.steps.len())))
    }
}

/// Alphabets and suites that were made, for other subjects with the same profile.
#[derive(Default)]
pub(crate) struct Shelf {
    grounds: Mutex<Vec<Arc<Ground>>>,
    suites: Mutex<Vec<Arc<Words>>>,
}

impl Shelf {
    fn ground(&self, checker: &Checker<'_>, size: Size) -> Option<Arc<Ground>> {
        let (alphabet, whole) = alphabet(checker, size);
        let same = |ground: &&Arc<Ground>| ground.size == size && ground.alphabet.is_same(&alphabet);
        if let Some(ground) = lock(&self.grounds).iter().find(same) {
            return Some(Arc::clone(ground));
        }
        let ground = Arc::new(Ground::new(alphabet, size, whole).ok()?);
        lock(&self.grounds).push(Arc::clone(&ground));
        Some(ground)
    }

    fn words(&self, ground: &Ground, recipe: Recipe) -> Option<Arc<Words>> {
        let same = |words: &&Arc<Words>| {
            (words.report.technique, words.kind, words.report.extra) == (recipe.technique, recipe.kind, recipe.extra)
                && words.alphabet.is_same(&ground.alphabet)
        };
        if let Some(words) = lock(&self.suites).iter().find(same) {
            return Some(Arc::clone(words));
        }
        let words = Arc::new(ground.words(recipe)?);
        lock(&self.suites).push(Arc::clone(&words));
        Some(words)
    }
}

/// What was made stays right if somebody panicked beside it.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The suites for the subject's profile, without what is known to be broken or was waived.
pub(crate) fn suites(checker: &Checker<'_>, plan: &Plan, shelf: &Shelf) -> Vec<Arc<Words>> {
    if plan.rule.is_some() {
        return Vec::new();
    }
    let mut suites = Vec::new();
    for recipe in recipes(plan.effort).iter().filter(|recipe| plan.asks(recipe.technique)) {
        suites.extend(shelf.ground(checker, recipe.size).and_then(|ground| shelf.words(&ground, recipe.within(&ground, plan.effort))));
    }
    suites
}

/// The symbols for a subject, and whether nothing had to be left out because it is broken or waived.
fn alphabet(checker: &Checker<'_>, size: Size) -> (Alphabet, bool) {
    let all = Alphabet::new(checker.policy, &checker.profile, size);
    let symbols = all.symbols.len();
    let alphabet = all.without(|alphabet, symbol| {
        if !checker.knows_anything() {
            return None;
        }
        let rules = |word: &[Symbol]| checker.used(&alphabet.case(word.iter().copied()), word.len() + 1);
        let plain = rules(&[Symbol::Same, Symbol::Same, Symbol::Same]);
        let own: Vec<&'static str> =
            rules(&[Symbol::Same, symbol, Symbol::Same]).into_iter().filter(|rule| !plain.contains(rule)).collect();
        own.into_iter().find(|rule| checker.is_tainted(&[rule])).map(|rule| format!("{rule} does not hold or is waived"))
    });
    let whole = alphabet.symbols.len() == symbols;
    (alphabet, whole)
}

impl Ground {
    fn new(alphabet: Alphabet, size: Size, whole: bool) -> Result<Self, MachineError> {
        let machine = alphabet.machine()?.machine;
        let minimal = Minimal::of(&machine);
        Ok(Self { size, whole, alphabet, machine, minimal })
    }

    fn words(&self, recipe: Recipe) -> Option<Words> {
        let Self { alphabet, machine, minimal, .. } = self;
        let suite: Suite = match recipe.kind {
            Kind::Complete => complete_suite(minimal, Method::Wp, recipe.extra),
            Kind::Slices => slices(machine, 0, recipe.extra).ok()?,
            Kind::Pump => pump(machine.inputs(), 0, PUMP_LENGTH),
            Kind::PairSlices => pair_slices(machine, recipe.extra).ok()?,
            Kind::Every(length) => every_word(machine.inputs(), length).collect(),
        };
        let mut words: Vec<Vec<Symbol>> = suite.words().iter().map(|word| alphabet.symbols_of(word)).collect();
        words.sort_by_key(Vec::len);
        let report = SuiteReport {
            technique: recipe.technique,
            states: minimal.states(),
            extra: recipe.extra,
            alphabet: alphabet.symbols.iter().map(ToString::to_string).collect(),
            dropped: alphabet.dropped.iter().map(|(symbol, reason)| format!("{symbol}: {reason}")).collect(),
            options: alphabet.options.clone(),
            words: words.len() as u64,
            symbols: words.iter().map(|word| word.len() as u64).sum(),
            asked: 0,
        };
        let word = |symbols| Word { symbols, put: OnceLock::new(), rules: OnceLock::new() };
        Some(Words {
            alphabet: alphabet.clone(),
            rules: OnceLock::new(),
            kind: recipe.kind,
            words: words.into_iter().map(word).collect(),
            report,
            keeps: self.whole,
        })
    }
}

/// The complete suites of the base with each two other symbols.
fn pair_slices(machine: &Mealy, extra: usize) -> Result<Suite, MachineError> {
    let others = 1..machine.inputs();
    let pairs = others.clone().flat_map(|one| others.clone().filter(move |other| one < *other).map(move |other| [0, one, other]));
    pairs.map(|symbols| slice(machine, &symbols, extra)).try_fold(Suite::default(), |all, slice| Ok(all.union(slice?)))
}

/// Every word of this length.
fn every_word(inputs: u32, length: usize) -> impl Iterator<Item = machine::Word> {
    let count = (0..length).fold(1_u64, |count, _| count.saturating_mul(u64::from(inputs)));
    (0..count).map(move |number| {
        let digit = |number: &mut u64, _| {
            let digit = u32::try_from(*number % u64::from(inputs)).unwrap_or_default();
            *number /= u64::from(inputs);
            Some(digit)
        };
        (0..length).scan(number, digit).collect()
    })
}
