//! A run as a small table: a line a step, want beside got.

use crate::check::{Cause, Finding, clip, describe};
use crate::step::{Action, Call, Options, Outcome, Reply, Round, Status, Step};

/// One line of the table.
#[derive(Clone, PartialEq, serde::Serialize)]
pub(super) struct Row {
    pub(super) step: String,
    pub(super) want: String,
    pub(super) got: String,
    /// The first difference is here.
    pub(super) marked: bool,
}

/// The run of a finding, a row a step; repeated rows are folded into one, and so are two that come in turn.
pub(super) fn rows(finding: &Finding) -> Vec<Row> {
    let several = finding.case.steps.iter().any(|step| step.run != Step::DEFAULT_RUN);
    let mut rows: Vec<Row> = Vec::new();
    let mut folded = 1;
    for (at, step) in finding.case.steps.iter().enumerate() {
        let row = Row { step: words(step, several), want: want(finding, at), got: got(finding, at), marked: at == finding.difference.step };
        match rows.last_mut() {
            Some(last)
                if !row.marked && !last.marked && unfolded(&last.step) == row.step && last.want == row.want && last.got == row.got =>
            {
                folded += 1;
                last.step = format!("{}{FOLD}{folded}", row.step);
            }
            _ => {
                folded = 1;
                rows.push(row);
            }
        }
    }
    pairs_folded(&rows)
}

/// Two rows in turn, as two runs side by side make them, once; what comes three times or more is told.
fn pairs_folded(rows: &[Row]) -> Vec<Row> {
    let (mut folded, mut rest) = (Vec::new(), rows);
    while let Some((row, others)) = rest.split_first() {
        let pair = rest.get(..2).filter(|pair| pair.iter().all(|row| !row.marked));
        let times = pair.map_or(0, |pair| rest.chunks_exact(2).take_while(|next| *next == pair).count());
        if times < 3 {
            folded.push(row.clone());
            rest = others;
            continue;
        }
        folded.extend(rest.iter().take(2).cloned());
        let more = format!("the two above, {} times more", times - 1);
        folded.push(Row { step: more, want: String::new(), got: String::new(), marked: false });
        rest = rest.get(2 * times..).unwrap_or_default();
    }
    folded
}

const FOLD: &str = "  × ";

fn unfolded(step: &str) -> &str {
    step.rsplit_once(FOLD).map_or(step, |(step, _)| step)
}

/// Keys have no reference's answer: there the difference says what they are to be.
fn want(finding: &Finding, at: usize) -> String {
    match finding.want.get(at) {
        Some(reply) => describe(reply),
        None if finding.want.is_empty() && at == finding.difference.step => clip(&finding.difference.want, 80),
        None => String::new(),
    }
}

fn got(finding: &Finding, at: usize) -> String {
    if at == finding.difference.step && (finding.got.is_empty() || finding.cause != Cause::WrongAnswer) {
        return clip(&finding.difference.got, 80);
    }
    match finding.got.get(at) {
        Some(reply) => describe(reply),
        None if finding.got.is_empty() => String::new(),
        None => describe(&Reply::Ended),
    }
}

fn words(step: &Step, several: bool) -> String {
    let text = match &step.action {
        Action::Open(options) => format!("open{}", options_words(options)),
        Action::Input(input) => format!("input: {}", input.kind.name()),
        Action::Rewrite(rewrite) => format!("history rewritten, {} kept", rewrite.keep),
        Action::Round(round) => round_words(round),
        Action::Key(key) => format!("key of {} {}", key.tool.as_deref().unwrap_or_default(), clip(&readable(&key.args), 60)),
    };
    if several { format!("{}: {text}", step.run) } else { text }
}

/// What a run opens with, where that is not the default.
pub(super) fn options_words(options: &Options) -> String {
    let Ok(serde_json::Value::Object(members)) = serde_json::to_value(options) else { return String::new() };
    members.iter().map(|(name, value)| format!("  {name}: {}", clip(&value.to_string(), 60))).collect()
}

fn round_words(round: &Round) -> String {
    let results: Vec<_> = round.results().iter().map(Option::as_ref).collect();
    let calls = round.pairs().map(|(call, result)| call_words(call, result)).collect::<Vec<_>>().join(" + ");
    let order = if round.completion().is_sorted() {
        String::new()
    } else {
        format!("  done: {}", round.done.clone().unwrap_or_default().join(", "))
    };
    let prose = if round.prose.is_some() { "  with text" } else { "" };
    let missing = if results.contains(&None) { "  (no result)" } else { "" };
    format!("{calls}{order}{prose}{missing}")
}

fn call_words(call: &Call, result: Option<&Outcome>) -> String {
    let text = readable(&call.args);
    let shown = visible(&text, 60);
    let length = text.chars().count();
    let args = if length > 60 { format!("{shown} ({length} characters)") } else { shown };
    let outcome = match result {
        Some(Outcome { visible, status: Status::Ok, .. }) if visible == "ok" => String::new(),
        Some(Outcome { visible, status: Status::Ok, .. }) => format!(" → {}", clip(visible, 24)),
        Some(Outcome { status, .. }) => format!(" → {}", format!("{status:?}").to_lowercase()),
        None => String::new(),
    };
    format!("{} {args}{outcome}", visible(&call.tool, 24))
}

/// Bytes as text; what is no UTF-8 as `\xff`, since two texts may differ in nothing else.
fn readable(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    text
}

/// A text on one line, quoted where it would not be seen as it is: blanks at its ends, control characters, nothing at all.
fn visible(text: &str, chars: usize) -> String {
    let plain = !text.is_empty() && text.trim() == text && !text.chars().any(char::is_control);
    if plain {
        return clip(text, chars);
    }
    let beginning: String = text.chars().take(chars).collect();
    format!("{beginning:?}{}", if beginning.len() < text.len() { "…" } else { "" })
}
