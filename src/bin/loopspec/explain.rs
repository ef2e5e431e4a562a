//! `loopspec explain RULE`, and the pages that a writer of an adapter needs.

use std::fmt::Write;

use loopspec::check::vectors::{embedded_pairs, embedded_vectors};
use loopspec::rule;

use crate::exit::{Exit, Failure};
use crate::output::print;

/// The pages that are no rules.
const PAGES: [(&str, &str); 2] =
    [("protocol", include_str!("../../../spec/protocol.md")), ("recipes", include_str!("../../../spec/recipes.md"))];

pub(crate) fn run(id: &str) -> Result<Exit, Failure> {
    if let Some((_, page)) = PAGES.iter().find(|(name, _)| *name == id) {
        print(page);
        return Ok(Exit::Conformant);
    }
    let Some(rule) = rule::get(id) else { return list(id) };
    let vectors = embedded_vectors().map_err(|error| Failure::Bug(error.to_string()))?;
    let pairs = embedded_pairs().map_err(|error| Failure::Bug(error.to_string()))?;
    let mut out = String::new();
    let _ = writeln!(out, "{}  ({})\n", rule.id, rule.level);
    for line in rule.text.lines() {
        let _ = writeln!(out, "  {line}");
    }
    let _ = writeln!(out, "\n  defined in {}", rule.page);
    let asking =
        vectors.iter().filter(|vector| vector.rules.first() == Some(&rule.id)).map(|vector| (vector.name(), vector.title.as_str()));
    let asking: Vec<_> = asking
        .chain(pairs.iter().filter(|pair| pair.rule == rule.id).map(|pair| (format!("pair {}", pair.id), pair.title.as_str())))
        .collect();
    let _ = writeln!(out, "\n{}", if asking.is_empty() { "no vector can ask it; a probe judges it" } else { "asked by" });
    for (name, title) in asking {
        let _ = writeln!(out, "  {name}: {title}");
    }
    print(&out);
    Ok(Exit::Conformant)
}

/// The rules of a family, such as `repeat.reset`.
fn list(beginning: &str) -> Result<Exit, Failure> {
    let family: Vec<_> =
        rule::all().iter().filter(|rule| rule.id.strip_prefix(beginning).is_some_and(|rest| rest.starts_with('.'))).collect();
    if family.is_empty() {
        return Err(unknown(beginning));
    }
    print(&family.iter().map(|rule| format!("{:34}  {:11}  {}\n", rule.id, rule.level.name(), rule.title)).collect::<String>());
    Ok(Exit::Conformant)
}

/// The error for a rule that the spec does not have.
pub(crate) fn unknown(id: &str) -> Failure {
    Failure::Usage(no_rule(id))
}

/// Which rules may have been meant.
pub(crate) fn no_rule(id: &str) -> String {
    let near = rule::suggest(id);
    let hint = if near.is_empty() {
        "`loopspec explain repeat` lists those of one kind".to_owned()
    } else {
        format!("did you mean {}?", near.join(", "))
    };
    format!("the spec has no rule `{id}`; {hint}")
}
