//! One run of the suite that many tests share, and what each of them makes of it.
#![allow(clippy::print_stdout, reason = "a test harness keeps what a test prints, and shows it with the test's name")]

use std::fmt::Display;
use std::io::{self, Write};
use std::panic::resume_unwind;
use std::sync::OnceLock;

use crate::check::vectors::{embedded_pairs, embedded_vectors};
use crate::check::{Effort, Expected, Finding, KnownFailure, Plan, Report, Standing, Subject, Verdict, check};
use crate::drive::{Launch, Subprocess, serve};
use crate::guard::MakeGuard;
use crate::report::{CARGO_TEST, Deny, headline, plain, runs, summary, test_name, unasked};
use crate::step::Policy;

/// The variable that makes the test of its value serve the guard.
const SERVE: &str = "LOOPSPEC_SERVE";
/// The line after which the guard's process speaks the protocol; before it the test harness says what it runs.
const MARK: &str = "loopspec: from here on protocol 1";
/// The test that asks about the whole, and that serves.
const WHOLE: &str = "everything_could_be_asked";

/// What a suite asks, and of which test binary.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    policy: &'static str,
    module: &'static str,
    deny: Deny,
    expected: &'static str,
    quick: bool,
    seed: u64,
}

impl Settings {
    /// The default cases of a policy, for the tests of a module (`module_path!()`).
    pub const fn new(policy: &'static str, module: &'static str) -> Self {
        Self { policy, module, deny: Deny::Must, expected: "", quick: false, seed: Plan::SEED }
    }

    /// The level from which on a broken rule fails its test, where that is not MUST: `should`.
    ///
    /// # Panics
    /// At any other word; in a constant that is an error of the compiler.
    #[must_use]
    pub const fn deny(mut self, level: &str) -> Self {
        assert!(matches!(level.as_bytes(), b"should"), "`deny` takes \"should\"; what must hold is always denied");
        self.deny = Deny::Should;
        self
    }

    /// Rules that are known to be broken, a line each: `run.fresh: why it is lived with`.
    #[must_use]
    pub const fn expected(mut self, lines: &'static str) -> Self {
        self.expected = lines;
        self
    }

    /// About a thousand cases: those that find most.
    #[must_use]
    pub const fn quick(mut self, quick: bool) -> Self {
        self.quick = quick;
        self
    }

    /// The seed of the random runs.
    #[must_use]
    pub const fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// A test's name as the harness has it: without the crate.
    fn test(&self, name: &str) -> String {
        match self.module.split_once("::") {
            Some((_, module)) => format!("{module}::{name}"),
            None => name.to_owned(),
        }
    }
}

/// The suite of one guard; asked when the first of its tests wants to know.
#[derive(Debug)]
pub struct Suite {
    settings: Settings,
    asked: OnceLock<Result<Report, String>>,
}

impl Suite {
    /// A suite that was not asked yet.
    pub const fn new(settings: Settings) -> Self {
        Self { settings, asked: OnceLock::new() }
    }

    /// The test of one rule.
    ///
    /// # Panics
    /// When the rule is broken or could not be asked.
    pub fn rule(&self, id: &str) {
        let Ok(report) = self.report() else { fail(format!("nothing could be asked; the test `{WHOLE}` says why")) };
        let Some(rule) = report.rules.iter().find(|rule| rule.id == id) else { fail(format!("{} has no rule {id}", report.policy)) };
        let reason = rule.reason.as_deref().unwrap_or("no reason is known");
        if let Some(entry) = report.stale().find(|entry| entry.what.id() == id) {
            let what = if entry.standing == Standing::Holds { "does not fail any more" } else { "is not judged" };
            fail(format!("{id}: expected to fail, and {what}; take it out of `expected`"));
        }
        match rule.verdict {
            Verdict::Pass => println!("{id}: held in {} cases", rule.cases),
            Verdict::Skip => println!("{id}: not judged: {reason}"),
            Verdict::Error => fail(format!("{id}: could not be asked: {reason}")),
            Verdict::Fail => {
                let of_rule: Vec<&Finding> = report.findings.iter().filter(|finding| finding.rule == id).collect();
                let fails = of_rule.iter().any(|finding| self.settings.deny.fails(report, finding));
                let known = of_rule.iter().find_map(|finding| report.expects(finding));
                let findings = runs(report, of_rule);
                if fails {
                    fail(findings);
                }
                println!("{}", findings.trim_end());
                if let Some(entry) = known {
                    println!("\n{id}: fails as expected: {}", entry.reason);
                }
            }
        }
    }

    /// The test of the whole: whether everything could be asked. In the guard's process it serves what `maker` makes instead.
    ///
    /// # Panics
    /// When it could not.
    pub fn whole<M: MakeGuard>(&self, maker: impl FnOnce() -> M) {
        if std::env::var(SERVE).is_ok_and(|test| test == self.settings.test(WHOLE)) {
            let marked = writeln!(io::stdout(), "\n{MARK}");
            if let Err(error) = marked.and_then(|()| serve(maker())) {
                fail(format!("the guard cannot be served: {error}"));
            }
            return;
        }
        match self.report() {
            Err(problem) => fail(problem.clone()),
            Ok(report) => {
                let text = plain(&summary(report));
                if unasked(report).is_some() {
                    fail(text);
                }
                println!("{text}");
            }
        }
    }

    fn report(&self) -> &Result<Report, String> {
        self.asked.get_or_init(|| {
            let asked = ask(&self.settings);
            if let Ok(report) = &asked {
                // Past the harness, which would keep it from being seen.
                let _ = io::stderr().write_all(self.tidings(report).as_bytes());
            }
            asked
        })
    }

    /// What must be seen although every test passes: what was judged, and warnings.
    fn tidings(&self, report: &Report) -> String {
        let mut text = format!("loopspec: {}\n", plain(&headline(report)));
        let skipped = report.count(Verdict::Skip);
        if skipped > 0 {
            text += &format!("loopspec: not judged: {skipped} of the rules; why: cargo test {WHOLE} -- --show-output\n");
        }
        for found in report.findings.iter().filter(|found| !self.settings.deny.fails(report, found)) {
            let test = test_name(&found.rule);
            let what = if report.expects(found).is_some() { "broken, as expected" } else { "broken, a SHOULD" };
            text += &format!("loopspec: warning: {} is {what}: cargo test {test} -- --show-output\n", found.rule);
        }
        text
    }
}

/// Asks the guard in a process of its own.
fn ask(settings: &Settings) -> Result<Report, String> {
    let expected = expected(settings.expected)?;
    let policy: Policy = settings.policy.parse().map_err(in_words)?;
    let program = std::env::current_exe().map_err(|error| format!("the test binary cannot be found: {error}"))?;
    let test = settings.test(WHOLE);
    // On a thread of its own, what the guard prints is kept from standard output, whatever the environment wants.
    let args = [test.clone(), "--exact".to_owned(), "--test-threads=2".to_owned()];
    let launch = Launch::new(program.display().to_string(), args);
    let launch = launch.with_env("RUST_TEST_NOCAPTURE", "0").with_env(SERVE, test).speaking_after(MARK);
    let mut subject = Subprocess::start(launch).map_err(in_words)?;
    let claimed = subject.policies().iter().find(|(claimed, _)| *claimed == policy).cloned();
    let Some((_, profile)) = claimed else {
        let claims: Vec<&str> = subject.policies().iter().map(|(policy, _)| policy.name()).collect();
        return Err(format!("these are tests of policy {policy}; the maker's policy is {}", claims.join(", ")));
    };
    let effort = if settings.quick { Effort::Quick } else { Effort::Normal };
    let plan = Plan {
        seed: settings.seed,
        target: CARGO_TEST.to_owned(),
        ..Plan::of(embedded_vectors().map_err(in_words)?, embedded_pairs().map_err(in_words)?).with_effort(effort)
    };
    let mut report = check(&mut subject, policy, &profile, &plan, &mut |_, _| {});
    report.notes.extend(subject.dismiss());
    let no_rule = |entry: &&Expected| report.rules.iter().all(|rule| rule.id != entry.what.id());
    if let Some(entry) = expected.iter().find(no_rule) {
        return Err(format!("`expected`: {policy} has no rule {}", entry.what.id()));
    }
    report.scope.digests = Some(plan.digests(policy, &profile));
    Ok(report.expecting(expected))
}

/// From lines such as `run.fresh: why it is lived with`.
fn expected(lines: &str) -> Result<Vec<Expected>, String> {
    let lines = lines.lines().map(str::trim).filter(|line| !line.is_empty());
    let entry = |line: &str| match line.split_once(':') {
        Some((rule, reason)) if !reason.trim().is_empty() => {
            Ok(Expected::new(KnownFailure::Rule(rule.trim().to_owned()), reason.trim(), None))
        }
        _ => Err(format!("`expected`: `{line}` is not `RULE: why it is lived with`")),
    };
    lines.map(entry).collect()
}

fn in_words(error: impl Display) -> String {
    error.to_string()
}

/// Fails the test with this text alone: without the place in this file that a panic would name.
fn fail(text: String) -> ! {
    println!("{}", text.trim_end());
    resume_unwind(Box::new("the guard is not as the rule says"))
}
