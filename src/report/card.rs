//! The behaviour card in lines that are read in ten seconds.

use crate::check::{Card, CardLine, Deed, Relation, Stimulus};

/// The card, a line a stimulus; neighbours that behave alike share one.
pub fn card_lines(card: &Card) -> Vec<String> {
    let mut groups: Vec<(Vec<Stimulus>, String)> = Vec::new();
    for line in &card.lines {
        let does = does(line);
        match groups.last_mut() {
            Some((stimuli, known)) if *known == does && follows(stimuli, line.stimulus) => stimuli.push(line.stimulus),
            _ => groups.push((vec![line.stimulus], does)),
        }
    }
    let rows: Vec<(String, String)> = groups.into_iter().map(|(stimuli, does)| (names(&stimuli), does)).collect();
    aligned(rows.into_iter().chain(relations(card)).chain(identity(card)))
}

/// The card in a few lines: what the guard acts on, what it is silent on, what it counts on through.
pub(super) fn short_card_lines(card: &Card) -> Vec<String> {
    let mut groups: Vec<(Vec<Stimulus>, String)> = Vec::new();
    for line in card.lines.iter().filter(|line| line.unmeasured.is_none()) {
        let does = does(line);
        match groups.iter_mut().find(|(_, known)| *known == does) {
            Some((stimuli, _)) => stimuli.push(line.stimulus),
            None => groups.push((vec![line.stimulus], does)),
        }
    }
    groups.sort_by_key(|(_, does)| does == NOTHING);
    let mut lines = Vec::new();
    for (stimuli, does) in groups {
        let text = format!("{does}: {}", names(&stimuli));
        lines.extend(wrapped(&text, 120));
    }
    lines.extend(relations(card).into_iter().flat_map(|(name, text)| wrapped(&format!("{name}: {text}"), 120)));
    lines
}

const NOTHING: &str = "does nothing";

/// Whether a stimulus may share a line with those before it: the same call, or a control.
fn follows(stimuli: &[Stimulus], next: Stimulus) -> bool {
    stimuli.last().is_some_and(|last| (last.is_control() && next.is_control()) || (last.is_same_call() && next.is_same_call()))
}

/// Several stimuli in one phrase.
fn names(stimuli: &[Stimulus]) -> String {
    let covers =
        |kind: fn(Stimulus) -> bool| Stimulus::ALL.into_iter().filter(|stimulus| kind(*stimulus)).all(|one| stimuli.contains(&one));
    let (mut text, mut head) = (String::new(), "");
    let (calls, controls) = (covers(Stimulus::is_same_call), covers(Stimulus::is_control));
    let told = stimuli.iter().filter(|one| !(calls && one.is_same_call() || controls && one.is_control()));
    if calls {
        text.push_str("same call, any result");
    }
    for stimulus in told {
        let words = stimulus.words();
        let (own, rest) = words.split_once(": ").or_else(|| words.split_once(", ")).unwrap_or(("", words));
        if !text.is_empty() {
            text.push_str(", ");
        }
        text.push_str(if own.is_empty() || own != head { words } else { rest });
        head = own;
    }
    if controls {
        text.push_str(if text.is_empty() { "no call twice" } else { ", no call twice" });
    }
    text
}

/// What a guard did, in words.
pub(super) fn does(line: &CardLine) -> String {
    if let Some(reason) = &line.unmeasured {
        return format!("– ({reason})");
    }
    if line.does.is_empty() {
        return NOTHING.to_owned();
    }
    // Deeds that always come together are one phrase.
    let mut phrases: Vec<(Vec<Deed>, &[u32])> = Vec::new();
    for (deed, at) in &line.does {
        match phrases.iter_mut().find(|(_, known)| known == at) {
            Some((deeds, _)) => deeds.push(*deed),
            None => phrases.push((vec![*deed], at)),
        }
    }
    phrases.sort_by_key(|(_, at)| at.first().copied());
    let phrase = |(deeds, at): (Vec<Deed>, &[u32])| {
        let deeds: Vec<&str> = deeds.into_iter().map(Deed::words).collect();
        format!("{} {}", deeds.join(" and "), places(line, at))
    };
    phrases.into_iter().map(phrase).collect::<Vec<_>>().join(", ")
}

fn places(line: &CardLine, at: &[u32]) -> String {
    let first = at.first().copied().unwrap_or_default();
    if line.stimulus == Stimulus::Copies {
        return format!("from {first} {} on", if first == 1 { "copy" } else { "copies" });
    }
    let last = at.last().copied().unwrap_or_default();
    let ongoing = at.len() > 1 && at.windows(2).all(|two| two[1] == two[0] + 1) && last == line.repeats;
    if ongoing {
        return format!("from the {} on", ordinal(first));
    }
    let shown: Vec<String> = at.iter().take(4).map(|at| ordinal(*at)).collect();
    match shown.as_slice() {
        [all @ .., end] if !all.is_empty() && at.len() <= 4 => format!("at the {} and {end}", all.join(", ")),
        _ if at.len() > 4 => format!("at the {} …", shown.join(", ")),
        _ => format!("at the {}", shown.join(", ")),
    }
}

fn ordinal(at: u32) -> String {
    let ending = match (at % 10, at % 100) {
        (1, n) if n != 11 => "st",
        (2, n) if n != 12 => "nd",
        (3, n) if n != 13 => "rd",
        _ => "th",
    };
    format!("{at}{ending}")
}

fn relations(card: &Card) -> Vec<(String, String)> {
    let row = |name: &str, belongs: fn(&Relation) -> bool| {
        let changes: Vec<&str> =
            card.relations.iter().filter(|relation| belongs(relation)).map(|relation| relation.change.words()).collect();
        (!changes.is_empty()).then(|| (name.to_owned(), changes.join(", ")))
    };
    let through = row("counts on through", Relation::counts_on);
    let early = row("acts already on", |relation| relation.early);
    let anew = row("does not count on through", Relation::counts_anew);
    through.into_iter().chain(early).chain(anew).collect()
}

fn identity(card: &Card) -> Option<(String, String)> {
    card.identity.as_ref().map(|text| ("identity".to_owned(), text.clone()))
}

/// Two columns; a long left cell stands above its right one.
fn aligned(rows: impl Iterator<Item = (String, String)>) -> Vec<String> {
    // So much take two stimuli in one phrase, such as "same call, same result, results change".
    const WIDTH: usize = 38;
    let mut lines = Vec::new();
    for (name, text) in rows {
        let mut texts = wrapped(&text, 84).into_iter();
        let mut names = wrapped(&name, WIDTH).into_iter().map(|name| name.trim_start().to_owned());
        loop {
            match (names.next(), texts.next()) {
                (None, None) => break,
                (name, text) => {
                    let (name, text) = (name.unwrap_or_default(), text.unwrap_or_default());
                    lines.push(format!("{name:WIDTH$}  {}", text.trim_start()).trim_end().to_owned());
                }
            }
        }
    }
    lines
}

/// A text in lines of at most `width` characters, broken at blanks; all but the first are indented.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!("  {word}")),
        }
    }
    lines
}
