//! Two values side by side whose members may come in another order.

use super::grammar::Part;
use super::outline::Outline;
use super::spelling::{same_number, same_string};
use super::string::Str;

/// A text that is JSON, with its outline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side<'t> {
    pub(super) text: &'t str,
    pub(super) outline: &'t Outline,
}

impl<'t> Side<'t> {
    fn token(self, scalar: usize) -> &'t [u8] {
        &self.text.as_bytes()[self.outline.token(scalar)]
    }

    fn string(self, string: usize) -> Str<'t> {
        Str { raw: &self.text[self.outline.inside(string)], escaped: self.outline.part(string) == Part::Escaped }
    }
}

/// What of an array or object in both texts is still to be compared.
#[derive(Clone, Copy, Debug)]
enum Rest {
    /// Elements, from these nodes on.
    Elements,
    /// Members that came in one order so far, from these names on.
    Members,
    /// A part of the list of pairs.
    Pairs,
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    rest: Rest,
    next: (usize, usize),
    end: (usize, usize),
}

/// The buffers of a comparison, to be used again.
#[derive(Clone, Debug, Default)]
pub(super) struct Matching {
    frames: Vec<Frame>,
    /// Values of one name each, of all objects that had to be sorted and are still open, the innermost last.
    pairs: Vec<(usize, usize)>,
    names: [Vec<(u64, usize)>; 2],
}

impl Matching {
    /// Compares two values from two different names on, which begin at these bytes, when everything before them is the same.
    ///
    /// Nothing before the names is compared again, here or at a higher level, and no member before a difference in order:
    /// members that matched pairwise give every name the same first values on both sides, so that the objects are equal when
    /// and only when the remaining members are. Sorting is O(n log n) over all objects together, since each member is sorted at
    /// most once.
    pub(super) fn is_same(&mut self, a: Side<'_>, b: Side<'_>, names: (usize, usize)) -> bool {
        self.frames.clear();
        self.pairs.clear();
        self.resume(a, b, names);
        while let Some(frame) = self.frames.last_mut() {
            let (x, y) = match (frame.next.0 == frame.end.0, frame.next.1 == frame.end.1) {
                (true, true) => {
                    self.frames.pop();
                    continue;
                }
                (false, false) => match frame.rest {
                    Rest::Elements => {
                        let values = frame.next;
                        frame.next = (a.outline.after(values.0), b.outline.after(values.1));
                        values
                    }
                    Rest::Members if same_name(a, b, frame.next) => {
                        let values = (frame.next.0 + 1, frame.next.1 + 1);
                        frame.next = (a.outline.after(values.0), b.outline.after(values.1));
                        values
                    }
                    Rest::Members => {
                        if !self.pair_up(a, b) {
                            return false;
                        }
                        continue;
                    }
                    Rest::Pairs => {
                        // The list is taken from its end, so that it is as short as what is left.
                        frame.next = (frame.next.0 - 1, frame.next.1 - 1);
                        let Some(values) = self.pairs.pop() else { return false };
                        values
                    }
                },
                _ => return false,
            };
            if !self.enter(a, b, (x, y)) {
                return false;
            }
        }
        true
    }

    /// Opens everything that holds the names, behind what is the same already.
    fn resume(&mut self, a: Side<'_>, b: Side<'_>, names: (usize, usize)) {
        let mut container = (0, 0);
        loop {
            let object = a.outline.part(container.0) == Part::Object;
            let end = (a.outline.close_of(container.0), b.outline.close_of(container.1));
            let rest = if object { Rest::Members } else { Rest::Elements };
            let mut next = (container.0 + 1, container.1 + 1);
            loop {
                if a.outline.start(next.0) == names.0 {
                    self.frames.push(Frame { rest, next, end });
                    return;
                }
                let values = if object { (next.0 + 1, next.1 + 1) } else { next };
                next = (a.outline.after(values.0), b.outline.after(values.1));
                if a.outline.start(next.0) > names.0 {
                    self.frames.push(Frame { rest, next, end });
                    container = values;
                    break;
                }
            }
        }
    }

    /// Compares two values, or opens them.
    fn enter(&mut self, a: Side<'_>, b: Side<'_>, (x, y): (usize, usize)) -> bool {
        match (a.outline.part(x), b.outline.part(y)) {
            (Part::Array, Part::Array) | (Part::Object, Part::Object) => {
                let rest = if a.outline.part(x) == Part::Object { Rest::Members } else { Rest::Elements };
                let end = (a.outline.close_of(x), b.outline.close_of(y));
                self.frames.push(Frame { rest, next: (x + 1, y + 1), end });
                true
            }
            (Part::Number, Part::Number) => a.token(x) == b.token(y) || same_number(a.token(x), b.token(y)),
            (Part::Plain | Part::Escaped, Part::Plain | Part::Escaped) => same_name(a, b, (x, y)),
            (one, other) => one == other,
        }
    }

    /// Sorts the remaining members of the innermost object in both texts, and puts those of one name together.
    fn pair_up(&mut self, a: Side<'_>, b: Side<'_>) -> bool {
        let Some(frame) = self.frames.last_mut() else { return false };
        let [left, right] = &mut self.names;
        for (names, side, next, end) in [(&mut *left, a, frame.next.0, frame.end.0), (&mut *right, b, frame.next.1, frame.end.1)] {
            names.clear();
            names.extend(side.outline.members_from(next, end).map(|name| (prefix(side.string(name).raw), name)));
        }
        if left.len() != right.len() {
            return false;
        }
        let escaped = |side: Side<'_>, names: &[(u64, usize)]| names.iter().any(|&(_, name)| side.outline.part(name) == Part::Escaped);
        let spelled = !escaped(a, left) && !escaped(b, right);
        sort(a, left, spelled);
        sort(b, right, spelled);
        let alike = |(&(one, x), &(other, y)): (&(u64, usize), &(u64, usize))| !(spelled && one != other) && same_name(a, b, (x, y));
        if !left.iter().zip(right.iter()).all(alike) {
            return false;
        }
        let base = self.pairs.len();
        self.pairs.extend(left.iter().zip(right.iter()).map(|(one, other)| (one.1 + 1, other.1 + 1)));
        *frame = Frame { rest: Rest::Pairs, next: (self.pairs.len(), self.pairs.len()), end: (base, base) };
        true
    }
}

/// Sorts names by what they mean; those of one name stay in their order. Nothing is allocated, as a stable sort would.
fn sort(side: Side<'_>, names: &mut [(u64, usize)], spelled: bool) {
    if spelled {
        names.sort_unstable_by(|&(one, x), &(other, y)| {
            let rest = || side.string(x).raw.cmp(side.string(y).raw).then(x.cmp(&y));
            one.cmp(&other).then_with(rest)
        });
    } else {
        names.sort_unstable_by(|&(_, x), &(_, y)| side.string(x).compare(side.string(y)).then(x.cmp(&y)));
    }
}

/// The first bytes of a text as a number that orders as they do.
fn prefix(text: &str) -> u64 {
    let bytes = text.as_bytes();
    match bytes.first_chunk() {
        Some(first) => u64::from_be_bytes(*first),
        None => bytes.iter().rev().fold(0, |word, &byte| word >> 8 | u64::from(byte) << 56),
    }
}

fn same_name(a: Side<'_>, b: Side<'_>, (x, y): (usize, usize)) -> bool {
    let (one, other) = (a.string(x), b.string(y));
    one.raw == other.raw || same_string((one.raw.as_bytes(), one.escaped), (other.raw.as_bytes(), other.escaped))
}
