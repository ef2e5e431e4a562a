//! Deterministic, complete Mealy machines as dense tables.

use std::fmt;

/// An input, numbered from 0. What it stands for is the caller's to know.
pub type Symbol = u32;

/// An output, numbered from 0 (see [`Outputs`](super::Outputs)).
pub type Output = u32;

/// A state, numbered from 0, the initial one.
pub type State = u32;

/// A sequence of inputs, read from the initial state.
pub type Word = Vec<Symbol>;

/// A deterministic, complete Mealy machine: in every state every input gives exactly one output and leads to exactly one state.
///
/// States, inputs and outputs are dense numbers; state 0 is the initial one. There is at least one state and one input. States
/// may be out of reach or equivalent to each other; a [`Minimal`](super::Minimal) machine has none of these.
///
/// (Source: G. H. Mealy, *A method for synthesizing sequential circuits*, Bell System Technical Journal 34, 1955.)
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mealy {
    inputs: u32,
    /// By state, then by input.
    table: Vec<(State, Output)>,
}

impl Mealy {
    /// The machine with this table: a row for each state, in each row for each input the next state and the output.
    ///
    /// # Errors
    ///
    /// [`MachineError`] if there is no row, no input, rows of different lengths, or a next state that has no row.
    pub fn new(rows: &[Vec<(State, Output)>]) -> Result<Self, MachineError> {
        let width = rows.first().ok_or(MachineError::NoStates)?.len();
        let inputs = u32::try_from(width).ok().filter(|&inputs| inputs > 0).ok_or(MachineError::NoInputs)?;
        for (state, row) in rows.iter().enumerate() {
            if row.len() != width {
                return Err(MachineError::UnevenRow { state, entries: row.len(), inputs });
            }
            if let Some(&(next, _)) = row.iter().find(|(next, _)| *next as usize >= rows.len()) {
                return Err(MachineError::NoSuchState { state, next, states: rows.len() });
            }
        }
        Ok(Self { inputs, table: rows.concat() })
    }

    /// A table whose shape is right by construction.
    pub(super) fn of_table(inputs: u32, table: Vec<(State, Output)>) -> Self {
        debug_assert!(inputs > 0 && !table.is_empty() && table.len().is_multiple_of(inputs as usize));
        Self { inputs, table }
    }

    /// How many inputs there are; they are `0..inputs`.
    pub fn inputs(&self) -> u32 {
        self.inputs
    }

    /// How many states there are; they are `0..states`.
    pub fn states(&self) -> u32 {
        (self.table.len() / self.inputs as usize) as u32
    }

    /// The outputs that occur in the table, sorted.
    pub fn outputs(&self) -> Vec<Output> {
        let mut outputs: Vec<Output> = self.table.iter().map(|&(_, output)| output).collect();
        outputs.sort_unstable();
        outputs.dedup();
        outputs
    }

    /// The next state and the output.
    ///
    /// # Panics
    ///
    /// If the machine has no such state or no such input.
    pub fn step(&self, state: State, input: Symbol) -> (State, Output) {
        self.table[self.place(state, input)]
    }

    /// The next states and the outputs of one state, by input.
    ///
    /// # Panics
    ///
    /// If the machine has no such state.
    pub fn row(&self, state: State) -> &[(State, Output)] {
        &self.table[self.place(state, 0)..][..self.inputs as usize]
    }

    /// The state after a word.
    ///
    /// # Panics
    ///
    /// If a symbol is none of the machine's inputs.
    pub fn after(&self, word: &[Symbol]) -> State {
        word.iter().fold(0, |state, &input| self.step(state, input).0)
    }

    /// The outputs to a word, one a symbol.
    ///
    /// # Panics
    ///
    /// If a symbol is none of the machine's inputs.
    pub fn run(&self, word: &[Symbol]) -> Vec<Output> {
        self.run_from(0, word)
    }

    /// The outputs to a word that is read from any state, one a symbol.
    ///
    /// # Panics
    ///
    /// If the machine has no such state, or a symbol is none of its inputs.
    pub fn run_from(&self, state: State, word: &[Symbol]) -> Vec<Output> {
        let step = |state: &mut State, &input: &Symbol| {
            let (next, output) = self.step(*state, input);
            *state = next;
            Some(output)
        };
        word.iter().scan(state, step).collect()
    }

    /// The machine that knows only these inputs: its symbol 0 is the first of them, and so on. States that are then out of
    /// reach stay until the machine is minimized.
    ///
    /// # Errors
    ///
    /// [`MachineError`] if no inputs are left, or one is none of the machine's.
    pub fn restricted(&self, inputs: &[Symbol]) -> Result<Self, MachineError> {
        if let Some(&symbol) = inputs.iter().find(|&&symbol| symbol >= self.inputs) {
            return Err(MachineError::NoSuchSymbol { symbol, inputs: self.inputs });
        }
        let rows: Vec<Vec<_>> = (0..self.states()).map(|state| inputs.iter().map(|&input| self.step(state, input)).collect()).collect();
        Self::new(&rows)
    }

    /// The same machine but for one transition.
    pub(super) fn with(&self, state: State, input: Symbol, transition: (State, Output)) -> Self {
        let mut changed = self.clone();
        let place = self.place(state, input);
        changed.table[place] = transition;
        changed
    }

    fn place(&self, state: State, input: Symbol) -> usize {
        // An input too large would be read from the next state's row.
        assert!(input < self.inputs, "input {input} is none of 0..{}", self.inputs);
        state as usize * self.inputs as usize + input as usize
    }
}

/// Why there is no such machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MachineError {
    /// A machine without inputs says nothing.
    NoInputs,
    /// The initial state is missing.
    NoStates,
    /// The table is incomplete.
    UnevenRow {
        /// Whose row it is.
        state: usize,
        /// How many entries it has.
        entries: usize,
        /// How many the first row has.
        inputs: u32,
    },
    /// The table leads out of itself.
    NoSuchState {
        /// Whose row it is.
        state: usize,
        /// Where it leads.
        next: State,
        /// How many states there are.
        states: usize,
    },
    /// An input that the machine does not have.
    NoSuchSymbol {
        /// The input.
        symbol: Symbol,
        /// How many inputs there are.
        inputs: u32,
    },
    /// Exploring, or comparing, found more states than was allowed.
    TooManyStates {
        /// How many were allowed.
        bound: usize,
        /// A shortest word that leads to one state more.
        word: Word,
    },
}

impl fmt::Display for MachineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoInputs => write!(f, "no inputs: give at least one symbol"),
            Self::NoStates => write!(f, "no states: give at least the row of the initial state"),
            Self::UnevenRow { state, entries, inputs } => {
                write!(f, "state {state} has {entries} entries, the first state has {inputs}: give every state one entry for each input")
            }
            Self::NoSuchState { state, next, states } => {
                write!(f, "state {state} leads to state {next}, but there are only {states} states, numbered from 0")
            }
            Self::NoSuchSymbol { symbol, inputs } => write!(f, "no input {symbol}: there are {inputs}, numbered from 0"),
            Self::TooManyStates { bound, word } => write!(
                f,
                "more than {bound} states, the next one after {word:?}: if the states never come back to earlier ones, make what they \
                 count relative or clamp it; else allow more states"
            ),
        }
    }
}

impl std::error::Error for MachineError {}
