//! What is on an image, for its legend.

/// How an object is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sight {
    /// In its colour, enough of it to tell which.
    OwnColour,
    /// Only in the colours of marks or values, through what hides it, or in a few pixels.
    OtherColour,
    /// Not at all: something hides it, or it is outside of the image.
    Unseen,
}

/// What is on an image.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    /// For each object.
    pub objects: Vec<Sight>,
    /// Whether anything is that collides.
    pub colliding: bool,
    /// Whether anything is that lies inside an object.
    pub inside: bool,
    /// Whether anything is that is near something.
    pub near: bool,
    /// Whether curves stand for elements that collide.
    pub curve: bool,
}
