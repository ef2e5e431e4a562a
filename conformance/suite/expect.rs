//! Failures that are known, in `loopspec.toml`: a run passes with them, fails when one is gone, and no verdict changes.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use loopspec::check::vectors::{embedded_pairs, embedded_vectors};
use loopspec::check::{Effort, Expected, KnownFailure, Plan, Report, RunResult, Scope, Standing, Subject, Verdict, check};
use loopspec::drive::InProcess;
use loopspec::guard::SampleMaker;
use serde_json::Value;

use crate::cli::{err, exit, loopspec, out};

const BROKEN: &str = "repeat.transparent.bookkeeping";

/// A folder of one test, with a file of expected failures where there is a text for it.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str, text: Option<&str>) -> Self {
        let dir = std::env::temp_dir().join(format!("loopspec-expect-{test}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&dir);
        std::fs::create_dir_all(&dir).expect("a folder can be made");
        let folder = Self(dir);
        if let Some(text) = text {
            std::fs::write(folder.file(), text).expect("a file can be written");
        }
        folder
    }

    fn file(&self) -> PathBuf {
        self.0.join("loopspec.toml")
    }

    fn text(&self) -> String {
        std::fs::read_to_string(self.file()).expect("it is there")
    }

    /// Exit code and report of a check of the faulty sample.
    fn check(&self, more: &[&str]) -> (i32, Report) {
        let output =
            loopspec(&[&["check", "sample-faulty", "--format", "json", "--expect", &self.file().display().to_string()], more].concat());
        let report = serde_json::from_str(&out(&output)).unwrap_or_else(|error| panic!("{error}: {}{}", out(&output), err(&output)));
        (exit(&output), report)
    }

    /// The message of a check that cannot be made.
    fn refused(&self, more: &[&str]) -> String {
        let file = self.file().display().to_string();
        let output = loopspec(&[&["check", "sample-faulty", "--expect", &file], more].concat());
        assert_eq!(exit(&output), 2, "{}", out(&output));
        err(&output).replace(&file, "loopspec.toml")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn entry(rule: &str) -> String {
    format!("[[expected]]\nrule = \"{rule}\"\nreason = \"known\"\n")
}

/// The report of the faulty sample, asked once for all tests, with these expected failures.
fn expecting(known: &[KnownFailure]) -> Report {
    static ASKED: LazyLock<Report> = LazyLock::new(|| {
        let plan = Plan::of(embedded_vectors().expect("the kit's vectors"), embedded_pairs().expect("the kit's pairs"));
        let mut subject = InProcess::new(SampleMaker::faulty());
        let (policy, profile) = subject.policies()[0].clone();
        check(&mut subject, policy, &profile, &plan, &mut |_, _| ())
    });
    let entry = |what: &KnownFailure| Expected::new(what.clone(), "known", None);
    ASKED.clone().expecting(known.iter().map(entry))
}

fn rule(id: &str) -> KnownFailure {
    KnownFailure::Rule(id.to_owned())
}

fn standings(report: &Report) -> Vec<Standing> {
    report.expected.iter().map(|entry| entry.standing).collect()
}

/// Whether every failure is expected.
fn is_expected(report: &Report) -> bool {
    report.findings.iter().all(|finding| report.expects(finding).is_some())
}

#[test]
fn an_expected_failure_changes_no_verdict() {
    let report = expecting(&[rule(BROKEN)]);
    assert_eq!((report.result, report.count(Verdict::Fail)), (RunResult::Nonconformant, 1));
    assert_eq!((standings(&report), is_expected(&report)), (vec![Standing::Fails], true));
}

#[test]
fn what_holds_and_what_is_not_judged_cannot_be_expected_to_fail() {
    let report = expecting(&[rule("repeat.reset.steer"), rule("identity.ignored-members")]);
    assert_eq!((standings(&report), is_expected(&report)), (vec![Standing::Holds, Standing::NotJudged], false));
}

#[test]
fn nothing_follows_from_what_was_not_found_where_not_everything_was_asked() {
    let whole = expecting(&[rule(BROKEN), rule("repeat.reset.steer")]);
    assert_eq!(standings(&whole), [Standing::Fails, Standing::Holds]);
    let narrowed = [
        Report { scope: Scope { effort: Effort::Quick, ..Scope::default() }, ..whole.clone() },
        Report { scope: Scope { rule: Some(BROKEN.to_owned()), ..Scope::default() }, ..whole.clone() },
        Report { scope: Scope { share: "1/2".parse().expect("a share"), ..Scope::default() }, ..whole.clone() },
        Report { errors: vec!["the budget is over".to_owned()], ..whole.clone() },
    ];
    for report in narrowed {
        let known = report.expected.clone();
        assert_eq!(standings(&report.expecting(known)), [Standing::Fails, Standing::Open]);
    }
}

#[test]
fn a_vector_stands_for_itself_alone() {
    let vector = |id: &str| KnownFailure::Vector(id.to_owned());
    let all = ["bookkeeping-between-copies", "bookkeeping-inside-a-round", "one-bookkeeping-call-in-three"].map(vector);
    assert!(is_expected(&expecting(&all)), "all that shows it is expected");
    let report = expecting(&all[..1]);
    assert_eq!((standings(&report), is_expected(&report)), (vec![Standing::Fails], false), "two others show it, too");
    assert_eq!(standings(&expecting(&[vector("short-at-3")])), [Standing::Holds]);
}

#[test]
fn bless_writes_what_fails_takes_out_what_does_not_and_keeps_what_a_person_wrote() {
    let folder = Folder::new("bless", None);
    assert_eq!(folder.check(&["--bless"]).0, 0);
    insta::assert_snapshot!("blessed", folder.text());
    // An entry with its own words stays as it is, another goes, with what was said above it.
    let mine = "# ours\n\n# why: #7\n[[expected]]\nrule = \"repeat.transparent.bookkeeping\" # until 2.0\nreason = \"in work\"\n";
    let folder = Folder::new("bless-again", Some(&format!("{mine}\n# gone\n{}", entry("repeat.reset.steer"))));
    assert_eq!(folder.check(&["--bless"]).0, 0);
    assert_eq!(folder.text(), mine);
    // A list in one line stays true, too.
    let folder = Folder::new("bless-line", Some("expected = [{rule = \"repeat.reset.steer\", reason = \"x\"}]\n"));
    assert_eq!(folder.check(&["--bless"]).0, 0);
    assert!(folder.text().contains(BROKEN) && !folder.text().contains("steer"), "{}", folder.text());
}

#[test]
fn bless_writes_nothing_where_not_everything_is_asked() {
    let folder = Folder::new("bless-narrowed", Some("# mine\n"));
    for narrowed in [&["--rule", BROKEN] as &[&str], &["--quick"], &["--shard", "1/2"], &["--budget", "9"]] {
        let message = folder.refused(&[&["--bless"], narrowed].concat());
        assert!(message.contains("cannot be used with"), "{narrowed:?}: {message}");
    }
    let output = loopspec(&["check", "--bless"]);
    assert_eq!((exit(&output), err(&output).contains("say which")), (2, true));
    assert_eq!(folder.text(), "# mine\n");
}

#[test]
fn a_file_that_cannot_be_meant_so_is_a_clear_message() {
    let texts = [
        "[[expected]]\nrule = \"repeat.reset.stear\"\nreason = \"x\"\n",
        "[[expected]]\nrule = \"progress.exempt\"\npolicy = \"repeat-reminder\"\nreason = \"x\"\n",
        "[[expected]]\nvector = \"no-such\"\nreason = \"x\"\n",
        "[[expected]]\nreason = \"x\"\n",
        "[[expected]]\nrule = \"run.fresh\"\nreason = \" \"\n",
        "[[expected]]\nrule = \"run.fresh\"\n",
        "[[expected]]\nrule = \"run.fresh\"\nreason = \"x\"\nsince = 1\n",
        "[[expected]]\nrule = \"run.fresh\"\nreason = \"x\"\n[[expected]]\nrule = \"run.fresh\"\nreason = \"y\"\n",
        "expected = 3\n",
        "[[expected\n",
    ];
    let messages: String = texts.iter().map(|text| format!("{text}> {}\n", Folder::new("wrong", Some(text)).refused(&[]))).collect();
    insta::assert_snapshot!("refused", messages);
    let missing = Folder::new("missing", None).refused(&[]);
    assert!(missing.contains("loopspec.toml cannot be read"), "{missing}");
}

#[test]
fn an_entry_of_a_policy_that_the_guard_does_not_claim_fails_the_run() {
    let folder = Folder::new("unmatched", Some(&(entry(BROKEN) + &entry("progress.exempt"))));
    let file = folder.file().display().to_string();
    let output = loopspec(&["check", "sample-faulty", "--rule", BROKEN, "--expect", &file]);
    assert_eq!(exit(&output), 1);
    assert!(err(&output).contains("rule progress.exempt: of no policy that the guard claims"), "{}", err(&output));
}

#[test]
fn shares_with_expected_failures_merge_into_what_the_whole_says() {
    let folder = Folder::new("shares", Some(&(entry(BROKEN) + &entry("repeat.reset.steer"))));
    let shares: Vec<String> = ["1/2", "2/2"]
        .map(|share| {
            let (code, report) = folder.check(&["--shard", share]);
            assert_eq!(code, 0, "{share}");
            let path = folder.0.join(format!("{}.json", share.replace('/', "-")));
            std::fs::write(&path, serde_json::to_string(&report).expect("a report is JSON")).expect("a file can be written");
            path.display().to_string()
        })
        .into();
    let output = loopspec(&["merge", "--format", "json", &shares[0], &shares[1]]);
    let whole: Value = serde_json::from_str(&out(&output)).expect("a report");
    let standings: Vec<&Value> = whole["expected"].as_array().expect("entries").iter().map(|entry| &entry["standing"]).collect();
    assert_eq!((exit(&output), standings), (1, vec![&Value::from("fails"), &Value::from("holds")]));
    // A share that is missing is told, and leaves it open.
    let output = loopspec(&["merge", "--format", "json", &shares[0]]);
    let part: Report = serde_json::from_str(&out(&output)).expect("a report");
    assert_eq!(part.errors, ["shares of which there is no report: 2/2"]);
    let output = loopspec(&["merge", &shares[0], &shares[0]]);
    assert_eq!(exit(&output), 2);
    assert!(err(&output).contains("share 1/2 is there twice"), "{}", err(&output));
}

#[cfg(unix)]
#[test]
fn the_file_beside_an_adapter_is_found() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("beside", Some(&entry(BROKEN)));
    let adapter: &Path = &folder.0.join("adapter.sh");
    let served = format!("#!/bin/sh\nexec {} serve sample-faulty\n", env!("CARGO_BIN_EXE_loopspec"));
    std::fs::write(adapter, served).expect("a file can be written");
    std::fs::set_permissions(adapter, std::fs::Permissions::from_mode(0o755)).expect("its x bit can be set");
    let output = loopspec(&["check", "--rule", BROKEN, "--", &adapter.display().to_string()]);
    assert_eq!(exit(&output), 0, "{}{}", out(&output), err(&output));
}

#[cfg(unix)]
#[test]
fn what_was_built_keeps_no_file_beside_it_and_the_line_to_ask_again_names_the_file() {
    let folder = Folder::new("built", None);
    let built = folder.0.join("target/debug");
    std::fs::create_dir_all(&built).expect("a folder can be made");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_loopspec"), built.join("adapter")).expect("a link can be made");
    std::fs::write(built.join("loopspec.toml"), "[[expected]]\n").expect("a file can be written");
    let adapter = built.join("adapter").display().to_string();
    let output = loopspec(&["check", "--rule", BROKEN, "--", &adapter, "serve", "sample-faulty"]);
    assert_eq!(exit(&output), 1, "the broken file is not read: {}", err(&output));
    std::fs::write(folder.file(), entry(BROKEN)).expect("a file can be written");
    let file = folder.file().display().to_string();
    let output = loopspec(&["check", "--rule", BROKEN, "--expect", &file, "--", &adapter, "serve", "sample-faulty"]);
    assert_eq!(exit(&output), 0, "{}", err(&output));
    assert!(out(&output).contains(&format!("again      loopspec check --rule {BROKEN} --expect {file} -- {adapter} serve sample-faulty")));
}
