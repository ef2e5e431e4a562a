//! What was found as a file of vectors, to ask it again.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::check::vectors::{embedded_vectors, expectations};
use crate::check::{Finding, Report, SURVIVES};
use crate::drive::ascii;
use crate::step::{Action, Case};

/// Findings that no vector can show, since it takes the same run twice in one process.
pub fn beyond_vectors(report: &Report) -> impl Iterator<Item = &Finding> {
    report.findings.iter().filter(|finding| finding.difference.what == SURVIVES)
}

/// The shortest run of every finding as one file of vectors; `None` when there is nothing to write: no finding, none but those
/// [beyond vectors](beyond_vectors), or a policy of which there are no vectors. Ids are the rules', numbered where one is taken, by one of the kit's own vectors too.
pub fn to_vectors(report: &Report) -> Option<String> {
    let own = embedded_vectors().unwrap_or_default();
    let mut ids: BTreeSet<String> = own.into_iter().filter(|vector| vector.policy == report.policy).map(|vector| vector.id).collect();
    let mut vectors = Vec::new();
    for finding in report.findings.iter().filter(|finding| finding.difference.what != SURVIVES) {
        let case = told(&finding.case, report);
        let Ok(expected) = expectations(&case, &report.profile) else { continue };
        let stem = finding.rule.replace('.', "-");
        let numbered = (2u64..).map(|number| format!("{stem}-{number}"));
        let Some(id) = std::iter::once(stem.clone()).chain(numbered).find(|id| !ids.contains(id)) else { continue };
        vectors.push(ascii(&vector(finding, &id, &case, expected).to_string()));
        ids.insert(id);
    }
    let head = json!({"format": 1, "policy": report.policy, "theme": "found"}).to_string();
    let head = head.trim_end_matches('}');
    (!vectors.is_empty()).then(|| format!("{head},\"vectors\":[\n{}]}}\n", vectors.join(",\n")))
}

/// The run with what is fixed for this implementation, so that it means the same to others.
fn told(case: &Case, report: &Report) -> Case {
    let mut case = case.clone();
    for step in &mut case.steps {
        if let Action::Open(options) = &mut step.action {
            *options = report.profile.effective(options);
        }
    }
    case
}

fn vector(finding: &Finding, id: &str, case: &Case, expected: Vec<Value>) -> Value {
    let mut rules = vec![&finding.rule];
    for rule in &finding.also {
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    let steps = case.steps.iter().zip(expected).map(|(step, expect)| {
        let mut step = serde_json::to_value(step).unwrap_or_default();
        if let (Some(step), false) = (step.as_object_mut(), expect == json!({})) {
            step.insert("expect".to_owned(), expect);
        }
        step
    });
    let steps: Vec<Value> = steps.collect();
    json!({"id": id, "title": finding.title, "rules": rules, "since": "1.0", "steps": steps})
}
