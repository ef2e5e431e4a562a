//! `loopspec check`.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use loopspec::check::vectors::{Vector, embedded_pairs, embedded_vectors, read_vectors};
use loopspec::check::{Effort, Plan, Report, Stop, check_with_jobs};
use loopspec::report::{beyond_vectors, headline, to_vectors, unasked};
use loopspec::rule;
use loopspec::step::{Policy, Profile};

use crate::args::{CheckArgs, Format};
use crate::embedded::Embedded;
use crate::exit::{Exit, Failure};
use crate::expect::Expectations;
use crate::output::{print, shell_words, write};
use crate::pace::Pace;
use crate::source::{Source, chosen};
use crate::{against, explain, form, rows, seed};

pub(crate) fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    let plan = plan(args)?;
    if let Some(dir) = &args.save {
        // Known before anything is asked, not after it.
        std::fs::create_dir_all(dir).map_err(|error| Failure::usage(format!("`--save {}`: it cannot be made: {error}", dir.display())))?;
    }
    let source = Source::of(args.name.as_deref(), &args.program, &args.launching)?;
    if let Some(other) = &args.against {
        let source = source.ok_or_else(|| Failure::usage("`--against`: say also which guard is compared with it"))?;
        return against::run(args, &source, other, &plan);
    }
    let mut delivery = Delivery::new(args)?;
    let ended = match source {
        None if args.bless || args.expect.is_some() => {
            return Err(Failure::usage("`--expect` and `--bless` are about one guard; say which: a name, or a program after `--`"));
        }
        None => embedded(args, &plan, &mut delivery),
        Some(source) => named(args, &source, &plan, &mut delivery),
    }?;
    delivery.end()?;
    Ok(ended)
}

/// One guard, about each policy that it claims.
fn named(args: &CheckArgs, source: &Source, plan: &Plan, delivery: &mut Delivery<'_>) -> Result<Exit, Failure> {
    // What is printed to ask again is to find the same expected failures.
    let expect = args.expect.iter().map(|file| format!("--expect {} ", shell_words(&[file.display().to_string()]))).collect::<String>();
    let target = expect + &args.name.clone().unwrap_or_else(|| format!("-- {}", shell_words(&args.program)));
    let mut worst = Exit::Conformant;
    let folders = args.name.as_deref().map_or_else(|| beside(&args.program), |name| rows::folder(name).into_iter().collect());
    let mut known = Expectations::find(args.expect.as_deref(), &folders, args.bless, &plan.vectors)?;
    let chosen = chosen(source.subject()?.as_ref(), args.policy.as_deref(), |_| true, "it claims no such policy")?;
    let several = chosen.len() > 1;
    let mut blessed = true;
    for (policy, profile) in chosen {
        let plan = Plan { target: target.clone(), ..plan.clone() };
        let report = asked(source, args.jobs, (policy, &profile), &plan)?;
        let mut report = known.applied(report);
        if args.bless {
            blessed = blessed && unasked(&report).is_none();
            report = if blessed { known.bless(report, args.denying.deny()) } else { report };
        }
        worst = worst.max(Exit::of(&report, args.denying.deny()));
        delivery.add(report, several.then(|| policy.name()))?;
    }
    if args.bless {
        warn(&if blessed { known.save()? } else { "nothing is blessed, since not everything could be asked".to_owned() });
        return Ok(worst);
    }
    match known.unmatched() {
        Some(problem) if args.policy.is_none() => {
            warn(&problem);
            Ok(worst.max(Exit::Nonconformant))
        }
        _ => Ok(worst),
    }
}

/// Where the file of expected failures may be: beside the first word of the command that is a file, but for what was built; here; or where `init`
/// writes.
fn beside(program: &[String]) -> Vec<PathBuf> {
    let file = program.iter().map(Path::new).find(|word| word.is_file());
    let is_built = |folder: &Path| folder.iter().any(|name| name == "target");
    let folder = file.and_then(Path::parent).filter(|folder| *folder != Path::new("") && !is_built(folder));
    folder.map(Path::to_path_buf).into_iter().chain([PathBuf::new(), PathBuf::from("loopspec")]).collect()
}

/// All embedded guards: those that conform in a line each, then a failure, which is expected.
fn embedded(args: &CheckArgs, plan: &Plan, delivery: &mut Delivery<'_>) -> Result<Exit, Failure> {
    let mut worst = Exit::Conformant;
    for guard in Embedded::ALL {
        let (policy, profile) = guard.subject()?.policies()[0].clone();
        let plan = Plan { target: guard.name().to_owned(), ..plan.clone() };
        let report = asked(&Source::Embedded(guard), args.jobs, (policy, &profile), &plan)?;
        let exit = Exit::of(&report, args.denying.deny());
        if guard != Embedded::SampleFaulty {
            worst = worst.max(exit);
            match (args.format, exit) {
                (Format::Terminal, Exit::Conformant) => {
                    print(&format!("{}\n", headline(&report)));
                    delivery.write(&report, Some(guard.name()))?;
                }
                _ => delivery.add(report, Some(guard.name()))?,
            }
            continue;
        }
        if args.format == Format::Terminal {
            print("\nThis is what a failure looks like. The next guard is faulty on purpose, and its failure is expected:\n\n");
        }
        delivery.add(report, Some(guard.name()))?;
        // A faulty guard that is not caught is a bug of the kit; narrowed questions may pass it by.
        if exit != Exit::Nonconformant && plan.rule.is_none() {
            return Err(Failure::Bug("the faulty sample was not caught".to_owned()));
        }
    }
    if args.format == Format::Terminal {
        print("\nCheck yours: loopspec check -- PROGRAM ARGS…   (adapters to begin with: conformance/templates)\n");
    }
    Ok(worst)
}

fn plan(args: &CheckArgs) -> Result<Plan, Failure> {
    if args.spec != "1.0" {
        return Err(Failure::usage(format!("this kit judges by spec 1.0; it has no spec `{}`", args.spec)));
    }
    let rule = args.rule.as_ref().map(|id| rule::get(id).ok_or_else(|| explain::unknown(id))).transpose()?;
    let more = args.vectors.as_deref().map_or_else(|| Ok(Vec::new()), read_vectors).map_err(Failure::usage)?;
    let effort = match () {
        () if args.quick => Effort::Quick,
        () if args.thorough => Effort::Thorough,
        () => Effort::Normal,
    };
    let seed = seed::parse(args.seed.as_deref())?;
    Ok(Plan {
        seed,
        rule: rule.map(|rule| rule.id),
        shard: args.shard.unwrap_or_default(),
        stop: stop(args)?,
        isolate: args.isolate,
        ..whole(more)?.with_effort(effort)
    })
}

/// Everything that the kit asks, and these vectors.
pub(crate) fn whole(more: Vec<Vector>) -> Result<Plan, Failure> {
    let mut vectors = embedded_vectors().map_err(|error| Failure::Bug(error.to_string()))?;
    vectors.extend(more);
    let pairs = embedded_pairs().map_err(|error| Failure::Bug(error.to_string()))?;
    Ok(Plan::of(vectors, pairs))
}

/// Ends at the budget's end and at the first Ctrl-C; the second one ends the program.
fn stop(args: &CheckArgs) -> Result<Stop, Failure> {
    let stop = match args.budget {
        None => Stop::default(),
        Some(seconds) => match Duration::try_from_secs_f64(seconds) {
            Ok(budget) => Stop::default().after(budget),
            Err(_) => return Err(Failure::usage(format!("`--budget {seconds}`: give a number of seconds above 0, such as 60"))),
        },
    };
    let ours = stop.clone();
    let mut pressed = false;
    let told = ctrlc::set_handler(move || {
        if std::mem::replace(&mut pressed, true) {
            std::process::exit(i32::from(Exit::Incomplete as u8));
        }
        ours.interrupt();
    });
    told.map(|()| stop).map_err(|error| Failure::Bug(format!("Ctrl-C cannot be heard: {error}")))
}

/// Asks a guard about one policy, by so many processes at once; whoever waits is told how far it is.
pub(crate) fn asked(source: &Source, jobs: u64, about: (Policy, &Profile), plan: &Plan) -> Result<Report, Failure> {
    let mut pace = Pace::begin();
    let report = check_with_jobs(|| source.subject(), jobs, about, plan, &mut |done, total| pace.tell(done, total));
    pace.end();
    report
}

/// What becomes of the reports of one command.
struct Delivery<'a> {
    args: &'a CheckArgs,
    /// Files with their forms.
    files: Vec<(&'a Path, Format)>,
    /// Printed as one document when there are no more.
    waiting: Vec<Report>,
}

impl<'a> Delivery<'a> {
    /// Whether the files can be written in a form is known before anything is asked.
    fn new(args: &'a CheckArgs) -> Result<Self, Failure> {
        let files = args.report.iter().map(|path| form::of_file(path).map(|format| (path.as_path(), format))).collect::<Result<_, _>>()?;
        Ok(Self { args, files, waiting: Vec::new() })
    }

    /// Writes a report, and prints it or keeps it to be printed with the others.
    fn add(&mut self, report: Report, part: Option<&str>) -> Result<(), Failure> {
        self.write(&report, part)?;
        match self.args.format {
            Format::Json | Format::Terminal => form::show(self.args.format, &[report], self.args.denying.deny()),
            Format::Badge | Format::Html | Format::Junit | Format::Md | Format::Tap => {
                self.waiting.push(report);
                Ok(())
            }
        }
    }

    /// Writes the files that are wanted; `part` tells several reports of one command apart.
    fn write(&self, report: &Report, part: Option<&str>) -> Result<(), Failure> {
        let deny = self.args.denying.deny();
        for (path, format) in &self.files {
            let path = part.map_or_else(|| path.to_path_buf(), |part| path.with_file_name(parted(path, part)));
            write(&path, &form::text(*format, report, deny)?)?;
        }
        if let Some(dir) = &self.args.save {
            let beyond: Vec<&str> = beyond_vectors(report).map(|finding| finding.rule.as_str()).collect();
            if !beyond.is_empty() {
                warn(&format!("{} is not saved: it takes the same run twice in one process, and a vector is one run", beyond.join(", ")));
            }
            match to_vectors(report) {
                Some(text) => write(&dir.join(format!("{}.json", report.policy)), &text)?,
                None if report.findings.len() == beyond.len() => {}
                None => warn(&format!("nothing is saved: there are no vectors of policy {}", report.policy)),
            }
        }
        Ok(())
    }

    fn end(self) -> Result<(), Failure> {
        if self.waiting.is_empty() { Ok(()) } else { form::show(self.args.format, &self.waiting, self.args.denying.deny()) }
    }
}

/// A line for the person, besides what is printed.
fn warn(line: &str) {
    let _ = writeln!(anstream::stderr(), "loopspec: {line}");
}

/// `report.json` becomes `report.no-progress.json`.
fn parted(path: &Path, part: &str) -> OsString {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(".");
    name.push(part);
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    name
}
