//! Patterns of tool names against the plainest matcher there is.

use loopspec::policy::pattern::Pattern;

/// A pattern and a name, with a line break between them.
pub fn pattern(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (pattern, name) = text.split_once('\n').unwrap_or((&text, ""));
    if pattern.len() * name.len() > 1 << 16 {
        return;
    }
    assert_eq!(Pattern::new(pattern).matches(name), naive(pattern, name), "{pattern:?} on {name:?}");
}

/// By the definition: which prefixes of the name does each prefix of the pattern match?
fn naive(pattern: &str, name: &str) -> bool {
    let name: Vec<char> = name.chars().collect();
    let mut matched = vec![false; name.len() + 1];
    matched[0] = true;
    for part in pattern.chars() {
        let before = matched.clone();
        for at in 0..=name.len() {
            matched[at] = match part {
                '*' => before[..=at].contains(&true),
                _ => at > 0 && before[at - 1] && name[at - 1] == part,
            };
        }
    }
    matched[name.len()]
}
