//! `loopspec serve NAME`.

use loopspec::drive::serve;
use loopspec::guard::ready::{NoProgressMaker, RepeatMaker};
use loopspec::guard::{SampleMaker, keys};
use loopspec::identity::{CallKey, KeyChoices};
use loopspec::step::Policy;

use crate::embedded::{Embedded, reference};
use crate::exit::{Exit, Failure};

pub(crate) fn run(name: &str) -> Result<Exit, Failure> {
    let served = match Embedded::named(name) {
        Some(Embedded::NoProgress) => serve(reference(Policy::NoProgress)?),
        Some(Embedded::ReadyNoProgress) => serve(NoProgressMaker),
        Some(Embedded::ReadyRepeatReminder) => serve(RepeatMaker),
        Some(Embedded::RepeatReminder) => serve(reference(Policy::RepeatReminder)?),
        Some(Embedded::Sample) => serve(SampleMaker::honest()),
        Some(Embedded::SampleFaulty) => serve(SampleMaker::faulty()),
        None if name == "identity" => {
            let key = |tool: &str, args: &[u8]| format!("{:?}", CallKey::new(tool, args, &KeyChoices::default()));
            serve(keys("loopspec identity", key).with_version(env!("CARGO_PKG_VERSION")))
        }
        None => {
            let names: Vec<&str> = Embedded::ALL.iter().map(|guard| guard.name()).collect();
            return Err(Failure::usage(format!("no embedded guard is called `{name}`; there are {} and identity", names.join(", "))));
        }
    };
    served.map(|()| Exit::Conformant).map_err(|error| Failure::Incomplete(format!("standard input or output broke: {error}")))
}
