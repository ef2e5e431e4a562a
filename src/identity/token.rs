//! Tokens of RFC 8259, over the bytes of a text.

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

/// A place in a text, which moves over tokens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'t> {
    bytes: &'t [u8],
    pub(super) at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(bytes: &'t [u8], at: usize) -> Cursor<'t> {
        Cursor { bytes, at }
    }

    /// The next byte; none at the end of the text.
    #[inline]
    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// The bytes from here on.
    #[inline]
    fn rest(&self) -> &'t [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// The bytes from a place up to here.
    pub(super) fn since(&self, start: usize) -> &'t [u8] {
        self.bytes.get(start..self.at).unwrap_or_default()
    }

    /// Passes over blanks, and tells the byte behind them.
    #[inline(always)]
    pub(super) fn skip_blanks(&mut self) -> Option<u8> {
        loop {
            match self.peek() {
                Some(byte) if byte <= b' ' && is_blank(byte) => self.at += 1,
                other => return other,
            }
        }
    }

    /// Passes over blanks and a byte, if it comes behind them.
    #[inline(always)]
    pub(super) fn take_after_blanks(&mut self, byte: u8) -> bool {
        let next = self.skip_blanks() == Some(byte);
        self.at += usize::from(next);
        next
    }

    /// Passes over these bytes, if they are the next ones.
    #[inline]
    pub(super) fn word(&mut self, word: &[u8]) -> bool {
        let next = begins_with(self.rest(), word);
        self.at += if next { word.len() } else { 0 };
        next
    }

    /// Passes over a string, whose opening quote is the next byte. Tells whether it holds a backslash.
    #[inline(always)]
    pub(super) fn string(&mut self) -> Option<bool> {
        self.at += 1;
        // Most strings are short and have no escapes.
        for _ in 0..SHORT {
            let word = self.rest().first_chunk::<WORD>();
            let found = word.map_or(1, |word| special(u64::from_le_bytes(*word)));
            if found != 0 {
                let end = self.at + found.trailing_zeros() as usize / 8;
                if self.bytes.get(end) == Some(&b'"') {
                    self.at = end + 1;
                    return Some(false);
                }
                break;
            }
            self.at += WORD;
        }
        self.long_string()
    }

    /// The rest of a string that is long, or holds an escape, or stands near the end of the text.
    #[inline(never)]
    fn long_string(&mut self) -> Option<bool> {
        let mut escaped = false;
        loop {
            self.at += plain(self.rest());
            // One escape often follows another.
            while self.peek()? == b'\\' {
                escaped = true;
                self.at += escape_length(self.rest())?;
            }
            match self.peek()? {
                b'"' => {
                    self.at += 1;
                    return Some(escaped);
                }
                0..=0x1f => return None,
                _ => {}
            }
        }
    }

    /// Passes over a number, whose first byte is the next one.
    #[inline]
    pub(super) fn number(&mut self) -> Option<()> {
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        match self.peek()? {
            b'0' => self.at += 1,
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
        Some(())
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

/// The length of the escape at the start of a text; none when it is none of JSON's.
fn escape_length(text: &[u8]) -> Option<usize> {
    match text.get(1)? {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(2),
        b'u' => code_unit(text).map(|_| 6),
        _ => None,
    }
}

/// What each byte is worth as a hexadecimal digit; more than a byte when it is none.
const DIGITS: [u16; 256] = {
    let mut digits = [u16::MAX; 256];
    let mut digit = 0;
    while digit < 16 {
        digits[b"0123456789abcdef"[digit] as usize] = digit as u16;
        digits[b"0123456789ABCDEF"[digit] as usize] = digit as u16;
        digit += 1;
    }
    digits
};

/// The code unit that the escape by number at the start of a text spells; none when there is none.
#[inline]
pub(super) fn code_unit(text: &[u8]) -> Option<u16> {
    let &[b'\\', b'u', a, b, c, d] = text.first_chunk::<6>()? else { return None };
    let [a, b, c, d] = [a, b, c, d].map(|digit| DIGITS[usize::from(digit)]);
    ((a | b | c | d) < 16).then_some(a << 12 | b << 8 | c << 4 | d)
}

/// The code point of two halves of a surrogate pair; none when they are not a high one and a low one.
#[inline]
pub(super) fn whole(high: u16, low: u16) -> Option<u32> {
    let halves = matches!(high, 0xd800..=0xdbff) && matches!(low, 0xdc00..=0xdfff);
    halves.then(|| 0x1_0000 + (u32::from(high & 0x3ff) << 10 | u32::from(low & 0x3ff)))
}

const WORD: usize = size_of::<u64>();
/// So many words are looked at one by one before a string is taken for a long one.
const SHORT: usize = 4;

const fn each(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; WORD])
}

/// The highest bit of the first byte that is below `than`, of the eight of a little-endian word; bits above it say nothing.
#[inline]
fn below(word: u64, than: u8) -> u64 {
    word.wrapping_sub(each(than)) & !word & each(0x80)
}

/// The same for bytes that end a run of ordinary characters in a string: quotes, backslashes, controls.
#[inline]
fn special(word: u64) -> u64 {
    // Only the quote (0x22) changes places with 0x20, so that it comes next to the controls.
    below(word ^ each(0x02), 0x21) | below(word ^ each(b'\\'), 1)
}

/// How many bytes at the start of a text may stand in a string as they are.
#[inline]
fn plain(text: &[u8]) -> usize {
    const BLOCK: usize = 32;
    let stops = |byte: u8| (byte < b' ') | (byte == b'"') | (byte == b'\\');
    let (first, later) = text.split_at(text.len().min(2 * BLOCK));
    let mut length = run(first, special, stops);
    if length == first.len() {
        // Without a way out in between, compilers take many bytes at once.
        let (blocks, _) = later.as_chunks::<BLOCK>();
        let free = blocks.iter().take_while(|block| !block.iter().fold(false, |any, &byte| any | stops(byte))).count();
        length += free * BLOCK;
        length += run(&text[length..], special, stops);
    }
    length
}

/// How many bytes at the start of a text are no backslash.
pub(super) fn before_backslash(text: &[u8]) -> usize {
    run(text, |word| below(word ^ each(b'\\'), 1), |byte| byte == b'\\')
}

/// How many bytes come before the first that stops a run: `stops` marks it in a word, `is_stop` tells it alone.
#[inline]
fn run(text: &[u8], stops: impl Fn(u64) -> u64, is_stop: impl Fn(u8) -> bool) -> usize {
    let (words, rest) = text.as_chunks::<WORD>();
    for (at, word) in words.iter().enumerate() {
        let found = stops(u64::from_le_bytes(*word));
        if found != 0 {
            return at * WORD + found.trailing_zeros() as usize / 8;
        }
    }
    words.len() * WORD + rest.iter().position(|&byte| is_stop(byte)).unwrap_or(rest.len())
}

/// Whether a text begins with a word; most words are short.
#[inline]
fn begins_with(text: &[u8], word: &[u8]) -> bool {
    let Some(text) = text.get(..word.len()) else { return false };
    let ((whole_text, end_text), (whole, end)) = (text.as_chunks::<WORD>(), word.as_chunks::<WORD>());
    if whole.len() > 8 {
        return text == word;
    }
    let same = |(one, other): (&[u8; WORD], &[u8; WORD])| u64::from_ne_bytes(*one) == u64::from_ne_bytes(*other);
    if !whole_text.iter().zip(whole).all(same) {
        return false;
    }
    match (text.last_chunk::<WORD>(), word.last_chunk::<WORD>()) {
        // Some bytes are compared once more.
        (Some(one), Some(other)) => same((one, other)),
        _ => end_text.iter().zip(end).all(|(one, other)| one == other),
    }
}

/// How many bytes two texts have in common at the start.
pub(super) fn shared(a: &[u8], b: &[u8]) -> usize {
    const LONG: usize = size_of::<u128>();
    let ((long_a, _), (long_b, _)) = (a.as_chunks::<LONG>(), b.as_chunks::<LONG>());
    for (at, (x, y)) in long_a.iter().zip(long_b).enumerate() {
        let differ = u128::from_le_bytes(*x) ^ u128::from_le_bytes(*y);
        if differ != 0 {
            return at * LONG + differ.trailing_zeros() as usize / 8;
        }
    }
    let done = long_a.len().min(long_b.len()) * LONG;
    done + a[done..].iter().zip(&b[done..]).take_while(|(x, y)| x == y).count()
}
