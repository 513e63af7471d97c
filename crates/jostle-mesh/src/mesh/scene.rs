//! All objects of one query, their elements in one flat list.

mod changes;
mod corner_list;
mod known_bounds;
mod vertex_use;

pub use corner_list::ElementCorners;
pub use corner_list::first_three;

use super::point_pass::{Extent, all_finite, bounds_of};
use super::stamp::Stamp;
use super::{
    ElementId, ElementKind, Layers, LocalElementId, Mesh, MeshError, ObjectId, TetMesh,
    TriangleMesh,
};
use crate::conditions::{Condition, required};
use crate::geometry::Aabb;
use corner_list::{CornerList, NO_CORNER};
use glam::DVec3;
use jostle_support::parallel;
use jostle_support::text::grouped;
use known_bounds::KnownBounds;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use thiserror::Error;
use vertex_use::VertexUse;

/// One mesh of a scene: a range of the flat vertices and a range of the flat elements.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    name: String,
    kind: ElementKind,
    vertices: Range<u32>,
    elements: Range<u32>,
    has_self_collision: bool,
    vertex_use: VertexUse,
    known_bounds: KnownBounds,
    is_removed: bool,
    layers: Layers,
    topology: Stamp,
    positions: Stamp,
}

impl Object {
    /// The name given when it was added; messages use it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What its elements are.
    pub fn kind(&self) -> ElementKind {
        self.kind
    }

    /// Its vertices in the scene's flat list.
    pub fn vertices(&self) -> Range<usize> {
        self.vertices.start as usize..self.vertices.end as usize
    }

    /// Its elements in the scene's flat list.
    pub fn elements(&self) -> Range<usize> {
        self.elements.start as usize..self.elements.end as usize
    }

    /// A number that changes whenever the mesh is replaced by one with other elements, and that no other mesh has: what
    /// was derived from the topology stays valid as long as it does.
    pub fn topology_id(&self) -> u64 {
        self.topology.number()
    }

    /// A number that changes whenever the mesh is replaced or its vertices may have moved.
    #[doc(hidden)]
    pub fn positions_id(&self) -> u64 {
        self.positions.number()
    }

    /// Whether it is tested against itself.
    pub fn has_self_collision(&self) -> bool {
        self.has_self_collision
    }
}

/// The corners of one element of a scene, as positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Element {
    /// Three corners.
    Triangle([DVec3; 3]),
    /// Four corners.
    Tetrahedron([DVec3; 4]),
}

impl Element {
    /// The smallest box around the element.
    #[inline]
    pub fn bounds(&self) -> Aabb {
        match self {
            Element::Triangle(corners) => Aabb::from_points(corners.iter().copied()),
            Element::Tetrahedron(corners) => Aabb::from_points(corners.iter().copied()),
        }
    }
}

/// Why a scene refuses a change or a query.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SceneError {
    /// A mesh that cannot be used.
    #[error("object {object} ('{name}'): {source}")]
    Mesh {
        /// Index that the object has or would have had.
        object: ObjectId,
        /// Its name.
        name: String,
        /// What is wrong with the mesh.
        source: MeshError,
    },
    /// An index that no object has.
    #[error("there is no object {object}: the scene has {objects}, counted from 0")]
    NoSuchObject {
        /// The index asked for.
        object: ObjectId,
        /// Number of objects in the scene.
        objects: usize,
    },
    /// New positions for an object that has another number of vertices.
    #[error(
        "object {object} ('{name}') has {} vertices but was given {} positions; \
         give one for each vertex, or replace the mesh",
        grouped(*.vertices), grouped(*.given)
    )]
    WrongVertexCount {
        /// Index of the object.
        object: ObjectId,
        /// Its name.
        name: String,
        /// Number of its vertices.
        vertices: usize,
        /// Number of positions given.
        given: usize,
    },
    /// An object that was removed.
    #[error(
        "object {object} ('{name}') was removed; leave it out, or add its mesh as another object"
    )]
    Removed {
        /// Index that the object had.
        object: ObjectId,
        /// Its name.
        name: String,
    },
    /// A transform with a number that is not finite.
    #[error(
        "object {object} ('{name}') cannot be moved by a transform that is not finite; look at what \
         computes it"
    )]
    BadTransform {
        /// Index of the object.
        object: ObjectId,
        /// Its name.
        name: String,
    },
    /// More vertices or elements in all than 32-bit indices can name.
    #[error(
        "object {object} ('{name}') would bring the scene to {} {what}, more than the \
         4,294,967,294 that indices can name; split the scene",
        grouped(*.count)
    )]
    TooMany {
        /// Index that the object would have had.
        object: ObjectId,
        /// Its name.
        name: String,
        /// What there would be too many of.
        what: &'static str,
        /// How many there would be.
        count: usize,
    },
}

/// All objects of one query.
///
/// Elements stand in one flat list, object after object, and are numbered through it; an object is
/// a range of it. Positions may change every frame, and so may topology.
///
/// ```
/// use jostle::{DVec3, Scene, TriangleMesh};
///
/// let triangle = TriangleMesh::new(vec![DVec3::X, DVec3::Y, DVec3::Z], vec![[0, 1, 2]]);
/// let mut scene = Scene::new();
/// let still = scene.add("still", triangle.clone())?;
/// let moving = scene.add("moving", triangle)?;
/// scene.vertices_mut(moving)?[0].x += 1.0;
/// assert_eq!(scene.object(moving)?.elements(), 1..2);
/// # Ok::<(), jostle::SceneError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    vertices: Vec<DVec3>,
    corners: CornerList,
    objects: Vec<Object>,
    changes: Stamp,
}

impl Scene {
    /// A scene without objects.
    pub fn new() -> Scene {
        Scene::default()
    }

    /// Adds an object, which is not tested against itself until
    /// [`set_self_collision`](Self::set_self_collision) says so, and returns its index.
    pub fn add(
        &mut self,
        name: impl Into<String>,
        mesh: impl Into<Mesh>,
    ) -> Result<ObjectId, SceneError> {
        let (object, mesh) = (ObjectId::new(self.objects.len()), mesh.into());
        let end = (self.vertices.len(), self.element_count());
        self.objects.push(Object {
            name: name.into(),
            kind: mesh.kind(),
            vertices: end.0 as u32..end.0 as u32,
            elements: end.1 as u32..end.1 as u32,
            has_self_collision: false,
            vertex_use: VertexUse::default(),
            known_bounds: KnownBounds::default(),
            is_removed: false,
            layers: Layers::ALL,
            topology: Stamp::new(),
            positions: Stamp::new(),
        });
        self.replace(object, mesh).inspect_err(|_| {
            self.objects.pop();
        })?;
        Ok(object)
    }

    /// Replaces an object's mesh: its topology, its number of vertices, even its kind. Name, self flag
    /// and layers stay. On error the scene is as it was.
    ///
    /// A mesh with as many vertices and the same elements keeps the [topology](Object::topology_id), and all that has
    /// been derived from it, as if its vertices had [moved](Self::set_vertices).
    pub fn replace(&mut self, object: ObjectId, mesh: impl Into<Mesh>) -> Result<(), SceneError> {
        let mut mesh = mesh.into();
        let old = self.present(object)?.clone();
        let is_added = old.elements.is_empty() && old.elements().end == self.element_count();
        let refused = |source| SceneError::Mesh { object, name: old.name.clone(), source };
        let Extent { bounds, vertices } = mesh.check_vertices().map_err(refused)?;
        // Where elements have a vertex on each side of the box of all vertices, that is their own.
        let has_all_sides = mesh.check_elements(&vertices).map_err(refused)?;
        let element_count = mesh.element_count();
        let counts = [
            ("vertices", self.vertices.len() - old.vertices.len(), mesh.vertices().len()),
            ("elements", self.element_count() - old.elements.len(), element_count),
        ];
        for (what, others, own) in counts {
            if others + own >= NO_CORNER as usize {
                let (name, count) = (old.name, others + own);
                return Err(SceneError::TooMany { object, name, what, count });
            }
        }
        let (first, vertex_count) = (old.vertices.start, mesh.vertices().len());
        let mut vertex_use = VertexUse::default();
        let keeps_topology = self.has_topology(&old, &mesh);
        if keeps_topology {
            vertex_use = old.vertex_use.clone();
        } else if is_added {
            // What is added mostly stays.
            vertex_use = VertexUse::asked();
            match &mut mesh {
                Mesh::Triangles(mesh) => self.corners.append_triangles(&mut mesh.elements, first),
                Mesh::Tets(mesh) => self.corners.append_tetrahedra(&mut mesh.elements, first),
            }
        } else {
            match &mesh {
                Mesh::Triangles(mesh) => {
                    self.corners.replace(old.elements(), &mesh.elements, first);
                }
                Mesh::Tets(mesh) => self.corners.replace(old.elements(), &mesh.elements, first),
            }
        }
        match &mut mesh {
            Mesh::Triangles(mesh) => self.replace_vertices(&old, &mut mesh.vertices),
            Mesh::Tets(mesh) => self.replace_vertices(&old, &mut mesh.vertices),
        }
        let new = &mut self.objects[object.index()];
        new.kind = mesh.kind();
        if !keeps_topology {
            new.topology = Stamp::new();
        }
        new.positions = Stamp::new();
        self.changes = new.positions;
        new.vertex_use = vertex_use;
        new.known_bounds = KnownBounds::new(bounds, has_all_sides);
        new.vertices.end = first + vertex_count as u32;
        new.elements.end = new.elements.start + element_count as u32;
        let vertex_shift = new.vertices.end.wrapping_sub(old.vertices.end);
        let element_shift = new.elements.end.wrapping_sub(old.elements.end);
        let end = new.elements();
        for later in &mut self.objects[object.index() + 1..] {
            for vertex in [&mut later.vertices.start, &mut later.vertices.end] {
                *vertex = vertex.wrapping_add(vertex_shift);
            }
            for element in [&mut later.elements.start, &mut later.elements.end] {
                *element = element.wrapping_add(element_shift);
            }
        }
        if vertex_shift != 0 {
            self.corners.shift(end.end, vertex_shift);
        }
        Ok(())
    }

    /// Whether a mesh has the vertices and the elements of an object, which may be elsewhere. One of elements by
    /// themselves has no topology to speak of: what is derived from it depends on where they are.
    fn has_topology(&self, object: &Object, mesh: &Mesh) -> bool {
        let [vertices, elements] = [mesh.vertices().len(), mesh.element_count()];
        let may_be_kept = object.kind == mesh.kind()
            && object.vertices.len() == vertices
            && object.elements.len() == elements
            && vertices < MOST_VERTICES * elements;
        let first = object.vertices.start;
        may_be_kept
            && (!required(Condition::SameElements)
                || match mesh {
                    Mesh::Triangles(own) => {
                        self.corners.holds(object.elements(), &own.elements, first)
                    }
                    Mesh::Tets(own) => self.corners.holds(object.elements(), &own.elements, first),
                })
    }

    /// Replaces an object's vertices; the first of all are taken over, and not copied.
    fn replace_vertices(&mut self, old: &Object, new: &mut Vec<DVec3>) {
        match self.vertices.capacity() == 0 {
            true => self.vertices = std::mem::take(new),
            false => replace_range(&mut self.vertices, old.vertices(), new, |&vertex| vertex),
        }
    }

    /// Says whether an object is tested against itself.
    pub fn set_self_collision(
        &mut self,
        object: ObjectId,
        has_self_collision: bool,
    ) -> Result<(), SceneError> {
        self.object(object)?;
        self.objects[object.index()].has_self_collision = has_self_collision;
        Ok(())
    }

    /// An object's positions, to be changed in place. They are checked by the next query.
    pub fn vertices_mut(&mut self, object: ObjectId) -> Result<&mut [DVec3], SceneError> {
        let own = self.object(object)?;
        let range = own.vertices();
        // Once, in the frame in which it first moves.
        own.vertex_use.find_out_if_asked(|| self.uses_all_vertices(own));
        self.changes = Stamp::new();
        let own = &mut self.objects[object.index()];
        own.positions = self.changes;
        own.known_bounds = KnownBounds::default();
        Ok(&mut self.vertices[range])
    }

    /// Moves an object's vertices to the given positions.
    pub fn set_vertices(
        &mut self,
        object: ObjectId,
        positions: &[DVec3],
    ) -> Result<(), SceneError> {
        let own = self.object(object)?;
        if own.vertices.len() != positions.len() {
            return Err(SceneError::WrongVertexCount {
                object,
                name: own.name.clone(),
                vertices: own.vertices.len(),
                given: positions.len(),
            });
        }
        self.vertices_mut(object)?.copy_from_slice(positions);
        Ok(())
    }

    /// The ids of all objects, in the order in which they were added; of removed ones too.
    pub fn object_ids(&self) -> impl ExactSizeIterator<Item = ObjectId> + use<> {
        (0..self.objects.len()).map(ObjectId::new)
    }

    /// The objects, in the order in which they were added, each where its id says.
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// An object.
    pub fn object(&self, object: ObjectId) -> Result<&Object, SceneError> {
        let objects = self.objects.len();
        self.objects.get(object.index()).ok_or(SceneError::NoSuchObject { object, objects })
    }

    /// All positions, object after object.
    pub fn vertices(&self) -> &[DVec3] {
        &self.vertices
    }

    /// A number that changes whenever an object is added or replaced, or vertices may have moved; zero for a
    /// scene that never had an object.
    #[doc(hidden)]
    pub fn changes_id(&self) -> u64 {
        self.changes.number()
    }

    /// Number of elements of all objects.
    pub fn element_count(&self) -> usize {
        self.corners.len()
    }

    /// The corners of an element as indices into [`vertices`](Self::vertices).
    ///
    /// # Panics
    ///
    /// If there is no such element.
    #[inline]
    pub fn corner_indices(&self, element: ElementId) -> &[u32] {
        self.corners_at(element.index())
    }

    /// The corners of all elements as indices into [`vertices`](Self::vertices), object after object.
    #[inline(always)]
    pub fn element_corners(&self) -> ElementCorners<'_> {
        self.corners.all()
    }

    #[inline(always)]
    #[doc(hidden)]
    pub fn corners_at(&self, element: usize) -> &[u32] {
        self.corners.all().of(element)
    }

    /// The corners of an element as positions.
    ///
    /// # Panics
    ///
    /// If there is no such element.
    #[inline(always)]
    pub fn element(&self, element: ElementId) -> Element {
        self.element_at(element.index())
    }

    #[inline(always)]
    #[doc(hidden)]
    pub fn element_at(&self, element: usize) -> Element {
        let [a, b, c, d] = self.corners.all().padded(element);
        let at = |vertex: u32| self.vertices[vertex as usize];
        match d {
            NO_CORNER => Element::Triangle([at(a), at(b), at(c)]),
            _ => Element::Tetrahedron([at(a), at(b), at(c), at(d)]),
        }
    }

    /// The corners of a triangle as positions.
    #[inline(always)]
    #[doc(hidden)]
    pub fn triangle_at(&self, element: usize) -> [&DVec3; 3] {
        let [a, b, c] = self.corners.all().triangle(element);
        [&self.vertices[a as usize], &self.vertices[b as usize], &self.vertices[c as usize]]
    }

    /// The corners of a tetrahedron as positions.
    #[inline(always)]
    #[doc(hidden)]
    pub fn tetrahedron_at(&self, element: usize) -> [DVec3; 4] {
        let [a, b, c, d] = self.corners.all().padded(element);
        let at = |vertex: u32| self.vertices[vertex as usize];
        [at(a), at(b), at(c), at(d)]
    }

    /// The object that an element belongs to.
    ///
    /// # Panics
    ///
    /// If there is no such element.
    pub fn owner(&self, element: ElementId) -> ObjectId {
        ObjectId::new(self.owner_at(element.index()))
    }

    #[doc(hidden)]
    pub fn owner_at(&self, element: usize) -> usize {
        assert!(element < self.element_count(), "no element {element}");
        self.objects.partition_point(|object| object.elements().end <= element)
    }

    /// An element as its object and its number within that object.
    ///
    /// # Panics
    ///
    /// If there is no such element.
    pub fn locate(&self, element: ElementId) -> (ObjectId, LocalElementId) {
        let object = self.owner(element);
        let first = self.objects[object.index()].elements().start;
        (object, LocalElementId::new(element.index() - first))
    }

    /// The number in the scene of an element of an object.
    ///
    /// # Panics
    ///
    /// If there is no such object, or if it has no such element.
    pub fn element_id(&self, object: ObjectId, element: LocalElementId) -> ElementId {
        let own = self.objects[object.index()].elements();
        assert!(element.index() < own.len(), "object {object} has no element {element}");
        ElementId::new(own.start + element.index())
    }

    /// A copy of an object as a mesh of its own.
    pub fn mesh(&self, object: ObjectId) -> Result<Mesh, SceneError> {
        let own = self.object(object)?;
        let vertices = self.vertices[own.vertices()].to_vec();
        let first = own.vertices.start;
        let corners = self.corners.all();
        Ok(match own.kind {
            ElementKind::Triangle => {
                let triangles = own.elements().map(|e| corners.triangle(e).map(|v| v - first));
                Mesh::Triangles(TriangleMesh::new(vertices, triangles.collect()))
            }
            ElementKind::Tetrahedron => {
                let tetrahedra = own.elements().map(|e| corners.padded(e).map(|v| v - first));
                Mesh::Tets(TetMesh::new(vertices, tetrahedra.collect()))
            }
        })
    }

    /// The box around the elements of an object; vertices that no element uses do not count.
    pub fn bounds(&self, object: ObjectId) -> Result<Aabb, SceneError> {
        let own = self.object(object)?;
        Ok(self.object_bounds(own))
    }

    /// The box around the elements of all objects.
    pub fn element_bounds(&self) -> Aabb {
        self.objects.iter().map(|own| self.object_bounds(own)).fold(Aabb::EMPTY, Aabb::union)
    }

    #[doc(hidden)]
    pub fn object_bounds(&self, object: &Object) -> Aabb {
        if let Some(bounds) = object.known_bounds.of_elements() {
            bounds
        } else if object.vertex_use.is_known_full(|| self.uses_all_vertices(object)) {
            bounds_of(&self.vertices[object.vertices()])
        } else {
            let elements = object.elements();
            let bounds = |part: Range<usize>| {
                let own = part.map(|e| self.element_at(elements.start + e).bounds());
                own.fold(Aabb::EMPTY, Aabb::union)
            };
            parallel::reduce_in_order(elements.len(), 1, bounds, Aabb::union).unwrap_or(Aabb::EMPTY)
        }
    }

    fn uses_all_vertices(&self, object: &Object) -> bool {
        let vertices = object.vertices();
        let mut is_used = Vec::new();
        is_used.resize_with(vertices.len(), AtomicBool::default);
        let mark = |element: usize| {
            for &vertex in self.corners_at(element) {
                is_used[vertex as usize - vertices.start].store(true, Relaxed);
            }
        };
        // Few do not start threads.
        match object.elements().len() < 2 * MANY_ENTRIES {
            true => object.elements().for_each(mark),
            false => {
                let Range { start, end } = object.elements();
                parallel::for_each(end - start, MANY_ENTRIES, |e| mark(start + e));
            }
        }
        is_used.into_iter().all(AtomicBool::into_inner)
    }

    /// Refuses positions that became NaN or infinite since the meshes were checked.
    pub fn check(&self) -> Result<(), SceneError> {
        let is_known = self.objects.iter().all(|object| object.known_bounds.are_finite());
        if is_known || all_finite(&self.vertices) {
            return Ok(());
        }
        let bad = self.vertices.iter().position(|p| !p.is_finite()).expect("found above");
        let at = self.objects.partition_point(|object| object.vertices().end <= bad);
        let (object, own) = (ObjectId::new(at), &self.objects[at]);
        let source = MeshError::NonFinite {
            vertex: bad - own.vertices().start,
            position: self.vertices[bad],
        };
        Err(SceneError::Mesh { object, name: own.name.clone(), source })
    }
}

/// Times as many vertices as elements, from which on elements hardly share any.
const MOST_VERTICES: usize = 2;
/// Entries of a list that are worth a thread.
const MANY_ENTRIES: usize = 1 << 14;

/// Replaces a part of a list by what `convert` makes of other entries; by all threads where they are many.
fn replace_range<S: Sync, T: Copy + Default + Send>(
    list: &mut Vec<T>,
    range: Range<usize>,
    new: &[S],
    convert: impl Fn(&S) -> T + Send + Sync,
) {
    let (end, tail) = (range.start + new.len(), list.len() - range.end);
    if tail == 0 {
        // Places behind the end are written once.
        list.truncate(range.start);
        return extend(list, new, convert);
    }
    if end > range.end {
        list.resize(end + tail, T::default());
    }
    list.copy_within(range.end..range.end + tail, end);
    list.truncate(end + tail);
    let to = &mut list[range.start..end];
    // Few entries do not start threads.
    if to.len() < 2 * MANY_ENTRIES {
        to.iter_mut().zip(new).for_each(|(to, from)| *to = convert(from));
    } else {
        parallel::for_each_part_mut(to, MANY_ENTRIES, |first, to| {
            to.iter_mut().zip(&new[first..]).for_each(|(to, from)| *to = convert(from));
        });
    }
}

/// Appends what `convert` makes of entries to a list; by all threads where they are many.
fn extend<S: Sync, T: Send>(list: &mut Vec<T>, new: &[S], convert: impl Fn(&S) -> T + Send + Sync) {
    match new.len() < 2 * MANY_ENTRIES || rayon::current_num_threads() == 1 {
        true => list.extend(new.iter().map(convert)),
        false => parallel::extend_ranges(list, new.len(), MANY_ENTRIES, |part| {
            new[part].iter().map(&convert)
        }),
    }
}

#[cfg(test)]
mod tests;
