//! Runs with everything that may happen in them.

use std::collections::{BTreeMap, BTreeSet};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::call::{ADMIN, CALLS, Pool, pool};
use super::config::options;
use super::result;
use super::space::RunSpace;
use crate::policy::Reference;
use crate::step::{
    Action, Call, Case, Execution, Has, Hears, Input, InputKind, OptionName, Options, Policy, Reply, Rewrite, Round, Status, Step, Support,
};

/// How often something happens in one case: swarm testing switches each feature off in half of the cases, so that those that hide one
/// another get their turn.
#[derive(Clone, Copy, Debug)]
struct Swarm(u32);

impl Swarm {
    /// With everything on that moves a machine, and off what would make a step another one.
    fn climbing(self) -> Self {
        let on = [STATUSES, RESULTS, RUNS, INPUTS, REWRITES, ADMINISTRATION, OTHERS];
        let off = [MISSING, ORDERS, PROSE, MALFORMED];
        let bits = |all: &[u32]| all.iter().fold(0, |bits, bit| bits | 1 << bit);
        Self((self.0 | bits(&on)) & !bits(&off))
    }

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
const OTHERS: u32 = 12;
const RAW: u32 = 13;
const NEW_IDS: u32 = 14;
const MALFORMED: u32 = 15;

/// One call before it is put together.
#[derive(Clone, Copy, Debug)]
struct Draft {
    /// 0 is drawn most often, so that chains happen.
    which: usize,
    spelling: u64,
    result: result::Draft,
}

impl Draft {
    const PLAIN: Self = Self { which: 0, spelling: 0, result: result::Draft::PLAIN };
}

#[derive(Clone, Copy, Debug)]
enum Malformed {
    EmptyId,
    No,
    SameId,
}

/// What changes in a round that comes again.
#[derive(Clone, Copy, Debug)]
enum Change {
    Argument(Index),
    Copy,
    Drop,
    Nothing,
    Result(Index, usize),
    Swap,
}

/// What is drawn for a round besides its calls.
#[derive(Clone, Copy, Debug)]
struct Manner {
    order: u64,
    prose: bool,
    malformed: Malformed,
}

impl Manner {
    const PLAIN: Self = Self { order: 0, prose: false, malformed: Malformed::No };
}

#[derive(Clone, Debug)]
enum Happening {
    /// The round before, in other words and with at most one change.
    Again {
        change: Change,
        first: Draft,
        manner: Manner,
    },
    Input(InputKind),
    Open,
    Rewrite(usize),
    Round {
        calls: Vec<Draft>,
        manner: Manner,
    },
}

impl Happening {
    /// The round before, or a first one.
    fn same() -> Self {
        Self::Again { change: Change::Nothing, first: Draft::PLAIN, manner: Manner::PLAIN }
    }
}

/// Cases of up to 14 steps over up to three runs; some begin with a chain that is long from the start, so that what may happen happens
/// at every length. A configuration that must be rejected stands alone.
pub fn run(space: RunSpace) -> impl Strategy<Value = Case> {
    let step = (prop_oneof![6 => Just(0usize), 1 => Just(1), 1 => Just(2)], happening());
    let ordinary = vec(step, 2..14).prop_map(|steps| (0, steps));
    let climb = (0..LONG, vec(moving(), 2..6));
    let steps = prop_oneof![2 => ordinary.prop_map(|steps| (false, steps)), 1 => climb.prop_map(|steps| (true, steps))];
    (any::<u32>().prop_map(Swarm), pool(&space), options(&space), 0..result::KINDS, steps).prop_map(
        move |(swarm, pool, options, kind, (climbs, (times, mut steps)))| {
            let (swarm, options) = if climbs { (swarm.climbing(), climbing(&space, options)) } else { (swarm, options) };
            steps.splice(0..0, std::iter::repeat_n((0, Happening::same()), times));
            let open = Step::new(Action::Open(options.clone()));
            let alone = Case { policy: space.policy(), steps: vec![open] };
            let opened = Reference::decide(&alone, space.profile()).ok();
            if opened.is_some_and(|decisions| decisions.iter().any(|decision| matches!(decision.reply, Reply::Rejected(_)))) {
                return alone;
            }
            // What `compare` leaves out are members.
            let kind = if options.compare.is_some() { result::KINDS - 1 - kind % 2 } else { kind };
            let mut case = Assembly { space: &space, swarm, pool: &pool, kind, rounds: 0 }.case(&options, steps);
            if !space.profile().tools.is_empty() {
                name_only_called(&mut case);
            }
            case
        },
    )
}

/// A round of such a run: its calls, what became of each, and where calls overlap the order in which they completed.
pub fn round(space: RunSpace) -> impl Strategy<Value = Round> {
    (run(space), any::<Index>()).prop_filter_map("a run without rounds", |(case, index)| {
        let rounds: Vec<Round> =
            case.steps.into_iter().filter_map(|step| if let Action::Round(round) = step.action { Some(round) } else { None }).collect();
        (!rounds.is_empty()).then(|| index.get(&rounds).clone())
    })
}

/// Chains that runs begin with are shorter than this: longer than the highest threshold by one.
const LONG: usize = 10;

/// The plain options, so that a chain passes all their thresholds; a tool that keeps books, where one can be named.
fn climbing(space: &RunSpace, mut options: Options) -> Options {
    let profile = space.profile();
    let any = |name| matches!(profile.support(name), Support::Any);
    for name in [OptionName::Thresholds, OptionName::WarnAfter, OptionName::Escalation, OptionName::Include, OptionName::Exclude] {
        if any(name) {
            options.clear(name);
        }
    }
    if space.policy() != Policy::NoProgress && any(OptionName::Bookkeeping) && profile.tools.is_empty() {
        options.bookkeeping = Some(vec![ADMIN.to_owned()]);
    }
    options
}

/// What moves a machine, each as often as the others.
fn moving() -> impl Strategy<Value = (usize, Happening)> {
    let one = |which| Happening::Round { calls: vec![Draft { which, ..Draft::PLAIN }], manner: Manner::PLAIN };
    let with = |result| Happening::Again { change: Change::Nothing, first: Draft { result, ..Draft::PLAIN }, manner: Manner::PLAIN };
    let denied = with(result::Draft { status: Status::Denied, ..result::Draft::PLAIN });
    let changed = |at| Happening::Again { change: Change::Result(at, 1), first: Draft::PLAIN, manner: Manner::PLAIN };
    let here = vec![
        Happening::same(),
        denied,
        one(1),
        one(3),
        one(3),
        one(3),
        one(CALLS - 1),
        Happening::Input(InputKind::Steer),
        Happening::Rewrite(1),
    ];
    prop_oneof![
        7 => select(here).prop_map(|happening| (0, happening)),
        1 => any::<Index>().prop_map(move |at| (0, changed(at))),
        1 => Just((1, Happening::same())),
    ]
}

fn happening() -> impl Strategy<Value = Happening> {
    prop_oneof![
        6 => (vec(draft(), 1..=4), manner()).prop_map(|(calls, manner)| Happening::Round { calls, manner }),
        7 => (change(), draft(), manner()).prop_map(|(change, first, manner)| Happening::Again { change, first, manner }),
        1 => select(vec![InputKind::Steer, InputKind::FollowUp, InputKind::Injection]).prop_map(Happening::Input),
        1 => (0usize..3).prop_map(Happening::Rewrite),
        1 => Just(Happening::Open),
    ]
}

fn manner() -> impl Strategy<Value = Manner> {
    let malformed = prop_oneof![10 => Just(Malformed::No), 1 => Just(Malformed::SameId), 1 => Just(Malformed::EmptyId)];
    (any::<u64>(), any::<bool>(), malformed).prop_map(|(order, prose, malformed)| Manner { order, prose, malformed })
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        12 => Just(Change::Nothing),
        2 => (any::<Index>(), 1usize..4).prop_map(|(at, which)| Change::Result(at, which)),
        1 => any::<Index>().prop_map(Change::Argument),
        1 => Just(Change::Swap),
        1 => Just(Change::Drop),
        1 => Just(Change::Copy),
    ]
}

fn draft() -> impl Strategy<Value = Draft> {
    let which = prop_oneof![8 => Just(0usize), 2 => Just(3), 1 => 1..CALLS, 1 => Just(CALLS - 1)];
    (which, any::<u64>(), result::draft()).prop_map(|(which, spelling, result)| Draft { which, spelling, result })
}

struct Assembly<'s> {
    space: &'s RunSpace,
    swarm: Swarm,
    pool: &'s Pool,
    kind: usize,
    rounds: usize,
}

impl Assembly<'_> {
    fn case(mut self, options: &Options, steps: Vec<(usize, Happening)>) -> Case {
        let (swarm, profile) = (self.swarm, self.space.profile());
        let mut case = Case { policy: self.space.policy(), steps: Vec::new() };
        let mut last: BTreeMap<&str, Vec<Draft>> = BTreeMap::new();
        let mut current = 0;
        for (run, happening) in steps {
            let run = if swarm.on(RUNS) { run } else { 0 };
            // Without interleaving a run that was left is never taken up again.
            let run = if profile.has(Has::Interleave) { run } else { run.max(current) };
            current = run;
            let name = ["a", "b", "c"][run];
            if !last.contains_key(name) {
                last.insert(name, Vec::new());
                case.steps.push(Step::within(name, Action::Open(options.clone())));
            }
            let action = match happening {
                Happening::Open if swarm.on(REOPENS) => Action::Open(options.clone()),
                Happening::Input(kind) if swarm.on(INPUTS) && profile.hears(kind.heard()) => {
                    Action::Input(Input { kind, text: "look elsewhere".to_owned() })
                }
                Happening::Rewrite(keep) if swarm.on(REWRITES) && profile.hears(Hears::Rewrite) => Action::Rewrite(Rewrite { keep }),
                Happening::Round { mut calls, manner } => {
                    if !swarm.on(BUNDLES) {
                        calls.truncate(1);
                    }
                    let round = self.round(&calls, manner);
                    last.insert(name, calls);
                    Action::Round(round)
                }
                Happening::Again { change, first, manner } => {
                    let calls = last.entry(name).or_default();
                    again(calls, change, first);
                    Action::Round(self.round(calls, manner))
                }
                _ => continue,
            };
            case.steps.push(Step::within(name, action));
        }
        case
    }

    fn round(&mut self, drafts: &[Draft], manner: Manner) -> Round {
        let (swarm, profile) = (self.swarm, self.space.profile());
        self.rounds += 1;
        let mut calls = Vec::with_capacity(drafts.len());
        for (at, draft) in drafts.iter().enumerate() {
            let id = if swarm.on(NEW_IDS) { format!("c{}_{at}", self.rounds) } else { format!("c{at}") };
            let which = match draft.which {
                administrative if administrative == CALLS - 1 => usize::from(swarm.on(ADMINISTRATION)) * administrative,
                other if swarm.on(OTHERS) || (other == 3 && self.pool.is_pinned()) => other,
                _ => 0,
            };
            let call = self.pool.call(which, id, if swarm.on(SPELLINGS) { draft.spelling } else { 0 });
            let mut result = draft.result;
            if !swarm.on(RESULTS) {
                result.which = 0;
            }
            if !swarm.on(RAW) {
                result.raw = None;
            }
            if !swarm.on(STATUSES) || !profile.hears_status(result.status) {
                result.status = Status::Ok;
            }
            let missing = result.missing && swarm.on(MISSING) && profile.hears(Hears::MissingResults);
            calls.push((call, (!missing).then(|| result.outcome(self.kind))));
        }
        // Which ids are no ids is the second policy's business.
        let malformed = swarm.on(MALFORMED) && self.space.policy() == Policy::NoProgress && malform(&mut calls, manner.malformed);
        let mut ids: Vec<String> = calls.iter().map(|(call, _)| call.id.clone()).collect();
        let mut round = Round::new(calls);
        if swarm.on(ORDERS) && !malformed && profile.execution == Execution::Parallel && ids.len() > 1 {
            let by = usize::try_from(manner.order % ids.len() as u64).unwrap_or_default();
            ids.rotate_left(by);
            if manner.order.is_multiple_of(3) {
                ids.swap(0, 1);
            }
            round = round.completing(ids);
        }
        round.prose = (manner.prose && swarm.on(PROSE)).then(|| "Let me look.".to_owned());
        round
    }
}

/// The same calls, with at most one change; `first` gives new spellings, a status and a raw output.
fn again(calls: &mut Vec<Draft>, change: Change, first: Draft) {
    for (call, turn) in calls.iter_mut().zip(0..) {
        call.spelling = first.spelling.rotate_left(turn);
        call.result = result::Draft { raw: first.result.raw, missing: false, which: 0, ..call.result };
    }
    match (calls.len(), change) {
        (0, _) => calls.push(Draft { which: 0, ..first }),
        (len, Change::Argument(at)) => {
            let call = &mut calls[at.index(len)];
            call.which = if call.which == 0 { 3 } else { 0 };
        }
        (len, Change::Result(at, which)) => calls[at.index(len)].result.which = which,
        (2.., Change::Swap) => calls.swap(0, 1),
        (2.., Change::Drop) => drop(calls.pop()),
        (..4, Change::Copy) => calls.push(calls[0]),
        _ => calls[0].result.status = first.result.status,
    }
}

fn malform(calls: &mut [(Call, Option<crate::step::Outcome>)], how: Malformed) -> bool {
    match (how, calls) {
        (Malformed::No, _) | (_, []) => return false,
        (Malformed::SameId, [(first, _), .., (last, _)]) => last.id.clone_from(&first.id),
        (_, [(first, _), ..]) => first.id.clear(),
    }
    true
}

/// Leaves only tools in the options' lists that the run calls: a guard with tools of its own knows no others.
fn name_only_called(case: &mut Case) {
    let called: BTreeSet<String> = case.steps.iter().filter_map(Step::round).flat_map(Round::calls).map(|call| call.tool.clone()).collect();
    for step in &mut case.steps {
        if let Action::Open(options) = &mut step.action {
            let lists = [&mut options.include, &mut options.exclude, &mut options.exempt, &mut options.bookkeeping];
            for list in lists.into_iter().flatten() {
                list.retain(|name| called.contains(name));
            }
        }
    }
}
