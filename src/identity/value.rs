//! A JSON text as one flat tape: a tree could not even be dropped at a million levels.

use std::ops::Range;

use super::string::Str;
use super::token::{Scanner, Token, trim};

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
        matches!(self, Text::Json(tape) if tape.nodes[0].kind == Kind::Object)
    }

    /// How many arrays and objects stand inside each other: 0 for a scalar and for what is not JSON, 1 for `[]`.
    pub fn depth(&self) -> usize {
        match self {
            Text::Json(tape) => tape.depth,
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
    let span = |value: usize| tape.start + tape.nodes[value].start..tape.start + tape.text_end(value);
    Some(tape.members(0).map(|name| (tape.string(name).decoded(), span(name + 1))).collect())
}

/// One JSON value as a flat list of nodes over its borrowed text; an object's names and values alternate.
#[derive(Clone, Debug)]
pub struct Tape<'a> {
    text: &'a str,
    /// Where `text` begins in the bytes that were read.
    start: usize,
    nodes: Vec<Node>,
    depth: usize,
}

/// What stands at a place of the tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Array,
    /// The end of an array or object.
    Close,
    /// A string with a backslash in it.
    Escaped,
    False,
    Null,
    Number,
    Object,
    /// A string without a backslash: its text is its value.
    Plain,
    True,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    kind: Kind,
    /// The first byte of the token.
    start: usize,
    /// The byte after the token; for an array or object the tape's index of its close (of its parent, while it is open).
    end: usize,
}

/// What may come next while a tape is built.
#[derive(Clone, Copy)]
enum Expect {
    Comma,
    FirstElement,
    FirstName,
    Name,
    Value,
}

/// The parent of the outermost value.
const NOTHING: usize = usize::MAX;

impl<'a> Tape<'a> {
    fn parse(trimmed: &'a [u8], start: usize) -> Option<Tape<'a>> {
        let text = std::str::from_utf8(trimmed).ok()?;
        let mut scanner = Scanner::new(trimmed);
        let mut tape = Tape { text, start, nodes: Vec::new(), depth: 0 };
        let (mut open, mut level, mut expect) = (NOTHING, 0, Expect::Value);
        loop {
            let (token, start, end) = scanner.next()?;
            expect = match (expect, token) {
                (Expect::FirstElement, Token::ArrayClose) | (Expect::FirstName, Token::ObjectClose) => {
                    tape.close(&mut open, start, end);
                    level -= 1;
                    Expect::Comma
                }
                (Expect::FirstName | Expect::Name, Token::String { escaped }) => {
                    tape.leaf(string_kind(escaped), start, end);
                    let (Token::Colon, ..) = scanner.next()? else { return None };
                    Expect::Value
                }
                (Expect::FirstElement | Expect::Value, Token::ArrayOpen | Token::ObjectOpen) => {
                    let array = token == Token::ArrayOpen;
                    tape.nodes.push(Node { kind: if array { Kind::Array } else { Kind::Object }, start, end: open });
                    open = tape.nodes.len() - 1;
                    level += 1;
                    tape.depth = tape.depth.max(level);
                    if array { Expect::FirstElement } else { Expect::FirstName }
                }
                (Expect::FirstElement | Expect::Value, token) => {
                    tape.leaf(leaf_kind(token)?, start, end);
                    Expect::Comma
                }
                (Expect::Comma, Token::End) if open == NOTHING => return Some(tape),
                (Expect::Comma, token) => {
                    let array = tape.nodes.get(open)?.kind == Kind::Array;
                    match token {
                        Token::Comma if array => Expect::Value,
                        Token::Comma => Expect::Name,
                        Token::ArrayClose if array => {
                            tape.close(&mut open, start, end);
                            level -= 1;
                            Expect::Comma
                        }
                        Token::ObjectClose if !array => {
                            tape.close(&mut open, start, end);
                            level -= 1;
                            Expect::Comma
                        }
                        _ => return None,
                    }
                }
                (Expect::FirstName | Expect::Name, _) => return None,
            };
        }
    }

    /// How many nodes there are; the value itself is node 0.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn kind(&self, node: usize) -> Kind {
        self.nodes[node].kind
    }

    /// The index of an array's or object's close.
    pub(super) fn close_of(&self, container: usize) -> usize {
        self.nodes[container].end
    }

    /// The node after a value with all that it holds.
    pub(super) fn after(&self, value: usize) -> usize {
        match self.nodes[value].kind {
            Kind::Array | Kind::Object => self.nodes[value].end + 1,
            _ => value + 1,
        }
    }

    /// The text of a scalar's token.
    pub(super) fn token(&self, scalar: usize) -> &'a str {
        let node = self.nodes[scalar];
        &self.text[node.start..node.end]
    }

    /// The string at a node of kind [`Kind::Plain`] or [`Kind::Escaped`].
    pub(super) fn string(&self, string: usize) -> Str<'a> {
        let node = self.nodes[string];
        Str { raw: &self.text[node.start + 1..node.end - 1], escaped: node.kind == Kind::Escaped }
    }

    /// The nodes of an object's names, in the order of the text; each value is the node after its name.
    pub(super) fn members(&self, object: usize) -> impl Iterator<Item = usize> {
        let close = self.close_of(object);
        let first = Some(object + 1).filter(|&name| name < close);
        std::iter::successors(first, move |&name| Some(self.after(name + 1)).filter(|&next| next < close))
    }

    fn text_end(&self, value: usize) -> usize {
        match self.nodes[value].kind {
            Kind::Array | Kind::Object => self.nodes[self.nodes[value].end].end,
            _ => self.nodes[value].end,
        }
    }

    fn leaf(&mut self, kind: Kind, start: usize, end: usize) {
        self.nodes.push(Node { kind, start, end });
    }

    fn close(&mut self, open: &mut usize, start: usize, end: usize) {
        let close = self.nodes.len();
        self.nodes.push(Node { kind: Kind::Close, start, end });
        *open = std::mem::replace(&mut self.nodes[*open].end, close);
    }
}

fn string_kind(escaped: bool) -> Kind {
    if escaped { Kind::Escaped } else { Kind::Plain }
}

fn leaf_kind(token: Token) -> Option<Kind> {
    match token {
        Token::False => Some(Kind::False),
        Token::Null => Some(Kind::Null),
        Token::Number => Some(Kind::Number),
        Token::String { escaped } => Some(string_kind(escaped)),
        Token::True => Some(Kind::True),
        _ => None,
    }
}
