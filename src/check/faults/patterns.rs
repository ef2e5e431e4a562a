//! Patterns that match wrongly.

/// What a matcher gets wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PatternFault {
    AnyStopsAtLineBreak,
    FoldsCase,
    IgnoresInfix,
    IgnoresPrefix,
    IgnoresSuffix,
    NotAnchored,
    StarIsLiteral,
}

/// Whether a pattern matches a whole name; by definition, not by the reference's algorithm.
pub(super) fn matches(fault: Option<PatternFault>, pattern: &str, name: &str) -> bool {
    use PatternFault as F;
    let (pattern, name) =
        if fault == Some(F::FoldsCase) { (pattern.to_lowercase(), name.to_lowercase()) } else { (pattern.to_owned(), name.to_owned()) };
    let stars = pattern.matches('*').count();
    match fault {
        Some(F::StarIsLiteral) if stars == pattern.len() && stars > 0 => return pattern == name,
        Some(F::IgnoresPrefix) if stars == 1 && pattern.len() > 1 && pattern.ends_with('*') => return pattern == name,
        Some(F::IgnoresSuffix) if stars == 1 && pattern.len() > 1 && pattern.starts_with('*') => return pattern == name,
        Some(F::IgnoresInfix)
            if stars > 0 && !(stars == 1 && (pattern.starts_with('*') || pattern.ends_with('*'))) && stars < pattern.len() =>
        {
            return pattern == name;
        }
        Some(F::NotAnchored) if stars == 0 && !pattern.is_empty() => return name.contains(&pattern),
        _ => {}
    }
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    // By the table of which beginning of the pattern matches which beginning of the name.
    let mut row = vec![false; name.len() + 1];
    row[0] = true;
    for token in pattern {
        let mut next = vec![false; name.len() + 1];
        for at in 0..=name.len() {
            next[at] = if token == '*' {
                let crossing = at > 0 && next[at - 1] && !(fault == Some(F::AnyStopsAtLineBreak) && name[at - 1] == '\n');
                row[at] || crossing
            } else {
                at > 0 && row[at - 1] && name[at - 1] == token
            };
        }
        row = next;
    }
    row[name.len()]
}
