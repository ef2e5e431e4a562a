//! The matrix: the committed one is made from its own JSON, agrees with the rows' own pages and with the README, and leads where it says.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use loopspec::report::{Matrix, matrix_to_html, matrix_to_markdown};
use loopspec::rule::Level;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn committed() -> Matrix {
    serde_json::from_str(&read("conformance/matrix/matrix.json")).expect("a matrix of this kit")
}

/// What the matrix says each guard breaks, as the tables of people's pages say it.
fn broken(matrix: &Matrix) -> BTreeMap<String, Vec<String>> {
    let words = |row: &loopspec::report::MatrixRow| {
        let findings = row.reports.iter().flat_map(|report| &report.findings);
        let should = |level| if level == Level::Should { " (SHOULD)" } else { "" };
        findings.map(|finding| format!("`{}`{}", finding.rule, should(finding.level))).collect()
    };
    matrix.rows.iter().map(|row| (row.name.clone(), words(row))).collect()
}

/// The lines of a Markdown table whose first cell is a name in code, by that name.
fn table(text: &str) -> BTreeMap<String, String> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` |"));
    lines.map(|(name, rest)| (name.to_owned(), rest.to_owned())).collect()
}

/// The rows whose folders are here.
pub(crate) fn folders_of_rows() -> BTreeSet<String> {
    let folders = std::fs::read_dir(root().join("conformance/implementations")).expect("the folder").flatten();
    let folders = folders.filter(|entry| entry.path().join("manifest.toml").is_file());
    folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// Whether a row's folder cannot be here: cargo leaves folders with a `Cargo.toml` of their own out of a published package.
fn is_left_out(row: &str) -> bool {
    root().join("Cargo.toml.orig").is_file() && !root().join("conformance/implementations").join(row).exists()
}

fn matrix_command(args: &[&str], out: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_loopspec"));
    command.current_dir(root()).arg("matrix").args(args).arg("--out").arg(out).output().expect("the program runs")
}

/// A new folder for one test.
fn folder(name: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("loopspec-matrix-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder");
    dir
}

#[test]
fn the_committed_pages_are_made_from_the_committed_json() {
    let matrix = committed();
    assert!(matrix.to_json().expect("JSON") == read("conformance/matrix/matrix.json"), "loopspec matrix --render");
    assert!(matrix_to_markdown(&matrix) == read("conformance/matrix/matrix.md"), "loopspec matrix --render");
    assert!(matrix_to_html(&matrix).expect("a page") == read("conformance/matrix/matrix.html"), "loopspec matrix --render");
}

#[test]
fn every_published_guard_is_in_the_matrix_and_could_be_asked() {
    let mut folders = folders_of_rows();
    let matrix = committed();
    folders.extend(matrix.rows.iter().map(|row| row.name.clone()).filter(|row| is_left_out(row)));
    assert_eq!(matrix.rows.iter().map(|row| row.name.clone()).collect::<BTreeSet<_>>(), folders);
    assert_eq!(matrix.unasked(), 0);
    for row in &matrix.rows {
        assert!(row.reports.iter().all(|report| report.errors.is_empty() && report.card.is_some()), "{}", row.name);
    }
}

#[test]
fn the_pages_for_people_name_exactly_the_findings_of_the_matrix() {
    let broken = broken(&committed());
    let (folders, readme) = (table(&read("conformance/implementations/README.md")), table(&read("README.md")));
    for (name, findings) in &broken {
        let listed = if findings.is_empty() { "none".to_owned() } else { findings.join(", ") };
        for (page, table) in [("conformance/implementations/README.md", &folders), ("README.md", &readme)] {
            let line = table.get(name).unwrap_or_else(|| panic!("{page} has no line of {name}"));
            assert!(line.ends_with(&format!(" {listed} |")), "{page} says of {name}:{line}\nthe matrix says: {listed}");
        }
        if is_left_out(name) {
            continue;
        }
        let own = read(&format!("conformance/implementations/{name}/README.md"));
        for finding in findings {
            let rule = finding.split('`').nth(1).expect("a rule in code");
            assert!(own.contains(&format!("| `{rule}` (")), "the README of {name} has no line about {rule}");
        }
    }
    let both = |table: &BTreeMap<String, String>| table.keys().filter(|name| broken.contains_key(*name)).count();
    assert_eq!((both(&folders), both(&readme)), (broken.len(), broken.len()));
}

#[test]
fn every_cell_of_the_page_leads_to_a_place_on_it_and_no_place_is_there_twice() {
    let page = read("conformance/matrix/matrix.html");
    let all = |mark: &str| -> Vec<&str> { page.split(mark).skip(1).map(|rest| rest.split('"').next().unwrap_or_default()).collect() };
    let (places, leads) = (all(" id=\""), all("href=\"#"));
    let known: BTreeSet<&str> = places.iter().copied().collect();
    assert_eq!(known.len(), places.len());
    assert_eq!(leads.iter().filter(|lead| !known.contains(**lead)).count(), 0);
    let cells = page.matches("href=\"#group-").count();
    let groups = page.matches("id=\"group-").count();
    assert!(cells == groups && groups > 20, "{cells} cells lead to {groups} places");
    assert_eq!(page.matches("<script").count() + page.matches("src=").count() + page.matches("@import").count(), 0);
}

#[test]
fn the_table_tells_how_each_guard_behaves_and_what_came_of_its_rules() {
    let mut matrix = committed();
    matrix.rows.retain(|row| ["dsh-repeat-tool-reminder", "hermes-agent", "pi-ai"].contains(&row.name.as_str()));
    for row in &mut matrix.rows {
        row.date = "2026-01-02".to_owned();
    }
    matrix.rows[2].reports.clear();
    matrix.rows[2].error = Some("not installed | <b>".to_owned());
    let text = matrix_to_markdown(&matrix);
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("| [") || line.contains("could not be asked")).collect();
    insta::assert_snapshot!(lines.join("\n"));
    let page = matrix_to_html(&matrix).expect("a page");
    assert!(page.contains("class=\"error\">not installed | &lt;b&gt;</td>"));
}

#[test]
fn rows_that_are_asked_again_take_the_place_of_earlier_ones_and_the_others_are_kept() {
    let (mut again, earlier) = (committed(), committed());
    again.rows.retain(|row| row.name == "pi-ai");
    again.rows[0].date = "2030-01-01".to_owned();
    let merged = again.with_rows_of(earlier.clone());
    let names = |matrix: &Matrix| matrix.rows.iter().map(|row| row.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&merged), names(&earlier));
    let later: Vec<&str> = merged.rows.iter().filter(|row| row.date == "2030-01-01").map(|row| row.name.as_str()).collect();
    assert_eq!(later, ["pi-ai"]);
    assert!(merged.dates().ends_with(" to 2030-01-01"), "{}", merged.dates());
}

#[test]
fn a_matrix_that_cannot_be_read_is_told_and_left_as_it_is() {
    let dir = folder("unreadable");
    let text = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();
    let missing = matrix_command(&["--render"], &dir);
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing).contains("`loopspec matrix` makes it"), "{}", text(&missing));
    let file = dir.join("matrix.json");
    std::fs::write(&file, "{\"mine\": 1}").expect("a file");
    for args in [&["--render"][..], &["pi-ai"]] {
        let output = matrix_command(args, &dir);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output).contains("is no matrix of this kit: unknown field `mine`"), "{}", text(&output));
        assert_eq!(std::fs::read_to_string(&file).expect("the file"), "{\"mine\": 1}");
    }
    let output = matrix_command(&["no-such-guard"], &folder("unknown"));
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output).contains("no guard is called `no-such-guard`"), "{}", text(&output));
    let _ = std::fs::remove_dir_all(dir);
}

/// Light guards of two registries, those whose findings stand on several rules among them.
const AGAIN: [&str; 6] =
    ["agent-watchdog", "dsh-repeat-tool-reminder", "exoclaw-loop-detection", "hermes-agent", "loop-guardrail-py", "pi-repeat-tool-guard"];

#[test]
#[ignore = "installs packages of npm and PyPI"]
fn guards_that_are_asked_again_break_the_same_rules_in_the_same_runs() {
    let dir = folder("again");
    let output = matrix_command(&[&["--install"][..], &AGAIN].concat(), &dir);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(dir.join("matrix.json")).expect("it was written");
    let again: Matrix = serde_json::from_str(&text).expect("a matrix");
    let found = |matrix: &Matrix| {
        let rows = matrix.rows.iter().filter(|row| AGAIN.contains(&row.name.as_str()));
        let findings =
            rows.flat_map(|row| row.reports.iter().flat_map(|report| report.findings.iter().map(|finding| (&row.name, finding))));
        findings.map(|(name, finding)| (name.clone(), finding.rule.clone(), finding.case.clone())).collect::<Vec<_>>()
    };
    assert_eq!(found(&again), found(&committed()));
    let _ = std::fs::remove_dir_all(dir);
}
