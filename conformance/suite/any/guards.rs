//! Guards with policies of their own, as they are found in the wild, and each with a fault if asked.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use loopspec::guard::{Admission, Closing, Guard, MakeGuard, Refusal, Rejected, Shown};
use loopspec::identity::{CallKey, KeyChoices, Text};
use loopspec::step::{Call, GuardEvent, Implementation, Notice, Options, Outcome, Policy, Profile, Status};

/// What a guard counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Refuses what is about to complete a cycle of up to three calls for the third time.
    Cycles,
    /// Stops after so many calls, whatever they are.
    CallLimit(u32),
    /// Reminds when one call failed three times in a row.
    FailingCall,
    /// Reminds after three failures in a row, whatever failed.
    Failures,
    /// Refuses a call from the third time on, and takes arguments for the same that differ in case and blanks only.
    Folded,
    /// Refuses a call that stands twice in one round.
    RoundDuplicates,
    /// Replaces a result that the same call gave twice before.
    SameResults,
    /// Reminds when the third call in a row is much like the one before.
    Similar,
    /// Tells an observer, and stops, at so many equal calls in a row.
    Streak(u32),
    /// Reminds at five calls of one tool in a row, whatever their arguments.
    ToolStreak,
    /// Refuses a call from the fourth time on, wherever in the run it came before.
    Totals,
    /// Reminds when three of the last eight calls are the same.
    Window,
    /// A window of three of eight, and a limit of 30 calls.
    WindowAndLimit,
}

/// What is wrong with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    None,
    /// The key is cut after 40 characters.
    KeyIsCut,
    /// The key is the arguments alone.
    NameNotInKey,
    /// In the key a name ends at its first NUL.
    NameEndsAtNul,
    /// The key is of the arguments in lower case.
    KeyIsLower,
    /// The key is the text as it was written.
    RawText,
    /// It panics at arguments of more than 32 levels.
    PanicsWhenDeep,
    /// It panics at arguments that are no object.
    PanicsWithoutObject,
    /// What it remembers is kept once for the process.
    Shared,
    /// The same, but every run that begins clears it.
    SharedAndCleared,
    /// It acts a repeat later in every second run.
    Wavers,
}

pub(super) struct Maker {
    kind: Kind,
    fault: Fault,
    process: Mutex<Weak<Mutex<Memory>>>,
    opened: AtomicU64,
}

impl Maker {
    pub(super) fn new(kind: Kind, fault: Fault) -> Self {
        Self { kind, fault, process: Mutex::default(), opened: AtomicU64::new(0) }
    }
}

#[derive(Debug, Default)]
struct Memory {
    calls: Vec<String>,
    texts: Vec<String>,
    totals: BTreeMap<String, u32>,
    failures: u32,
}

pub(super) struct Run {
    kind: Kind,
    fault: Fault,
    late: usize,
    memory: Arc<Mutex<Memory>>,
    due: Option<&'static str>,
}

impl MakeGuard for Maker {
    type Guard = Run;

    fn implementation(&self) -> Implementation {
        Implementation { name: format!("{:?}, {:?}", self.kind, self.fault), version: "1".to_owned(), language: "rust".to_owned() }
    }

    fn policy(&self) -> Policy {
        Policy::Any
    }

    fn profile(&self) -> Profile {
        Profile::default()
    }

    fn open(&self, _options: &Options) -> Result<Run, Rejected> {
        let opened = self.opened.fetch_add(1, Ordering::Relaxed);
        let mut process = locked(&self.process);
        // What is kept for the process ends with the last of a case's runs, as a process does.
        let shared = matches!(self.fault, Fault::Shared | Fault::SharedAndCleared).then(|| process.upgrade()).flatten();
        let memory = shared.unwrap_or_default();
        *process = Arc::downgrade(&memory);
        if self.fault == Fault::SharedAndCleared {
            *locked(&memory) = Memory::default();
        }
        let late = usize::from(self.fault == Fault::Wavers && opened % 2 == 1);
        Ok(Run { kind: self.kind, fault: self.fault, late, memory, due: None })
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Run {
    fn key(&self, call: &Call) -> String {
        let of = |tool: &str, args: &[u8]| format!("{:?}", CallKey::new(tool, args, &KeyChoices::default()));
        let key = |tool: &str| of(tool, &call.args);
        let lower = || call.text().to_lowercase();
        match self.fault {
            _ if self.kind == Kind::Folded => of(&call.tool, lower().split_whitespace().collect::<String>().as_bytes()),
            Fault::KeyIsCut => format!("{} {}", call.tool, call.text().chars().take(40).collect::<String>()),
            Fault::NameNotInKey => key(""),
            Fault::KeyIsLower => of(&call.tool, lower().as_bytes()),
            Fault::NameEndsAtNul => key(call.tool.split('\0').next().unwrap_or_default()),
            Fault::RawText => format!("{:?} {:?}", call.tool, call.args),
            _ => key(&call.tool),
        }
    }

    /// What is done about a call before it runs.
    fn before(&mut self, call: &Call, round: &[String]) -> Verdict {
        let key = self.key(call);
        if self.fault == Fault::PanicsWithoutObject {
            assert!(call.text().trim_start().starts_with('{'), "arguments are an object");
        }
        if self.fault == Fault::PanicsWhenDeep {
            assert!(Text::parse(&call.args).depth() <= 32, "arguments are shallow");
        }
        let (kind, late) = (self.kind, self.late);
        let mut memory = locked(&self.memory);
        memory.calls.push(key.clone());
        memory.texts.push(call.text().into_owned());
        let total = memory.totals.entry(key.clone()).or_default();
        *total += 1;
        let total = *total;
        let calls = &memory.calls;
        let run = |same: &dyn Fn(usize) -> bool| (1..calls.len()).rev().take_while(|at| same(*at)).count() + 1;
        let streak = run(&|at| calls[at] == calls[at - 1]);
        let window = calls.iter().rev().take(8).filter(|other| **other == key).count();
        let act = |acts: bool, verdict: Verdict| if acts { verdict } else { Verdict::Run };
        match kind {
            Kind::CallLimit(limit) => act(calls.len() > limit as usize, Verdict::Stop),
            Kind::Cycles => act((1..=3).any(|period| is_cycle(calls, period, 3)), Verdict::Refuse),
            Kind::RoundDuplicates => act(round.contains(&key), Verdict::Refuse),
            Kind::Similar => act(run(&|at| is_similar(&memory.texts[at], &memory.texts[at - 1])) >= 3, Verdict::Remind),
            Kind::Streak(length) => act(streak == length as usize + late, Verdict::TellAndStop),
            Kind::ToolStreak => Verdict::Run,
            Kind::Folded => act(total >= 3, Verdict::Refuse),
            Kind::Totals => act(total >= 4, Verdict::Refuse),
            Kind::Window => act(window >= 3 + late, Verdict::Remind),
            Kind::WindowAndLimit if calls.len() > 30 => Verdict::Stop,
            Kind::WindowAndLimit => act(window >= 3, Verdict::Remind),
            Kind::FailingCall | Kind::Failures | Kind::SameResults => Verdict::Run,
        }
    }
}

enum Verdict {
    Refuse,
    Remind,
    Run,
    Stop,
    TellAndStop,
}

/// Whether the last calls are one run of `period` calls, `times` times.
fn is_cycle(calls: &[String], period: usize, times: usize) -> bool {
    let Some(from) = calls.len().checked_sub(period * times) else { return false };
    calls[from..].iter().zip(&calls[from + period..]).all(|(one, other)| one == other)
}

/// Nine of ten characters are the same.
fn is_similar(one: &str, other: &str) -> bool {
    let same = one.chars().zip(other.chars()).filter(|(one, other)| one == other).count();
    let length = one.chars().count().max(other.chars().count());
    same * 10 >= length * 9
}

impl Guard for Run {
    fn begin_round(&mut self, calls: &[Call], _prose: Option<&str>) -> Admission {
        let mut admission = Admission::proceed();
        let mut round = Vec::new();
        self.due = None;
        for call in calls {
            let key = self.key(call);
            match self.before(call, &round) {
                Verdict::Run => {}
                Verdict::Refuse => admission.refused.push(Refusal { id: call.id.clone(), text: "not again".to_owned() }),
                Verdict::Remind => self.due = Some("You are repeating yourself."),
                Verdict::Stop => admission.stop = Some("enough".to_owned()),
                Verdict::TellAndStop => {
                    admission.events.push(GuardEvent { kind: Some("loop".to_owned()), ..GuardEvent::default() });
                    admission.stop = Some("a loop".to_owned());
                }
            }
            if self.kind == Kind::ToolStreak {
                let mut memory = locked(&self.memory);
                memory.texts.pop();
                memory.texts.push(call.tool.clone());
                let same = memory.texts.iter().rev().take_while(|tool| **tool == call.tool).count();
                self.due = (same == 5).then_some("the same tool, five times").or(self.due);
            }
            round.push(key);
        }
        admission
    }

    fn settle(&mut self, call: &Call, outcome: &Outcome) -> Shown {
        let key = self.key(call);
        let mut memory = locked(&self.memory);
        match self.kind {
            Kind::Failures => {
                memory.failures = if outcome.status == Status::Error { memory.failures + 1 } else { 0 };
                self.due = (memory.failures >= 3).then_some("Three failures in a row.");
            }
            Kind::FailingCall => {
                // In `totals`: how often the call failed since it last did not, or since another one ran.
                let failures = memory.totals.get(&format!("failed {key}")).copied().unwrap_or_default();
                memory.totals.retain(|name, _| !name.starts_with("failed "));
                if outcome.status == Status::Error {
                    memory.totals.insert(format!("failed {key}"), failures + 1);
                    self.due = (failures + 1 >= 3).then_some("This call failed three times.");
                }
            }
            Kind::SameResults => {
                let given = memory.totals.entry(format!("{key} gave {}", outcome.visible)).or_default();
                *given += 1;
                if *given >= 3 {
                    return Shown::Instead("the same as before".to_owned());
                }
            }
            _ => {}
        }
        Shown::AsIs
    }

    fn end_round(&mut self) -> Closing {
        self.due.take().map_or_else(Closing::silent, |text| Closing::notice(Notice::user(text)))
    }
}
