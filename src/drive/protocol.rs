//! The messages of protocol 1: requests out, the greeting in.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value, json};

use super::answer::{Message, parse_message};
use super::misspeech::Misspeech;
use super::shape;
use crate::step::{Case, Implementation, Policy, Profile};

/// The version of the protocol.
const PROTOCOL: u64 = 1;

/// One request, as it goes over the wire.
#[derive(Clone, Debug, PartialEq)]
pub struct Request(Value);

impl Request {
    /// Who are you, and what do you do?
    pub fn hello(id: u64) -> Self {
        Self(json!({"id": id, "op": "hello", "protocol": PROTOCOL, "kit": concat!("loopspec ", env!("CARGO_PKG_VERSION"))}))
    }

    /// What do you answer to this case?
    pub fn case(id: u64, case: &Case) -> Self {
        // A case holds nothing that has no JSON form.
        let mut message = json!({"id": id, "op": "case"});
        if let (Some(message), Ok(Value::Object(case))) = (message.as_object_mut(), serde_json::to_value(case)) {
            message.extend(case);
        }
        Self(message)
    }

    /// That was all.
    pub fn bye(id: u64) -> Self {
        Self(json!({"id": id, "op": "bye"}))
    }

    /// The line without its end: ASCII only, so that no reader's idea of line ends or encodings matters.
    pub fn line(&self) -> String {
        ascii(&self.0.to_string())
    }

    /// With what is expected of each step, in a member that adapters pass over; none where silence is, as in vectors.
    #[must_use]
    pub fn expecting(mut self, expected: Vec<Value>) -> Self {
        let steps = self.0.get_mut("steps").and_then(Value::as_array_mut);
        for (step, expect) in steps.into_iter().flatten().zip(expected) {
            if let (Some(step), false) = (step.as_object_mut(), expect == json!({})) {
                step.insert("expect".to_owned(), expect);
            }
        }
        self
    }
}

/// JSON in ASCII: every other character escaped.
pub fn ascii(json: &str) -> String {
    if json.is_ascii() {
        return json.to_owned();
    }
    let mut line = String::with_capacity(json.len() * 2);
    for char in json.chars() {
        if char.is_ascii() {
            line.push(char);
        } else {
            for unit in char.encode_utf16(&mut [0; 2]) {
                let _ = write!(line, "\\u{unit:04x}");
            }
        }
    }
    line
}

/// The answer to `hello`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hello {
    /// Who answers.
    pub implementation: Implementation,
    /// The policies that it claims, each with its profile.
    pub policies: BTreeMap<Policy, Profile>,
}

impl Hello {
    /// Reads a greeting.
    ///
    /// # Errors
    /// What is wrong with it, where, and what to do.
    pub fn parse(line: &str, id: u64) -> Result<Self, Misspeech> {
        let greeting = match parse_message(line, id)? {
            Message::Ok(greeting) => greeting,
            Message::Error(message) => return Err(Misspeech::RefusedHello(message)),
            Message::Unsupported(item) => return Err(Misspeech::RefusedHello(format!("unsupported: {item}"))),
        };
        shape::greeting(&greeting)?;
        match greeting.get("protocol").and_then(Value::as_u64) {
            Some(PROTOCOL) => {}
            other => return Err(Misspeech::WrongProtocol(other)),
        }
        let part = |name: &str| greeting.get(name).cloned().unwrap_or_default();
        let implementation =
            serde_json::from_value(part("implementation")).map_err(|error| Misspeech::typed("ok.implementation", &error))?;
        let mut policies = BTreeMap::new();
        for (name, profile) in part("policies").as_object().into_iter().flatten() {
            let path = format!("ok.policies.{name}");
            let policy = name.parse().map_err(|error| Misspeech::typed("ok.policies", &error))?;
            let profile = serde_json::from_value(profile.clone()).map_err(|error| Misspeech::typed(&path, &error))?;
            policies.insert(policy, profile);
        }
        if policies.is_empty() {
            return Err(Misspeech::NoPolicies);
        }
        Ok(Self { implementation, policies })
    }
}
