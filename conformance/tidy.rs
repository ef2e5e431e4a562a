//! House rules of the source tree. Each check is a function over a map from path to text, so that a planted violation
//! of each kind shows that it bites.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

#[path = "tidy/reading.rs"]
mod reading;

use reading::{code_only, crate_root, declared, extension, is_facade, module, paths, re_exports, tokens};

type Tree = BTreeMap<String, String>;

const CODE: [&str; 11] = ["rs", "py", "js", "mjs", "cjs", "ts", "go", "sh", "html", "css", "java"];
const SKIPPED_DIRS: [&str; 8] = ["target", "node_modules", "venv", "__pycache__", "vendor", "dist", "corpus", "artifacts"];
const FORBIDDEN_NAMES: [&str; 7] = ["util", "utils", "common", "helper", "helpers", "manager", "misc"];

#[test]
fn files_are_short() {
    assert_none(too_long(&tree()));
}

#[test]
fn every_source_file_says_first_what_it_is() {
    assert_none(undocumented(&tree()));
}

#[test]
fn names_of_files_say_what_is_inside() {
    assert_none(badly_named(&tree()));
}

#[test]
fn a_module_root_holds_docs_and_modules_and_re_exports_only() {
    assert_none(full_roots(&tree()));
}

#[test]
fn layers_use_only_the_layers_before_them() {
    let tree = tree();
    assert!(layers(&tree).len() >= 3, "no layers read from src/lib.rs");
    assert_none(upward(&tree));
}

#[test]
fn imports_run_in_no_circle() {
    let tree = tree();
    assert!(edges(&tree).values().map(BTreeSet::len).sum::<usize>() > 3, "no imports read");
    assert_none(circles(&tree));
}

// The rules bite.

#[test]
fn a_long_file_is_found() {
    let lines = |n: usize| "//! x\n".repeat(n);
    assert_eq!(too_long(&plant(&[("src/a.rs", &lines(401)), ("src/b.rs", &lines(400))])).len(), 1);
    assert_eq!(too_long(&plant(&[("spec/a.md", &lines(401)), ("spec/b.md", &lines(400))])).len(), 1);
    assert_eq!(too_long(&plant(&[("conformance/vectors/p/a.json", &lines(301)), ("conformance/vectors/p/b.json", &lines(300))])).len(), 1);
}

#[test]
fn a_file_without_a_first_doc_line_is_found() {
    assert_eq!(undocumented(&plant(&[("src/a.rs", "// no\n"), ("src/b.rs", "//! yes\n")])).len(), 1);
}

#[test]
fn a_name_that_says_nothing_is_found() {
    assert_eq!(
        badly_named(&plant(&[("src/utils.rs", ""), ("src/common/a.rs", ""), ("src/json_helper.rs", ""), ("src/commonly.rs", "")])).len(),
        3
    );
}

#[test]
fn a_module_root_with_an_item_is_found() {
    let good = "//! Docs; with; semicolons.\n#![doc = \"pub fn f() {}\"]\n#[cfg(feature = \"x\")]\nmod a;\npub use a::{\n    B, // why\n    C,\n};\n";
    assert_none(full_roots(&plant(&[("src/x/mod.rs", good)])));
    for item in ["use a::B;", "fn f() {}", "pub struct S;", "const C: u8 = 1;", "mod b { }"] {
        assert_eq!(full_roots(&plant(&[("src/x/mod.rs", &format!("{good}{item}\n"))])).len(), 1, "{item}");
    }
}

#[test]
fn an_upward_import_is_found_however_it_is_written() {
    let lib = "//! L\npub mod low;\n#[cfg(feature = \"x\")]\npub mod high;\n";
    let found = |low: &str| {
        upward(&plant(&[("src/lib.rs", lib), ("src/low/mod.rs", "mod a;"), ("src/low/a.rs", low), ("src/high.rs", "use crate::low::X;")]))
    };
    let ways = [
        "use crate::high::X;",
        "use crate::{low::Y, high::{X, Z}};",
        "fn f() { crate::high::f() }",
        "use super::super::high;",
        "mod tests { use super::super::super::high::X; }",
        "fn f(c: char) { if c == '\"' { crate::high::f() } }",
        "fn f<'a>(x: &'a u8) { crate::high::f() }",
        "use super::super::{high as h};",
    ];
    for low in ways {
        assert_eq!(found(low).len(), 1, "{low}");
    }
    for low in [
        "//! [`crate::high::X`]\n/* crate::high::X /* */ */",
        "const S: &str = \"crate::high::X\";",
        "const S: &str = r#\"a\" crate::high\"#;",
        "use super::high;",
    ] {
        assert_none(found(low));
    }
}

#[test]
fn a_circle_is_found_and_a_re_export_is_seen_through() {
    let found = |files: &[(&str, &str)]| circles(&plant(files)).len();
    let lib = ("src/lib.rs", "pub mod x;");
    let root = ("src/x/mod.rs", "mod a;\nmod b;\npub use a::A;\npub use b::{self, B as C};");
    assert_eq!(found(&[lib, root, ("src/x/a.rs", "use super::b::B;"), ("src/x/b.rs", "use crate::x::a::A;")]), 1);
    assert_eq!(found(&[lib, root, ("src/x/a.rs", "use super::C;"), ("src/x/b.rs", "mod tests { use super::super::A; }")]), 1);
    assert_eq!(found(&[lib, root, ("src/x/a.rs", "use super::C;"), ("src/x/b.rs", "mod tests { use super::*; }")]), 0);
    assert_eq!(found(&[lib, root, ("src/x/a.rs", "use super::*;"), ("src/x/b.rs", "")]), 1, "a glob hides what is used");
    // The classic: a parent defines what the child imports.
    assert_eq!(found(&[("src/lib.rs", "pub mod x;"), ("src/x.rs", "mod a; pub struct S;"), ("src/x/a.rs", "use super::S;")]), 1);
    assert_eq!(found(&[("src/bin/p/main.rs", "mod a; fn f() {}"), ("src/bin/p/a.rs", "use crate::f;")]), 1);
    assert_eq!(found(&[("src/bin/p/main.rs", "mod a; mod b;"), ("src/bin/p/a.rs", "use crate::b::f;"), ("src/bin/p/b.rs", "")]), 0);
}

// The checks.

fn too_long(tree: &Tree) -> Vec<String> {
    let limit = |path: &str| match extension(path) {
        "json" if path.starts_with("conformance/vectors/") => Some(300),
        "md" if path.starts_with("spec/") => Some(400),
        // Written by `loopspec matrix`.
        "html" if path == "conformance/matrix/matrix.html" => None,
        other => CODE.contains(&other).then_some(400),
    };
    let long = |(path, text): (&String, &String)| {
        let (lines, limit) = (text.lines().count(), limit(path)?);
        (lines > limit).then(|| format!("{path}: {lines} lines, {limit} are allowed"))
    };
    tree.iter().filter_map(long).collect()
}

fn undocumented(tree: &Tree) -> Vec<String> {
    sources(tree).filter(|(_, text)| !text.starts_with("//! ")).map(|(path, _)| format!("{path}: the first line is no `//!` doc")).collect()
}

fn badly_named(tree: &Tree) -> Vec<String> {
    let bad = |path: &&String| path.split('/').any(|part| part.split(['.', '_', '-']).any(|word| FORBIDDEN_NAMES.contains(&word)));
    tree.keys().filter(|path| CODE.contains(&extension(path))).filter(bad).map(|path| format!("{path}: say what is inside")).collect()
}

fn full_roots(tree: &Tree) -> Vec<String> {
    let roots = sources(tree).filter(|(path, _)| is_facade(path) && path.starts_with("src/"));
    let items = roots.flat_map(|(path, text)| {
        let tokens = tokens(&code_only(text));
        let mut found = Vec::new();
        for item in tokens.split(|token| token == ";") {
            let item = item.join(" ");
            let bare = item.trim_start_matches("pub ").trim_start_matches("( crate ) ").trim_start_matches("( super ) ");
            let module = bare.strip_prefix("mod ").is_some_and(|name| !name.contains(' '));
            if !(item.is_empty() || module || (item.starts_with("pub ") && bare.starts_with("use "))) {
                found.push(format!("{path}: `{item}` is no module, re-export or doc"));
            }
        }
        found
    });
    items.collect()
}

/// The layers, in the order of the `pub mod` lines of `src/lib.rs`.
fn layers(tree: &Tree) -> Vec<String> {
    let lib = tokens(&code_only(tree.get("src/lib.rs").map_or("", String::as_str)));
    lib.windows(3).filter(|window| window[0] == "pub" && window[1] == "mod").map(|window| window[2].clone()).collect()
}

fn upward(tree: &Tree) -> Vec<String> {
    let layers = layers(tree);
    let place = |layer: Option<&String>| layers.iter().position(|name| Some(name) == layer);
    let mut found = BTreeSet::new();
    for (path, text) in sources(tree).filter(|(path, _)| path.starts_with("src/") && crate_root(path) == "src/") {
        let own = place(module(path).first());
        for target in paths(path, text) {
            if own.is_some() && place(target.first()) > own {
                found.insert(format!("{path}: uses `{}`, a later layer", target[0]));
            }
        }
    }
    found.into_iter().collect()
}

/// Which file uses which, modules that a file declares included. A facade (`mod.rs`, `lib.rs`) is seen through.
fn edges(tree: &Tree) -> BTreeMap<&str, BTreeSet<&str>> {
    let library: Vec<&String> = tree.keys().filter(|path| path.starts_with("src/") && path.ends_with(".rs")).collect();
    let files: BTreeMap<(&str, Vec<String>), &str> = library.iter().map(|path| ((crate_root(path), module(path)), path.as_str())).collect();
    let exports: BTreeMap<&str, BTreeMap<String, Vec<String>>> =
        library.iter().filter(|path| is_facade(path)).map(|path| (path.as_str(), re_exports(path, &tree[*path]))).collect();
    let mut edges: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for path in &library {
        let root = crate_root(path);
        let uses = if is_facade(path) { Vec::new() } else { paths(path, &tree[*path]) };
        for mut target in uses.into_iter().chain(declared(path, &tree[*path])) {
            // A re-export can lead to another re-export; no chain is longer than the tree is deep.
            for _ in 0..8 {
                let Some((depth, file)) = (0..=target.len()).rev().find_map(|n| Some((n, *files.get(&(root, target[..n].to_vec()))?)))
                else {
                    break;
                };
                if let Some(origin) = exports.get(file).and_then(|names| names.get(target.get(depth)?)) {
                    target = origin.iter().chain(&target[depth + 1..]).cloned().collect();
                    continue;
                }
                if file != path.as_str() && file != "src/lib.rs" {
                    edges.entry(path).or_default().insert(file);
                }
                break;
            }
        }
    }
    edges
}

fn circles(tree: &Tree) -> Vec<String> {
    let edges = edges(tree);
    let mut left: BTreeSet<&str> = edges.keys().copied().collect();
    // What uses nothing that is left is in no circle.
    while let Some(free) = left.iter().copied().find(|file| edges[file].is_disjoint(&left)) {
        left.remove(free);
    }
    // Whatever is left uses something that is left: who goes on for long enough walks in a circle.
    let Some(mut file) = left.first().copied() else { return Vec::new() };
    let mut walk = Vec::new();
    while !walk.contains(&file) {
        walk.push(file);
        file = edges[file].intersection(&left).next().copied().unwrap_or(file);
    }
    let start = walk.iter().position(|&at| at == file).unwrap_or(0);
    walk.push(file);
    vec![format!("a circle of imports: {}", walk[start..].join(" -> "))]
}

// The tree.

fn sources(tree: &Tree) -> impl Iterator<Item = (&String, &String)> {
    tree.iter().filter(|(path, _)| path.ends_with(".rs"))
}

fn tree() -> Tree {
    let mut tree = Tree::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(&folder)).expect("a readable folder") {
            let entry = entry.expect("a readable entry");
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = format!("{folder}{name}");
            if entry.file_type().expect("a file type").is_dir() {
                if !(name.starts_with('.') || SKIPPED_DIRS.contains(&name.as_str())) {
                    folders.push(format!("{path}/"));
                }
            } else if CODE.contains(&extension(&path)) || ["md", "json"].contains(&extension(&path)) {
                tree.insert(path, fs::read_to_string(entry.path()).expect("UTF-8"));
            }
        }
    }
    tree
}

fn plant(files: &[(&str, &str)]) -> Tree {
    files.iter().map(|&(path, text)| (path.to_owned(), text.to_owned())).collect()
}

fn assert_none(found: Vec<String>) {
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}
