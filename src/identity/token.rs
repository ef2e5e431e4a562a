//! A tokenizer for RFC 8259, over the bytes of a text that is known to be UTF-8.

/// Whether a byte is one of the four blanks of JSON.
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// The text without leading and trailing JSON blanks, and where it starts.
pub(super) fn trim(text: &[u8]) -> (usize, &[u8]) {
    let start = text.iter().position(|&b| !is_blank(b)).unwrap_or(text.len());
    let end = text.iter().rposition(|&b| !is_blank(b)).map_or(start, |last| last + 1);
    (start, &text[start..end])
}

/// What the tokenizer met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    ArrayClose,
    ArrayOpen,
    Colon,
    Comma,
    /// The text ends here.
    End,
    False,
    Null,
    Number,
    ObjectClose,
    ObjectOpen,
    /// A string; `escaped` when it holds a backslash.
    String {
        escaped: bool,
    },
    True,
}

/// Walks over a text token by token.
pub(super) struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Scanner<'a> {
        Scanner::from(bytes, 0)
    }

    /// A walk that begins at a byte.
    pub(super) fn from(bytes: &'a [u8], at: usize) -> Scanner<'a> {
        Scanner { bytes, at }
    }

    /// The byte that comes next.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The next token with its first byte and the byte after it; none where no token of JSON stands.
    pub(super) fn next(&mut self) -> Option<(Token, usize, usize)> {
        while self.peek().is_some_and(is_blank) {
            self.at += 1;
        }
        let start = self.at;
        let Some(first) = self.peek() else {
            return Some((Token::End, start, start));
        };
        self.at += 1;
        let token = match first {
            b'"' => self.string()?,
            b'-' | b'0'..=b'9' => self.number(first)?,
            b',' => Token::Comma,
            b':' => Token::Colon,
            b'[' => Token::ArrayOpen,
            b']' => Token::ArrayClose,
            b'{' => Token::ObjectOpen,
            b'}' => Token::ObjectClose,
            b'f' => self.word(b"alse", Token::False)?,
            b'n' => self.word(b"ull", Token::Null)?,
            b't' => self.word(b"rue", Token::True)?,
            _ => return None,
        };
        Some((token, start, self.at))
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn word(&mut self, rest: &[u8], token: Token) -> Option<Token> {
        let found = self.bytes[self.at..].starts_with(rest);
        self.at += rest.len();
        found.then_some(token)
    }

    fn string(&mut self) -> Option<Token> {
        let mut escaped = false;
        loop {
            let byte = self.peek()?;
            self.at += 1;
            match byte {
                b'"' => return Some(Token::String { escaped }),
                b'\\' => {
                    escaped = true;
                    let kind = self.peek()?;
                    self.at += 1;
                    match kind {
                        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => {}
                        b'u' => {
                            let digits = self.bytes.get(self.at..self.at + 4)?;
                            if !digits.iter().all(u8::is_ascii_hexdigit) {
                                return None;
                            }
                            self.at += 4;
                        }
                        _ => return None,
                    }
                }
                0..=0x1f => return None,
                _ => {}
            }
        }
    }

    fn number(&mut self, first: u8) -> Option<Token> {
        let lead = if first == b'-' {
            let digit = self.peek()?;
            self.at += 1;
            digit
        } else {
            first
        };
        match lead {
            b'0' => {}
            b'1'..=b'9' => self.digits(),
            _ => return None,
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.some_digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.some_digits()?;
        }
        Some(Token::Number)
    }

    fn digits(&mut self) {
        while self.peek().is_some_and(|b| b.is_ascii_digit()) {
            self.at += 1;
        }
    }

    fn some_digits(&mut self) -> Option<()> {
        let start = self.at;
        self.digits();
        (self.at > start).then_some(())
    }
}
