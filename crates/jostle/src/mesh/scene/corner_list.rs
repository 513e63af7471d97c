//! The corners of all elements of a scene, in one list.

use super::{AT_A_TIME, extend, replace_range};
use crate::mesh::{MeshError, SimplexMesh};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Stands in the fourth corner of a triangle where elements have four.
pub(super) const NO_CORNER: u32 = u32::MAX;

/// The corners of all elements of a scene, object after object, as indices into its vertices.
#[derive(Clone, Copy, Debug)]
pub enum ElementCorners<'s> {
    /// Of triangles only.
    Triangles(&'s [[u32; 3]]),
    /// Of tetrahedra, or of both; in the place of a triangle's fourth is `u32::MAX`.
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
            ElementCorners::Triangles(list) => moved(&list[element], 0),
            ElementCorners::Mixed(list) => list[element],
        }
    }

    /// The corners of a triangle.
    #[inline(always)]
    pub(crate) fn triangle(self, element: usize) -> [u32; 3] {
        match self {
            ElementCorners::Triangles(list) => list[element],
            ElementCorners::Mixed(list) => moved(&list[element], 0),
        }
    }

    /// Those of some elements that follow each other.
    pub(crate) fn range(self, elements: Range<usize>) -> ElementCorners<'s> {
        match self {
            ElementCorners::Triangles(list) => ElementCorners::Triangles(&list[elements]),
            ElementCorners::Mixed(list) => ElementCorners::Mixed(&list[elements]),
        }
    }
}

/// The list of a scene: as long as there are triangles only, such as a mesh has, so that it can be taken over.
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

    /// Makes room for a fourth corner.
    pub fn widen(&mut self) {
        if let CornerList::Triangles(list) = self {
            let mut mixed = Vec::new();
            extend(&mut mixed, list, |corners| moved(corners, 0));
            *self = CornerList::Mixed(mixed);
        }
    }

    /// Whether no element was ever added: a list can be taken over as it is.
    fn is_new(&self) -> bool {
        matches!(self, CornerList::Triangles(list) if list.capacity() == 0)
    }

    /// Appends the triangles of a mesh whose vertices begin at the first, and tells whether they use all of these.
    /// If one is bad the list is as it was.
    pub fn append_triangles(
        &mut self,
        mesh: &mut SimplexMesh<3>,
        first: u32,
    ) -> Result<bool, MeshError> {
        let is_new = self.is_new() && first == 0;
        match self {
            CornerList::Triangles(list) if is_new => take_over(list, mesh),
            CornerList::Triangles(list) => append_checked(list, mesh, first),
            CornerList::Mixed(list) => append_checked(list, mesh, first),
        }
    }

    /// Appends tetrahedra, as triangles are.
    pub fn append_tetrahedra(
        &mut self,
        mesh: &mut SimplexMesh<4>,
        first: u32,
    ) -> Result<bool, MeshError> {
        let is_new = self.is_new() && first == 0;
        self.widen();
        match self {
            CornerList::Mixed(list) if is_new => take_over(list, mesh),
            CornerList::Mixed(list) => append_checked(list, mesh, first),
            CornerList::Triangles(_) => unreachable!("there is room for a fourth corner"),
        }
    }

    /// Replaces some elements by others, which have been checked, of a mesh whose vertices begin at the first.
    pub fn replace<const N: usize>(
        &mut self,
        elements: Range<usize>,
        new: &[[u32; N]],
        first: u32,
    ) {
        if N > 3 {
            self.widen();
        }
        match self {
            CornerList::Triangles(list) => {
                replace_range(list, elements, new, |own| moved(own, first));
            }
            CornerList::Mixed(list) => replace_range(list, elements, new, |own| moved(own, first)),
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
        match corners.len() < 2 * AT_A_TIME {
            true => shift(corners),
            false => corners.par_chunks_mut(AT_A_TIME).for_each(shift),
        }
    }
}

/// Corners among so many, whose object begins with this vertex; where there are more places than corners, none.
#[inline(always)]
fn moved<const N: usize, const M: usize>(corners: &[u32; N], first: u32) -> [u32; M] {
    let mut all = [NO_CORNER; M];
    for (to, corner) in all.iter_mut().zip(corners) {
        *to = corner.wrapping_add(first);
    }
    all
}

/// Takes over the elements of a mesh if they are good, and tells whether they use all its vertices.
fn take_over<const N: usize>(
    list: &mut Vec<[u32; N]>,
    mesh: &mut SimplexMesh<N>,
) -> Result<bool, MeshError> {
    let check = ElementCheck::new(mesh.vertices.len());
    let look = |part: &[[u32; N]]| part.iter().for_each(|corners| check.look_at(corners));
    match mesh.elements.len() < 2 * AT_A_TIME {
        true => look(&mesh.elements),
        false => mesh.elements.par_chunks(AT_A_TIME).for_each(look),
    }
    let uses_all = check.result(mesh)?;
    *list = std::mem::take(&mut mesh.elements);
    Ok(uses_all)
}

/// Appends the elements of a mesh, and tells whether they use all its vertices. If one is bad the list is as it was.
fn append_checked<const N: usize, const M: usize>(
    list: &mut Vec<[u32; M]>,
    mesh: &SimplexMesh<N>,
    first: u32,
) -> Result<bool, MeshError> {
    let (end, check) = (list.len(), ElementCheck::new(mesh.vertices.len()));
    extend(list, &mesh.elements, |corners| {
        check.look_at(corners);
        moved(corners, first)
    });
    check.result(mesh).inspect_err(|_| list.truncate(end))
}

/// What is learned of elements while they are copied.
struct ElementCheck {
    is_used: Vec<AtomicBool>,
    is_bad: AtomicBool,
}

impl ElementCheck {
    fn new(vertices: usize) -> ElementCheck {
        let mut is_used = Vec::new();
        is_used.resize_with(vertices, AtomicBool::default);
        ElementCheck { is_used, is_bad: AtomicBool::new(false) }
    }

    #[inline(always)]
    fn look_at<const N: usize>(&self, corners: &[u32; N]) {
        let mut is_fine = true;
        for (i, &corner) in corners.iter().enumerate() {
            match self.is_used.get(corner as usize) {
                Some(is_used) => is_used.store(true, Relaxed),
                None => is_fine = false,
            }
            is_fine &= !corners[..i].contains(&corner);
        }
        if !is_fine {
            self.is_bad.store(true, Relaxed);
        }
    }

    /// Whether all vertices are used, if all elements are good.
    fn result<const N: usize>(self, mesh: &SimplexMesh<N>) -> Result<bool, MeshError> {
        if self.is_bad.into_inner() {
            mesh.check_elements()?;
        }
        Ok(self.is_used.iter().all(|is_used| is_used.load(Relaxed)))
    }
}
