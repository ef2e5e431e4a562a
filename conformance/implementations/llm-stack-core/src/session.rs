//! A session of the real tool loop, in a thread of its own: the model is a channel.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use llm_stack_core::chat::ChatRole;
use llm_stack_core::provider::{ChatParams, JsonSchema, Provider, ProviderMetadata, ToolDefinition};
use llm_stack_core::tool::{tool_fn, tool_loop};
use llm_stack_core::{
    ChatMessage, ChatResponse, ChatStream, ContentBlock, LlmError, LoopAction, LoopDetectionConfig, StopReason, TerminationReason, ToolApproval,
    ToolCall, ToolLoopConfig, ToolLoopEvent, ToolOutput, ToolRegistry,
};
use serde_json::{Value, json};

/// What the model or the user says.
enum Say {
    Calls(Vec<ToolCall>),
    Done,
    FollowUp(String),
}

/// What the loop does.
enum Heard {
    /// The model is asked, with these messages.
    Asked(Vec<ChatMessage>),
    Detected(Value),
    Ended(Option<TerminationReason>),
}

/// What the host's tools and its user give in a round.
#[derive(Default)]
struct Results {
    denied: BTreeMap<String, String>,
    given: VecDeque<String>,
}

struct Model {
    said: Mutex<Receiver<Say>>,
    heard: Sender<Heard>,
    messages: Mutex<Vec<ChatMessage>>,
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Provider for Model {
    async fn generate(&self, params: &ChatParams) -> Result<ChatResponse, LlmError> {
        *lock(&self.messages) = params.messages.clone();
        let _ = self.heard.send(Heard::Asked(params.messages.clone()));
        let mut response = ChatResponse::empty();
        match lock(&self.said).recv() {
            Ok(Say::Calls(calls)) => {
                response.content = calls.into_iter().map(ContentBlock::ToolCall).collect();
                response.stop_reason = StopReason::ToolUse;
            }
            Ok(Say::Done | Say::FollowUp(_)) | Err(_) => {
                response.content = vec![ContentBlock::Text("done".to_owned())];
                response.stop_reason = StopReason::EndTurn;
            }
        }
        Ok(response)
    }

    async fn stream(&self, _: &ChatParams) -> Result<ChatStream, LlmError> {
        Err(LlmError::InvalidRequest("this model does not stream".to_owned()))
    }

    fn metadata(&self) -> ProviderMetadata {
        ProviderMetadata { name: "channel".into(), model: "scripted".to_owned(), context_window: 1 << 20, capabilities: Default::default() }
    }
}

/// The loop's side: a turn after another, until nobody says anything any more.
fn turns(model: Model, tools: BTreeSet<String>, results: Arc<Mutex<Results>>) {
    let mut registry: ToolRegistry<()> = ToolRegistry::new();
    for name in tools {
        let results = Arc::clone(&results);
        let definition = ToolDefinition { description: name.clone(), name, parameters: JsonSchema::new(json!({"type": "object"})), retry: None };
        registry.register(tool_fn(definition, move |_| {
            let given = lock(&results).given.pop_front().unwrap_or_default();
            async move { Ok(ToolOutput::new(given)) }
        }));
    }
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_time().build() else { return };
    let mut messages = vec![ChatMessage::user("go")];
    loop {
        let results = Arc::clone(&results);
        let heard = model.heard.clone();
        let config = ToolLoopConfig {
            max_iterations: 1000,
            parallel_tool_execution: false,
            on_tool_call: Some(Arc::new(move |call| match lock(&results).denied.get(&call.id) {
                Some(reason) => ToolApproval::Deny(reason.clone()),
                None => ToolApproval::Approve,
            })),
            on_event: Some(Arc::new(move |event| {
                if let ToolLoopEvent::LoopDetected { tool_name, consecutive_count, action } = event {
                    let told = json!({"event": "LoopDetected", "tool_name": tool_name, "consecutive_count": consecutive_count, "action": format!("{action:?}")});
                    let _ = heard.send(Heard::Detected(told));
                }
            })),
            loop_detection: Some(LoopDetectionConfig { threshold: 3, action: LoopAction::InjectWarning }),
            ..ToolLoopConfig::default()
        };
        let params = ChatParams { messages: messages.clone(), ..ChatParams::default() };
        let ended = runtime.block_on(tool_loop(&model, &registry, params, config, &()));
        if model.heard.send(Heard::Ended(ended.ok().map(|result| result.termination_reason))).is_err() {
            return;
        }
        let Ok(Say::FollowUp(text)) = lock(&model.said).recv() else { return };
        messages.clone_from(&lock(&model.messages));
        messages.push(ChatMessage::user(text));
    }
}

/// The adapter's side.
pub struct Session {
    say: Sender<Say>,
    heard: Receiver<Heard>,
    results: Arc<Mutex<Results>>,
    /// How many messages the model was shown.
    seen: usize,
    stopped: bool,
}

impl Session {
    pub fn new(tools: BTreeSet<String>) -> Self {
        let (say, said) = channel();
        let (tell, heard) = channel();
        let results = Arc::new(Mutex::new(Results::default()));
        let model = Model { said: Mutex::new(said), heard: tell, messages: Mutex::default() };
        let of_tools = Arc::clone(&results);
        std::thread::spawn(move || turns(model, tools, of_tools));
        let mut session = Self { say, heard, results, seen: 0, stopped: false };
        session.listen();
        session
    }

    /// What the loop does until the model is asked again, or the turn is over.
    fn listen(&mut self) -> Value {
        let (mut events, mut notices, mut stop) = (Vec::new(), Vec::new(), None);
        loop {
            match self.heard.recv() {
                Ok(Heard::Detected(event)) => events.push(event),
                Ok(Heard::Asked(messages)) => {
                    for message in messages.iter().skip(self.seen).filter(|message| message.role == ChatRole::System) {
                        let text: String =
                            message.content.iter().filter_map(|block| if let ContentBlock::Text(text) = block { Some(text.as_str()) } else { None }).collect();
                        notices.push(json!({"role": "system", "text": text}));
                    }
                    self.seen = messages.len();
                    break;
                }
                Ok(Heard::Ended(reason)) => {
                    stop = Some(format!("{reason:?}"));
                    break;
                }
                Err(_) => {
                    stop = Some("the loop is gone".to_owned());
                    break;
                }
            }
        }
        self.stopped = stop.is_some();
        json!({"events": events, "notices": notices, "stop": stop})
    }

    pub fn answer(&mut self, step: &Value) -> Value {
        if step.get("input").is_some() {
            // The turn ends with a response without calls before the user can follow up.
            if !self.stopped {
                let _ = self.say.send(Say::Done);
                self.listen();
            }
            let _ = self.say.send(Say::FollowUp("please go on".to_owned()));
            self.listen();
            return json!({});
        }
        if self.stopped {
            return json!({"ended": true});
        }
        let (mut calls, mut results) = (Vec::new(), Results::default());
        for call in step["round"]["calls"].as_array().into_iter().flatten() {
            // What serde_json does not read (too deep, half a surrogate pair) a provider cannot give the loop.
            let Ok(arguments) = serde_json::from_str::<Value>(text(&call["args"])) else { continue };
            let (id, visible) = (text(&call["id"]).to_owned(), text(&call["result"]["visible"]).to_owned());
            if call["result"]["status"] == "denied" {
                results.denied.insert(id.clone(), visible);
            } else {
                results.given.push_back(visible);
            }
            calls.push(ToolCall { id, name: text(&call["tool"]).to_owned(), arguments });
        }
        if calls.is_empty() {
            return json!({});
        }
        *lock(&self.results) = results;
        let _ = self.say.send(Say::Calls(calls));
        self.listen()
    }
}

pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
