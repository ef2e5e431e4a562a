//! Everything that is read from outside: protocol lines, vector files, pairs, profiles, options.

use std::path::Path;

use loopspec::check::vectors::{parse_example, parse_pairs, parse_vectors};
use loopspec::drive::{Hello, Request, parse_answer};
use loopspec::step::{Action, Call, Case, Options, Outcome, Policy, Profile, Round, Step};

/// One text, read as each of them: an error is an answer, a panic is none.
pub fn wire(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let round = Round::new([(Call::new("c1", "look", "{}"), Some(Outcome::ok("rows")))]);
    let asked = Case { policy: Policy::RepeatReminder, steps: vec![Step::new(Action::Round(round))] };
    if let Err(error) = Hello::parse(text, 1) {
        assert!(!error.to_string().is_empty());
    }
    if let Err(error) = parse_answer(text, 1, &asked) {
        assert!(!error.to_string().is_empty());
    }
    let file = Path::new("vectors.json");
    for error in [parse_vectors(file, text).err(), parse_pairs(file, text).err()].into_iter().flatten() {
        assert!(!error.to_string().is_empty());
    }
    let _ = parse_example(text);
    let _ = serde_json::from_str::<Profile>(text).map(|profile| profile.effective(&Options::default()));
    let _ = serde_json::from_str::<Options>(text);
    if let Ok(case) = serde_json::from_str::<Case>(text) {
        let line = Request::case(1, &case).line();
        assert!(line.is_ascii() && !line.contains(['\n', '\r']), "one line: {line}");
        let again = serde_json::from_str::<serde_json::Value>(&line).and_then(|mut message| {
            message.as_object_mut().map(|message| (message.remove("id"), message.remove("op")));
            serde_json::from_value::<Case>(message)
        });
        assert_eq!(again.ok().as_ref(), Some(&case), "a request holds its case: {line}");
    }
}
