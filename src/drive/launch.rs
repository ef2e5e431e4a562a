//! How a program is started, and why it may not be.

use std::fmt;
use std::io::{self, Read};
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
        let path = self.folder.as_deref().unwrap_or(Path::new("")).join(&program);
        if path.is_dir() {
            return UnusableProgram::Directory(program);
        }
        match error.kind() {
            io::ErrorKind::NotFound if path.is_file() && Path::new(&program).components().count() > 1 => match first_line(&path) {
                Some(line) if line.starts_with("#!") => UnusableProgram::Interpreter(program, line),
                _ => UnusableProgram::Io(program, error.to_string()),
            },
            io::ErrorKind::NotFound if path.is_file() => UnusableProgram::NotInPath(program),
            io::ErrorKind::NotFound if program.contains(' ') => UnusableProgram::OneWord(program),
            io::ErrorKind::NotFound => UnusableProgram::NotFound(program),
            io::ErrorKind::PermissionDenied => UnusableProgram::NotExecutable(program),
            _ => UnusableProgram::Io(program, error.to_string()),
        }
    }
}

/// The first line of a script, its carriage return included.
fn first_line(path: &Path) -> Option<String> {
    let mut line = Vec::new();
    let file = std::fs::File::open(path).ok()?;
    io::BufRead::read_until(&mut io::BufReader::new(file).take(200), b'\n', &mut line).ok()?;
    Some(String::from_utf8_lossy(&line).trim_end_matches('\n').to_owned())
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
    /// A script whose first line names a program that is not there.
    Interpreter(String, String),
    /// Anything else that the system said.
    Io(String, String),
    /// A file without the right to be run.
    NotExecutable(String),
    /// There is none of this name.
    NotFound(String),
    /// A file of this folder, named as if it were in PATH.
    NotInPath(String),
    /// A program with its arguments in one word.
    OneWord(String),
}

impl fmt::Display for UnusableProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Directory(program) => write!(f, "`{program}` is a folder; give the program in it that speaks the protocol"),
            Self::Interpreter(program, line) if line.ends_with('\r') => {
                write!(f, "the first line of `{program}` ends with CRLF, so its program is not found; save the file with LF line ends")
            }
            Self::Interpreter(program, line) => {
                write!(
                    f,
                    "the program that the first line of `{program}` names is not there: {line}; install it, or give another one that runs the file"
                )
            }
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
            Self::NotInPath(program) => {
                write!(
                    f,
                    "`{program}` is a file here, but not in PATH; give `./{program}`, or its interpreter, as in `-- python3 {program}`"
                )
            }
            Self::OneWord(program) => {
                write!(
                    f,
                    "there is no program `{program}`; give program and arguments as words of their own, without quotes around them all"
                )
            }
        }
    }
}

impl std::error::Error for UnusableProgram {}

/// A program that did not greet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GreetingError {
    /// It answered, but only when its standard input was closed.
    Buffered {
        /// How long was waited before, in seconds.
        seconds: u64,
        /// The end of its stderr.
        stderr: String,
    },
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

/// What to do about a program that takes long to begin.
const SLOW: &str = "a program that compiles or downloads at start is built before, or given more time: --deadline 4";

impl fmt::Display for GreetingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stderr = match self {
            Self::Buffered { seconds, stderr } => {
                write!(
                    f,
                    "no answer to `hello` within {seconds} s; it came only when standard input was closed\n  flush standard output after \
                     each answer (Python: print(…, flush=True)), and read requests line by line, not to the end"
                )?;
                stderr
            }
            Self::Exited { status, stderr } => {
                write!(f, "the program ended before it answered `hello`: {status}\n  ")?;
                f.write_str(if status == "exit code 0" {
                    "it ended as if its work were done: read requests in a loop, a line each, until standard input ends"
                } else {
                    "start it by hand with the same words, in the same folder, and mend what it says"
                })?;
                stderr
            }
            Self::Misspoke { problem, stderr } => {
                write!(f, "the answer to `hello`: {problem}")?;
                stderr
            }
            Self::Silent { seconds, stderr } => {
                write!(f, "no answer to `hello` within {seconds} s; was the line flushed, and does it end with a line feed?\n  {SLOW}")?;
                stderr
            }
        };
        if stderr.is_empty() { Ok(()) } else { write!(f, "\nits stderr ends:\n{stderr}") }
    }
}

impl std::error::Error for GreetingError {}
