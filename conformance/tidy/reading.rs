//! Reads Rust as far as the checks of `tidy` need it: modules, paths, re-exports.

use std::collections::BTreeMap;

pub(super) fn is_facade(path: &str) -> bool {
    path.ends_with("/mod.rs") || path == "src/lib.rs"
}

pub(super) fn extension(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(_, extension)| extension)
}

/// The folder of the crate root that a file belongs to: the library's or a program's.
pub(super) fn crate_root(path: &str) -> &str {
    let program = path.strip_prefix("src/bin/").and_then(|rest| rest.find('/'));
    program.map_or("src/", |end| &path[..="src/bin/".len() + end])
}

/// A file's module path within its crate.
pub(super) fn module(path: &str) -> Vec<String> {
    let inner = path.strip_prefix(crate_root(path)).unwrap_or(path).trim_end_matches(".rs");
    let mut parts: Vec<String> = inner.split('/').map(str::to_owned).collect();
    if parts.last().is_some_and(|last| last == "mod" || (parts.len() == 1 && (last == "lib" || last == "main"))) {
        parts.pop();
    }
    parts
}

/// Every path of a file that begins with `crate`, `super` or `self`, from the crate's root.
pub(super) fn paths(path: &str, text: &str) -> Vec<Vec<String>> {
    let tokens = tokens(&code_only(text));
    let (mut found, mut inline, mut depth, mut at) = (Vec::new(), Vec::<(usize, String)>::new(), 0usize, 0);
    while at < tokens.len() {
        match tokens[at].as_str() {
            "{" => depth += 1,
            "}" => {
                depth = depth.saturating_sub(1);
                inline.retain(|&(outer, _)| outer < depth);
            }
            "mod" if tokens.get(at + 2).is_some_and(|next| next == "{") => inline.push((depth, tokens[at + 1].clone())),
            "crate" | "super" | "self" if at == 0 || tokens[at - 1] != "::" => {
                let mut written = Vec::new();
                at = expand(&tokens, at, &[], &mut written);
                let here: Vec<String> = module(path).into_iter().chain(inline.iter().map(|(_, name)| name.clone())).collect();
                found.extend(written.into_iter().filter(|path| path.len() > 1).map(|path| absolute(&here, path)));
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Names that a facade re-exports, with the paths from the crate's root that they stand for.
pub(super) fn re_exports(path: &str, text: &str) -> BTreeMap<String, Vec<String>> {
    let tokens = tokens(&code_only(text));
    let mut names = BTreeMap::new();
    for at in (1..tokens.len()).filter(|&at| tokens[at - 1] == "use") {
        let mut written = Vec::new();
        let end = expand(&tokens, at, &[], &mut written);
        let renamed = tokens[at..end].windows(3).filter(|window| window[1] == "as").map(|window| (window[0].clone(), window[2].clone()));
        let renamed: BTreeMap<String, String> = renamed.collect();
        for target in written {
            let Some(last) = target.iter().rev().find(|part| *part != "self") else { continue };
            names.insert(renamed.get(last).unwrap_or(last).clone(), absolute(&module(path), target.clone()));
        }
    }
    names
}

/// Modules that a file declares, as paths from the crate's root.
pub(super) fn declared(path: &str, text: &str) -> Vec<Vec<String>> {
    let tokens = tokens(&code_only(text));
    let names = tokens.windows(3).filter(|window| window[0] == "mod" && window[2] == ";").map(|window| window[1].clone());
    names.map(|name| module(path).into_iter().chain([name]).collect()).collect()
}

fn absolute(here: &[String], path: Vec<String>) -> Vec<String> {
    let mut full = if path.first().is_some_and(|first| first == "crate") { Vec::new() } else { here.to_vec() };
    for part in path {
        match part.as_str() {
            "crate" | "self" => {}
            "super" => drop(full.pop()),
            _ => full.push(part),
        }
    }
    full
}

/// Reads a path or a tree of paths from `at`; answers the place behind it.
fn expand(tokens: &[String], mut at: usize, prefix: &[String], found: &mut Vec<Vec<String>>) -> usize {
    let mut path = prefix.to_vec();
    while let Some(token) = tokens.get(at) {
        if token == "{" && path.len() > prefix.len() {
            at += 1;
            while tokens.get(at).is_some_and(|token| token != "}") {
                at = expand(tokens, at, &path, found);
                at += usize::from(tokens.get(at).is_some_and(|token| token == ","));
            }
            return at + 1;
        }
        if !(token == "*" || token.starts_with(|c: char| c.is_alphabetic() || c == '_')) {
            break;
        }
        path.push(token.clone());
        at += 1;
        if tokens.get(at).is_none_or(|next| next != "::") {
            break;
        }
        at += 1;
    }
    found.push(path);
    // A step forward in any case, so that what is no path cannot hold the reader up.
    let end = at + if tokens.get(at).is_some_and(|next| next == "as") { 2 } else { 0 };
    end.max(at).min(tokens.len())
}

/// Words, `::` and single characters, attributes left out.
pub(super) fn tokens(code: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let length = if word > 0 {
            word
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        if first == '#' && (rest.starts_with("#[") || rest.starts_with("#![")) {
            let mut open = 0;
            let end = rest.find(|c: char| {
                open += i32::from(c == '[') - i32::from(c == ']');
                c == ']' && open == 0
            });
            rest = rest[end.map_or(rest.len(), |end| end + 1)..].trim_start();
            continue;
        }
        tokens.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    tokens
}

/// The text without comments and without what stands in string and character literals.
pub(super) fn code_only(text: &str) -> String {
    let (mut code, mut rest) = (String::new(), text);
    while let Some(first) = rest.chars().next() {
        let raw = ["r#\"", "r\"", "r##\"", "br\"", "br#\""]
            .iter()
            .find(|open| rest.starts_with(**open) && !code.ends_with(|c: char| c.is_alphanumeric()));
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            comment(rest)
        } else if let Some(open) = raw {
            let close = format!("\"{}", "#".repeat(open.matches('#').count()));
            rest[open.len()..].find(&close).map_or(rest.len(), |at| open.len() + at + close.len())
        } else if first == '"' {
            literal(rest, '"')
        } else if first == '\'' && (rest[1..].starts_with('\\') || rest[1..].chars().nth(1) == Some('\'')) {
            literal(rest, '\'')
        } else {
            code.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        };
        code.push(' ');
        rest = &rest[length..];
    }
    code
}

fn comment(text: &str) -> usize {
    let (mut at, mut open) = (0, 0);
    while at < text.len() {
        let step = match text.as_bytes()[at..] {
            [b'/', b'*', ..] => (2, 1),
            [b'*', b'/', ..] => (2, -1),
            _ => (1, 0),
        };
        at += step.0;
        open += step.1;
        if open == 0 {
            break;
        }
    }
    at
}

fn literal(text: &str, quote: char) -> usize {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|&(_, c)| {
        let ends = c == quote && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}
