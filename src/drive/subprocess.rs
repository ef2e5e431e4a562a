//! A guard behind the stdio protocol as a subject: killed, restarted and greeted anew whenever it misbehaves.

use std::time::Duration;

use super::answer::{Answer, parse_answer};
use super::deadline;
use super::launch::{GreetingError, Launch, StartError};
use super::misspeech::Misspeech;
use super::process::{GRACE, Line, NoLine, Process};
use super::protocol::{Hello, Request};
use crate::check::{Subject, SubjectError, Transcript};
use crate::step::{Case, Implementation, Policy, Profile};

/// How often a process may be lost before nothing more is asked.
const LOSSES: u32 = 200;
/// As how many losses a hang counts, since each is waited for.
const HANG: u32 = 5;
const GREETING: Duration = Duration::from_secs(30);
/// The longest request, in bytes.
const LONGEST_REQUEST: usize = 64 << 20;

/// A program that speaks protocol 1.
pub struct Subprocess {
    launch: Launch,
    hello: Hello,
    policies: Vec<(Policy, Profile)>,
    process: Option<Process>,
    /// Whether the running process has answered a case.
    answered: bool,
    next_id: u64,
    /// What its restarts cost so far; a hang costs more.
    losses: u32,
    /// How often it was killed for what it did.
    restarts: u32,
    /// Why nothing more can be asked.
    gone: Option<String>,
}

impl Subprocess {
    /// Starts the program and greets it.
    ///
    /// # Errors
    /// [`StartError::Unusable`] when it cannot be started, [`StartError::NoGreeting`] when it does not answer as it should.
    pub fn start(launch: Launch) -> Result<Self, StartError> {
        let (process, hello) = greeted(&launch)?;
        let policies = hello.policies.iter().map(|(policy, profile)| (*policy, profile.clone())).collect();
        Ok(Self { launch, hello, policies, process: Some(process), answered: false, next_id: 1, losses: 0, restarts: 0, gone: None })
    }

    /// The running process; started and greeted where the last one was lost.
    fn process(&mut self) -> Result<&mut Process, SubjectError> {
        if self.process.is_none() {
            if self.gone.is_none() {
                self.start_again();
            }
            if let Some(reason) = &self.gone {
                return Err(SubjectError::Gone { reason: reason.clone(), stderr: String::new() });
            }
        }
        self.process.as_mut().ok_or_else(|| SubjectError::Gone { reason: "no process".to_owned(), stderr: String::new() })
    }

    fn start_again(&mut self) {
        if self.losses > LOSSES {
            self.gone = Some(format!("the process crashed, hung or broke the protocol {} times", self.restarts));
            return;
        }
        match greeted(&self.launch) {
            Ok((process, hello)) if hello == self.hello => {
                self.process = Some(process);
                self.answered = false;
            }
            Ok(_) => self.gone = Some("it changed its identity or profile after a restart; greet with the same every time".to_owned()),
            Err(error) => self.gone = Some(format!("it could not be started again: {error}")),
        }
    }

    /// Kills the process; the next case gets another one.
    fn lose(&mut self) -> String {
        self.losses += 1;
        self.restarts += 1;
        let Some(mut process) = self.process.take() else { return String::new() };
        let stderr = process.stderr();
        process.kill();
        stderr
    }

    /// It ended as if its work were done: between two cases, if a fresh process answers this one.
    fn ended_early(&mut self, case: &Case, stderr: String) -> SubjectError {
        match self.run(case) {
            Ok(_) => SubjectError::Misspoke { problem: Misspeech::EndedEarly.to_string(), stderr },
            Err(error) => error,
        }
    }

    fn misspoke(&mut self, problem: &Misspeech) -> SubjectError {
        SubjectError::Misspoke { problem: problem.to_string(), stderr: self.lose() }
    }
}

impl Subject for Subprocess {
    fn implementation(&self) -> &Implementation {
        &self.hello.implementation
    }

    fn policies(&self) -> &[(Policy, Profile)] {
        &self.policies
    }

    fn run(&mut self, case: &Case) -> Result<Transcript, SubjectError> {
        let id = self.next_id;
        self.next_id += 1;
        let mut request = Request::case(id, case).line().into_bytes();
        request.push(b'\n');
        if request.len() > LONGEST_REQUEST {
            return Err(SubjectError::Misspoke { problem: "a request of over 64 MiB is not sent".to_owned(), stderr: String::new() });
        }
        let deadline = deadline::for_bytes(request.len()).mul_f64(self.launch.deadline_factor);
        let process = self.process()?;
        if let Some(stray) = process.stray_line() {
            return Err(self.misspoke(&stray_line(stray)));
        }
        process.send(request);
        let line = match process.line(deadline) {
            Ok(line) => line,
            Err(NoLine::TimedOut) => {
                self.losses += HANG - 1;
                return Err(SubjectError::TimedOut { after: deadline, stderr: self.lose() });
            }
            Err(NoLine::Ended) => {
                let status = process.ending();
                let (well, runs_on) = (process.ended_well(), process.runs_on());
                // One that runs on was waited for.
                self.losses += if runs_on { HANG - 1 } else { 0 };
                let stderr = self.lose();
                return Err(if well && self.answered { self.ended_early(case, stderr) } else { SubjectError::Crashed { status, stderr } });
            }
        };
        self.answered = true;
        match text(line).and_then(|line| parse_answer(&line, id, case)) {
            Ok(Answer::Replies(replies)) => Ok(replies),
            Ok(Answer::Threw(message)) => Err(SubjectError::Threw { message }),
            Ok(Answer::Unsupported(item)) => Err(SubjectError::Unsupported { item }),
            Err(problem) => Err(self.misspoke(&problem)),
        }
    }

    fn restart(&mut self) -> Result<(), SubjectError> {
        if let Some(mut process) = self.process.take() {
            process.kill();
        }
        self.process().map(|_| ())
    }

    fn dismiss(&mut self) -> Option<String> {
        let mut process = self.process.take()?;
        let bye = Request::bye(self.next_id).line() + "\n";
        let ended = process.farewell(bye.into_bytes());
        (!ended).then(|| {
            let grace = GRACE.as_secs();
            format!("the process still ran {grace} s after `bye` and was killed; end when `bye` is answered or standard input ends")
        })
    }
}

impl Drop for Subprocess {
    fn drop(&mut self) {
        self.dismiss();
    }
}

fn greeted(launch: &Launch) -> Result<(Process, Hello), StartError> {
    let mut process = Process::start(launch).map_err(|error| StartError::Unusable(launch.unusable(&error)))?;
    process.send((Request::hello(0).line() + "\n").into_bytes());
    let deadline = GREETING.mul_f64(launch.deadline_factor);
    let misspoke = |problem: Misspeech, process: &Process| GreetingError::Misspoke { problem: Box::new(problem), stderr: process.stderr() };
    let greeting = match process.line(deadline) {
        Ok(line) => text(line).and_then(|line| Hello::parse(&line, 0)).map_err(|problem| misspoke(problem, &process)),
        Err(NoLine::TimedOut) => {
            process.hang_up();
            let late = process.line(GRACE.mul_f64(launch.deadline_factor));
            let (seconds, stderr) = (deadline.as_secs(), process.stderr());
            Err(match late {
                Ok(Line::Whole(_)) => GreetingError::Buffered { seconds, stderr },
                _ => GreetingError::Silent { seconds, stderr },
            })
        }
        Err(NoLine::Ended) => {
            let status = process.ending();
            Err(GreetingError::Exited { status, stderr: process.stderr() })
        }
    };
    greeting.map(|hello| (process, hello)).map_err(StartError::NoGreeting)
}

fn text(line: Line) -> Result<String, Misspeech> {
    match line {
        Line::Whole(bytes) => String::from_utf8(bytes).map_err(|_| Misspeech::NotUtf8),
        Line::Half(bytes) => Err(Misspeech::HalfLine(crate::check::clip(&String::from_utf8_lossy(&bytes), 120))),
        Line::TooLong => Err(Misspeech::TooLong),
    }
}

fn stray_line(line: Line) -> Misspeech {
    match line {
        Line::Whole(bytes) | Line::Half(bytes) => Misspeech::Stray(crate::check::clip(&String::from_utf8_lossy(&bytes), 120)),
        Line::TooLong => Misspeech::TooLong,
    }
}
