//! The command line as a user meets it: output, exit codes, and messages that say what to do.

use std::process::{Command, Output};

pub(crate) fn loopspec(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_loopspec")).current_dir(env!("CARGO_MANIFEST_DIR")).args(args).output().expect("the program runs")
}

pub(crate) fn exit(output: &Output) -> i32 {
    output.status.code().expect("the program ends by itself")
}

pub(crate) fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Error messages, with what differs between machines taken out.
pub(crate) fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).replace(env!("CARGO_MANIFEST_DIR"), ".")
}

/// A report as printed, without what differs between runs.
fn timeless(text: &str) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        match (line.find(" in "), line.find(" s (seed")) {
            (Some(from), Some(to)) if from < to => lines.push(format!("{} in N{}", &line[..from], &line[to..])),
            _ => lines.push(line.to_owned()),
        }
    }
    lines.join("\n")
}

#[test]
fn check_without_arguments_passes_and_ends_with_what_a_failure_looks_like() {
    let output = loopspec(&["check", "--quick"]);
    assert_eq!(exit(&output), 0, "{}{}", out(&output), err(&output));
    let text = out(&output);
    let lines: Vec<&str> = text.lines().collect();
    for (at, name) in
        ["loopspec repeat-reminder", "loopspec no-progress", "sample", "loopspec ready repeat-reminder", "loopspec ready no-progress"]
            .into_iter()
            .enumerate()
    {
        assert!(lines[at].starts_with(name) && lines[at].contains(": conformant to "), "{}", lines[at]);
    }
    let (_, failure) = text.split_once("This is what a failure looks like.").expect("the faulty sample comes last");
    assert_eq!(failure.matches("FAIL  ").count(), 1, "{failure}");
}

#[test]
fn two_guards_are_compared_without_judging_either() {
    let output = loopspec(&["check", "repeat-reminder", "--against", "ready-repeat-reminder", "--quick"]);
    assert_eq!(exit(&output), 0, "{}{}", out(&output), err(&output));
    assert!(out(&output).contains(": no difference of "), "{}", out(&output));
    let output = loopspec(&["check", "--quick", "sample-faulty", "--against", "repeat-reminder"]);
    assert_eq!(exit(&output), 1);
    let text = out(&output);
    let first: Vec<&str> = text.lines().take(11).collect();
    insta::assert_snapshot!(first.join("\n"), @r#"
    DIFFERENT  they do not do the same

        step                                sample-faulty  loopspec repeat-reminder
        open  bookkeeping: ["update_plan"]  silent         silent
        a {}                                silent         silent
        update_plan {}                      silent         silent
        a {}                                silent         silent
      > a {}                                silent         reminder (short)

      found by   vector bookkeeping-between-copies
    "#);
    let output = loopspec(&["check", "repeat-reminder", "--against", "no-progress"]);
    assert_eq!((exit(&output), out(&output)), (2, String::new()));
    insta::assert_snapshot!(err(&output), @"loopspec: both must claim one policy; it claims repeat-reminder");
}

#[test]
fn a_quick_check_asks_at_most_a_thousand_cases() {
    for name in ["repeat-reminder", "no-progress"] {
        let text = out(&loopspec(&["check", "--quick", "--format", "json", name]));
        let report: loopspec::check::Report = serde_json::from_str(&text).expect("a report");
        assert!((500..=1000).contains(&report.cases), "{name}: {} cases", report.cases);
    }
}

#[test]
fn the_faulty_sample_fails_with_one_failure_that_reads_at_a_glance() {
    let output = loopspec(&["check", "--rule", "repeat.transparent.bookkeeping", "sample-faulty"]);
    assert_eq!(exit(&output), 1);
    insta::assert_snapshot!("faulty_sample", timeless(&out(&output)));
}

#[test]
fn the_references_conform_over_the_wire_too() {
    for name in ["repeat-reminder", "no-progress", "ready-repeat-reminder", "ready-no-progress", "sample", "identity"] {
        let output = loopspec(&["check", "--quick", "--", env!("CARGO_BIN_EXE_loopspec"), "serve", name]);
        assert_eq!(exit(&output), 0, "{name}: {}{}", out(&output), err(&output));
    }
}

/// The program of an example.
fn example(name: &str) -> String {
    let mut program = std::path::PathBuf::from(env!("CARGO_BIN_EXE_loopspec"));
    program.pop();
    let program = program.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if !program.is_file() {
        // `cargo test` builds examples; `cargo test --test conformance` does not.
        let mut build = Command::new(env!("CARGO"));
        let target = program.ancestors().nth(3).expect("target/profile/examples/adapter");
        build.current_dir(env!("CARGO_MANIFEST_DIR")).args(["build", "--quiet", "--example", name, "--target-dir"]).arg(target);
        assert!(build.status().expect("cargo runs").success());
    }
    program.display().to_string()
}

#[test]
fn the_rust_template_conforms() {
    let output = loopspec(&["check", "--", &example("adapter")]);
    assert_eq!(exit(&output), 0, "{}{}", out(&output), err(&output));
}

#[test]
fn the_rust_adapters_that_init_writes_pass_smoke_and_check() {
    for shape in ["hooks", "key", "round", "transcript"] {
        let adapter = example(&format!("shape-{shape}"));
        for command in [&["smoke"] as &[&str], &["check", "--quick"]] {
            let output = loopspec(&[command, &["--", &adapter]].concat());
            assert_eq!(exit(&output), 0, "{shape}: {}{}", out(&output), err(&output));
        }
    }
}

#[test]
fn init_overwrites_nothing_and_says_which_file_is_there() {
    let dir = std::env::temp_dir().join(format!("loopspec-init-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).expect("a folder can be made");
    std::fs::write(dir.join("adapter.py"), "mine").expect("a file can be written");
    let output = loopspec(&["init", "--lang", "python", &dir.display().to_string()]);
    assert_eq!(exit(&output), 2, "{}", out(&output));
    let message = err(&output).replace(&dir.display().to_string(), "DIR");
    insta::assert_snapshot!(message, @"loopspec: nothing is written, since DIR/adapter.py is there already; give another folder, as in `loopspec init --lang python --shape hooks my-folder`");
    assert_eq!(std::fs::read_to_string(dir.join("adapter.py")).expect("it is there"), "mine");
    assert_eq!(std::fs::read_dir(&dir).expect("a folder").count(), 1, "nothing else is written");
    let _ = std::fs::remove_dir_all(&dir);
    let refused = loopspec(&["init", "--lang", "go", "--shape", "agent", &dir.display().to_string()]);
    assert_eq!(exit(&refused), 2, "{}", out(&refused));
    insta::assert_snapshot!(err(&refused), @"loopspec: --shape agent is for --lang python alone: it drives an agent of LangChain; --shape hooks is how other agents call a guard");
    let written = loopspec(&["init", "--lang", "go", "--shape", "key", &dir.display().to_string()]);
    assert_eq!(exit(&written), 0, "{}", err(&written));
    insta::assert_snapshot!("init", out(&written).replace(&dir.display().to_string(), "DIR"));
    let workflow = std::fs::read_to_string(dir.join("workflow.yml")).expect("it was written");
    insta::assert_snapshot!("workflow", workflow.replace(&dir.display().to_string(), "DIR"));
    let _ = std::fs::remove_dir_all(dir);
}

/// Reports of all three shares of a quick check of an embedded guard, as files in a folder of one test.
fn three_shares(guard: &str, test: &str) -> (std::path::PathBuf, [String; 3]) {
    let dir = std::env::temp_dir().join(format!("loopspec-{test}-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder for reports");
    let files = ["1/3", "2/3", "3/3"].map(|share| {
        let path = dir.join(format!("{}.json", share.replace('/', "-"))).display().to_string();
        let output = loopspec(&["check", "--quick", "--shard", share, "--report", &path, guard]);
        assert!(matches!(exit(&output), 0 | 1), "{}", err(&output));
        path
    });
    (dir, files)
}

#[test]
fn all_shares_of_a_run_merged_find_what_the_whole_run_finds() {
    let (dir, [one, two, three]) = three_shares("sample-faulty", "merged");
    let merged = loopspec(&["merge", &one, &two, &three, "--format", "json"]);
    assert_eq!(exit(&merged), 1, "{}", err(&merged));
    let whole = loopspec(&["check", "--quick", "--format", "json", "sample-faulty"]);
    let jobs = loopspec(&["check", "--quick", "--jobs", "3", "--format", "json", "sample-faulty"]);
    let verdicts = |output: &Output| {
        let report: loopspec::check::Report = serde_json::from_str(&out(output)).expect("a report");
        report.rules.into_iter().map(|rule| (rule.id, rule.verdict)).collect::<Vec<_>>()
    };
    assert_eq!(verdicts(&merged), verdicts(&whole));
    assert_eq!(verdicts(&jobs), verdicts(&whole));
    let _ = std::fs::remove_dir_all(dir);
}

#[test]
fn one_share_claims_no_guarantee_and_all_shares_merged_claim_that_of_the_whole_run() {
    let (dir, [one, two, three]) = three_shares("sample", "claims");
    let claimed = |output: &Output| out(output).lines().find(|line| line.contains("guarantee")).map(str::to_owned);
    for alone in [&one, &two, &three] {
        assert_eq!(claimed(&loopspec(&["render", alone])), None);
    }
    let merged = claimed(&loopspec(&["merge", &one, &two, &three]));
    assert!(merged.is_some());
    assert_eq!(merged, claimed(&loopspec(&["check", "--quick", "sample"])));
    let _ = std::fs::remove_dir_all(dir);
}

#[test]
fn a_budget_that_is_over_is_an_incomplete_run_that_reports_what_was_found() {
    let output = loopspec(&["check", "--budget", "0", "sample"]);
    assert_eq!(exit(&output), 3);
    assert!(out(&output).contains("the budget of 0.0 s is over"), "{}", out(&output));
    let message = err(&loopspec(&["check", "--budget=-1", "sample"]));
    assert!(message.contains("give a number of seconds above 0"), "{message}");
    let message = err(&loopspec(&["check", "--shard", "3/2", "sample"]));
    assert!(message.contains("1 ≤ i ≤ n"), "{message}");
}

#[test]
fn a_deadline_that_is_no_factor_is_refused_by_every_command_that_takes_one() {
    for command in ["check", "card"] {
        for factor in ["-1", "0", "nan", "inf", "soon"] {
            let output = loopspec(&[command, &format!("--deadline={factor}"), "--", "no-such-program"]);
            assert_eq!(output.status.code(), Some(2), "{command} {factor}");
            assert!(err(&output).contains("give a factor above 0, such as 2"), "{command} {factor}: {}", err(&output));
        }
    }
}

#[test]
fn bad_input_is_a_clear_message_and_exit_code_2() {
    let broken = std::env::temp_dir().join("loopspec-broken-vector.json");
    std::fs::write(&broken, r#"{"format":1,"policy":"repeat-reminder","theme":"x","vectors":[{"id":"v","title":"t","rules":["repeat.reset.ster"],"since":"1.0","steps":[]}]}"#)
        .expect("a temporary file can be written");
    let broken = broken.display().to_string();
    let cases: [&[&str]; 10] = [
        &["check", "--rule", "repeat.reset.ster"],
        &["check", "--vectors", &broken],
        &["check", "--vectors", "no-such-folder"],
        &["check", "--", "no-such-program"],
        &["check", "--", "src"],
        &["check", "--", "./README.md"],
        &["check", "no-such-guard"],
        &["check", "--seed", "many", "sample"],
        &["check", "--spec", "9.9", "sample"],
        &["explain", "identity.keyorder"],
    ];
    let rows = crate::matrix::folders_of_rows().into_iter().collect::<Vec<_>>().join(", ");
    let mut messages = String::new();
    for args in cases {
        let output = loopspec(args);
        assert_eq!(exit(&output), 2, "{args:?}: {}{}", out(&output), err(&output));
        messages
            .push_str(&format!("$ loopspec {}\n{}\n", args.join(" "), err(&output)).replace(&broken, "broken.json").replace(&rows, "ROWS"));
    }
    insta::assert_snapshot!("bad_input", messages);
}

#[test]
fn json_is_one_report_a_line_and_the_same_but_for_time_with_the_same_seed() {
    let report = || {
        let output = loopspec(&["check", "--quick", "--format", "json", "--seed", "7", "sample-faulty"]);
        assert_eq!(exit(&output), 1);
        let mut report: serde_json::Value = serde_json::from_str(&out(&output)).expect("one line of JSON");
        report["duration_ms"] = 0.into();
        report
    };
    let (one, other) = (report(), report());
    assert_eq!(one, other);
    assert_eq!(one["result"], "nonconformant");
    assert_eq!(one["seed"], 7);
    assert_eq!(one["findings"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_report_file_holds_what_format_json_prints() {
    let path = std::env::temp_dir().join(format!("loopspec-report-{}.json", std::process::id()));
    let output = loopspec(&["check", "--quick", "--report", &path.display().to_string(), "sample"]);
    assert_eq!(exit(&output), 0);
    let report: loopspec::check::Report =
        serde_json::from_str(&std::fs::read_to_string(&path).expect("it was written")).expect("it is a report");
    assert_eq!(report.implementation.name, "sample");
    let _ = std::fs::remove_file(path);
}

#[test]
fn a_saved_report_renders_as_the_check_wrote_it() {
    let dir = std::env::temp_dir().join(format!("loopspec-forms-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder for reports");
    let file = |extension: &str| dir.join(format!("report.{extension}")).display().to_string();
    let forms = [("junit", "xml"), ("tap", "tap"), ("md", "md"), ("html", "html")];
    let mut args = vec!["check".to_owned(), "--quick".to_owned(), "sample-faulty".to_owned()];
    args.extend(["json", "xml", "tap", "md", "html"].into_iter().flat_map(|extension| ["--report".to_owned(), file(extension)]));
    let output = loopspec(&args.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(exit(&output), 1, "{}", err(&output));
    for (format, extension) in forms {
        let rendered = loopspec(&["render", &file("json"), "--format", format]);
        assert_eq!(exit(&rendered), 0, "{format}: {}", err(&rendered));
        assert_eq!(out(&rendered), std::fs::read_to_string(file(extension)).expect("it was written"), "{format}");
    }
    let unknown = loopspec(&["check", "--report", &file("pdf"), "sample"]);
    assert_eq!(exit(&unknown), 2);
    assert!(err(&unknown).contains(".json, .xml (JUnit), .tap, .md or .html"), "{}", err(&unknown));
    assert_eq!(exit(&loopspec(&["render", &file("md")])), 2, "what is no report is not rendered");
    let _ = std::fs::remove_dir_all(dir);
}

#[test]
fn a_broken_should_rule_fails_the_command_only_where_that_is_denied() {
    let path = std::env::temp_dir().join(format!("loopspec-should-{}.json", std::process::id()));
    let saved = include_str!("forms/report.json");
    let mut report: loopspec::check::Report = serde_json::from_str(saved).expect("a saved report");
    report.findings[0].level = loopspec::rule::Level::Should;
    std::fs::write(&path, loopspec::report::to_json(&report).expect("a report has a JSON form")).expect("it can be written");
    let path = path.display().to_string();
    assert_eq!(exit(&loopspec(&["merge", &path])), 0);
    assert_eq!(exit(&loopspec(&["merge", &path, "--deny", "should"])), 1);
    assert_eq!(exit(&loopspec(&["merge", &path, "--deny", "must"])), 2);
    let _ = std::fs::remove_file(path);
}

#[test]
fn explain_tells_the_rule_its_reason_and_its_vectors() {
    let output = loopspec(&["explain", "repeat.transparent.bookkeeping"]);
    assert_eq!(exit(&output), 0);
    insta::assert_snapshot!("explain", out(&output));
    assert!(out(&loopspec(&["explain", "repeat.reset"])).lines().count() >= 6);
    assert_eq!(out(&loopspec(&["explain", "protocol"])), include_str!("../../spec/protocol.md"));
    assert_eq!(out(&loopspec(&["explain", "recipes"])), include_str!("../../spec/recipes.md"));
}

#[test]
fn help_teaches_the_first_steps() {
    insta::assert_snapshot!("help", out(&loopspec(&["--help"])));
}

#[test]
fn exported_vectors_are_the_embedded_ones() {
    let dir = std::env::temp_dir().join(format!("loopspec-export-{}", std::process::id()));
    let output = loopspec(&["vectors", "export", &dir.display().to_string()]);
    assert_eq!(exit(&output), 0, "{}", err(&output));
    for (path, text) in loopspec::check::vectors::embedded_files() {
        assert_eq!(std::fs::read_to_string(dir.join(path)).expect("it was exported"), text, "{path}");
    }
    let _ = std::fs::remove_dir_all(dir);
}

#[test]
fn a_row_that_is_not_installed_says_how_to_install_it_and_its_own_program_is_started_in_its_folder() {
    let dir = std::env::temp_dir().join(format!("loopspec-row-{}", std::process::id()));
    let row = dir.join("conformance/implementations/some-guard");
    std::fs::create_dir_all(&row).expect("a folder can be made");
    let manifest = "name = \"some-guard\"\nversion = \"1\"\nlicence = \"MIT\"\nlanguage = \"python\"\npolicy = \"any\"\ndriven = \"hook\"\ndescription = \"\"\n\
                    install = [[\"python3\", \"-m\", \"venv\", \".venv\"], [\".venv/bin/pip\", \"install\", \"x\"]]\nrun = [\"bin/guard\", \"serve\", \"sample\"]\n";
    std::fs::write(row.join("manifest.toml"), manifest).expect("a file can be written");
    let check = || {
        let args = ["check", "--rule", "repeat.threshold.once", "some-guard"];
        Command::new(env!("CARGO_BIN_EXE_loopspec")).current_dir(&dir).args(args).output().expect("the program runs")
    };
    let output = check();
    assert_eq!(exit(&output), 2);
    let said = err(&output);
    assert!(said.contains("some-guard && python3 -m venv .venv && .venv/bin/pip install x)"), "{said}");
    std::fs::create_dir_all(row.join("bin")).expect("a folder can be made");
    std::fs::copy(env!("CARGO_BIN_EXE_loopspec"), row.join("bin/guard")).expect("the program can be copied");
    let output = check();
    assert_eq!(exit(&output), 0, "{}{}", out(&output), err(&output));
    let _ = std::fs::remove_dir_all(dir);
}

#[test]
fn emit_through_an_adapter_into_judge_passes_for_a_conformant_guard() {
    let program = env!("CARGO_BIN_EXE_loopspec");
    for (guard, code) in [("sample", Some(0)), ("sample-faulty", Some(1))] {
        let script = format!("'{program}' emit {BOOKKEEPING} | '{program}' serve {guard} | '{program}' judge {BOOKKEEPING}");
        let status = Command::new("sh").args(["-c", &script]).output().expect("a shell runs").status;
        assert_eq!(status.code(), code, "{guard}");
    }
}

/// A vector that the faulty sample fails.
const BOOKKEEPING: &str = "bookkeeping-between-copies";

#[test]
fn a_saved_report_is_verified_without_its_guard_and_a_touched_one_is_refused() {
    let (dir, [file, ..]) = three_shares("sample-faulty", "verified");
    let whole = dir.join("whole.json").display().to_string();
    loopspec(&["check", "--quick", "--report", &whole, "sample-faulty"]);
    let output = loopspec(&["verify-report", &whole, &file]);
    assert_eq!(exit(&output), 0, "{}{}", out(&output), err(&output));
    assert!(
        out(&output).starts_with("sample-faulty (repeat-reminder): the report holds; 1 of its findings judged again\n"),
        "{}",
        out(&output)
    );
    let touched = std::fs::read_to_string(&whole).expect("the report").replace("\"nonconformant\"", "\"conformant\"");
    std::fs::write(&whole, touched).expect("it is written");
    let output = loopspec(&["verify-report", &whole]);
    assert_eq!(exit(&output), 1);
    let told = "sample-faulty (repeat-reminder): the report does not hold\n  its result is Conformant; from its rules and findings follows Nonconformant\n";
    assert_eq!(out(&output), told);
    let _ = std::fs::remove_dir_all(dir);
}
