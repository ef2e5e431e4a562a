//! `loopspec smoke`, and what authors of adapters really get wrong: each is told with what to do, by `check` too.
#![cfg(unix)]

use std::path::PathBuf;
use std::process::{Command, Output};

/// A right adapter of policy `identity`; `$1` before a greeting, `$2` before an answer, what it answers, what ends a line.
fn adapter(start: &str, keys: &str, end: &str) -> String {
    format!(
        r#"{start}
        while read -r line; do
          id=${{line#*:}}; id=${{id%%,*}}
          case $line in
            *hello*) ok='{{"protocol":1,"implementation":{{"name":"mine"}},"policies":{{"identity":{{}}}}}}' ;;
            *bye*) ok='{{}}' ;;
            *) {keys} ;;
          esac
          printf '{{"id":%s,"ok":%s}}{end}' "$id" "$ok"
        done"#
    )
}

const KEYS: &str = r#"ok='[{"key":"a"},{"key":"a"},{"key":"b"}]'"#;

/// An adapter of policy `any` that answers every step with this.
fn every_step(reply: &str) -> String {
    format!(
        r#"while read -r line; do
          id=${{line#*:}}; id=${{id%%,*}}
          case $line in
            *hello*) ok='{{"protocol":1,"implementation":{{"name":"mine"}},"policies":{{"any":{{}}}}}}' ;;
            *bye*) ok='{{}}' ;;
            *) n=$(printf %s "$line" | grep -oE '"(open|round|input)":' | wc -l); ok='['
               while [ $n -gt 1 ]; do ok="$ok"'{reply},'; n=$((n-1)); done; ok="$ok"'{reply}]' ;;
          esac
          printf '{{"id":%s,"ok":%s}}\n' "$id" "$ok"
        done"#
    )
}

fn loopspec(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_loopspec")).current_dir(env!("CARGO_MANIFEST_DIR")).args(args).output().expect("the program runs")
}

/// Exit code, and all that was printed.
fn told(output: &Output) -> (Option<i32>, String) {
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code(), text)
}

fn smoke(script: &str) -> (Option<i32>, String) {
    told(&loopspec(&["smoke", "--", "sh", "-c", script]))
}

/// Both commands end with this code and say these words; a hint that only one of them gives helps half of the people.
fn both_say(deadline: &str, exit: i32, program: &[&str], words: &[&str]) {
    for command in [&["smoke"] as &[&str], &["check", "--quick", "--rule", "identity.key-order"]] {
        let (code, text) = told(&loopspec(&[command, &["--deadline", deadline, "--"], program].concat()));
        assert_eq!(code, Some(exit), "{command:?}: {text}");
        for words in words {
            assert!(text.contains(words), "{command:?} does not say `{words}`: {text}");
        }
    }
}

fn both_say_of(script: &str, words: &[&str]) {
    both_say("1", 3, &["sh", "-c", script], words);
}

#[test]
fn an_adapter_that_speaks_the_protocol_is_told_what_was_asked_and_what_it_answered() {
    let (code, text) = told(&loopspec(&["smoke", "--", env!("CARGO_BIN_EXE_loopspec"), "serve", "sample"]));
    assert_eq!(code, Some(0), "{text}");
    let text = text.replace(env!("CARGO_BIN_EXE_loopspec"), "loopspec").replace(env!("CARGO_PKG_VERSION"), "VERSION");
    insta::assert_snapshot!("smoke", text);
}

#[test]
fn an_adapter_in_sh_speaks_the_protocol_with_lf_and_with_crlf() {
    for end in ["\\n", "\\r\\n"] {
        let (code, text) = smoke(&adapter("", KEYS, end));
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains("The adapter speaks protocol 1.") && !text.contains("note"), "{text}");
    }
}

#[test]
fn a_line_of_a_log_is_quoted_with_where_to_print_it() {
    let log = |line: &str| adapter("", &format!("echo '{line}'; {KEYS}"), "\\n");
    both_say_of(
        &log("asking the guard"),
        &["no JSON object", "asking the guard", "print everything else to standard error", "console.error"],
    );
    both_say_of(&log(r#"{"level":"info","ts":1}"#), &["no answer: {\"level\":\"info\"", "print everything else to standard error"]);
    both_say_of(&adapter("echo Loading", KEYS, "\\n"), &["Loading", "print everything else to standard error"]);
    // Whether it is taken for the next answer or for one too many depends on when it is read.
    let after = adapter("", KEYS, "\\nanswered\\n");
    both_say_of(&after, &["answered\n", "print everything else to standard error"]);
}

#[test]
fn an_adapter_that_does_not_flush_is_told_so_because_its_answer_comes_when_its_input_is_closed() {
    let script = format!("kept=$({}); echo \"$kept\"", adapter("", KEYS, "\\n"));
    both_say(
        "0.02",
        3,
        &["sh", "-c", &script],
        &["it came only when standard input was closed", "flush standard output after each answer"],
    );
}

#[test]
fn a_program_that_never_answers_may_be_compiling() {
    both_say("0.02", 3, &["sh", "-c", "sleep 60"], &["no answer to `hello`", "--deadline 4"]);
}

#[test]
fn a_slow_first_answer_is_a_note() {
    let (code, text) = smoke(&adapter("sleep 2", KEYS, "\\n"));
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("if it compiles at start, build it before"), "{text}");
}

#[test]
fn another_count_of_replies_than_of_steps_is_told_with_what_is_missing() {
    both_say_of(&adapter("", r#"ok='[{"key":"a"}]'"#, "\\n"), &["1 replies to ", " steps; give one a step, in order"]);
    let rounds_only = every_step("{}").replace("(open|round|input)", "(round)");
    both_say_of(&rounds_only, &["a step that is no round is answered, too"]);
}

#[test]
fn a_name_in_another_case_is_told_with_the_right_one() {
    both_say_of(&adapter("", r#"ok='[{"Key":"a"}]'"#, "\\n"), &["unknown member `Key` in `ok[0]`; did you mean `key`?"]);
    let notice = every_step(r#"{"notices":[{"text":"again","toolName":"look"}]}"#);
    both_say_of(&notice, &["unknown member `toolName` in `ok[0].notices[0]`", "tool"]);
    let profile = adapter("", KEYS, "\\n").replace(r#""identity":{}"#, r#""identity":{"choices":{"ignoredMembers":["why"]}}"#);
    both_say_of(&profile, &["unknown member `ignoredMembers`", "did you mean `ignored-members`?"]);
}

#[test]
fn a_decision_instead_of_facts_is_told_which_facts_there_are() {
    both_say_of(&every_step(r#"{"decision":"block"}"#), &["`decision`", "what happened, not what was decided", "\"refused\": [id]"]);
    both_say_of(&every_step(r#""block""#), &["an object is expected, not \"block\"", "`stop` a text"]);
    both_say_of(&every_step(r#"{"notices":["again"]}"#), &["write {\"text\": \"again\"}"]);
    both_say_of(&every_step(r#"{"refused":true}"#), &["`refused` is a list of call ids"]);
}

#[test]
fn a_python_dictionary_printed_as_it_is_is_told_to_be_no_json() {
    both_say_of("read -r line; echo \"{'id': 0, 'ok': {}}\"", &["JSON has double quotes", "json.dumps"]);
}

#[test]
fn a_program_that_ends_at_once_is_quoted_with_what_it_said() {
    both_say_of("echo 'no module named guard' >&2; exit 3", &["exit code 3", "start it by hand", "no module named guard"]);
    both_say_of("exit 0", &["exit code 0", "read requests in a loop"]);
}

#[test]
fn a_program_that_is_not_found_is_told_how_it_would_be() {
    both_say("1", 2, &["no-such-program"], &["there is no program `no-such-program`", "PATH"]);
    both_say("1", 2, &["python3 adapter.py"], &["as words of their own"]);
    both_say("1", 2, &["README.md"], &["give `./README.md`"]);
}

#[test]
fn a_script_whose_first_line_cannot_be_followed_is_told_why() {
    use std::os::unix::fs::PermissionsExt;
    let dir = std::env::temp_dir().join(format!("loopspec-first-lines-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder can be made");
    for (name, line, words) in
        [("crlf", "#!/bin/sh\r\n", "ends with CRLF"), ("missing", "#!/no/such/interpreter\n", "names is not there: #!/no/such/interpreter")]
    {
        let path: PathBuf = dir.join(name);
        std::fs::write(&path, line).expect("a file can be written");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a mode can be set");
        both_say("1", 2, &[&path.display().to_string()], &[words]);
    }
    let _ = std::fs::remove_dir_all(dir);
}

#[test]
fn a_guard_that_does_nothing_and_one_that_remembers_a_case_are_notes() {
    let (code, text) = smoke(&every_step("{}"));
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("note  the guard did nothing"), "{text}");
    let counting = adapter("n=0", r#"n=$((n+1)); ok='[{"key":"a"},{"key":"a"},{"key":"b'$n'"}]'"#, "\\n");
    let (code, text) = smoke(&counting);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("something survives a case: build the guard at each `open`"), "{text}");
}

#[test]
fn a_guard_that_throws_ends_or_cannot_do_what_it_claims_is_told_so() {
    let answer = |answer: &str| {
        let honest = adapter("", KEYS, "\\n");
        honest.replace("case $line in", &format!("case $line in *case*) printf '{{\"id\":%s,{answer}}}\\n' \"$id\"; continue ;;"))
    };
    let (code, text) = smoke(&answer(r#""error":{"message":"TypeError: no args"}"#));
    assert!(code == Some(3) && text.contains("got   an exception: TypeError: no args") && text.contains("answer `stop`"), "{text}");
    let (code, text) = smoke(&answer(r#""unsupported":"keys""#));
    assert!(code == Some(3) && text.contains("does not support `keys`") && text.contains("take it out of"), "{text}");
    let (code, text) = smoke(&adapter("", "echo 'AssertionError: tool' >&2; exit 9", "\\n"));
    assert!(code == Some(3) && text.contains("exit code 9") && text.contains("AssertionError: tool"), "{text}");
}

/// The line that begins with `note`, when the adapter answers every step with this.
fn note(reply: &str) -> String {
    let (code, text) = smoke(&every_step(reply));
    assert_eq!(code, Some(0), "{text}");
    text.lines().find(|line| line.starts_with("note")).unwrap_or_default().to_owned()
}

#[test]
fn a_refused_call_of_which_nobody_says_what_the_model_got_is_noted() {
    insta::assert_snapshot!(note(r#"{"refused":["c1"]}"#), @r#"note  at open, c1 is refused, and `shown` has no text for it: add what the model gets in the place of the result, "" where it gets nothing"#);
    assert_eq!(note(r#"{"refused":["c1"],"shown":{"c1":"no"}}"#), "");
}

#[test]
fn a_run_that_goes_on_after_its_stop_is_noted() {
    insta::assert_snapshot!(note(r#"{"stop":"enough"}"#), @r#"note  the run was stopped at open, and call 1 was answered as if it were not: answer {"ended": true} from there to the next input or open; if your host goes on after it, it was no `stop`"#);
}
