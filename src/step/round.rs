//! One model response's calls with their results.

use super::{Call, Outcome};

/// One model response's ordered calls (at least one), each with the result that it gives if it runs.
///
/// A round is atomic: what a user types while tools run enters between rounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    calls: Vec<Call>,
    results: Vec<Option<Outcome>>,
    /// Completion order by call id, where it differs from the model's order.
    pub done: Option<Vec<String>>,
    /// Assistant text beside the calls; part of no policy's bundle.
    pub prose: Option<String>,
}

impl Round {
    /// A round of calls in model order; a call without a result never finishes.
    pub fn new(calls: impl IntoIterator<Item = (Call, Option<Outcome>)>) -> Self {
        let (calls, results) = calls.into_iter().unzip();
        Self { calls, results, done: None, prose: None }
    }

    /// The same round, completing in the order of `done`.
    #[must_use]
    pub fn completing<S: Into<String>>(mut self, done: impl IntoIterator<Item = S>) -> Self {
        self.done = Some(done.into_iter().map(Into::into).collect());
        self
    }

    /// The calls, in model order.
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// The results, in model order; `None` for a call that never finishes.
    pub fn results(&self) -> &[Option<Outcome>] {
        &self.results
    }

    /// Calls and results together, in model order.
    pub fn pairs(&self) -> impl Iterator<Item = (&Call, Option<&Outcome>)> {
        self.calls.iter().zip(self.results.iter().map(Option::as_ref))
    }

    /// The same calls and results, changed by `change`; calls for which it says `false` go.
    pub fn edit(&mut self, mut change: impl FnMut(&mut Call, &mut Option<Outcome>) -> bool) {
        let calls = std::mem::take(&mut self.calls).into_iter().zip(std::mem::take(&mut self.results));
        (self.calls, self.results) =
            calls.filter_map(|(mut call, mut result)| change(&mut call, &mut result).then_some((call, result))).unzip();
    }

    /// Renames tools; `None` leaves a name as it is.
    pub fn rename_tools(&mut self, name: impl Fn(&str) -> Option<String>) {
        for call in &mut self.calls {
            call.tool = name(&call.tool).unwrap_or_else(|| std::mem::take(&mut call.tool));
        }
    }

    /// Indices of the calls that finish, in completion order. Ids in `done` that name no unfinished call are passed
    /// over; calls that `done` leaves out finish last, in model order.
    pub fn completion(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.calls.len());
        let mut placed = vec![false; self.calls.len()];
        for id in self.done.iter().flatten() {
            let next = (0..self.calls.len()).find(|&at| !placed[at] && self.calls[at].id == *id);
            if let Some(at) = next {
                placed[at] = true;
                order.push(at);
            }
        }
        order.extend((0..self.calls.len()).filter(|&at| !placed[at]));
        order.retain(|&at| self.results[at].is_some());
        order
    }

    /// Whether an id is empty or stands twice: a round that no policy can follow (`progress.fail-open`).
    pub fn is_malformed(&self) -> bool {
        self.calls.iter().enumerate().any(|(at, call)| call.id.is_empty() || self.calls[..at].iter().any(|other| other.id == call.id))
    }
}
