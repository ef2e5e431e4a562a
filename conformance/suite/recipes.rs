//! The recipes of `spec/recipes.md`, each put into the adapter that `init` writes, around a guard with the functions that it calls.

use std::path::Path;
use std::process::{Command, Output};

use libtest_mimic::Failed;

/// A guard with everything that the recipes call; it acts when a call comes a third time.
const GUARD: &str = r#"
import asyncio

class LoopDetected(Exception):
    pass

class Guard:
    def __init__(self):
        self.counts = {}

    def count(self, tool, args, run=""):
        call = json.dumps([run, tool, args], sort_keys=True)
        self.counts[call] = self.counts.get(call, 0) + 1
        return self.counts[call]

    def warning(self, tool, args):
        return "a third time" if self.count(tool, args) > 2 else None

    before = warning

    def warning_in(self, run, tool, args):
        return "a third time" if self.count(tool, args, run) > 2 else None

    def after(self, tool, args):
        return self.count(tool, args)

    def filter(self, tool, args, result):
        return self.warning(tool, args) or result

    def observe(self, tool, args):
        if self.warning(tool, args):
            raise LoopDetected("a third time")

    def is_stuck(self):
        return max(self.counts.values()) > 2

    def read(self, messages):
        calls = [json.dumps(call, sort_keys=True) for message in messages for call in message.get("calls", [])]
        return "a third time" if calls.count(calls[-1]) > 2 else None

    def unique(self, calls):
        texts = [json.dumps(call, sort_keys=True) for call in calls]
        return {at for at, text in enumerate(texts) if text not in texts[:at]}

    async def check(self, tool, args):
        return self.warning(tool, args)

"#;

/// A recipe: its heading, and the adapter that it makes.
pub(crate) struct Recipe {
    pub(crate) name: String,
    adapter: String,
}

/// Every recipe of the page in its place.
pub(crate) fn all() -> Result<Vec<Recipe>, Failed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("spec/recipes.md"))?;
    let sample = std::fs::read_to_string(root.join("conformance/templates/shapes/hooks.py"))?;
    let (head, rest) = sample.split_once("class Guard:").ok_or("the sample is a class")?;
    let (_, tail) = rest.split_once("# Lifetimes.").ok_or("lifetimes come after the sample")?;
    let tail = format!("# Lifetimes.{}", tail.replace("Guard()", "Run()"));
    let (case, serving) = tail.split_once("for line in sys.stdin").ok_or("it serves last")?;
    let mut parts = page.split("\n## ");
    let frame = parts.next().and_then(code).ok_or("a frame comes first")?;
    let (class, function) = frame.split_once("\n\ndef answer(run").ok_or("the frame ends with a function")?;
    let recipes = parts.map(|part| {
        let (name, recipe) = (part.lines().next().unwrap_or_default(), code(part).ok_or("a recipe has code")?);
        let middle = match recipe.split_once("def round") {
            None => recipe.to_owned(),
            Some((before, round)) => {
                let method: String = format!("def round{round}").lines().map(|line| format!("    {line}\n")).collect();
                format!("{before}{class}\n{method}\ndef answer(run{function}{case}")
            }
        };
        Ok(Recipe { name: name.to_owned(), adapter: format!("{head}{GUARD}{middle}\nfor line in sys.stdin{serving}") })
    });
    recipes.collect()
}

fn code(part: &str) -> Option<&str> {
    part.split_once("```python\n")?.1.split_once("```").map(|(code, _)| code)
}

impl Recipe {
    /// It passes `smoke`, and `check` sees the guard act and finds nothing wrong with it.
    pub(crate) fn works(&self) -> Result<(), Failed> {
        let name: String = self.name.chars().filter(char::is_ascii_alphabetic).collect();
        let path = std::env::temp_dir().join(format!("loopspec-recipe-{}-{name}.py", std::process::id()));
        std::fs::write(&path, &self.adapter)?;
        let run = |command: &[&str]| {
            let program = ["--".to_owned(), "python3".to_owned(), path.display().to_string()];
            Command::new(env!("CARGO_BIN_EXE_loopspec")).args(command).args(program).output()
        };
        let (smoke, check) = (run(&["smoke"])?, run(&["check", "--quick"])?);
        std::fs::remove_file(&path)?;
        says(&smoke, "The adapter speaks protocol 1.")?;
        says(&check, "no violation found")
    }
}

fn says(output: &Output, words: &str) -> Result<(), Failed> {
    let text = String::from_utf8_lossy(&output.stdout);
    if output.status.success() && text.contains(words) {
        return Ok(());
    }
    Err(format!("exit {:?}\n{text}{}", output.status.code(), String::from_utf8_lossy(&output.stderr)).into())
}
