//! The adapters that people copy conform, and a published guard is found to do what its page says; both where their language is there.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

fn main() {
    let arguments = Arguments::from_args();
    let trials = vec![
        adapter("the Python template conforms", &["python3", "conformance/templates/python/adapter.py"], "python3"),
        adapter("the Python template for no-progress conforms", &["python3", "conformance/templates/python/no_progress.py"], "python3"),
        adapter("the JavaScript template conforms", &["node", "conformance/templates/node/adapter.mjs"], "node"),
        trial("the Go template conforms", missing("go", "version"), go),
        trial("the table of templates says how long they are", None, lengths),
        trial("dsh-repeat-tool-reminder is found to break what its page says", not_installed("dsh-repeat-tool-reminder"), published),
    ];
    libtest_mimic::run(&arguments, trials).exit();
}

/// A trial that says in its name why it is skipped.
fn trial(name: &str, skipped: Option<String>, run: impl FnOnce() -> Result<(), Failed> + Send + 'static) -> Trial {
    let shown = skipped.as_ref().map_or(name.to_owned(), |reason| format!("{name} (skipped: {reason})"));
    Trial::test(shown, run).with_ignored_flag(skipped.is_some())
}

fn adapter(name: &str, program: &'static [&str], tool: &str) -> Trial {
    trial(name, missing(tool, "--version"), move || conforms(&loopspec(&[&["check", "--quick", "--"], program].concat())?))
}

/// Why a tool cannot be used.
fn missing(tool: &str, version: &str) -> Option<String> {
    let there = Command::new(tool).arg(version).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success());
    (!there).then(|| format!("{tool} is not installed"))
}

fn not_installed(name: &str) -> Option<String> {
    let folder = root().join("conformance/implementations").join(name);
    missing("node", "--version").or_else(|| {
        (!folder.join("node_modules").is_dir())
            .then(|| format!("`npm ci --ignore-scripts` was not run in conformance/implementations/{name}"))
    })
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn loopspec(args: &[&str]) -> std::io::Result<Output> {
    Command::new(env!("CARGO_BIN_EXE_loopspec")).current_dir(root()).args(args).output()
}

fn conforms(output: &Output) -> Result<(), Failed> {
    let text = String::from_utf8_lossy(&output.stdout);
    let told = || format!("exit {:?}\n{text}{}", output.status.code(), String::from_utf8_lossy(&output.stderr));
    // Neither a warning nor a note: what people copy has no flaw.
    if output.status.code() == Some(0) && text.contains(": conformant to ") && !text.contains("warning") && !text.contains("note") {
        Ok(())
    } else {
        Err(told().into())
    }
}

fn go() -> Result<(), Failed> {
    let temporary = std::env::temp_dir().join(format!("loopspec-go-{}", std::process::id()));
    let program = temporary.join("adapter").display().to_string();
    std::fs::create_dir_all(&temporary)?;
    let built = Command::new("go")
        .args(["build", "-o", &program, "."])
        .current_dir(root().join("conformance/templates/go"))
        .envs([("GOCACHE", temporary.join("cache")), ("GOPATH", temporary.join("path"))])
        .envs([("GOFLAGS", "-mod=mod"), ("GOPROXY", "off"), ("GOTOOLCHAIN", "local")])
        .output()?;
    let held = match built.status.success() {
        true => conforms(&loopspec(&["check", "--quick", "--", &program])?),
        false => Err(String::from_utf8_lossy(&built.stderr).into_owned().into()),
    };
    let _ = std::fs::remove_dir_all(temporary);
    held
}

/// Rows of `conformance/templates/README.md`: a file, and after it its lines.
fn lengths() -> Result<(), Failed> {
    let folder = root().join("conformance/templates");
    let readme = std::fs::read_to_string(folder.join("README.md"))?;
    let mut counted = 0;
    for line in readme.lines().filter(|line| line.starts_with('|')) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        for pair in cells.windows(2) {
            let (Some(file), Ok(said)) = (pair[0].strip_prefix('`').and_then(|cell| cell.strip_suffix('`')), pair[1].parse::<usize>())
            else {
                continue;
            };
            let lines = std::fs::read_to_string(folder.join(file))?.lines().count();
            counted += 1;
            if lines != said {
                return Err(format!("{file} has {lines} lines; the table says {said}").into());
            }
        }
    }
    if counted >= 7 { Ok(()) } else { Err(format!("only {counted} files are read from the table").into()) }
}

fn published() -> Result<(), Failed> {
    let output = loopspec(&["check", "dsh-repeat-tool-reminder", "--format", "json"])?;
    let report: Value = serde_json::from_slice(&output.stdout)?;
    let found = |level: &str| {
        let findings = report["findings"].as_array().into_iter().flatten().filter(|finding| finding["level"] == level);
        let mut rules: Vec<&str> = findings.filter_map(|finding| finding["rule"].as_str()).collect();
        rules.sort_unstable();
        rules
    };
    let must = ["identity.special-keys", "pattern.any", "repeat.reset.injection", "repeat.text.preview-scalars"];
    let should = ["identity.depth", "identity.not-json"];
    if output.status.code() == Some(1) && found("must") == must && found("should") == should {
        Ok(())
    } else {
        Err(format!("exit {:?}; MUST {:?}, SHOULD {:?}", output.status.code(), found("must"), found("should")).into())
    }
}
