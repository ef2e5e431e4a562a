//! What may follow what in a JSON text: the one definition of the grammar above the tokens, without recursion.

use super::token::Token;

/// What a token is in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Close,
    /// The value is complete and the text ends.
    End,
    Leaf,
    Name,
    OpenArray,
    OpenObject,
    /// A comma or colon.
    Separator,
}

/// What may come next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Expect {
    AfterValue,
    Colon,
    FirstElement,
    FirstName,
    Name,
    #[default]
    Value,
}

/// Where in a value a text has come to.
#[derive(Clone, Debug, Default)]
pub(super) struct Grammar {
    expect: Expect,
    levels: Levels,
}

impl Grammar {
    /// Begins a new text; what was allocated stays.
    pub(super) fn restart(&mut self) {
        self.expect = Expect::Value;
        self.levels.depth = 0;
    }

    /// How many arrays and objects are open.
    pub(super) fn depth(&self) -> usize {
        self.levels.depth
    }

    /// Takes the next token; none where it may not stand.
    #[inline]
    pub(super) fn accept(&mut self, token: Token) -> Option<Role> {
        let (expect, role) = match (self.expect, token) {
            (Expect::Colon, Token::Colon) => (Expect::Value, Role::Separator),
            (Expect::FirstName | Expect::Name, Token::String { .. }) => (Expect::Colon, Role::Name),
            (Expect::FirstElement, Token::ArrayClose) | (Expect::FirstName, Token::ObjectClose) => self.close(),
            (Expect::FirstElement | Expect::Value, Token::ArrayOpen) => {
                self.levels.push(false);
                (Expect::FirstElement, Role::OpenArray)
            }
            (Expect::FirstElement | Expect::Value, Token::ObjectOpen) => {
                self.levels.push(true);
                (Expect::FirstName, Role::OpenObject)
            }
            (Expect::FirstElement | Expect::Value, Token::False | Token::Null | Token::Number | Token::String { .. } | Token::True) => {
                (Expect::AfterValue, Role::Leaf)
            }
            (Expect::AfterValue, Token::End) if self.levels.depth == 0 => (Expect::AfterValue, Role::End),
            (Expect::AfterValue, token) => match (self.levels.innermost()?, token) {
                (false, Token::Comma) => (Expect::Value, Role::Separator),
                (true, Token::Comma) => (Expect::Name, Role::Separator),
                (false, Token::ArrayClose) | (true, Token::ObjectClose) => self.close(),
                _ => return None,
            },
            _ => return None,
        };
        self.expect = expect;
        Some(role)
    }

    fn close(&mut self) -> (Expect, Role) {
        self.levels.depth -= 1;
        (Expect::AfterValue, Role::Close)
    }
}

/// Which of the open arrays and objects are objects: one bit a level.
#[derive(Clone, Debug, Default)]
struct Levels {
    bits: Vec<u64>,
    depth: usize,
}

impl Levels {
    fn push(&mut self, object: bool) {
        let (word, bit) = (self.depth / 64, self.depth % 64);
        if word == self.bits.len() {
            self.bits.push(0);
        }
        self.bits[word] = self.bits[word] & !(1 << bit) | u64::from(object) << bit;
        self.depth += 1;
    }

    fn innermost(&self) -> Option<bool> {
        let last = self.depth.checked_sub(1)?;
        Some(self.bits[last / 64] >> (last % 64) & 1 == 1)
    }
}
