//! A JSON text as one flat tape: a tree could not even be dropped at a million levels.

use std::ops::Range;

use super::grammar::{Levels, Part};
use super::outline::Outline;
use super::string::Str;
use super::token::trim;

/// The text of a call's arguments, in the one of two domains to which it belongs.
#[derive(Clone, Debug)]
pub enum Text<'a> {
    /// The text is one RFC 8259 value, blanks around it aside.
    Json(Tape<'a>),
    /// It is not: these bytes, without the JSON blanks around them, stand for themselves.
    Raw(&'a [u8]),
}

impl<'a> Text<'a> {
    /// Reads a text; every text is one of the two.
    pub fn parse(text: &'a [u8]) -> Text<'a> {
        let (start, trimmed) = trim(text);
        match Tape::parse(trimmed, start) {
            Some(tape) => Text::Json(tape),
            None => Text::Raw(trimmed),
        }
    }

    /// Whether it is a JSON object.
    pub fn is_object(&self) -> bool {
        matches!(self, Text::Json(tape) if tape.part(0) == Part::Object)
    }

    /// How many arrays and objects stand inside each other: 0 for a scalar and for what is not JSON, 1 for `[]`.
    pub fn depth(&self) -> usize {
        match self {
            Text::Json(tape) => tape.outline.depth(),
            Text::Raw(_) => 0,
        }
    }
}

/// The top-level members of a text that is a JSON object, in order, duplicates included: the decoded name and the bytes
/// of the value within `text`. None when the text is anything else. A lone surrogate in a name reads as U+FFFD.
pub fn member_spans(text: &[u8]) -> Option<Vec<(String, Range<usize>)>> {
    let text = Text::parse(text);
    let Text::Json(tape) = &text else { return None };
    if !text.is_object() {
        return None;
    }
    let names: Vec<usize> = tape.members(0).collect();
    let bytes = tape.text.as_bytes();
    let span = |(at, &name): (usize, &usize)| {
        // Between a name and the next one stand a colon, the value and a comma; behind the last value the object's end.
        let begin = tape.outline.token(name).end;
        let end = names.get(at + 1).map_or(bytes.len(), |&next| tape.outline.token(next).start);
        let (colon, behind) = trim(&bytes[begin..end]);
        let inside = behind.get(1..behind.len() - 1).unwrap_or_default();
        let (blanks, value) = trim(inside);
        let start = tape.start + begin + colon + 1 + blanks;
        (tape.string(name).decoded(), start..start + value.len())
    };
    Some(names.iter().enumerate().map(span).collect())
}

/// One JSON value as a flat list of nodes over its borrowed text; an object's names and values alternate.
#[derive(Clone, Debug)]
pub struct Tape<'a> {
    text: &'a str,
    /// Where `text` begins in the bytes that were read.
    start: usize,
    outline: Outline,
}

impl<'a> Tape<'a> {
    fn parse(trimmed: &'a [u8], start: usize) -> Option<Tape<'a>> {
        let text = std::str::from_utf8(trimmed).ok()?;
        let mut outline = Outline::default();
        outline.read(text, &mut Levels::default()).then_some(Tape { text, start, outline })
    }

    /// How many nodes there are; the value itself is node 0.
    pub(super) fn len(&self) -> usize {
        self.outline.len()
    }

    /// The text.
    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    /// What stands between the quotes of a string.
    #[inline]
    pub(super) fn inside(&self, string: usize) -> &'a [u8] {
        &self.text.as_bytes()[self.outline.inside(string)]
    }

    /// Where a scalar's token stands in the text.
    #[inline]
    pub(super) fn place(&self, scalar: usize) -> Range<usize> {
        self.outline.token(scalar)
    }

    #[inline]
    pub(super) fn part(&self, node: usize) -> Part {
        self.outline.part(node)
    }

    /// The node after a value with all that it holds; of an array or object that is where its children end, too.
    #[inline]
    pub(super) fn after(&self, value: usize) -> usize {
        self.outline.after(value)
    }

    /// The text of a scalar's token.
    #[inline]
    pub(super) fn token(&self, scalar: usize) -> &'a str {
        &self.text[self.outline.token(scalar)]
    }

    /// The string at a node of kind [`Part::Plain`] or [`Part::Escaped`].
    #[inline]
    pub(super) fn string(&self, string: usize) -> Str<'a> {
        Str { raw: &self.text[self.outline.inside(string)], escaped: self.part(string) == Part::Escaped }
    }

    /// The nodes of an object's names, in the order of the text; each value is the node after its name.
    #[inline]
    pub(super) fn members(&self, object: usize) -> impl Iterator<Item = usize> {
        self.outline.members(object)
    }
}
