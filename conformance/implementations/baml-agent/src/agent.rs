//! An agent whose model and tools are the steps of a case, and a run of it through the crate's `process_step`.

use std::future::Future;
use std::path::Path;
use std::pin::pin;
use std::sync::Mutex;
use std::task::{Context, Poll, Waker};

use baml_agent::{
    process_step, ActionResult, AgentMessage, LoopConfig, LoopDetector, LoopEvent, MessageRole, Session, SgrAgent, StepDecision,
};
use serde_json::{json, Map, Value};

/// A conversation: a session, and for each message of the user a detector, as `run_loop` makes one.
pub struct Run {
    session: Session<Message>,
    detector: LoopDetector,
    step: usize,
    stopped: bool,
}

impl Run {
    pub fn new() -> Self {
        // A session keeps its messages in a file; this one keeps nothing.
        Self { session: Session::resume(Path::new("/dev/null"), "", usize::MAX), detector: detector(), step: 0, stopped: false }
    }

    pub fn answer(&mut self, step: &Value) -> Value {
        if let Some(said) = step["input"]["text"].as_str() {
            self.session.push(Role::User, said.to_owned());
            (self.detector, self.step, self.stopped) = (detector(), 0, false);
            return json!({});
        }
        if self.stopped {
            return json!({"ended": true});
        }
        self.round(step["round"]["calls"].as_array().map(Vec::as_slice).unwrap_or_default())
    }

    fn round(&mut self, calls: &[Value]) -> Value {
        // What serde_json does not read (too deep, half a surrogate pair) never becomes an action.
        let actions: Vec<Action> = calls.iter().filter_map(Action::read).collect();
        if actions.is_empty() {
            return json!({});
        }
        let ids: Vec<String> = actions.iter().map(|action| action.id.clone()).collect();
        let decision = StepDecision { situation: String::new(), task: Vec::new(), completed: false, actions };
        let (agent, mut events, before) = (Scripted::default(), Vec::new(), self.session.len());
        self.step += 1;
        let mut on_event = |event: LoopEvent<'_, Action>| match event {
            LoopEvent::LoopWarning(n) => events.push(json!({"LoopWarning": n})),
            LoopEvent::LoopAbort(n) => events.push(json!({"LoopAbort": n})),
            _ => {}
        };
        let step = process_step(&agent, &mut self.session, decision, self.step, &mut self.detector, &mut on_event);
        let ended = ready(step).expect("no tool fails").is_some();
        self.stopped = ended;
        let ran = agent.ran.into_inner().expect("one thread");
        let refused: Vec<&String> = ids.iter().filter(|id| !ran.contains(id)).collect();
        // Nothing is said about a call that did not run.
        let shown: Map<String, Value> = refused.iter().map(|id| ((*id).clone(), json!(""))).collect();
        let added = self.session.messages()[before..].iter().filter(|message| message.role == Role::System);
        let mut notices: Vec<&str> = added.map(|message| message.content.as_str()).collect();
        let stop = if ended { notices.pop() } else { None };
        let notices: Vec<Value> = notices.into_iter().map(|text| json!({"role": "system", "text": text})).collect();
        json!({"refused": refused, "shown": shown, "notices": notices, "events": events, "stop": stop})
    }
}

/// What the model asks for, with what it gives.
pub struct Action {
    id: String,
    signature: String,
    output: String,
}

impl Action {
    fn read(call: &Value) -> Option<Self> {
        let args: Value = serde_json::from_str(text(&call["args"])).ok()?;
        let result = &call["result"];
        Some(Self {
            id: text(&call["id"]).to_owned(),
            signature: format!("{}:{args}", text(&call["tool"])),
            output: text(result.get("raw").unwrap_or(&result["visible"])).to_owned(),
        })
    }
}

/// An agent as its README has it; it is never asked to decide, because the case says what the model decided.
#[derive(Default)]
struct Scripted {
    ran: Mutex<Vec<String>>,
}

impl SgrAgent for Scripted {
    type Action = Action;
    type Msg = Message;
    type Error = String;

    async fn decide(&self, _messages: &[Message]) -> Result<StepDecision<Action>, String> {
        Err("the case decides".to_owned())
    }

    async fn execute(&self, action: &Action) -> Result<ActionResult, String> {
        self.ran.lock().expect("one thread").push(action.id.clone());
        Ok(ActionResult { output: action.output.clone(), done: false })
    }

    fn action_signature(action: &Action) -> String {
        action.signature.clone()
    }
}

#[derive(Clone)]
struct Message {
    role: Role,
    content: String,
}

impl AgentMessage for Message {
    type Role = Role;

    fn new(role: Role, content: String) -> Self {
        Self { role, content }
    }

    fn role(&self) -> &Role {
        &self.role
    }

    fn content(&self) -> &str {
        &self.content
    }
}

#[derive(Clone, PartialEq)]
enum Role {
    System,
    User,
    Assistant,
    Tool,
}

impl MessageRole for Role {
    fn system() -> Self {
        Self::System
    }

    fn user() -> Self {
        Self::User
    }

    fn assistant() -> Self {
        Self::Assistant
    }

    fn tool() -> Self {
        Self::Tool
    }

    fn as_str(&self) -> &str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::Tool => "tool",
        }
    }

    fn parse_role(name: &str) -> Option<Self> {
        [Self::System, Self::User, Self::Assistant, Self::Tool].into_iter().find(|role| role.as_str() == name)
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn detector() -> LoopDetector {
    LoopDetector::new(LoopConfig::default().loop_abort_threshold)
}

/// What a future gives that waits for nothing.
fn ready<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => unreachable!("neither the model nor a tool waits"),
    }
}
