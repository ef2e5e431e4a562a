//! A guard's author in Rust, from the first failing test to the last passing one: `conformance/author` is built as a package of its own, and run.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;

use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let mut arguments = Arguments::from_args();
    // One cargo at a time.
    arguments.test_threads = Some(1);
    let trials = vec![
        trial("a guard that compares texts fails the tests of the three rules that it breaks", first),
        trial("the mended guard passes every test", || fails("mended", &[]).map(|_| ())),
        trial("a guard that overflows its stack fails one test, and the others finish", overflowing),
        Trial::test("the wheel has the version of the crate", wheel).with_ignored_flag(!root().join("packaging").is_dir()),
        Trial::test("the README names what the kit asks for", dependencies),
        Trial::test("the README shows the package's own code", readme).with_ignored_flag(!folder().is_dir()),
    ];
    libtest_mimic::run(&arguments, trials).exit();
}

/// Building the kit once more takes a minute.
fn trial(name: &str, run: impl FnOnce() -> Result<(), Failed> + Send + 'static) -> Trial {
    let reason = if folder().is_dir() { "builds a package; run with --ignored" } else { "the package is not in this archive" };
    Trial::test(format!("{name} ({reason})"), run).with_ignored_flag(true)
}

fn first() -> Result<(), Failed> {
    let text = fails("first", &["identity_escapes", "identity_key_order", "identity_whitespace"])?;
    let readme = std::fs::read_to_string(root().join("README.md"))?;
    let shown = between(&readme, "---- identity_key_order stdout ----\n", "```").ok_or("the README shows the finding")?;
    holds(text.contains(shown.trim_end()), &text)
}

fn overflowing() -> Result<(), Failed> {
    let text = fails("overflowing", &["deep_arguments::identity_depth", "no_arguments::run_inert"])?;
    holds(text.matches("overflowed its stack").count() == 2, &text)
}

/// What the feature `check` asks for, as the README lists it.
fn dependencies() -> Result<(), Failed> {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml"))?;
    let feature = between(&manifest, "\ncheck = [", "]").ok_or("the feature is there")?;
    let asked: BTreeSet<&str> = feature.split('"').filter_map(|part| part.strip_prefix("dep:")).collect();
    let readme = std::fs::read_to_string(root().join("README.md"))?;
    let said = between(&readme, "it asks for ", ". The models").ok_or("the README lists them")?;
    let said: BTreeSet<&str> = said.split([',', ' ', '\n']).filter(|word| !["", "and", "on", "Unix"].contains(word)).collect();
    holds(asked == said, &format!("{asked:?} is not {said:?}"))
}

/// PyPI takes no build metadata, so that of the spec is left out.
fn wheel() -> Result<(), Failed> {
    let project = std::fs::read_to_string(root().join("packaging/python/pyproject.toml"))?;
    let version = env!("CARGO_PKG_VERSION").split('+').next().unwrap_or_default();
    holds(project.contains(&format!("\nversion = \"{version}\"\n")), &project)?;
    let action = std::fs::read_to_string(root().join("packaging/action/action.yml"))?;
    holds(action.contains(&format!("default: \"{version}\"")), &action)
}

/// Exactly these tests of a target fail, and all others pass; what the harness prints.
fn fails(target: &str, expected: &[&str]) -> Result<String, Failed> {
    // The versions that the kit itself is tested with.
    std::fs::copy(root().join("Cargo.lock"), folder().join("Cargo.lock"))?;
    let output = Command::new(env!("CARGO"))
        .current_dir(folder())
        .args(["test", "--test", target, "--target-dir"])
        .arg(root().join("target/author"))
        .env_remove("RUSTFLAGS")
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let ending = |mark: &str| -> BTreeSet<&str> {
        text.lines().filter_map(|line| line.strip_prefix("test ")?.strip_suffix(mark)?.strip_suffix(" ... ")).collect()
    };
    let (failed, passed) = (ending("FAILED"), ending("ok"));
    let tests = if target == "overflowing" { 140 } else { 70 };
    let told = || format!("failed: {failed:?}\n{text}{}", String::from_utf8_lossy(&output.stderr));
    holds(failed == expected.iter().copied().collect() && passed.len() == tests - expected.len(), &told())?;
    holds(output.status.success() == expected.is_empty(), &told())?;
    Ok(text)
}

fn readme() -> Result<(), Failed> {
    let readme = std::fs::read_to_string(root().join("README.md"))?;
    let blocks = [("src/first.rs", "```rust\n"), ("tests/first.rs", "```rust,ignore\n")];
    for (file, fence) in blocks {
        let text = std::fs::read_to_string(folder().join(file))?;
        let shown = between(&readme, fence, "```").ok_or("the README shows code")?;
        let code = text.split_once("\n\n").map_or("", |(_, code)| code);
        holds(code == shown, &format!("README.md differs from {file}:\n{shown}"))?;
    }
    let line = between(&readme, "they pass:\n\n```rust,ignore\n", "\n```").ok_or("the README shows the mended line")?;
    let mended = std::fs::read_to_string(folder().join("src/mended.rs"))?;
    holds(mended.contains(line), "the mended line is not in src/mended.rs")
}

fn between<'t>(text: &'t str, from: &str, to: &str) -> Option<&'t str> {
    text.split_once(from)?.1.split_once(to).map(|(shown, _)| shown)
}

fn holds(held: bool, told: &str) -> Result<(), Failed> {
    if held { Ok(()) } else { Err(told.into()) }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn folder() -> PathBuf {
    root().join("conformance/author")
}
