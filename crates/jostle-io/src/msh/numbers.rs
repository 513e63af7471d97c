//! Numbers that are decimals in an ascii file and bytes in a binary one.

use crate::binary::{Bytes, Order, Scalar};
use crate::error::{ParseError, ParseResult};
use crate::text::Text;

pub(super) enum Numbers<'a> {
    Ascii(Text<'a>),
    Binary(Bytes<'a>),
}

impl<'a> Numbers<'a> {
    pub fn new(content: &'a [u8], at: usize, order: Option<Order>) -> Numbers<'a> {
        match order {
            Some(order) => Numbers::Binary(Bytes::new(content, at, order)),
            None => {
                let mut text = Text::new(content);
                text.seek(at);
                Numbers::Ascii(text)
            }
        }
    }

    pub fn at(&self) -> usize {
        match self {
            Numbers::Ascii(text) => text.at(),
            Numbers::Binary(bytes) => bytes.at(),
        }
    }

    pub fn is_binary(&self) -> bool {
        matches!(self, Numbers::Binary(_))
    }

    pub fn error(&self, problem: impl Into<String>) -> ParseError {
        match self {
            Numbers::Ascii(text) => text.error(problem),
            Numbers::Binary(bytes) => bytes.error(problem),
        }
    }

    pub fn integer(&mut self, scalar: Scalar, what: &str) -> ParseResult<i64> {
        match self {
            Numbers::Ascii(text) => text.integer(what),
            Numbers::Binary(bytes) => bytes.integer(scalar, what),
        }
    }

    pub fn float(&mut self, what: &str) -> ParseResult<f64> {
        match self {
            Numbers::Ascii(text) => text.float(what),
            Numbers::Binary(bytes) => bytes.float(Scalar::F64, what),
        }
    }

    /// A count of things of at least `ascii` or `binary` bytes each: never more than fit.
    pub fn count(
        &mut self,
        scalar: Scalar,
        what: &str,
        ascii: usize,
        binary: usize,
    ) -> ParseResult<usize> {
        match self {
            Numbers::Ascii(text) => text.count(what, ascii),
            Numbers::Binary(bytes) => bytes.count(scalar, what, binary),
        }
    }

    /// A count that stands in a line of its own, as decimals even in a binary file.
    pub fn decimal_count(&mut self, content_least: [usize; 2], what: &str) -> ParseResult<usize> {
        match self {
            Numbers::Ascii(text) => text.count(what, content_least[0]),
            Numbers::Binary(bytes) => {
                let mut text = Text::new(bytes.rest());
                let line = text.line().unwrap_or(b"").trim_ascii();
                let most = text.rest().len() / content_least[1];
                let count = crate::text::parse_integer(line);
                match count.and_then(|count| usize::try_from(count).ok()) {
                    Some(count) if count <= most => {
                        bytes.take(text.at(), 1, "bytes")?;
                        Ok(count)
                    }
                    _ => Err(bytes.error(format!(
                        "expected the number of {what}, at most {most} of which can follow, found {}",
                        crate::error::quoted(line)
                    ))),
                }
            }
        }
    }
}
