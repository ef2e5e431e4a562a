//! Complete suites: every word that a machine of a few states more could answer wrongly.

use std::collections::BTreeSet;

use crate::check::alphabet::{Alphabet, Size, Symbol};
use crate::check::asked::Asked;
use crate::check::checker::Checker;
use crate::check::comparable::is_common;
use crate::check::fit::fit;
use crate::check::plan::{Plan, Technique};
use crate::check::question::Judging;
use crate::check::verdict::SuiteReport;
use crate::machine::{MachineError, Mealy, Method, Minimal, PUMP_LENGTH, Suite, complete_suite, pump, slices};
use crate::step::Policy;

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

/// Words that are to be asked, of one alphabet.
#[derive(Clone)]
pub(crate) struct Words {
    alphabet: Alphabet,
    words: Vec<Vec<Symbol>>,
    report: SuiteReport,
}

impl Words {
    pub(crate) fn len(&self) -> u64 {
        self.words.len() as u64
    }

    /// By which way of asking these words are wanted.
    pub(crate) fn technique(&self) -> Technique {
        self.report.technique
    }
}

/// An alphabet with its machine, from which suites are made.
struct Ground {
    alphabet: Alphabet,
    machine: Mealy,
    minimal: Minimal,
}

/// The suites for the subject's profile, without what is known to be broken or was waived.
pub(crate) fn suites(checker: &Checker<'_>, plan: &Plan) -> Vec<Words> {
    if plan.rule.is_some() {
        return Vec::new();
    }
    // Trying out an alphabet costs more than most suites over it.
    let mut grounds: Vec<(Size, Option<Ground>)> = Vec::new();
    let mut suites = Vec::new();
    for mut recipe in RECIPES.into_iter().filter(|recipe| plan.asks(recipe.technique)) {
        if plan.quick {
            // What kills most: the small alphabet with a state more.
            recipe.size = recipe.size.min(Size::Core);
        }
        let at = grounds.iter().position(|(size, _)| *size == recipe.size).unwrap_or_else(|| {
            grounds.push((recipe.size, Ground::new(checker, recipe.size).ok()));
            grounds.len() - 1
        });
        if let Some((_, Some(ground))) = grounds.get(at) {
            suites.extend(ground.words(recipe));
        }
    }
    suites
}

impl Ground {
    fn new(checker: &Checker<'_>, size: Size) -> Result<Self, MachineError> {
        let alphabet = Alphabet::new(checker.policy, &checker.profile, size, None).without(|alphabet, symbol| {
            let rules = |word: &[Symbol]| checker.used(&alphabet.case(word.iter().copied()), word.len() + 1);
            let plain = rules(&[Symbol::Same, Symbol::Same, Symbol::Same]);
            let own: Vec<&'static str> =
                rules(&[Symbol::Same, symbol, Symbol::Same]).into_iter().filter(|rule| !plain.contains(rule)).collect();
            own.into_iter().find(|rule| checker.is_tainted(&[rule])).map(|rule| format!("{rule} does not hold or is waived"))
        });
        let machine = alphabet.machine()?.machine;
        let minimal = Minimal::of(&machine);
        Ok(Self { alphabet, machine, minimal })
    }

    fn words(&self, recipe: Recipe) -> Option<Words> {
        let Self { alphabet, machine, minimal } = self;
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
        Some(Words { alphabet: alphabet.clone(), words, report })
    }
}

/// Puts the words of all suites, each word once.
pub(crate) fn complete(checker: &mut Checker<'_>, suites: &[Words], progress: &mut dyn FnMut(u64)) {
    let mut done = 0;
    let mut seen: BTreeSet<Vec<Symbol>> = BTreeSet::new();
    for Words { alphabet, words, report } in suites {
        let mut report = report.clone();
        for word in words {
            progress(done);
            done += 1;
            if !checker.is_mine() || !seen.insert(word.clone()) {
                report.asked += 1;
                continue;
            }
            if checker.is_over() {
                break;
            }
            report.asked += u64::from(ask(checker, alphabet, word, report.technique));
        }
        checker.suites.push(report);
    }
}

/// Puts a word; whether it was asked.
fn ask(checker: &mut Checker<'_>, alphabet: &Alphabet, word: &[Symbol], technique: Technique) -> bool {
    let Ok(case) = fit(&alphabet.case(word.iter().copied()), &checker.profile) else { return false };
    if checker.is_known(&case) {
        return false;
    }
    let words = checker.policy == Policy::RepeatReminder && is_common(&case);
    let judging = if words { Judging::Words } else { Judging::Behaviour };
    let origin = || format!("{} [{}]", technique.name(), word.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "));
    match checker.put(&case, judging) {
        Asked::Pass(_) => true,
        Asked::Error(problem) => {
            checker.error(format!("{}: {problem}", origin()));
            false
        }
        Asked::Fail(failure) => {
            checker.failed(&origin(), None, &case, &failure, judging);
            true
        }
    }
}
