//! Every vector is a trial of its own: the reference models answer as the vectors expect, under every choice that they speak of.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use loopspec::check::vectors::{Expect, Vector, embedded_files, embedded_pairs, embedded_vectors, parse_example, parse_vectors};
use loopspec::check::{Question, describe};
use loopspec::policy::Reference;
use loopspec::step::{Choices, Policy, Profile, Reply};
use serde_json::json;

#[path = "policy/models.rs"]
mod models;

fn main() {
    let arguments = Arguments::from_args();
    let vectors = embedded_vectors().expect("the embedded vectors can be read");
    let mut trials: Vec<Trial> = vectors.iter().cloned().map(|vector| Trial::test(vector.name(), move || answered(&vector))).collect();
    for pair in embedded_pairs().expect("the embedded pairs can be read") {
        for policy in [Policy::RepeatReminder, Policy::NoProgress] {
            let pair = pair.clone();
            trials.push(Trial::test(format!("{policy}/pair/{}", pair.id), move || probed(&pair, policy)));
        }
    }
    for (page, number, example) in examples() {
        trials.push(Trial::test(format!("{page}/example-{number}"), move || answered(&parse_example(&example).map_err(Failed::from)?)));
    }
    let all = vectors;
    trials.push(Trial::test("ids_lock_names_exactly_the_vectors", {
        let names: BTreeSet<String> = all.iter().map(Vector::name).collect();
        move || locked(&names)
    }));
    trials.push(Trial::test("the_models_tell_the_rules_of_every_step_as_pinned", {
        let all = all.clone();
        move || told(&all)
    }));
    trials.push(Trial::test("the_words_of_no_progress_name_every_tool_and_the_count", {
        let all = all.clone();
        move || models::worded(&all)
    }));
    trials.push(Trial::test("a_model_is_armed_when_and_only_when_it_would_refuse_the_round_again", {
        let all = all.clone();
        move || models::armed(&all)
    }));
    trials.push(Trial::test("without_explanations_the_models_answer_the_same", {
        let all = all.clone();
        move || models::answered_alike(&all)
    }));
    trials.push(Trial::test("a_reference_tells_where_each_run_stands_and_policies_without_a_model_have_none", models::standings));
    trials.push(Trial::test("copies_inside_a_round_are_told_of_and_only_they", models::copies));
    trials.push(Trial::test("reminders_say_what_the_page_says_and_name_what_they_speak_of", models::reminds));
    trials.push(Trial::test("a_chain_goes_on_after_the_round_of_a_reminder", models::goes_on));
    trials.push(Trial::test("a_tool_is_followed_when_and_only_when_its_first_call_counts", {
        let all = all.clone();
        move || models::followed(&all)
    }));
    trials.push(Trial::test("twins_differ_and_exist", move || twins(&all)));
    trials.push(Trial::test("every_file_in_the_folder_is_embedded", embedded));
    trials.push(Trial::test("vectors_and_pairs_are_ascii_in_short_files", readable));
    trials.push(Trial::test("a_broken_file_is_refused_with_file_vector_and_member", refused));
    libtest_mimic::run(&arguments, trials).exit();
}

/// The profiles under which a vector says what it expects: the product of the choices that it names.
fn profiles(vector: &Vector) -> Vec<Profile> {
    let mut named: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut pending: Vec<&Expect> = vector.steps.iter().map(|step| &step.expect).collect();
    while let Some(expect) = pending.pop() {
        for (choice, values) in expect.by_choice.iter().flatten() {
            named.entry(choice.clone()).or_default().extend(values.keys().cloned());
            pending.extend(values.values());
        }
    }
    let mut choices = vec![json!({})];
    for (choice, values) in named {
        let extended = choices.iter().flat_map(|base| {
            let choice = choice.clone();
            values.iter().map(move |value| {
                let mut object = base.clone();
                object[choice.as_str()] = json!(value);
                object
            })
        });
        choices = extended.collect();
    }
    let parsed = choices.into_iter().map(|choices| serde_json::from_value::<Choices>(choices).expect("a vector names choices that exist"));
    parsed.map(|choices| Profile { choices, ..Profile::default() }).collect()
}

fn answered(vector: &Vector) -> Result<(), Failed> {
    for profile in profiles(vector) {
        let decisions = Reference::decide(&vector.case(), &profile)?;
        let mut names: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        for (at, (step, decision)) in vector.steps.iter().zip(&decisions).enumerate() {
            let expect = step.expect.chosen(&profile.choices).ok_or(format!("step {at} says nothing about {:?}", profile.choices))?;
            let names = names.entry(step.step.run.clone()).or_default();
            if let Err(mismatch) = expect.check(&decision.reply, names) {
                return Err(format!(
                    "step {at}, {}: the vector wants {}, the model answers {}\n  {}",
                    mismatch.what,
                    mismatch.want,
                    mismatch.got,
                    describe(&decision.reply)
                )
                .into());
            }
        }
    }
    Ok(())
}

/// A pair's answer is what the model shows through the equality probe, under every numbers choice for which it is asked.
fn probed(pair: &loopspec::check::vectors::Pair, policy: Policy) -> Result<(), Failed> {
    let mut asked = 0;
    for numbers in ["exact", "binary64", "int-float", "literal"] {
        let choices: Choices = serde_json::from_value(json!({"numbers": numbers, "ignored-members": pair.ignored}))?;
        let profile = Profile { choices, ..Profile::default() };
        let (Ok(same), Ok(question)) = (pair.same_for(&profile), Question::of_pair(pair, policy, &profile)) else { continue };
        asked += 1;
        let decisions = Reference::decide(&question.case, &profile)?;
        let acts = decisions.last().and_then(|decision| decision.reply.facts()).is_some_and(|facts| !facts.is_silent());
        if acts != same {
            return Err(format!("under numbers {numbers} the table says same = {same}, the model acts = {acts}").into());
        }
    }
    if asked == 0 { Err("asked of nobody".into()) } else { Ok(()) }
}

/// One line for each vector and profile: the rules that take part, step by step, and why a run is rejected.
fn told(vectors: &[Vector]) -> Result<(), Failed> {
    let mut lines = Vec::new();
    for vector in vectors {
        for (at, profile) in profiles(vector).iter().enumerate() {
            let decisions = Reference::decide(&vector.case(), profile)?;
            let mut steps: Vec<(String, usize)> = Vec::new();
            for decision in decisions {
                let mut rules = if decision.rules.is_empty() { "-".to_owned() } else { decision.rules.join(" ") };
                if let Reply::Rejected(reason) = decision.reply {
                    rules += &format!(" ({reason})");
                }
                match steps.last_mut() {
                    Some((last, times)) if *last == rules => *times += 1,
                    _ => steps.push((rules, 1)),
                }
            }
            let steps: Vec<String> =
                steps.into_iter().map(|(rules, times)| if times == 1 { rules } else { format!("{times} x {rules}") }).collect();
            lines.push(format!("{} {at}: {}", vector.name(), steps.join(" | ")));
        }
    }
    insta::assert_snapshot!("rules_told", lines.join("\n"));
    Ok(())
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The `json vector` blocks of the spec pages.
fn examples() -> Vec<(String, usize, String)> {
    let mut found = Vec::new();
    let mut pages: Vec<PathBuf> = fs::read_dir(root().join("spec")).expect("spec is there").flatten().map(|entry| entry.path()).collect();
    pages.sort();
    for page in pages.into_iter().filter(|page| page.extension().is_some_and(|extension| extension == "md")) {
        let text = fs::read_to_string(&page).expect("a page can be read");
        let blocks = text.split("```json vector\n").skip(1).filter_map(|rest| rest.split("```").next());
        let name = page.file_name().expect("a page has a name").to_string_lossy().into_owned();
        found.extend(blocks.enumerate().map(|(at, block)| (format!("spec/{name}"), at + 1, block.to_owned())));
    }
    assert!(found.len() >= 5, "the spec pages hold examples");
    found
}

fn locked(names: &BTreeSet<String>) -> Result<(), Failed> {
    let text = fs::read_to_string(root().join("conformance/vectors/ids.lock"))?;
    let locked: BTreeSet<String> = text.lines().map(str::to_owned).collect();
    let (gone, new): (Vec<_>, Vec<_>) = (locked.difference(names).collect(), names.difference(&locked).collect());
    if gone.is_empty() && new.is_empty() {
        Ok(())
    } else {
        Err(format!("ids are permanent. Gone: {gone:?}; not in ids.lock: {new:?}").into())
    }
}

/// A twin is there, asks the same policy, and its answers differ.
fn twins(vectors: &[Vector]) -> Result<(), Failed> {
    for vector in vectors {
        let Some(twin) = &vector.twin else { return Err(format!("{} has no twin", vector.name()).into()) };
        let Some(twin) = vectors.iter().find(|other| other.policy == vector.policy && other.id == *twin) else {
            return Err(format!("{}: its twin `{twin}` is not there", vector.name()).into());
        };
        let answers = |vector: &Vector| {
            vector.steps.iter().map(|step| step.expect.clone()).filter(|expect| *expect != Expect::default()).collect::<Vec<_>>()
        };
        if twin.id == vector.id || (vector.steps.len() == twin.steps.len() && answers(vector) == answers(twin)) {
            return Err(format!("{} and its twin {} expect the same answers", vector.name(), twin.id).into());
        }
    }
    Ok(())
}

fn embedded() -> Result<(), Failed> {
    let mut there = BTreeSet::new();
    let mut pending = vec![root().join("conformance/vectors")];
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            pending.extend(fs::read_dir(path)?.flatten().map(|entry| entry.path()));
        } else {
            there.insert(path.strip_prefix(root())?.to_string_lossy().into_owned());
        }
    }
    let embedded: BTreeSet<String> =
        embedded_files().map(|(path, _)| path.to_owned()).filter(|path| path.starts_with("conformance/vectors")).collect();
    if there == embedded {
        Ok(())
    } else {
        Err(format!("not embedded: {:?}", there.symmetric_difference(&embedded).collect::<Vec<_>>()).into())
    }
}

fn readable() -> Result<(), Failed> {
    for (path, text) in embedded_files().filter(|(path, _)| path.ends_with(".json") && !path.ends_with(".schema.json")) {
        if path != "spec/identity-pairs.json" && text.lines().count() > 300 {
            return Err(format!("{path} has more than 300 lines").into());
        }
        if !text.is_ascii() {
            return Err(format!("{path} is not ASCII").into());
        }
    }
    Ok(())
}

fn refused() -> Result<(), Failed> {
    let file = |vectors: &str| format!(r#"{{"format":1,"policy":"repeat-reminder","theme":"x","vectors":[{vectors}]}}"#);
    let vector = |more: &str| {
        file(&format!(r#"{{"id":"v","title":"t","rules":["repeat.reset.steer"],"since":"1.0","steps":[{{"open":{{}}}}{more}]}}"#))
    };
    let mut lines = Vec::new();
    for text in [
        "{".to_owned(),
        r#"{"format":2,"policy":"repeat-reminder","theme":"x","vectors":[]}"#.to_owned(),
        r#"{"format":1,"policy":"repeat","theme":"x","vectors":[]}"#.to_owned(),
        file(r#"{"id":"v","title":"t","rules":["repeat.reset.ster"],"since":"1.0","steps":[]}"#),
        vector(r#",{"round":{"calls":[]}}"#),
        vector(r#",{"round":{"calls":[{"id":"c1","tool":"a","args":"{}","reslt":{"visible":"x"}}]}}"#),
        vector(r#",{"input":{"kind":"steering"}}"#),
        vector(r#",{"open":{},"expect":{"notice":[]}}"#),
        vector(r#",{"open":{},"times":0}"#),
        vector(r#",{"round":{"calls":[{"id":"c1","tool":"a","args":{"fill":["x"]}}]}}"#),
    ] {
        lines.push(match parse_vectors(Path::new("mine.json"), &text) {
            Ok(_) => return Err(format!("accepted: {text}").into()),
            Err(error) => error.to_string(),
        });
    }
    insta::assert_snapshot!("broken_vector_files", lines.join("\n"));
    Ok(())
}
