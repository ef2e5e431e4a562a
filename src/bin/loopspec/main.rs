//! The `loopspec` command.

mod against;
mod args;
mod card;
mod check;
#[cfg(test)]
mod documented;
mod embedded;
mod exit;
mod expect;
mod explain;
mod form;
mod gen_runs;
mod init;
mod matrix;
mod merge;
mod one;
mod output;
mod pace;
mod render;
mod rows;
mod seed;
mod selfcheck;
mod serve;
mod smoke;
mod source;
mod vectors;
mod verify_report;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Command};
use crate::exit::{Exit, Failure};

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let code = if error.use_stderr() { Exit::Usage } else { Exit::Conformant };
            let _ = error.print();
            return ExitCode::from(code as u8);
        }
    };
    let ended = match cli.command {
        Command::Card(args) => card::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Emit(args) => one::emit(&args),
        Command::Explain { rule } => explain::run(&rule),
        Command::Gen(args) => gen_runs::run(&args),
        Command::Init(args) => init::run(&args),
        Command::Judge(args) => one::judge(&args),
        Command::Matrix(args) => matrix::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Render(args) => render::run(&args),
        Command::Selfcheck { fault, seed } => selfcheck::run(fault.as_deref(), seed.as_deref()),
        Command::Serve { name } => serve::run(&name),
        Command::Smoke(args) => smoke::run(&args),
        Command::Vectors(command) => vectors::run(&command),
        Command::VerifyReport { files } => verify_report::run(&files),
    };
    let code = ended.unwrap_or_else(|failure| {
        let (code, message) = match failure {
            Failure::Bug(message) => (Exit::Bug, format!("this is a bug of loopspec: {message}")),
            Failure::Incomplete(message) => (Exit::Incomplete, message),
            Failure::Usage(message) => (Exit::Usage, message),
        };
        let _ = writeln!(anstream::stderr(), "loopspec: {message}");
        code
    });
    ExitCode::from(code as u8)
}
