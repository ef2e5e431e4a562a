//! A machine as a picture: DOT and Mermaid.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::mealy::{Mealy, Output, State, Symbol};

/// The machine as a Graphviz digraph. Transitions between the same two states are one edge, one line of its label each, `input /
/// output` in the caller's names, which may hold any characters.
pub fn dot(machine: &Mealy, input: impl Fn(Symbol) -> String, output: impl Fn(Output) -> String) -> String {
    let mut text =
        String::from("digraph machine {\n    rankdir=LR;\n    node [shape=circle];\n    start [shape=point];\n    start -> 0;\n");
    for ((from, to), labels) in edges(machine, input, output) {
        let label: Vec<String> = labels.iter().map(|label| in_dot(label)).collect();
        let _ = writeln!(text, "    {from} -> {to} [label=\"{}\"];", label.join("\\n"));
    }
    text.push_str("}\n");
    text
}

/// The machine as a Mermaid state diagram (`stateDiagram-v2`). Transitions between the same two states are one arrow, one line of
/// its label each, `input / output` in the caller's names, which may hold any characters.
pub fn mermaid(machine: &Mealy, input: impl Fn(Symbol) -> String, output: impl Fn(Output) -> String) -> String {
    let mut text = String::from("stateDiagram-v2\n    direction LR\n    [*] --> s0\n");
    for ((from, to), labels) in edges(machine, input, output) {
        let label: Vec<String> = labels.iter().map(|label| in_mermaid(label)).collect();
        let _ = writeln!(text, "    s{from} --> s{to} : {}", label.join("<br/>"));
    }
    text
}

fn edges(machine: &Mealy, input: impl Fn(Symbol) -> String, output: impl Fn(Output) -> String) -> BTreeMap<(State, State), Vec<String>> {
    let mut edges: BTreeMap<(State, State), Vec<String>> = BTreeMap::new();
    for state in 0..machine.states() {
        for (symbol, &(next, given)) in (0..).zip(machine.row(state)) {
            edges.entry((state, next)).or_default().push(format!("{} / {}", input(symbol), output(given)));
        }
    }
    edges
}

/// Inside a quoted string of DOT: quotes and backslashes are escaped, line breaks are two escaped characters.
fn in_dot(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' => escaped.extend(['\\', c]),
            '\n' => escaped.push_str("\\\\n"),
            c if c.is_control() => escaped.extend(c.escape_default().flat_map(|c| if c == '\\' { vec!['\\', c] } else { vec![c] })),
            // Graphviz reads HTML entities in labels.
            '&' => escaped.push_str("&amp;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// After the colon of a Mermaid transition: whatever could end the label or begin markup is an entity.
fn in_mermaid(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() {
            escaped.extend(c.escape_default().flat_map(|c| if c == '\\' { "#92;".chars().collect() } else { vec![c] }));
        } else if c.is_alphanumeric() || !(c.is_ascii() || c.is_whitespace()) || " /+-=.,_()'!?|".contains(c) {
            escaped.push(c);
        } else {
            let _ = write!(escaped, "#{};", u32::from(c));
        }
    }
    escaped
}
