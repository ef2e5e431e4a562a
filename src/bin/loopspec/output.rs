//! Standard output.

use std::io::Write;

/// Prints to standard output; a reader that went away is no failure.
pub(crate) fn print(text: &str) {
    let mut out = anstream::stdout();
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
}
