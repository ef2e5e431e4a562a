//! Whether a call is the one before it: no key is made where two texts can be compared.

use super::grammar::Levels;
use super::lockstep::{Walk, walk};
use super::matching::{Matching, Side};
use super::outline::Outline;
use super::token::{shared, trim};

/// The identity of the last call of a chain, against which the next one is held.
///
/// It answers exactly as [`CallKey`](super::CallKey)s made with the default [`KeyChoices`](super::KeyChoices) do: numbers are
/// `exact` and no member is ignored. But it stores the last call's text as it is, compares texts from left to right, and stops at
/// the first difference that no spelling can undo. Only an object whose members come in another order is ever sorted.
///
/// Nothing is allocated once its buffers have grown to the size of the largest call, and they keep that size.
///
/// ```
/// use loopspec::identity::ChainKey;
///
/// let mut last = ChainKey::new();
/// assert!(!last.follow("read", br#"{"path":"a","limit":10}"#));
/// assert!(last.follow("read", br#"{ "limit": 1e1, "path": "\u0061" }"#));
/// assert!(!last.follow("read", br#"{"path":"a","limit":11}"#));
/// ```
#[derive(Clone, Debug, Default)]
pub struct ChainKey {
    last: Kept,
    is_set: bool,
    work: Work,
}

impl ChainKey {
    /// No call yet: the first one follows nothing.
    pub fn new() -> ChainKey {
        ChainKey::default()
    }

    /// Whether this call is the same as the last one; from now on it is the last one.
    pub fn follow(&mut self, tool: &str, args: &[u8]) -> bool {
        let same = self.is_set && self.last.follow(tool, args, &mut self.work);
        if !same {
            self.last.keep(tool, args);
        }
        self.is_set = true;
        same
    }

    /// Forgets the last call, but not the memory that it took.
    pub fn forget(&mut self) {
        self.is_set = false;
    }
}

/// The identity of the last *bundle* of calls: the same when there are as many calls and each is the same as the one in its
/// place. See [`ChainKey`] for one call.
#[derive(Clone, Debug, Default)]
pub struct ChainBundle {
    /// Calls of the last bundle, and behind them memory of longer ones.
    calls: Vec<Kept>,
    len: usize,
    is_set: bool,
    work: Work,
}

impl ChainBundle {
    /// No bundle yet: the first one follows nothing, even when it is empty.
    pub fn new() -> ChainBundle {
        ChainBundle::default()
    }

    /// Whether these calls (tool's name, text of arguments) are the same bundle as the last one, which they are from now on.
    pub fn follow<'c>(&mut self, calls: impl IntoIterator<Item = (&'c str, &'c [u8])>) -> bool {
        let mut same = self.is_set;
        let mut count = 0;
        for (tool, args) in calls {
            if count == self.calls.len() {
                self.calls.push(Kept::default());
            }
            let place = &mut self.calls[count];
            if !(same && count < self.len && place.follow(tool, args, &mut self.work)) {
                same = false;
                place.keep(tool, args);
            }
            count += 1;
        }
        same &= count == self.len;
        (self.len, self.is_set) = (count, true);
        same
    }

    /// The calls of the last bundle; none when it was forgotten. Their arguments come without the JSON blanks around them.
    pub fn calls(&self) -> impl Iterator<Item = (&str, &[u8])> {
        let len = if self.is_set { self.len } else { 0 };
        self.calls[..len].iter().map(|call| (call.tool.as_str(), call.args.as_slice()))
    }

    /// Forgets the last bundle, but not the memory that it took.
    pub fn forget(&mut self) {
        self.is_set = false;
    }
}

/// A call as it was written.
#[derive(Clone, Debug, Default)]
struct Kept {
    tool: String,
    /// Without the JSON blanks around it.
    args: Vec<u8>,
    outline: Outline,
    outlined: bool,
}

/// What a comparison needs beside the last call, to be used again.
#[derive(Clone, Debug, Default)]
struct Work {
    levels: Levels,
    matching: Matching,
    outline: Outline,
}

impl Kept {
    fn keep(&mut self, tool: &str, args: &[u8]) {
        tool.clone_into(&mut self.tool);
        trim(args).1.clone_into(&mut self.args);
        self.outlined = false;
    }

    /// Whether a call is this one. If so its spelling is the one that is kept: most of all the very same text comes again.
    fn follow(&mut self, tool: &str, args: &[u8], work: &mut Work) -> bool {
        if tool != self.tool {
            return false;
        }
        // What is kept has no blanks around it: what is equal to it has none either.
        if args == self.args {
            return true;
        }
        let (_, args) = trim(args);
        if args == self.args {
            return true;
        }
        let outlined = match walk(&self.args, args, shared(&self.args, args), &mut work.levels) {
            Walk::Different => return false,
            Walk::Same => false,
            Walk::Reordered(names) => {
                if !self.is_reordered(args, names, work) {
                    return false;
                }
                std::mem::swap(&mut self.outline, &mut work.outline);
                true
            }
        };
        args.clone_into(&mut self.args);
        self.outlined = outlined;
        true
    }

    /// Whether both texts are JSON and mean the same, when this is so up to two names.
    fn is_reordered(&mut self, args: &[u8], names: usize, work: &mut Work) -> bool {
        let (Ok(last), Ok(next)) = (str::from_utf8(&self.args), str::from_utf8(args)) else { return false };
        if !work.outline.read(next, &mut work.levels) {
            return false;
        }
        if !self.outlined {
            self.outlined = self.outline.read(last, &mut work.levels);
        }
        let sides = [Side { text: last, outline: &self.outline }, Side { text: next, outline: &work.outline }];
        self.outlined && work.matching.is_same(sides[0], sides[1], names)
    }
}
