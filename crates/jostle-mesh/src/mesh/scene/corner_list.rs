//! The corners of all elements of a scene, in one list.

use super::{MANY_ENTRIES, extend, replace_range};
use jostle_support::parallel;
use std::mem::take;
use std::ops::Range;

/// Stands in the fourth corner of a triangle where elements have four.
pub(super) const NO_CORNER: u32 = u32::MAX;

/// The corners of all elements of a scene, object after object, as indices into its vertices.
///
/// ```
/// use jostle::mesh::{ElementCorners, shapes};
/// use jostle::Scene;
///
/// let mut scene = Scene::new();
/// scene.add("ball", shapes::icosphere(0, 1.0))?;
/// assert!(matches!(scene.element_corners(), ElementCorners::Triangles(all) if all.len() == 20));
/// scene.add("body", shapes::ball_tets(1, 1.0))?;
/// let corners = scene.element_corners();
/// assert_eq!((corners.of(0).len(), corners.of(20).len()), (3, 4));
/// assert_eq!(corners.padded(0)[3], u32::MAX);
/// # Ok::<(), jostle::SceneError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum ElementCorners<'s> {
    /// All are triangles.
    Triangles(&'s [[u32; 3]]),
    /// Some are tetrahedra, or have been; in the place of a triangle's fourth corner is `u32::MAX`.
    Mixed(&'s [[u32; 4]]),
}

impl<'s> ElementCorners<'s> {
    /// Number of elements.
    #[inline]
    pub fn len(self) -> usize {
        match self {
            ElementCorners::Triangles(list) => list.len(),
            ElementCorners::Mixed(list) => list.len(),
        }
    }

    /// Whether there are no elements.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The three or four corners of an element.
    ///
    /// # Panics
    ///
    /// If there is no such element.
    #[inline(always)]
    pub fn of(self, element: usize) -> &'s [u32] {
        match self {
            ElementCorners::Triangles(list) => &list[element],
            ElementCorners::Mixed(list) => match &list[element] {
                [corners @ .., NO_CORNER] => corners,
                corners => corners,
            },
        }
    }

    /// The corners of an element, with `u32::MAX` in the place of a triangle's fourth.
    ///
    /// # Panics
    ///
    /// If there is no such element.
    #[inline(always)]
    pub fn padded(self, element: usize) -> [u32; 4] {
        match self {
            ElementCorners::Triangles(list) => in_places(&list[element], 0),
            ElementCorners::Mixed(list) => list[element],
        }
    }

    /// The corners of a triangle.
    #[inline(always)]
    #[doc(hidden)]
    pub fn triangle(self, element: usize) -> [u32; 3] {
        match self {
            ElementCorners::Triangles(list) => list[element],
            ElementCorners::Mixed(list) => first_three(&list[element]),
        }
    }

    /// Those of some elements that follow each other.
    #[doc(hidden)]
    pub fn range(self, elements: Range<usize>) -> ElementCorners<'s> {
        match self {
            ElementCorners::Triangles(list) => ElementCorners::Triangles(&list[elements]),
            ElementCorners::Mixed(list) => ElementCorners::Mixed(&list[elements]),
        }
    }
}

/// The corners of a triangle, whose fourth is none.
#[inline(always)]
pub fn first_three<const N: usize>(corners: &[u32; N]) -> [u32; 3] {
    *corners.first_chunk().expect("elements have three corners or more")
}

/// The list of a scene: while no tetrahedron was added, like that of a mesh of triangles, so that one can be taken over.
#[derive(Clone, Debug)]
pub(super) enum CornerList {
    Triangles(Vec<[u32; 3]>),
    Mixed(Vec<[u32; 4]>),
}

impl Default for CornerList {
    fn default() -> CornerList {
        CornerList::Triangles(Vec::new())
    }
}

/// Lists are equal if their elements are, however they are kept.
impl PartialEq for CornerList {
    fn eq(&self, other: &CornerList) -> bool {
        let [own, other] = [self.all(), other.all()];
        own.len() == other.len() && (0..own.len()).all(|e| own.padded(e) == other.padded(e))
    }
}

impl CornerList {
    #[inline(always)]
    pub fn all(&self) -> ElementCorners<'_> {
        match self {
            CornerList::Triangles(list) => ElementCorners::Triangles(list),
            CornerList::Mixed(list) => ElementCorners::Mixed(list),
        }
    }

    pub fn len(&self) -> usize {
        self.all().len()
    }

    /// The list with a place for a fourth corner.
    fn widened(&mut self) -> &mut Vec<[u32; 4]> {
        if let CornerList::Triangles(list) = self {
            let mut mixed = Vec::new();
            extend(&mut mixed, list, |corners| in_places(corners, 0));
            *self = CornerList::Mixed(mixed);
        }
        match self {
            CornerList::Mixed(list) => list,
            CornerList::Triangles(_) => unreachable!("they have been given a place"),
        }
    }

    /// Whether there is nothing to keep: a list can be taken over as it is.
    fn is_unused(&self) -> bool {
        matches!(self, CornerList::Triangles(list) if list.capacity() == 0)
    }

    /// Appends triangles, which have been checked, of a mesh whose vertices begin at the first; they may be taken.
    pub fn append_triangles(&mut self, new: &mut Vec<[u32; 3]>, first: u32) {
        let is_unused = self.is_unused() && first == 0;
        match self {
            CornerList::Triangles(list) if is_unused => *list = take(new),
            CornerList::Triangles(list) => extend(list, new, |own| in_places(own, first)),
            CornerList::Mixed(list) => extend(list, new, |own| in_places(own, first)),
        }
    }

    /// Appends tetrahedra, as triangles are.
    pub fn append_tetrahedra(&mut self, new: &mut Vec<[u32; 4]>, first: u32) {
        match self {
            CornerList::Triangles(_) if new.is_empty() => {}
            _ if self.is_unused() && first == 0 => *self = CornerList::Mixed(take(new)),
            _ => extend(self.widened(), new, |own| in_places(own, first)),
        }
    }

    /// Replaces some elements by others, which have been checked, of a mesh whose vertices begin at the first.
    pub fn replace<const N: usize>(
        &mut self,
        elements: Range<usize>,
        new: &[[u32; N]],
        first: u32,
    ) {
        match self {
            CornerList::Triangles(list) if N == 3 || new.is_empty() => {
                replace_range(list, elements, new, |own| first_three(own).map(|v| v + first));
            }
            _ => replace_range(self.widened(), elements, new, |own| in_places(own, first)),
        }
    }

    /// Whether some elements are these, of a mesh whose vertices begin at the first.
    pub fn holds<const N: usize>(
        &self,
        elements: Range<usize>,
        others: &[[u32; N]],
        first: u32,
    ) -> bool {
        match self {
            CornerList::Triangles(list) => {
                let corners = |own: &[u32; N]| first_three(own).map(|v| v + first);
                N == 3 && are_same(&list[elements], others, corners)
            }
            CornerList::Mixed(list) => {
                are_same(&list[elements], others, |own| in_places(own, first))
            }
        }
    }

    /// Adds a number to the corners of all elements from one on.
    pub fn shift(&mut self, from: usize, by: u32) {
        let corners = match self {
            CornerList::Triangles(list) => list[from..].as_flattened_mut(),
            CornerList::Mixed(list) => list[from..].as_flattened_mut(),
        };
        let shift = |corners: &mut [u32]| {
            for corner in corners.iter_mut().filter(|corner| **corner != NO_CORNER) {
                *corner = corner.wrapping_add(by);
            }
        };
        match corners.len() < 2 * MANY_ENTRIES {
            true => shift(corners),
            false => parallel::for_each_part_mut(corners, MANY_ENTRIES, |_, part| shift(part)),
        }
    }
}

/// Whether a list is what `convert` makes of another; told by all threads where they are long.
fn are_same<S: Sync, const M: usize>(
    list: &[[u32; M]],
    others: &[S],
    convert: impl Fn(&S) -> [u32; M] + Send + Sync,
) -> bool {
    let is_same = |(own, other): (&[u32; M], &S)| *own == convert(other);
    list.len() == others.len()
        && match list.len() < 2 * MANY_ENTRIES {
            true => list.iter().zip(others).all(is_same),
            false => parallel::all(list.len(), MANY_ENTRIES, |part| {
                list[part.clone()].iter().zip(&others[part]).all(is_same)
            }),
        }
}

/// Corners of an object that begins with this vertex, in as many places or more; what is left over has none.
#[inline(always)]
fn in_places<const N: usize, const M: usize>(corners: &[u32; N], first: u32) -> [u32; M] {
    const { assert!(N <= M, "each corner has a place") };
    let mut all = [NO_CORNER; M];
    for (to, corner) in all.iter_mut().zip(corners) {
        *to = corner.wrapping_add(first);
    }
    all
}
