//! Numbers of the binary formats: a scalar type, a byte order, and a position that cannot overrun.

use crate::error::{ParseError, ParseResult, Place, grouped};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Little,
    Big,
}

/// The number types that the formats share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
}

impl Scalar {
    pub const fn size(self) -> usize {
        match self {
            Scalar::I8 | Scalar::U8 => 1,
            Scalar::I16 | Scalar::U16 => 2,
            Scalar::I32 | Scalar::U32 | Scalar::F32 => 4,
            Scalar::I64 | Scalar::U64 | Scalar::F64 => 8,
        }
    }

    /// The value of exactly `size` bytes.
    pub fn float(self, bytes: &[u8], order: Order) -> f64 {
        match self {
            Scalar::F32 => f32::from_bits(bits(bytes, order) as u32) as f64,
            Scalar::F64 => f64::from_bits(bits(bytes, order)),
            _ => self.integer(bytes, order) as f64,
        }
    }

    /// The value of exactly `size` bytes; a fraction is cut, and what exceeds `i64` is clamped.
    pub fn integer(self, bytes: &[u8], order: Order) -> i64 {
        let bits = bits(bytes, order);
        match self {
            Scalar::I8 => bits as i8 as i64,
            Scalar::I16 => bits as i16 as i64,
            Scalar::I32 => bits as i32 as i64,
            Scalar::I64 => bits as i64,
            Scalar::U8 | Scalar::U16 | Scalar::U32 => bits as i64,
            Scalar::U64 => bits.min(i64::MAX as u64) as i64,
            Scalar::F32 | Scalar::F64 => self.float(bytes, order) as i64,
        }
    }
}

#[inline]
fn bits(bytes: &[u8], order: Order) -> u64 {
    let little = match *bytes {
        [a] => a as u64,
        [a, b] => u16::from_le_bytes([a, b]) as u64,
        [a, b, c, d] => u32::from_le_bytes([a, b, c, d]) as u64,
        [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        _ => 0,
    };
    match order {
        Order::Little => little,
        Order::Big => little.swap_bytes() >> (64 - 8 * bytes.len().clamp(1, 8)),
    }
}

/// A position in binary content.
#[derive(Clone)]
pub(crate) struct Bytes<'a> {
    bytes: &'a [u8],
    at: usize,
    pub order: Order,
}

impl<'a> Bytes<'a> {
    pub fn new(bytes: &'a [u8], at: usize, order: Order) -> Bytes<'a> {
        Bytes { bytes, at: at.min(bytes.len()), order }
    }

    pub fn at(&self) -> usize {
        self.at
    }

    pub fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    pub fn error(&self, problem: impl Into<String>) -> ParseError {
        ParseError::malformed(Place::Byte(self.at), problem)
    }

    /// The next `count * size` bytes, or an error that says how many there are.
    pub fn take(&mut self, count: usize, size: usize, what: &str) -> ParseResult<&'a [u8]> {
        let rest = self.rest();
        match count.checked_mul(size).and_then(|length| rest.get(..length)) {
            Some(taken) => {
                self.at += taken.len();
                Ok(taken)
            }
            None => Err(self.error(format!(
                "expected {} {what} of {size} bytes each, found only {} bytes",
                grouped(count),
                grouped(rest.len())
            ))),
        }
    }

    pub fn integer(&mut self, scalar: Scalar, what: &str) -> ParseResult<i64> {
        Ok(scalar.integer(self.take(1, scalar.size(), what)?, self.order))
    }

    pub fn float(&mut self, scalar: Scalar, what: &str) -> ParseResult<f64> {
        Ok(scalar.float(self.take(1, scalar.size(), what)?, self.order))
    }

    /// A number of things that follow, each at least `least` bytes long: never more than fit.
    pub fn count(&mut self, scalar: Scalar, what: &str, least: usize) -> ParseResult<usize> {
        let count = self.integer(scalar, what)?;
        let most = self.rest().len() / least.max(1);
        match usize::try_from(count) {
            Ok(count) if count <= most => Ok(count),
            _ => Err(self.error(format!(
                "{count} {what} are announced, but the rest of the file can hold {most} at most"
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scalar_reads_in_both_orders() {
        let little = (-2i32).to_le_bytes();
        let big = (-2i32).to_be_bytes();
        assert_eq!(Scalar::I32.integer(&little, Order::Little), -2);
        assert_eq!(Scalar::I32.integer(&big, Order::Big), -2);
        assert_eq!(Scalar::U32.integer(&little, Order::Little), 0xffff_fffe);
        assert_eq!(Scalar::U64.integer(&[0xff; 8], Order::Little), i64::MAX);
        assert_eq!(Scalar::I8.integer(&[0x80], Order::Little), -128);
        assert_eq!(Scalar::F32.float(&0.5f32.to_be_bytes(), Order::Big), 0.5);
        assert_eq!(Scalar::F64.float(&5e-324f64.to_le_bytes(), Order::Little), 5e-324);
    }

    #[test]
    fn overruns_are_errors() {
        let mut bytes = Bytes::new(&[0; 5], 0, Order::Little);
        assert!(bytes.take(usize::MAX, 8, "numbers").is_err());
        assert!(bytes.take(1, 4, "numbers").is_ok());
        assert!(bytes.integer(Scalar::I16, "number").is_err());
        assert_eq!(bytes.at(), 4);
    }
}
