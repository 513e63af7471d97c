//! The cones of normals of clusters, at rest or along a step.

use super::path::{self, Path, Paths, products_over_step};
use crate::geometry::NormalCone;
use crate::geometry::lanes::{BLOCK, Doubles, LaneNumber, LaneVector, Lanes, with_lanes};
use crate::mesh::{Clusters, Object, Scene};
use glam::DVec3;
use pulp::NullaryFnOnce;

/// Finds the cones of the normals of clusters that follow each other, from the first on, or of all coefficients of
/// theirs while they move.
pub(super) fn update_all(
    cones: &mut [NormalCone],
    first: usize,
    scene: &Scene,
    object: &Object,
    clusters: &Clusters,
    paths: impl Paths,
) {
    let triangles = ClusterTriangles { scene, object, paths };
    with_lanes!(simd => simd.run(ConesOf { simd, triangles, clusters, first, cones }));
}

/// The cones of some clusters, compiled for an instruction set.
struct ConesOf<'c, S, P> {
    simd: S,
    triangles: ClusterTriangles<'c, P>,
    clusters: &'c Clusters,
    first: usize,
    cones: &'c mut [NormalCone],
}

/// Triangles of clusters, four at a time.
struct ClusterTriangles<'c, P> {
    scene: &'c Scene,
    object: &'c Object,
    paths: P,
}

type Vector<S> = LaneVector<S, Doubles>;

impl<S: Lanes> path::Vector for Vector<S> {
    #[inline(always)]
    fn cross(self, other: Vector<S>) -> Vector<S> {
        LaneVector::cross(self, other)
    }

    #[inline(always)]
    fn mean(self, other: Vector<S>) -> Vector<S> {
        (self + other) * LaneNumber::splat(self.x.simd(), 0.5)
    }
}

impl<S: Lanes, P: Paths> NullaryFnOnce for ConesOf<'_, S, P> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        // Filled once for many: it is larger than what a cluster needs of it.
        let mut normals = [Vector::splat(self.simd, DVec3::ZERO); MOST];
        for (cluster, cone) in (self.first..).zip(self.cones) {
            let elements = self.clusters.elements(cluster);
            *cone = self.triangles.cone(self.simd, elements, &mut normals);
        }
    }
}

/// Coefficients of the normals of the largest cluster, four triangles at a time.
const MOST: usize = 3 * Clusters::LARGEST.div_ceil(BLOCK);

impl<P: Paths> ClusterTriangles<'_, P> {
    /// The cone of one cluster, given memory for its normals.
    #[inline(always)]
    fn cone<S: Lanes>(
        &self,
        simd: S,
        elements: &[u32],
        normals: &mut [Vector<S>; MOST],
    ) -> NormalCone {
        let mut count = 0;
        for four in elements.chunks(BLOCK) {
            let (products, length) = self.products(simd, four);
            for &normal in &products[..length] {
                normals[count] = normal;
                count += 1;
            }
        }
        NormalCone::of(simd, &normals[..count])
    }

    /// The normals of four triangles, each twice its area long, by their coefficients, and how many these are. Where
    /// there are fewer triangles, the last one again: it has more weight in the sum.
    #[inline(always)]
    fn products<S: Lanes>(&self, simd: S, four: &[u32]) -> ([Vector<S>; 3], usize) {
        let (first, base) = (self.object.elements().start, self.object.vertices().start as u32);
        let mut corners = [[[[0.0; BLOCK]; 3]; 2]; 3];
        for lane in 0..BLOCK {
            let element = four[lane.min(four.len() - 1)];
            let own = self.scene.corners_at(first + element as usize);
            for (corner, &vertex) in corners.iter_mut().zip(own) {
                let path = self.paths.at(vertex - base);
                for end in 0..P::Path::ENDS {
                    let at = path.position(end);
                    (corner[end][0][lane], corner[end][1][lane], corner[end][2][lane]) =
                        (at.x, at.y, at.z);
                }
            }
        }
        let [[a, a_end], [b, b_end], [c, c_end]] = &corners;
        let from = Vector::load(simd, a);
        let (b, c) = (Vector::load(simd, b) - from, Vector::load(simd, c) - from);
        if P::Path::ENDS == 1 {
            return ([b.cross(c); 3], 1);
        }
        let from = Vector::load(simd, a_end);
        let (b_end, c_end) = (Vector::load(simd, b_end) - from, Vector::load(simd, c_end) - from);
        (products_over_step([b, b_end], [c, c_end]), 3)
    }
}
