//! Two texts with what differs marked.

use anstyle::{AnsiColor, Style};
use similar::{ChangeTag, TextDiff};

const WANT: Style = AnsiColor::Green.on_default();
const GOT: Style = AnsiColor::Red.on_default();

/// `want` and `got`, each on a line, clipped around the first difference; a third line points at it.
pub(super) fn marked(want: &str, got: &str) -> Vec<String> {
    let (want, got) = (one_line(want), one_line(got));
    let common = want.chars().zip(got.chars()).take_while(|(one, other)| one == other).count();
    // Enough before the difference to see where it is, enough after it to see what it is.
    let from = common.saturating_sub(30);
    let window = |text: &str| {
        let shown: String = text.chars().skip(from).take(100).collect();
        let before = if from > 0 { "…" } else { "" };
        let after = if text.chars().count() > from + 100 { "…" } else { "" };
        format!("{before}{shown}{after}")
    };
    let (want, got) = (window(&want), window(&got));
    let pointer = " ".repeat(common - from + usize::from(from > 0));
    let diff = TextDiff::from_chars(want.as_str(), got.as_str());
    let side = |tag: ChangeTag, style: Style| -> String {
        diff.iter_all_changes()
            .filter(|change| change.tag() == tag || change.tag() == ChangeTag::Equal)
            .map(|change| if change.tag() == tag { format!("{style}{}{style:#}", change.value()) } else { change.value().to_string() })
            .collect()
    };
    vec![format!("want  {}", side(ChangeTag::Delete, WANT)), format!("got   {}", side(ChangeTag::Insert, GOT)), format!("      {pointer}^")]
}

fn one_line(text: &str) -> String {
    text.replace('\n', "\\n")
}
