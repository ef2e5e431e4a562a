//! Two values side by side whose members may come in another order.

use super::grammar::Part;
use super::outline::Outline;
use super::spelling::{same_number, same_string};
use super::string::{Str, prefix};

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

    /// What stands between the quotes of a string.
    #[inline]
    fn inside(self, string: usize) -> &'t [u8] {
        &self.text.as_bytes()[self.outline.inside(string)]
    }

    fn string(self, string: usize) -> Str<'t> {
        Str { raw: &self.text[self.outline.inside(string)], escaped: self.outline.part(string) == Part::Escaped }
    }
}

/// Children of an array or object in both texts that are still to be compared: elements, or members that came in one order so far.
#[derive(Clone, Copy, Debug)]
struct Rest {
    object: bool,
    next: (usize, usize),
    end: (usize, usize),
}

/// The buffers of a comparison, to be used again.
#[derive(Clone, Debug, Default)]
pub(super) struct Matching {
    rests: Vec<Rest>,
    /// Values of one name each, of all objects that had to be sorted.
    pairs: Vec<(usize, usize)>,
    names: [Vec<(u64, usize)>; 2],
}

impl Matching {
    /// Compares two values from two different names on, which are this node in both, when everything before them is the same.
    ///
    /// Nothing before the names is compared again, here or at a higher level, and no member before a difference in order:
    /// members that matched pairwise give every name the same first values on both sides, so that the objects are equal when
    /// and only when the remaining members are. Sorting is O(n log n) over all objects together, since each member is sorted at
    /// most once. All that is left to compare must be the same, in whatever order it is taken.
    pub(super) fn is_same(&mut self, a: Side<'_>, b: Side<'_>, names: usize) -> bool {
        self.rests.clear();
        self.pairs.clear();
        self.resume(a, b, names);
        loop {
            let same = if let Some(rest) = self.rests.pop() {
                self.compare(a, b, rest)
            } else if let Some(values) = self.pairs.pop() {
                self.enter(a, b, values)
            } else {
                return true;
            };
            if !same {
                return false;
            }
        }
    }

    /// Leaves to be compared what stands behind the names, in all that holds them.
    fn resume(&mut self, a: Side<'_>, b: Side<'_>, names: usize) {
        let mut container = 0;
        loop {
            let object = a.outline.part(container) == Part::Object;
            let end = (a.outline.after(container), b.outline.after(container));
            let mut next = container + 1;
            while next < names {
                let value = next + usize::from(object);
                let after = a.outline.after(value);
                if names < after {
                    self.rests.push(Rest { object, next: (after, b.outline.after(value)), end });
                    container = value;
                    break;
                }
                next = after;
            }
            if next >= names {
                self.rests.push(Rest { object, next: (next, next), end });
                return;
            }
        }
    }

    /// Compares children up to the first that has children itself.
    fn compare(&mut self, a: Side<'_>, b: Side<'_>, mut rest: Rest) -> bool {
        loop {
            let values = match (rest.next.0 < rest.end.0, rest.next.1 < rest.end.1) {
                (false, false) => return true,
                (true, true) if !rest.object => rest.next,
                (true, true) if same_name(a, b, rest.next) => (rest.next.0 + 1, rest.next.1 + 1),
                (true, true) => return self.pair_up(a, b, rest),
                _ => return false,
            };
            rest.next = (a.outline.after(values.0), b.outline.after(values.1));
            if matches!(a.outline.part(values.0), Part::Array | Part::Object) {
                if rest.next.0 < rest.end.0 || rest.next.1 < rest.end.1 {
                    self.rests.push(rest);
                }
                return self.enter(a, b, values);
            }
            if !self.enter(a, b, values) {
                return false;
            }
        }
    }

    /// Compares two values, or leaves their children to be compared.
    #[inline]
    fn enter(&mut self, a: Side<'_>, b: Side<'_>, (x, y): (usize, usize)) -> bool {
        match (a.outline.part(x), b.outline.part(y)) {
            (Part::Array, Part::Array) | (Part::Object, Part::Object) => {
                let object = a.outline.part(x) == Part::Object;
                self.rests.push(Rest { object, next: (x + 1, y + 1), end: (a.outline.after(x), b.outline.after(y)) });
                true
            }
            (Part::Number, Part::Number) => a.token(x) == b.token(y) || same_number(a.token(x), b.token(y)),
            (Part::Plain | Part::Escaped, Part::Plain | Part::Escaped) => same_name(a, b, (x, y)),
            (one, other) => one == other,
        }
    }

    /// Sorts the remaining members of an object in both texts, and leaves the values of one name to be compared.
    fn pair_up(&mut self, a: Side<'_>, b: Side<'_>, rest: Rest) -> bool {
        let [left, right] = &mut self.names;
        for (names, side, next, end) in [(&mut *left, a, rest.next.0, rest.end.0), (&mut *right, b, rest.next.1, rest.end.1)] {
            names.clear();
            for name in side.outline.members_from(next, end) {
                names.push((prefix(side.inside(name)), name));
            }
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
        self.pairs.extend(left.iter().zip(right.iter()).map(|(one, other)| (one.1 + 1, other.1 + 1)));
        true
    }
}

/// Sorts names by what they mean; those of one name stay in their order. Nothing is allocated, as a stable sort would.
fn sort(side: Side<'_>, names: &mut [(u64, usize)], spelled: bool) {
    if spelled {
        names.sort_unstable_by(|&(one, x), &(other, y)| {
            let rest = || side.inside(x).cmp(side.inside(y)).then(x.cmp(&y));
            one.cmp(&other).then_with(rest)
        });
    } else {
        names.sort_unstable_by(|&(_, x), &(_, y)| side.string(x).compare(side.string(y)).then(x.cmp(&y)));
    }
}

#[inline]
fn same_name(a: Side<'_>, b: Side<'_>, (x, y): (usize, usize)) -> bool {
    let (one, other) = (a.inside(x), b.inside(y));
    let escaped = |side: Side<'_>, name| side.outline.part(name) == Part::Escaped;
    one == other || same_string((one, escaped(a, x)), (other, escaped(b, y)))
}
