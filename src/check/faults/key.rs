//! Keys that are wrong in one thing.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::declare::faults;
use super::tree::{DEEPEST, Tree};
use crate::identity::{Style, Text, canonical};
use crate::step::Call;

faults! {
    /// What a key gets wrong; each rule stands beside it.
    KeyFault {
        BooleansAsNumbers: "identity.types";
        CallIdInKey: "identity.call-id";
        CutAt500: "identity.full-length";
        CutAt64: "identity.full-length", "identity.key-order";
        DepthCut: "identity.depth";
        DropsConstructor: "identity.special-keys";
        DropsEmptyKey: "identity.special-keys";
        DropsI: "identity.special-keys";
        DropsNullMembers: "identity.types";
        DropsProto: "identity.special-keys";
        DuplicatesFirstWins: "identity.duplicate-names";
        DuplicatesLastWins: "identity.duplicate-names";
        EmptyIsNull: "identity.empty";
        EmptyIsObject: "identity.empty";
        EscapesKept: "identity.escapes";
        IntegersSaturate: "identity.distinct-numbers";
        JoinedWithColon: "identity.boundary";
        JoinedWithNul: "identity.boundary";
        JoinedWithoutSeparator: "identity.boundary";
        KeysUnsorted: "identity.key-order", "identity.special-keys";
        MinusZeroDiffers: "identity.equal-numbers";
        NameCut: "identity.name", "identity.boundary";
        NameFolded: "identity.name";
        NameNotInKey: "identity.name", "identity.boundary";
        NamesOfTopLevelOnly: "identity.full-length";
        NumbersAsBinary32: "identity.distinct-numbers", "identity.equal-numbers";
        NumbersAsBinary64: "identity.distinct-numbers";
        NumbersAsText: "identity.types";
        NumbersLiteral: "identity.equal-numbers";
        RawIsOneCall: "identity.not-json";
        RawIsString: "identity.not-json", "identity.empty";
        RawNotTrimmed: "identity.not-json", "identity.empty";
        SortsArrays: "identity.array-order";
        SortsTopLevelOnly: "identity.key-order", "identity.special-keys";
        StringsFolded: "identity.escapes";
        StringsTrimmed: "identity.escapes";
        SurrogatesReplaced: "identity.surrogates";
        TextAsItIs: "identity.key-order", "identity.whitespace", "identity.escapes", "identity.special-keys", "identity.equal-numbers",
            "identity.not-json", "identity.surrogates", "identity.duplicate-names", "identity.depth", "identity.empty";
        WhitespaceIgnored: "identity.whitespace", "identity.escapes";
        WhitespaceKept: "identity.whitespace";
    }
}

/// What is wrong with a guard: its key, something of its own, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrong<F> {
    Key(KeyFault),
    Nothing,
    Own(F),
}

/// Arguments with what a fault makes of them: guards are asked about the same few over and over.
type Known = HashMap<Vec<u8>, Vec<u8>>;

thread_local! {
    static KNOWN: RefCell<BTreeMap<Option<KeyFault>, Known>> = RefCell::default();
}

/// How many texts are remembered of one fault, and how long they are.
const MOST: (usize, usize) = (4096, 512);

/// A key for calls; conformant when there is no fault.
pub(super) fn key(fault: Option<KeyFault>, call: &Call) -> Vec<u8> {
    let arguments = KNOWN.with_borrow_mut(|known| {
        let known = known.entry(fault).or_default();
        if let Some(arguments) = known.get(&call.args) {
            return arguments.clone();
        }
        let arguments = arguments(fault, &call.args);
        if known.len() < MOST.0 && call.args.len() < MOST.1 {
            known.insert(call.args.clone(), arguments.clone());
        }
        arguments
    });
    joined(fault.filter(|fault| fault.is_for(&call.args)), call, arguments)
}

fn arguments(fault: Option<KeyFault>, args: &[u8]) -> Vec<u8> {
    use KeyFault as F;
    let fault = fault.filter(|fault| fault.is_for(args));
    let text = Text::parse(args);
    match (&text, fault) {
        (Text::Raw([]), Some(F::EmptyIsObject)) => b"J{}".to_vec(),
        (Text::Raw([]), Some(F::EmptyIsNull)) => b"Jnull".to_vec(),
        (Text::Raw(raw), Some(F::RawIsOneCall)) if !raw.is_empty() => b"R".to_vec(),
        (Text::Raw(raw), Some(F::RawIsString)) => {
            let string = serde_json::to_vec(&String::from_utf8_lossy(raw)).unwrap_or_default();
            [b"J", Text::parse(&string).canonical(Style::default()).as_bytes()].concat()
        }
        (Text::Raw(_), Some(F::RawNotTrimmed)) => [b"R", args].concat(),
        (Text::Raw(raw), _) => [b"R", *raw].concat(),
        (Text::Json(_), Some(F::TextAsItIs)) => [b"J", args].concat(),
        (Text::Json(_), Some(F::DepthCut)) => format!("J{}", cut_depth(&text.canonical(Style::default()), 200)).into_bytes(),
        (Text::Json(_), _) => {
            let mut canonical = json(fault, args, &text);
            canonical.insert(0, 'J');
            match fault {
                Some(F::CutAt64) => canonical.truncate(cut(&canonical, 65)),
                Some(F::CutAt500) => canonical.truncate(cut(&canonical, 501)),
                _ => {}
            }
            canonical.into_bytes()
        }
    }
}

fn joined(fault: Option<KeyFault>, call: &Call, arguments: Vec<u8>) -> Vec<u8> {
    use KeyFault as F;
    let name = match fault {
        Some(F::NameNotInKey) => String::new(),
        Some(F::NameFolded) => call.tool.trim().to_lowercase(),
        Some(F::NameCut) => call.tool.chars().take(6).collect(),
        _ => call.tool.clone(),
    };
    // A separator cannot be mistaken where the length of the name stands before it.
    let domainless = || arguments[1..].to_vec();
    let mut key = match fault {
        Some(F::JoinedWithoutSeparator) => [name.as_bytes(), &domainless()].concat(),
        Some(F::JoinedWithNul) => [name.as_bytes(), b"\0", &domainless()].concat(),
        Some(F::JoinedWithColon) => [name.as_bytes(), b":", &domainless()].concat(),
        _ => [format!("{}:", name.len()).as_bytes(), name.as_bytes(), &arguments].concat(),
    };
    if fault == Some(F::CallIdInKey) {
        key.extend_from_slice(format!("#{}", call.id).as_bytes());
    }
    key
}

impl KeyFault {
    /// Faults on trees keep away from what is deep.
    fn is_for(self, args: &[u8]) -> bool {
        matches!(self, Self::DepthCut | Self::TextAsItIs)
            || (args.len() <= DEEPEST || args.len() <= 1 << 16 && Text::parse(args).depth() <= DEEPEST)
    }
}

fn json(fault: Option<KeyFault>, args: &[u8], text: &Text<'_>) -> String {
    use KeyFault as F;
    let text = text.canonical(Style::default());
    let source = std::str::from_utf8(args).unwrap_or_default();
    let outside = |wanted: fn(char) -> bool| {
        let mut inside = false;
        let mut escaped = false;
        source
            .chars()
            .filter(|char| {
                let here = !inside;
                match char {
                    _ if escaped => escaped = false,
                    '\\' => escaped = true,
                    '"' => inside = !inside,
                    _ => {}
                }
                here && wanted(*char)
            })
            .count()
    };
    let tokens = || {
        let mut tokens = Vec::new();
        if let Some(tree) = Tree::read(source) {
            let collected = std::cell::RefCell::new(&mut tokens);
            tree.change(&|tree| {
                if let Tree::Number(token) = &tree {
                    collected.borrow_mut().push(token.clone());
                }
                Some(tree)
            });
        }
        tokens.sort();
        tokens
    };
    match fault {
        Some(F::WhitespaceKept) => format!("{text} {}", outside(|char| " \t\n\r".contains(char))),
        Some(F::EscapesKept) => format!("{text} {}", source.matches("\\u00").count()),
        Some(F::NumbersLiteral) => format!("{text} {}", tokens().join(" ")),
        Some(F::MinusZeroDiffers) => {
            format!("{text} {}", tokens().iter().filter(|token| token.starts_with('-') && token.parse() == Ok(0.0)).count())
        }
        None => text,
        _ => {
            let Some(tree) = Tree::read(source) else { return text };
            let mut out = String::new();
            wrong(fault, tree).write(&mut out);
            out
        }
    }
}

/// The tree with members sorted and whatever the fault makes of it.
fn wrong(fault: Option<KeyFault>, tree: Tree) -> Tree {
    use KeyFault as F;
    let units = |text: &str| text.encode_utf16().collect::<Vec<u16>>();
    let number = |token: &str, write: fn(f64) -> String| Tree::Number(token.parse().map_or_else(|_| token.to_owned(), write));
    let sorted = |tree: Tree| match tree {
        Tree::Object(mut members) if fault != Some(F::KeysUnsorted) => {
            members.sort_by(|one, other| one.0.cmp(&other.0));
            Tree::Object(members)
        }
        other => other,
    };
    let dropped = |name: &str, tree: Tree| match tree {
        Tree::Object(mut members) => {
            members.retain(|(other, _)| *other != units(name));
            Tree::Object(members)
        }
        other => other,
    };
    let strings = |tree: Tree, change: fn(&str) -> String| match tree {
        Tree::Text(text) => match String::from_utf16(&text) {
            Ok(text) => Tree::Text(units(&change(&text))),
            Err(_) => Tree::Text(text),
        },
        other => other,
    };
    let change = |tree: Tree| -> Option<Tree> {
        Some(match (fault, tree) {
            (Some(F::SortsArrays), Tree::List(mut items)) => {
                items.sort_by_cached_key(|item| {
                    let mut text = String::new();
                    item.write(&mut text);
                    text
                });
                Tree::List(items)
            }
            (Some(F::NumbersAsText), Tree::Number(token)) => Tree::Text(units(&canonical(token.as_bytes(), Style::default()))),
            (Some(F::BooleansAsNumbers), Tree::Word("true")) => Tree::Number("1".to_owned()),
            (Some(F::BooleansAsNumbers), Tree::Word("false")) => Tree::Number("0".to_owned()),
            (Some(F::NumbersAsBinary64), Tree::Number(token)) => {
                number(&token, |value| if value.is_finite() { format!("{value:e}") } else { "1e999".to_owned() })
            }
            (Some(F::NumbersAsBinary32), Tree::Number(token)) =>
            {
                #[allow(clippy::cast_possible_truncation, reason = "that is the fault")]
                number(&token, |value| if (value as f32).is_finite() { format!("{:e}", value as f32) } else { "1e999".to_owned() })
            }
            (Some(F::IntegersSaturate), Tree::Number(token)) => match token.parse::<i128>() {
                Ok(value) => Tree::Number(value.clamp(i64::MIN.into(), i64::MAX.into()).to_string()),
                Err(_) => Tree::Number(token),
            },
            (Some(F::StringsTrimmed), tree) => sorted(strings(tree, |text| text.trim().to_owned())),
            (Some(F::StringsFolded), tree) => sorted(strings(tree, str::to_lowercase)),
            (Some(F::WhitespaceIgnored), tree) => sorted(strings(tree, |text| text.split_whitespace().collect())),
            (Some(F::SurrogatesReplaced), Tree::Text(text)) => Tree::Text(units(&String::from_utf16_lossy(&text))),
            (Some(F::DropsNullMembers), Tree::Object(mut members)) => {
                members.retain(|(_, value)| *value != Tree::Word("null"));
                sorted(Tree::Object(members))
            }
            (Some(F::DropsProto), tree) => sorted(dropped("__proto__", tree)),
            (Some(F::DropsConstructor), tree) => sorted(dropped("constructor", tree)),
            (Some(F::DropsEmptyKey), tree) => sorted(dropped("", tree)),
            (Some(F::DropsI), tree) => sorted(dropped("i", tree)),
            (Some(F::DuplicatesLastWins), Tree::Object(members)) => {
                sorted(Tree::Object(members.into_iter().collect::<BTreeMap<_, _>>().into_iter().collect()))
            }
            (Some(F::DuplicatesFirstWins), Tree::Object(members)) => {
                sorted(Tree::Object(members.into_iter().rev().collect::<BTreeMap<_, _>>().into_iter().collect()))
            }
            (Some(F::SortsTopLevelOnly), tree) => tree,
            (_, tree) => sorted(tree),
        })
    };
    // As `JSON.stringify(args, Object.keys(args).sort())` does.
    let kept: Option<BTreeSet<Vec<u16>>> = (fault == Some(F::NamesOfTopLevelOnly)).then(|| match &tree {
        Tree::Object(members) => members.iter().map(|(name, _)| name.clone()).collect(),
        _ => BTreeSet::new(),
    });
    let change = |mut tree: Tree| {
        if let (Some(names), Tree::Object(members)) = (&kept, &mut tree) {
            members.retain(|(name, _)| names.contains(name));
        }
        change(tree)
    };
    let changed = tree.change(&change).unwrap_or(Tree::Word("null"));
    if fault == Some(F::SortsTopLevelOnly) { sorted(changed) } else { changed }
}

/// A canonical text without what stands deeper than `levels`.
fn cut_depth(canonical: &str, levels: usize) -> String {
    let (mut level, mut inside, mut escaped) = (0usize, false, false);
    canonical
        .chars()
        .filter(|char| {
            match char {
                _ if escaped => escaped = false,
                '\\' if inside => escaped = true,
                '"' => inside = !inside,
                '[' | '{' if !inside => level += 1,
                ']' | '}' if !inside => level = level.saturating_sub(1),
                _ => {}
            }
            level < levels
        })
        .collect()
}

/// The last character boundary at or before `at`.
fn cut(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default()
}
