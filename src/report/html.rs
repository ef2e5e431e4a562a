//! The report as one HTML file: no script, no network, dark and light.

use minijinja::{Environment, Value, context};
use serde::Serialize;

use super::card::card_lines;
use super::guarantee::guaranteed;
use super::outcome::{Deny, Outcome, name, outcomes, printable, stale, title, why};
use super::table::{Row, rows};
use super::terminal::{again, headline, pair_title, plain};
use crate::check::{Finding, Report, SuiteReport};

/// What pages are made of. The name's ending switches escaping on.
const TEMPLATES: [(&str, &str); 4] = [
    ("finding.html", include_str!("finding.html")),
    ("matrix.html", include_str!("matrix/matrix.html")),
    ("page.css", include_str!("page.css")),
    ("page.html", include_str!("page.html")),
];

/// Bytes of one text that a page shows; nobody reads more, and the JSON report holds it.
const LONGEST_TEXT: usize = 16 * 1024;

/// Reports as one page.
///
/// # Errors
/// None that is known: the template is part of the kit, and a test renders it.
pub fn to_html(reports: &[Report], deny: Deny) -> Result<String, minijinja::Error> {
    let reports: Vec<Shown<'_>> = reports.iter().map(|report| shown(report, deny)).collect();
    page("page.html", context! { reports })
}

/// A page by its template.
pub(super) fn page(template: &str, context: Value) -> Result<String, minijinja::Error> {
    let mut environment = Environment::new();
    for (name, text) in TEMPLATES {
        environment.add_template(name, text)?;
    }
    environment.get_template(template)?.render(context).map(|page| printable(&page))
}

/// A report as the page shows it.
#[derive(Serialize)]
struct Shown<'r> {
    name: String,
    headline: String,
    result: &'r Report,
    card: Vec<String>,
    findings: Vec<ShownFinding<'r>>,
    rules: Vec<ShownRule<'r>>,
    counts: [usize; 6],
    stale: Vec<String>,
    suites: Vec<String>,
    guarantee: Option<String>,
}

/// A finding as every page shows it.
#[derive(Serialize)]
pub(super) struct ShownFinding<'r> {
    finding: &'r Finding,
    level: &'static str,
    cause: &'static str,
    denied: bool,
    /// Why it is known.
    expected: Option<String>,
    rows: Vec<Row>,
    again: String,
    /// What the pair says by which it was found.
    says: Option<String>,
    /// Where it is short enough for a page.
    case: Option<String>,
    /// Both texts in full, where the table has no room for them.
    texts: bool,
}

#[derive(Serialize)]
struct ShownRule<'r> {
    id: &'r str,
    title: &'static str,
    level: &'static str,
    verdict: &'static str,
    reason: String,
    cases: u64,
}

fn shown(report: &Report, deny: Deny) -> Shown<'_> {
    let mut counts = [0; 6];
    let rules = outcomes(report, deny).map(|(rule, outcome)| {
        let (at, verdict, reason) = match outcome {
            Outcome::Pass => (0, "pass", String::new()),
            Outcome::Fail(_) => (1, "fail", String::new()),
            Outcome::Warning(_) => (2, "warning", String::new()),
            Outcome::Skip(reason) => (3, "not judged", reason.to_owned()),
            Outcome::Error(reason) => (4, "error", reason.to_owned()),
            Outcome::Expected(entry, _) => (5, "expected", why(entry)),
        };
        counts[at] += 1;
        ShownRule { id: &rule.id, title: title(&rule.id), level: rule.level.name(), verdict, reason, cases: rule.cases }
    });
    let rules = rules.collect();
    Shown {
        name: name(report),
        headline: plain(&headline(report)),
        result: report,
        card: report.card.as_ref().map(card_lines).unwrap_or_default(),
        findings: report.findings.iter().map(|finding| shown_finding(report, finding, deny)).collect(),
        rules,
        counts,
        stale: stale(report).lines().map(str::to_owned).collect(),
        suites: report.suites.iter().map(suite_words).collect(),
        guarantee: guaranteed(report),
    }
}

pub(super) fn shown_finding<'r>(report: &Report, finding: &'r Finding, deny: Deny) -> ShownFinding<'r> {
    let difference = &finding.difference;
    ShownFinding {
        finding,
        level: finding.level.name(),
        cause: finding.cause.words(),
        denied: deny.fails(report, finding),
        expected: report.expects(finding).map(why),
        rows: rows(finding),
        again: again(report, finding),
        says: pair_title(&finding.origin),
        case: serde_json::to_string_pretty(&finding.case).ok().filter(|text| text.len() <= LONGEST_TEXT),
        texts: [&difference.want, &difference.got].iter().any(|text| text.chars().count() > 60 && text.len() <= LONGEST_TEXT),
    }
}

/// What a suite was built from, and how much of it was asked.
fn suite_words(suite: &SuiteReport) -> String {
    let dropped = if suite.dropped.is_empty() { String::new() } else { format!("; left out: {}", suite.dropped.join(", ")) };
    format!(
        "{}: {} of {} words over {} symbols ({}), {} states of the model and {} more{dropped}",
        suite.technique.name(),
        suite.asked,
        suite.words,
        suite.alphabet.len(),
        suite.alphabet.join(", "),
        suite.states,
        suite.extra
    )
}
