//! `loopspec matrix`: published guards side by side.

use std::io::Write;
use std::path::Path;

use loopspec::check::{Plan, Report};
use loopspec::report::{Matrix, MatrixRow, matrix_to_html, matrix_to_markdown};

use crate::args::MatrixArgs;
use crate::check::{asked, whole};
use crate::exit::{Exit, Failure};
use crate::expect::Expectations;
use crate::output::write;
use crate::rows::{self, Row};
use crate::seed;
use crate::source::{Source, chosen};

/// The command that makes the committed matrix again.
const COMMAND: &str = "cargo run --release -- matrix --install";

pub(crate) fn run(args: &MatrixArgs) -> Result<Exit, Failure> {
    let file = args.out.join("matrix.json");
    let earlier = if file.is_file() { Some(read(&file)?) } else { None };
    let matrix = match (args.render, earlier) {
        (true, Some(matrix)) => matrix,
        (true, None) => return Err(Failure::usage(format!("there is no {}; `loopspec matrix` makes it", file.display()))),
        (false, earlier) => {
            let known = rows::names();
            let earlier = earlier.into_iter().flat_map(|matrix| matrix.rows).filter(|row| known.contains(&row.name));
            let earlier = Matrix { rows: earlier.collect(), ..empty() };
            // Whether the folder can be written is known before anything is asked.
            std::fs::create_dir_all(&args.out)
                .map_err(|error| Failure::usage(format!("`--out {}`: it cannot be made: {error}", args.out.display())))?;
            ask(args)?.with_rows_of(earlier)
        }
    };
    write(&file, &matrix.to_json().map_err(bug)?)?;
    write(&args.out.join("matrix.md"), &matrix_to_markdown(&matrix))?;
    write(&args.out.join("matrix.html"), &matrix_to_html(&matrix).map_err(bug)?)?;
    let (guards, findings) = (matrix.rows.len(), matrix.findings());
    tell(&format!("{guards} guards, {findings} findings: {}", args.out.join("matrix.html").display()));
    Ok(if matrix.unasked() == 0 { Exit::Conformant } else { Exit::Incomplete })
}

fn empty() -> Matrix {
    let (kit, spec) = (Report::KIT.to_owned(), Report::SPEC.to_owned());
    Matrix { format: 1, kit, spec, command: COMMAND.to_owned(), rows: Vec::new() }
}

fn read(file: &Path) -> Result<Matrix, Failure> {
    let text = std::fs::read_to_string(file).map_err(|error| Failure::usage(format!("{} cannot be read: {error}", file.display())))?;
    serde_json::from_str(&text)
        .map_err(|error| Failure::usage(format!("{} is no matrix of this kit: {error}; move it away, and it is made anew", file.display())))
}

fn ask(args: &MatrixArgs) -> Result<Matrix, Failure> {
    let seed = seed::parse(args.seed.as_deref())?;
    let wanted = if args.names.is_empty() { rows::names() } else { args.names.clone() };
    let all: Vec<Row> = wanted.iter().map(|name| Row::named(name)).collect::<Result<_, _>>()?;
    let is_wanted = |row: &Row| args.heavy || !row.is_heavy() || !args.names.is_empty();
    let wanted: Vec<Row> = all.into_iter().filter(is_wanted).collect();
    if wanted.is_empty() {
        return Err(Failure::usage("there are no guards in conformance/implementations; run it in the root of loopspec's repository"));
    }
    let mut matrix = empty();
    let count = wanted.len();
    for (at, row) in wanted.iter().enumerate() {
        let plan = Plan { seed, target: row.name().to_owned(), ..whole(Vec::new())? };
        let (reports, error) = match reports(args, row, &plan) {
            Ok(reports) => (reports, None),
            Err(Failure::Bug(message)) => return Err(Failure::Bug(message)),
            Err(Failure::Incomplete(message) | Failure::Usage(message)) => (Vec::new(), Some(message)),
        };
        let came = error.clone().unwrap_or_else(|| in_short(&reports));
        tell(&format!("{} of {count}  {}: {came}", at + 1, row.name()));
        let date = chrono::Utc::now().date_naive().to_string();
        matrix.rows.push(MatrixRow { name: row.name().to_owned(), date, guard: row.published(), reports, error });
    }
    Ok(matrix)
}

/// A report for each policy that the guard claims.
fn reports(args: &MatrixArgs, row: &Row, plan: &Plan) -> Result<Vec<Report>, Failure> {
    if args.install {
        row.install(&mut |line| tell(line))?;
    }
    let source = Source::Program(row.launch()?);
    let chosen = chosen(source.subject()?.as_ref(), Some(row.policy()), |_| true, "its manifest and its adapter name different policies")?;
    let mut known = Expectations::find(None, &[row.folder().to_owned()], false, &plan.vectors)?;
    let mut ask = |(policy, profile)| asked(&source, args.jobs, (policy, &profile), plan).map(|report| known.applied(report));
    chosen.into_iter().map(&mut ask).collect()
}

fn in_short(reports: &[Report]) -> String {
    let rules: Vec<&str> = reports.iter().flat_map(|report| &report.findings).map(|finding| finding.rule.as_str()).collect();
    let seconds = reports.iter().map(|report| report.duration_ms).sum::<u64>() as f64 / 1000.0;
    let found = if rules.is_empty() { "no finding".to_owned() } else { rules.join(", ") };
    format!("{found}, in {seconds:.1} s")
}

fn tell(line: &str) {
    let _ = writeln!(anstream::stderr(), "{line}");
}

fn bug(error: impl std::fmt::Display) -> Failure {
    Failure::Bug(error.to_string())
}
