//! The adapters that people copy conform, those that `init` writes do what it says, and a published guard is found to do what its page says; both where their language is there.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

#[path = "recipes.rs"]
mod recipes;

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = vec![
        adapter("the Python template conforms", &["python3", "conformance/templates/python/adapter.py"], "python3"),
        adapter("the Python template for no-progress conforms", &["python3", "conformance/templates/python/no_progress.py"], "python3"),
        adapter("the JavaScript template conforms", &["node", "conformance/templates/node/adapter.mjs"], "node"),
        trial("the Go template conforms", missing("go", "version"), go),
        trial("the adapters that init writes quote the two rules of the protocol", None, rules),
        trial("the page of recipes is read", None, || {
            recipes::all().and_then(|all| if all.len() == 11 { Ok(()) } else { Err("11 recipes are expected".into()) })
        }),
        trial("the table of templates says how long they are", None, lengths),
        trial("dsh-repeat-tool-reminder is found to break what its page says", not_installed("dsh-repeat-tool-reminder"), published),
    ];
    for (lang, tool, version) in [("python", "python3", "--version"), ("node", "node", "--version"), ("go", "go", "version")] {
        for shape in SHAPES {
            trials.push(trial(
                &format!("what init writes for {lang}, {shape}, passes smoke and check as printed"),
                missing(tool, version),
                move || begun(lang, shape),
            ));
        }
    }
    for recipe in recipes::all().unwrap_or_default() {
        let name = format!("the recipe works as it is printed: {}", recipe.name);
        trials.push(trial(&name, missing("python3", "--version"), move || recipe.works()));
    }
    // The other shapes differ in one file, which is tested as an example.
    let reason = Some("builds a package; run with --ignored".to_owned());
    trials.push(trial("what init writes for rust, hooks, passes smoke and check as printed", reason, || begun("rust", "hooks")));
    let reason = Some("needs langchain; run with --ignored".to_owned());
    trials.push(trial("what init writes for python, agent, passes smoke and check as printed", reason, || begun("python", "agent")));
    libtest_mimic::run(&arguments, trials).exit();
}

const SHAPES: [&str; 4] = ["hooks", "key", "round", "transcript"];

/// Runs `init` in an empty folder, and then both commands that it prints, as they are printed.
fn begun(lang: &str, shape: &str) -> Result<(), Failed> {
    let folder = std::env::temp_dir().join(format!("loopspec-init-{lang}-{shape}-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let program = Path::new(env!("CARGO_BIN_EXE_loopspec"));
    let output = Command::new(program).current_dir(&folder).args(["init", "--lang", lang, "--shape", shape]).output()?;
    let printed = String::from_utf8(output.stdout)?;
    let next: Vec<&str> = printed.lines().skip_while(|line| *line != "next").skip(1).map(str::trim).collect();
    let [smoke, check] = next.as_slice() else { return Err(format!("two commands are printed, not {next:?}\n{printed}").into()) };
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", program.parent().map_or(String::new(), |bin| bin.display().to_string()));
    let run = |line: &str| Command::new("sh").args(["-c", line]).current_dir(&folder).env("PATH", &path).envs(GO).output();
    if lang == "rust" {
        std::fs::copy(root().join("Cargo.lock"), folder.join("loopspec/Cargo.lock"))?;
    }
    let (smoke, checked) = (run(smoke)?, run(check)?);
    let workflow = std::fs::read_to_string(folder.join("loopspec/workflow.yml"))?;
    let _ = std::fs::remove_dir_all(&folder);
    // To import LangChain takes a second or more, and smoke makes a note of that.
    says(&smoke, "The adapter speaks protocol 1.", if shape == "agent" { "mend" } else { "note" })?;
    says(&checked, ": no violation found, ", "warning")?;
    let asked = format!("- run: {check}");
    if workflow.lines().any(|line| line.trim() == asked) { Ok(()) } else { Err(format!("no `{asked}` in\n{workflow}").into()) }
}

/// Nothing is fetched.
const GO: [(&str, &str); 3] = [("GOFLAGS", "-mod=mod"), ("GOPROXY", "off"), ("GOTOOLCHAIN", "local")];

fn says(output: &Output, words: &str, not: &str) -> Result<(), Failed> {
    let text = String::from_utf8_lossy(&output.stdout);
    if output.status.code() == Some(0) && text.contains(words) && !text.contains(not) {
        return Ok(());
    }
    Err(format!("exit {:?}\n{text}{}", output.status.code(), String::from_utf8_lossy(&output.stderr)).into())
}

/// Both rules, in the words of the protocol's page.
fn rules() -> Result<(), Failed> {
    let words = |text: &str| {
        let plain = text.replace(['*', '`', '#'], " ").replace("//", " ");
        plain.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let page = words(&std::fs::read_to_string(root().join("spec/protocol.md"))?);
    let lifetimes = between(&page, "Lifetimes.", "Do what your host does").ok_or("the page has a rule of lifetimes")?;
    let host = "Do what your host does, nothing more";
    let everywhere = SHAPES.iter().flat_map(|shape| ["go", "mjs", "py", "rs"].map(|extension| format!("{shape}.{extension}")));
    for name in everywhere.chain(["agent.py".to_owned()]) {
        let text = words(&std::fs::read_to_string(root().join("conformance/templates/shapes").join(&name))?);
        if !(page.contains(host) && text.contains(host) && text.contains(lifetimes.trim()) && text.contains("GOES HERE")) {
            return Err(format!("{name} does not say: {host}; {lifetimes}").into());
        }
    }
    Ok(())
}

fn between<'t>(text: &'t str, from: &str, to: &str) -> Option<&'t str> {
    text.split_once(from)?.1.split_once(to).map(|(found, _)| found)
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
        .envs(GO)
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
