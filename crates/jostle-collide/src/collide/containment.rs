//! Objects wholly inside closed surfaces, which no pair of elements shows.
//!
//! Tetrahedra are solid, so what is inside a volume meets its elements; only surfaces are hollow.

use super::Pair;
use crate::broad::reserve;
use crate::candidates::{NearObjects, PatchBoxes, Scope, TopologyCache};
use crate::conditions::{Condition, required};
use crate::mesh::{ElementId, ObjectId, Scene};
use jostle_support::parallel;
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Looks for objects inside others; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct Containment {
    /// Objects, the outer first, such that the box of one holds the other's.
    nested: Vec<(u32, u32)>,
    touching: TouchingObjects,
    boxes: PatchBoxes,
}

/// Which of the objects with nested boxes have a pair of elements; noted while pairs are found.
#[derive(Debug, Default)]
pub(super) struct TouchingObjects {
    /// The lower object first, sorted.
    pairs: Vec<(u32, u32)>,
    touch: Vec<AtomicBool>,
}

impl TouchingObjects {
    /// Where two objects are listed, if it matters whether they touch.
    #[inline]
    pub fn find(&self, [a, b]: [u32; 2]) -> Option<usize> {
        if self.pairs.is_empty() {
            return None;
        }
        self.pairs.binary_search(&(a.min(b), a.max(b))).ok()
    }

    /// Notes that two objects touch.
    #[inline]
    pub fn note(&self, found: Option<usize>) {
        if let Some(at) = found {
            self.touch[at].store(true, Relaxed);
        }
    }

    /// Whether it still matters whether two objects touch.
    #[inline]
    pub fn is_open(&self, found: Option<usize>) -> bool {
        found.is_some_and(|at| !self.touch[at].load(Relaxed))
    }
}

impl Containment {
    /// Lists the objects whose boxes are nested, if the query asks; none of them is known to touch.
    pub fn update(&mut self, near: &NearObjects, is_asked: bool) {
        self.nested.clear();
        if is_asked {
            let is_nested = |&&(inner, outer): &&(u32, u32)| {
                near.bounds(outer as usize).contains(near.bounds(inner as usize))
            };
            let nested = near.pairs().iter().filter(is_nested);
            self.nested.extend(nested.map(|&(inner, outer)| (outer, inner)));
            self.nested.sort_unstable();
        }
        let TouchingObjects { pairs, touch } = &mut self.touching;
        pairs.clear();
        pairs.extend(self.nested.iter().map(|&(a, b)| (a.min(b), a.max(b))));
        pairs.sort_unstable();
        pairs.dedup();
        touch.clear();
        touch.resize_with(pairs.len(), AtomicBool::default);
    }

    /// Notes which objects touch, given all pairs of elements, sorted.
    pub fn note_pairs(&self, scene: &Scene, pairs: &[Pair]) {
        if self.nested.is_empty() {
            return;
        }
        let owner = |element: ElementId| scene.owner(element).index() as u32;
        for pair in pairs {
            self.touching.note(self.touching.find([owner(pair.a), owner(pair.b)]));
        }
    }

    /// Where objects that touch are noted.
    pub fn touching(&self) -> &TouchingObjects {
        &self.touching
    }

    /// All `(inner, outer)` such that the outer object is a closed surface, the two do not touch, and
    /// every connected component of the inner one is inside, sorted.
    ///
    /// Inside means that a ray crosses the surface an odd number of times, so the hollow of a shell
    /// with a cavity is outside. Since the objects do not touch, one vertex speaks for its whole component.
    pub fn find(
        &mut self,
        scene: &Scene,
        topology: &TopologyCache,
        inside: &mut Vec<(ObjectId, ObjectId)>,
    ) {
        inside.clear();
        let Containment { nested, touching, boxes } = self;
        nested.retain(|&(a, b)| {
            touching.is_open(touching.find([a, b])) || !required(Condition::InsideDoesNotTouch)
        });
        // Each outer object is bounded once.
        for group in nested.chunk_by(|p, q| p.0 == q.0) {
            let outer = group[0].0 as usize;
            let own = topology.object_at(scene, outer);
            if !own.is_closed_surface() && required(Condition::OutsideIsClosed) {
                continue;
            }
            let (surface, clusters) = (&scene.objects()[outer], own.clusters());
            boxes.update(scene, surface, clusters);
            for inner in group.iter().map(|pair| pair.1 as usize) {
                let vertices = &scene.vertices()[scene.objects()[inner].vertices()];
                let components = topology.object_at(scene, inner).component_vertices();
                let count = match required(Condition::EveryComponentIsInside) {
                    true => components.len(),
                    false => components.len().min(1),
                };
                let is_inside = parallel::all(count, 16, |range| {
                    components[range].iter().all(|&vertex| {
                        let point = vertices[vertex as usize];
                        boxes.has_odd_crossings(scene, surface, clusters, point)
                    })
                });
                if is_inside {
                    inside.push((ObjectId::new(inner), ObjectId::new(outer)));
                }
            }
        }
        inside.sort_unstable();
    }

    /// Reserves what any placement of the objects needs, and makes what is cached for it.
    pub fn reserve(
        &mut self,
        scene: &Scene,
        topology: &TopologyCache,
        scope: &Scope,
        inside: &mut Vec<(ObjectId, ObjectId)>,
    ) -> Result<(), TryReserveError> {
        let objects = (0..scope.len()).filter(|&object| scope.takes_part(object));
        let count = objects.clone().count();
        let pairs = count * count.saturating_sub(1);
        reserve(&mut self.nested, pairs)?;
        reserve(&mut self.touching.pairs, pairs)?;
        reserve(&mut self.touching.touch, pairs / 2)?;
        reserve(inside, pairs)?;
        for object in objects {
            let own = topology.object_at(scene, object);
            own.component_vertices();
            if own.is_closed_surface() {
                self.boxes.reserve(own.clusters())?;
            }
        }
        Ok(())
    }

    pub fn bytes(&self) -> usize {
        (self.nested.capacity() + self.touching.pairs.capacity()) * size_of::<(u32, u32)>()
            + self.touching.touch.capacity()
            + self.boxes.bytes()
    }
}

#[cfg(test)]
mod tests {
    use crate::collide::{Query, collide};
    use crate::mesh::{Mesh, ObjectId, Scene, TriangleMesh, shapes};
    use glam::DVec3;

    /// The pairs of an inner and an outer object.
    fn inside(outer: impl Into<Mesh>, inner: impl Into<Mesh>) -> Vec<[usize; 2]> {
        let mut scene = Scene::new();
        scene.add("outer", outer).unwrap();
        scene.add("inner", inner).unwrap();
        let found = collide(&scene, &Query::default()).unwrap();
        let numbers = |&(i, o): &(ObjectId, ObjectId)| [i.index(), o.index()];
        found.inside().iter().map(numbers).collect()
    }

    fn ball(size: f64) -> TriangleMesh {
        shapes::icosphere(1, 1.0).scaled(DVec3::splat(size))
    }

    #[test]
    fn what_touches_is_not_inside() {
        let outer = ball(1.0);
        assert_eq!(inside(outer.clone(), ball(0.5)), [[1, 0]]);
        // One vertex is moved onto one of the outer surface.
        for vertex in 0..outer.vertices.len() {
            let mut inner = ball(0.5);
            inner.vertices[vertex] = outer.vertices[vertex];
            assert!(inside(outer.clone(), inner).is_empty());
        }
    }

    #[test]
    fn nothing_is_inside_an_open_surface() {
        let mut outer = ball(1.0);
        let at = |t: &[u32; 3]| t.map(|v| outer.vertices[v as usize].x).into_iter().sum::<f64>();
        // Without the triangle that a ray along x would not meet.
        let low = (0..outer.elements.len())
            .min_by(|&i, &j| at(&outer.elements[i]).total_cmp(&at(&outer.elements[j])));
        outer.elements.remove(low.unwrap());
        assert!(inside(outer, ball(0.1)).is_empty());
    }

    #[test]
    fn an_object_partly_inside_is_not_inside() {
        let outer = ball(1.0);
        let mut inner = ball(0.1);
        let corner = ball(0.01).translated(DVec3::splat(0.8));
        let first = inner.vertices.len() as u32;
        inner.vertices.extend(corner.vertices);
        inner.elements.extend(corner.elements.iter().map(|t| t.map(|v| first + v)));
        assert!(inside(outer, inner).is_empty());
    }
}
