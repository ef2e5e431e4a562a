//! The forms of a report: what each says of a pass, a failure, a warning, what was not judged and what could not be asked; and that others can read it.

use std::collections::BTreeMap;

use loopspec::check::{Cause, Expected, KnownFailure, Report, RunResult, Verdict};
use loopspec::report::{Deny, plain, render, to_badge, to_html, to_junit, to_markdown, to_tap};
use loopspec::rule::Level;
use loopspec::step::{Action, Call, Options, Outcome, Reply, Round, Step};
use roxmltree::{Document, Node};

/// A small report with one rule of each kind, and texts that mean something to each form.
fn report() -> Report {
    let mut report: Report = serde_json::from_str(include_str!("forms/report.json")).expect("a saved report");
    let finding = report.findings[0].clone();
    let mut warning = finding.clone();
    (warning.rule, warning.level, warning.cause) = ("identity.depth".to_owned(), Level::Should, Cause::Crash);
    warning.stderr = Some("a <b> & \u{1b}[31mred ``` # \u{0}\n...\nok 1 - not mine".to_owned());
    report.findings.push(warning);
    report.errors.push("`x` # <y> | z\nnot ok 9".to_owned());
    report.result = RunResult::Nonconformant;
    let verdicts = [
        ("identity.name", Verdict::Pass, None),
        ("identity.depth", Verdict::Fail, None),
        ("repeat.transparent.bookkeeping", Verdict::Fail, None),
        ("identity.ignored-members", Verdict::Skip, Some("waived # <by> \\ it")),
        ("run.inert", Verdict::Error, Some("it ended")),
    ];
    report.rules.retain(|rule| verdicts.iter().any(|(id, ..)| rule.id == *id));
    for rule in &mut report.rules {
        let (_, verdict, reason) = verdicts.iter().find(|(id, ..)| rule.id == *id).expect("one of them");
        (rule.verdict, rule.reason) = (*verdict, reason.map(str::to_owned));
    }
    report
}

fn cases(document: &Document<'_>) -> BTreeMap<String, String> {
    let said = |case: Node<'_, '_>| {
        let child = case.children().find(|child| ["failure", "error", "skipped"].contains(&child.tag_name().name()));
        child.map_or("success".to_owned(), |child| {
            format!("{}: {}", child.tag_name().name(), child.attribute("message").unwrap_or_default())
        })
    };
    let cases = document.descendants().filter(|node| node.has_tag_name("testcase"));
    cases.map(|case| (case.attribute("name").expect("a name").to_owned(), said(case))).collect()
}

#[test]
fn junit_tells_failures_errors_and_what_was_skipped_apart() {
    for (deny, failures) in [(Deny::Must, "1"), (Deny::Should, "2")] {
        let text = to_junit(&[report(), report()], deny).expect("it can be written");
        let document = Document::parse(&text).expect("an XML parser reads it");
        let suites: Vec<_> = document.descendants().filter(|node| node.has_tag_name("testsuite")).collect();
        assert_eq!(suites.len(), 2);
        let counts = ["tests", "failures", "errors"].map(|name| suites[0].attribute(name).expect("a count"));
        assert_eq!(counts, ["6", failures, "2"]);
        let depth = "Arguments nested 10,000 levels deep or 10 MB long SHOULD NOT crash, hang or merge calls.";
        let expected = [
            ("everything could be asked", "error: not everything".to_owned()),
            ("identity.depth", if deny == Deny::Should { format!("failure: {depth}") } else { "success".to_owned() }),
            ("identity.ignored-members", "skipped: waived # <by> \\ it".to_owned()),
            ("identity.name", "success".to_owned()),
            ("repeat.transparent.bookkeeping", "failure: A call of a bookkeeping tool MUST NOT add to the chain or break it.".to_owned()),
            ("run.inert", "error: it ended".to_owned()),
        ];
        assert_eq!(cases(&document), expected.map(|(name, said)| (name.to_owned(), said)).into());
        let run = document.descendants().find(|node| node.has_tag_name("failure") && node.attribute("type") == Some("wrong answer"));
        assert!(run.and_then(|node| node.text()).is_some_and(|text| text.contains("  > a {} ")), "{text}");
        assert!(text.contains("warning  identity.depth"), "a warning is told, whatever it counts as");
    }
}

/// One test point: whether it held, its description, its directive, its YAML.
type Point = (bool, String, String, String);

/// A reader of TAP 14 that takes nothing else.
fn tap(text: &str) -> Vec<Point> {
    let mut lines = text.lines().peekable();
    assert_eq!(lines.next(), Some("TAP version 14"));
    let plan: usize = lines.next().and_then(|line| line.strip_prefix("1..")?.parse().ok()).expect("a plan");
    let mut points: Vec<Point> = Vec::new();
    while let Some(line) = lines.next() {
        if line.starts_with("# ") {
            continue;
        }
        let (held, rest) = match line.strip_prefix("not ok ") {
            Some(rest) => (false, rest),
            None => (true, line.strip_prefix("ok ").unwrap_or_else(|| panic!("no line of TAP: {line:?}"))),
        };
        let rest = rest.strip_prefix(&format!("{} - ", points.len() + 1)).expect("a number and a dash");
        let (what, directive) = rest.split_once(" # ").unwrap_or((rest, ""));
        let mut yaml = String::new();
        if lines.next_if_eq(&"  ---").is_some() {
            loop {
                match lines.next().expect("the block ends") {
                    "  ..." => break,
                    inside => {
                        assert!(inside.is_empty() || inside.starts_with("  "), "{inside:?}");
                        yaml += &format!("{inside}\n");
                    }
                }
            }
        }
        points.push((held, what.to_owned(), directive.to_owned(), yaml));
    }
    assert_eq!(points.len(), plan);
    points
}

#[test]
fn tap_skips_what_was_not_judged_and_marks_a_warning_as_to_be_done() {
    let points = tap(&to_tap(&[report()], Deny::Must));
    let told: Vec<_> =
        points.iter().map(|(held, what, directive, yaml)| (*held, what.as_str(), directive.as_str(), !yaml.is_empty())).collect();
    assert_eq!(
        told,
        [
            (false, "everything could be asked", "", true),
            (true, "identity.name", "", false),
            (false, "identity.depth", "TODO a SHOULD rule, which is a warning", true),
            (true, "identity.ignored-members", "SKIP waived \\# <by> \\\\ it", false),
            (false, "repeat.transparent.bookkeeping", "", true),
            (false, "run.inert", "", true),
        ]
    );
    assert!(points[4].3.contains("    FAIL  repeat.transparent.bookkeeping"), "{}", points[4].3);
    let denied = tap(&to_tap(&[report(), report()], Deny::Should));
    assert_eq!(denied.len(), 12);
    assert_eq!(denied[2].2, "", "a denied rule is no TODO");
    assert!(denied[2].1.ends_with(", repeat-reminder: identity.depth"), "{}", denied[2].1);
}

#[test]
fn markdown_and_html_are_the_pinned_ones() {
    insta::assert_snapshot!("markdown", to_markdown(&[report()], Deny::Must));
    insta::assert_snapshot!(
        "html",
        to_html(&[report()], Deny::Must).expect("it can be rendered").split_once("</style>").expect("a style").1
    );
}

#[test]
fn html_is_one_file_that_fetches_nothing_and_that_a_screen_reader_can_walk() {
    let text = to_html(&[report(), report()], Deny::Should).expect("it can be rendered");
    for outside in ["<script", "src=", "@import", "url(", "http://", "https://", "<link"] {
        assert!(!text.contains(outside), "{outside}");
    }
    assert!(text.contains("prefers-color-scheme: dark") && text.contains("<html lang=\"en\">") && text.contains("name=\"viewport\""));
    assert!(!text.contains("<b>") && text.contains("a &lt;b&gt; &amp;"), "what a guard writes is text");
    let all = |tag: &str| text.matches(&format!("<{tag}")).count();
    assert_eq!(all("table"), all("caption"));
    assert_eq!(all("table"), all("thead>"));
    assert_eq!(all("th scope=\""), all("th ") + all("th>"), "every heading of a table says what it heads");
    assert_eq!(all("details"), all("summary"));
    assert!(all("h1") == 2 && all("h2") >= 2 && all("h3") == 4);
    let ids: Vec<&str> = text.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let once: std::collections::BTreeSet<&&str> = ids.iter().collect();
    assert_eq!(once.len(), ids.len(), "ids are unique");
    for label in text.split("aria-labelledby=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(ids.contains(&label), "{label}");
    }
    assert_eq!(text.matches("class=\"denied\"").count(), 4);
}

#[test]
fn a_badge_counts_what_holds_or_what_is_broken() {
    let mut broken = report();
    assert_eq!(
        to_badge(&[broken.clone()], Deny::Must),
        "{\"schemaVersion\":1,\"label\":\"loopspec\",\"message\":\"1 rule broken\",\"color\":\"red\"}\n"
    );
    assert!(to_badge(&[broken.clone()], Deny::Should).contains("\"2 rules broken\""));
    broken.findings.clear();
    broken.result = RunResult::Conformant;
    assert!(to_badge(&[broken.clone()], Deny::Must).contains("\"1 rule holds\",\"color\":\"brightgreen\""));
    broken.result = RunResult::Incomplete;
    assert!(to_badge(&[broken], Deny::Must).contains("\"incomplete\",\"color\":\"yellow\""));
}

#[test]
fn steps_of_two_runs_in_turn_are_told_once() {
    let mut report = report();
    let finding = &mut report.findings[0];
    let step = |run: &str, action: Action| Step { run: run.to_owned(), action };
    let round = || Action::Round(Round::new([(Call::new("c1", "look", "{}"), Some(Outcome::ok("ok")))]));
    let opens = ["a", "b"].map(|run| step(run, Action::Open(Options::default())));
    finding.case.steps = opens.into_iter().chain((0..9).map(|at| step(["a", "b"][at % 2], round()))).collect();
    finding.want = vec![Reply::silent(); 11];
    finding.got = finding.want.clone();
    finding.difference.step = 10;
    let text = plain(&render(&report));
    let table: Vec<&str> = text.lines().skip_while(|line| !line.contains("open")).take_while(|line| !line.is_empty()).collect();
    insta::assert_snapshot!(table.join("\n"), @r"
        a: open                      silent  silent
        b: open                      silent  silent
        a: look {}                   silent  silent
        b: look {}                   silent  silent
        the two above, 3 times more
      > a: look {}                   silent  silent
    ");
}

#[test]
fn what_is_expected_to_fail_fails_in_no_form_and_what_does_not_is_told_in_all() {
    let link = || Some("https://example.org/7".to_owned());
    let entry = |id: &str| Expected::new(KnownFailure::Rule(id.to_owned()), "as # <we> know", link());
    let mut report = report();
    report.errors.clear();
    report.rules.retain(|rule| rule.verdict != Verdict::Error);
    let known = report.clone().expecting([entry("repeat.transparent.bookkeeping"), entry("identity.depth")]);
    let stale = report.expecting([entry("repeat.transparent.bookkeeping"), entry("identity.name")]);
    let said = |report: &Report| {
        let one = std::slice::from_ref(report);
        let junit = to_junit(one, Deny::Should).expect("it can be written");
        let document = Document::parse(&junit).expect("an XML parser reads it");
        let junit: Vec<String> = cases(&document).into_iter().map(|(name, what)| format!("  {name}: {what}")).collect();
        let is_told = |line: &&str| {
            line.contains("ok ") && !line.contains("not mine")
                || line.contains("xpected")
                || line.contains("known")
                || line.contains("not fail")
        };
        let lines = |text: String| text.lines().filter(is_told).map(|line| format!("  {}", line.trim())).collect::<Vec<_>>().join("\n");
        [
            ("junit", junit.join("\n")),
            ("tap", lines(to_tap(one, Deny::Should))),
            ("markdown", lines(to_markdown(one, Deny::Should))),
            ("html", lines(to_html(one, Deny::Should).expect("it can be written"))),
            ("terminal", lines(plain(&render(report)))),
            ("badge", to_badge(one, Deny::Should)),
        ]
        .map(|(form, text)| format!("{form}\n{text}\n"))
        .concat()
    };
    insta::assert_snapshot!("known", said(&known));
    insta::assert_snapshot!("stale", said(&stale));
}
