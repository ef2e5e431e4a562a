//! The hostile side: an adapter that is right except in one way.

use std::cell::{Cell, RefCell};
use std::fs::OpenOptions;
use std::io::{BufRead, Write};
use std::process::{Command, exit};
use std::rc::Rc;
use std::thread::sleep;
use std::time::Duration;

use loopspec::guard::{Guard, Host, MakeGuard, ReferenceMaker, Rejected};
use loopspec::step::{Action, Case, Facts, Implementation, Input, InputKind, Notice, Options, Policy, Profile, Reply, Round};
use serde_json::{Value, json};

use crate::lines;

/// The variable that names the kind of misbehaviour.
pub(crate) const KIND: &str = "LOOPSPEC_HOSTILE";
/// The variable that names the file to which every adapter process adds its number.
pub(crate) const PROCESSES: &str = "LOOPSPEC_HOSTILE_PROCESSES";

/// Plays one kind until standard input ends.
pub(crate) fn play(kind: &str) {
    let started = register();
    match kind {
        "exits before hello" => {
            eprintln!("the guard's module was not found");
            exit(7)
        }
        "forks, then exits" => return fork("honest"),
        "forks, then exits; the child is silent" => return fork("never answers"),
        "forks, then waits; the child hangs at a steer" => {
            fork("hangs at a steer");
            return wait();
        }
        "starts slowly" => sleep(Duration::from_millis(1200)),
        "floods stdout" => loop {
            lines::write(b"{\"progress\":1}\n");
        },
        _ => {}
    }
    let mut adapter = Adapter { kind: kind.to_owned(), started, asked: 0, before: None, remembering: Remembering::default() };
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let request: Value = serde_json::from_str(&line).expect("the kit writes JSON");
        match request["op"].as_str() {
            Some("hello") => adapter.greet(),
            Some("bye") if kind == "ignores bye" => wait(),
            Some("bye") => return lines::answer(&json!({"id": request["id"], "ok": {}})),
            _ => adapter.answer(&request),
        }
    }
}

/// Adds this process to the list; how many were started before.
fn register() -> usize {
    let Ok(path) = std::env::var(PROCESSES) else { return 0 };
    let mut file = OpenOptions::new().create(true).append(true).open(&path).expect("the list can be written");
    writeln!(file, "{}", std::process::id()).expect("the list can be written");
    std::fs::read_to_string(path).map_or(0, |text| text.lines().count() - 1)
}

#[allow(clippy::zombie_processes, reason = "a child that outlives its parent is what is tested")]
fn fork(kind: &str) {
    let program = std::env::current_exe().expect("a program knows itself");
    Command::new(program).env(KIND, kind).spawn().expect("a child can be started");
}

fn wait() {
    loop {
        sleep(Duration::from_secs(60));
    }
}

struct Adapter {
    kind: String,
    /// How many processes were started before this one.
    started: usize,
    /// Cases that this process was asked.
    asked: usize,
    /// The answer before.
    before: Option<Value>,
    remembering: Remembering,
}

impl Adapter {
    fn greet(&self) {
        let mut greeting = greeting();
        match self.kind.as_str() {
            "never answers" => return wait(),
            "wrong protocol" => greeting["ok"]["protocol"] = json!(2),
            "noise before hello" => lines::write(b"Loading the guard ...\n"),
            "pretty hello" => return lines::write(format!("{greeting:#}\n").as_bytes()),
            "wrong id at hello" => greeting["id"] = json!(7),
            "binary hello" => return lines::write(b"\xff\xfe{\x80\n"),
            "half a hello" => {
                lines::write(br#"{"id":0,"ok":{"proto"#);
                exit(0)
            }
            "endless hello" => return lines::megabytes(100),
            "deep hello" => return lines::write(&lines::deep(0)),
            "no policy" => greeting["ok"]["policies"] = json!({}),
            "unknown policy" => greeting["ok"]["policies"] = json!({"repeat-remind": {}}),
            "misspelt profile" => greeting["ok"]["policies"]["repeat-reminder"] = json!({"take": "json"}),
            "camel case" => greeting["ok"]["policies"]["repeat-reminder"] = json!({"choices": {"zeroConfig": "rejected"}}),
            "unknown option" => greeting["ok"]["policies"]["repeat-reminder"] = json!({"config": {"previewChars": "none"}}),
            "refuses hello" => greeting = json!({"id": 0, "error": {"message": "licence expired"}}),
            "changes identity" => greeting["ok"]["implementation"]["version"] = json!(format!("1.{}", self.started)),
            _ => {}
        }
        lines::answer(&greeting);
    }

    fn answer(&mut self, request: &Value) {
        self.asked += 1;
        let case: Case = serde_json::from_value(request.clone()).expect("the kit sends cases");
        let steers = case.steps.iter().any(|step| matches!(&step.action, Action::Input(input) if input.kind == InputKind::Steer));
        let mut answer = json!({"id": request["id"], "ok": replies(&reference(), &case)});
        match self.kind.as_str() {
            "wrong id" => answer["id"] = json!(999),
            "noise at a steer" if steers => lines::write(b"DEBUG steered\n"),
            "binary at a steer" if steers => return lines::write(b"\xff\xfe\n"),
            "half a line at a steer" if steers => {
                lines::write(&answer.to_string().as_bytes()[..12]);
                exit(0)
            }
            "two answers" => lines::answer(&answer),
            "too few" => drop(answer["ok"].as_array_mut().and_then(Vec::pop)),
            "too many" => answer["ok"].as_array_mut().expect("a list").push(json!({})),
            "exits at a steer" if steers => {
                eprintln!("AssertionError: nobody steers");
                exit(9)
            }
            "aborts at a steer" if steers => std::process::abort(),
            "exits at the fifth case" if self.asked == 5 => exit(9),
            "exits after each answer" => {
                lines::answer(&answer);
                exit(0)
            }
            "hangs at a steer" if steers => wait(),
            "hangs always" => wait(),
            // The first process is only greeted.
            "hangs once" if self.started == 1 && self.asked == 3 => wait(),
            "thinks" if self.asked == 2 => sleep(Duration::from_millis(1500)),
            "dribbles" => return lines::dribble(&answer),
            "floods stderr" => lines::flood_stderr(),
            "cannot steer" if steers => answer = json!({"id": request["id"], "unsupported": "steer"}),
            "changes identity" if self.asked == 3 => exit(1),
            "throws at a steer" if steers => answer = json!({"id": request["id"], "error": {"message": "TypeError: steer"}}),
            "always reminds" => answer["ok"] = silent_but_for(&case, true),
            "never reminds" => answer["ok"] = silent_but_for(&case, false),
            "echoes" => {
                let honest = answer["ok"].clone();
                if let Some(before) = self.before.replace(honest) {
                    answer["ok"] = before;
                }
            }
            "remembers" => {
                self.remembering.begun.set(false);
                answer["ok"] = replies(&self.remembering, &case);
            }
            "other every time" if (self.started + self.asked).is_multiple_of(2) => answer["ok"] = silent_but_for(&case, true),
            "endless answer" => return lines::megabytes(17),
            "deep answer" => return lines::write(&lines::deep(request["id"].as_u64().unwrap_or_default())),
            "null" => return lines::write(b"null\n"),
            "a list" => return lines::write(b"[]\n"),
            "a number" => return lines::write(b"1\n"),
            "neither" => answer = json!({"id": request["id"]}),
            "a misspelt member" => answer["ok"][0] = json!({"notice": []}),
            "a wrong type" => answer["ok"][0] = json!({"notices": "stop that"}),
            "crlf" => return lines::write(format!("{answer}\r\n").as_bytes()),
            "blank lines" => return lines::write(format!("\n \r\n{answer}\n\n\n").as_bytes()),
            _ => {}
        }
        lines::answer(&answer);
    }
}

fn greeting() -> Value {
    json!({"id": 0, "ok": {"protocol": 1, "implementation": {"name": "hostile"}, "policies": {"repeat-reminder": {}}}})
}

fn reference() -> ReferenceMaker {
    ReferenceMaker::new(Policy::RepeatReminder, Profile::default()).expect("this policy has a model")
}

fn replies<M: MakeGuard>(maker: &M, case: &Case) -> Value {
    let mut host = Host::new(maker);
    json!(case.steps.iter().map(|step| host.step(step)).collect::<Vec<_>>())
}

/// A reminder at every round, or none at all.
fn silent_but_for(case: &Case, reminds: bool) -> Value {
    let reply = |is_round: bool| match is_round && reminds {
        true => Reply::Facts(Facts { notices: vec![Notice::user("Again?")], ..Facts::default() }),
        false => Reply::silent(),
    };
    json!(case.steps.iter().map(|step| reply(step.round().is_some())).collect::<Vec<_>>())
}

/// A guard that is built once a process and options: the first run of a case goes on where the last case left it.
#[derive(Default)]
struct Remembering {
    kept: RefCell<Option<(Options, Shared)>>,
    begun: Cell<bool>,
}

type Shared = Rc<RefCell<<ReferenceMaker as MakeGuard>::Guard>>;

struct Remembered(Shared);

impl MakeGuard for Remembering {
    type Guard = Remembered;

    fn implementation(&self) -> Implementation {
        reference().implementation()
    }

    fn policy(&self) -> Policy {
        Policy::RepeatReminder
    }

    fn open(&self, options: &Options) -> Result<Remembered, Rejected> {
        let fresh = Rc::new(RefCell::new(reference().open(options)?));
        if self.begun.replace(true) {
            return Ok(Remembered(fresh));
        }
        let mut kept = self.kept.borrow_mut();
        let (_, guard) = match kept.take() {
            Some((same, guard)) if same == *options => kept.insert((same, guard)),
            _ => kept.insert((options.clone(), fresh)),
        };
        Ok(Remembered(Rc::clone(guard)))
    }
}

impl Guard for Remembered {
    fn drive(&mut self, round: &Round) -> Facts {
        self.0.borrow_mut().drive(round)
    }

    fn external_input(&mut self, input: &Input) {
        self.0.borrow_mut().external_input(input);
    }
}
