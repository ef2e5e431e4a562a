//! Which symbols are asked of an implementation with this profile, under which options.

use super::symbol::{Near, Spelling, Symbol};
use super::values::{ASIDE, BOOKKEEPING, aside, bookkeeping};
use super::walk::Walk;
use crate::check::fit::{fit, opening};
use crate::step::{Action, Case, InputKind, OptionName, OptionValue, Options, Policy, Profile, Status, Step};

/// How much an alphabet holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    /// What moves the machine.
    Core,
    /// Every kind of step and round.
    Full,
    /// Every spelling and every near miss besides.
    Data,
}

/// The symbols for one policy, profile and configuration.
#[derive(Clone, Debug)]
pub struct Alphabet {
    /// Of these two policies, the one that the words are about.
    pub policy: Policy,
    /// Of whom they are asked.
    pub profile: Profile,
    /// What every run opens with.
    pub options: Options,
    /// The symbols; a machine's input *n* is the one at place *n*. The first is [`Symbol::Same`].
    pub symbols: Vec<Symbol>,
    /// What the profile takes away, with the reason.
    pub dropped: Vec<(Symbol, String)>,
}

impl Alphabet {
    /// Every symbol that can be asked.
    pub fn new(policy: Policy, profile: &Profile, size: Size) -> Self {
        let all = match policy {
            Policy::NoProgress => progress(size),
            _ => repeat(size),
        };
        let options = options(policy, profile);
        let mut alphabet = Self { policy, profile: profile.clone(), options, symbols: Vec::new(), dropped: Vec::new() };
        for symbol in all {
            match alphabet.problem(symbol) {
                None => alphabet.symbols.push(symbol),
                Some(reason) => alphabet.dropped.push((symbol, reason)),
            }
        }
        alphabet.keep_within_tools();
        alphabet
    }

    /// Without the symbols for which `gone` has a reason.
    #[must_use]
    pub(crate) fn without(mut self, gone: impl Fn(&Self, Symbol) -> Option<String>) -> Self {
        for symbol in self.symbols.clone() {
            if let Some(reason) = gone(&self, symbol) {
                self.symbols.retain(|kept| *kept != symbol);
                self.dropped.push((symbol, reason));
            }
        }
        self
    }

    /// Whether words over both mean the same.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.policy == other.policy && self.symbols == other.symbols && self.options == other.options && self.profile == other.profile
    }

    /// The case of a word: an `open`, then a step for each symbol. For policies that have no model it is empty.
    pub fn case(&self, word: impl IntoIterator<Item = Symbol>) -> Case {
        let steps = Walk::steps(self.policy, &self.profile, &self.options, word).unwrap_or_default();
        Case { policy: self.policy, steps }
    }

    /// The beginning of a word.
    ///
    /// # Errors
    /// [`NoModel`](crate::policy::NoModel) for `any` and `identity`.
    pub fn walk(&self) -> Result<Walk, crate::policy::NoModel> {
        Walk::new(self.policy, &self.profile, &self.options)
    }

    /// Why a symbol cannot be asked, if so.
    fn problem(&self, symbol: Symbol) -> Option<String> {
        let Self { options, .. } = self;
        let needs = match symbol {
            Symbol::Bookkeeping | Symbol::SameBookkeepingSame => bookkeeping(options).is_none().then_some("bookkeeping"),
            Symbol::Excluded => aside(options.exclude.as_ref()).is_none().then_some("exclude"),
            Symbol::Exempt => aside(options.exempt.as_ref()).is_none().then_some("exempt"),
            _ => None,
        };
        if let Some(option) = needs {
            return Some(format!("its option `{option}` cannot be set"));
        }
        // Members that take no part would make a near miss the same now and another then.
        let ignored = &self.profile.choices.ignored_members;
        if matches!(symbol, Symbol::Near(_))
            && ["at", "list", "more", "text", "within", "__proto__"].iter().any(|name| ignored.iter().any(|one| one == name))
        {
            return Some("it ignores a member by whose value the symbol differs".to_owned());
        }
        fit(&self.case([Symbol::Same, symbol, Symbol::Same]), &self.profile).err()
    }

    /// Where a guard reacts to a few tools only, symbols that need one more go.
    fn keep_within_tools(&mut self) {
        let needy = |symbol: &Symbol| {
            matches!(symbol, Symbol::Bookkeeping | Symbol::Excluded | Symbol::Exempt | Symbol::OtherTool | Symbol::SameBookkeepingSame)
        };
        while let Err(reason) = fit(&self.case(self.symbols.clone()), &self.profile) {
            let Some(at) = self.symbols.iter().rposition(needy) else { return };
            self.dropped.push((self.symbols.remove(at), reason));
        }
    }
}

fn options(policy: Policy, profile: &Profile) -> Options {
    let mut options = opening(policy, profile);
    let mut set = |name: OptionName, value: OptionValue| {
        let mut with = options.clone();
        with.set(name, &value);
        let case = Case { policy, steps: vec![Step::new(Action::Open(with.clone()))] };
        // What a guard cannot be told is left out; `fit` then knows the reason.
        if fit(&case, profile).is_ok() {
            options = with;
        }
    };
    let names = |name: &str| OptionValue::Words(vec![name.to_owned()]);
    if policy == Policy::NoProgress {
        set(OptionName::Exempt, names(ASIDE));
    } else {
        set(OptionName::Bookkeeping, names(BOOKKEEPING));
        set(OptionName::Exclude, names(ASIDE));
    }
    options
}

fn repeat(size: Size) -> Vec<Symbol> {
    let mut symbols = vec![
        Symbol::Same,
        Symbol::Other,
        Symbol::Bookkeeping,
        Symbol::Input(InputKind::Steer),
        Symbol::Rewrite,
        Symbol::WithStatus(Status::Denied),
        Symbol::NewRun,
    ];
    if size >= Size::Full {
        symbols.extend([
            Symbol::OtherTool,
            Symbol::Back,
            Symbol::Excluded,
            Symbol::Respelled(Spelling::KeyOrder),
            Symbol::SameSame,
            Symbol::SameSameSame,
            Symbol::SameFresh,
            Symbol::FreshBack,
            Symbol::SameBookkeepingSame,
            Symbol::Input(InputKind::FollowUp),
            Symbol::Input(InputKind::Injection),
            Symbol::WithStatus(Status::Error),
        ]);
    }
    if size >= Size::Data {
        symbols.extend([Symbol::Prose, Symbol::PermutedCompletion, Symbol::Resume, Symbol::WithStatus(Status::Disabled)]);
        symbols.extend(data());
    }
    symbols
}

fn progress(size: Size) -> Vec<Symbol> {
    let mut symbols = vec![Symbol::Same, Symbol::Changed, Symbol::Other, Symbol::Input(InputKind::Steer), Symbol::Rewrite, Symbol::NewRun];
    if size >= Size::Full {
        symbols.extend([
            Symbol::Back,
            Symbol::ChangedLast,
            Symbol::Exempt,
            Symbol::Incomplete,
            Symbol::Malformed,
            Symbol::MemberFirst,
            Symbol::MemberLast,
            Symbol::OtherTool,
            Symbol::PermutedCalls,
            Symbol::PermutedCompletion,
            Symbol::Size,
            Symbol::WithStatus(Status::Error),
        ]);
    }
    if size >= Size::Data {
        symbols.extend([
            Symbol::Input(InputKind::FollowUp),
            Symbol::Input(InputKind::Injection),
            Symbol::Prose,
            Symbol::Respelled(Spelling::KeyOrder),
            Symbol::Resume,
            Symbol::WithStatus(Status::Denied),
        ]);
        symbols.extend(data());
    }
    symbols
}

fn data() -> impl Iterator<Item = Symbol> {
    let spellings = Spelling::ALL.into_iter().filter(|spelling| *spelling != Spelling::KeyOrder).map(Symbol::Respelled);
    spellings.chain(Near::ALL.into_iter().map(Symbol::Near))
}
