//! Calls that are told apart everywhere but inside inner objects: one cause, whatever the calls were meant to ask.

use super::asked::{Asked, Failure};
use super::checker::Checker;
use super::question::Judging;
use super::shrink::{replace_calls, spellings};
use crate::identity::{Style, canonical};
use crate::step::Case;

/// The rule that a difference counts wherever it is.
pub(super) const ANYWHERE: &str = "identity.full-length";
/// Arguments that differ plainly, inside an inner object and nowhere else.
pub(super) const INSIDE: [&[u8]; 2] = [b"{\"o\":{\"a\":1}}", b"{\"o\":{\"b\":\"x\"}}"];
/// The same difference where nobody overlooks it.
const OUTSIDE: [&[u8]; 2] = [b"{\"a\":1}", b"{\"b\":\"x\"}"];

impl Checker<'_> {
    /// Where even calls that differ plainly inside an inner object are taken for one, and the same difference outside of it is seen, that
    /// is the cause, and is kept: the rule that the question asks was not reached.
    pub(super) fn is_of_inner_objects(
        &mut self,
        origin: &str,
        asked: Option<&'static str>,
        case: &Case,
        failure: &Failure,
        judging: Judging,
    ) -> bool {
        let Some(two) = differing_inside(case) else { return false };
        let with = |texts: [&[u8]; 2]| {
            let mut plain = case.clone();
            replace_calls(&mut plain, |tool, args| {
                let at = two.iter().position(|(other, text)| other == tool && text == args)?;
                Some((tool.to_owned(), texts.get(at)?.to_vec()))
            });
            plain
        };
        let inside = with(INSIDE);
        let Asked::Fail(failed) = self.put(&inside, judging) else { return false };
        let is_alike = (failed.cause, &failed.difference.what) == (failure.cause, &failure.difference.what);
        if !is_alike || !matches!(self.put(&with(OUTSIDE), judging), Asked::Pass(_)) {
            return false;
        }
        if !self.is_found_again(origin, asked, ANYWHERE)
            && let Some(repeats) = self.repeat(origin, &inside, &failed, judging)
        {
            let finding = self.finding(origin, ANYWHERE, &[], inside, *failed, repeats.differing);
            self.findings.push(finding);
            self.is_found_again(origin, asked, ANYWHERE);
        }
        true
    }
}

/// Two calls of one tool in a case whose arguments differ inside inner objects only.
fn differing_inside(case: &Case) -> Option<[(String, Vec<u8>); 2]> {
    let mut calls = spellings(case);
    calls.sort();
    let [one, other] = <[_; 2]>::try_from(calls).ok()?;
    (one.0 == other.0 && differs_inside_only(&one.1, &other.1)).then_some([one, other])
}

/// Whether two argument texts mean different values that are the same once every inner object is empty.
pub(super) fn differs_inside_only(one: &[u8], other: &[u8]) -> bool {
    let [one, other] = [one, other].map(|args| canonical(args, Style::default()));
    one != other && emptied(&one) == emptied(&other)
}

/// A canonical text with nothing in its inner objects.
fn emptied(canonical: &str) -> String {
    let (mut out, mut levels, mut skipped) = (String::new(), 0_usize, 0_usize);
    let (mut inside, mut escaped) = (false, false);
    for char in canonical.chars() {
        match char {
            _ if escaped => escaped = false,
            '\\' if inside => escaped = true,
            '"' => inside = !inside,
            '[' | '{' if !inside && skipped > 0 => skipped += 1,
            '{' if !inside && levels > 0 => {
                out.push(char);
                skipped = 1;
            }
            '[' | '{' if !inside => levels += 1,
            ']' | '}' if !inside && skipped > 0 => skipped -= 1,
            ']' | '}' if !inside => levels = levels.saturating_sub(1),
            _ => {}
        }
        if skipped == 0 {
            out.push(char);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::differs_inside_only;

    #[test]
    fn only_what_stands_in_inner_objects_is_left_out() {
        let differs = |one: &str, other: &str| differs_inside_only(one.as_bytes(), other.as_bytes());
        for (one, other) in
            [(r#"{"o":{"a":1}}"#, r#"{"o":{"b":[{}]}}"#), (r#"{"l":[{"a":"}"},[{"b":1}]],"x":1}"#, r#"{"x":1,"l":[{"a":"{\""},[{}]]}"#)]
        {
            assert!(differs(one, other), "{one} {other}");
        }
        for (one, other) in [
            (r#"{"o":{"a":1}}"#, r#"{"o":{"a":1.0}}"#),
            (r#"{"o":{"a":1}}"#, r#"{"o":{"a":2},"x":1}"#),
            (r#"{"o":{"a":1},"b":2}"#, r#"{"o":{"a":1,"b":2}}"#),
            (r#"{"o":{"a":1}}"#, r#"{"o":[{"a":1}]}"#),
            (r#"{"l":[[1]]}"#, r#"{"l":[[2]]}"#),
            (r#"{"a":1}"#, r#"{"b":1}"#),
            (r#"{"s":"{\"a\":1}"}"#, r#"{"s":"{\"b\":1}"}"#),
        ] {
            assert!(!differs(one, other), "{one} {other}");
        }
    }
}
