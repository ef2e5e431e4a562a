//! Standard output, and words for it.

use std::io::Write;
use std::path::Path;

use crate::exit::Failure;

/// Prints to standard output; a reader that went away is no failure.
pub(crate) fn print(text: &str) {
    let mut out = anstream::stdout();
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
}

/// A command as a shell takes it.
pub(crate) fn shell_words(words: &[String]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |char: char| char.is_ascii_alphanumeric() || "-_./=:@%+,".contains(char);
    if !word.is_empty() && word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// Writes a file; an error says which.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::usage(format!("{} cannot be written: {error}", path.display()));
    std::fs::write(path, text).map_err(failed)
}
