//! The calls that symbols stand for: a numbered value, its spellings, and values that look like it.

use super::symbol::{Near, Spelling};
use crate::step::{Call, Options};

/// Names of tools: two that are followed, one that keeps books, one that is excluded or exempt.
pub(super) const TOOLS: [&str; 2] = ["look", "edit"];
pub(super) const BOOKKEEPING: &str = "plan";
pub(super) const ASIDE: &str = "skip";

/// The name of the run with this number: `a`, which needs not be said on the wire, then `b`, …, `z`, `a1`, ….
pub(super) fn run_name(number: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(number % 26).unwrap_or_default());
    if number < 26 { letter.to_string() } else { format!("{letter}{}", number / 26) }
}

/// The name of a tool that keeps books under these options, if there is one.
pub(super) fn bookkeeping(options: &Options) -> Option<&str> {
    aside(options.bookkeeping.as_ref())
}

/// The name of a tool that is on this list. A pattern is no name.
pub(super) fn aside(list: Option<&Vec<String>>) -> Option<&str> {
    list?.iter().map(String::as_str).find(|name| !name.contains('*'))
}

/// One call by what makes it this call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    number: usize,
    near: Option<Near>,
    tool: usize,
}

impl Value {
    pub(super) fn new(number: usize) -> Self {
        Self { number, near: None, tool: 0 }
    }

    /// The same arguments on another tool.
    pub(super) fn on_other_tool(self) -> Self {
        Self { tool: 1 - self.tool, ..self }
    }

    /// A value that looks alike; never this one.
    pub(super) fn near(self, near: Near) -> Self {
        Self { near: (self.near != Some(near)).then_some(near), ..self }
    }

    pub(super) fn call(self, id: usize, spelling: Option<Spelling>) -> Call {
        Call::new(format!("c{id}"), TOOLS[self.tool], self.args(spelling))
    }

    /// Common data, so that every declared style prints it alike.
    fn args(self, spelling: Option<Spelling>) -> String {
        let Self { number, near, .. } = self;
        let is = |what| near == Some(what);
        let text = match () {
            () if is(Near::Case) => "Src lib",
            () if is(Near::Blank) => "src lib ",
            () => "src lib",
        };
        let list = match () {
            () if is(Near::ArrayOrder) => ["2", "1"],
            () if is(Near::Type) => ["\"1\"", "2"],
            () => ["1", "2"],
        };
        let deep = if is(Near::Deep) { 8 } else { 7 };
        let more = match () {
            () if is(Near::WithNull) => ",\"more\":null",
            () if is(Near::Special) => ",\"__proto__\":1",
            () => "",
        };
        let [one, two] = list;
        match spelling {
            None => format!(r#"{{"at":{number},"list":[{one},{two}],"text":"{text}","within":{{"deep":{deep},"flag":true}}{more}}}"#),
            Some(Spelling::KeyOrder) => {
                let more = more.strip_prefix(',').map(|more| format!("{more},")).unwrap_or_default();
                format!(r#"{{{more}"within":{{"flag":true,"deep":{deep}}},"text":"{text}","list":[{one},{two}],"at":{number}}}"#)
            }
            Some(Spelling::Whitespace) => {
                format!(
                    "{{ \"at\" : {number},\n\t\"list\": [{one} , {two}],\"text\":\"{text}\" , \"within\":{{\"deep\":{deep}, \"flag\":true}}{more} }}"
                )
            }
            Some(Spelling::Escapes) => {
                let text = text.replacen('s', "\\u0073", 1).replacen('S', "\\u0053", 1);
                format!(r#"{{"\u0061t":{number},"list":[{one},{two}],"text":"{text}","within":{{"d\u0065ep":{deep},"flag":true}}{more}}}"#)
            }
        }
    }
}
