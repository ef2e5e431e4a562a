//! What calls are answered with: results that stay, change plainly, or change in one thing only.

use proptest::prelude::*;
use proptest::sample::select;

use crate::step::{Outcome, Status};

/// By kind, the result of a loop first, then what it may change to.
const RESULTS: [[&str; 4]; 5] = [
    ["rows", "other rows", "rows ", "Rows"],
    ["row 1", "row 2", "row 10", "row 1\n"],
    ["", "rows", " ", "\n"],
    [r#"{"rows":1,"t":1}"#, r#"{"rows":1,"t":22}"#, r#"{"rows":2,"t":1}"#, r#"{"rows":1}"#],
    [r#"{"t":"a","rows":[1]}"#, r#"{"t":["b"],"rows":[1]}"#, r#"{"t":"a","rows":[{"t":1}]}"#, r#"["t"]"#],
];

/// Number of kinds; the last two are for `compare`.
pub(super) const KINDS: usize = RESULTS.len();

/// What comes of one call, before it is known what its host tells the guard.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draft {
    /// 0 is the loop's own result.
    pub(super) which: usize,
    pub(super) status: Status,
    pub(super) missing: bool,
    /// The tool's own output differs from what is shown, by this.
    pub(super) raw: Option<u8>,
}

impl Draft {
    /// The loop's own result, as it is.
    pub(super) const PLAIN: Self = Self { which: 0, status: Status::Ok, missing: false, raw: None };

    /// The outcome, with a visible text of this kind.
    pub(super) fn outcome(self, kind: usize) -> Outcome {
        let visible = RESULTS[kind % KINDS][self.which % 4].to_owned();
        let raw = self.raw.map(|time| format!("{visible} # {time} ms"));
        Outcome { visible, raw, status: self.status }
    }
}

pub(super) fn draft() -> impl Strategy<Value = Draft> {
    let which = prop_oneof![8 => Just(0), 1 => 1usize..4];
    let missing = prop_oneof![8 => Just(false), 1 => Just(true)];
    let raw = prop_oneof![3 => Just(None), 1 => (1u8..9).prop_map(Some)];
    (which, status(), missing, raw).prop_map(|(which, status, missing, raw)| Draft { which, status, missing, raw })
}

fn status() -> impl Strategy<Value = Status> {
    prop_oneof![5 => Just(Status::Ok), 3 => select(vec![Status::Denied, Status::Disabled, Status::Error])]
}
