//! A stack that overflows ends a process, and here one test.

use loopspec::guard::{MakeGuard, maker};
use loopspec::step::{Policy, Profile};
use my_guard::overflowing::{Overflowing, Where};

fn overflowing(place: Where) -> impl MakeGuard {
    maker("overflowing", Policy::RepeatReminder, Profile::fixed_thresholds([3, 5, 8]), move || Overflowing::new(place))
}

mod deep_arguments {
    use super::{Where, overflowing};

    loopspec::conformance_tests!(
        overflowing(Where::DeepArguments),
        policy = "repeat-reminder",
        spec = "1.0",
        quick = true,
        deny = "should"
    );
}

mod no_arguments {
    use super::{Where, overflowing};

    loopspec::conformance_tests!(overflowing(Where::NoArguments), policy = "repeat-reminder", spec = "1.0", quick = true, deny = "should");
}
