//! The macro that makes the tests.

/// Tests a guard in its author's own `cargo test`: one test for each rule of the policy, named after it, so that
/// `cargo test repeat_reset` asks for some. A failing test prints the finding: the shortest run in which the guard is wrong.
///
/// Put it alone into a file of `tests/`, or into a module of its own, once a policy:
///
/// ```
/// # #[derive(Default)]
/// # struct MyGuard;
/// # impl loopspec::guard::Guard for MyGuard {}
/// use loopspec::guard::maker;
/// use loopspec::step::{Policy, Profile};
///
/// loopspec::conformance_tests!(
///     maker("my-guard", Policy::RepeatReminder, Profile::fixed_thresholds([3, 5, 8]), MyGuard::default),
///     policy = "repeat-reminder",
///     spec = "1.0",
/// );
/// ```
///
/// The first argument is any [`MakeGuard`](crate::guard::MakeGuard); `policy` is `repeat-reminder`, `no-progress`, `any` or `identity`.
///
/// # What each test says
///
/// - A broken **MUST** rule, or a broken declared choice, fails its test.
/// - A broken **SHOULD** rule passes with a warning on standard error; `deny = "should"` makes it fail.
/// - A rule that is **not judged**, because of the guard's profile or because its cases already fail by another rule, passes and says so:
///   `cargo test -- --show-output`. How many there are stands in the one line that each suite writes to standard error.
/// - A rule that could **not be asked** fails.
/// - `everything_could_be_asked` fails when a case could not be asked, whatever the rule, and prints what was and was not judged.
///
/// # Options
///
/// | option | meaning |
/// |---|---|
/// | `deny = "should"` | SHOULD rules fail too |
/// | `expected = "run.fresh: why"` | rules that are known to be broken, a line each with the reason: their tests pass while they fail, and fail when they do not |
/// | `quick = true` | ask about a thousand cases: those that find most |
/// | `seed = 7` | the seed of the random runs; by default the same cases for everybody |
///
/// # The guard's process
///
/// The guard runs in the test binary started once more for `everything_could_be_asked`, with the variable `LOOPSPEC_SERVE` in its environment. What
/// it prints with `println!` is not seen, and does no harm; what it writes to `std::io::stdout()` itself breaks the conversation. The test harness
/// must be the default one. `cargo nextest` starts a process a test, and each asks the whole suite: there `cargo test` is faster.
#[macro_export]
macro_rules! conformance_tests {
    (@suite $maker:expr, $policy:literal $(, $option:ident = $value:literal)*) => {
        static LOOPSPEC_SUITE: $crate::cargo_test::Suite =
            $crate::cargo_test::Suite::new($crate::cargo_test::Settings::new($policy, module_path!())$(.$option($value))*);

        #[test]
        fn everything_could_be_asked() {
            LOOPSPEC_SUITE.whole(|| $maker);
        }
    };
    ($maker:expr, policy = "repeat-reminder", spec = "1.0" $(, $option:ident = $value:literal)* $(,)?) => {
        $crate::conformance_tests! { @suite $maker, "repeat-reminder" $(, $option = $value)* }
        $crate::rule_tests! { identity }
        $crate::rule_tests! { pattern }
        $crate::rule_tests! { repeat }
        $crate::rule_tests! { run }
    };
    ($maker:expr, policy = "no-progress", spec = "1.0" $(, $option:ident = $value:literal)* $(,)?) => {
        $crate::conformance_tests! { @suite $maker, "no-progress" $(, $option = $value)* }
        $crate::rule_tests! { identity }
        $crate::rule_tests! { pattern }
        $crate::rule_tests! { progress }
        $crate::rule_tests! { run }
    };
    ($maker:expr, policy = "any", spec = "1.0" $(, $option:ident = $value:literal)* $(,)?) => {
        $crate::conformance_tests! { @suite $maker, "any" $(, $option = $value)* }
        $crate::rule_tests! { identity }
        $crate::rule_tests! { run_fresh "run.fresh"; run_isolated "run.isolated"; run_inert "run.inert"; }
    };
    ($maker:expr, policy = "identity", spec = "1.0" $(, $option:ident = $value:literal)* $(,)?) => {
        $crate::conformance_tests! { @suite $maker, "identity" $(, $option = $value)* }
        $crate::rule_tests! { identity }
        $crate::rule_tests! { run_inert "run.inert"; }
    };
    ($maker:expr, policy = $policy:literal, spec = "1.0" $($rest:tt)*) => {
        compile_error!(concat!("no policy is named `", $policy, "`: it is repeat-reminder, no-progress, any or identity"));
    };
    ($maker:expr, policy = $policy:literal, spec = $spec:literal $($rest:tt)*) => {
        compile_error!(concat!("this kit judges by spec 1.0; it has no spec `", $spec, "`"));
    };
}
