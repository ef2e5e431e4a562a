//! Published guards, each in a folder of `conformance/implementations`.

use std::path::{Path, PathBuf};

use loopspec::drive::Launch;
use serde::Deserialize;

use crate::embedded::Embedded;
use crate::exit::Failure;

const FOLDER: &str = "conformance/implementations";

/// `manifest.toml` of such a folder.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "a manifest speaks to people, too")]
struct Manifest {
    name: String,
    version: String,
    licence: String,
    language: String,
    policy: String,
    driven: String,
    description: String,
    install: Install,
    run: Vec<String>,
}

/// The commands that install a row, in its folder: one, or several in their order.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Install {
    One(Vec<String>),
    Several(Vec<Vec<String>>),
}

impl Install {
    fn commands(&self) -> &[Vec<String>] {
        match self {
            Self::One(command) => std::slice::from_ref(command),
            Self::Several(commands) => commands,
        }
    }

    /// As a person types it.
    fn words(&self) -> String {
        self.commands().iter().map(|command| command.join(" ")).collect::<Vec<_>>().join(" && ")
    }

    fn uses_npm(&self) -> bool {
        self.commands().iter().any(|command| command.first().is_some_and(|program| program == "npm"))
    }
}

/// How the guard of this name is started.
pub(crate) fn launch(name: &str) -> Result<Launch, Failure> {
    let folder = Path::new(FOLDER).join(name);
    let manifest = folder.join("manifest.toml");
    if !manifest.is_file() {
        return Err(unknown(name));
    }
    let text =
        std::fs::read_to_string(&manifest).map_err(|error| Failure::usage(format!("{} cannot be read: {error}", manifest.display())))?;
    let parsed: Manifest = toml::from_str(&text).map_err(|error| Failure::usage(format!("{}: {error}", manifest.display())))?;
    let Some((program, args)) = parsed.run.split_first() else {
        return Err(Failure::usage(format!("{}: `run` is empty; give the program and its arguments", manifest.display())));
    };
    // A program with a path (of a virtual environment, of a build) is one of the row's own.
    let own = program.contains('/').then(|| folder.join(program));
    let missing = own.as_ref().is_some_and(|program| !program.is_file());
    if missing || (parsed.install.uses_npm() && !folder.join("node_modules").is_dir()) {
        let install = parsed.install.words();
        return Err(Failure::usage(format!("`{name}` is not installed; run it once: (cd {} && {install})", folder.display())));
    }
    // Whether a relative program is looked up before or after the change of folder differs between systems.
    let program = match own {
        Some(program) => std::path::absolute(&program)
            .map_err(|error| Failure::usage(format!("{} cannot be found: {error}", program.display())))?
            .to_string_lossy()
            .into_owned(),
        None => program.clone(),
    };
    Ok(Launch::new(program, args.iter().cloned()).in_folder(folder))
}

/// The names that `check` takes.
fn known() -> Vec<String> {
    let mut names: Vec<String> = Embedded::ALL.iter().map(|guard| guard.name().to_owned()).collect();
    let rows = std::fs::read_dir(FOLDER).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut rows: Vec<PathBuf> = rows.filter(|path| path.join("manifest.toml").is_file()).collect();
    rows.sort();
    names.extend(rows.iter().filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned())));
    names
}

fn unknown(name: &str) -> Failure {
    let names = known().join(", ");
    Failure::usage(format!(
        "no guard is called `{name}`; there are {names}. A program of your own comes after `--`: loopspec check -- {name}"
    ))
}
