//! Runs with everything that may happen in them.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::json::{Json, object, spell};
use crate::step::{
    Action, Call, Case, Execution, Has, Hears, Input, InputKind, OptionName, Options, Outcome, Policy, Profile, Rewrite, Round, Status,
    Step, Support,
};

/// What runs may hold: what a profile can be told, for one policy.
#[derive(Clone, Debug)]
pub struct RunSpace {
    policy: Policy,
    profile: Profile,
}

impl RunSpace {
    /// Everything that an implementation with this profile can be told.
    pub fn new(policy: Policy, profile: &Profile) -> Self {
        Self { policy, profile: profile.clone() }
    }

    fn sets(&self, option: OptionName) -> bool {
        *self.profile.support(option) == Support::Any
    }
}

/// How often something happens in one case: swarm testing switches each feature off in half of the cases, so that those that hide one
/// another get their turn.
#[derive(Clone, Copy, Debug)]
struct Swarm(u32);

impl Swarm {
    fn on(self, bit: u32) -> bool {
        self.0 & (1 << bit) != 0
    }
}

const SPELLINGS: u32 = 0;
const STATUSES: u32 = 1;
const MISSING: u32 = 2;
const RESULTS: u32 = 3;
const ORDERS: u32 = 4;
const RUNS: u32 = 5;
const INPUTS: u32 = 6;
const REWRITES: u32 = 7;
const PROSE: u32 = 8;
const ADMINISTRATION: u32 = 9;
const BUNDLES: u32 = 10;
const REOPENS: u32 = 11;

/// One call before it is put together.
#[derive(Clone, Debug)]
struct Draft {
    /// 0 is drawn most often, so that chains happen.
    which: usize,
    spelling: u64,
    status: Status,
    missing: bool,
    result: u8,
    administrative: bool,
}

#[derive(Clone, Debug)]
enum Happening {
    Input(InputKind),
    Open,
    Rewrite(usize),
    Round { calls: Vec<Draft>, order: u64, prose: bool },
}

/// Cases of up to 14 steps over up to three runs.
pub fn run(space: RunSpace) -> impl Strategy<Value = Case> {
    let step = (prop_oneof![6 => Just(0usize), 1 => Just(1), 1 => Just(2)], happening());
    (any::<u32>().prop_map(Swarm), vec(object(), 3), options(&space), vec(step, 2..14))
        .prop_map(move |(swarm, pool, options, steps)| assemble(&space, swarm, &pool, &options, steps))
}

fn happening() -> impl Strategy<Value = Happening> {
    let round = (vec(draft(), 1..=4), any::<u64>(), any::<bool>());
    prop_oneof![
        12 => round.prop_map(|(calls, order, prose)| Happening::Round { calls, order, prose }),
        1 => select(vec![InputKind::Steer, InputKind::FollowUp, InputKind::Injection]).prop_map(Happening::Input),
        1 => (0usize..3).prop_map(Happening::Rewrite),
        1 => Just(Happening::Open),
    ]
}

fn draft() -> impl Strategy<Value = Draft> {
    let which = prop_oneof![5 => Just(0usize), 1 => Just(1), 1 => Just(2)];
    let status = prop_oneof![5 => Just(Status::Ok), 1 => Just(Status::Denied), 1 => Just(Status::Disabled), 1 => Just(Status::Error)];
    let administrative = prop_oneof![5 => Just(false), 1 => Just(true)];
    let missing = prop_oneof![8 => Just(false), 1 => Just(true)];
    let result = prop_oneof![6 => Just(0u8), 1 => Just(1)];
    (which, any::<u64>(), status, missing, result, administrative).prop_map(|(which, spelling, status, missing, result, administrative)| {
        Draft { which, spelling, status, missing, result, administrative }
    })
}

fn options(space: &RunSpace) -> impl Strategy<Value = Options> + use<> {
    let space = space.clone();
    let thresholds = select(vec![None, Some(vec![2]), Some(vec![2, 4]), Some(vec![3, 5, 8]), Some(vec![4, 2, 7])]);
    let warn_after = select(vec![None, None, Some(2), Some(3)]);
    let escalation = select(vec![None, Some("short-circuit"), Some("stop"), Some("warn")]);
    let preview = select(vec![None, None, Some(1), Some(12)]);
    let administration = select(vec![OptionName::Bookkeeping, OptionName::Exclude, OptionName::Include]);
    (thresholds, warn_after, escalation, preview, administration).prop_map(
        move |(thresholds, warn_after, escalation, preview, administration)| {
            let mut options = Options::default();
            if space.policy == Policy::NoProgress {
                options.warn_after = warn_after.filter(|_| space.sets(OptionName::WarnAfter));
                options.escalation = escalation.map(str::to_owned).filter(|_| space.sets(OptionName::Escalation));
                options.exempt = space.sets(OptionName::Exempt).then(|| vec![ADMIN.to_owned()]);
                return options;
            }
            options.thresholds = thresholds.filter(|_| space.sets(OptionName::Thresholds));
            options.preview_chars = preview.filter(|_| space.sets(OptionName::PreviewChars));
            if space.sets(administration) {
                match administration {
                    OptionName::Include => options.include = Some(TOOLS.map(str::to_owned).to_vec()),
                    OptionName::Exclude if space.profile.has(Has::Patterns) => options.exclude = Some(vec!["pl*".to_owned()]),
                    OptionName::Exclude => options.exclude = Some(vec![ADMIN.to_owned()]),
                    _ => options.bookkeeping = Some(vec![ADMIN.to_owned()]),
                }
            }
            options
        },
    )
}

const TOOLS: [&str; 2] = ["look", "edit"];
const ADMIN: &str = "plan";

fn assemble(space: &RunSpace, swarm: Swarm, pool: &[Json], options: &Options, steps: Vec<(usize, Happening)>) -> Case {
    let profile = &space.profile;
    let mut case = Case { policy: space.policy, steps: Vec::new() };
    let mut opened = Vec::new();
    let mut current = 0;
    for (run, happening) in steps {
        let run = if swarm.on(RUNS) { run } else { 0 };
        // Without interleaving a run that was left is never taken up again.
        let run = if profile.has(Has::Interleave) { run } else { run.max(current) };
        current = run;
        let name = ["a", "b", "c"][run];
        if !opened.contains(&name) {
            opened.push(name);
            case.steps.push(Step::within(name, Action::Open(options.clone())));
        }
        let action = match happening {
            Happening::Open if swarm.on(REOPENS) => Action::Open(options.clone()),
            Happening::Input(kind) if swarm.on(INPUTS) && profile.hears(heard(kind)) => {
                Action::Input(Input { kind, text: "look elsewhere".to_owned() })
            }
            Happening::Rewrite(keep) if swarm.on(REWRITES) && profile.hears(Hears::Rewrite) => Action::Rewrite(Rewrite { keep }),
            Happening::Round { calls, order, prose } => Action::Round(round(profile, swarm, pool, calls, order, prose)),
            _ => continue,
        };
        case.steps.push(Step::within(name, action));
    }
    case
}

fn heard(kind: InputKind) -> Hears {
    match kind {
        InputKind::FollowUp => Hears::FollowUp,
        InputKind::Injection => Hears::Injection,
        InputKind::Steer => Hears::Steer,
    }
}

fn round(profile: &Profile, swarm: Swarm, pool: &[Json], mut drafts: Vec<Draft>, order: u64, prose: bool) -> Round {
    if !swarm.on(BUNDLES) {
        drafts.truncate(1);
    }
    let mut calls = Vec::with_capacity(drafts.len());
    for (at, draft) in drafts.iter().enumerate() {
        let spelling = if swarm.on(SPELLINGS) { draft.spelling } else { 0 };
        let (tool, value) = if draft.administrative && swarm.on(ADMINISTRATION) {
            (ADMIN, &pool[0])
        } else {
            (TOOLS[draft.which % 2], &pool[draft.which % pool.len()])
        };
        let missing = draft.missing && swarm.on(MISSING) && profile.hears(Hears::MissingResults);
        let status = if swarm.on(STATUSES) && profile.hears_status(draft.status) { draft.status } else { Status::Ok };
        let visible = if swarm.on(RESULTS) && draft.result == 1 { "other rows" } else { "rows" };
        let outcome = (!missing).then(|| Outcome { visible: visible.to_owned(), raw: None, status });
        calls.push((Call::new(format!("c{at}"), tool, spell(value, spelling)), outcome));
    }
    let mut ids: Vec<String> = calls.iter().map(|(call, _)| call.id.clone()).collect();
    let round = Round::new(calls);
    let mut round = if swarm.on(ORDERS) && profile.execution == Execution::Parallel && ids.len() > 1 {
        let by = usize::try_from(order % ids.len() as u64).unwrap_or_default();
        ids.rotate_left(by);
        round.completing(ids)
    } else {
        round
    };
    round.prose = (prose && swarm.on(PROSE)).then(|| "Let me look.".to_owned());
    round
}
