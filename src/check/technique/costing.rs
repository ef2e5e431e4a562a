//! Policy `identity`: how the time for a key grows with the length of the arguments. It is told, never judged.

use std::time::{Duration, Instant};

use crate::check::checker::Checker;
use crate::check::fit::fit;
use crate::check::subject::SubjectError;
use crate::step::{Action, Case, Key, Policy, Step};

/// How arguments of a length are made, with a name for people.
type Shape = (&'static str, fn(usize) -> String);

/// From a kilobyte to a megabyte, each twice the one before.
const SIZES: std::ops::RangeInclusive<u32> = 10..=20;
/// Longer than this for one key: nothing larger is asked of this shape.
const SLOW: Duration = Duration::from_millis(200);
/// Shorter times say nothing about growth.
const MEASURABLE: f64 = 0.000_2;

/// Measures, and notes what was measured.
pub(crate) fn cost(checker: &mut Checker<'_>) {
    let shapes: [Shape; 3] = [("many members", members), ("nested arrays", arrays), ("a long string", string)];
    let said: Vec<String> =
        shapes.into_iter().filter_map(|(name, make)| measure(checker, make).map(|grows| format!("{name}: {grows}"))).collect();
    if !said.is_empty() {
        checker.notes.push(format!("how the time for a key grows with the length n of the arguments, 1 KB to 1 MB: {}", said.join("; ")));
    }
}

/// How the time grows for one shape; none where it cannot be asked.
fn measure(checker: &mut Checker<'_>, make: fn(usize) -> String) -> Option<String> {
    let mut points: Vec<(f64, f64)> = Vec::new();
    let mut slowest = (0, Duration::ZERO);
    for size in SIZES {
        if checker.is_over() {
            break;
        }
        let text = make(1 << size);
        let case = Case {
            policy: Policy::Identity,
            steps: vec![Step::new(Action::Key(Key { tool: Some("look".to_owned()), args: text.into_bytes() }))],
        };
        let case = fit(&case, &checker.profile).ok()?;
        let started = Instant::now();
        let asked = checker.subject.run(&case);
        let took = started.elapsed();
        match asked {
            Ok(_) => {}
            // Whether such lengths must be answered, the table's pairs ask.
            Err(SubjectError::TimedOut { .. }) => return Some(format!("no answer in time for {} KB", 1 << (size - 10))),
            Err(_) => return Some(format!("no answer for {} KB", 1 << (size - 10))),
        }
        slowest = (1 << (size - 10), took);
        if took.as_secs_f64() > MEASURABLE {
            points.push((f64::from(size) * std::f64::consts::LN_2, took.as_secs_f64().ln()));
        }
        if took > SLOW {
            break;
        }
    }
    let (size, took) = slowest;
    let last = format!("{:.1} ms for {size} KB", took.as_secs_f64() * 1000.0);
    Some(slope(&points).map_or_else(|| format!("too fast to say ({last})"), |slope| format!("like n^{slope:.1} ({last})")))
}

/// The slope of the straight line nearest to the points; none of fewer than three.
fn slope(points: &[(f64, f64)]) -> Option<f64> {
    if points.len() < 3 {
        return None;
    }
    let count = points.iter().fold(0.0, |count, _| count + 1.0);
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0 / count, y + point.1 / count));
    let (up, along) =
        points.iter().fold((0.0, 0.0), |(up, along), point| (up + (point.0 - x) * (point.1 - y), along + (point.0 - x).powi(2)));
    Some(up / along)
}

fn members(size: usize) -> String {
    let members: Vec<String> = (0..size / 16).map(|at| format!("\"k{:06}\":{at}", at * 7919 % (size / 16))).collect();
    format!("{{{}}}", members.join(","))
}

/// Groups of 32 levels: deep, but no deeper than what is ordinary.
fn arrays(size: usize) -> String {
    let group = format!("{}1{}", "[".repeat(32), "]".repeat(32));
    let groups = vec![group; size.div_ceil(66)];
    format!("{{\"x\":[{}]}}", groups.join(","))
}

fn string(size: usize) -> String {
    format!("{{\"x\":\"{}\"}}", "lorem ipsum ".repeat(size / 12))
}
