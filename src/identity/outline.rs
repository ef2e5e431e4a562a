//! Where in a text the parts of its value stand: one flat list, apart from the text, so that it can be kept and filled anew.

use std::ops::Range;

use super::grammar::{Grammar, Part};
use super::token::Cursor;

/// A part of the text: its first byte with what it is, and the byte after it. For an array or object the latter is the index
/// of its close (of its parent, while it is open).
#[derive(Clone, Copy, Debug)]
struct Node {
    packed: u64,
    end: u64,
}

/// All parts, by the number that stands for each in the lowest bits of a node.
const PARTS: [Part; 16] = {
    let mut parts = [Part::End; 16];
    let known = [Part::Array, Part::Close, Part::Escaped, Part::False, Part::Null, Part::Number, Part::Object, Part::Plain, Part::True];
    let mut at = 0;
    while at < known.len() {
        parts[known[at] as usize] = known[at];
        at += 1;
    }
    parts
};

impl Node {
    #[inline]
    fn new(part: Part, start: usize, end: usize) -> Node {
        Node { packed: (start as u64) << 4 | part as u64, end: end as u64 }
    }

    #[inline]
    fn part(self) -> Part {
        PARTS[(self.packed & 15) as usize]
    }

    #[inline]
    fn start(self) -> usize {
        (self.packed >> 4) as usize
    }

    #[inline]
    fn end(self) -> usize {
        self.end as usize
    }
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
        // Enough for most calls, and little for a long string.
        self.nodes.reserve((text.len() / 6).min(64));
        self.depth = 0;
        grammar.restart();
        let complete = self.fill(text.as_bytes(), grammar).is_some();
        if !complete {
            self.nodes.clear();
        }
        complete
    }

    fn fill(&mut self, text: &[u8], grammar: &mut Grammar) -> Option<()> {
        let mut cursor = Cursor::new(text, 0);
        let mut open = NOTHING;
        loop {
            let (part, start, end) = grammar.expect().read(&mut cursor)?;
            grammar.advance(part);
            match part {
                Part::Array | Part::Object => {
                    self.nodes.push(Node::new(part, start, open));
                    open = self.nodes.len() - 1;
                    self.depth = self.depth.max(grammar.depth());
                }
                Part::Close => {
                    let close = self.nodes.len();
                    self.nodes.push(Node::new(part, start, end));
                    let parent = self.nodes[open].end();
                    self.nodes[open].end = close as u64;
                    open = parent;
                }
                Part::End => return Some(()),
                _ => self.nodes.push(Node::new(part, start, end)),
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

    pub(super) fn part(&self, node: usize) -> Part {
        self.nodes[node].part()
    }

    /// The first byte of a node's token.
    pub(super) fn start(&self, node: usize) -> usize {
        self.nodes[node].start()
    }

    /// The index of an array's or object's close.
    pub(super) fn close_of(&self, container: usize) -> usize {
        self.nodes[container].end()
    }

    /// The node after a value with all that it holds.
    pub(super) fn after(&self, value: usize) -> usize {
        match self.nodes[value].part() {
            Part::Array | Part::Object => self.nodes[value].end() + 1,
            _ => value + 1,
        }
    }

    /// The bytes of a scalar's token.
    pub(super) fn token(&self, scalar: usize) -> Range<usize> {
        let node = self.nodes[scalar];
        node.start()..node.end()
    }

    /// The bytes between the quotes of a string.
    pub(super) fn inside(&self, string: usize) -> Range<usize> {
        let node = self.nodes[string];
        node.start() + 1..node.end() - 1
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
        match self.nodes[value].part() {
            Part::Array | Part::Object => self.nodes[self.nodes[value].end()].end(),
            _ => self.nodes[value].end(),
        }
    }
}
