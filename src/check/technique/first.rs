//! The first questions to an adapter that nobody has asked yet: few, plain, and such as its profile allows.

use super::stimuli::{alone, call, input, outcome, pair, second};
use crate::check::fit::{fit, opening};
use crate::step::{Action, Call, Case, Has, Key, Policy, Profile, Status, Step};

/// How often the same call comes.
const REPEATS: u32 = 8;

/// A case, and what happens in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstCase {
    /// In plain words.
    pub words: String,
    /// What is sent.
    pub case: Case,
    /// Each step in a word or two.
    pub labels: Vec<String>,
    /// Whether most guards do something in it.
    pub acts: bool,
}

/// Some cases that show whether an adapter with this profile speaks the protocol; the first one is the same call again and again.
pub fn first_cases(policy: Policy, profile: &Profile) -> Vec<FirstCase> {
    let drafts = if policy == Policy::Identity { keys(profile) } else { runs(policy, profile) };
    let fitted = drafts.into_iter().filter_map(|(words, acts, steps)| {
        let (labels, steps) = steps.into_iter().unzip();
        Some(FirstCase { words, case: fit(&Case { policy, steps }, profile).ok()?, labels, acts })
    });
    fitted.collect()
}

/// What it is, whether most guards act on it, and its steps with their labels.
type Draft = (String, bool, Vec<(String, Step)>);

fn runs(policy: Policy, profile: &Profile) -> Vec<Draft> {
    let open = || Action::Open(opening(policy, profile));
    let again = |at: u32| alone(Call { id: format!("c{at}"), ..call() }, outcome(Status::Ok));
    let step = |label: String, action| (label, Step::new(action));
    let mut same = vec![step("open".to_owned(), open())];
    same.extend((1..=REPEATS).map(|at| step(format!("call {at}"), again(at))));
    let what = call();
    let mut drafts = vec![(format!("a run begins, and the same call comes {REPEATS} times: {} {}", what.tool, what.text()), true, same)];
    let two = pair(Call { id: "c1".to_owned(), ..call() }, second("c2", "look"));
    let batch = vec![step("open".to_owned(), open()), step("2 calls".to_owned(), Action::Round(two))];
    drafts.push(("two calls in one response of the model".to_owned(), false, batch));
    if let Some(heard) = input(profile) {
        let said = vec![
            step("open".to_owned(), open()),
            step("call".to_owned(), again(1)),
            step("input".to_owned(), heard),
            step("call".to_owned(), again(2)),
        ];
        drafts.push(("somebody writes to the model between two calls".to_owned(), false, said));
    }
    if profile.has(Has::Interleave) {
        let within = |run: &str, label: &str, action| (format!("{label} in {run}"), Step::within(run, action));
        let both =
            vec![within("a", "open", open()), within("b", "open", open()), within("a", "call", again(1)), within("b", "call", again(1))];
        drafts.push(("two runs at the same time".to_owned(), false, both));
    }
    drafts
}

fn keys(profile: &Profile) -> Vec<Draft> {
    let tool = profile.has(Has::Tool).then(|| call().tool);
    let texts = [r#"{"path":"a","limit":1}"#, r#"{ "limit": 1, "path": "a" }"#, r#"{"path":"b","limit":1}"#];
    let key = |text: &str| Step::new(Action::Key(Key { tool: tool.clone(), args: text.as_bytes().to_vec() }));
    let steps = texts.iter().map(|text| ((*text).to_owned(), key(text))).collect();
    vec![("the keys of three calls; the first two say the same in another order".to_owned(), false, steps)]
}
