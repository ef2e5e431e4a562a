//! Every text that the models print, pinned: a changed byte is a changed reminder.

use loopspec::identity::{Escapes, Spacing, Style, canonical};
use loopspec::policy::Reference;
use loopspec::policy::repeat::{SHORT, detailed, preview};
use loopspec::step::{Action, Call, Case, Choices, Options, Outcome, Policy, Profile, Reply, Round, Step};

/// What policy A says at a count of calls with these arguments.
fn reminder(tool: &str, args: &[u8], count: usize, options: Options, choices: Choices) -> String {
    let round = Step::new(Action::Round(Round::new([(Call::new("c1", tool, args), Some(Outcome::ok("rows")))])));
    let mut steps = vec![Step::new(Action::Open(options))];
    steps.extend(std::iter::repeat_n(round, count));
    let profile = Profile { choices, ..Profile::default() };
    let decisions = Reference::decide(&Case { policy: Policy::RepeatReminder, steps }, &profile).expect("repeat-reminder has a model");
    match &decisions.last().expect("a case has steps").reply {
        Reply::Facts(facts) => facts.notices.iter().map(|notice| notice.text.clone()).collect::<Vec<_>>().join("\n---\n"),
        other => format!("{other:?}"),
    }
}

/// The line of a detailed reminder that quotes the arguments.
fn quoted(args: &[u8], preview_chars: Option<i64>) -> String {
    let options = Options { thresholds: Some(vec![2, 3]), preview_chars, ..Options::default() };
    let text = reminder("look", args, 3, options, Choices::default());
    let line = text.lines().find_map(|line| line.strip_prefix("- arguments: ")).expect("a detailed reminder quotes the arguments");
    // Long runs of one letter are folded, so that a person can read the snapshot.
    line.replace(&"x".repeat(480), "<480 x>")
}

fn fill(chars: usize) -> Vec<u8> {
    // {"a":"…"} is eight characters besides the filling.
    format!("{{\"a\":\"{}\"}}", "x".repeat(chars - 8)).into_bytes()
}

#[test]
fn the_short_and_the_detailed_reminder_are_the_pinned_ones() {
    insta::assert_snapshot!("short", reminder("run_sql", b"{}", 3, Options::default(), Choices::default()));
    let args = br#"{"q":"select count(*) from events","limit":100}"#;
    insta::assert_snapshot!("detailed", reminder("run_sql", args, 5, Options::default(), Choices::default()));
    assert_eq!(reminder("run_sql", b"{}", 3, Options::default(), Choices::default()), SHORT);
}

#[test]
fn the_quoted_arguments_are_cut_after_the_limit_and_say_how_much_is_left_out() {
    let lines: Vec<String> = [499, 500, 501].into_iter().map(|chars| format!("{chars}: {}", quoted(&fill(chars), None))).collect();
    insta::assert_snapshot!("preview_default_at_499_500_501", lines.join("\n"));
    let args = br#"{"a":"xyz"}"#;
    let lines: Vec<String> = [None, Some(0), Some(1), Some(10), Some(11), Some(12)]
        .into_iter()
        .map(|limit| format!("{limit:?}: {}", quoted(args, limit)))
        .collect();
    insta::assert_snapshot!("preview_by_limit", lines.join("\n"));
}

#[test]
fn a_cut_counts_unicode_scalar_values_and_may_split_an_escape_or_a_combining_pair() {
    let cases: [(&str, &[u8]); 4] = [
        ("astral", "[\"\u{1f600}\u{1f600}\u{1f600}\"]".as_bytes()),
        ("combining", "[\"e\u{301}e\u{301}\"]".as_bytes()),
        ("escape", br#"["\n\n\n"]"#),
        ("lone surrogate", br#"["\ud83d\ud83d"]"#),
    ];
    let lines: Vec<String> = cases
        .into_iter()
        .flat_map(|(name, args)| (2..=6).map(move |limit| format!("{name} at {limit}: {}", quoted(args, Some(limit)))))
        .collect();
    insta::assert_snapshot!("preview_at_difficult_characters", lines.join("\n"));
}

#[test]
fn every_style_prints_the_arguments_its_own_way() {
    let args = "{\"b\":[1.10,1E5,-0,{}],\"a\":\"<&>\u{e9}\u{1f600}\u{2028}\\u0007\\n\\/\u{7f}\\ud800\"}".as_bytes();
    let mut lines = Vec::new();
    for escapes in [Escapes::Minimal, Escapes::Html, Escapes::Ascii] {
        for spacing in [Spacing::None, Spacing::Python] {
            lines.push(format!("{escapes:?}, {spacing:?}: {}", canonical(args, Style { escapes, spacing })));
        }
    }
    insta::assert_snapshot!("styles", lines.join("\n"));
}

#[test]
fn what_is_not_json_prints_as_its_own_trimmed_text() {
    let cases: [(&str, &[u8]); 6] = [
        ("truncated", b"  {\"a\":1 "),
        ("word", b"abc"),
        ("empty", b" \n"),
        ("line breaks", b"two\nlines"),
        ("invalid bytes", b"\xff{}\xfe"),
        ("byte order mark", b"\xef\xbb\xbf{}"),
    ];
    let lines: Vec<String> = cases
        .into_iter()
        .map(|(name, args)| {
            let options = Options { thresholds: Some(vec![2, 3]), ..Options::default() };
            format!("== {name}\n{}", reminder("look", args, 3, options, Choices::default()))
        })
        .collect();
    insta::assert_snapshot!("not_json", lines.join("\n"));
}

#[test]
fn a_name_stands_in_the_text_as_it_is() {
    let names = ["", "two\nlines", "caf\u{e9}", "\u{1f600}", "a\u{0}b", "{tool}", "- tool: x"];
    let lines: Vec<String> = names.into_iter().map(|name| format!("== {name:?}\n{}", detailed(name, 5, &preview("{}", 500)))).collect();
    insta::assert_snapshot!("names", lines.join("\n"));
}

#[test]
fn the_no_progress_texts_name_the_tools_and_the_count() {
    let call = |id: &str, tool: &str| (Call::new(id, tool, "{}"), Some(Outcome::ok("rows")));
    let mut lines = Vec::new();
    for escalation in ["short-circuit", "stop", "warn"] {
        for calls in [vec![call("c1", "look")], vec![call("c1", "look"), call("c2", "two\nlines")]] {
            let open = Step::new(Action::Open(Options { escalation: Some(escalation.to_owned()), ..Options::default() }));
            let round = Step::new(Action::Round(Round::new(calls)));
            let case = Case { policy: Policy::NoProgress, steps: vec![open, round.clone(), round.clone(), round] };
            let decisions = Reference::decide(&case, &Profile::default()).expect("no-progress has a model");
            for (at, decision) in decisions.iter().enumerate() {
                let Reply::Facts(facts) = &decision.reply else { continue };
                lines.extend(facts.notices.iter().map(|notice| format!("{escalation}, round {at}, notice: {}", notice.text)));
                lines.extend(facts.shown.iter().map(|(id, text)| format!("{escalation}, round {at}, shown for {id}: {text}")));
                lines.extend(facts.stop.iter().map(|text| format!("{escalation}, round {at}, stop: {text}")));
            }
        }
    }
    insta::assert_snapshot!("no_progress", lines.join("\n"));
}

#[test]
fn rejected_options_say_what_is_wrong_and_what_to_do() {
    let zero = Choices { zero_config: loopspec::step::ZeroConfig::Rejected, ..Choices::default() };
    let thresholds = |list: &[i64]| Options { thresholds: Some(list.to_vec()), ..Options::default() };
    let mut lines = vec![
        reminder("a", b"", 0, thresholds(&[1]), Choices::default()),
        reminder("a", b"", 0, thresholds(&[-3, 5]), Choices::default()),
        reminder("a", b"", 0, thresholds(&[5, 3, 5]), Choices::default()),
        reminder("a", b"", 0, thresholds(&[]), zero.clone()),
        reminder("a", b"", 0, Options { preview_chars: Some(0), ..Options::default() }, zero),
        reminder("a", b"", 0, Options { preview_chars: Some(-1), ..Options::default() }, Choices::default()),
    ];
    for options in
        [Options { warn_after: Some(1), ..Options::default() }, Options { escalation: Some("block".to_owned()), ..Options::default() }]
    {
        let case = Case { policy: Policy::NoProgress, steps: vec![Step::new(Action::Open(options))] };
        lines.push(format!("{:?}", Reference::decide(&case, &Profile::default()).expect("no-progress has a model")[0].reply));
    }
    insta::assert_snapshot!("rejected", lines.join("\n"));
}
