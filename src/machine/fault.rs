//! All machines that differ from a machine in one transition.

use std::fmt;

use super::mealy::{Mealy, Output, State, Symbol};

/// A machine with one transition changed.
///
/// (Source: Chow 1978: *operation errors* and *transfer errors*.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The state whose transition is changed.
    pub state: State,
    /// The input whose transition is changed.
    pub input: Symbol,
    /// What is changed.
    pub change: Change,
    /// The changed machine. It may still behave as the original: [`shortest_difference`](super::shortest_difference) tells.
    pub machine: Mealy,
}

/// What a faulty transition does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// It leads to another state.
    Transfer {
        /// Where it led.
        from: State,
        /// Where it leads now.
        to: State,
    },
    /// It gives another output.
    Output {
        /// What it gave.
        from: Output,
        /// What it gives now.
        to: Output,
    },
}

impl Fault {
    /// What is wrong, with the caller's names for inputs and outputs.
    pub fn describe(&self, input: impl Fn(Symbol) -> String, output: impl Fn(Output) -> String) -> String {
        let (state, symbol) = (self.state, input(self.input));
        match self.change {
            Change::Transfer { from, to } => format!("in state {state}, {symbol} leads to state {to} instead of {from}"),
            Change::Output { from, to } => format!("in state {state}, {symbol} gives {} instead of {}", output(to), output(from)),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe(|symbol| format!("input {symbol}"), |output| format!("output {output}")))
    }
}

/// Every machine that differs from this one in one transition: for each state and each input, each other state as its target, then
/// each other output that occurs in the machine. *states* · *inputs* · (*states* − 1 + *outputs* − 1) machines, in a fixed order.
pub fn single_faults(machine: &Mealy) -> impl Iterator<Item = Fault> + '_ {
    let outputs = machine.outputs();
    let transitions = (0..machine.states()).flat_map(|state| (0..machine.inputs()).map(move |input| (state, input)));
    transitions.flat_map(move |(state, input)| {
        let (next, output) = machine.step(state, input);
        let fault = move |change, transition| Fault { state, input, change, machine: machine.with(state, input, transition) };
        let transfers =
            (0..machine.states()).filter(move |&to| to != next).map(move |to| fault(Change::Transfer { from: next, to }, (to, output)));
        let others: Vec<Output> = outputs.iter().copied().filter(|&to| to != output).collect();
        let wrong = others.into_iter().map(move |to| fault(Change::Output { from: output, to }, (next, to)));
        transfers.chain(wrong)
    })
}
