//! How a program is started, and why it may not be.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::misspeech::Misspeech;

/// Variables that `--clean-env` passes on.
const CLEAN: [&str; 6] = ["PATH", "HOME", "LANG", "TMP", "TMPDIR", "SystemRoot"];

/// A program that speaks the protocol, and how it is started: without a shell, in a process group of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Launch {
    pub(super) program: String,
    pub(super) args: Vec<String>,
    pub(super) folder: Option<PathBuf>,
    pub(super) clean_env: bool,
    pub(super) deadline_factor: f64,
    pub(super) env: Vec<(String, String)>,
    pub(super) after: Option<String>,
}

impl Launch {
    /// A program and its arguments.
    pub fn new(program: impl Into<String>, args: impl IntoIterator<Item = String>) -> Self {
        let args = args.into_iter().collect();
        Self { program: program.into(), args, folder: None, clean_env: false, deadline_factor: 1.0, env: Vec::new(), after: None }
    }

    /// The folder that it runs in.
    #[must_use]
    pub fn in_folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = Some(folder.into());
        self
    }

    /// Whether it is passed only PATH, HOME, LANG and TMP.
    #[must_use]
    pub fn with_clean_env(mut self, clean: bool) -> Self {
        self.clean_env = clean;
        self
    }

    /// What all deadlines are multiplied with; above 0.
    #[must_use]
    pub fn with_deadline_factor(mut self, factor: f64) -> Self {
        self.deadline_factor = factor;
        self
    }

    /// One more variable of its environment.
    #[must_use]
    pub fn with_env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.env.push((name.into(), value.into()));
        self
    }

    /// What it prints until this line, the line included, is none of the protocol: a test harness says what it runs.
    #[must_use]
    pub fn speaking_after(mut self, line: impl Into<String>) -> Self {
        self.after = Some(line.into());
        self
    }

    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        if self.clean_env {
            command.env_clear();
            command.envs(CLEAN.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
        }
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command
    }

    pub(super) fn unusable(&self, error: &io::Error) -> UnusableProgram {
        let program = self.program.clone();
        if Path::new(&program).is_dir() {
            return UnusableProgram::Directory(program);
        }
        match error.kind() {
            io::ErrorKind::NotFound => UnusableProgram::NotFound(program),
            io::ErrorKind::PermissionDenied => UnusableProgram::NotExecutable(program),
            _ => UnusableProgram::Io(program, error.to_string()),
        }
    }
}

/// Why no subject could be had from a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError {
    /// It runs, but does not greet as protocol 1 asks.
    NoGreeting(GreetingError),
    /// It cannot be started.
    Unusable(UnusableProgram),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGreeting(error) => error.fmt(f),
            Self::Unusable(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StartError {}

/// A program that cannot be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnusableProgram {
    /// A folder.
    Directory(String),
    /// Anything else that the system said.
    Io(String, String),
    /// A file without the right to be run.
    NotExecutable(String),
    /// There is none of this name.
    NotFound(String),
}

impl fmt::Display for UnusableProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Directory(program) => write!(f, "`{program}` is a folder; give the program in it that speaks the protocol"),
            Self::Io(program, error) => write!(f, "`{program}` cannot be started: {error}"),
            Self::NotExecutable(program) => {
                write!(
                    f,
                    "`{program}` is not executable; give its interpreter, as in `loopspec check -- python3 {program}`, or set its x bit"
                )
            }
            Self::NotFound(program) => {
                write!(f, "there is no program `{program}`; give a path, or a name that is in PATH (no shell takes part)")
            }
        }
    }
}

impl std::error::Error for UnusableProgram {}

/// A program that did not greet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GreetingError {
    /// It ended.
    Exited {
        /// How it ended.
        status: String,
        /// The end of its stderr.
        stderr: String,
    },
    /// It said something else.
    Misspoke {
        /// What is wrong.
        problem: Box<Misspeech>,
        /// The end of its stderr.
        stderr: String,
    },
    /// It said nothing.
    Silent {
        /// How long was waited, in seconds.
        seconds: u64,
        /// The end of its stderr.
        stderr: String,
    },
}

impl fmt::Display for GreetingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stderr = match self {
            Self::Exited { status, stderr } => {
                write!(f, "the program ended before it answered `hello`: {status}")?;
                stderr
            }
            Self::Misspoke { problem, stderr } => {
                write!(f, "the answer to `hello`: {problem}")?;
                stderr
            }
            Self::Silent { seconds, stderr } => {
                write!(f, "no answer to `hello` within {seconds} s; was the line flushed, and does it end with a line feed?")?;
                stderr
            }
        };
        if stderr.is_empty() { Ok(()) } else { write!(f, "\nits stderr ends:\n{stderr}") }
    }
}

impl std::error::Error for GreetingError {}
