//! The registry of rules: ids, levels and texts, read from the normative pages in `spec/`.
//!
//! A page is the only place where a rule is defined. There it looks like this, one sentence a line:
//!
//! ```text
//! r[repeat.reset.steer]
//! A steer from the user MUST reset the chain.
//! Why, in one sentence.
//! (Source: where it comes from.)
//! ```

use std::fmt;
use std::sync::OnceLock;

/// The pages that define rules, in spec order.
const PAGES: [(&str, &str); 4] = [
    ("spec/canonical-arguments.md", include_str!("../spec/canonical-arguments.md")),
    ("spec/repeat-reminder.md", include_str!("../spec/repeat-reminder.md")),
    ("spec/no-progress.md", include_str!("../spec/no-progress.md")),
    ("spec/runs.md", include_str!("../spec/runs.md")),
];

/// How special a rule is, by its id's beginning; the first row that fits counts. Wording is more special than an
/// identity class, that than what surrounds a chain (resets, transparency, counting, malformed input), that than
/// thresholds and arming, that than the bare chain. A reminder's own coming takes part in every longer chain, and so
/// stands below the thresholds.
const SPECIFICITY: [(&str, u8); 42] = [
    ("repeat.text.preview-scalars", 56),
    ("repeat.text.preview-", 55),
    ("repeat.text.", 50),
    ("progress.diagnostic", 50),
    ("progress.event.", 50),
    ("identity.", 40),
    // A list that matches nothing matters only where it cannot be left out; equality is the plainest match.
    ("pattern.no-match", 23),
    ("pattern.literal", 28),
    ("pattern.", 35),
    ("run.", 30),
    ("repeat.config.", 30),
    ("repeat.reset.not-own", 18),
    ("repeat.reset.", 30),
    ("repeat.transparent.", 30),
    ("repeat.counts.", 30),
    ("repeat.reminder.crossings", 25),
    ("repeat.threshold.unsorted", 26),
    ("repeat.threshold.first-short", 20),
    // A call after the reminder that could not be dropped is what matters.
    ("repeat.threshold.later-detailed", 21),
    ("repeat.threshold.", 22),
    ("repeat.chain.consecutive", 10),
    ("repeat.chain.change-resets", 12),
    ("repeat.chain.across-rounds", 12),
    ("repeat.chain.no-cycles", 14),
    ("repeat.chain.within-round", 13),
    // In model order, whatever the results, no cycles: how calls are counted, not that they are.
    ("repeat.chain.", 28),
    ("progress.bundle.disarms", 24),
    ("progress.no-cycles", 26),
    ("progress.own-text", 23),
    ("progress.warnings", 22),
    ("progress.ended", 22),
    ("progress.observation-resets", 22),
    ("progress.first-runs", 10),
    ("progress.second-runs", 10),
    ("progress.warn-second", 11),
    ("progress.third-blocked", 10),
    // Every reminder and every refusal has these: they are named when the answer itself shows it, never by taking part.
    ("repeat.reminder.", 5),
    ("repeat.never-blocks", 5),
    ("progress.zero-executions", 5),
    ("progress.answers", 5),
    ("progress.escalation", 5),
    ("progress.event", 5),
];

/// The specificity of every other rule of the no-progress policy: bundles, observations, exemptions, malformed rounds.
const SPECIFICITY_ELSE: u8 = 30;

/// How many ids [`suggest`] returns at most.
const SUGGESTIONS: usize = 5;

static REGISTRY: OnceLock<Registry> = OnceLock::new();

/// One rule of the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The permanent id, such as `repeat.reset.steer`.
    pub id: &'static str,
    /// How binding it is.
    pub level: Level,
    /// The rule in one sentence: the headline of a failure.
    pub title: &'static str,
    /// The whole paragraph: title, reason and source, a line each.
    pub text: &'static str,
    /// Where the rule comes from.
    pub source: &'static str,
    /// The page that defines it, from the repository's root.
    pub page: &'static str,
}

impl Rule {
    /// Why the rule is there, in one sentence.
    pub fn reason(&self) -> &'static str {
        self.text.lines().nth(1).unwrap_or_default().trim()
    }

    /// Whether the policy of this name (`repeat-reminder`, `no-progress`, `any`, `identity`) is asked for the rule.
    pub fn applies_to(&self, policy: &str) -> bool {
        let family = self.id.split('.').next().unwrap_or_default();
        match policy {
            "repeat-reminder" => matches!(family, "identity" | "pattern" | "run" | "repeat"),
            "no-progress" => matches!(family, "identity" | "pattern" | "run" | "progress"),
            "any" => family == "identity" || matches!(self.id, "run.fresh" | "run.isolated" | "run.inert"),
            "identity" => family == "identity" || self.id == "run.inert",
            _ => false,
        }
    }
}

/// How binding a rule is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Level {
    /// A violation is nonconformance.
    Must,
    /// A violation is a warning; the rule can be waived.
    Should,
    /// The implementation declares what it does, and is judged by that.
    Choice,
}

impl Level {
    /// The words for it: `MUST`, `SHOULD` or `as declared`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Must => "MUST",
            Self::Should => "SHOULD",
            Self::Choice => "as declared",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A paragraph of a page that looks like a rule and is none. The registry leaves it out; a test demands that there are
/// none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The page.
    pub page: &'static str,
    /// The line of its `r[…]`, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.page, self.line, self.problem)
    }
}

/// All rules, in spec order.
pub fn all() -> &'static [Rule] {
    &registry().rules
}

/// The rule with this id.
pub fn get(id: &str) -> Option<&'static Rule> {
    all().iter().find(|rule| rule.id == id)
}

/// What the pages got wrong; empty in every release.
pub fn malformed() -> &'static [Malformed] {
    &registry().malformed
}

/// How special a rule is: a failure is named after the most special rule that takes part in it. 0 for an unknown id.
pub fn specificity(id: &str) -> u8 {
    if get(id).is_none() {
        return 0;
    }
    SPECIFICITY.iter().find(|(beginning, _)| id.starts_with(beginning)).map_or(SPECIFICITY_ELSE, |&(_, value)| value)
}

/// The ids that somebody who wrote `id` may have meant, the best first, at most five.
pub fn suggest(id: &str) -> Vec<&'static str> {
    let id = id.trim().to_ascii_lowercase();
    let bound = (id.len() / 4).max(2);
    let mut found: Vec<(usize, &'static str)> = all().iter().filter_map(|rule| Some((remoteness(&id, rule.id, bound)?, rule.id))).collect();
    found.sort_by_key(|&(distance, _)| distance);
    found.into_iter().take(SUGGESTIONS).map(|(_, id)| id).collect()
}

struct Registry {
    rules: Vec<Rule>,
    malformed: Vec<Malformed>,
}

fn registry() -> &'static Registry {
    REGISTRY.get_or_init(|| read(&PAGES))
}

fn read(pages: &[(&'static str, &'static str)]) -> Registry {
    let mut registry = Registry { rules: Vec::new(), malformed: Vec::new() };
    for &(page, text) in pages {
        let mut fenced = false;
        let mut at = 0;
        for (number, line) in text.split_inclusive('\n').enumerate() {
            at += line.len();
            let line = line.trim_end();
            fenced ^= line.trim_start().starts_with("```");
            let Some(id) = line.strip_prefix("r[").filter(|_| !fenced) else { continue };
            let mut refuse = |problem| registry.malformed.push(Malformed { page, line: number + 1, problem });
            match parse(id, paragraph(&text[at..]), page) {
                Ok(rule) if registry.rules.iter().any(|other| other.id == rule.id) => refuse(format!("`{}` is defined twice", rule.id)),
                Ok(rule) => registry.rules.push(rule),
                Err(problem) => refuse(problem),
            }
        }
    }
    registry
}

/// The text up to the first blank line or the next rule.
fn paragraph(text: &'static str) -> &'static str {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        if line.trim().is_empty() || line.starts_with("r[") {
            break;
        }
        end += line.len();
    }
    text[..end].trim_end()
}

fn parse(id: &'static str, text: &'static str, page: &'static str) -> Result<Rule, String> {
    let id = id.strip_suffix(']').ok_or_else(|| format!("`r[{id}` does not end in `]`"))?;
    let word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    if !(id.contains('.') && id.split('.').all(word)) {
        return Err(format!("`{id}` is not two or more lower-case words with dots between them"));
    }
    let mut lines = text.lines().map(str::trim);
    let (Some(title), Some(_), Some(source), None) = (lines.next(), lines.next(), lines.next(), lines.next()) else {
        return Err(format!("`{id}` is not three lines: the rule, the reason, the source"));
    };
    if !title.ends_with('.') {
        return Err(format!("the first line of `{id}` is not a sentence"));
    }
    let source = source
        .strip_prefix("(Source: ")
        .and_then(|rest| rest.strip_suffix(".)"))
        .ok_or_else(|| format!("the last line of `{id}` is not `(Source: ….)`"))?;
    let says = |keyword: &str| title.split(|c: char| !c.is_alphabetic()).any(|word| word == keyword);
    let level = match (says("MUST"), says("SHOULD"), title.contains("as declared")) {
        (true, false, false) => Level::Must,
        (false, true, false) => Level::Should,
        (false, false, true) => Level::Choice,
        _ => return Err(format!("the first line of `{id}` needs one of MUST, SHOULD and `as declared`")),
    };
    Ok(Rule { id, level, title, text, source, page })
}

/// How far a rule's id is from what was written: beginnings first, then ends, then misspellings; `None` = too far.
fn remoteness(written: &str, id: &str, bound: usize) -> Option<usize> {
    if written.is_empty() {
        return None;
    }
    let inside = |long: &str, short: &str| long.strip_prefix(short).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    if inside(id, written) || inside(written, id) {
        return Some(0);
    }
    if id.starts_with(written) || id.strip_suffix(written).is_some_and(|rest| rest.ends_with('.')) {
        return Some(1);
    }
    distance(written.as_bytes(), id.as_bytes(), bound).map(|distance| distance + 2)
}

/// Insertions, deletions and replacements between two words, where there are no more than `bound`.
fn distance(a: &[u8], b: &[u8], bound: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > bound {
        return None;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row.last().copied().filter(|&distance| distance <= bound)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "r[a.b]\nIt MUST be so.\nBecause.\n(Source: us.)\n";

    fn problems(text: &'static str) -> Vec<String> {
        read(&[("page", text)]).malformed.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_page_reads_without_a_problem() {
        assert_eq!(malformed(), []);
        for (page, _) in PAGES {
            assert!(all().iter().any(|rule| rule.page == page), "{page} defines no rule");
        }
    }

    #[test]
    fn a_rule_is_read_with_its_parts() {
        let read = read(&[("page", GOOD)]);
        let [rule] = read.rules[..] else { panic!("{:?}", read.malformed) };
        assert_eq!((rule.id, rule.level, rule.title, rule.source), ("a.b", Level::Must, "It MUST be so.", "us"));
        assert_eq!(rule.reason(), "Because.");
        assert_eq!(rule.text, "It MUST be so.\nBecause.\n(Source: us.)");
    }

    #[test]
    fn what_is_not_a_rule_is_reported_and_left_out() {
        let cases = [
            ("r[a.b\nIt MUST be so.\nBecause.\n(Source: us.)", "does not end"),
            ("r[a]\nIt MUST be so.\nBecause.\n(Source: us.)", "two or more"),
            ("r[a.B]\nIt MUST be so.\nBecause.\n(Source: us.)", "lower-case"),
            ("r[a.b]\n\nIt MUST be so.\nBecause.\n(Source: us.)", "three lines"),
            ("r[a.b]\nIt MUST be so.\n(Source: us.)", "three lines"),
            ("r[a.b]\nIt MUST be so\nBecause.\n(Source: us.)", "sentence"),
            ("r[a.b]\nIt MUST be so.\nBecause.\nSource: us.", "last line"),
            ("r[a.b]\nIt is so.\nBecause.\n(Source: us.)", "needs one of"),
            ("r[a.b]\nIt MUST and SHOULD be so.\nBecause.\n(Source: us.)", "needs one of"),
            ("r[a.b]", "three lines"),
        ];
        for (text, problem) in cases {
            let found = problems(text);
            assert!(matches!(&found[..], [one] if one.contains(problem)), "{text:?}: {found:?}");
            assert_eq!(read(&[("page", text)]).rules, []);
        }
        assert!(matches!(&problems("r[a.b]\nIt MUST be so.\nB.\n(Source: us.)\nr[a.b]\nIt MUST be so.\nB.\n(Source: us.)")[..],
            [one] if one.starts_with("page:5: ") && one.contains("twice")));
    }

    #[test]
    fn a_fence_hides_an_example_of_a_rule() {
        assert_eq!(read(&[("page", "```text\nr[a.b]\n```\n")]).malformed, []);
    }

    #[test]
    fn levels_come_from_the_keyword() {
        for (title, level) in
            [("It SHOULD NOT be.", Level::Should), ("It is, as declared.", Level::Choice), ("It MUST NOT be.", Level::Must)]
        {
            let text: &'static str = Box::leak(format!("{title}\nBecause.\n(Source: us.)").into_boxed_str());
            assert_eq!(parse("a.b]", text, "page").map(|rule| rule.level), Ok(level));
        }
    }

    #[test]
    fn suggestions_follow_beginnings_ends_and_misspellings() {
        assert_eq!(suggest("repeat.reset.ster"), ["repeat.reset.steer"]);
        assert_eq!(suggest("steer"), ["repeat.reset.steer"]);
        assert_eq!(suggest("repeat.reset.steer.extra")[0], "repeat.reset.steer");
        assert_eq!(suggest("identity").len(), SUGGESTIONS);
        assert_eq!(suggest("nothing like it at all"), [""; 0]);
        assert_eq!(suggest(""), [""; 0]);
    }

    #[test]
    fn specificity_follows_the_fixed_order_of_attribution() {
        let order = ["repeat.text.short", "identity.escapes", "repeat.reset.steer", "repeat.threshold.once", "repeat.chain.consecutive"];
        assert!(order.is_sorted_by(|a, b| specificity(a) > specificity(b)));
        let order = ["progress.diagnostic", "identity.escapes", "progress.exempt", "progress.warnings", "progress.second-runs"];
        assert!(order.is_sorted_by(|a, b| specificity(a) > specificity(b)));
        assert!(specificity("progress.third-blocked") > specificity("progress.escalation"));
        assert!(specificity("repeat.threshold.once") > specificity("repeat.reset.not-own"));
        assert_eq!(specificity("no.such.rule"), 0);
        for (beginning, _) in SPECIFICITY {
            assert!(all().iter().any(|rule| rule.id.starts_with(beginning)), "{beginning} fits no rule");
        }
    }

    #[test]
    fn policies_are_asked_for_their_own_rules() {
        let count = |policy| all().iter().filter(|rule| rule.applies_to(policy)).count();
        assert_eq!(["repeat-reminder", "no-progress", "any", "identity", "other"].map(count), [69, 70, 21, 19, 0]);
    }
}
