//! Guards that are a function of the message list.

use std::fmt;

use crate::guard::{Admission, Closing, Guard, Shown};
use crate::step::{Call, Input, Notice, Outcome};

/// One message of a conversation, as a transcript reader sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// What the model said and asked for.
    Assistant {
        /// Text beside the calls.
        prose: Option<String>,
        /// The calls, in order.
        calls: Vec<Call>,
    },
    /// What the guard itself said.
    Notice(String),
    /// The summary that stands for rewritten history.
    Summary,
    /// The result of a call.
    ToolResult {
        /// The call's id.
        id: String,
        /// What the model is shown.
        text: String,
    },
    /// External input.
    User(String),
}

/// What a transcript reader decides after a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// A message after the results.
    Say(Notice),
    /// Nothing.
    Silent,
    /// The run or turn ends, with this text.
    Stop(String),
}

/// A guard made of a function over the message list; see [`transcript`].
pub struct TranscriptGuard<F> {
    read: F,
    messages: Vec<Message>,
    pending: Vec<(Call, Option<String>)>,
}

impl<F> fmt::Debug for TranscriptGuard<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TranscriptGuard").field("messages", &self.messages).finish_non_exhaustive()
    }
}

/// A guard that reads the whole message list once a round, after its results, as a middleware does before the next request
/// to the model. Results stand in call order, whatever the order in which they came.
///
/// ```
/// use loopspec::guard::{Message, Reading, transcript};
///
/// let guard = transcript(|messages: &[Message]| {
///     let rounds = messages.iter().filter(|message| matches!(message, Message::Assistant { .. })).count();
///     if rounds > 50 { Reading::Stop("fifty rounds are enough".into()) } else { Reading::Silent }
/// });
/// # let _ = guard;
/// ```
pub fn transcript<F: FnMut(&[Message]) -> Reading>(read: F) -> TranscriptGuard<F> {
    TranscriptGuard { read, messages: Vec::new(), pending: Vec::new() }
}

impl<F: FnMut(&[Message]) -> Reading> Guard for TranscriptGuard<F> {
    fn begin_round(&mut self, calls: &[Call], prose: Option<&str>) -> Admission {
        self.messages.push(Message::Assistant { prose: prose.map(str::to_owned), calls: calls.to_vec() });
        self.pending = calls.iter().map(|call| (call.clone(), None)).collect();
        Admission::proceed()
    }

    fn settle(&mut self, call: &Call, outcome: &Outcome) -> Shown {
        let slot = self.pending.iter_mut().find(|(pending, result)| result.is_none() && pending.id == call.id);
        if let Some((_, result)) = slot {
            *result = Some(outcome.visible.clone());
        }
        Shown::AsIs
    }

    fn end_round(&mut self) -> Closing {
        for (call, result) in self.pending.drain(..) {
            self.messages.extend(result.map(|text| Message::ToolResult { id: call.id, text }));
        }
        match (self.read)(&self.messages) {
            Reading::Silent => Closing::silent(),
            Reading::Say(notice) => {
                self.messages.push(Message::Notice(notice.text.clone()));
                Closing::notice(notice)
            }
            Reading::Stop(text) => Closing { stop: Some(text), ..Closing::silent() },
        }
    }

    fn external_input(&mut self, input: &Input) {
        self.messages.push(Message::User(input.text.clone()));
    }

    fn history_rewritten(&mut self, keep: usize) {
        let rounds: Vec<_> = self.messages.iter().enumerate().filter(|(_, message)| matches!(message, Message::Assistant { .. })).collect();
        let cut = match rounds.len().checked_sub(keep) {
            None | Some(0) => return,
            Some(first_kept) => rounds.get(first_kept).map_or(self.messages.len(), |(at, _)| *at),
        };
        self.messages.splice(..cut, [Message::Summary]);
    }
}
