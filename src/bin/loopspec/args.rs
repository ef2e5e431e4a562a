//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use loopspec::check::Shard;
use loopspec::report::Deny;

/// Finds out whether a guard against tool loops does what it must, and shows the shortest run in which it does not.
#[derive(Debug, Parser)]
#[command(name = "loopspec", version, about, after_help = AFTER, subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const AFTER: &str = "\
First steps:
  loopspec check                          the guards that come with the kit, and what a failure looks like
  loopspec init --lang python             an adapter for your guard to begin with, of about 40 lines
  loopspec smoke -- python3 adapter.py    does the adapter speak the protocol, and if not, what to do
  loopspec check -- python3 adapter.py    the verdict on your guard
  loopspec explain repeat.reset.steer     a rule in full
  loopspec emit short-at-3 | python3 adapter.py | loopspec judge short-at-3
                                          one run by hand, to debug an adapter

Exit codes:
  0  conformant, or nothing found      3  incomplete: not everything could be asked
  1  a rule that must hold is broken   4  a bug of loopspec
  2  usage: command line, file or program";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show how a guard behaves when calls, errors or results come again and again; nothing is judged
    Card(CardArgs),
    /// Check a guard: an embedded one, a folder's in conformance/implementations, or any program that speaks the protocol
    Check(Box<CheckArgs>),
    /// Print the protocol messages of one vector, to pipe into an adapter
    Emit(OneArgs),
    /// Explain a rule: what, why, where from, and which vectors ask it
    Explain {
        /// A rule's id, such as repeat.reset.steer; the beginning of some lists them; `protocol` and `recipes` are pages
        rule: String,
    },
    /// Print random runs as protocol messages, with what the reference answers to each step
    Gen(GenArgs),
    /// Write an adapter for a guard in your language, with a workflow that checks it
    Init(InitArgs),
    /// Judge an adapter's answers to `emit`, read from standard input
    Judge(OneArgs),
    /// Check published guards (conformance/implementations) and put them side by side, as matrix.json, matrix.md and matrix.html
    Matrix(MatrixArgs),
    /// Put reports of `check --shard i/n --format json` together
    Merge(MergeArgs),
    /// Render saved reports of `check --report FILE.json` in another form; exit 0, whatever they found
    Render(RenderArgs),
    /// Test the tester: every planted fault must be found, and through its own rule
    Selfcheck {
        /// Only planted faults whose name holds this, and no machines
        fault: Option<String>,
        /// The seed of the random runs: a number, or `random`
        #[arg(long)]
        seed: Option<String>,
    },
    /// Serve an embedded guard over the protocol on standard input and output
    Serve {
        /// repeat-reminder, no-progress, ready-repeat-reminder, ready-no-progress, sample, sample-faulty or identity
        name: String,
    },
    /// Ask an adapter a handful of questions, and say in plain words whether it speaks the protocol
    Smoke(SmokeArgs),
    /// List or export the vectors
    #[command(subcommand)]
    Vectors(VectorsCommand),
    /// Look whether saved reports agree with themselves and with the reference, without the guard; exit 1 where one does not
    VerifyReport {
        /// Files with reports, one a line or one a file
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

/// How a program is started.
#[derive(Args, Debug)]
pub(crate) struct Launching {
    /// Multiply all deadlines
    #[arg(long, default_value_t = 1.0, value_parser = factor)]
    pub(crate) deadline: f64,
    /// Pass only PATH, HOME, LANG and TMP to the program
    #[arg(long)]
    pub(crate) clean_env: bool,
}

fn factor(text: &str) -> Result<f64, String> {
    let factor = text.parse::<f64>().ok().filter(|factor| factor.is_finite() && *factor > 0.0);
    factor.ok_or_else(|| "give a factor above 0, such as 2".to_owned())
}

#[derive(Args, Debug)]
pub(crate) struct CardArgs {
    /// An embedded guard (repeat-reminder, no-progress, ready-repeat-reminder, ready-no-progress, sample, sample-faulty) or a folder in conformance/implementations
    pub(crate) name: Option<String>,
    /// The program to look at, with its arguments; started without a shell
    #[arg(last = true)]
    pub(crate) program: Vec<String>,
    /// Only this policy, where the program claims several
    #[arg(long)]
    pub(crate) policy: Option<String>,
    /// What is printed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: CardFormat,
    #[command(flatten)]
    pub(crate) launching: Launching,
}

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// An embedded guard (repeat-reminder, no-progress, ready-repeat-reminder, ready-no-progress, sample, sample-faulty) or a folder
    /// in conformance/implementations; none = all embedded ones
    pub(crate) name: Option<String>,
    /// The program to check, with its arguments; started without a shell
    #[arg(last = true)]
    pub(crate) program: Vec<String>,
    /// Only what asks this rule
    #[arg(long)]
    pub(crate) rule: Option<String>,
    /// Only this policy, where the program claims several
    #[arg(long)]
    pub(crate) policy: Option<String>,
    /// The seed of the random runs: a number, or `random`
    #[arg(long)]
    pub(crate) seed: Option<String>,
    /// At most 1,000 cases: those that find most
    #[arg(long)]
    pub(crate) quick: bool,
    /// Larger suites, every short word, 20,000 random runs: minutes
    #[arg(long, conflicts_with = "quick")]
    pub(crate) thorough: bool,
    /// The spec version to judge by
    #[arg(long, default_value = "1.0")]
    pub(crate) spec: String,
    /// What is printed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
    /// Also write the report into this file, in the form of its extension: .json, .xml (JUnit), .tap, .md or .html; may be given several
    /// times. Where the program claims several policies, one file each, with the policy's name before the extension
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) denying: Denying,
    /// Failures that are known (exit 0 with them, exit 1 when one is gone); without it `loopspec.toml` beside the adapter, or else in this
    /// folder, is read where there is one
    #[arg(long, value_name = "FILE")]
    pub(crate) expect: Option<PathBuf>,
    /// Write what fails now into that file, in place of what does not fail any more
    #[arg(long, conflicts_with_all = ["rule", "policy", "quick", "shard", "budget", "against"])]
    pub(crate) bless: bool,
    /// More vectors: a file, or a folder of them
    #[arg(long)]
    pub(crate) vectors: Option<PathBuf>,
    /// Write the shortest run of every finding as a vector into DIR/POLICY.json, in place of what is there; `--vectors DIR` asks them
    /// again
    #[arg(long, value_name = "DIR")]
    pub(crate) save: Option<PathBuf>,
    /// Ask only this share of the cases: i/n; the reports of all n are put together by `loopspec merge`
    #[arg(long)]
    pub(crate) shard: Option<Shard>,
    /// Guards or processes that are asked at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    pub(crate) jobs: u64,
    /// Ask another guard the same and compare the two, without judging: a name, or a command in quotes
    #[arg(long, value_name = "GUARD", conflicts_with_all = ["expect", "rule", "report", "save", "shard", "jobs", "isolate"])]
    pub(crate) against: Option<String>,
    /// Every case in a fresh process
    #[arg(long)]
    pub(crate) isolate: bool,
    /// Stop asking after this many seconds, and report what was found until then (exit 3)
    #[arg(long)]
    pub(crate) budget: Option<f64>,
    #[command(flatten)]
    pub(crate) launching: Launching,
}

/// From which level on a broken rule is a failure.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Denying {
    /// Let broken SHOULD rules be failures too (exit 1)
    #[arg(long, value_enum, value_name = "LEVEL")]
    deny: Option<Denied>,
}

impl Denying {
    pub(crate) fn deny(self) -> Deny {
        self.deny.map_or(Deny::Must, |Denied::Should| Deny::Should)
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Denied {
    Should,
}

#[derive(Args, Debug)]
pub(crate) struct InitArgs {
    /// The language of your guard
    #[arg(long, value_enum)]
    pub(crate) lang: Lang,
    /// How its host calls it
    #[arg(long, value_enum, default_value_t)]
    pub(crate) shape: Shape,
    /// The folder for the files; made where it is not there. Files that are there already stay as they are
    #[arg(default_value = "loopspec")]
    pub(crate) dir: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Lang {
    Go,
    Node,
    Python,
    Rust,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shape {
    /// It is a middleware, in a real agent of LangChain; Python only
    Agent,
    /// It is asked before each call, and told after it
    #[default]
    Hooks,
    /// Only a function that says when two calls are the same
    Key,
    /// It is given all calls of one response of the model
    Round,
    /// It reads the whole conversation
    Transcript,
}

#[derive(Args, Debug)]
pub(crate) struct SmokeArgs {
    /// The program to ask, with its arguments; started without a shell
    #[arg(last = true, required = true)]
    pub(crate) program: Vec<String>,
    #[command(flatten)]
    pub(crate) launching: Launching,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CardFormat {
    /// The card as JSON, one a line
    Json,
    /// For a person
    #[default]
    Terminal,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// JSON of a badge, for shields.io's endpoint
    Badge,
    /// One page for a browser
    Html,
    /// The report as JSON, one a line
    Json,
    /// JUnit XML, for CI
    Junit,
    /// Markdown
    Md,
    /// TAP, version 14
    Tap,
    /// For a person
    #[default]
    Terminal,
}

#[derive(Args, Debug)]
pub(crate) struct OneArgs {
    /// A vector's id (`short-at-3` or `repeat-reminder/short-at-3`), or an identity pair's
    pub(crate) id: String,
    /// For an identity pair: the policy to ask it through
    #[arg(long, default_value = "repeat-reminder")]
    pub(crate) policy: String,
}

#[derive(Args, Debug)]
pub(crate) struct GenArgs {
    /// How many runs of each policy
    #[arg(long, default_value_t = 10)]
    pub(crate) count: usize,
    /// The same seed, the same runs: a number, or `random`
    #[arg(long)]
    pub(crate) seed: Option<String>,
    /// Only this policy: repeat-reminder or no-progress
    #[arg(long)]
    pub(crate) policy: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct MatrixArgs {
    /// Folders in conformance/implementations; none = all that are not heavy. Rows of an earlier matrix that are not named are kept
    pub(crate) names: Vec<String>,
    /// Install first what is not installed yet; every command is shown before it runs
    #[arg(long)]
    pub(crate) install: bool,
    /// Ask heavy guards, too: those that take minutes to install
    #[arg(long)]
    pub(crate) heavy: bool,
    /// The folder that the three files are written into; made where it is not there
    #[arg(long, value_name = "DIR", default_value = "conformance/matrix")]
    pub(crate) out: PathBuf,
    /// Ask nothing: make matrix.md and matrix.html again from DIR/matrix.json
    #[arg(long, conflicts_with_all = ["names", "install", "heavy", "seed", "jobs"])]
    pub(crate) render: bool,
    /// The seed of the random runs: a number, or `random`
    #[arg(long)]
    pub(crate) seed: Option<String>,
    /// Processes that are asked at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    pub(crate) jobs: u64,
}

#[derive(Args, Debug)]
pub(crate) struct MergeArgs {
    /// Files with reports, one a line or one a file
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// What is printed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) denying: Denying,
}

#[derive(Args, Debug)]
pub(crate) struct RenderArgs {
    /// Files with reports, one a line or one a file
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// What is printed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) denying: Denying,
}

#[derive(Debug, Subcommand)]
pub(crate) enum VectorsCommand {
    /// One line a vector
    List {
        /// Only those that ask this rule
        #[arg(long)]
        rule: Option<String>,
    },
    /// Write all vectors, pairs and schemas into a folder, for people without Rust
    Export {
        /// The folder; made where it is not there
        dir: PathBuf,
    },
}
