//! Does the guard do what the spec says?

use loopspec::guard::maker;
use loopspec::step::{Policy, Profile};
use my_guard::mended::Reminder;

loopspec::conformance_tests!(
    maker("my-guard", Policy::RepeatReminder, Profile::fixed_thresholds([3, 5, 8]), Reminder::default),
    policy = "repeat-reminder",
    spec = "1.0",
);
