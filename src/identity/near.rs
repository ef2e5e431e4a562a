//! Near misses: values that differ, but would not for a reader with a certain blindness.
//!
//! A [`Lens`] is such a blindness; [`signature`] hashes a value as it looks through it. Equal signatures only ever *name*
//! a difference that the keys have found, so that a hash is enough.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::decimal;
use super::grammar::Part;
use super::number::{self, Numbers};
use super::string::Str;
use super::value::Tape;

/// What a reader might not see. The order of duplicate names is seen through none of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lens<'c> {
    /// Members and elements that say nothing are taken for absent ones.
    Absent,
    /// Letters are folded, outer blanks and what follows a NUL are lost, and what is not ASCII is lost together with the letter that a combining mark changes.
    Folded,
    /// Of a duplicate name only the first value counts.
    FirstNamed,
    /// These member names take no part at any depth.
    Ignored(&'c [String]),
    /// Of a duplicate name only the last value counts.
    LastNamed,
    /// Numbers are what this choice makes of them.
    Numbers(Numbers),
    /// Blanks in strings and names are lost.
    Spaceless,
    /// Names that some languages treat in their own way take no part.
    Special,
    /// Lone surrogates are lost, or replaced as encoders do.
    Surrogates,
    /// Which name has which value is lost.
    Swapped,
    /// Values are converted: everything empty or false is one value, 1 is true, a number is its text, an array of
    /// one element is that element.
    Types,
    /// The order of elements is lost, and how often one comes.
    Unordered,
}

/// Whether a string or name holds a surrogate without its other half.
pub(super) fn has_lone_surrogate(tape: &Tape<'_>) -> bool {
    (0..tape.len()).any(|node| tape.part(node) == Part::Escaped && tape.string(node).chars().any(|c| c.is_err()))
}

/// Whether an object has two members of one name.
pub(super) fn has_duplicate_names(tape: &Tape<'_>) -> bool {
    (0..tape.len()).filter(|&node| tape.part(node) == Part::Object).any(|object| {
        let mut names: Vec<_> = tape.members(object).map(|name| tape.string(name)).collect();
        names.sort_by(|a, b| a.compare(*b));
        names.windows(2).any(|two| two[0].compare(two[1]).is_eq())
    })
}

/// Whether a member has a name that some languages treat in their own way.
pub(super) fn has_special_name(tape: &Tape<'_>) -> bool {
    (0..tape.len())
        .filter(|&node| tape.part(node) == Part::Object)
        .any(|object| tape.members(object).any(|name| is_special(tape.string(name))))
}

/// Whether a number is too large for binary64.
pub(super) fn has_unbounded_number(tape: &Tape<'_>) -> bool {
    (0..tape.len()).any(|node| tape.part(node) == Part::Number && number::is_unbounded(tape.token(node)))
}

struct Open {
    kind: Part,
    /// The node after all that it holds.
    end: usize,
    /// Where its children begin in the list of hashes.
    base: usize,
    /// Whether the next child is a value that belongs to a name.
    named: bool,
}

/// A hash of the value as it looks through a lens.
pub(super) fn signature(tape: &Tape<'_>, lens: Lens<'_>) -> u64 {
    // Pairs (hash of name, hash of value) of the open arrays' and objects' children so far, the innermost's last.
    let mut children: Vec<(u64, u64)> = Vec::new();
    let mut opened: Vec<Open> = Vec::new();
    let mut node = 0;
    loop {
        let hash = match opened.pop_if(|open| open.end == node) {
            Some(open) => {
                let hash = container(open.kind, &mut children[open.base..], lens);
                children.truncate(open.base);
                hash
            }
            None if node == tape.len() => break,
            None => match opened.last_mut() {
                Some(open) if open.kind == Part::Object && !open.named => {
                    if hidden(tape, node, lens) {
                        node = tape.after(node + 1);
                    } else {
                        children.push((string(tape.string(node), lens), 0));
                        open.named = true;
                        node += 1;
                    }
                    continue;
                }
                innermost => {
                    let (kind, value) = (tape.part(node), node);
                    node += 1;
                    if matches!(kind, Part::Array | Part::Object) {
                        opened.push(Open { kind, end: tape.after(value), base: children.len(), named: false });
                        continue;
                    }
                    if lens == Lens::Absent && innermost.is_some_and(|open| open.kind == Part::Array) && says_nothing(tape, value) {
                        continue;
                    }
                    scalar(tape, value, lens)
                }
            },
        };
        match opened.last_mut() {
            Some(open) if open.named => {
                open.named = false;
                if let Some(child) = children.last_mut() {
                    child.1 = hash;
                }
            }
            _ => children.push((0, hash)),
        }
    }
    children.first().map_or(0, |child| child.1)
}

fn mix(tag: u8, part: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    (tag, part).hash(&mut hasher);
    hasher.finish()
}

fn container(kind: Part, children: &mut [(u64, u64)], lens: Lens<'_>) -> u64 {
    match (lens, kind, &mut *children) {
        (Lens::Types, _, []) => return text_of_nothing(),
        (Lens::Types, Part::Array, [(_, element)]) => return *element,
        (Lens::Unordered, Part::Array, _) => {
            children.sort_unstable();
            let set: Vec<_> = children.chunk_by(PartialEq::eq).map(<[_]>::first).collect();
            return mix(b'[', set);
        }
        (_, Part::Array, _) => return mix(b'[', children),
        _ => {}
    }
    // A sum forgets the order.
    let sum = |members: &mut dyn Iterator<Item = u64>| members.fold(0, u64::wrapping_add);
    let members = match lens {
        Lens::FirstNamed | Lens::LastNamed => {
            children.sort_by_key(|child| child.0);
            let last = lens == Lens::LastNamed;
            let counts = children.chunk_by(|a, b| a.0 == b.0).filter_map(|same| if last { same.last() } else { same.first() });
            sum(&mut counts.map(|child| mix(b':', child)))
        }
        Lens::Swapped => {
            let names = sum(&mut children.iter().map(|child| mix(b':', child.0)));
            mix(b',', (names, sum(&mut children.iter().map(|child| mix(b':', child.1)))))
        }
        _ => sum(&mut children.iter().map(|child| mix(b':', child))),
    };
    mix(b'{', members)
}

/// Whether a member takes no part.
fn hidden(tape: &Tape<'_>, name: usize, lens: Lens<'_>) -> bool {
    let text = tape.string(name);
    match lens {
        Lens::Absent => says_nothing(tape, name + 1),
        Lens::Ignored(names) => names.iter().any(|ignored| text.is(ignored)),
        Lens::Special => is_special(text),
        _ => false,
    }
}

/// Whether a value is one of those that languages take for nothing.
fn says_nothing(tape: &Tape<'_>, value: usize) -> bool {
    match tape.part(value) {
        Part::Array | Part::Object => tape.after(value) == value + 1,
        Part::Null => true,
        Part::Plain => tape.string(value).raw.is_empty(),
        _ => false,
    }
}

fn is_special(name: Str<'_>) -> bool {
    let name = name.decoded();
    matches!(name.as_str(), "__proto__" | "constructor" | "i") || name.bytes().all(|b| b.is_ascii_digit())
}

fn scalar(tape: &Tape<'_>, node: usize, lens: Lens<'_>) -> u64 {
    match tape.part(node) {
        Part::Plain | Part::Escaped => string(tape.string(node), lens),
        Part::Number => {
            let mut out = String::new();
            match lens {
                Lens::Numbers(numbers) => number::write_key(&mut out, tape.token(node), numbers),
                _ => decimal::write(&mut out, tape.token(node)),
            }
            if lens == Lens::Types { loose(&out) } else { mix(b'0', out) }
        }
        _ if lens == Lens::Types => loose(tape.token(node)),
        _ => mix(b'a', tape.token(node)),
    }
}

fn string(text: Str<'_>, lens: Lens<'_>) -> u64 {
    match lens {
        Lens::Folded => mix(b'"', folded(text)),
        Lens::Spaceless => mix(b'"', bytes(text, |c| !c.is_ok_and(char::is_whitespace))),
        Lens::Surrogates => mix(b'"', bytes(text, |c| !matches!(c, Err(_) | Ok('?' | char::REPLACEMENT_CHARACTER)))),
        Lens::Types => loose(&text.decoded()),
        _ if text.escaped => mix(b'"', bytes(text, |_| true)),
        _ => mix(b'"', text.raw.as_bytes()),
    }
}

/// The characters that are `kept` in UTF-8; a lone surrogate as a byte that is none, and its number.
fn bytes(text: Str<'_>, kept: impl Fn(Result<char, u16>) -> bool) -> Vec<u8> {
    let mut out = Vec::new();
    for c in text.chars().filter(|c| kept(*c)) {
        match c {
            Ok(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            Err(unit) => out.extend([&[0xff], &unit.to_be_bytes()[..]].concat()),
        }
    }
    out
}

/// A string without case and outer blanks; an accented letter is lost, composed or not.
fn folded(text: Str<'_>) -> String {
    let mut out = String::new();
    for c in text.decoded().trim().chars() {
        match c {
            '\u{300}'..='\u{36f}' => drop(out.pop()),
            '\0' => break,
            c if c.is_ascii() => out.push(c.to_ascii_lowercase()),
            _ => {}
        }
    }
    out
}

/// A text as a reader sees it that converts everything to everything.
fn loose(text: &str) -> u64 {
    match text {
        "" | "0" | "[]" | "false" | "null" | "{}" => text_of_nothing(),
        "1" | "true" => mix(b'?', 1),
        _ => mix(b'?', text),
    }
}

fn text_of_nothing() -> u64 {
    mix(b'?', 0)
}
