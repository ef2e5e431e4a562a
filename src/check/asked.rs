//! What came of one case.

use super::verdict::{Cause, Difference};
use crate::step::Reply;

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
