//! Whether two observations are one (`progress.exact`, `progress.compare`).

use crate::identity::member_spans;

/// Byte for byte; where `ignored` names members and both texts are JSON objects, with these top-level members' values
/// cut out of both (every occurrence; a member that only one of them has stays a difference, since its name stays).
pub fn same_observation(one: &str, other: &str, ignored: &[&str]) -> bool {
    if one == other {
        return true;
    }
    if ignored.is_empty() {
        return false;
    }
    match (without(one, ignored), without(other, ignored)) {
        (Some(one), Some(other)) => one == other,
        _ => false,
    }
}

fn without(text: &str, ignored: &[&str]) -> Option<Vec<u8>> {
    let bytes = text.as_bytes();
    let mut kept = Vec::with_capacity(bytes.len());
    let mut from = 0;
    for (name, span) in member_spans(bytes)? {
        if ignored.contains(&name.as_str()) {
            kept.extend_from_slice(&bytes[from..span.start]);
            // A byte that valid UTF-8 never holds marks the cut, so that nothing else can look like it.
            kept.push(0xFF);
            from = span.end;
        }
    }
    kept.extend_from_slice(&bytes[from..]);
    Some(kept)
}
