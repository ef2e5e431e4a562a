//! What came of one case.

use super::verdict::{Cause, Difference};
use crate::step::{Case, Reply};

/// A case that failed.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    pub(super) cause: Cause,
    pub(super) difference: Difference,
    pub(super) got: Vec<Reply>,
    pub(super) stderr: Option<String>,
}

/// What came of one case.
pub(super) enum Asked {
    Error(String),
    Fail(Box<Failure>),
    Pass(Vec<Reply>),
}

/// At most 64 levels and 64 KiB of arguments a call.
pub(super) fn is_ordinary(case: &Case) -> bool {
    let calls = case.steps.iter().filter_map(|step| step.round()).flat_map(|round| round.calls());
    let keys = case.steps.iter().filter_map(|step| if let crate::step::Action::Key(key) = &step.action { Some(&key.args) } else { None });
    calls.map(|call| &call.args).chain(keys).all(|args| args.len() <= 64 << 10 && crate::identity::Text::parse(args).depth() <= 64)
}

pub(super) fn judge_keys(same: bool, got: &[Reply]) -> Option<Difference> {
    let say = |same| if same { "equal keys" } else { "different keys" }.to_owned();
    match got {
        // A text outside its domain is not judged.
        [Reply::Rejected(_), ..] | [_, Reply::Rejected(_), ..] => None,
        [Reply::Key(one), Reply::Key(other)] if (one == other) == same => None,
        [Reply::Key(one), Reply::Key(other)] => {
            let got = format!("{}: {} and {}", say(one == other), super::clip(one, 60), super::clip(other, 60));
            Some(Difference { step: 1, what: "key".to_owned(), want: say(same), got, ..Difference::default() })
        }
        _ => Some(Difference {
            step: 1,
            what: "key".to_owned(),
            want: "two keys".to_owned(),
            got: format!("{got:?}"),
            rule: Some("run.inert"),
            hint: None,
        }),
    }
}
