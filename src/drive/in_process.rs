//! A guard in this process as a subject: panics are caught, a hang is left behind, deep and huge cases run in a child process.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use super::deadline;
use super::launch::Launch;
use super::subprocess::Subprocess;
use crate::check::{Subject, SubjectError, Transcript};
use crate::guard::{Host, MakeGuard};
use crate::step::{Case, Implementation, Policy, Profile};

/// What deadlines are multiplied with: a guard built without optimization takes that much longer, and tests run side by side.
const PATIENCE: u32 = if cfg!(debug_assertions) { 4 } else { 1 };

/// A maker's guards, asked in this process.
pub struct InProcess<M> {
    maker: Arc<M>,
    implementation: Implementation,
    policies: Vec<(Policy, Profile)>,
    worker: Option<Worker>,
    launch: Option<Launch>,
    child: Option<Subprocess>,
}

struct Worker {
    cases: Sender<Case>,
    answers: Receiver<Result<Transcript, String>>,
}

impl<M: MakeGuard + Send + Sync + 'static> InProcess<M> {
    /// All cases run in this process, on a thread of their own.
    pub fn new(maker: M) -> Self {
        let (implementation, policies) = (maker.implementation(), vec![(maker.policy(), maker.profile())]);
        Self { maker: Arc::new(maker), implementation, policies, worker: None, launch: None, child: None }
    }

    /// Deep and huge cases run in the process that `launch` starts; it must serve the same guard.
    #[must_use]
    pub fn with_child(mut self, launch: Launch) -> Self {
        self.launch = Some(launch);
        self
    }

    fn in_child(&mut self, launch: &Launch, case: &Case) -> Result<Transcript, SubjectError> {
        if self.child.is_none() {
            let gone = |error: &dyn std::fmt::Display| SubjectError::Gone {
                reason: format!("no child process for deep cases: {error}"),
                stderr: String::new(),
            };
            self.child = Some(Subprocess::start(launch.clone()).map_err(|error| gone(&error))?);
        }
        match &mut self.child {
            Some(child) => child.run(case),
            None => Err(SubjectError::Gone { reason: "no child process for deep cases".to_owned(), stderr: String::new() }),
        }
    }

    fn in_worker(&mut self, case: &Case) -> Result<Transcript, SubjectError> {
        let worker = self.worker.get_or_insert_with(|| start_worker(Arc::clone(&self.maker)));
        let lost = || SubjectError::Threw { message: "the thread that asks the guard ended".to_owned() };
        if worker.cases.send(case.clone()).is_err() {
            self.worker = None;
            return Err(lost());
        }
        let deadline = deadline_of(case);
        match soon(&worker.answers).map_or_else(|| worker.answers.recv_timeout(deadline), Ok) {
            Ok(answer) => answer.map_err(|message| SubjectError::Threw { message }),
            Err(RecvTimeoutError::Timeout) => {
                // The thread cannot be ended; the next case gets another one.
                self.worker = None;
                Err(SubjectError::TimedOut { after: deadline, stderr: String::new() })
            }
            Err(RecvTimeoutError::Disconnected) => {
                self.worker = None;
                Err(lost())
            }
        }
    }
}

impl<M: MakeGuard + Send + Sync + 'static> Subject for InProcess<M> {
    fn implementation(&self) -> &Implementation {
        &self.implementation
    }

    fn policies(&self) -> &[(Policy, Profile)] {
        &self.policies
    }

    fn run(&mut self, case: &Case) -> Result<Transcript, SubjectError> {
        // A stack overflow ends a process, and nothing can catch it.
        match self.launch.clone().filter(|_| !case.is_ordinary()) {
            Some(launch) => self.in_child(&launch, case),
            None => self.in_worker(case),
        }
    }

    fn restart(&mut self) -> Result<(), SubjectError> {
        self.worker = None;
        if let Some(child) = &mut self.child { child.restart() } else { Ok(()) }
    }
}

/// How often a thread looks again before it sleeps: to wake a thread takes longer than most guards think.
const LOOKS: u32 = 200;

/// What comes at once. Meanwhile every other thread goes first.
fn soon<T>(from: &Receiver<T>) -> Option<T> {
    (0..LOOKS).find_map(|_| {
        let met = from.try_recv().ok();
        if met.is_none() {
            thread::yield_now();
        }
        met
    })
}

fn deadline_of(case: &Case) -> Duration {
    deadline::for_bytes(case.bytes()).saturating_mul(PATIENCE)
}

fn start_worker<M: MakeGuard + Send + Sync + 'static>(maker: Arc<M>) -> Worker {
    let (cases, inbox) = mpsc::channel::<Case>();
    let (outbox, answers) = mpsc::channel();
    thread::spawn(move || {
        while let Some(case) = soon(&inbox).or_else(|| inbox.recv().ok()) {
            let run = || {
                let mut host = Host::new(&*maker);
                case.steps.iter().map(|step| host.step(step)).collect::<Transcript>()
            };
            let answer = catch_unwind(AssertUnwindSafe(run)).map_err(|panic| panic_message(&*panic));
            if outbox.send(answer).is_err() {
                return;
            }
        }
    });
    Worker { cases, answers }
}

/// What a caught panic said.
pub(super) fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("panic: {}", text.unwrap_or("without a message"))
}
