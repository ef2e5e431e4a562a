//! How long the rest will take, said once where it is long.

use std::io::Write;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Questions after which the pace is known.
const KNOWN_AFTER: u64 = 100;
/// What is long.
const LONG: Duration = Duration::from_secs(60);

/// A bar for whoever waits at a terminal, and one line where it will take long.
pub(crate) struct Pace {
    bar: ProgressBar,
    started: Instant,
    told: bool,
}

impl Pace {
    /// Before anything is asked.
    pub(crate) fn begin() -> Self {
        let bar = ProgressBar::with_draw_target(Some(1), ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} questions, {eta} left") {
            bar.set_style(style);
        }
        Self { bar, started: Instant::now(), told: false }
    }

    /// So many of so many are done.
    pub(crate) fn tell(&mut self, done: u64, total: u64) {
        let elapsed = self.started.elapsed();
        if !self.told
            && let Some(line) = warning(done, total, elapsed)
        {
            self.told = true;
            self.bar.suspend(|| writeln!(anstream::stderr(), "loopspec: {line}").unwrap_or_default());
        }
        // A bar that flashes by tells nothing.
        if elapsed > Duration::from_secs(1) {
            self.bar.set_length(total);
            self.bar.set_position(done);
        }
    }

    /// Leaves the terminal as it was.
    pub(crate) fn end(self) {
        self.bar.finish_and_clear();
    }
}

/// One line for whoever waits, if the rest takes over a minute at this pace.
fn warning(done: u64, total: u64, elapsed: Duration) -> Option<String> {
    if done < KNOWN_AFTER {
        return None;
    }
    let each = elapsed.as_secs_f64() / done as f64;
    let rest = total.saturating_sub(done);
    let left = each * rest as f64;
    (left > LONG.as_secs_f64()).then(|| {
        let minutes = (left / 60.0).round().max(1.0);
        let a_second = 1.0 / each;
        format!("{rest} questions more at {a_second:.0} a second take about {minutes} min; --quick asks at most 1,000, --jobs N asks N processes at once")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_rest_of_over_a_minute_is_told() {
        let slow = |done, total| warning(done, total, Duration::from_millis(30 * done));
        assert_eq!(slow(99, 10_000), None, "the pace is not known yet");
        assert_eq!(slow(100, 2_000), None, "57 seconds");
        let told = "9900 questions more at 33 a second take about 5 min; --quick asks at most 1,000, --jobs N asks N processes at once";
        assert_eq!(slow(100, 10_000).as_deref(), Some(told));
    }
}
