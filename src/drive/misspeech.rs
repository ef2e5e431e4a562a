//! Answers that break the protocol: what is wrong, where, and what to do.

use std::fmt;

/// The longest answer, in bytes.
pub(super) const LONGEST_ANSWER: usize = 16 << 20;

/// What to do about lines that are none of the protocol.
const STANDARD_OUTPUT: &str = "standard output is for the protocol only; print everything else to standard error (Python: print(…, file=sys.stderr); JavaScript: console.error)";

/// How adapters call what a guard decided.
const DECISIONS: &[&str] = &[
    "action",
    "allow",
    "allowed",
    "append",
    "block",
    "blocked",
    "continue",
    "decision",
    "denied",
    "deny",
    "halt",
    "inject",
    "injected",
    "message",
    "messages",
    "nudge",
    "outcome",
    "output",
    "replace",
    "reminder",
    "reminders",
    "replacement",
    "result",
    "stopped",
    "text",
    "verdict",
    "warn",
    "warning",
];

/// What is answered instead of a decision.
const FACTS: &str = "an answer says what happened, not what was decided\n  a message added after the results: {\"notices\": [{\"text\": …}]}; a call answered by the guard instead of run: {\"refused\": [id], \"shown\": {id: text}}; a changed result: {\"shown\": {id: text}}; the end of the run: {\"stop\": text}; nothing: {}";

/// An answer that breaks the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misspeech {
    /// The process ended with exit code 0 after earlier answers, and a fresh one answers.
    EndedEarly,
    /// The pipe ended inside a line.
    HalfLine(String),
    /// A claim of no policy at all.
    NoPolicies,
    /// A line that is no JSON.
    NotJson {
        /// The line's beginning.
        line: String,
        /// What the JSON reader said.
        problem: String,
    },
    /// JSON, but neither an answer nor like one.
    NoMessage(String),
    /// Bytes that are no UTF-8.
    NotUtf8,
    /// The greeting was answered with an error.
    RefusedHello(String),
    /// A line that nobody asked for.
    Stray(String),
    /// Nested deeper than a JSON reader follows.
    TooDeep,
    /// Longer than any answer may be.
    TooLong,
    /// Another number of replies than of steps.
    Count {
        /// Steps of the case.
        steps: usize,
        /// How many of them are rounds.
        rounds: usize,
        /// Replies.
        replies: usize,
    },
    /// A value of the wrong type.
    Typed {
        /// Where.
        path: String,
        /// What is wrong.
        problem: String,
    },
    /// A member that the protocol does not know.
    UnknownMember {
        /// Where.
        path: String,
        /// Its name.
        name: String,
        /// What was probably meant.
        near: Option<&'static str>,
        /// What there is.
        known: &'static [&'static str],
    },
    /// Neither `ok` nor `error` nor `unsupported`, or several of them.
    NoAnswer,
    /// The number of another request.
    WrongId {
        /// What was asked.
        want: u64,
        /// What came.
        got: String,
    },
    /// Another version of the protocol, or none.
    WrongProtocol(Option<u64>),
}

impl Misspeech {
    pub(super) fn typed(path: &str, problem: &dyn fmt::Display) -> Self {
        Self::Typed { path: path.to_owned(), problem: problem.to_string() }
    }
}

impl fmt::Display for Misspeech {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EndedEarly => f.write_str(
                "the process ended with exit code 0 before this case, which a fresh process answers; read requests until `bye`, or until standard input ends",
            ),
            Self::HalfLine(line) => write!(f, "the answer ends in the middle of a line: {line}"),
            Self::NoPolicies => {
                f.write_str("`ok.policies` claims no policy; claim at least one of repeat-reminder, no-progress, any, identity")
            }
            Self::NotJson { line, problem } if line.trim_end().ends_with(['{', '[', ',']) && line.trim_start().starts_with('{') => {
                write!(
                    f,
                    "the answer seems to be spread over several lines ({problem}): {line}\n  write one JSON object a line, without indentation"
                )
            }
            Self::NotJson { line, problem } if line.trim_start().starts_with("{'") => {
                write!(f, "the answer is no JSON ({problem}): {line}\n  JSON has double quotes; write it with a JSON library (Python: json.dumps)")
            }
            Self::NotJson { line, problem } => {
                write!(f, "a line on standard output is no JSON object ({problem}): {line}\n  {STANDARD_OUTPUT}")
            }
            Self::NoMessage(line) => write!(f, "a line on standard output is no answer: {line}\n  {STANDARD_OUTPUT}"),
            Self::NotUtf8 => f.write_str("a line on standard output is not UTF-8; write JSON in UTF-8, or ASCII with \\u escapes"),
            Self::RefusedHello(message) => write!(f, "`hello` was refused: {message}"),
            Self::Stray(line) => write!(f, "a line that nobody asked for: {line}\n  answer each request with exactly one line; print everything else to standard error"),
            Self::TooDeep => f.write_str("an answer is nested over 100 levels deep; an answer holds only what the guard said, and text as strings"),
            Self::TooLong => write!(f, "a line is longer than {} MiB; an answer holds only what the guard said", LONGEST_ANSWER >> 20),
            Self::Count { steps, rounds, replies } => {
                write!(
                    f,
                    "{replies} replies to {steps} steps; give one a step, in order (`ok` may end early only where every further reply would be `ended`)"
                )?;
                if rounds == replies { f.write_str("\n  a step that is no round is answered, too: {} where nothing happened") } else { Ok(()) }
            }
            Self::Typed { path, problem } => write!(f, "`{path}`: {problem}"),
            Self::UnknownMember { path, name, near, known } => {
                let place = if path.is_empty() { String::new() } else { format!(" in `{path}`") };
                write!(f, "unknown member `{name}`{place}; ")?;
                match near {
                    Some(near) => write!(f, "did you mean `{near}`?"),
                    None if path.starts_with("ok[") && DECISIONS.contains(&name.to_ascii_lowercase().as_str()) => f.write_str(FACTS),
                    None => write!(f, "there are {}", known.join(", ")),
                }
            }
            Self::NoAnswer => f.write_str("the answer has neither `ok` nor `error` nor `unsupported`; give exactly one of them"),
            Self::WrongId { want, got } => {
                write!(f, "the answer's id is {got}, but request {want} was asked; repeat the request's id, one answer a request")
            }
            Self::WrongProtocol(Some(version)) => write!(f, "the adapter speaks protocol {version}; this kit speaks protocol 1"),
            Self::WrongProtocol(None) => f.write_str("`ok.protocol` is missing; answer `hello` with \"protocol\":1"),
        }
    }
}

impl std::error::Error for Misspeech {}
