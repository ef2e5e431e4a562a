//! Puts cases to guards: in this process, or behind the stdio protocol in any language.

mod answer;
mod deadline;
mod in_process;
mod launch;
mod misspeech;
mod process;
mod protocol;
mod serve;
mod shape;
mod subprocess;

pub use answer::{Answer, parse_answer};
pub use in_process::InProcess;
pub use launch::{GreetingError, Launch, StartError, UnusableProgram};
pub use misspeech::Misspeech;
pub use protocol::{Hello, Request, ascii};
pub use serve::serve;
pub use subprocess::Subprocess;
