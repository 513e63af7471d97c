//! The distance of points to a surface, and to which side.

use super::{BoxTree, MeshError, TriangleMesh, winding};
use crate::geometry::distance::{NearestPoints, point_triangle};
use crate::geometry::{Aabb, ray_crossing};
use glam::DVec3;
use jostle_support::parallel;

/// A surface made ready for many distance queries: a tree of boxes over its triangles.
///
/// ```
/// use jostle::DVec3;
/// use jostle::mesh::{SurfaceDistance, shapes};
///
/// let cube = shapes::box_surface(DVec3::splat(2.0), [4, 4, 4]);
/// let surface = SurfaceDistance::from_mesh(&cube)?;
/// assert_eq!(surface.signed(DVec3::new(0.25, 0.0, 0.0)), Some(-0.75));
/// assert_eq!(surface.signed(DVec3::new(4.0, 5.0, 0.0)), Some(5.0));
/// # Ok::<(), jostle::MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SurfaceDistance<'m> {
    mesh: &'m TriangleMesh,
    tree: TriangleTree,
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

impl<'m> SurfaceDistance<'m> {
    /// Checks the mesh and builds the tree, in time `n log n`.
    pub fn from_mesh(mesh: &'m TriangleMesh) -> Result<SurfaceDistance<'m>, MeshError> {
        mesh.check()?;
        let tree = TriangleTree::build(mesh.elements.len(), |t| mesh.corners(t));
        Ok(SurfaceDistance { mesh, tree })
    }

    /// The nearest point of the surface; `None` if it has no triangle or the point is not finite.
    pub fn nearest(&self, point: DVec3) -> Option<SurfacePoint> {
        self.tree.nearest(&|t| self.mesh.corners(t), point, 0.0)
    }

    /// The distance, below zero inside: where the surface winds around the point by more than one
    /// half. The sign of a closed surface is right wherever the distance exceeds its own error.
    ///
    /// `None` if the surface has no triangle or the point is not finite. The distance takes time
    /// `log n`, the side `n`.
    pub fn signed(&self, point: DVec3) -> Option<f64> {
        let SurfacePoint { distance, .. } = self.nearest(point)?;
        let inside = winding::unchecked_winding_number(self.mesh, point).abs() > 0.5;
        Some(if inside { -distance } else { distance })
    }

    /// Whether a ray from the point crosses the surface an odd number of times, exactly: for a
    /// closed surface, whether the point is inside. On the surface it may say either.
    ///
    /// Looks only at triangles whose boxes the ray meets, and no other than finite points are inside.
    ///
    /// ```
    /// use jostle::DVec3;
    /// use jostle::mesh::{SurfaceDistance, shapes};
    ///
    /// let ring = shapes::torus(2.0, 0.5, 48, 24);
    /// let surface = SurfaceDistance::from_mesh(&ring)?;
    /// assert!(surface.encloses(DVec3::X * 2.0));
    /// assert!(!surface.encloses(DVec3::ZERO), "in the hole");
    /// # Ok::<(), jostle::MeshError>(())
    /// ```
    pub fn encloses(&self, point: DVec3) -> bool {
        self.tree.encloses(&|t| self.mesh.corners(t), point)
    }
}

/// A tree of boxes over triangles, whose corners a function gives.
#[derive(Clone, Debug)]
pub struct TriangleTree {
    tree: BoxTree,
}

impl TriangleTree {
    /// Over so many triangles, in time `n log n`.
    pub fn build(count: usize, corners: impl Fn(usize) -> [DVec3; 3] + Sync) -> TriangleTree {
        let bounds = |t: usize| Aabb::from_points(corners(t));
        let boxes: Vec<Aabb> = parallel::map(count, 1, bounds);
        TriangleTree { tree: BoxTree::build(&boxes) }
    }

    /// The nearest point of the triangles; `None` if there is none, if the point is not finite, or as
    /// soon as one is known to be nearer than a distance.
    pub fn nearest(
        &self,
        corners: &impl Fn(usize) -> [DVec3; 3],
        point: DVec3,
        least: f64,
    ) -> Option<SurfacePoint> {
        if self.tree.is_empty() || !point.is_finite() {
            return None;
        }
        let mut best: Option<SurfacePoint> = None;
        let mut stack = [BoxTree::ROOT; BoxTree::DEEPEST];
        let mut waiting = 1;
        while waiting > 0 {
            waiting -= 1;
            let mut at = stack[waiting];
            // Boxes as far as the best may hold a triangle just as near with a lower index.
            while best.is_none_or(|best| self.box_distance(at, point) <= best.distance) {
                let Some([mut near, mut far]) = self.tree.children(at) else {
                    for &triangle in self.tree.items(at) {
                        let NearestPoints { distance, points } =
                            point_triangle(point, &corners(triangle as usize));
                        let found = SurfacePoint { triangle, point: points[1], distance };
                        let nearer = |best: SurfacePoint| {
                            (distance, triangle) < (best.distance, best.triangle)
                        };
                        if best.is_none_or(nearer) {
                            best = Some(found);
                        }
                    }
                    if best.is_some_and(|best| best.distance < least) {
                        return None;
                    }
                    break;
                };
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
        let Aabb { min, max } = *self.tree.reach(node);
        let off = (min - point).max(point - max).max(DVec3::ZERO);
        let largest = off.max_element();
        if largest > 0.0 { (off / largest).length() * largest * (1.0 - 1e-14) } else { 0.0 }
    }

    /// Whether a ray from the point crosses the triangles an odd number of times, exactly.
    pub fn encloses(&self, corners: &impl Fn(usize) -> [DVec3; 3], point: DVec3) -> bool {
        if self.tree.is_empty() || !point.is_finite() {
            return false;
        }
        let mut odd = false;
        let mut stack = [BoxTree::ROOT; BoxTree::DEEPEST];
        let mut waiting = 1;
        while waiting > 0 {
            waiting -= 1;
            let at = stack[waiting];
            if !ray_crossing::may_cross(point, self.tree.reach(at)) {
                continue;
            }
            match self.tree.children(at) {
                Some(children) => {
                    stack[waiting..waiting + 2].copy_from_slice(&children);
                    waiting += 2;
                }
                None => {
                    for &triangle in self.tree.items(at) {
                        odd ^= ray_crossing::crosses(point, corners(triangle as usize));
                    }
                }
            }
        }
        odd
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
            let surface = SurfaceDistance::from_mesh(&mesh).unwrap();
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
            let signed = SurfaceDistance::from_mesh(&mesh).unwrap().signed(point).unwrap();
            prop_assert!((signed - exact).abs() < 0.005, "{signed} {exact}");
        }

        #[test]
        fn rays_and_winding_agree(x in -3.0..3.0f64, y in -3.0..3.0f64, z in -0.6..0.6f64) {
            let mesh = shapes::torus(2.0, 0.5, 24, 12);
            let surface = SurfaceDistance::from_mesh(&mesh).unwrap();
            // Half of them at the height of vertices, where rays meet edges and corners.
            for point in [DVec3::new(x, y, z), DVec3::new(x, 0.0, 0.0), DVec3::new(x, y, 0.0)] {
                let winding = winding::unchecked_winding_number(&mesh, point);
                let clear = surface.nearest(point).unwrap().distance > 1e-9;
                prop_assert!(!clear || surface.encloses(point) == (winding > 0.5), "{point}");
            }
        }
    }

    #[test]
    fn nothing_to_be_near_to() {
        let empty = TriangleMesh::default();
        assert_eq!(SurfaceDistance::from_mesh(&empty).unwrap().nearest(DVec3::ZERO), None);
        let sphere = shapes::icosphere(1, 1.0);
        let surface = SurfaceDistance::from_mesh(&sphere).unwrap();
        assert_eq!(surface.signed(DVec3::new(f64::NAN, 0.0, 0.0)), None);
    }

    #[test]
    fn an_unclean_surface_still_has_an_inside() {
        let mut sphere = shapes::icosphere(3, 1.0);
        // Torn at the bottom, doubled at the top.
        sphere.elements.remove(17);
        let again = sphere.elements[900];
        sphere.elements.push(again);
        let surface = SurfaceDistance::from_mesh(&sphere).unwrap();
        assert!(surface.signed(DVec3::ZERO).unwrap() < -0.9);
        assert!(surface.signed(DVec3::ONE * 2.0).unwrap() > 2.0);
    }
}
