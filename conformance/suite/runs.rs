//! Runs that the kit writes for others: `gen`, and what `check --save` keeps.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use loopspec::check::faults::{Planted, bank};
use loopspec::check::vectors::{Vector, embedded_vectors, parse_example, parse_vectors, read_vectors};
use loopspec::check::{Effort, Expected, KnownFailure, Plan, Report, RunResult, Standing, Subject, Technique, Verdict, check, verify};
use loopspec::drive::InProcess;
use loopspec::guard::SampleMaker;
use loopspec::policy::Reference;
use loopspec::report::{beyond_vectors, to_vectors};
use loopspec::step::{Choices, Profile};
use serde_json::{Value, json};

fn loopspec(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_loopspec")).current_dir(env!("CARGO_MANIFEST_DIR")).args(args).output().expect("the program runs")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("Unicode")
}

fn folder(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("loopspec-{name}-{}", std::process::id()))
}

/// A vector of the steps of a generated line, read as every vector is.
fn as_vector(line: &str) -> Vector {
    let message: Value = serde_json::from_str(line).expect("a line is JSON");
    let text = json!({"policy": message["policy"], "steps": message["steps"]}).to_string();
    parse_example(&text).expect("generated steps are a vector's")
}

/// Whether the reference answers as the vector says.
fn holds(vector: &Vector, profile: &Profile) -> Result<(), String> {
    let decisions = Reference::decide(&vector.case(), profile).map_err(|error| error.to_string())?;
    let mut names = std::collections::BTreeMap::<_, std::collections::BTreeMap<_, _>>::new();
    for (step, decision) in vector.steps.iter().zip(decisions) {
        let expect = step.expect.chosen(&profile.choices).ok_or("not asked of these choices")?;
        let names = names.entry(step.step.run.clone()).or_default();
        expect.check(&decision.reply, names).map_err(|mismatch| format!("{mismatch:?}"))?;
    }
    Ok(())
}

#[test]
fn the_same_seed_prints_the_same_runs() {
    let args = ["gen", "--count", "40", "--seed", "11"];
    let (one, other) = (loopspec(&args), loopspec(&args));
    assert_eq!(one.status.code(), Some(0));
    assert_eq!(one.stdout, other.stdout);
    assert_eq!(out(&one).lines().count(), 80);
    assert!(one.stdout.is_ascii());
    assert_ne!(one.stdout, loopspec(&["gen", "--count", "40", "--seed", "12"]).stdout);
    let half = loopspec(&["gen", "--count", "40", "--seed", "11", "--policy", "repeat-reminder"]);
    assert!(one.stdout.starts_with(&half.stdout) && out(&half).lines().count() == 40);
}

#[test]
fn two_generated_runs_of_each_policy() {
    insta::assert_snapshot!("gen", out(&loopspec(&["gen", "--count", "2", "--seed", "1"])));
}

#[test]
fn generated_runs_expect_what_the_reference_answers() {
    let lines = out(&loopspec(&["gen", "--count", "300", "--seed", "5"]));
    let mut acts = 0;
    for line in lines.lines() {
        let vector = as_vector(line);
        holds(&vector, &Profile::default()).unwrap_or_else(|problem| panic!("{problem}\n{line}"));
        acts += usize::from(vector.steps.iter().any(|step| step.expect != Default::default()));
    }
    assert!(acts > 200, "only {acts} of 600 runs expect anything");
}

#[test]
fn generated_runs_go_into_an_adapter_as_they_are() {
    for policy in ["repeat-reminder", "no-progress"] {
        let lines = out(&loopspec(&["gen", "--count", "30", "--policy", policy]));
        let mut adapter = Command::new(env!("CARGO_BIN_EXE_loopspec"));
        let mut adapter = adapter.args(["serve", policy]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("an adapter starts");
        let mut stdin = adapter.stdin.take().expect("a pipe");
        let asked = lines.clone();
        let asking = std::thread::spawn(move || stdin.write_all(asked.as_bytes()));
        let output = adapter.wait_with_output().expect("it ends with its input");
        asking.join().expect("no panic").expect("the adapter reads all");
        for (line, answer) in lines.lines().zip(out(&output).lines()) {
            let (asked, answer): (Value, Value) = (serde_json::from_str(line).expect("JSON"), serde_json::from_str(answer).expect("JSON"));
            assert_eq!(asked["id"], answer["id"]);
            assert!(answer["ok"].is_array(), "{answer}");
        }
        assert_eq!(out(&output).lines().count(), 30);
    }
}

#[test]
fn only_policies_with_a_model_are_generated() {
    for (args, says) in [
        (["gen", "--policy", "any"], "has no reference model"),
        (["gen", "--policy", "repeat"], "no policy is called `repeat`"),
        (["gen", "--seed", "many"], "give a number below 2^64"),
    ] {
        let output = loopspec(&args);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(says), "{message}");
    }
}

#[test]
fn what_was_found_is_saved_and_found_again() {
    let dir = folder("save");
    let path = dir.display().to_string();
    let first = loopspec(&["check", "--quick", "--save", &path, "sample-faulty"]);
    assert_eq!(first.status.code(), Some(1), "{}", out(&first));
    let saved = read_vectors(&dir).expect("saved vectors are read");
    assert_eq!(saved.iter().map(Vector::name).collect::<Vec<_>>(), ["repeat-reminder/repeat-transparent-bookkeeping"]);
    let again = loopspec(&["check", "--quick", "--vectors", &path, "--format", "json", "sample-faulty"]);
    assert_eq!(again.status.code(), Some(1));
    let report: Report = serde_json::from_str(&out(&again)).expect("a report");
    let origins: Vec<&String> = report.findings.iter().flat_map(|finding| finding.others.iter().chain([&finding.origin])).collect();
    assert!(origins.iter().any(|origin| *origin == "vector repeat-transparent-bookkeeping"), "{origins:?}");
    assert_eq!(loopspec(&["check", "--quick", "--vectors", &path, "sample"]).status.code(), Some(0));
    let _ = std::fs::remove_dir_all(dir);
}

fn asked(vectors: Vec<Vector>, techniques: Vec<Technique>) -> Report {
    asked_of(&mut InProcess::new(SampleMaker::faulty()), vectors, techniques)
}

/// Nothing but these vectors, and nothing but by these ways of asking.
fn asked_of(subject: &mut dyn Subject, vectors: Vec<Vector>, techniques: Vec<Technique>) -> Report {
    let plan = Plan { streams: 200, effort: Effort::Quick, techniques, ..Plan::of(vectors, Vec::new()) };
    let policy = subject.policies()[0].0;
    check(subject, policy, &Profile::default(), &plan, &mut |_, _| {})
}

#[test]
fn what_is_saved_of_every_planted_fault_fails_again_alone_and_by_the_same_rule() {
    let (mut saved, mut lost) = (0, Vec::new());
    // What survives a case is shown by two cases, never by a vector alone.
    for fault in bank().into_iter().filter(|fault| fault.name() != "survives_a_case") {
        let own = embedded_vectors().expect("vectors");
        let found = asked_of(&mut Planted::new(fault), own, vec![Technique::Vectors]);
        assert_eq!(verify(&found).problems, Vec::<String>::new(), "{}", fault.name());
        let Some(text) = to_vectors(&found) else { continue };
        let vectors = parse_vectors(Path::new("saved.json"), &text).expect("it is a file of vectors");
        assert_eq!(vectors.len(), found.findings.len());
        for vector in vectors {
            let (id, rule) = (vector.id.clone(), vector.rules[0]);
            holds(&vector, &Profile::default()).unwrap_or_else(|problem| panic!("{}, {id}: {problem}", fault.name()));
            let again = asked_of(&mut Planted::new(fault), vec![vector], vec![Technique::Vectors]);
            saved += 1;
            if again.findings.iter().all(|finding| finding.rule != rule) {
                lost.push(format!(
                    "{}: {id} finds {:?}",
                    fault.name(),
                    again.findings.iter().map(|finding| &finding.rule).collect::<Vec<_>>()
                ));
            }
        }
    }
    assert!(lost.is_empty(), "{} of {saved}:\n{}", lost.len(), lost.join("\n"));
    assert!(saved > 120, "only {saved} runs were saved");
}

#[test]
fn state_that_survives_a_case_is_not_saved_since_no_single_vector_shows_it() {
    let fault = bank().into_iter().find(|fault| fault.name() == "survives_a_case").expect("a planted fault");
    let found = asked_of(&mut Planted::new(fault), Vec::new(), vec![Technique::Survival]);
    let beyond: Vec<&str> = beyond_vectors(&found).map(|finding| finding.rule.as_str()).collect();
    assert_eq!(beyond, ["run.fresh"]);
    assert_eq!(to_vectors(&found), None);
}

#[test]
fn a_saved_run_alone_fails_by_the_same_rule_and_is_the_shortest() {
    let found = asked(Vec::new(), vec![Technique::Streams]);
    let text = to_vectors(&found).expect("streams find the fault");
    assert!(text.is_ascii());
    let saved = parse_vectors(Path::new("saved.json"), &text).expect("it is a file of vectors");
    assert_eq!(saved.len(), found.findings.len());
    for vector in &saved {
        holds(vector, &Profile::default()).expect("it expects what the reference answers");
    }
    let again = asked(saved, vec![Technique::Vectors]);
    let rules = |report: &Report| report.findings.iter().map(|finding| finding.rule.clone()).collect::<Vec<_>>();
    assert_eq!(rules(&again), rules(&found));
    assert_eq!(again.findings[0].case, found.findings[0].case);
    assert_eq!(to_vectors(&asked(Vec::new(), Vec::new())), None);
}

#[test]
fn saved_runs_of_other_choices_are_asked_under_these_only() {
    let mut found = asked(Vec::new(), vec![Technique::Streams]);
    let run = r#"{"policy":"repeat-reminder","steps":[{"open":{"thresholds":[2,3]}},{"round":{"calls":[
        {"id":"c1","tool":"a","args":"{}","result":{"visible":"x"}},{"id":"c2","tool":"a","args":"{}","result":{"visible":"x"}},
        {"id":"c3","tool":"a","args":"{}","result":{"visible":"x"}}]}}]}"#;
    found.findings.truncate(1);
    found.findings[0].case = serde_json::from_str(run).expect("a case");
    found.profile.choices = serde_json::from_value(json!({"crossings": "each"})).expect("choices");
    let text = to_vectors(&found).expect("one finding");
    let saved = parse_vectors(Path::new("saved.json"), &text).expect("it is a file of vectors");
    assert_eq!(holds(&saved[0], &found.profile), Ok(()));
    assert_eq!(saved[0].steps[1].expect.chosen(&Choices::default()), None);
    assert_eq!(saved[0].steps[1].expect.chosen(&found.profile.choices).map(|expect| expect.notices.len()), Some(2));
}

#[test]
fn a_folder_that_cannot_be_written_is_said_before_anything_is_asked() {
    let output = loopspec(&["check", "--save", "README.md/found", "sample-faulty"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(out(&output), "");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("`--save README.md/found`: it cannot be made: "), "{message}");
    let dir = folder("blocked");
    std::fs::create_dir_all(dir.join("repeat-reminder.json")).expect("a folder in the file's place");
    let output = loopspec(&["check", "--quick", "--save", &dir.display().to_string(), "sample-faulty"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("repeat-reminder.json cannot be written: "));
    let _ = std::fs::remove_dir_all(dir);
}

#[test]
fn a_report_that_was_touched_is_not_believed() {
    let whole = asked(embedded_vectors().expect("vectors"), vec![Technique::Vectors]);
    let seen = verify(&whole);
    assert_eq!((seen.judged, seen.taken, seen.problems), (1, 0, Vec::new()));
    let told = |touch: &dyn Fn(&mut Report)| {
        let mut report = whole.clone();
        touch(&mut report);
        verify(&report).problems.join("; ")
    };
    let rule = "repeat.transparent.bookkeeping";
    let set = |report: &mut Report, verdict| {
        report.rules.iter_mut().filter(|listed| listed.id == rule).for_each(|listed| listed.verdict = verdict)
    };
    for (touch, problem) in [
        (
            &(|report: &mut Report| report.findings[0].got = report.findings[0].want.clone()) as &dyn Fn(&mut Report),
            "what the guard answered there is right",
        ),
        (&|report: &mut Report| report.findings[0].want = report.findings[0].got.clone(), "the reference answers its run otherwise"),
        (&|report: &mut Report| report.findings.clear(), "fails, and no finding shows it"),
        (&|report: &mut Report| set(report, Verdict::Pass), "it has a finding, and does not fail"),
        (&|report: &mut Report| report.result = RunResult::Conformant, "from its rules and findings follows Nonconformant"),
        (&|report: &mut Report| report.findings[0].title.push('!'), "another sentence than the spec"),
        (&|report: &mut Report| drop(report.rules.pop()), "is not listed once"),
        (&|report: &mut Report| report.rules[0].id = "identity.nothing".to_owned(), "identity.nothing is no rule of repeat-reminder"),
        (
            &|report: &mut Report| {
                let (what, reason) = (KnownFailure::Rule("repeat.reset.steer".to_owned()), "known".to_owned());
                report.expected = vec![Expected { what, reason, link: None, standing: Standing::Fails }];
            },
            "what it says of its expected failures does not follow",
        ),
        (&|report: &mut Report| report.spec = "2.0".to_owned(), "it was judged by spec 2.0"),
    ] {
        assert!(told(touch).contains(problem), "{} holds no: {problem}", told(touch));
    }
}
