//! Where in a text the parts of its value stand: one flat list, apart from the text, so that it can be kept and filled anew.

use std::ops::Range;

use super::grammar::{Found, Levels, Part, Visit, scan};

/// A part of the text, in one word: what it is in the lowest bits, and above it for a scalar its first byte and its length, for an
/// array or object the index of the node after all that it holds (of its parent, while it is open).
#[derive(Clone, Copy, Debug)]
struct Node(u64);

/// How many bits tell what a node is, where it begins, and how long it is.
const PART_BITS: u32 = 4;
const START_BITS: u32 = 44;
/// A scalar of this length or more stands in a list of its own.
const LONG: usize = u16::MAX as usize;
/// No index of an open node.
const NOTHING: usize = (1 << START_BITS) - 1;

/// All parts, by the number that stands for each in the lowest bits of a node.
const PARTS: [Part; 16] = {
    let mut parts = [Part::Close; 16];
    let known = [Part::Array, Part::Escaped, Part::False, Part::Null, Part::Number, Part::Object, Part::Plain, Part::True];
    let mut at = 0;
    while at < known.len() {
        parts[known[at] as usize] = known[at];
        at += 1;
    }
    parts
};

impl Node {
    #[inline]
    fn scalar(part: Part, start: usize, length: usize) -> Node {
        Node((length.min(LONG) as u64) << (PART_BITS + START_BITS) | (start as u64) << PART_BITS | part as u64)
    }

    #[inline]
    fn container(part: Part, after: usize) -> Node {
        Node((after as u64) << PART_BITS | part as u64)
    }

    #[inline]
    fn part(self) -> Part {
        PARTS[(self.0 & 15) as usize]
    }

    #[inline]
    fn start(self) -> usize {
        (self.0 >> PART_BITS) as usize & NOTHING
    }

    #[inline]
    fn length(self) -> usize {
        (self.0 >> (PART_BITS + START_BITS)) as usize
    }

    #[inline]
    fn after(self) -> usize {
        (self.0 >> PART_BITS) as usize
    }
}

/// One JSON value as a flat list of nodes; an object's names and values alternate. The value itself is node 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Outline {
    nodes: Vec<Node>,
    /// The nodes of long scalars, and the bytes after them.
    long: Vec<(usize, usize)>,
    depth: usize,
}

/// An outline that is being filled.
struct Filling<'o> {
    outline: &'o mut Outline,
    /// The innermost open node.
    open: usize,
    depth: usize,
}

impl Visit for Filling<'_> {
    #[inline(always)]
    fn mark(&mut self, Found { part, .. }: Found) -> bool {
        let at = self.outline.nodes.len();
        if part == Part::Close {
            let Some(open) = self.outline.nodes.get_mut(self.open) else { return false };
            self.open = open.after();
            *open = Node::container(open.part(), at);
            self.depth -= 1;
        } else {
            self.outline.push(Node::container(part, self.open));
            self.open = at;
            self.depth += 1;
            self.outline.depth = self.outline.depth.max(self.depth);
        }
        true
    }

    #[inline(always)]
    fn literal(&mut self, Found { part, start, end, .. }: Found) -> bool {
        if end - start >= LONG {
            self.outline.long.push((self.outline.nodes.len(), end));
        }
        self.outline.push(Node::scalar(part, start, end - start));
        true
    }

    #[inline(always)]
    fn string(&mut self, found: Found) -> bool {
        self.literal(found)
    }
}

impl Outline {
    /// Reads a text without blanks around it; `false` when it is not JSON, and then there is no value here. What was
    /// allocated before is used again.
    pub(super) fn read(&mut self, text: &str, levels: &mut Levels) -> bool {
        self.nodes.clear();
        self.long.clear();
        self.depth = 0;
        // Enough for most calls, and little for a long string.
        self.nodes.reserve((text.len() / 5).min(64));
        // A byte is told by its place in 44 bits: 16 TiB, more than a machine holds.
        let complete = text.len() < NOTHING && scan(text.as_bytes(), levels, &mut Filling { outline: self, open: NOTHING, depth: 0 });
        if !complete {
            self.nodes.clear();
        }
        complete
    }

    #[inline]
    fn push(&mut self, node: Node) {
        if self.nodes.len() == self.nodes.capacity() {
            self.grow();
        }
        self.nodes.push(node);
    }

    /// By half, not to twice the size: of a large text the outline takes the most memory.
    #[cold]
    fn grow(&mut self) {
        self.nodes.reserve_exact(self.nodes.len() / 2 + 64);
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many arrays and objects stand inside each other.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    #[inline]
    pub(super) fn part(&self, node: usize) -> Part {
        self.nodes[node].part()
    }

    /// The node after a value with all that it holds; of an array or object that is where its children end, too.
    #[inline]
    pub(super) fn after(&self, value: usize) -> usize {
        let node = self.nodes[value];
        match node.part() {
            Part::Array | Part::Object => node.after(),
            _ => value + 1,
        }
    }

    /// The bytes of a scalar's token.
    #[inline]
    pub(super) fn token(&self, scalar: usize) -> Range<usize> {
        let node = self.nodes[scalar];
        let end = if node.length() == LONG { self.long_end(scalar) } else { node.start() + node.length() };
        node.start()..end
    }

    #[cold]
    fn long_end(&self, scalar: usize) -> usize {
        let at = self.long.partition_point(|&(node, _)| node < scalar);
        self.long.get(at).map_or(0, |&(_, end)| end)
    }

    /// The bytes between the quotes of a string.
    #[inline]
    pub(super) fn inside(&self, string: usize) -> Range<usize> {
        let token = self.token(string);
        token.start + 1..token.end - 1
    }

    /// The nodes of an object's names, in the order of the text; each value is the node after its name.
    #[inline]
    pub(super) fn members(&self, object: usize) -> impl Iterator<Item = usize> {
        self.members_from(object + 1, self.after(object))
    }

    /// The same from a name on; `end` is the node after the object.
    #[inline]
    pub(super) fn members_from(&self, name: usize, end: usize) -> impl Iterator<Item = usize> {
        let mut next = name;
        std::iter::from_fn(move || {
            let name = next;
            (name < end).then(|| {
                next = self.after(name + 1);
                name
            })
        })
    }
}
