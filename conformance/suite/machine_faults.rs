//! Every single wrong transition of a policy's machine is killed, and is shown by a shortest run.

use loopspec::check::alphabet::Size;
use loopspec::check::machine_faults::{MachineKill, MachineTester};
use loopspec::step::Policy;

#[test]
#[expect(clippy::print_stdout, reason = "the counts are what a person runs this test for")]
fn every_wrong_transition_of_the_core_machines_is_killed_and_shown_by_a_shortest_run() {
    for policy in [Policy::RepeatReminder, Policy::NoProgress] {
        let tester = MachineTester::new(policy, if std::env::var("FULL").is_ok() { Size::Full } else { Size::Core }).expect("a machine");
        let kills: Vec<MachineKill> = (0..tester.faults()).filter_map(|at| tester.kill(at)).collect();
        let longer: Vec<String> = kills
            .iter()
            .filter(|kill| kill.found != Some(kill.shortest))
            .map(|kill| format!("{}: {:?} instead of {}, {:?}", kill.fault, kill.found, kill.shortest, kill.rule))
            .collect();
        println!("{policy}: {} faults, {} not shortest", kills.len(), longer.len());
        for line in &longer {
            println!("{line}");
        }
        assert!(kills.iter().all(|kill| kill.by[1]), "the complete suite kills all");
        assert!(longer.len() * 20 <= kills.len());
    }
}
