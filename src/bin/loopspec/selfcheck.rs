//! `loopspec selfcheck`: is the tester right? Every planted fault must be found, and through its own rule.

use loopspec::check::faults::{Planted, bank};
use loopspec::check::vectors::{embedded_pairs, embedded_vectors};
use loopspec::check::{Plan, Shard, Stop, Subject, Technique, check};

use crate::exit::{Exit, Failure};
use crate::output::print;

pub(crate) fn run() -> Result<Exit, Failure> {
    let plan = Plan {
        seed: Plan::SEED,
        rule: None,
        streams: 300,
        vectors: embedded_vectors().map_err(|error| Failure::Bug(error.to_string()))?,
        pairs: embedded_pairs().map_err(|error| Failure::Bug(error.to_string()))?,
        shard: Shard::WHOLE,
        stop: Stop::default(),
        isolate: false,
        quick: false,
        techniques: Technique::ALL.to_vec(),
        target: String::new(),
    };
    let bank = bank();
    let next = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(fault) = bank.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)).copied() {
                    // Megabytes only where depth and length are the fault.
                    let mut plan = plan.clone();
                    if !fault.rules().contains(&"identity.depth") {
                        plan.pairs.retain(|pair| pair.a.args.len().max(pair.b.args.len()) < 1 << 16);
                    }
                    let mut subject = Planted::new(fault);
                    let (policy, profile) = subject.policies()[0].clone();
                    let report = check(&mut subject, policy, &profile, &plan, &mut |_, _| {});
                    let found: Vec<&str> = report.findings.iter().map(|finding| finding.rule.as_str()).collect();
                    let stray: Vec<&&str> = found.iter().filter(|rule| !fault.rules().contains(rule)).collect();
                    let ok = found.contains(&fault.rules()[0]) && stray.is_empty() && report.errors.is_empty();
                    if std::env::var("V").is_ok() {
                        for finding in report.findings.iter().filter(|finding| !fault.rules().contains(&finding.rule.as_str())) {
                            print(&format!(
                                "   {} {} {} {} {}\n",
                                finding.rule,
                                finding.origin,
                                finding.difference.what,
                                finding.also.join(","),
                                serde_json::to_string(&finding.case.steps).unwrap_or_default().chars().take(700).collect::<String>()
                            ));
                        }
                        print(&format!("{} {policy} {} cases {} ms\n", fault.name(), report.cases, report.duration_ms));
                    }
                    if !ok {
                        print(&format!(
                            "{} {policy}: want {:?} found {found:?} stray {stray:?} {:?}\n",
                            fault.name(),
                            fault.rules(),
                            report.errors
                        ));
                    }
                }
            });
        }
    });
    Ok(Exit::Conformant)
}
