//! The calls of a run: a loop's call, others, near misses of it, and pairs that a table pins.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::json::{Json, json, object, spell};
use super::space::RunSpace;
use crate::step::{Call, Has, Takes};

/// Names of tools: two that do something, and one that options speak of.
pub(super) const TOOLS: [&str; 3] = ["look", "edit", ADMIN];
/// The tool that is bookkeeping, excluded, exempt, as the options have it.
pub(super) const ADMIN: &str = "plan";

/// How many calls a [`Pool`] has: index 0 is the loop's call, 1 is another one, 2 yet another, 3 is nearly the loop's, 4 has its arguments
/// and another tool, 5 is the administrative tool's.
pub(super) const CALLS: usize = 6;

/// The different calls of one case.
#[derive(Clone, Debug)]
pub(super) struct Pool {
    calls: Vec<(String, Arguments)>,
    pinned: bool,
}

#[derive(Clone, Debug)]
enum Arguments {
    /// These bytes, at most with a blank before or behind.
    Text(Vec<u8>),
    /// Any spelling of this value.
    Value(Json),
}

impl Pool {
    /// Whether the loop's call and the one that is nearly so are a pinned pair.
    pub(super) fn is_pinned(&self) -> bool {
        self.pinned
    }

    /// The call at an index below [`CALLS`]; `spelling` 0 is the plain one.
    pub(super) fn call(&self, which: usize, id: String, spelling: u64) -> Call {
        let (tool, arguments) = &self.calls[which % self.calls.len()];
        match arguments {
            Arguments::Text(text) => Call::new(id, tool, blank_around(text, spelling)),
            Arguments::Value(value) => Call::new(id, tool, spell(value, spelling)),
        }
    }
}

/// The different calls of one case, plainly spelled, with ids `c1` to `c6`: the loop's call, two others, one that is nearly the loop's,
/// the loop's arguments with another tool, and with the tool that is bookkeeping. Half of the time the loop's call and the near one are
/// a pair of the space, where it has some; now and then both are the same, which a near one may be.
pub fn calls(space: &RunSpace) -> impl Strategy<Value = Vec<Call>> + use<> {
    pool(space).prop_map(|pool| (0..CALLS).map(|which| pool.call(which, format!("c{}", which + 1), 0)).collect())
}

/// Names of tools that a profile can be told of.
pub(super) fn tools(space: &RunSpace) -> &'static [&'static str] {
    let profile = space.profile();
    match profile.tools.len() {
        _ if !profile.has(Has::Tool) => &TOOLS[..1],
        0 => &TOOLS,
        some => &TOOLS[..some.min(TOOLS.len())],
    }
}

/// Pools of what the profile can be told; half of them hold one of the pinned pairs, where there are any.
pub(super) fn pool(space: &RunSpace) -> impl Strategy<Value = Pool> + use<> {
    let value = if space.profile().takes == Takes::Object { object().boxed() } else { prop_oneof![7 => object(), 1 => json()].boxed() };
    let pinned = match space.pairs() {
        [] => Just(None).boxed(),
        kinds => {
            let kinds = kinds.to_vec();
            let pair = (any::<Index>(), any::<Index>()).prop_map(move |(kind, pair)| {
                let kind = kind.get(&kinds);
                (!kind.is_empty()).then(|| pair.get(kind).clone())
            });
            prop_oneof![1 => Just(None), 1 => pair].boxed()
        }
    };
    let tools = tools(space);
    let renames = tools.len() == TOOLS.len() && space.profile().tools.is_empty();
    (vec(value, 3), object(), miss(space.profile().takes), pinned).prop_map(move |(values, object, miss, pinned)| {
        let tool = |at: usize| tools[at % tools.len()].to_owned();
        let [first, second, third] = [0, 1, 2].map(|at| Arguments::Value(values[at].clone()));
        let is_pinned = pinned.is_some();
        let (loops, near) = match pinned {
            // The table's own name of a tool says nothing unless the two differ.
            Some((a, b)) if a.tool == b.tool || !renames => {
                ((tool(0), Arguments::Text(a.args)), (tool(usize::from(a.tool != b.tool)), Arguments::Text(b.args)))
            }
            Some((a, b)) => ((a.tool, Arguments::Text(a.args)), (b.tool, Arguments::Text(b.args))),
            None => match miss {
                Miss::None => ((tool(0), first), (tool(0), Arguments::Value(object))),
                Miss::Member(one, other) => {
                    let with = |member: &Json| Arguments::Value(object.with("m", member.clone()));
                    ((tool(0), with(&one)), (tool(0), with(&other)))
                }
                Miss::Text(one, other) => ((tool(0), Arguments::Text(one.to_vec())), (tool(0), Arguments::Text(other.to_vec()))),
            },
        };
        let elsewhere = (tool(1), loops.1.clone());
        let administrative = (tools.last().copied().unwrap_or(ADMIN).to_owned(), loops.1.clone());
        Pool { calls: vec![loops, (tool(1), second), (tool(0), third), near, elsewhere, administrative], pinned: is_pinned }
    })
}

fn blank_around(text: &[u8], spelling: u64) -> Vec<u8> {
    match spelling % 8 {
        1 => [b" ", text].concat(),
        2 => [text, b"\n"].concat(),
        _ => text.to_vec(),
    }
}

/// Two arguments that differ in something that a lenient reader would not see.
#[derive(Clone, Debug)]
enum Miss {
    /// Members of the same object.
    Member(Json, Json),
    None,
    /// Whole texts that a strict reader does not read.
    Text(&'static [u8], &'static [u8]),
}

fn miss(takes: Takes) -> impl Strategy<Value = Miss> {
    let text = |text: &str| Json::Text(text.to_owned());
    let list = |items: [i32; 2]| Json::List(items.map(Json::Int).to_vec());
    let members = |values: [i32; 2]| Json::Object(vec![("k".to_owned(), Json::Int(values[0])), ("l".to_owned(), Json::Int(values[1]))]);
    let misses = vec![
        (text("src lib"), text("src  lib")),
        (text("src lib"), text("src lib ")),
        (text("src lib"), text("Src lib")),
        (text("e\u{301}"), text("\u{e9}")),
        (list([1, 2]), list([2, 1])),
        (members([1, 2]), members([2, 1])),
        (Json::Int(1), text("1")),
        (Json::Int(0), Json::Bool(false)),
        (Json::Null, Json::List(Vec::new())),
    ];
    let texts: [(&[u8], &[u8]); 5] = [
        (b"not json", b"not  json"),
        (b"", b"{}"),
        (b"{\"a\":1,}", b"{\"a\":1}"),
        (b"abc", b"\"abc\""),
        (b"{\"a\":\"\xe9\"}", b"{\"a\":\"\xe8\"}"),
    ];
    let texts = texts.into_iter().map(|(one, other)| Miss::Text(one, other));
    let taken = match takes {
        Takes::Bytes => texts.collect(),
        Takes::Raw => texts.take(4).collect(),
        Takes::Json | Takes::Object => vec![Miss::None],
    };
    let members = misses.into_iter().map(|(one, other)| Miss::Member(one, other)).collect::<Vec<_>>();
    prop_oneof![2 => Just(Miss::None), 4 => select(members), 1 => select(taken)]
}
