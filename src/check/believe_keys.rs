//! A pair of keys that is judged wrongly: made smaller, and named after one rule by what else the function takes wrongly.

use super::asked::{Asked, Failure};
use super::attribute::{of_keys, spelling_classes};
use super::believe_inside::{ANYWHERE, INSIDE, differs_inside_only};
use super::checker::Checker;
use super::question::Judging;
use super::small_pairs::SMALL_PAIRS;
use super::verdict::Cause;
use crate::identity::{KeyChoices, Style, canonical, pair};
use crate::rule;
use crate::step::{Action, Case, Key, Step};

/// How often a pair is asked again while it is made smaller.
const BUDGET: usize = 300;
/// Bytes up to which texts are cut down.
const LONGEST: usize = 4096;

impl Checker<'_> {
    /// Makes a failing pair smaller, names it, repeats it and keeps it.
    pub(super) fn failed_keys(&mut self, origin: &str, asked: Option<&'static str>, case: &Case, failure: &Failure, same: bool) {
        let judging = Judging::Keys { same };
        let choices = self.profile.key_choices();
        let known = if same { self.known_spelling(case, &choices) } else { None };
        if let Some(rule) = known
            && self.is_found_again(origin, asked, rule)
        {
            return;
        }
        let plain = if same { None } else { self.plain_cause(case) };
        let (rule, shrunk) = plain.unwrap_or_else(|| {
            let shrunk = self.smaller(case, same, &choices);
            (of_keys(&shrunk, &choices).or(asked).unwrap_or("run.inert"), shrunk)
        });
        if self.is_found_again(origin, asked, rule) {
            return;
        }
        let failure = self.again(&shrunk, failure, judging);
        let Some(repeats) = self.repeat(origin, &shrunk, &failure, judging) else { return };
        let finding = self.finding(origin, rule, &[], shrunk, failure, repeats.differing);
        self.findings.push(finding);
        self.is_found_again(origin, asked, rule);
    }

    /// A way of spelling that is known to be taken wrongly and takes part here.
    fn known_spelling(&self, case: &Case, choices: &KeyChoices) -> Option<&'static str> {
        let classes = spelling_classes(case, choices).into_iter();
        classes.filter(|rule| self.findings.iter().any(|finding| finding.rule == *rule)).max_by_key(|rule| rule::specificity(rule))
    }

    /// Where even calls that are plainly different have one key, that is the cause, however the pair was meant: names that take no
    /// part, a key that ends before the arguments do, or one that holds nothing of inner objects.
    fn plain_cause(&mut self, case: &Case) -> Option<(&'static str, Case)> {
        let [one, other] = two(case)?;
        if one.tool != other.tool {
            let named = |name: &str| Key { tool: Some(name.to_owned()), args: b"{}".to_vec() };
            let plain = with(case, [named("look"), named("edit")]);
            return self.is_wrong(&plain, false).then_some(("identity.name", plain));
        }
        let texts = [&one, &other].map(|key| canonical(&key.args, Style::default()));
        let alike = texts[0].chars().zip(texts[1].chars()).take_while(|(a, b)| a == b).count();
        let late = |length: usize| {
            let text =
                |last: &str| Key { tool: one.tool.clone(), args: format!("{{\"x\":\"{}{last}\"}}", "a".repeat(length)).into_bytes() };
            with(case, [text("b"), text("c")])
        };
        // What stands before the filler's letters in its canonical text.
        let mut most = alike.saturating_sub("{\"x\":\"".len());
        if !self.is_wrong(&late(most), false) {
            let inside = args(case, INSIDE);
            let is_inside = differs_inside_only(&one.args, &other.args) && self.is_wrong(&inside, false);
            return is_inside.then_some((ANYWHERE, inside));
        }
        let mut least = 0;
        while least < most {
            let middle = usize::midpoint(least, most);
            if self.is_wrong(&late(middle), false) { most = middle } else { least = middle + 1 }
        }
        Some((ANYWHERE, late(most)))
    }

    fn is_wrong(&mut self, case: &Case, same: bool) -> bool {
        match self.put(case, Judging::Keys { same }) {
            Asked::Fail(failure) => failure.cause == Cause::WrongAnswer && failure.difference.rule.is_none(),
            Asked::Error(_) | Asked::Pass(_) => false,
        }
    }

    /// The pair made smaller as long as it fails and its class stays.
    fn smaller(&mut self, case: &Case, same: bool, choices: &KeyChoices) -> Case {
        let mut best = case.clone();
        let mut left = BUDGET;
        let Some([one, other]) = two(case) else { return best };
        if one.tool == other.tool {
            for (x, y) in SMALL_PAIRS.iter().flat_map(|&(x, y)| [(x, y), (y, x)]) {
                let candidate = args(case, [x.as_bytes(), y.as_bytes()]);
                if size(&candidate) < size(&best) && self.try_smaller(&mut best, candidate, same, choices, &mut left) {
                    break;
                }
            }
        } else {
            let candidate = args(case, [b"{}", b"{}"]);
            self.try_smaller(&mut best, candidate, same, choices, &mut left);
        }
        if size(&best) <= 2 * LONGEST {
            self.cut_keys(&mut best, same, choices, &mut left);
        }
        best
    }

    fn try_smaller(&mut self, best: &mut Case, candidate: Case, same: bool, choices: &KeyChoices, left: &mut usize) -> bool {
        let (now, then) = (class(&candidate, choices), class(best, choices));
        let fewer = || !now.2.is_empty() && now.2.iter().all(|class| then.2.contains(class));
        // A class of names that are read in a special way must not come in by cutting names short.
        let of_the_pair = now.1 == then.1 || now.1.is_some_and(|rule| then.2.contains(&rule));
        let stays = now.0 == Some(same) && of_the_pair && (then.2.is_empty() || fewer());
        if !stays || candidate == *best || *left == 0 {
            return false;
        }
        *left -= 1;
        let wrong = self.is_wrong(&candidate, same);
        if wrong {
            *best = candidate;
        }
        wrong
    }

    /// Cuts blocks out of both texts where they are alike, then out of each.
    fn cut_keys(&mut self, best: &mut Case, same: bool, choices: &KeyChoices, left: &mut usize) {
        for which in [Which::Before, Which::Behind, Which::First, Which::Second] {
            let mut block = size(best) / 2;
            while block > 0 && *left > 0 {
                let mut at = 0;
                while let Some(candidate) = without(best, which, at, block) {
                    // A member without a name makes people ask why.
                    let is_odd = has_empty_name(&candidate) && !has_empty_name(best);
                    if is_odd || !self.try_smaller(best, candidate, same, choices, left) {
                        at += block;
                    }
                }
                block /= 2;
            }
        }
    }
}

/// Where a block is cut out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    /// Of both, counted from the end.
    Behind,
    /// Of both, counted from the beginning.
    Before,
    First,
    Second,
}

/// The pair without `block` bytes from `at` on; none where nothing is left to cut, or where a text that was JSON would be none.
fn without(case: &Case, which: Which, at: usize, block: usize) -> Option<Case> {
    let [one, other] = two(case)?;
    let cut = |text: &[u8], behind: bool| {
        let end = at.checked_add(block).filter(|end| *end <= text.len())?;
        let range = if behind { text.len() - end..text.len() - at } else { at..end };
        Some([text.get(..range.start)?, text.get(range.end..)?].concat())
    };
    let behind = which == Which::Behind;
    let a = if which == Which::Second { one.args.clone() } else { cut(&one.args, behind)? };
    let b = if which == Which::First { other.args.clone() } else { cut(&other.args, behind)? };
    Some(args(case, [&a, &b]))
}

/// Whether the two are one call, their rule, the ways of spelling in which they differ.
fn class(case: &Case, choices: &KeyChoices) -> (Option<bool>, Option<&'static str>, Vec<&'static str>) {
    let Some([one, other]) = two(case) else { return (None, None, Vec::new()) };
    let tool = |key: &Key| key.tool.clone().unwrap_or_default();
    let pairing = pair((&tool(&one), &one.args), (&tool(&other), &other.args), choices);
    (Some(pairing.same), pairing.rule, spelling_classes(case, choices))
}

fn two(case: &Case) -> Option<[Key; 2]> {
    let mut keys = case.steps.iter().filter_map(|step| if let Action::Key(key) = &step.action { Some(key.clone()) } else { None });
    Some([keys.next()?, keys.next()?])
}

fn with(case: &Case, keys: [Key; 2]) -> Case {
    Case { policy: case.policy, steps: keys.into_iter().map(|key| Step::new(Action::Key(key))).collect() }
}

/// The pair with other arguments.
fn args(case: &Case, texts: [&[u8]; 2]) -> Case {
    let mut changed = case.clone();
    for (step, text) in changed.steps.iter_mut().zip(texts) {
        if let Action::Key(key) = &mut step.action {
            key.args = text.to_vec();
        }
    }
    changed
}

fn has_empty_name(case: &Case) -> bool {
    two(case).is_some_and(|keys| keys.iter().any(|key| key.args.windows(3).any(|three| three == b"\"\":")))
}

fn size(case: &Case) -> usize {
    two(case).map_or(0, |keys| keys.iter().map(|key| key.args.len()).sum())
}
