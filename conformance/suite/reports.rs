//! Runs from public bug reports: both reference models do what each report calls for, where its run can be told in the protocol's steps.

use std::collections::BTreeSet;

use loopspec::check::vectors::parse_example;
use loopspec::policy::Reference;
use loopspec::step::{Action, Case, Facts, Notice, Options, Policy, Profile, Reply};
use serde_json::{Value, json};

const CASES: &str = include_str!("../reports/cases.json");
const TABLE: &str = include_str!("../reports/README.md");

fn cases() -> Vec<Value> {
    let file: Value = serde_json::from_str(CASES).expect("the file of cases is JSON");
    file["cases"].as_array().expect("it holds cases").clone()
}

fn id(case: &Value) -> &str {
    case["id"].as_str().expect("a case has an id")
}

/// One case for one policy, as it is put and what is to come of it.
struct Asked {
    id: String,
    case: Case,
    profile: Profile,
    options: Options,
    acts: Vec<Value>,
}

/// What is asked of a policy's model; `escalation` where the case does not speak of it.
fn asked(policy: Policy, escalation: Option<&str>) -> Vec<Asked> {
    let mut all = Vec::new();
    for report in cases() {
        let entry = &report[policy.name()];
        let Some(acts) = entry["acts"].as_array() else { continue };
        let example = json!({"policy": policy, "steps": report["steps"]}).to_string();
        let case = parse_example(&example).unwrap_or_else(|problem| panic!("{}: {problem}", id(&report))).case();
        let value = |name: &str| entry.get(name).cloned().unwrap_or_else(|| json!({}));
        let mut options: Options = serde_json::from_value(value("options")).expect("options");
        options.escalation = options.escalation.or(escalation.map(str::to_owned));
        let profile = Profile { choices: serde_json::from_value(value("choices")).expect("choices"), ..Profile::default() };
        all.push(Asked { id: id(&report).to_owned(), case, profile, options, acts: acts.clone() });
    }
    all
}

impl Asked {
    /// What the reference does, in the words of the cases.
    fn acts(&self, options: &Options) -> Vec<Value> {
        let mut case = self.case.clone();
        for step in &mut case.steps {
            if let Action::Open(opened) = &mut step.action {
                *opened = options.clone();
            }
        }
        let decisions = Reference::decide(&case, &self.profile).expect("a policy with a model");
        let (mut round, mut acts) = (0, Vec::new());
        for (step, decision) in case.steps.iter().zip(decisions) {
            round += usize::from(step.round().is_some());
            match (&decision.reply, step.round()) {
                (Reply::Facts(facts), _) if facts.is_silent() => {}
                (Reply::Facts(facts), Some(_)) if case.policy == Policy::RepeatReminder => acts.extend(reminders(round, facts)),
                (Reply::Facts(facts), Some(calls)) => {
                    let ids: Vec<&String> = calls.calls().iter().map(|call| &call.id).collect();
                    acts.push(json!({"round": round, "does": progress(&ids, facts, options)}));
                }
                (Reply::Rejected(_), None) => acts.push(json!({"does": "reject"})),
                (Reply::Ended, _) => {}
                (other, _) => panic!("{}, step {step:?}: {other:?}", self.id),
            }
        }
        acts
    }
}

/// Reminders stand behind all results and block nothing: a round's answer holds nothing else.
fn reminders(round: usize, facts: &Facts) -> Vec<Value> {
    let only = Facts { notices: facts.notices.clone(), ..Facts::default() };
    assert_eq!(*facts, only);
    let behind_all = |notice: &Notice| notice.after.is_none() && notice.role.as_deref() == Some("user");
    assert!(facts.notices.iter().all(behind_all), "{facts:?}");
    let said = facts.notices.iter();
    said.map(|notice| json!({"round": round, "does": "remind", "tier": notice.tier, "tool": notice.tool, "count": notice.count})).collect()
}

/// A warning or a refusal of the whole round, each with its one event; a refusal ends the run where that is asked for.
fn progress(ids: &[&String], facts: &Facts, options: &Options) -> &'static str {
    let events: Vec<&str> = facts.events.iter().filter_map(|event| event.kind.as_deref()).collect();
    let all_refused = facts.refused.iter().eq(ids.iter().copied()) && facts.shown.len() == ids.len();
    let none_refused = facts.refused.is_empty() && facts.shown.is_empty() && facts.stop.is_none();
    let stops = options.escalation.as_deref() == Some("stop");
    match (events.as_slice(), facts.notices.len()) {
        (["warn"], 1) if none_refused => "warn",
        (["block"], 0) if all_refused && facts.stop.is_some() == stops => "refuse",
        _ => "something else",
    }
}

/// A report says nothing of what follows a refusal, unless the case says which escalation it is for.
fn until_refused(mut acts: Vec<Value>) -> Vec<Value> {
    let refused = acts.iter().position(|act| act["does"] == "refuse");
    acts.truncate(refused.map_or(acts.len(), |at| at + 1));
    acts
}

#[test]
fn the_repeat_reminder_does_what_the_reports_call_for() {
    let all = asked(Policy::RepeatReminder, None);
    let wrong: Vec<String> = all.iter().filter_map(|asked| differs(asked, asked.acts(&asked.options))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(all.len(), 93);
}

#[test]
fn the_no_progress_guard_does_what_the_reports_call_for_whether_it_stops_or_refuses() {
    for escalation in ["stop", "short-circuit"] {
        let all = asked(Policy::NoProgress, Some(escalation));
        let done = |asked: &Asked| {
            let acts = asked.acts(&asked.options);
            if asked.id == "agentray-rebase" { acts } else { until_refused(acts) }
        };
        let wrong: Vec<String> = all.iter().filter_map(|asked| differs(asked, done(asked))).collect();
        assert!(wrong.is_empty(), "{escalation}: {}", wrong.join("\n"));
        assert_eq!(all.len(), 91);
    }
}

fn differs(asked: &Asked, acts: Vec<Value>) -> Option<String> {
    (acts != asked.acts).then(|| format!("{}: wants {}, the model does {}", asked.id, json!(asked.acts), json!(acts)))
}

#[test]
fn a_model_that_acts_one_round_later_would_be_seen() {
    let (mut seen, late) = (0, |policy| match policy {
        Policy::NoProgress => Options { warn_after: Some(3), ..Options::default() },
        _ => Options { thresholds: Some(vec![4, 6, 9]), ..Options::default() },
    });
    for policy in [Policy::RepeatReminder, Policy::NoProgress] {
        for asked in asked(policy, None).iter().filter(|asked| asked.acts.iter().any(|act| act["does"] != "reject")) {
            let own = &asked.options;
            let options = Options { exclude: own.exclude.clone(), exempt: own.exempt.clone(), ..late(policy) };
            assert!(differs(asked, until_refused(asked.acts(&options))).is_some(), "{policy}: {}", asked.id);
            seen += 1;
        }
    }
    assert!(seen > 100, "only {seen} cases call for anything");
}

#[test]
fn every_report_is_asked_or_stands_in_the_table_with_a_reason() {
    let mut ids = BTreeSet::new();
    let mut rows = Vec::new();
    for report in cases() {
        assert!(ids.insert(id(&report).to_owned()), "{} stands twice", id(&report));
        assert!(report["title"].is_string() && report["seen"].as_str().is_some_and(|seen| seen.starts_with("https://")), "{}", id(&report));
        let left_out = report["left_out"].as_str().map(str::to_owned);
        let not_asked = ["repeat-reminder", "no-progress"].into_iter().filter_map(|policy| {
            let entry = &report[policy];
            assert_ne!(entry["acts"].is_array(), entry["not_asked"].is_string(), "{}", id(&report));
            entry["not_asked"].as_str().map(|reason| format!("not asked of {policy}: {reason}"))
        });
        rows.extend(left_out.into_iter().chain(not_asked).map(|reason| format!("| {} | {reason} |", id(&report))));
    }
    assert_eq!(ids.len(), 93);
    let table: Vec<&str> = TABLE.lines().skip_while(|line| *line != "|---|---|").skip(1).take_while(|line| line.starts_with('|')).collect();
    assert_eq!(table, rows);
}
