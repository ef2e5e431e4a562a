//! What the kit must say of one hostile adapter.

use std::path::PathBuf;
use std::process::Command;

use libtest_mimic::Failed;
use serde_json::Value;

use crate::adapter::{KIND, PROCESSES};

/// Any rule; where it depends on chance which one a guard breaks first.
pub(crate) const ANY: &str = "*";

/// A program and what the kit must say of it.
pub(crate) struct Expected {
    /// The trial's name: a sentence.
    pub name: &'static str,
    kind: &'static str,
    program: &'static [&'static str],
    rule: &'static str,
    deadline: &'static str,
    exit: i32,
    says: &'static [&'static str],
    findings: Option<&'static [(&'static str, &'static str)]>,
    passes: &'static [&'static str],
}

/// A program that does not greet as it should: exit code 3 and these words.
pub(crate) fn no_greeting(name: &'static str, kind: &'static str, says: &'static [&'static str]) -> Expected {
    let expected =
        Expected { name, kind, program: &[], rule: "repeat.reset.follow-up", deadline: "1", exit: 3, says, findings: None, passes: &[] };
    // A greeting may take 30 seconds; of what never comes nobody waits so long.
    if kind.contains("never") || kind.contains("silent") { expected.deadline("0.02") } else { expected }
}

/// A program that greets, but then breaks the protocol: exit code 3, these words, and nothing held against the guard.
pub(crate) fn unasked(name: &'static str, kind: &'static str, says: &'static [&'static str]) -> Expected {
    Expected { findings: Some(&[]), ..no_greeting(name, kind, says) }
}

/// A guard that fails: exit code 1, and exactly these findings: rule and cause.
pub(crate) fn fails(name: &'static str, kind: &'static str, findings: &'static [(&'static str, &'static str)]) -> Expected {
    Expected { exit: 1, findings: Some(findings), ..no_greeting(name, kind, &[]) }
}

/// A guard that is right: exit code 0.
pub(crate) fn conforms(name: &'static str, kind: &'static str) -> Expected {
    Expected { exit: 0, findings: Some(&[]), passes: &["repeat.reset.follow-up"], ..no_greeting(name, kind, &[]) }
}

/// A program that cannot be started: exit code 2 and these words.
pub(crate) fn unusable(name: &'static str, program: &'static [&'static str], says: &'static [&'static str]) -> Expected {
    Expected { exit: 2, program, ..no_greeting(name, "", says) }
}

impl Expected {
    /// Started instead of this test.
    pub(crate) fn program(self, program: &'static [&'static str]) -> Self {
        Self { program, ..self }
    }

    /// The rule that is asked about.
    pub(crate) fn rule(self, rule: &'static str) -> Self {
        Self { rule, ..self }
    }

    /// The factor of all deadlines.
    pub(crate) fn deadline(self, deadline: &'static str) -> Self {
        Self { deadline, ..self }
    }

    /// Words in the report.
    pub(crate) fn says(self, says: &'static [&'static str]) -> Self {
        Self { says, ..self }
    }

    /// A rule that passes all the same: finished results are not lost.
    pub(crate) fn passes(self, passes: &'static [&'static str]) -> Self {
        Self { passes, ..self }
    }

    /// Runs the kit and compares.
    pub(crate) fn holds(&self) -> Result<(), Failed> {
        let list = std::env::temp_dir().join(format!("loopspec-hostile-{}-{}", std::process::id(), self.name.replace([' ', '/'], "-")));
        let own = std::env::current_exe()?.display().to_string();
        let program: Vec<&str> = if self.program.is_empty() { vec![&own] } else { self.program.to_vec() };
        let output = Command::new(env!("CARGO_BIN_EXE_loopspec"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(["check", "--quick", "--format", "json", "--rule", self.rule, "--deadline", self.deadline, "--"])
            .args(program)
            .env(KIND, self.kind)
            .env(PROCESSES, &list)
            .output()?;
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let told = format!("exit {:?}\n{out}{err}", output.status.code());
        let differs = |what: String| Failed::from(format!("{what}; the kit said:\n{}", told.chars().take(6000).collect::<String>()));
        none_survives(&list)?;
        if output.status.code() != Some(self.exit) {
            return Err(differs(format!("exit code {} is expected", self.exit)));
        }
        if let Some(missing) = self.says.iter().find(|words| !told.contains(**words)) {
            return Err(differs(format!("\"{missing}\" is expected")));
        }
        let Some(findings) = self.findings else { return Ok(()) };
        let report: Value = serde_json::from_str(&out).map_err(|error| differs(format!("a report is expected: {error}")))?;
        let found: Vec<_> = report["findings"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|finding| (finding["rule"].as_str().unwrap_or_default(), finding["cause"].as_str().unwrap_or_default()))
            .collect();
        let same = |(found, wanted): (&(&str, &str), &(&str, &str))| found.1 == wanted.1 && (wanted.0 == ANY || found.0 == wanted.0);
        if found.len() != findings.len() || !found.iter().zip(findings).all(same) {
            return Err(differs(format!("the findings {findings:?} are expected, not {found:?}")));
        }
        let verdict =
            |id: &str| report["rules"].as_array().into_iter().flatten().find(|rule| rule["id"] == id).map(|rule| &rule["verdict"]);
        match self.passes.iter().find(|rule| verdict(rule).is_none_or(|verdict| verdict != "pass")) {
            Some(lost) => Err(differs(format!("{lost} is expected to pass"))),
            None => Ok(()),
        }
    }
}

/// Every adapter process that was started has ended.
fn none_survives(list: &PathBuf) -> Result<(), Failed> {
    let text = std::fs::read_to_string(list).unwrap_or_default();
    let _ = std::fs::remove_file(list);
    // A killed process may need a moment to go.
    for _ in 0..100 {
        if !text.lines().any(runs) {
            return Ok(());
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let left: Vec<&str> = text.lines().filter(|process| runs(process)).collect();
    Err(format!("processes survive: {}", left.join(", ")).into())
}

/// Whether a process of this number runs, and is neither another program nor one that only waits to be buried.
fn runs(process: &str) -> bool {
    let own = std::env::current_exe().ok();
    let folder = PathBuf::from("/proc").join(process);
    let buried =
        std::fs::read_to_string(folder.join("stat")).is_ok_and(|stat| stat.rsplit(')').next().is_some_and(|rest| rest.starts_with(" Z")));
    !buried && own.is_some() && std::fs::read_link(folder.join("exe")).ok() == own
}
