//! What goes over the pipes, well-formed or not.

use std::io::Write;
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

/// One answer on its line.
pub(crate) fn answer(answer: &Value) {
    write(format!("{answer}\n").as_bytes());
}

/// Bytes as they are; a kit that went away ends the process.
pub(crate) fn write(bytes: &[u8]) {
    let mut out = std::io::stdout().lock();
    if out.write_all(bytes).and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

/// A line of this length, and then silence.
pub(crate) fn megabytes(count: usize) {
    for _ in 0..count {
        write(&vec![b'x'; 1 << 20]);
    }
    write(b"\n");
}

/// An answer whose event holds 100,000 lists in each other.
pub(crate) fn deep(id: u64) -> Vec<u8> {
    let (open, close) = ("[".repeat(100_000), "]".repeat(100_000));
    format!("{{\"id\":{id},\"ok\":[{{\"events\":[{{\"inner\":{open}{close}}}]}}]}}\n").into_bytes()
}

/// A few bytes at a time.
pub(crate) fn dribble(answer: &Value) {
    for chunk in format!("{answer}\n").as_bytes().chunks(25) {
        write(chunk);
        sleep(Duration::from_millis(2));
    }
}

/// A megabyte that is no text and has no line end.
pub(crate) fn flood_stderr() {
    let mut err = std::io::stderr().lock();
    let _ = err.write_all(&vec![0xfe; 1 << 20]);
}
