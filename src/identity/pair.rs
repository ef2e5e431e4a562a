//! Two calls side by side: are they one call, and which rule of identity does the answer hang on?

use super::canonical::{Rendering, render};
use super::key::{CallKey, KeyChoices, rendering};
use super::near::{Lens, has_duplicate_names, has_lone_surrogate, has_special_name, has_unbounded_number, signature};
use super::number::Numbers;
use super::style::Style;
use super::value::{Tape, Text};

/// What [`pair`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Whether the two are the same call.
    pub same: bool,
    /// The rule that makes two spellings one call, or keeps two similar calls apart; none for calls that are alike byte
    /// for byte or plainly different.
    pub rule: Option<&'static str>,
}

/// Nested levels and bytes of ordinary input; beyond either, `identity.depth` is the rule.
const ORDINARY: (usize, usize) = (64, 64 * 1024);

/// A difference only after this many canonical characters is a late one.
const LATE: usize = 400;

/// Compares two calls (tool name, text of arguments) under declared choices.
pub fn pair(a: (&str, &[u8]), b: (&str, &[u8]), choices: &KeyChoices) -> Pairing {
    if a == b {
        return Pairing { same: true, rule: None };
    }
    let (text_a, text_b) = (Text::parse(a.1), Text::parse(b.1));
    let (key_a, key_b) = (CallKey::of(a.0, &text_a, choices), CallKey::of(b.0, &text_b, choices));
    let same = key_a == key_b;
    let beyond = text_a.depth().max(text_b.depth()) > ORDINARY.0 || a.1.len().max(b.1.len()) > ORDINARY.1;
    let rule = if a.0 != b.0 {
        name_rule((a.0, &text_a), (b.0, &text_b), key_a.same_arguments(&key_b))
    } else if beyond {
        Some("identity.depth")
    } else {
        match (&text_a, &text_b) {
            (Text::Json(a), Text::Json(b)) if same => Some(spelling_rule(a, b, choices)),
            (Text::Json(a), Text::Json(b)) => difference_rule(a, b, choices),
            (Text::Raw([]), _) | (_, Text::Raw([])) => Some("identity.empty"),
            _ => Some("identity.not-json"),
        }
    };
    Pairing { same, rule }
}

/// Whether a text is such as everybody must take: at most 64 levels and 64 KiB.
pub fn is_ordinary(args: &[u8]) -> bool {
    // A level takes a byte at least, so that what is short need not be read.
    args.len() <= ORDINARY.0 || args.len() <= ORDINARY.1 && Text::parse(args).depth() <= ORDINARY.0
}

/// The rule that says how a text is read which some readers cannot read, read in part or read as another one; none for what everybody reads
/// alike.
pub fn reading_rule(args: &[u8]) -> Option<&'static str> {
    let text = Text::parse(args);
    if text.depth() > ORDINARY.0 || args.len() > ORDINARY.1 {
        return Some("identity.depth");
    }
    match &text {
        Text::Json(tape) => unusual_rule(tape),
        Text::Raw([]) => Some("identity.empty"),
        Text::Raw(_) => Some("identity.not-json"),
    }
}

fn unusual_rule(tape: &Tape<'_>) -> Option<&'static str> {
    if has_lone_surrogate(tape) {
        Some("identity.surrogates")
    } else if has_duplicate_names(tape) {
        Some("identity.duplicate-names")
    } else if has_unbounded_number(tape) {
        Some("identity.equal-numbers")
    } else {
        None
    }
}

/// Every rule by which two spellings are one call: what an implementation must pass over to see that they are. Empty for calls that
/// are not the same, not JSON, or alike byte for byte.
pub fn spellings(a: (&str, &[u8]), b: (&str, &[u8]), choices: &KeyChoices) -> Vec<&'static str> {
    let (text_a, text_b) = (Text::parse(a.1), Text::parse(b.1));
    let (Text::Json(tape_a), Text::Json(tape_b)) = (&text_a, &text_b) else { return Vec::new() };
    if a == b || CallKey::of(a.0, &text_a, choices) != CallKey::of(b.0, &text_b, choices) {
        return Vec::new();
    }
    let full = rendering(choices);
    let equal = |r: Rendering<'_>| render(tape_a, &r) == render(tape_b, &r);
    let mut rules = Vec::new();
    let mut needs = |missing: Rendering<'_>, rule| {
        if !equal(missing) {
            rules.push(rule);
        }
    };
    needs(Rendering { numbers: Numbers::Literal, ..full }, "identity.equal-numbers");
    needs(Rendering { respelled: false, ..full }, "identity.escapes");
    needs(Rendering { sorted: false, ..full }, "identity.key-order");
    needs(Rendering { ignored: &[], ..full }, "identity.ignored-members");
    // What is left of the text when its tokens are taken out, wherever they stand.
    let as_it_is = Rendering { numbers: Numbers::Literal, sorted: false, respelled: false, ignored: &[], ..full };
    let blanks = |text: &[u8], tape: &Tape<'_>| text.len() - render(tape, &as_it_is).len();
    if blanks(a.1, tape_a) != blanks(b.1, tape_b) {
        rules.push("identity.whitespace");
    }
    rules
}

/// What implementations put between a name and arguments, or between arguments and a name.
const SEPARATORS: [&str; 14] = ["", "\0", "\u{1}", "\u{1f}", "\n", "\t", " ", ":", "|", "/", "#", ",", ";", "-"];

/// The rule for two calls of tools with different names.
fn name_rule(a: (&str, &Text<'_>), b: (&str, &Text<'_>), same_arguments: bool) -> Option<&'static str> {
    if same_arguments {
        // What stands after a character that might end a name is still part of it.
        let start = |name: &str| name.split(['\0', '\u{1}', '\u{1f}', '\n', ':', '|']).next().map(str::len);
        let cut = start(a.0) == start(b.0) && start(a.0).is_some_and(|end| a.0.get(..end) == b.0.get(..end));
        return Some(if cut { "identity.boundary" } else { "identity.name" });
    }
    let (args_a, args_b) = (text_of(a.1), text_of(b.1));
    let collide = |x: &str, y: &str, join: &dyn Fn(&str, &str) -> String| join(a.0, x) == join(b.0, y);
    let collides = SEPARATORS.iter().any(|s| {
        collide(&args_a, &args_b, &|name, args| [name, s, args].concat())
            || collide(&args_a, &args_b, &|name, args| [args, s, name].concat())
            || collide(&args_a, &args_b, &|name, args| match args {
                // Some leave out arguments that say nothing.
                "{}" | "null" => name.to_owned(),
                _ => [name, s, args].concat(),
            })
    });
    collides.then_some("identity.boundary")
}

fn text_of(text: &Text<'_>) -> String {
    text.canonical(Style::default())
}

/// The rule that makes two spellings of one value the same: white space alone, else the most special kind of spelling
/// that cannot be done without. What some readers cannot take at all names its own rule, however else the texts differ.
fn spelling_rule(a: &Tape<'_>, b: &Tape<'_>, choices: &KeyChoices) -> &'static str {
    // The most special kind of both.
    let unusual = [unusual_rule(a), unusual_rule(b)];
    if let Some(rule) = ["identity.surrogates", "identity.duplicate-names", "identity.equal-numbers"]
        .into_iter()
        .find(|rule| unusual.contains(&Some(*rule)))
    {
        return rule;
    }
    let full = rendering(choices);
    let equal = |r: Rendering<'_>| render(a, &r) == render(b, &r);
    if equal(Rendering { numbers: Numbers::Literal, sorted: false, respelled: false, ignored: &[], ..full }) {
        "identity.whitespace"
    } else if !equal(Rendering { ignored: &[], ..full }) {
        "identity.ignored-members"
    } else if !equal(Rendering { numbers: Numbers::Literal, ..full }) {
        "identity.equal-numbers"
    } else if !equal(Rendering { respelled: false, ..full }) {
        "identity.escapes"
    } else if !equal(Rendering { sorted: false, ..full }) {
        let special = [a, b].iter().any(|tape| has_special_name(tape));
        if special { "identity.special-keys" } else { "identity.key-order" }
    } else {
        // Each can be done without as long as the others are there: an ignored member is also spelled in another way.
        "identity.ignored-members"
    }
}

/// The rule that keeps two different values apart which some reader might take for the same.
fn difference_rule(a: &Tape<'_>, b: &Tape<'_>, choices: &KeyChoices) -> Option<&'static str> {
    let reference = KeyChoices { numbers: Numbers::Exact, ..choices.clone() };
    let (text_a, text_b) = (render(a, &rendering(&reference)), render(b, &rendering(&reference)));
    let nothing = |text: &str| matches!(text, "{}" | "null");
    if nothing(&text_a) && nothing(&text_b) {
        return Some("identity.empty");
    }
    if text_a == text_b {
        return Some("identity.equal-numbers");
    }
    let alike = |lens: Lens<'_>| signature(a, lens) == signature(b, lens);
    let ignored = &choices.ignored_members;
    let late = || text_a.chars().zip(text_b.chars()).take(LATE).filter(|(a, b)| a == b).count() == LATE;
    let duplicates = [Lens::Numbers(choices.numbers), Lens::FirstNamed, Lens::LastNamed];
    if !ignored.is_empty() && alike(Lens::Ignored(ignored)) {
        Some("identity.ignored-members")
    } else if duplicates.into_iter().any(alike) {
        Some("identity.duplicate-names")
    } else if alike(Lens::Numbers(Numbers::Binary64)) {
        Some("identity.distinct-numbers")
    } else if (has_lone_surrogate(a) || has_lone_surrogate(b)) && (alike(Lens::Surrogates) || alike(Lens::Folded)) {
        Some("identity.surrogates")
    } else if late() {
        Some("identity.full-length")
    } else if alike(Lens::Unordered) {
        Some("identity.array-order")
    } else if alike(Lens::Types) || alike(Lens::Absent) {
        Some("identity.types")
    } else if alike(Lens::Special) {
        Some("identity.special-keys")
    } else if alike(Lens::Swapped) {
        Some("identity.key-order")
    } else if alike(Lens::Folded) {
        Some("identity.escapes")
    } else if alike(Lens::Spaceless) {
        Some("identity.whitespace")
    } else {
        None
    }
}
