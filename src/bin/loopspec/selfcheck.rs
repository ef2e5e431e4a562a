//! `loopspec selfcheck`: is the tester right? Every planted fault must be found, and through its own rule.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use loopspec::check::alphabet::Size;
use loopspec::check::faults::{Fault, bank};
use loopspec::check::machine_faults::{MachineKill, MachineTester};
use loopspec::check::selfcheck::{Kill, Tester};
use loopspec::check::vectors::{embedded_pairs, embedded_vectors};
use loopspec::check::{Plan, Technique};
use loopspec::step::Policy;

use crate::exit::{Exit, Failure};
use crate::output::print;
use crate::seed;

pub(crate) fn run(named: Option<&str>, seed: Option<&str>) -> Result<Exit, Failure> {
    let started = Instant::now();
    let seed = seed::parse(seed)?;
    let vectors = embedded_vectors().map_err(|error| Failure::Bug(error.to_string()))?;
    let pairs = embedded_pairs().map_err(|error| Failure::Bug(error.to_string()))?;
    let plan = Plan { seed, streams: Plan::STREAMS_QUICK, ..Plan::of(vectors, pairs) };
    let bank: Vec<Fault> = bank().into_iter().filter(|fault| named.is_none_or(|named| fault.name().contains(named))).collect();
    if bank.is_empty() {
        return Err(Failure::usage(format!("no planted fault is called `{}`; without a name all are asked", named.unwrap_or_default())));
    }
    let tester = Tester::new(plan);
    let kills = each(bank.len(), |at| bank.get(at).map(|fault| tester.kill(*fault)))?;
    print(&matrix(&kills));
    let wrong: Vec<&Kill> = kills.iter().filter(|kill| !kill.is_right()).collect();
    for kill in &wrong {
        print(&told(kill));
    }
    let (all, right) = (kills.len(), kills.len() - wrong.len());
    print(&format!(
        "{right} of {all} planted faults are found through their own rule and no other, with seed {seed}, in {:.1} s\n",
        started.elapsed().as_secs_f64()
    ));
    let mut is_right = wrong.is_empty();
    let machines = if named.is_none() { [Policy::RepeatReminder, Policy::NoProgress].as_slice() } else { &[] };
    for &policy in machines {
        for (size, name) in [(Size::Core, "core"), (Size::Full, "full")] {
            is_right &= machine_faults(policy, size, name)?;
        }
    }
    print(&format!("all in {:.1} s\n", started.elapsed().as_secs_f64()));
    Ok(if is_right { Exit::Conformant } else { Exit::Bug })
}

/// What is made of each number below `count`, in order, on all processors.
fn each<T: Send>(count: usize, make: impl Fn(usize) -> Option<T> + Sync) -> Result<Vec<T>, Failure> {
    let next = AtomicUsize::new(0);
    let made: Mutex<Vec<(usize, T)>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= count {
                        break;
                    }
                    if let (Some(one), Ok(mut made)) = (make(at), made.lock()) {
                        made.push((at, one));
                    }
                }
            });
        }
    });
    let mut made = made.into_inner().map_err(|_| Failure::Bug("a thread of the check ended early".to_owned()))?;
    made.sort_by_key(|(at, _)| *at);
    Ok(made.into_iter().map(|(_, one)| one).collect())
}

/// Every single wrong transition of a machine: whether all are killed, and nearly all shown by a shortest run.
fn machine_faults(policy: Policy, size: Size, name: &str) -> Result<bool, Failure> {
    let tester = MachineTester::new(policy, size).map_err(|error| Failure::Bug(error.to_string()))?;
    let kills = each(tester.faults(), |at| tester.kill(at))?;
    let (states, symbols) = (tester.states(), tester.alphabet().symbols.len());
    let mut out = format!("\n{policy} {name} machine, {states} states x {symbols} symbols: {} wrong transitions, killed by\n", kills.len());
    for (at, (suite, words, length)) in tester.suites().enumerate() {
        let killed = kills.iter().filter(|kill| kill.by.get(at) == Some(&true)).count();
        out.push_str(&format!("  {suite:<13} {killed:>5}  of {words} words with {length} symbols\n"));
    }
    let longer: Vec<&MachineKill> = kills.iter().filter(|kill| kill.found != Some(kill.shortest)).collect();
    let shortest = kills.len() - longer.len();
    let share = 100.0 * shortest as f64 / kills.len().max(1) as f64;
    out.push_str(&format!("  reported by a shortest run {shortest} of {} ({share:.1} %)\n", kills.len()));
    for kill in &longer {
        let found = kill.found.map_or_else(|| "not reported".to_owned(), |found| found.to_string());
        out.push_str(&format!("    {}: {found}, shortest {} ({})\n", kill.fault, kill.shortest, kill.rule.as_deref().unwrap_or("no rule")));
    }
    print(&out);
    let is_killed = |kill: &MachineKill| kill.by.get(COMPLETE) == Some(&true) && kill.found.is_some();
    Ok(kills.iter().all(is_killed) && longer.len() * 20 <= kills.len())
}

/// The place of the complete suite for one state more among those of a [`MachineTester`].
const COMPLETE: usize = 1;

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
        let run: String = serde_json::to_string(&finding.case.steps).unwrap_or_default().chars().take(2000).collect();
        out.push_str(&format!("  {} by {}: {}: {run}\n", finding.rule, finding.origin, finding.difference.what));
    }
    for error in &kill.errors {
        out.push_str(&format!("  {error}\n"));
    }
    out
}
