//! Values per element that are written next to the mesh.

use std::borrow::Cow;

/// One value per element, with a name: "colliding", "object", "depth", or a colour for viewers.
///
/// ```
/// use jostle_io::{Attribute, Values};
///
/// let colliding = Attribute::new("colliding", Values::Bool(vec![true, false]));
/// assert_eq!(colliding.values.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// Name as the viewer shows it. Formats that allow no spaces in names get `_` or `%20` instead.
    pub name: String,
    /// The values, in the order of the elements.
    pub values: Values,
}

impl Attribute {
    /// An attribute of the given parts.
    pub fn new(name: impl Into<String>, values: Values) -> Attribute {
        Attribute { name: name.into(), values }
    }

    /// The name as one word.
    pub(crate) fn word(&self, space: &str) -> Cow<'_, str> {
        if self.name.contains(|c: char| c.is_whitespace() || c.is_control()) {
            let parts = self.name.split(|c: char| c.is_whitespace() || c.is_control());
            return parts.collect::<Vec<_>>().join(space).into();
        }
        self.name.as_str().into()
    }
}

/// The values of an [`Attribute`].
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Counts and indices.
    U32(Vec<u32>),
    /// Signed numbers.
    I32(Vec<i32>),
    /// Measures.
    F64(Vec<f64>),
    /// Flags, written as the bytes 0 and 1.
    Bool(Vec<bool>),
    /// Red, green and blue. PLY writes them under these names, whatever the attribute is called,
    /// because that is where viewers look.
    Colour(Vec<[u8; 3]>),
}

impl Values {
    /// Number of values.
    pub fn len(&self) -> usize {
        match self {
            Values::U32(values) => values.len(),
            Values::I32(values) => values.len(),
            Values::F64(values) => values.len(),
            Values::Bool(values) => values.len(),
            Values::Colour(values) => values.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Numbers per element: three for a colour, else one.
    pub(crate) fn components(&self) -> usize {
        if matches!(self, Values::Colour(_)) { 3 } else { 1 }
    }
}
