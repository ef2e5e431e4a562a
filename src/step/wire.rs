//! JSON shapes that a derive cannot express: argument bytes, replies, events.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::de::Error as _;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::{Call, Facts, GuardEvent, Key, Outcome, Reply, Round};

/// Argument text as `args`, or as `args_b64` where it is not UTF-8.
#[derive(Deserialize, Serialize)]
struct Args {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    args: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    args_b64: Option<String>,
}

impl Args {
    fn from_bytes(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self { args: Some(text.to_owned()), args_b64: None },
            Err(_) => Self { args: None, args_b64: Some(STANDARD.encode(bytes)) },
        }
    }

    fn into_bytes(self) -> Result<Vec<u8>, String> {
        match (self.args, self.args_b64) {
            (Some(text), None) => Ok(text.into_bytes()),
            (None, Some(base64)) => STANDARD.decode(base64).map_err(|error| format!("args_b64: {error}")),
            (None, None) => Err("a call needs `args` or `args_b64`".to_owned()),
            (Some(_), Some(_)) => Err("a call has `args` or `args_b64`, not both".to_owned()),
        }
    }
}

#[derive(Deserialize, Serialize)]
struct WireCall {
    id: String,
    tool: String,
    #[serde(flatten)]
    args: Args,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<Outcome>,
}

#[derive(Deserialize, Serialize)]
struct WireRound {
    calls: Vec<WireCall>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    done: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    prose: Option<String>,
}

impl Serialize for Round {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let wire = |(call, result): (&Call, Option<&Outcome>)| WireCall {
            id: call.id.clone(),
            tool: call.tool.clone(),
            args: Args::from_bytes(&call.args),
            result: result.cloned(),
        };
        WireRound { calls: self.pairs().map(wire).collect(), done: self.done.clone(), prose: self.prose.clone() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Round {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let wire = WireRound::deserialize(deserializer)?;
        if wire.calls.is_empty() {
            return Err(D::Error::custom("a round has at least one call"));
        }
        let mut calls = Vec::with_capacity(wire.calls.len());
        for call in wire.calls {
            let args = call.args.into_bytes().map_err(D::Error::custom)?;
            calls.push((Call { id: call.id, tool: call.tool, args }, call.result));
        }
        let mut round = Self::new(calls);
        round.done = wire.done;
        round.prose = wire.prose;
        Ok(round)
    }
}

#[derive(Deserialize, Serialize)]
struct WireKey {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tool: Option<String>,
    #[serde(flatten)]
    args: Args,
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        WireKey { tool: self.tool.clone(), args: Args::from_bytes(&self.args) }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let wire = WireKey::deserialize(deserializer)?;
        Ok(Self { tool: wire.tool, args: wire.args.into_bytes().map_err(D::Error::custom)? })
    }
}

impl Serialize for GuardEvent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(kind) = &self.kind {
            map.serialize_entry("kind", kind)?;
        }
        if let Some(count) = self.repeat_count {
            map.serialize_entry("repeat_count", &count)?;
        }
        if let Some(tools) = &self.tools {
            map.serialize_entry("tools", tools)?;
        }
        if let Some(fingerprint) = &self.fingerprint {
            map.serialize_entry("fingerprint", fingerprint)?;
        }
        for (name, json) in &self.other {
            // `other` holds JSON text; what is none (made in Rust) goes out as a string.
            let value: Value = serde_json::from_str(json).unwrap_or_else(|_| Value::String(json.clone()));
            map.serialize_entry(name, &value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for GuardEvent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let members = BTreeMap::<String, Value>::deserialize(deserializer)?;
        let mut event = Self::default();
        for (name, value) in members {
            let tools =
                || value.as_array().and_then(|list| list.iter().map(|name| name.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>());
            match name.as_str() {
                "kind" if value.is_string() => event.kind = value.as_str().map(str::to_owned),
                "repeat_count" if value.is_u64() => event.repeat_count = value.as_u64(),
                "fingerprint" if value.is_string() => event.fingerprint = value.as_str().map(str::to_owned),
                "tools" if tools().is_some() => event.tools = tools(),
                _ => {
                    event.other.insert(name, value.to_string());
                }
            }
        }
        Ok(event)
    }
}

impl Serialize for Reply {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let one = |serializer: S, name: &str, value: Value| {
            let mut map = serializer.serialize_map(Some(1))?;
            map.serialize_entry(name, &value)?;
            map.end()
        };
        match self {
            Self::Ended => one(serializer, "ended", Value::Bool(true)),
            Self::Facts(facts) => facts.serialize(serializer),
            Self::Key(key) => one(serializer, "key", Value::String(key.clone())),
            Self::Rejected(reason) => one(serializer, "rejected", Value::String(reason.clone())),
        }
    }
}

impl<'de> Deserialize<'de> for Reply {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let Some(members) = value.as_object() else {
            return Err(D::Error::custom(format!("a step's answer is an object, not {value}")));
        };
        for name in ["ended", "key", "rejected"] {
            let Some(member) = members.get(name) else { continue };
            if members.len() > 1 {
                return Err(D::Error::custom(format!("`{name}` stands alone in a step's answer")));
            }
            return match (name, member) {
                ("ended", Value::Bool(true)) => Ok(Self::Ended),
                ("key", Value::String(key)) => Ok(Self::Key(key.clone())),
                ("rejected", Value::String(reason)) => Ok(Self::Rejected(reason.clone())),
                ("ended", _) => Err(D::Error::custom("`ended` is true or absent")),
                _ => Err(D::Error::custom(format!("`{name}` is a text or absent"))),
            };
        }
        Facts::deserialize(value).map(Self::Facts).map_err(D::Error::custom)
    }
}
