//! What goes over the wire is what the schemas say, and what they must refuse is refused.

use std::io::Write;
use std::process::{Command, Stdio};

use jsonschema::Validator;
use loopspec::check::vectors::{Vector, embedded_files, embedded_pairs, embedded_vectors};
use loopspec::check::{Question, fit};
use loopspec::drive::{Hello, Request};
use loopspec::step::{Policy, Profile};
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_loopspec");

fn read(name: &str) -> Value {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("spec").join(name);
    serde_json::from_str(&std::fs::read_to_string(path).expect("the schema is there")).expect("the schema is JSON")
}

fn schema(name: &str) -> Validator {
    jsonschema::validator_for(&read(name)).expect("the schema is one")
}

/// A schema that speaks of things as the `others` do.
fn schema_beside(others: &[&str], name: &str) -> Validator {
    let mut registry = jsonschema::Registry::new();
    for other in others {
        registry = registry.add(*other, jsonschema::Resource::from_contents(read(other))).expect("a schema");
    }
    let registry = registry.prepare().expect("schemas");
    jsonschema::options().with_registry(&registry).build(&read(name)).expect("the schema is one")
}

fn assert_valid(schema: &Validator, line: &str) {
    let value: Value = serde_json::from_str(line).expect("a line is JSON");
    if let Some(error) = schema.iter_errors(&value).next() {
        panic!("at {}: {error}\n{}", error.instance_path(), line.chars().take(400).collect::<String>());
    }
}

/// All questions that can be asked of a reference: vectors of a policy, and pairs through it.
fn questions(policy: Policy) -> Vec<Question> {
    let vectors = embedded_vectors().expect("the vectors can be read");
    let vectors = vectors.iter().filter(|vector| vector.policy == policy).map(Question::of_vector);
    let profile = Profile::default();
    let pairs = embedded_pairs().expect("the pairs can be read");
    let pairs: Vec<_> = pairs.iter().filter_map(|pair| Question::of_pair(pair, policy, &profile).ok()).collect();
    vectors.chain(pairs).collect()
}

/// Feeds lines to a served guard; its answers, line by line.
fn served(name: &str, lines: &str) -> String {
    let mut child =
        Command::new(PROGRAM).args(["serve", name]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    let lines = lines.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends").expect("everything is read");
    String::from_utf8(output.stdout).expect("answers are UTF-8")
}

#[test]
fn what_emit_prints_is_valid_for_every_vector() {
    let requests = schema("protocol-request.schema.json");
    let vectors = embedded_vectors().expect("the vectors can be read");
    assert!(vectors.len() > 100, "there are vectors");
    // The program itself for some of each policy, since it is slow to start; what it calls for all of them.
    for (at, vector) in vectors.iter().enumerate() {
        let lines = if at % 25 == 0 { emitted(vector) } else { said(&Question::of_vector(vector)) };
        assert_eq!(lines.lines().count(), 3, "{}", vector.id);
        lines.lines().for_each(|line| assert_valid(&requests, line));
    }
}

fn emitted(vector: &Vector) -> String {
    let output = Command::new(PROGRAM).args(["emit", &vector.name()]).output().expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("it prints text");
    assert_eq!(text, said(&Question::of_vector(vector)), "emit prints what the runner sends");
    text
}

fn said(question: &Question) -> String {
    let requests = [Request::hello(0), Request::case(1, &question.case), Request::bye(2)];
    requests.iter().map(|request| request.line() + "\n").collect()
}

#[test]
fn every_request_and_every_answer_of_a_served_guard_is_valid() {
    let (requests, answers) = (schema("protocol-request.schema.json"), schema("protocol-answer.schema.json"));
    for (name, policy) in [
        ("repeat-reminder", Policy::RepeatReminder),
        ("no-progress", Policy::NoProgress),
        ("identity", Policy::Identity),
        ("sample", Policy::RepeatReminder),
    ] {
        let mut lines = Request::hello(0).line() + "\n";
        let mut last = 0;
        for question in questions(policy) {
            let case = fit(&question.case, &Profile::default()).expect("the default profile takes nothing away");
            last += 1;
            lines += &(Request::case(last, &case).line() + "\n");
        }
        lines += &(Request::bye(last + 1).line() + "\n");
        assert!(last > 40, "{name} was asked {last} cases");
        lines.lines().for_each(|line| assert_valid(&requests, line));
        let replies = served(name, &lines);
        assert_eq!(replies.lines().count(), lines.lines().count(), "{name}");
        replies.lines().for_each(|line| assert_valid(&answers, line));
    }
}

#[test]
fn requests_that_are_none_are_refused() {
    let schema = schema("protocol-request.schema.json");
    let case = |steps: Value| json!({"id": 1, "op": "case", "policy": "repeat-reminder", "steps": steps});
    let round = |call: Value| case(json!([{"round": {"calls": [call]}}]));
    let good = round(json!({"id": "c1", "tool": "a", "args": "{}", "later": 1}));
    assert!(schema.is_valid(&good), "unknown members are ignored in requests");
    for broken in [
        json!({"op": "hello", "protocol": 1}),
        json!({"id": 0, "op": "hello"}),
        json!({"id": 0, "op": "hello", "protocol": 2}),
        json!({"id": 0, "op": "helo", "protocol": 1}),
        json!({"id": -1, "op": "bye"}),
        json!({"op": "bye"}),
        case(json!([])),
        case(json!([{"opened": {}}])),
        case(json!([{"open": {}, "rewrite": {"keep": 1}}])),
        case(json!([{"open": {"thresholds": "2"}}])),
        case(json!([{"input": {"kind": "steering"}}])),
        case(json!([{"rewrite": {}}])),
        round(json!({"id": "c1", "tool": "a"})),
        round(json!({"id": "c1", "tool": "a", "args": {}})),
        round(json!({"id": "c1", "tool": "a", "args": "{}", "args_b64": "e30="})),
        round(json!({"tool": "a", "args": "{}"})),
        round(json!({"id": "c1", "tool": "a", "args": "{}", "result": {}})),
        round(json!({"id": "c1", "tool": "a", "args": "{}", "result": {"visible": "x", "status": "failed"}})),
    ] {
        assert!(!schema.is_valid(&broken), "{broken}");
    }
}

/// The reader and the schema refuse the same answers: what an author checks with the schema is what the kit will say.
#[test]
fn answers_that_are_none_are_refused_by_schema_and_reader() {
    let schema = schema("protocol-answer.schema.json");
    let question = questions(Policy::RepeatReminder).swap_remove(0);
    let mut case = question.case;
    case.steps.truncate(1);
    let facts = |facts: Value| json!({"id": 1, "ok": [facts]});
    let read = |answer: &Value| loopspec::drive::parse_answer(&answer.to_string(), 1, &case);
    for good in [
        facts(json!({})),
        facts(json!({"stop": null})),
        facts(json!({"stop": ""})),
        facts(json!({"rejected": "no"})),
        facts(json!({"ended": true})),
        facts(json!({"events": [{"kind": "warn", "anything": {"else": [1]}}]})),
        facts(json!({"notices": [{"text": "again"}], "shown": {"c1": "x"}, "refused": ["c1"]})),
        json!({"id": 1, "error": {"message": "TypeError"}}),
        json!({"id": 1, "unsupported": "rewrite"}),
    ] {
        assert!(schema.is_valid(&good), "{good}");
        assert!(read(&good).is_ok(), "{good}: {:?}", read(&good));
    }
    for broken in [
        json!({"ok": [{}]}),
        json!({"id": "1", "ok": [{}]}),
        json!({"id": 1}),
        json!({"id": 1, "ok": [{}], "error": {"message": "both"}}),
        json!({"id": 1, "ok": [{}], "extra": true}),
        json!({"id": 1, "ok": [null]}),
        json!({"id": 1, "ok": null}),
        facts(json!({"notice": []})),
        facts(json!({"notices": "again"})),
        facts(json!({"notices": [{}]})),
        facts(json!({"notices": [{"text": 1}]})),
        facts(json!({"notices": [{"text": "x", "level": "high"}]})),
        facts(json!({"notices": [{"text": "x", "tier": "long"}]})),
        facts(json!({"notices": [{"text": "x", "count": -1}]})),
        facts(json!({"refused": "c1"})),
        facts(json!({"shown": ["c1"]})),
        facts(json!({"stop": false})),
        facts(json!({"ended": false})),
        facts(json!({"events": ["warn"]})),
        facts(json!({"rejected": "no", "stop": "x"})),
    ] {
        assert!(!schema.is_valid(&broken), "{broken}");
        assert!(read(&broken).is_err(), "the reader takes {broken}");
    }
}

#[test]
fn greetings_that_are_none_are_refused_by_schema_and_reader() {
    let schema = schema("protocol-answer.schema.json");
    let greeting =
        |profile: Value| json!({"id": 0, "ok": {"protocol": 1, "implementation": {"name": "x"}, "policies": {"repeat-reminder": profile}}});
    for good in [
        greeting(json!({})),
        greeting(json!({"takes": "json", "execution": "sequential", "hears": ["steer"], "has": [], "driven": "loop"})),
        greeting(
            json!({"config": {"thresholds": "any", "include": "none", "preview_chars": {"fixed": 500}, "warn_after": {"one_of": [2, 3]}}}),
        ),
        greeting(json!({"choices": {"numbers": "binary64", "ignored-members": ["_id"]}, "waives": ["identity.depth"], "tools": ["bash"]})),
    ] {
        assert!(schema.is_valid(&good), "{good}");
        assert!(Hello::parse(&good.to_string(), 0).is_ok(), "{good}");
    }
    for broken in [
        json!({"id": 0, "ok": {"protocol": 1, "policies": {"any": {}}}}),
        json!({"id": 0, "ok": {"protocol": 1, "implementation": {"name": "x"}, "policies": {}}}),
        json!({"id": 0, "ok": {"protocol": 1, "implementation": {"name": "x"}, "policies": {"mine": {}}}}),
        json!({"id": 0, "ok": {"protocol": 1, "implementation": {"version": "1"}, "policies": {"any": {}}}}),
        json!({"id": 0, "ok": {"protocol": "1", "implementation": {"name": "x"}, "policies": {"any": {}}}}),
        greeting(json!({"take": "json"})),
        greeting(json!({"takes": "text"})),
        greeting(json!({"hears": ["steering"]})),
        greeting(json!({"hears": "steer"})),
        greeting(json!({"config": {"threshold": "any"}})),
        greeting(json!({"config": {"thresholds": "some"}})),
        greeting(json!({"choices": {"numbers": "double"}})),
        greeting(json!({"choices": {"zeroConfig": "defaults"}})),
    ] {
        assert!(!schema.is_valid(&broken), "{broken}");
        assert!(Hello::parse(&broken.to_string(), 0).is_err(), "the reader takes {broken}");
    }
}

#[test]
fn reports_are_valid_and_what_is_no_report_is_refused() {
    // It speaks of profiles, steps and answers as the protocol's schemas do.
    let schema = schema_beside(&["protocol-answer.schema.json", "protocol-request.schema.json"], "report.schema.json");
    for name in ["sample-faulty", "no-progress"] {
        let output = Command::new(PROGRAM).args(["check", "--quick", "--format", "json", name]).output().expect("the program runs");
        assert_valid(&schema, &String::from_utf8(output.stdout).expect("a report is text"));
    }
    let report: Value = serde_json::from_str(include_str!("forms/report.json")).expect("a saved report");
    assert!(schema.is_valid(&report));
    let broken = |pointer: &str, value: Value| {
        let mut broken = report.clone();
        *broken.pointer_mut(pointer).expect("it is there") = value;
        broken
    };
    for broken in [
        broken("/format", json!(2)),
        broken("/policy", json!("mine")),
        broken("/result", json!("fine")),
        broken("/seed", json!("1")),
        broken("/rules", json!([])),
        broken("/rules/0/id", json!("Identity")),
        broken("/rules/0/verdict", json!("passed")),
        broken("/rules/0/level", json!("MUST")),
        broken("/rules/0", json!({"id": "identity.name", "level": "must", "verdict": "skip", "cases": 0})),
        broken("/findings/0/cause", json!("slow")),
        broken("/findings/0/case/steps", json!([])),
        broken("/findings/0/case/steps/0", json!({"opened": {}})),
        broken("/findings/0/want/0", json!({"notice": []})),
        broken("/findings/0/difference", json!({})),
        broken("/profile", json!({"takes": "text"})),
        broken("/errors", json!("none")),
    ] {
        assert!(!schema.is_valid(&broken), "{broken}");
    }
    for member in ["format", "kit", "implementation", "findings", "notes"] {
        let mut broken = report.clone();
        broken.as_object_mut().expect("an object").remove(member);
        assert!(!schema.is_valid(&broken), "without {member}");
    }
}

#[test]
fn vectors_and_pairs_are_valid_by_their_schemas() {
    let vectors = schema("vectors.schema.json");
    let pairs = schema_beside(&["vectors.schema.json"], "identity-pairs.schema.json");
    for (path, text) in embedded_files().filter(|(path, _)| path.ends_with(".json") && !path.ends_with(".schema.json")) {
        let value: Value = serde_json::from_str(text).expect("an embedded file is JSON");
        let schema = if path == "spec/identity-pairs.json" { &pairs } else { &vectors };
        if let Some(error) = schema.iter_errors(&value).next() {
            panic!("{path}, at {}: {error}", error.instance_path());
        }
    }
    let misspelt = json!({"format": 1, "policy": "repeat-reminder", "theme": "x", "vectors": [], "extra": 1});
    assert!(!vectors.is_valid(&misspelt), "the schema takes an unknown member");
}
