//! Published guards, each in a folder of `conformance/implementations`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use loopspec::drive::Launch;
use loopspec::report::PublishedGuard;
use serde::Deserialize;

use crate::embedded::Embedded;
use crate::exit::Failure;

const FOLDER: &str = "conformance/implementations";

/// `manifest.toml` of such a folder.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
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
    /// Minutes to install, so asked only on demand.
    #[serde(default)]
    heavy: bool,
    /// Addresses of reports to its authors, by rule.
    #[serde(default)]
    upstream: BTreeMap<String, String>,
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

/// A folder with its manifest.
pub(crate) struct Row {
    name: String,
    folder: PathBuf,
    manifest: Manifest,
}

impl Row {
    /// The row of this name.
    pub(crate) fn named(name: &str) -> Result<Self, Failure> {
        let folder = Path::new(FOLDER).join(name);
        let path = folder.join("manifest.toml");
        if !path.is_file() {
            return Err(unknown(name));
        }
        let text = std::fs::read_to_string(&path).map_err(|error| Failure::usage(format!("{} cannot be read: {error}", path.display())))?;
        let manifest: Manifest = toml_edit::de::from_str(&text).map_err(|error| Failure::usage(format!("{}: {error}", path.display())))?;
        if manifest.run.is_empty() {
            return Err(Failure::usage(format!("{}: `run` is empty; give the program and its arguments", path.display())));
        }
        Ok(Self { name: name.to_owned(), folder, manifest })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The policy that it is judged by.
    pub(crate) fn policy(&self) -> &str {
        &self.manifest.policy
    }

    /// Whether it takes minutes to install.
    pub(crate) fn is_heavy(&self) -> bool {
        self.manifest.heavy
    }

    /// What a matrix says of it.
    pub(crate) fn published(&self) -> PublishedGuard {
        let manifest = &self.manifest;
        PublishedGuard {
            package: manifest.name.clone(),
            version: manifest.version.clone(),
            licence: manifest.licence.clone(),
            language: manifest.language.clone(),
            driven: manifest.driven.clone(),
            description: manifest.description.clone(),
            install: manifest.install.words(),
            upstream: manifest.upstream.clone(),
        }
    }

    /// How it is started; a usage error where it is not installed.
    pub(crate) fn launch(&self) -> Result<Launch, Failure> {
        let Some((program, args)) = self.manifest.run.split_first() else { return Err(unknown(&self.name)) };
        // A program with a path (of a virtual environment, of a build) is one of the row's own.
        let own = program.contains('/').then(|| self.folder.join(program));
        let missing = own.as_ref().is_some_and(|program| !program.is_file());
        if missing || (self.manifest.install.uses_npm() && !self.folder.join("node_modules").is_dir()) {
            let install = self.manifest.install.words();
            return Err(Failure::usage(format!(
                "`{}` is not installed; run it once: (cd {} && {install})",
                self.name,
                self.folder.display()
            )));
        }
        // Whether a relative program is looked up before or after the change of folder differs between systems.
        let program = match own {
            Some(program) => std::path::absolute(&program)
                .map_err(|error| Failure::usage(format!("{} cannot be found: {error}", program.display())))?
                .to_string_lossy()
                .into_owned(),
            None => program.clone(),
        };
        Ok(Launch::new(program, args.iter().cloned()).in_folder(&self.folder))
    }

    /// Runs its install commands in its folder, after each was shown, unless they ran before; an error says which one failed.
    pub(crate) fn install(&self, show: &mut dyn FnMut(&str)) -> Result<(), Failure> {
        let stamp = self.folder.join(".installed");
        let wanted = format!("{} {}\n{}\n", self.manifest.name, self.manifest.version, self.manifest.install.words());
        if std::fs::read_to_string(&stamp).is_ok_and(|text| text == wanted) {
            return Ok(());
        }
        for command in self.manifest.install.commands() {
            let line = format!("(cd {} && {})", self.folder.display(), command.join(" "));
            let Some((program, args)) = command.split_first() else { continue };
            show(&line);
            let ran = Command::new(program).args(args).current_dir(&self.folder).stdin(Stdio::null()).stdout(std::io::stderr()).status();
            match ran {
                Ok(status) if status.success() => {}
                Ok(status) => return Err(Failure::Incomplete(format!("not installed: {line} ended with {status}"))),
                Err(error) => return Err(Failure::Incomplete(format!("not installed: {line} cannot be started: {error}"))),
            }
        }
        std::fs::write(&stamp, wanted).map_err(|error| Failure::usage(format!("{} cannot be written: {error}", stamp.display())))
    }
}

/// The folder of a row, where there is one of this name.
pub(crate) fn folder(name: &str) -> Option<PathBuf> {
    Some(Path::new(FOLDER).join(name)).filter(|folder| folder.is_dir())
}

/// The names of all rows, in order.
pub(crate) fn names() -> Vec<String> {
    let rows = std::fs::read_dir(FOLDER).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut names: Vec<String> = rows
        .filter(|path| path.join("manifest.toml").is_file())
        .filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
        .collect();
    names.sort();
    names
}

/// The names that `check` takes.
fn known() -> Vec<String> {
    let mut names: Vec<String> = Embedded::ALL.iter().map(|guard| guard.name().to_owned()).collect();
    names.extend(self::names());
    names
}

fn unknown(name: &str) -> Failure {
    let names = known().join(", ");
    Failure::usage(format!(
        "no guard is called `{name}`; there are {names}. A program of your own comes after `--`: loopspec check -- {name}"
    ))
}
