//! Suites for a subject's profile, made once for all who ask the same.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::check::alphabet::{Alphabet, Size, Symbol};
use crate::check::checker::Checker;
use crate::check::fit::fit;
use crate::check::plan::{Plan, Technique};
use crate::check::question::Judging;
use crate::check::verdict::SuiteReport;
use crate::machine::{MachineError, Mealy, Method, Minimal, PUMP_LENGTH, Suite, complete_suite, pump, slices};
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

#[derive(Clone, Copy, Debug)]
enum Kind {
    Complete,
    Pump,
    Slices,
}

const RECIPES: [Recipe; 4] = [
    Recipe { technique: Technique::Data, size: Size::Data, extra: 0, kind: Kind::Complete },
    Recipe { technique: Technique::Complete, size: Size::Full, extra: 1, kind: Kind::Complete },
    Recipe { technique: Technique::Slices, size: Size::Full, extra: 3, kind: Kind::Slices },
    Recipe { technique: Technique::Pump, size: Size::Full, extra: 0, kind: Kind::Pump },
];

/// Symbols of a suite's words, about, beyond which it is made smaller: high thresholds make large machines.
const LONGEST: u64 = 500_000;

impl Recipe {
    /// With so few extra states that the suite is not too large.
    fn within(mut self, ground: &Ground) -> Self {
        let (states, inputs) = (u64::from(ground.minimal.states()), u64::from(ground.minimal.inputs()));
        let (inputs, slices) = if let Kind::Slices = self.kind { (2, inputs - 1) } else { (inputs, 1) };
        let symbols = |extra: usize| {
            let words = (0..=extra).fold(states, |words, _| words.saturating_mul(inputs));
            words.saturating_mul(slices).saturating_mul(states / 2 + 1)
        };
        while self.extra > 0 && symbols(self.extra) > LONGEST {
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
    pub(crate) fn rules(&self, checker: &Checker<'_>) -> BTreeSet<&'static str> {
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
        let same = |words: &&Arc<Words>| words.report.technique == recipe.technique && words.alphabet.is_same(&ground.alphabet);
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
    for mut recipe in RECIPES.into_iter().filter(|recipe| plan.asks(recipe.technique)) {
        if plan.quick {
            // What kills most: the small alphabet with a state more.
            recipe.size = recipe.size.min(Size::Core);
        }
        suites.extend(shelf.ground(checker, recipe.size).and_then(|ground| shelf.words(&ground, recipe.within(&ground))));
    }
    suites
}

/// The symbols for a subject, and whether nothing had to be left out because it is broken or waived.
fn alphabet(checker: &Checker<'_>, size: Size) -> (Alphabet, bool) {
    let all = Alphabet::new(checker.policy, &checker.profile, size, None);
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
        Some(Words { alphabet: alphabet.clone(), words: words.into_iter().map(word).collect(), report, keeps: self.whole })
    }
}
