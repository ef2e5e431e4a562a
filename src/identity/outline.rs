//! Where in a text the parts of its value stand: one flat list, apart from the text, so that it can be kept and filled anew.

use std::ops::Range;

use super::grammar::{Grammar, Role};
use super::token::{Scanner, Token};

/// What stands at a place of the outline.
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
    /// The byte after the token; for an array or object the index of its close (of its parent, while it is open).
    end: usize,
}

/// One JSON value as a flat list of nodes; an object's names and values alternate. The value itself is node 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Outline {
    nodes: Vec<Node>,
    depth: usize,
}

/// The parent of the outermost value.
const NOTHING: usize = usize::MAX;

impl Outline {
    /// Reads a text without blanks around it; `false` when it is not JSON, and then there is no value here. What was
    /// allocated before is used again.
    pub(super) fn read(&mut self, text: &str, grammar: &mut Grammar) -> bool {
        self.nodes.clear();
        self.depth = 0;
        grammar.restart();
        let complete = self.fill(text.as_bytes(), grammar).is_some();
        if !complete {
            self.nodes.clear();
        }
        complete
    }

    fn fill(&mut self, text: &[u8], grammar: &mut Grammar) -> Option<()> {
        let mut scanner = Scanner::new(text);
        let mut open = NOTHING;
        loop {
            let (token, start, end) = scanner.next()?;
            match grammar.accept(token)? {
                Role::Separator => {}
                Role::Name | Role::Leaf => self.nodes.push(Node { kind: leaf_kind(token)?, start, end }),
                role @ (Role::OpenArray | Role::OpenObject) => {
                    let kind = if role == Role::OpenArray { Kind::Array } else { Kind::Object };
                    self.nodes.push(Node { kind, start, end: open });
                    open = self.nodes.len() - 1;
                    self.depth = self.depth.max(grammar.depth());
                }
                Role::Close => {
                    let close = self.nodes.len();
                    self.nodes.push(Node { kind: Kind::Close, start, end });
                    open = std::mem::replace(&mut self.nodes[open].end, close);
                }
                Role::End => return Some(()),
            }
        }
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many arrays and objects stand inside each other.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    pub(super) fn kind(&self, node: usize) -> Kind {
        self.nodes[node].kind
    }

    /// The first byte of a node's token.
    pub(super) fn start(&self, node: usize) -> usize {
        self.nodes[node].start
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

    /// The bytes of a scalar's token.
    pub(super) fn token(&self, scalar: usize) -> Range<usize> {
        let node = self.nodes[scalar];
        node.start..node.end
    }

    /// The bytes between the quotes of a string.
    pub(super) fn inside(&self, string: usize) -> Range<usize> {
        let node = self.nodes[string];
        node.start + 1..node.end - 1
    }

    /// The nodes of an object's names, in the order of the text; each value is the node after its name.
    pub(super) fn members(&self, object: usize) -> impl Iterator<Item = usize> {
        self.members_from(object + 1, self.close_of(object))
    }

    /// The same from a name on; `close` is where the object ends.
    pub(super) fn members_from(&self, name: usize, close: usize) -> impl Iterator<Item = usize> {
        let first = Some(name).filter(|&name| name < close);
        std::iter::successors(first, move |&name| Some(self.after(name + 1)).filter(|&next| next < close))
    }

    /// The byte after a value.
    pub(super) fn text_end(&self, value: usize) -> usize {
        match self.nodes[value].kind {
            Kind::Array | Kind::Object => self.nodes[self.nodes[value].end].end,
            _ => self.nodes[value].end,
        }
    }
}

fn leaf_kind(token: Token) -> Option<Kind> {
    match token {
        Token::False => Some(Kind::False),
        Token::Null => Some(Kind::Null),
        Token::Number => Some(Kind::Number),
        Token::String { escaped } => Some(if escaped { Kind::Escaped } else { Kind::Plain }),
        Token::True => Some(Kind::True),
        _ => None,
    }
}
