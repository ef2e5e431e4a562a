//! `loopspec serve NAME`.

use loopspec::drive::{serve, serve_keys};
use loopspec::guard::SampleMaker;
use loopspec::guard::ready::{NoProgressMaker, RepeatMaker};
use loopspec::identity::{CallKey, KeyChoices};
use loopspec::step::{Implementation, Policy, Profile};

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
            let version = env!("CARGO_PKG_VERSION").to_owned();
            let implementation = Implementation { name: "loopspec identity".to_owned(), version, language: "rust".to_owned() };
            serve_keys(implementation, Profile::default(), |tool, args| {
                Ok(format!("{:?}", CallKey::new(tool.unwrap_or_default(), args, &KeyChoices::default())))
            })
        }
        None => {
            let names: Vec<&str> = Embedded::ALL.iter().map(|guard| guard.name()).collect();
            return Err(Failure::usage(format!("no embedded guard is called `{name}`; there are {} and identity", names.join(", "))));
        }
    };
    served.map(|()| Exit::Conformant).map_err(|error| Failure::Incomplete(format!("standard input or output broke: {error}")))
}
