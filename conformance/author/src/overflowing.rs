//! The mended guard, with a fault that no test can catch inside its own process: it overflows its stack.

use std::hint::black_box;

use loopspec::guard::{Admission, Closing, Guard};
use loopspec::step::{Call, Input};

use crate::mended::Reminder;

/// Where it recurses.
#[derive(Clone, Copy)]
pub enum Where {
    /// Into every level of the arguments.
    DeepArguments,
    /// Without an end, on arguments that are nothing at all.
    NoArguments,
}

/// One run.
pub struct Overflowing {
    place: Where,
    guard: Reminder,
}

impl Overflowing {
    pub fn new(place: Where) -> Self {
        Self { place, guard: Reminder::default() }
    }
}

impl Guard for Overflowing {
    fn begin_round(&mut self, calls: &[Call], prose: Option<&str>) -> Admission {
        for call in calls {
            let levels = match self.place {
                Where::DeepArguments => call.args.iter().filter(|byte| **byte == b'[').count(),
                Where::NoArguments if call.args.is_empty() => usize::MAX,
                Where::NoArguments => 0,
            };
            descend(levels);
        }
        self.guard.begin_round(calls, prose)
    }

    fn end_round(&mut self) -> Closing {
        self.guard.end_round()
    }

    fn external_input(&mut self, input: &Input) {
        self.guard.external_input(input);
    }
}

/// A kilobyte of stack a level.
fn descend(levels: usize) -> usize {
    let frame = black_box([0_u8; 1024]);
    if levels == 0 { 0 } else { descend(levels - 1) + usize::from(black_box(frame)[0]) }
}
