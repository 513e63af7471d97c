//! What objects make together: constructive solid geometry.

use super::sweep::Windings;
use super::{LayeredError, LayeredImage};
use crate::mesh::ObjectId;

/// A solid made of objects by unions, intersections and differences, nested as needed.
///
/// ```
/// use jostle::ObjectId;
/// use jostle::volume::layered::Solid;
///
/// let [block, drill, bolt] = [0, 1, 2].map(|i| Solid::from(ObjectId::new(i)));
/// let drilled = block.minus(drill.clone());
/// let bolted = Solid::union([drilled, drill.and(bolt)]);
/// # let _ = bolted;
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Solid {
    /// The inside of an object.
    Object(ObjectId),
    /// What is in any of them; nothing if there are none.
    Union(Vec<Solid>),
    /// What is in all of them; the whole region if there are none.
    Intersection(Vec<Solid>),
    /// What is in the first and not in the second.
    Difference(Box<Solid>, Box<Solid>),
}

impl From<ObjectId> for Solid {
    fn from(object: ObjectId) -> Solid {
        Solid::Object(object)
    }
}

impl Solid {
    /// What is in any of these.
    pub fn union<S: Into<Solid>>(parts: impl IntoIterator<Item = S>) -> Solid {
        Solid::Union(parts.into_iter().map(S::into).collect())
    }

    /// What is in all of these.
    pub fn intersection<S: Into<Solid>>(parts: impl IntoIterator<Item = S>) -> Solid {
        Solid::Intersection(parts.into_iter().map(S::into).collect())
    }

    /// What is in this or the other.
    pub fn or(self, other: impl Into<Solid>) -> Solid {
        Solid::Union(vec![self, other.into()])
    }

    /// What is in this and the other.
    pub fn and(self, other: impl Into<Solid>) -> Solid {
        Solid::Intersection(vec![self, other.into()])
    }

    /// What is in this and not in the other.
    pub fn minus(self, other: impl Into<Solid>) -> Solid {
        Solid::Difference(Box::new(self), Box::new(other.into()))
    }
}

/// A solid over the objects of one image, by their numbers there.
#[derive(Clone, Debug)]
pub(super) enum ImageSolid {
    Object(usize),
    Union(Vec<ImageSolid>),
    Intersection(Vec<ImageSolid>),
    Difference(Box<ImageSolid>, Box<ImageSolid>),
}

impl ImageSolid {
    /// Refuses objects that the image does not show.
    pub fn new(image: &LayeredImage, solid: &Solid) -> Result<ImageSolid, LayeredError> {
        let own = |solid: &Solid| ImageSolid::new(image, solid);
        let all = |parts: &[Solid]| parts.iter().map(own).collect::<Result<Vec<_>, _>>();
        Ok(match solid {
            Solid::Object(object) => ImageSolid::Object(image.rank(*object)?),
            Solid::Union(parts) => ImageSolid::Union(all(parts)?),
            Solid::Intersection(parts) => ImageSolid::Intersection(all(parts)?),
            Solid::Difference(from, less) => {
                ImageSolid::Difference(Box::new(own(from)?), Box::new(own(less)?))
            }
        })
    }

    /// Whether a place with these winding numbers is in the solid.
    pub fn holds(&self, windings: &Windings) -> bool {
        match self {
            ImageSolid::Object(rank) => windings.of(*rank) != 0,
            ImageSolid::Union(parts) => parts.iter().any(|part| part.holds(windings)),
            ImageSolid::Intersection(parts) => parts.iter().all(|part| part.holds(windings)),
            ImageSolid::Difference(from, less) => from.holds(windings) && !less.holds(windings),
        }
    }
}
