//! Automata: minimal machines, complete test suites, the faults they must find. Generic; knows no guard and no policy.
//!
//! Whatever can be stepped, copied and compared becomes a [`Mealy`] machine by [`explore`]; [`Minimal`] makes it minimal and canonical;
//! [`complete_suite`] gives words that find *every* deviation of an implementation that is not too much larger than the model.
//! [`slices`] and [`pump`] go deeper in fewer directions. [`single_faults`] lists what a suite has to find, and
//! [`shortest_difference`] the shortest word by which anything could.
//!
//! ```
//! use loopspec::machine::{Method, Minimal, complete_suite, explore, shortest_difference, single_faults};
//!
//! // A vending machine: two coins buy a drink, a third one comes back.
//! const COIN: u32 = 0;
//! const BUTTON: u32 = 1;
//! let model = explore(2, 0, 100, |&coins, input| match (input, coins) {
//!     (COIN, 2) => (2, "coin back"),
//!     (COIN, _) => (coins + 1, "click"),
//!     (_, 2) => (0, "drink"),
//!     (_, _) => (coins, "nothing"),
//! })?;
//! let minimal = Minimal::of(&model.machine);
//! assert_eq!(minimal.states(), 3);
//!
//! assert_eq!(model.outputs.words(&minimal.run(&[COIN, BUTTON, COIN, BUTTON])), [&"click", &"nothing", &"click", &"drink"]);
//!
//! // Words that show whether a machine with at most one state more is this one.
//! let suite = complete_suite(&minimal, Method::Wp, 1);
//! assert_eq!((suite.len(), suite.symbols()), (8, 40));
//!
//! // It finds every wrong transition that changes what the machine does at all.
//! for fault in single_faults(&minimal) {
//!     let shown = suite.killer(&minimal, &fault.machine).is_some();
//!     assert_eq!(shown, shortest_difference(&minimal, &fault.machine).is_some(), "{fault}");
//! }
//! # Ok::<(), loopspec::machine::MachineError>(())
//! ```

mod mealy;
mod explore;
mod minimize;
mod cover;
mod separate;
mod suite;
mod slice;
mod pump;
mod diff;
mod fault;
mod render;

pub use cover::{state_cover, transition_cover};
pub use diff::{lightest_difference, shortest_difference, shortest_difference_from};
pub use explore::{Explored, Outputs, explore, explore_into};
pub use fault::{Change, Fault, single_faults};
pub use mealy::{MachineError, Mealy, Output, State, Symbol, Word};
pub use minimize::{Minimal, equivalent};
pub use pump::{PUMP_LENGTH, pump};
pub use render::{dot, mermaid};
pub use separate::Separation;
pub use slice::{slice, slices};
pub use suite::{Method, Suite, complete_suite};
