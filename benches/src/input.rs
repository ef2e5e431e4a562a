//! The inputs, made the same way everywhere and pinned by a hash in `tests/inputs.rs`; the unfavourable ones included.

/// A JSON value by its spelling.
#[derive(Clone, Debug)]
enum Json {
    List(Vec<Json>),
    /// A number or a word, as it stands.
    Literal(String),
    Object(Vec<(String, Json)>),
    Text(String),
    /// The inside of a string, as it stands.
    Spelled(String),
}

/// One input and what may come after it.
#[derive(Clone, Debug)]
pub struct Input {
    /// What it is.
    pub name: &'static str,
    /// The text, without white space.
    pub text: String,
    /// Another first value.
    pub first_differs: String,
    /// Another last value.
    pub last_differs: String,
    /// The same value with white space.
    pub respaced: String,
    /// The same value with the members of every object in another order.
    pub reordered: String,
}

impl Input {
    fn new(name: &'static str, json: &Json) -> Input {
        let changed = |last: bool| {
            let mut json = json.clone();
            change(&mut json, last);
            spell(&json, Spelling::Compact)
        };
        Input {
            name,
            text: spell(json, Spelling::Compact),
            first_differs: changed(false),
            last_differs: changed(true),
            respaced: spell(json, Spelling::Spaced),
            reordered: spell(json, Spelling::Reordered),
        }
    }
}

/// All inputs.
pub fn inputs() -> Vec<Input> {
    let object = |members: Vec<(&str, Json)>| Json::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect());
    let number = |number: u64| Json::Literal(number.to_string());
    let text = |text: &str| Json::Text(text.to_owned());
    let mut chance = Chance(20_260_727);
    let small = object(vec![("path", text("src/identity/key.rs")), ("offset", number(1200)), ("limit", number(80))]);
    let typical = object(vec![
        ("query", text("fn walk(a: &[u8], b: &[u8])")),
        (
            "filters",
            object(vec![
                ("language", text("rust")),
                ("paths", Json::List(vec![text("src/**"), text("benches/**")])),
                ("max_depth", number(12)),
            ]),
        ),
        (
            "options",
            object(vec![
                ("case_sensitive", Json::Literal("true".into())),
                ("context_lines", number(3)),
                ("timeout_seconds", Json::Literal("2.5".into())),
            ]),
        ),
        ("cursor", Json::Literal("null".into())),
        ("reason", text("find where two texts are compared, and in which order, and what each step costs")),
    ]);
    let shell = object(vec![
        ("command", Json::Text(shell(&mut chance))),
        ("timeout", number(120_000)),
        ("background", Json::Literal("false".into())),
    ]);
    let source = object(vec![("path", text("src/lib.rs")), ("content", Json::Text(source(&mut chance)))]);
    let prose = object(vec![("path", text("notes.txt")), ("content", Json::Text(words(&mut chance, 64 * 1024 - 40)))]);
    let keys = (0..20_000)
        .map(|at| (format!("item_{:05}", at * 7_919 % 20_000), object(vec![("n", number(at)), ("ok", Json::Literal("true".into()))])));
    let keys = Json::Object(keys.collect());
    let numbers = Json::List((0..4_000).map(|_| Json::Literal(chance.number())).collect());
    let numbers = object(vec![("unit", text("s")), ("values", numbers)]);
    let deep = (0..100).fold(number(1), |inner, _| object(vec![("name", text("level")), ("child", inner), ("also", number(7))]));
    let prefixed =
        Json::Object((0..200).map(|at| (format!("a_rather_long_common_prefix_of_names_{:03}", at * 77 % 200), number(at))).collect());
    let escapes = (0..4_000).map(|_| ["\\u00e9", "\\n", "\\\"", "x", "\\ud83d\\ude00"][chance.below(5)]).collect();
    let escapes = object(vec![("text", Json::Spelled(escapes)), ("n", number(1))]);
    vec![
        Input::new("55 B", &small),
        Input::new("295 B nested", &typical),
        Input::new("1 KB shell command", &shell),
        Input::new("64 KB source file", &source),
        Input::new("64 KB without escapes", &prose),
        Input::new("689 KB, 20,000 keys", &keys),
        Input::new("4,000 numbers", &numbers),
        Input::new("100 levels", &deep),
        Input::new("200 long names", &prefixed),
        Input::new("escapes only", &escapes),
    ]
}

/// Splitmix64: the same inputs on every machine.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// A number that every reader takes as binary64 without loss, in one of several layouts.
    fn number(&mut self) -> String {
        let (whole, fraction) = (self.below(100_000), self.below(1000));
        match self.below(4) {
            0 => format!("{whole}"),
            1 => format!("-{whole}.{fraction:03}5"),
            2 => format!("{whole}.{fraction:03}1"),
            _ => format!("{}.{fraction:03}7e-{}", 1 + self.below(9), 1 + self.below(20)),
        }
    }
}

fn words(chance: &mut Chance, length: usize) -> String {
    const WORDS: [&str; 12] = ["call", "guard", "the", "of", "result", "again", "loop", "never", "round", "a", "value", "ends"];
    let mut text = String::new();
    while text.len() < length {
        text.push_str(WORDS[chance.below(WORDS.len())]);
        text.push(' ');
    }
    text.truncate(length);
    text
}

fn shell(chance: &mut Chance) -> String {
    let mut text = String::from("set -e\ncd \"$HOME/project\" && grep -rn 'fn \\w\\+' src | awk -F: '{print $1}' | sort -u\n");
    while text.len() < 900 {
        let word = words(chance, 18);
        text.push_str(&format!("printf '%s\\n' \"{word}\" >> notes/{}.txt\n", chance.below(100)));
    }
    text
}

fn source(chance: &mut Chance) -> String {
    let mut text = String::new();
    while text.len() < 62 * 1024 {
        let (name, says) = (words(chance, 9).replace(' ', "_"), words(chance, 50));
        text.push_str(&format!(
            "/// {says}\nfn {name}_{}(text: &str) -> Option<usize> {{\n    let at = text.find(\"{}\")?;\n    Some(at + {})\n}}\n\n",
            chance.below(1000),
            words(chance, 6),
            chance.below(100)
        ));
    }
    text
}

/// Changes the meaning of the first or last value.
fn change(json: &mut Json, last: bool) {
    let at = |length: usize| if last { length - 1 } else { 0 };
    match json {
        Json::List(items) => {
            let at = at(items.len());
            change(&mut items[at], last);
        }
        Json::Object(members) => {
            let at = at(members.len());
            change(&mut members[at].1, last);
        }
        Json::Literal(literal) if literal.starts_with(['t', 'f', 'n']) => *literal = "7".to_owned(),
        Json::Literal(literal) => literal.insert(usize::from(literal.starts_with('-')), '1'),
        Json::Text(text) | Json::Spelled(text) => text.push('!'),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Spelling {
    Compact,
    Reordered,
    Spaced,
}

fn spell(json: &Json, spelling: Spelling) -> String {
    let mut out = String::new();
    write(&mut out, json, spelling);
    out
}

/// Recursion is bounded by the hundred levels that are made.
fn write(out: &mut String, json: &Json, spelling: Spelling) {
    let space = if spelling == Spelling::Spaced { " " } else { "" };
    match json {
        Json::List(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                out.push_str(if at > 0 { space } else { "" });
                write(out, item, spelling);
            }
            out.push(']');
        }
        Json::Literal(literal) => out.push_str(literal),
        Json::Object(members) => {
            let mut order: Vec<usize> = (0..members.len()).collect();
            if spelling == Spelling::Reordered {
                order.reverse();
                let length = order.len();
                order.rotate_left(length / 3);
            }
            out.push('{');
            for (at, &member) in order.iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                out.push_str(if at > 0 { space } else { "" });
                string(out, &members[member].0);
                out.push(':');
                out.push_str(space);
                write(out, &members[member].1, spelling);
            }
            out.push('}');
        }
        Json::Spelled(inside) => {
            out.push('"');
            out.push_str(inside);
            out.push('"');
        }
        Json::Text(text) => string(out, text),
    }
}

fn string(out: &mut String, text: &str) {
    out.push('"');
    for char in text.chars() {
        match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            other => out.push(other),
        }
    }
    out.push('"');
}
