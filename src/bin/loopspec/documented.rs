//! Every command line that the documentation shows is one that the program takes.

use std::path::{Path, PathBuf};

use clap::Parser;

use crate::args::Cli;

/// The pages that people read, apart from those of packages.
const PAGES: [&str; 9] = [
    "README.md",
    "CONTRIBUTING.md",
    "spec",
    "conformance",
    "conformance/templates",
    "conformance/matrix",
    "packaging",
    "packaging/npm",
    "packaging/python",
];

/// How a command line of ours begins, the longest first.
const BEGINNINGS: [&str; 4] = ["cargo run --release -- ", "pipx run loopspec ", "npx loopspec ", "loopspec "];

fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rows = folders(&root.join("conformance/implementations"));
    let listed = PAGES.iter().map(|page| root.join(page));
    let all = listed.chain(rows).flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] });
    all.filter(|path| path.extension().is_some_and(|extension| extension == "md") && path.is_file()).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

fn folders(parent: &Path) -> Vec<PathBuf> {
    files(parent).into_iter().filter(|path| path.is_dir()).collect()
}

/// Lines of shell blocks, and code within sentences.
fn commands(page: &str) -> Vec<String> {
    let mut shown = Vec::new();
    let mut block: Option<bool> = None;
    for line in page.lines() {
        if let Some(language) = line.strip_prefix("```") {
            block = if block.is_some() { None } else { Some(language == "sh") };
        } else if block == Some(true) {
            shown.push(line.to_owned());
        } else if block.is_none() {
            shown.extend(line.split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    shown.iter().flat_map(|line| line.split(" | ")).flat_map(|part| part.split(" && ")).filter_map(own).collect()
}

/// The arguments in a part of a line, if it calls this program.
fn own(part: &str) -> Option<String> {
    let part = part.split(" # ").next()?.trim().trim_start_matches('(').trim_end_matches(')');
    let at = part.find(|char: char| char.is_ascii_alphanumeric())?;
    BEGINNINGS.iter().find_map(|beginning| part.get(at..)?.strip_prefix(beginning)).map(str::to_owned)
}

#[test]
fn every_command_line_that_the_documentation_shows_can_be_read() {
    let mut read = 0;
    let mut refused = Vec::new();
    for page in pages() {
        let text = std::fs::read_to_string(&page).expect("a page is text");
        for arguments in commands(&text) {
            let words = shlex::split(&arguments).unwrap_or_default();
            match Cli::try_parse_from(std::iter::once("loopspec".to_owned()).chain(words)) {
                Ok(_) => read += 1,
                Err(error) if error.use_stderr() => refused.push(format!("{}: {arguments}\n{error}", page.display())),
                Err(_) => read += 1,
            }
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    assert!(read > 20, "only {read} command lines were found");
}

#[test]
fn command_lines_are_found_in_blocks_and_sentences_and_nowhere_else() {
    let page = "`loopspec explain x` or `cargo test`; loopspec is\n```sh\n(cd a && loopspec check b)   # loopspec no\nloopspec emit c | loopspec judge c\n```\n```text\nloopspec out\n```\n";
    assert_eq!(commands(page), ["explain x", "check b", "emit c", "judge c"]);
}
