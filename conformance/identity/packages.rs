//! Test data of other packages, where cargo has put them: nothing is copied.

use std::io::Write;
use std::path::PathBuf;
use std::process::Command;

/// The folder of a package that `Cargo.toml` names, if cargo has it; else says why `test` is skipped.
pub(crate) fn folder(test: &str, package: &str) -> Option<PathBuf> {
    find(package).map_err(|why| skipped(test, &format!("no package {package}: {why}; `cargo fetch` brings it"))).ok()
}

/// Says, past the capture of output, that a test did not run.
pub(crate) fn skipped(test: &str, why: &str) {
    std::io::stderr().write_all(format!("SKIPPED {test}: {why}\n").as_bytes()).unwrap();
}

fn find(package: &str) -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let metadata = Command::new(cargo)
        .args(["metadata", "--format-version=1", "--offline", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .output()
        .map_err(|error| error.to_string())?;
    if !metadata.status.success() {
        // The first line says what is missing; the rest is about networks, which were not asked.
        let told = String::from_utf8_lossy(&metadata.stderr);
        let first = told.lines().find(|line| line.starts_with("error")).unwrap_or("cargo metadata failed");
        return Err(first.to_owned());
    }
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.stdout).map_err(|error| error.to_string())?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    let manifest = packages
        .iter()
        .find(|found| found["name"] == package)
        .and_then(|found| found["manifest_path"].as_str())
        .ok_or("cargo metadata does not list it")?;
    PathBuf::from(manifest).parent().map(PathBuf::from).ok_or_else(|| "its manifest has no folder".to_owned())
}
