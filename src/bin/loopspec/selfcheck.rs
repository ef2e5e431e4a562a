//! `loopspec selfcheck`: is the tester right? Every planted fault must be found, and through its own rule.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use loopspec::check::faults::bank;
use loopspec::check::selfcheck::{Kill, Tester};
use loopspec::check::vectors::{embedded_pairs, embedded_vectors};
use loopspec::check::{Plan, Technique};

use crate::exit::{Exit, Failure};
use crate::output::print;

pub(crate) fn run() -> Result<Exit, Failure> {
    let started = Instant::now();
    let vectors = embedded_vectors().map_err(|error| Failure::Bug(error.to_string()))?;
    let pairs = embedded_pairs().map_err(|error| Failure::Bug(error.to_string()))?;
    let plan = Plan { streams: Plan::STREAMS_QUICK, ..Plan::of(vectors, pairs) };
    let (bank, tester) = (bank(), Tester::new(plan));
    let next = AtomicUsize::new(0);
    let kills: Mutex<Vec<(usize, Kill)>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(fault) = bank.get(at) else { break };
                    let kill = tester.kill(*fault);
                    if let Ok(mut kills) = kills.lock() {
                        kills.push((at, kill));
                    }
                }
            });
        }
    });
    let mut kills = kills.into_inner().map_err(|_| Failure::Bug("a thread of the check ended early".to_owned()))?;
    kills.sort_by_key(|(at, _)| *at);
    let kills: Vec<Kill> = kills.into_iter().map(|(_, kill)| kill).collect();
    print(&matrix(&kills));
    let wrong: Vec<&Kill> = kills.iter().filter(|kill| !kill.is_right()).collect();
    for kill in &wrong {
        print(&told(kill));
    }
    let (all, right) = (kills.len(), kills.len() - wrong.len());
    print(&format!(
        "{right} of {all} planted faults are found through their own rule and no other, in {:.1} s\n",
        started.elapsed().as_secs_f64()
    ));
    Ok(if wrong.is_empty() { Exit::Conformant } else { Exit::Bug })
}

/// A row for each fault: its rule, by which ways of asking it is found, and how short the run is.
fn matrix(kills: &[Kill]) -> String {
    let mut out = format!("{:<62} {:<34}", "fault", "found through");
    for technique in Technique::ALL {
        out.push_str(&format!(" {}", technique.name()));
    }
    out.push_str(" steps\n");
    for kill in kills {
        let name = format!("{}/{}", kill.fault.policy(), kill.fault.name());
        let rule = if kill.is_own() { kill.fault.rules().first().copied().unwrap_or_default() } else { "NOT FOUND" };
        out.push_str(&format!("{name:<62} {rule:<34}"));
        for technique in Technique::ALL {
            let mark = if kill.by.contains(&technique) { "x" } else { "." };
            out.push_str(&format!(" {mark:^width$}", width = technique.name().len()));
        }
        out.push_str(&format!(" {:>5}\n", kill.steps().map_or_else(String::new, |steps| steps.to_string())));
    }
    out.push_str(&format!("{:<97}", "faults found by this way alone"));
    for technique in Technique::ALL {
        let found = kills.iter().filter(|kill| kill.by.contains(&technique)).count();
        out.push_str(&format!(" {found:^width$}", width = technique.name().len()));
    }
    out.push('\n');
    out
}

fn told(kill: &Kill) -> String {
    let name = format!("{}/{}", kill.fault.policy(), kill.fault.name());
    let mut out = format!("WRONG {name}: breaks {}", kill.fault.rules().join(", "));
    let found: Vec<&str> = kill.findings.iter().map(|finding| finding.rule.as_str()).collect();
    out.push_str(&format!("; found {}\n", if found.is_empty() { "nothing".to_owned() } else { found.join(", ") }));
    for finding in kill.findings.iter().filter(|finding| !kill.fault.rules().contains(&finding.rule.as_str())) {
        let run: String = serde_json::to_string(&finding.case.steps).unwrap_or_default().chars().take(600).collect();
        out.push_str(&format!("  {} by {}: {}: {run}\n", finding.rule, finding.origin, finding.difference.what));
    }
    for error in &kill.errors {
        out.push_str(&format!("  {error}\n"));
    }
    out
}
