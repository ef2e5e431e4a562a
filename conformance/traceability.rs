//! Specification, code and examples speak of the same rules.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use loopspec::rule::{self, Level};
use serde_json::Value;

/// Rules that no vector can ask, with the reason.
const WITHOUT_A_VECTOR: [(&str, &str); 5] = [
    ("run.inert", "any case can break it; none is made for it"),
    ("repeat.never-blocks", "every vector asks it, none more than another"),
    ("progress.event.no-results", "canaries are planted by the kit, in every encoding"),
    ("progress.event.no-arguments", "canaries are planted by the kit, in every encoding"),
    ("progress.event.keyed", "asked of two runs, by comparing with known hashes"),
];

/// References to the pinned texts look like rule ids and are none.
const TEXT_REFERENCES: [&str; 2] = ["repeat.short", "repeat.detailed"];

const FAMILIES: [&str; 5] = ["identity.", "pattern.", "progress.", "repeat.", "run."];

#[test]
fn the_registry_holds_what_the_pages_define() {
    let mut defined = Vec::new();
    for path in files("spec", "md") {
        let text = read(&path);
        let mut fenced = false;
        for line in text.lines() {
            fenced ^= line.starts_with("```");
            if let Some(id) = line.strip_prefix("r[").and_then(|rest| rest.split(']').next()).filter(|_| !fenced) {
                defined.push(id.to_owned());
            }
        }
    }
    let registry: Vec<&str> = rule::all().iter().map(|rule| rule.id).collect();
    assert_eq!(rule::malformed(), []);
    assert_eq!(sorted(defined.iter().map(String::as_str)), sorted(registry.into_iter()), "a page and the registry differ");
}

#[test]
fn code_speaks_only_of_rules_that_exist() {
    let mut strange = Vec::new();
    for folder in
        ["src/identity", "src/policy", "src/guard", "src/machine", "src/generate", "src/check", "src/drive", "src/report", "src/bin"]
    {
        for path in files(folder, "rs") {
            strange.extend(mentions(&read(&path)).into_iter().filter(|id| !known(id)).map(|id| format!("{}: `{id}`", path.display())));
        }
    }
    assert!(strange.is_empty(), "no such rules:\n{}", strange.join("\n"));
}

#[test]
fn every_rule_is_named_by_the_code_that_decides_it() {
    let mut named = BTreeSet::new();
    for folder in ["src/identity", "src/policy", "src/check"] {
        for path in files(folder, "rs") {
            named.extend(mentions(&read(&path)));
        }
    }
    let missing: Vec<&str> = rule::all().iter().map(|rule| rule.id).filter(|id| !named.contains(*id)).collect();
    assert!(missing.is_empty(), "{} rules are named nowhere in the code:\n{}", missing.len(), missing.join("\n"));
}

#[test]
#[expect(clippy::print_stdout, reason = "the counts are what a person runs this test for")]
fn every_rule_has_a_vector_that_asks_it() {
    let (first, also) = asked();
    let exempt: BTreeSet<&str> = WITHOUT_A_VECTOR.iter().map(|(id, _)| *id).collect();
    let unknown: Vec<&String> = first.keys().chain(&also).filter(|id| rule::get(id).is_none()).collect();
    assert!(unknown.is_empty(), "vectors name rules that do not exist: {unknown:?}");

    let level = |level| rule::all().iter().filter(|rule| rule.level == level).count();
    println!(
        "{} rules: {} MUST, {} SHOULD, {} as declared",
        rule::all().len(),
        level(Level::Must),
        level(Level::Should),
        level(Level::Choice)
    );
    println!("{} vectors and pairs", first.values().sum::<usize>());
    println!("{} rules need no vector: {}", exempt.len(), sorted(exempt.iter().copied()).join(", "));

    let missing: Vec<&str> = rule::all().iter().map(|rule| rule.id).filter(|id| !first.contains_key(*id) && !exempt.contains(id)).collect();
    assert!(missing.is_empty(), "{} rules have no vector that asks them:\n{}", missing.len(), missing.join("\n"));
    let stale: Vec<&&str> = exempt.iter().filter(|id| first.contains_key(**id) || rule::get(id).is_none()).collect();
    assert!(stale.is_empty(), "these rules need no exception any more: {stale:?}");
}

#[test]
fn mentions_are_read_from_string_literals_and_prefixes_count_as_known() {
    let code = r#"// "run.in-a-comment-counts-too"
        step("repeat.reset.steer"); if id.starts_with("repeat.text") || id.starts_with("identity.") { f("run.json file", "progress.made-up") }"#;
    let read = mentions(code);
    assert_eq!(
        sorted(read.iter().map(String::as_str)),
        ["progress.made-up", "repeat.reset.steer", "repeat.text", "run.in-a-comment-counts-too"]
    );
    assert!(known("repeat.reset.steer") && known("repeat.text") && known("repeat.short"));
    assert!(!known("progress.made-up") && !known("repeat.reset.ste"));
}

/// How many vectors and pairs ask each rule, and the rules that take part elsewhere.
fn asked() -> (BTreeMap<String, usize>, BTreeSet<String>) {
    let (mut first, mut also) = (BTreeMap::new(), BTreeSet::new());
    for path in files("conformance/vectors", "json").into_iter().chain([root().join("spec/identity-pairs.json")]) {
        if !path.exists() {
            continue;
        }
        let file: Value = serde_json::from_str(&read(&path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let lists = ["vectors", "pairs"].iter().filter_map(|name| file.get(name)?.as_array());
        for entry in lists.flatten() {
            let rules: Vec<&str> = match (entry["rule"].as_str(), entry["rules"].as_array()) {
                (Some(rule), _) => vec![rule],
                (None, Some(rules)) => rules.iter().filter_map(Value::as_str).collect(),
                (None, None) => panic!("{}: {} names no rule", path.display(), entry["id"]),
            };
            let Some((asks, rest)) = rules.split_first() else { panic!("{}: {} names no rule", path.display(), entry["id"]) };
            *first.entry((*asks).to_owned()).or_default() += 1;
            also.extend(rest.iter().map(|id| (*id).to_owned()));
        }
    }
    (first, also)
}

/// String literals that look like rule ids.
fn mentions(code: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, _) in code.match_indices('"') {
        let rest = &code[at + 1..];
        let end = rest.find(|c: char| !(c.is_ascii_lowercase() || c == '-' || c == '.')).unwrap_or(rest.len());
        let id = &rest[..end];
        let shaped = FAMILIES.iter().any(|family| id.starts_with(family)) && !id.ends_with(['.', '-']);
        if shaped && rest[end..].starts_with('"') {
            found.insert(id.to_owned());
        }
    }
    found
}

fn known(id: &str) -> bool {
    let group = || rule::all().iter().any(|rule| rule.id.strip_prefix(id).is_some_and(|rest| rest.starts_with('.')));
    rule::get(id).is_some() || TEXT_REFERENCES.contains(&id) || group()
}

/// Files below a folder with an extension; none where the folder is missing.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![root().join(folder)]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sorted<'a>(ids: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut ids: Vec<&str> = ids.collect();
    ids.sort_unstable();
    ids
}
