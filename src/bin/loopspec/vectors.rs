//! `loopspec vectors list` and `loopspec vectors export`.

use std::fs;
use std::path::Path;

use loopspec::check::vectors::{embedded_files, embedded_pairs, embedded_vectors};
use loopspec::rule;

use crate::args::VectorsCommand;
use crate::exit::{Exit, Failure};
use crate::explain;
use crate::output::print;

pub(crate) fn run(command: &VectorsCommand) -> Result<Exit, Failure> {
    match command {
        VectorsCommand::List { rule } => list(rule.as_deref()),
        VectorsCommand::Export { dir } => export(dir),
    }
}

fn list(rule: Option<&str>) -> Result<Exit, Failure> {
    let rule = rule.map(|id| rule::get(id).ok_or_else(|| explain::unknown(id))).transpose()?;
    let wanted = |rules: &[&'static str]| rule.is_none_or(|rule| rules.contains(&rule.id));
    let vectors = embedded_vectors().map_err(|error| Failure::Bug(error.to_string()))?;
    let pairs = embedded_pairs().map_err(|error| Failure::Bug(error.to_string()))?;
    let vectors =
        vectors.iter().filter(|vector| wanted(&vector.rules)).map(|vector| (vector.name(), vector.rules[0], vector.title.clone()));
    let pairs = pairs.iter().filter(|pair| wanted(&[pair.rule])).map(|pair| (format!("pair {}", pair.id), pair.rule, pair.title.clone()));
    print(&vectors.chain(pairs).map(|(name, rule, title)| format!("{name:52}  {rule:32}  {title}\n")).collect::<String>());
    Ok(Exit::Conformant)
}

fn export(dir: &Path) -> Result<Exit, Failure> {
    let failed = |path: &Path, error: std::io::Error| Failure::Usage(format!("{} cannot be written: {error}", path.display()));
    let mut files = 0;
    for (path, text) in embedded_files() {
        let path = dir.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|error| failed(parent, error))?;
        }
        fs::write(&path, text).map_err(|error| failed(&path, error))?;
        files += 1;
    }
    print(&format!("{files} files in {}\n", dir.display()));
    Ok(Exit::Conformant)
}
