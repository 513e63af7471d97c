//! Words, numbers and lines of the ascii formats, with the line number found only when it is needed.

use crate::error::{ParseError, ParseResult, Place, quoted};
pub(crate) use crate::words::words;

/// A position in a text of any encoding whose whitespace and digits are ascii.
#[derive(Clone)]
pub(crate) struct Text<'a> {
    bytes: &'a [u8],
    at: usize,
    /// A `#` starts a comment that ends with the line.
    comments: bool,
}

impl<'a> Text<'a> {
    pub fn new(bytes: &'a [u8]) -> Text<'a> {
        Text { bytes, at: 0, comments: false }
    }

    /// A text in which `#` starts a comment.
    pub fn with_comments(bytes: &'a [u8]) -> Text<'a> {
        Text { bytes, at: 0, comments: true }
    }

    pub fn at(&self) -> usize {
        self.at
    }

    pub fn seek(&mut self, at: usize) {
        self.at = at.min(self.bytes.len());
    }

    pub fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    /// The line that was read last. Counting is linear, and done once per error.
    pub fn place(&self) -> Place {
        // A word is followed by the line end that was not read yet, a line by nothing.
        let end = self.at.saturating_sub(1);
        Place::Line(1 + self.bytes[..end].iter().filter(|&&b| b == b'\n').count())
    }

    pub fn error(&self, problem: impl Into<String>) -> ParseError {
        ParseError::malformed(self.place(), problem)
    }

    fn skip_space(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            if self.comments && byte == b'#' {
                self.at += self.rest().iter().take_while(|&&b| b != b'\n').count();
            } else if byte.is_ascii_whitespace() {
                self.at += 1;
            } else {
                break;
            }
        }
    }

    /// The next word, on this line or a later one.
    pub fn word(&mut self) -> Option<&'a [u8]> {
        self.skip_space();
        let rest = self.rest();
        let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        self.at += length;
        (length > 0).then_some(&rest[..length])
    }

    /// The next word, not consumed.
    pub fn peek(&mut self) -> Option<&'a [u8]> {
        let at = self.at;
        let word = self.word();
        self.at = at;
        word
    }

    /// The rest of the current line without its end; `None` after the last.
    pub fn line(&mut self) -> Option<&'a [u8]> {
        let rest = self.rest();
        if rest.is_empty() {
            return None;
        }
        let length = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
        self.at += (length + 1).min(rest.len());
        Some(rest[..length].strip_suffix(b"\r").unwrap_or(&rest[..length]))
    }

    /// The next line that holds more than space and comment, and that without the comment.
    pub fn full_line(&mut self) -> Option<&'a [u8]> {
        loop {
            let line = self.line()?;
            let line = match line.iter().position(|&b| b == b'#') {
                Some(comment) if self.comments => &line[..comment],
                _ => line,
            };
            let line = line.trim_ascii();
            if !line.is_empty() {
                return Some(line);
            }
        }
    }

    pub fn expect_word(&mut self, what: &str) -> ParseResult<&'a [u8]> {
        match self.word() {
            Some(word) => Ok(word),
            None => Err(self.error(format!("expected {what}, found the end of the file"))),
        }
    }

    pub fn float(&mut self, what: &str) -> ParseResult<f64> {
        let word = self.expect_word(what)?;
        parse_float(word).ok_or_else(|| self.unexpected(what, word))
    }

    pub fn integer(&mut self, what: &str) -> ParseResult<i64> {
        let word = self.expect_word(what)?;
        parse_integer(word).ok_or_else(|| self.unexpected(what, word))
    }

    /// A number of things that follow, each at least `least` bytes long: never more than fit.
    pub fn count(&mut self, what: &str, least: usize) -> ParseResult<usize> {
        let count = self.integer(&format!("the number of {what}"))?;
        self.check_count(count, what, least)
    }

    pub fn check_count(&self, count: i64, what: &str, least: usize) -> ParseResult<usize> {
        // The last of them need not be followed by a separator.
        let most = (self.rest().len() + 1) / least.max(1);
        match usize::try_from(count) {
            Ok(count) if count <= most => Ok(count),
            _ => Err(self.error(format!(
                "{count} {what} are announced, but the rest of the file can hold {most} at most"
            ))),
        }
    }

    pub fn unexpected(&self, what: &str, word: &[u8]) -> ParseError {
        self.error(format!("expected {what}, found {}", quoted(word)))
    }
}

/// A decimal number, correctly rounded; `nan` and `inf` are numbers here and refused later by name.
pub(crate) fn parse_float(word: &[u8]) -> Option<f64> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// A whole number; what exceeds 64 bits is clamped, as no index or count can be that large.
pub(crate) fn parse_integer(word: &[u8]) -> Option<i64> {
    let (negative, digits) = match word {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    if digits.is_empty() {
        return None;
    }
    let mut value = 0i64;
    for &digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        value = value.saturating_mul(10).saturating_add((digit - b'0') as i64);
    }
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_the_line_of_the_last_word() {
        let mut text = Text::with_comments(b"one # two\n\n three\nfour");
        for (word, line) in [("one", 1), ("three", 3), ("four", 4)] {
            assert_eq!(text.word(), Some(word.as_bytes()));
            assert_eq!(text.place(), Place::Line(line));
        }
        assert_eq!(text.word(), None);
    }

    #[test]
    fn lines_end_in_any_style() {
        let mut text = Text::new(b"a b\r\nc\n\nd");
        let lines: Vec<_> = std::iter::from_fn(|| text.line()).collect();
        assert_eq!(lines, [&b"a b"[..], b"c", b"", b"d"]);
    }

    #[test]
    fn integers_clamp_and_refuse() {
        assert_eq!(parse_integer(b"-12"), Some(-12));
        assert_eq!(parse_integer(b"99999999999999999999999"), Some(i64::MAX));
        assert_eq!([&b""[..], b"-", b"1.5", b"0x1"].map(parse_integer), [None; 4]);
    }

    #[test]
    fn counts_beyond_the_file_are_refused() {
        assert!(Text::new(b"3 a b c").count("words", 2).is_ok());
        assert!(Text::new(b"4 a b c").count("words", 2).is_err());
        assert!(Text::new(b"-1 a b c").count("words", 2).is_err());
    }
}
