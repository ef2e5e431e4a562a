//! Arbitrary runs, malformed ones included: models never panic, and the ready guards answer as they do.

use arbitrary::Unstructured;
use loopspec::guard::ready::{NoProgressMaker, RepeatMaker};
use loopspec::guard::{ReferenceMaker, replies};
use loopspec::policy::Reference;
use loopspec::step::{Action, Call, Case, Input, InputKind, Options, Outcome, Policy, Profile, Rewrite, Round, Status, Step};

/// A case drawn from the data, for both policies.
pub fn runs(data: &[u8]) {
    for policy in [Policy::RepeatReminder, Policy::NoProgress] {
        let case = case(policy, &mut Unstructured::new(data));
        let decisions = Reference::decide(&case, &Profile::default()).unwrap_or_default();
        assert_eq!(decisions.len(), case.steps.len());
        let Ok(model) = ReferenceMaker::new(policy, Profile::default()) else { return };
        let wanted = replies(&model, &case);
        let got = if policy == Policy::NoProgress { replies(&NoProgressMaker, &case) } else { replies(&RepeatMaker, &case) };
        assert_eq!(got, wanted, "{case:?}");
    }
}

const TOOLS: [&str; 6] = ["look", "edit", "plan", "", "look*", "lo\nok"];
const PATTERNS: [&str; 6] = ["look", "*", "", "pl*", "*o*k", "edit"];
const ARGS: [&[u8]; 16] = [
    b"{}",
    b"",
    b"null",
    b"{\"a\":1,\"b\":2}",
    b"{\"b\":2.0, \"a\":1}",
    b"{\"a\":1,\"b\":3}",
    b"[1]",
    b"[1.0]",
    b"\xff",
    b"{\"a\":1,}",
    b"{\"a\":1,\"a\":2}",
    b"{\"a\":2,\"a\":1}",
    b"\"\\u0061\"",
    b"\"a\"",
    b" {} ",
    b"{\"a\":{\"b\":1,\"c\":2}}",
];
const RESULTS: [&str; 5] = ["rows", "", "{\"rows\":1,\"at\":1}", "{\"rows\":1,\"at\":2}", "rows "];

fn pick<T: Copy>(source: &mut Unstructured<'_>, from: &[T]) -> T {
    from[usize::from(source.arbitrary::<u8>().unwrap_or(0)) % from.len()]
}

fn chance(source: &mut Unstructured<'_>, of: u8) -> bool {
    source.arbitrary::<u8>().unwrap_or(0) % of == 1
}

fn case(policy: Policy, source: &mut Unstructured<'_>) -> Case {
    let mut steps = Vec::new();
    while !source.is_empty() && steps.len() < 40 {
        let run = pick(source, &["a", "a", "a", "b"]);
        let action = match source.arbitrary::<u8>().unwrap_or(0) % 16 {
            0 => Action::Open(options(source)),
            1 => Action::Input(Input {
                kind: pick(source, &[InputKind::Steer, InputKind::FollowUp, InputKind::Injection]),
                text: String::new(),
            }),
            2 => Action::Rewrite(Rewrite { keep: 1 }),
            _ => Action::Round(round(source)),
        };
        steps.push(Step::within(run, action));
    }
    Case { policy, steps }
}

fn options(source: &mut Unstructured<'_>) -> Options {
    let mut some = |of| chance(source, of);
    let (thresholds, preview, warn, escalation, include, exclude, bookkeeping, exempt, compare) =
        (some(2), some(4), some(3), some(2), some(6), some(4), some(4), some(4), some(3));
    let words = |source: &mut Unstructured<'_>| vec![pick(source, &PATTERNS).to_owned()];
    Options {
        thresholds: thresholds.then(|| (0..pick(source, &[0, 1, 2, 3])).map(|_| pick(source, &[2, 3, 4, 7, 1, -1])).collect()),
        preview_chars: preview.then(|| pick(source, &[0, 1, 5, -1])),
        warn_after: warn.then(|| pick(source, &[2, 3, 4, 1, i64::MIN])),
        escalation: escalation.then(|| pick(source, &["stop", "warn", "short-circuit", "other"]).to_owned()),
        include: include.then(|| words(source)),
        exclude: exclude.then(|| words(source)),
        bookkeeping: bookkeeping.then(|| words(source)),
        exempt: exempt.then(|| words(source)),
        compare: compare.then(|| [(pick(source, &PATTERNS).to_owned(), vec!["at".to_owned()])].into()),
    }
}

fn round(source: &mut Unstructured<'_>) -> Round {
    let count = pick(source, &[1, 1, 1, 2, 3, 0]);
    let calls: Vec<(Call, Option<Outcome>)> = (0..count).map(|at| call(source, at)).collect();
    let round = Round::new(calls);
    if chance(source, 3) { round.completing(["c2", "c1", "c0"]) } else { round }
}

fn call(source: &mut Unstructured<'_>, at: usize) -> (Call, Option<Outcome>) {
    let id = if chance(source, 12) { pick(source, &["", "c0"]).to_owned() } else { format!("c{at}") };
    let args = if chance(source, 8) { source.bytes(8.min(source.len())).unwrap_or_default() } else { pick(source, &ARGS) };
    let status = pick(source, &[Status::Ok, Status::Ok, Status::Denied, Status::Error, Status::Disabled]);
    let outcome = Outcome { visible: pick(source, &RESULTS).to_owned(), raw: None, status };
    let missing = chance(source, 12);
    (Call::new(id, pick(source, &TOOLS), args), (!missing).then_some(outcome))
}
