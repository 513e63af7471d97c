//! The distance of points to a surface, and to which side.

use super::{MeshError, TriangleMesh, winding};
use crate::geometry::Aabb;
use crate::geometry::distance::{Nearest, point_triangle};
use glam::DVec3;

/// A surface made ready for many distance queries: a tree of boxes over its triangles.
///
/// ```
/// use jostle::DVec3;
/// use jostle::mesh::{SurfaceDistance, shapes};
///
/// let cube = shapes::box_surface(DVec3::splat(2.0), [4, 4, 4]);
/// let surface = SurfaceDistance::of(&cube)?;
/// assert_eq!(surface.signed(DVec3::new(0.25, 0.0, 0.0)), Some(-0.75));
/// assert_eq!(surface.signed(DVec3::new(4.0, 5.0, 0.0)), Some(5.0));
/// # Ok::<(), jostle::MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SurfaceDistance<'m> {
    mesh: &'m TriangleMesh,
    nodes: Vec<Node>,
    /// Triangles in the order of the leaves.
    order: Vec<u32>,
}

/// The nearest point of a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfacePoint {
    /// The triangle it is on; of several, the one with the lowest index.
    pub triangle: u32,
    /// The point.
    pub point: DVec3,
    /// Its distance, within the bound of [`point_triangle`].
    pub distance: f64,
}

#[derive(Clone, Debug)]
struct Node {
    reach: Aabb,
    /// A leaf's triangles in `order`, or the inner node's second child and zero; the first child is
    /// the next node.
    first: u32,
    count: u32,
}

/// Triangles of a leaf: testing a box costs about as much as testing one.
const LEAF: usize = 4;

/// Median splits halve 2^32 triangles no more often than this.
const DEEPEST: usize = 40;

impl<'m> SurfaceDistance<'m> {
    /// Checks the mesh and builds the tree, in time `n log n`.
    pub fn of(mesh: &'m TriangleMesh) -> Result<SurfaceDistance<'m>, MeshError> {
        mesh.check()?;
        let order = (0..mesh.elements.len() as u32).collect();
        let mut surface = SurfaceDistance { mesh, nodes: Vec::new(), order };
        if !mesh.elements.is_empty() {
            surface.split(0, mesh.elements.len());
        }
        Ok(surface)
    }

    fn split(&mut self, from: usize, to: usize) {
        let mesh = self.mesh;
        let triangles = &mut self.order[from..to];
        let corners = |t: u32| mesh.corners(t as usize);
        let reach = Aabb::of(triangles.iter().flat_map(|&t| corners(t)));
        let at = self.nodes.len();
        self.nodes.push(Node { reach, first: from as u32, count: (to - from) as u32 });
        if to - from <= LEAF {
            return;
        }
        let size = reach.size();
        let axis = if size.x >= size.y.max(size.z) { 0 } else { 1 + usize::from(size.z > size.y) };
        let middle = |t: u32| corners(t).iter().map(|p| p[axis] / 3.0).sum::<f64>();
        let half = (to - from) / 2;
        triangles
            .select_nth_unstable_by(half, |&s, &t| middle(s).total_cmp(&middle(t)).then(s.cmp(&t)));
        self.split(from, from + half);
        self.nodes[at].first = self.nodes.len() as u32;
        self.nodes[at].count = 0;
        self.split(from + half, to);
    }

    /// The nearest point of the surface; `None` if it has no triangle or the point is not finite.
    pub fn nearest(&self, point: DVec3) -> Option<SurfacePoint> {
        if self.nodes.is_empty() || !point.is_finite() {
            return None;
        }
        let mut best: Option<SurfacePoint> = None;
        let mut stack = [0u32; DEEPEST];
        let mut waiting = 1;
        while waiting > 0 {
            waiting -= 1;
            let mut at = stack[waiting];
            // Boxes as far as the best may hold a triangle just as near with a lower index.
            while best.is_none_or(|best| self.box_distance(at, point) <= best.distance) {
                let node = &self.nodes[at as usize];
                if node.count > 0 {
                    let leaf = node.first as usize..(node.first + node.count) as usize;
                    for &triangle in &self.order[leaf] {
                        let Nearest { distance, points } =
                            point_triangle(point, &self.mesh.corners(triangle as usize));
                        let found = SurfacePoint { triangle, point: points[1], distance };
                        let nearer = |best: SurfacePoint| {
                            (distance, triangle) < (best.distance, best.triangle)
                        };
                        if best.is_none_or(nearer) {
                            best = Some(found);
                        }
                    }
                    break;
                }
                let (mut near, mut far) = (at + 1, node.first);
                if self.box_distance(far, point) < self.box_distance(near, point) {
                    std::mem::swap(&mut near, &mut far);
                }
                stack[waiting] = far;
                waiting += 1;
                at = near;
            }
        }
        best
    }

    /// At most the distance to anything in the box, rounding included.
    fn box_distance(&self, node: u32, point: DVec3) -> f64 {
        let Aabb { min, max } = self.nodes[node as usize].reach;
        let off = (min - point).max(point - max).max(DVec3::ZERO);
        let largest = off.max_element();
        if largest > 0.0 { (off / largest).length() * largest * (1.0 - 1e-14) } else { 0.0 }
    }

    /// The distance, below zero inside: where the surface winds around the point by more than one
    /// half. The sign of a closed surface is right wherever the distance exceeds its own error.
    ///
    /// `None` if the surface has no triangle or the point is not finite. The distance takes time
    /// `log n`, the side `n`.
    pub fn signed(&self, point: DVec3) -> Option<f64> {
        let SurfacePoint { distance, .. } = self.nearest(point)?;
        let inside = winding::winding_of(self.mesh, point).abs() > 0.5;
        Some(if inside { -distance } else { distance })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes;
    use proptest::prelude::*;

    fn brute_force(mesh: &TriangleMesh, point: DVec3) -> (f64, u32) {
        let distance = |t: u32| point_triangle(point, &mesh.corners(t as usize)).distance;
        let all = (0..mesh.elements.len() as u32).map(|t| (distance(t), t));
        all.min_by(|p, q| p.0.total_cmp(&q.0).then(p.1.cmp(&q.1))).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn the_tree_finds_what_brute_force_finds(x in -4.0..4.0f64, y in -4.0..4.0f64, z in -2.0..2.0f64) {
            let mesh = shapes::torus(2.0, 0.5, 24, 12);
            let surface = SurfaceDistance::of(&mesh).unwrap();
            let point = DVec3::new(x, y, z);
            let found = surface.nearest(point).unwrap();
            prop_assert_eq!((found.distance, found.triangle), brute_force(&mesh, point));
        }

        #[test]
        fn the_sign_is_that_of_the_torus(u in 0.0..6.0f64, v in 0.0..6.0f64, r in 0.0..2.0f64) {
            let mesh = shapes::torus(2.0, 0.5, 96, 48);
            let around = 2.0 + r * v.cos();
            let point = DVec3::new(around * u.cos(), around * u.sin(), r * v.sin());
            let exact = ((point.truncate().length() - 2.0).powi(2) + point.z.powi(2)).sqrt() - 0.5;
            let signed = SurfaceDistance::of(&mesh).unwrap().signed(point).unwrap();
            prop_assert!((signed - exact).abs() < 0.005, "{signed} {exact}");
        }
    }

    #[test]
    fn nothing_to_be_near_to() {
        let empty = TriangleMesh::default();
        assert_eq!(SurfaceDistance::of(&empty).unwrap().nearest(DVec3::ZERO), None);
        let sphere = shapes::icosphere(1, 1.0);
        let surface = SurfaceDistance::of(&sphere).unwrap();
        assert_eq!(surface.signed(DVec3::new(f64::NAN, 0.0, 0.0)), None);
    }

    #[test]
    fn an_unclean_surface_still_has_an_inside() {
        let mut sphere = shapes::icosphere(3, 1.0);
        // Torn at the bottom, doubled at the top.
        sphere.elements.remove(17);
        let again = sphere.elements[900];
        sphere.elements.push(again);
        let surface = SurfaceDistance::of(&sphere).unwrap();
        assert!(surface.signed(DVec3::ZERO).unwrap() < -0.9);
        assert!(surface.signed(DVec3::ONE * 2.0).unwrap() > 2.0);
    }
}
