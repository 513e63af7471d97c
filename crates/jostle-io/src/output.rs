//! The output buffer of the writers.

use crate::attribute::Values;
use crate::binary::Order;
use std::fmt;

pub(crate) struct Output {
    pub bytes: Vec<u8>,
    pub order: Order,
}

macro_rules! numbers {
    ($($name:ident)*) => {$(
        pub fn $name(&mut self, value: $name) {
            match self.order {
                Order::Little => self.bytes.extend_from_slice(&value.to_le_bytes()),
                Order::Big => self.bytes.extend_from_slice(&value.to_be_bytes()),
            }
        }
    )*};
}

impl Output {
    pub fn new(order: Order) -> Output {
        Output { bytes: Vec::new(), order }
    }

    numbers!(u8 u16 i32 u32 u64 f32 f64);

    pub fn put(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// One value in binary: floats as `f64`, flags and colours as bytes.
    pub fn value(&mut self, values: &Values, element: usize) {
        match values {
            Values::U32(values) => self.u32(values[element]),
            Values::I32(values) => self.i32(values[element]),
            Values::F64(values) => self.f64(values[element]),
            Values::Bool(values) => self.u8(values[element] as u8),
            Values::Colour(values) => self.bytes.extend_from_slice(&values[element]),
        }
    }
}

/// `write!` into the output cannot fail.
impl fmt::Write for Output {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.put(text);
        Ok(())
    }
}

/// Formats into an [`Output`]. Floats go in as `{:?}`: the shortest decimal that reads back as the
/// same bits.
macro_rules! text {
    ($out:expr, $($format:tt)*) => {{
        use std::fmt::Write as _;
        let _ = write!($out, $($format)*);
    }};
}
pub(crate) use text;

/// One value as decimals, components separated by spaces.
pub(crate) fn value_text(out: &mut Output, values: &Values, element: usize) {
    match values {
        Values::U32(values) => text!(out, "{}", values[element]),
        Values::I32(values) => text!(out, "{}", values[element]),
        Values::F64(values) => text!(out, "{:?}", values[element]),
        Values::Bool(values) => text!(out, "{}", values[element] as u8),
        Values::Colour(values) => {
            let [r, g, b] = values[element];
            text!(out, "{r} {g} {b}");
        }
    }
}
