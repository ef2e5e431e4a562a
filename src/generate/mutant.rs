//! Pairs of calls by mutation: a call, and the same one spelled otherwise, or one that is nearly the same.
//!
//! Each pair differs in one kind of thing, so that what takes them wrongly does so for one reason. Whether they are one call is not said
//! here: [`crate::identity::pair`] knows.

use proptest::prelude::*;

use super::dice::Dice;
use super::json::{Change, Json, object, spell_by};
use crate::step::Takes;

/// A tool's name and the text of arguments.
pub type NamedText = (String, Vec<u8>);

/// Two calls that are the same or nearly so, for what takes such texts. Numbers that not every choice of them is pinned for come only
/// where they are compared exactly.
pub fn mutants(takes: Takes, exact: bool) -> impl Strategy<Value = (NamedText, NamedText)> {
    let kinds: Vec<Kind> = KINDS.iter().copied().filter(|kind| kind.is_for(takes, exact)).collect();
    (object(), any::<u64>(), 0..kinds.len()).prop_map(move |(base, seed, kind)| {
        let mut dice = Dice::new(seed);
        let (one, other) = kinds.get(kind).map_or_else(<_>::default, |kind| kind.pair(&base, &mut dice, takes));
        if dice.below(2) == 0 { (one, other) } else { (other, one) }
    })
}

/// What differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Absent,
    Accents,
    ArrayOrder,
    Blanks,
    Boundary,
    Case,
    Decimals,
    Duplicates,
    Empty,
    EqualNumbers,
    Late,
    LargeNumbers,
    Names,
    NotJson,
    OuterBlank,
    Spelling(Change),
    SpecialNames,
    Surrogates,
    Swapped,
    Types,
}

const KINDS: [Kind; 23] = [
    Kind::Spelling(Change::Blanks),
    Kind::Spelling(Change::Escapes),
    Kind::Spelling(Change::Order),
    Kind::Spelling(Change::All),
    Kind::Absent,
    Kind::Accents,
    Kind::ArrayOrder,
    Kind::Blanks,
    Kind::Boundary,
    Kind::Case,
    Kind::Decimals,
    Kind::Duplicates,
    Kind::Empty,
    Kind::EqualNumbers,
    Kind::Late,
    Kind::LargeNumbers,
    Kind::Names,
    Kind::NotJson,
    Kind::OuterBlank,
    Kind::SpecialNames,
    Kind::Surrogates,
    Kind::Swapped,
    Kind::Types,
];

impl Kind {
    fn is_for(self, takes: Takes, exact: bool) -> bool {
        match self {
            Self::NotJson | Self::Empty => matches!(takes, Takes::Bytes | Takes::Raw),
            Self::Boundary => takes != Takes::Object,
            Self::Decimals | Self::EqualNumbers | Self::LargeNumbers => exact,
            _ => true,
        }
    }

    fn pair(self, base: &Json, dice: &mut Dice, takes: Takes) -> (NamedText, NamedText) {
        let plain = spell_by(base, 0, None);
        let tool = ["look", "edit", "read_file"].get(dice.below(3)).copied().unwrap_or("look");
        let both = |one: String, other: String| ((tool.to_owned(), one.into_bytes()), (tool.to_owned(), other.into_bytes()));
        match self {
            Self::Spelling(change) => {
                // Something to spell: the drawn object alone is often empty.
                let base = Json::Object(vec![
                    ("q".to_owned(), base.clone()),
                    ("path".to_owned(), Json::Text("src/lib".to_owned())),
                    ("all".to_owned(), Json::Int(1)),
                ]);
                let seed = 1 + dice.below(1 << 30) as u64;
                both(spell_by(&base, 0, None), spell_by(&base, seed, Some(change)))
            }
            Self::Names => {
                let other = match dice.below(4) {
                    0 => tool.to_uppercase(),
                    1 => format!("{tool} "),
                    2 => format!("{tool}_2"),
                    _ => "grep".to_owned(),
                };
                ((tool.to_owned(), plain.clone().into_bytes()), (other, plain.into_bytes()))
            }
            Self::Boundary => boundary(tool, dice, takes),
            Self::Empty => both(String::new(), dice.one_of(&["{}", "null", " ", "\n", "\"\""]).unwrap_or("{}").to_owned()),
            Self::NotJson => {
                let (one, other) = not_json(&plain, dice);
                both(one, other)
            }
            _ => {
                let (one, other) = self.values(dice);
                let place = dice.below(if takes == Takes::Object { 3 } else { 4 });
                both(placed(&plain, &one, place), placed(&plain, &other, place))
            }
        }
    }

    /// Two JSON texts of values.
    fn values(self, dice: &mut Dice) -> (String, String) {
        let pick = |dice: &mut Dice, all: &[(&str, &str)]| {
            all.get(dice.below(all.len())).map_or_else(<_>::default, |(one, other)| ((*one).to_owned(), (*other).to_owned()))
        };
        let word = word(dice);
        match self {
            Self::Absent => {
                pick(dice, &[("{\"p\":null}", "{}"), ("{\"p\":null,\"z\":1}", "{\"z\":1}"), ("[null]", "[]"), ("{\"p\":\"\"}", "{}")])
            }
            Self::Accents => (format!("\"{word}e\u{301}\""), format!("\"{word}\u{e9}\"")),
            Self::ArrayOrder => {
                let number = dice.below(100);
                (format!("[{number},{},\"{word}\"]", number + 1), format!("[{},{number},\"{word}\"]", number + 1))
            }
            Self::Blanks => match dice.below(3) {
                0 => (format!("\"{word} {word}\""), format!("\"{word}  {word}\"")),
                1 => (format!("\"{word}\\n{word}\""), format!("\"{word} {word}\"")),
                _ => (format!("\"{word} {word}\""), format!("\"{word}{word}\"")),
            },
            Self::Case => (format!("\"{word}\""), format!("\"{}\"", word.to_uppercase())),
            Self::Decimals => {
                let digits = 10 + dice.below(90);
                (format!("0.{digits}"), format!("0.{digits}0000000000000000000000001"))
            }
            Self::Duplicates => {
                let (one, other) = (dice.below(50), 50 + dice.below(50));
                let last = if dice.below(2) == 0 { one } else { other };
                (format!("{{\"k\":{one},\"k\":{other}}}"), format!("{{\"k\":{last}}}"))
            }
            Self::EqualNumbers => {
                if dice.below(5) == 0 {
                    return ("0".to_owned(), "-0".to_owned());
                }
                let number = 1 + dice.below(999);
                let other = [format!("{number}.0"), format!("{number}e0"), format!("{number}0E-1"), format!("{number}.00")];
                (number.to_string(), other.get(dice.below(4)).cloned().unwrap_or_default())
            }
            Self::Late => {
                let text = "x".repeat(480 + dice.below(201));
                (format!("\"{text}a\""), format!("\"{text}b\""))
            }
            Self::LargeNumbers => {
                // From 2^53 on every second integer is a double, and a tie goes to the even one; from 2^63 on every 2,048th is one.
                let (least, step) = if dice.below(2) == 0 { (1u64 << 53, 4) } else { (1 << 63, 1 << 12) };
                let number = least + step * dice.below(1 << 30) as u64;
                (number.to_string(), (number + 1).to_string())
            }
            Self::OuterBlank => match dice.below(2) {
                0 => (format!("\"{word}\""), format!("\"{word} \"")),
                _ => (format!("\"{word}\""), format!("\" {word}\"")),
            },
            Self::SpecialNames => {
                let name = dice.one_of(&["__proto__", "constructor", "i", "", "0", "12"]).unwrap_or_default();
                let number = 2 + dice.below(90);
                (format!("{{\"{name}\":{number},\"z\":1}}"), "{\"z\":1}".to_owned())
            }
            Self::Surrogates => {
                let (one, other) = (0xd800 + dice.below(0x3ff), 0xd800 + dice.below(0x3ff));
                (format!("\"{word}\\u{one:04x}\""), format!("\"{word}\\u{other:04x}\""))
            }
            Self::Swapped => {
                let (one, other) = (2 + dice.below(40), 50 + dice.below(40));
                (format!("{{\"m\":{one},\"n\":{other}}}"), format!("{{\"m\":{other},\"n\":{one}}}"))
            }
            _ => {
                let number = 2 + dice.below(98);
                match dice.below(3) {
                    0 => (number.to_string(), format!("\"{number}\"")),
                    1 => pick(
                        dice,
                        &[("1", "true"), ("0", "false"), ("true", "\"true\""), ("null", "\"null\""), ("[]", "{}"), ("\"\"", "null")],
                    ),
                    _ => (number.to_string(), format!("[{number}]")),
                }
            }
        }
    }
}

fn word(dice: &mut Dice) -> String {
    (0..2 + dice.below(6)).map(|_| char::from(b'a' + u8::try_from(dice.below(26)).unwrap_or_default())).collect()
}

/// A value inside an object: as a member, deeper, in an array, or alone.
fn placed(object: &str, value: &str, place: usize) -> String {
    let member = match object.strip_prefix('{') {
        Some("}") | None => format!("{{\"_m\":{value}}}"),
        Some(rest) => format!("{{\"_m\":{value},{rest}"),
    };
    match place {
        0 => member,
        1 => format!("{{\"o\":{member}}}"),
        2 => format!("{{\"l\":[0,{member}]}}"),
        _ => value.to_owned(),
    }
}

/// A text that is no JSON, and a JSON text or another one that is near to it.
fn not_json(plain: &str, dice: &mut Dice) -> (String, String) {
    let word = word(dice);
    match dice.below(5) {
        0 => (format!("{{\"m\":\"{word}\",}}"), format!("{{\"m\":\"{word}\"}}")),
        1 => (format!("find {word}"), format!("find  {word}")),
        2 => (plain.strip_suffix('}').unwrap_or("{").to_owned(), plain.to_owned()),
        3 => (format!("{word} {word}"), format!("\"{word} {word}\"")),
        _ => (format!("find {word}"), format!(" find {word}\n")),
    }
}

/// Two calls that are one text when name and arguments are put together.
fn boundary(tool: &str, dice: &mut Dice, takes: Takes) -> (NamedText, NamedText) {
    let (one, other) = (1 + dice.below(9), 1 + dice.below(9));
    if takes == Takes::Json || dice.below(2) == 0 {
        return ((format!("{tool}{one}"), other.to_string().into_bytes()), (tool.to_owned(), format!("{one}{other}").into_bytes()));
    }
    let separator = dice.one_of(&["\0", ":", "|", "/", "\n"]).unwrap_or(":");
    let (longer, rest) = (format!("{tool}{separator}x"), other.to_string());
    ((longer, rest.clone().into_bytes()), (tool.to_owned(), format!("x{separator}{rest}").into_bytes()))
}
