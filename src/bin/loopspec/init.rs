//! `loopspec init`: an adapter to begin with, and a workflow that checks it.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::args::{InitArgs, Lang, Shape};
use crate::exit::{Exit, Failure};
use crate::expect;
use crate::output::{print, shell_words};

pub(crate) fn run(args: &InitArgs) -> Result<Exit, Failure> {
    let commands = Commands::of(args);
    let files = files(args, &commands)?;
    let taken: Vec<String> = files.iter().filter(|file| file.path.exists()).map(|file| file.path.display().to_string()).collect();
    if !taken.is_empty() {
        return Err(Failure::usage(format!(
            "nothing is written, since {} {} there already; give another folder, as in `loopspec init {} my-folder`",
            taken.join(" and "),
            if taken.len() == 1 { "is" } else { "are" },
            words(args),
        )));
    }
    fs::create_dir_all(&args.dir).map_err(|error| Failure::usage(format!("{} cannot be made: {error}", args.dir.display())))?;
    let mut out = "written\n".to_owned();
    let width = files.iter().map(|file| file.path.display().to_string().chars().count()).max().unwrap_or(0);
    for file in &files {
        // A file that came in between stays as it is, too.
        let written = OpenOptions::new().write(true).create_new(true).open(&file.path);
        written
            .and_then(|mut open| open.write_all(file.text.as_bytes()))
            .map_err(|error| Failure::usage(format!("{} cannot be written: {error}", file.path.display())))?;
        out.push_str(&format!("  {:width$}  {}\n", file.path.display(), file.what));
    }
    out.push_str(&format!("\nnext\n  {}\n  {}\n", commands.smoke(), commands.check()));
    print(&out);
    Ok(Exit::Conformant)
}

/// A file to be written.
struct File {
    path: PathBuf,
    text: String,
    what: &'static str,
}

fn files(args: &InitArgs, commands: &Commands) -> Result<Vec<File>, Failure> {
    let adapter = template(args.lang, args.shape).ok_or_else(|| {
        Failure::usage(
            "--shape agent is for --lang python alone: it drives an agent of LangChain; --shape hooks is how other agents call a guard",
        )
    })?;
    let file = |name: &str, text: String, what| File { path: args.dir.join(name), text, what };
    let mut files = vec![file(adapter_name(args.lang), adapter.to_owned(), "your guard goes in where it says GOES HERE")];
    if args.lang == Lang::Rust {
        files.push(file("Cargo.toml", PACKAGE.replace("LOOPSPEC", &dependency()), package_words()));
    }
    files.push(file(expect::FILE, expect::EMPTY.to_owned(), "failures that you know of; empty"));
    files.push(file("workflow.yml", commands.workflow(args.shape), "for GitHub Actions; move it to .github/workflows/"));
    Ok(files)
}

/// How the adapter is built and started, from the folder in which `init` ran.
struct Commands {
    build: Option<Vec<String>>,
    adapter: Vec<String>,
    /// The file of expected failures, where it is not beside the program.
    expect: Option<String>,
}

impl Commands {
    fn of(args: &InitArgs) -> Self {
        let within = |name: &str| args.dir.join(name).display().to_string();
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let source = within(adapter_name(args.lang));
        match args.lang {
            Lang::Python => Self { build: None, adapter: owned(&["python3", &source]), expect: None },
            Lang::Node => Self { build: None, adapter: owned(&["node", &source]), expect: None },
            Lang::Go => {
                let program = runnable(&args.dir.join("adapter"));
                Self { build: Some(owned(&["go", "build", "-o", &program, &source])), adapter: vec![program], expect: None }
            }
            Lang::Rust => {
                let build = ["cargo", "build", "--manifest-path", &within("Cargo.toml"), "--target-dir", BUILT];
                Self { build: Some(owned(&build)), adapter: vec![format!("{BUILT}/debug/adapter")], expect: Some(within(expect::FILE)) }
            }
        }
    }

    fn smoke(&self) -> String {
        let build = self.build.iter().map(|build| format!("{} && ", shell_words(build))).collect::<String>();
        format!("{build}loopspec smoke -- {}", shell_words(&self.adapter))
    }

    fn check(&self) -> String {
        let expect = self.expect.iter().map(|file| format!("--expect {} ", shell_words(std::slice::from_ref(file)))).collect::<String>();
        format!("loopspec check {expect}-- {}", shell_words(&self.adapter))
    }

    fn workflow(&self, shape: Shape) -> String {
        let build = match &self.build {
            Some(build) => format!("      - run: {}\n", shell_words(build)),
            None => {
                let needed = if shape == Shape::Agent { "      - run: pip install langchain\n" } else { "" };
                format!("{needed}      # - run: what installs your guard\n")
            }
        };
        WORKFLOW.replace("VERSION", VERSION).replace("      - run: BUILD\n", &build).replace("CHECK", &self.check())
    }
}

/// The version of the kit, without that of the spec.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"), ".", env!("CARGO_PKG_VERSION_PATCH"));

/// Where cargo builds the adapter: beside what it builds of the guard's own package.
const BUILT: &str = "target/loopspec";

/// A program of a folder is started by a path, never by a bare name.
fn runnable(path: &Path) -> String {
    let bare = path.components().count() < 2;
    if bare { format!("./{}", path.display()) } else { path.display().to_string() }
}

/// The command line without the folder.
fn words(args: &InitArgs) -> String {
    use clap::ValueEnum;
    let name = |value: Option<clap::builder::PossibleValue>| value.map_or(String::new(), |value| value.get_name().to_owned());
    format!("--lang {} --shape {}", name(args.lang.to_possible_value()), name(args.shape.to_possible_value()))
}

fn adapter_name(lang: Lang) -> &'static str {
    match lang {
        Lang::Go => "adapter.go",
        Lang::Node => "adapter.mjs",
        Lang::Python => "adapter.py",
        Lang::Rust => "adapter.rs",
    }
}

/// What the package's file is; where it names a folder of this machine, that.
fn package_words() -> &'static str {
    if dependency().contains("path = ") {
        "the adapter's package, on the kit's sources where they are here; add your guard's"
    } else {
        "the adapter's package; add your guard's"
    }
}

/// The dependency on the kit: on its sources where this program was built from a checkout, else on the published version.
fn dependency() -> String {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR"));
    // A published package has its manifest twice.
    let is_checkout = sources.join("Cargo.toml").is_file() && !sources.join("Cargo.toml.orig").exists();
    let path = if is_checkout { format!("path = {:?}, ", sources.display().to_string()) } else { String::new() };
    format!("loopspec = {{ {path}version = \"{VERSION}\", default-features = false, features = [\"check\"] }}")
}

const WORKFLOW: &str = include_str!("../../../conformance/templates/shapes/workflow.yml");
const PACKAGE: &str = include_str!("../../../conformance/templates/shapes/package.toml");

/// The adapter; none where a shape is not for a language.
fn template(lang: Lang, shape: Shape) -> Option<&'static str> {
    Some(match (lang, shape) {
        (Lang::Python, Shape::Agent) => include_str!("../../../conformance/templates/shapes/agent.py"),
        (Lang::Go | Lang::Node | Lang::Rust, Shape::Agent) => return None,
        (Lang::Go, Shape::Hooks) => include_str!("../../../conformance/templates/shapes/hooks.go"),
        (Lang::Go, Shape::Key) => include_str!("../../../conformance/templates/shapes/key.go"),
        (Lang::Go, Shape::Round) => include_str!("../../../conformance/templates/shapes/round.go"),
        (Lang::Go, Shape::Transcript) => include_str!("../../../conformance/templates/shapes/transcript.go"),
        (Lang::Node, Shape::Hooks) => include_str!("../../../conformance/templates/shapes/hooks.mjs"),
        (Lang::Node, Shape::Key) => include_str!("../../../conformance/templates/shapes/key.mjs"),
        (Lang::Node, Shape::Round) => include_str!("../../../conformance/templates/shapes/round.mjs"),
        (Lang::Node, Shape::Transcript) => include_str!("../../../conformance/templates/shapes/transcript.mjs"),
        (Lang::Python, Shape::Hooks) => include_str!("../../../conformance/templates/shapes/hooks.py"),
        (Lang::Python, Shape::Key) => include_str!("../../../conformance/templates/shapes/key.py"),
        (Lang::Python, Shape::Round) => include_str!("../../../conformance/templates/shapes/round.py"),
        (Lang::Python, Shape::Transcript) => include_str!("../../../conformance/templates/shapes/transcript.py"),
        (Lang::Rust, Shape::Hooks) => include_str!("../../../conformance/templates/shapes/hooks.rs"),
        (Lang::Rust, Shape::Key) => include_str!("../../../conformance/templates/shapes/key.rs"),
        (Lang::Rust, Shape::Round) => include_str!("../../../conformance/templates/shapes/round.rs"),
        (Lang::Rust, Shape::Transcript) => include_str!("../../../conformance/templates/shapes/transcript.rs"),
    })
}
