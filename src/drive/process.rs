//! A child process with its pipes on threads, so that nothing that it does can block the kit.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ExitStatus};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::launch::Launch;
use super::misspeech::LONGEST_ANSWER;

/// How much of stderr is kept, in bytes.
const STDERR_TAIL: usize = 8 << 10;

/// How long a process may take to end after its standard output was closed.
const CLOSING: Duration = Duration::from_millis(500);

/// How long a process may take to end after `bye`.
pub(super) const GRACE: Duration = Duration::from_secs(1);

/// What came over stdout.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A whole line, without its end.
    Whole(Vec<u8>),
    /// The pipe ended inside a line.
    Half(Vec<u8>),
    /// Longer than any answer may be; nothing more is read.
    TooLong,
}

/// Why no line came.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NoLine {
    Ended,
    TimedOut,
}

pub(super) struct Process {
    child: Child,
    requests: Option<Sender<Vec<u8>>>,
    lines: Receiver<Line>,
    stderr: Arc<Mutex<VecDeque<u8>>>,
    killed: bool,
    deadline_factor: f64,
}

impl Process {
    pub(super) fn start(launch: &Launch) -> io::Result<Self> {
        let mut child = launch.command().spawn()?;
        let stderr = Arc::new(Mutex::new(VecDeque::new()));
        let (requests, outbox) = mpsc::channel::<Vec<u8>>();
        // One answer is ever awaited; a flood waits in the pipe, not in memory.
        let (inbox, lines) = mpsc::sync_channel(4);
        if let Some(mut pipe) = child.stdin.take() {
            thread::spawn(move || {
                for request in outbox {
                    if pipe.write_all(&request).and_then(|()| pipe.flush()).is_err() {
                        return;
                    }
                }
            });
        }
        if let Some(pipe) = child.stdout.take() {
            let after = launch.after.clone();
            thread::spawn(move || {
                let mut pipe = BufReader::new(pipe);
                if let Some(after) = after {
                    pass_over(&mut pipe, &after);
                }
                while let Some(line) = read_line(&mut pipe) {
                    let last = !matches!(line, Line::Whole(_));
                    if inbox.send(line).is_err() || last {
                        return;
                    }
                }
            });
        }
        if let Some(mut pipe) = child.stderr.take() {
            let tail = Arc::clone(&stderr);
            thread::spawn(move || {
                let mut chunk = [0; 4096];
                while let Ok(read) = pipe.read(&mut chunk) {
                    let Ok(mut tail) = tail.lock() else { return };
                    if read == 0 {
                        return;
                    }
                    tail.extend(&chunk[..read]);
                    let excess = tail.len().saturating_sub(STDERR_TAIL);
                    tail.drain(..excess);
                }
            });
        }
        Ok(Self { child, requests: Some(requests), lines, stderr, killed: false, deadline_factor: launch.deadline_factor })
    }

    /// Hands a request to the writing thread; a process that does not read it runs into the deadline.
    pub(super) fn send(&self, request: Vec<u8>) {
        if let Some(requests) = &self.requests {
            let _ = requests.send(request);
        }
    }

    pub(super) fn line(&self, within: Duration) -> Result<Line, NoLine> {
        self.lines.recv_timeout(within).map_err(|error| match error {
            RecvTimeoutError::Disconnected => NoLine::Ended,
            RecvTimeoutError::Timeout => NoLine::TimedOut,
        })
    }

    /// Closes its standard input: what it kept in a buffer comes now.
    pub(super) fn hang_up(&mut self) {
        self.requests = None;
    }

    /// A line that nobody asked for.
    pub(super) fn stray_line(&self) -> Option<Line> {
        self.lines.try_recv().ok()
    }

    /// How the process ended, in words; waits a moment for one whose pipes are closed already.
    pub(super) fn ending(&mut self) -> String {
        match self.wait(CLOSING.mul_f64(self.deadline_factor)) {
            Some(status) => words(status),
            None => "it closed its standard output, but runs on".to_owned(),
        }
    }

    /// Whether it ended by itself with exit code 0, as a program does that believes its work done.
    pub(super) fn ended_well(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(status)) if status.success())
    }

    /// Whether it runs still, although its pipes are closed.
    pub(super) fn runs_on(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    pub(super) fn stderr(&self) -> String {
        // The draining thread may be a moment behind.
        thread::sleep(Duration::from_millis(20));
        let Ok(tail) = self.stderr.lock() else { return String::new() };
        let bytes: Vec<u8> = tail.iter().copied().collect();
        String::from_utf8_lossy(&bytes).trim_end().to_owned()
    }

    /// Says goodbye and closes stdin at once; a process that does not end within [`GRACE`] is killed. Whether it ended by itself.
    pub(super) fn farewell(&mut self, bye: Vec<u8>) -> bool {
        self.send(bye);
        self.hang_up();
        let ended = self.wait(GRACE).is_some();
        self.kill();
        ended
    }

    /// Kills the whole group: wrappers leave children behind that hold the pipes.
    pub(super) fn kill(&mut self) {
        // Once it was waited for, its number may be another's.
        if std::mem::replace(&mut self.killed, true) {
            return;
        }
        #[cfg(unix)]
        if let Some(pid) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn wait(&mut self, within: Duration) -> Option<ExitStatus> {
        let started = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if started.elapsed() < within => thread::sleep(Duration::from_millis(5)),
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn words(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return match signal {
            6 => "signal 6 (abort; a stack overflow ends so in some languages)".to_owned(),
            11 => "signal 11 (segmentation fault; a stack overflow ends so in some languages)".to_owned(),
            other => format!("signal {other}"),
        };
    }
    status.code().map_or_else(|| status.to_string(), |code| format!("exit code {code}"))
}

/// Reads everything until this line.
fn pass_over(pipe: &mut impl BufRead, last: &str) {
    while let Some(Line::Whole(line)) = read_any_line(pipe) {
        if line == last.as_bytes() {
            return;
        }
    }
}

/// The next line that is not blank.
fn read_line(pipe: &mut impl BufRead) -> Option<Line> {
    loop {
        match read_any_line(pipe)? {
            Line::Whole(line) if line.trim_ascii().is_empty() => {}
            line => return Some(line),
        }
    }
}

fn read_any_line(pipe: &mut impl BufRead) -> Option<Line> {
    let mut line = Vec::new();
    loop {
        let chunk = pipe.fill_buf().ok()?;
        if chunk.is_empty() {
            return (!line.is_empty()).then_some(Line::Half(line));
        }
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let taken = end.unwrap_or(chunk.len());
        if line.len() + taken > LONGEST_ANSWER {
            return Some(Line::TooLong);
        }
        line.extend_from_slice(&chunk[..taken]);
        pipe.consume(taken + usize::from(end.is_some()));
        if end.is_some() {
            if line.last() == Some(&b'\r') {
                line.pop();
            }
            return Some(Line::Whole(line));
        }
    }
}
