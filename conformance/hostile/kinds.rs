//! The kinds of hostile adapters, each with the verdict that it must get.

use crate::expected::{ANY, Expected, conforms, fails, no_greeting, unasked, unusable};

/// A rule whose runs have no steering, so that its results stand whatever an adapter does at a steer.
const UNTOUCHED: &[&str] = &["repeat.reset.follow-up"];

pub(crate) fn all() -> Vec<Expected> {
    let kinds = [greetings(), envelopes(), replies(), ends(), hangs(), wrappers(), guards(), patience(), programs()];
    kinds.into_iter().flatten().collect()
}

fn greetings() -> Vec<Expected> {
    vec![
        no_greeting(
            "a program that exits before hello is quoted with its exit code and its stderr",
            "exits before hello",
            &["ended before it answered `hello`", "exit code 7", "the guard's module was not found"],
        ),
        no_greeting("a program that never answers hello is given up", "never answers", &["no answer to `hello`", "flushed"]),
        no_greeting("another version of the protocol is named", "wrong protocol", &["speaks protocol 2"]),
        no_greeting(
            "noise before hello is quoted",
            "noise before hello",
            &["Loading the guard", "print everything else to standard error"],
        ),
        no_greeting("pretty-printed JSON is recognized as such", "pretty hello", &["spread over several lines", "one JSON object a line"]),
        no_greeting("a greeting with another id is no greeting", "wrong id at hello", &["the answer's id is 7", "request 0"]),
        no_greeting("bytes that are no UTF-8 are no greeting", "binary hello", &["not UTF-8"]),
        no_greeting("half a greeting before the exit is no greeting", "half a hello", &["ends in the middle of a line"]),
        no_greeting("a greeting of 100 MB is not read to its end", "endless hello", &["longer than 16 MiB"]),
        no_greeting("a greeting of 100,000 levels overflows nothing", "deep hello", &["100 levels deep"]),
        no_greeting("a claim of no policy is refused", "no policy", &["claims no policy", "repeat-reminder"]),
        no_greeting("a claim of an unknown policy is refused", "unknown policy", &["no policy is called `repeat-remind`"]),
        no_greeting("a misspelt member of the profile is an error with advice", "misspelt profile", &["`take`", "did you mean `takes`?"]),
        no_greeting("a name in camel case is an error with advice", "camel case", &["`zeroConfig`", "did you mean `zero-config`?"]),
        no_greeting("an option that no policy has is an error", "unknown option", &["previewChars", "preview_chars"]),
        no_greeting("a refused hello is quoted", "refuses hello", &["refused", "licence expired"]),
        no_greeting("a flood of lines is cut at its first", "floods stdout", &["no answer: {\"progress\":1}", "standard error"]),
        no_greeting("a program that closes its stdout before hello does not greet", "", &["closed its standard output"]).program(&[
            "sh",
            "-c",
            "exec >&-; sleep 60",
        ]),
    ]
}

fn envelopes() -> Vec<Expected> {
    vec![
        unasked("an answer to another request is an error, not a failure", "wrong id", &["the answer's id is 999"]),
        unasked("noise on stdout is an error, and finished results stand", "noise at a steer", &["DEBUG steered", "standard error"])
            .passes(UNTOUCHED),
        unasked("an answer that is no UTF-8 is an error, and finished results stand", "binary at a steer", &["not UTF-8"])
            .passes(UNTOUCHED),
        unasked("half a line is an error, and finished results stand", "half a line at a steer", &["in the middle of a line"])
            .passes(UNTOUCHED),
        unasked("two answers to a request are an error", "two answers", &["exactly one line"]),
        unasked("an answer of over 16 MiB is an error", "endless answer", &["longer than 16 MiB"]),
        unasked("an answer of 100,000 levels is an error, and overflows nothing", "deep answer", &["100 levels deep"]),
        unasked("null is no answer", "null", &["no JSON object", "null"]),
        unasked("a list is no answer", "a list", &["no JSON object"]),
        unasked("a number is no answer", "a number", &["no JSON object"]),
        unasked("neither ok nor error nor unsupported is no answer", "neither", &["exactly one of them"]),
        unasked("an adapter that exits after each answer is told to read on", "exits after each answer", &["until `bye`"]),
    ]
}

fn replies() -> Vec<Expected> {
    vec![
        unasked("too few replies are an error", "too few", &["replies to", "one a step"]),
        unasked("too many replies are an error", "too many", &["replies to", "one a step"]),
        unasked("a misspelt member is an error with advice", "a misspelt member", &["ok[0]", "did you mean `notices`?"]),
        unasked("a member of a wrong type is an error with its place", "a wrong type", &["ok[0]", "stop that"]),
    ]
}

fn ends() -> Vec<Expected> {
    vec![
        fails("a crash fails run.inert, and finished results stand", "exits at a steer", &[("run.inert", "crash")])
            .says(&["exit code 9", "nobody steers"])
            .passes(UNTOUCHED),
        fails("an abort fails run.inert with its signal, and finished results stand", "aborts at a steer", &[("run.inert", "crash")])
            .says(&["signal 6"])
            .passes(UNTOUCHED),
        fails("a crash that does not come again alone is not deterministic", "exits at the fifth case", &[("run.inert", "not-deterministic")])
            .says(&["exit code 9", "the right answer"]),
        fails("a guard that closes its stdout in a case fails run.inert", "", &[("run.inert", "crash")])
            .says(&["closed its standard output"])
            .deadline("0.1")
            .program(&[
                "sh",
                "-c",
                r#"read l; echo '{"id":0,"ok":{"protocol":1,"implementation":{"name":"x"},"policies":{"repeat-reminder":{}}}}'; read l; exec >&-; sleep 60"#,
            ]),
        fails("a throw at ordinary input fails run.inert, and the process lives on", "throws at a steer", &[("run.inert", "threw")])
            .says(&["TypeError: steer"])
            .passes(UNTOUCHED),
        unasked("another identity after a restart ends the asking", "changes identity", &["changed its identity", "exit code 1"])
            .passes(&["repeat.reset.follow-up"]),
    ]
}

fn hangs() -> Vec<Expected> {
    vec![
        fails("a hang fails run.inert, and finished results stand", "hangs at a steer", &[("run.inert", "timeout")])
            .says(&["no answer within"])
            .passes(UNTOUCHED)
            .deadline("0.06"),
        fails("a guard that hangs always is given up, not waited for for ever", "hangs always", &[("run.inert", "timeout")])
            .says(&["nothing more", "times"])
            .rule("run.isolated")
            .deadline("0.02"),
        conforms("an answer that is late once and right whenever asked alone is a note", "hangs once")
            .says(&["alone it was answered rightly"])
            .deadline("0.2"),
    ]
}

fn wrappers() -> Vec<Expected> {
    vec![
        conforms("a wrapper that forks and exits leaves an adapter that is asked all the same", "forks, then exits"),
        no_greeting(
            "a silent child behind a wrapper that exited is given up and killed",
            "forks, then exits; the child is silent",
            &["no answer to `hello`"],
        ),
        fails(
            "a child that hangs behind a waiting wrapper is killed with it",
            "forks, then waits; the child hangs at a steer",
            &[("run.inert", "timeout")],
        )
        .passes(UNTOUCHED)
        .deadline("0.06"),
    ]
}

fn guards() -> Vec<Expected> {
    vec![
        fails(
            "a claim that is answered with unsupported fails the rule that asks it",
            "cannot steer",
            &[("repeat.reset.steer", "unsupported")],
        )
        .says(&["steer"])
        .rule("repeat.reset.steer"),
        fails("a guard that always reminds fails", "always reminds", &[("repeat.chain.consecutive", "wrong-answer")])
            .says(&["extra notice"]),
        fails("a guard that never reminds fails", "never reminds", &[("repeat.threshold.first-short", "wrong-answer")])
            .says(&["missing notice"]),
        fails("an adapter that echoes the previous answer is not deterministic", "echoes", &[(ANY, "not-deterministic")]),
        fails("state that survives a case is told once, first", "remembers", &[("run.fresh", "wrong-answer")])
            .says(&["state survives a case"])
            .rule("run.fresh"),
        fails(
            "answers that differ each time are not deterministic",
            "other every time",
            &[("repeat.chain.consecutive", "not-deterministic")],
        )
        .says(&["alone in a fresh process"]),
    ]
}

fn patience() -> Vec<Expected> {
    vec![
        conforms("an adapter that starts slowly is waited for", "starts slowly"),
        conforms("an adapter that thinks for a second is waited for", "thinks"),
        conforms("an answer in small pieces is an answer", "dribbles"),
        conforms("a flood on stderr is no failure", "floods stderr"),
        conforms("CRLF ends a line", "crlf"),
        conforms("blank lines are no answers", "blank lines"),
        conforms("a process that ignores bye is killed with a note", "ignores bye").says(&["still ran", "bye"]),
    ]
}

fn programs() -> Vec<Expected> {
    vec![
        unusable("a missing program is usage", &["no-such-program"], &["there is no program `no-such-program`", "PATH"]),
        unusable("a folder as a program is usage", &["src"], &["`src` is a folder"]),
        unusable("a file that is not executable is usage", &["./README.md"], &["is not executable", "x bit"]),
    ]
}
