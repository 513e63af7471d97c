//! Where clusters are and where they face, while what they are made of is at hand.

use super::block_mesh::BlockMesh;
use super::growth::{ClusterList, LARGEST, Region};
use crate::conditions::{Condition, required};
use crate::geometry::lanes::{BLOCK, Doubles, LaneVector, Lanes, with_lanes};
use crate::geometry::{Aabb, DiagonalSlabs, NormalCone};
use crate::mesh::range_lists::PartedRanges;
use crate::mesh::{Object, ObjectElements};
use glam::DVec3;
use pulp::NullaryFnOnce;

/// What a cluster is within, and the cone of its triangles' normals, of none if it is of tetrahedra.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClusterShape {
    pub bounds: Aabb,
    pub slabs: DiagonalSlabs,
    pub cone: NormalCone,
}

/// The shapes of all clusters of an object, as they were when it was divided. A first query of many elements waits for
/// memory mostly: what it is about to ask for is found with the clusters, block by block.
#[derive(Debug)]
pub struct ClusterShapes {
    /// A range for each cluster.
    list: PartedRanges<ClusterShape>,
    /// The [`Object::positions_id`] that they are of.
    positions: u64,
}

impl ClusterShapes {
    pub(super) fn new(list: PartedRanges<ClusterShape>, object: &ObjectElements) -> ClusterShapes {
        ClusterShapes { list, positions: object.positions_id() }
    }

    /// The shapes, if the object's vertices are still where they were.
    pub fn if_current(self, object: &Object) -> Option<ClusterShapes> {
        let is_current = self.positions == object.positions_id();
        (is_current || !required(Condition::ShapesAreCurrent)).then_some(self)
    }

    /// The shape of a cluster.
    #[inline]
    pub fn of(&self, cluster: usize) -> &ClusterShape {
        &self.list.range(cluster)[0]
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.list.bytes()
    }
}

/// The shapes of the clusters of a block; takes what is filled with the vertices of one.
pub(super) fn shapes_of<const N: usize>(
    region: &Region<N>,
    points: &mut Vec<DVec3>,
) -> Vec<ClusterShape> {
    with_lanes!(simd => simd.run(Shapes { simd, region, points }))
}

/// The shapes of the clusters of a block, compiled for an instruction set.
struct Shapes<'r, S, const N: usize> {
    simd: S,
    region: &'r Region<N>,
    points: &'r mut Vec<DVec3>,
}

/// Normals of the largest cluster, four side by side.
const MOST: usize = LARGEST.div_ceil(BLOCK);

type Vector<S> = LaneVector<S, Doubles>;

impl<S: Lanes, const N: usize> NullaryFnOnce for Shapes<'_, S, N> {
    type Output = Vec<ClusterShape>;

    #[inline(always)]
    fn call(self) -> Vec<ClusterShape> {
        let Shapes { simd, region, points } = self;
        // Filled once for many: it is larger than what a cluster needs of it.
        let mut normals = [Vector::splat(simd, DVec3::ZERO); MOST];
        let mut shapes = Vec::with_capacity(region.len());
        for cluster in region.clusters() {
            let (bounds, slabs) =
                DiagonalSlabs::of(simd, cluster.vertices, region.mesh().positions());
            let mut cone = NormalCone::default();
            if N == 3 {
                list_points(region.mesh(), cluster, points);
                let mut count = 0;
                for four in cluster.corners.chunks(BLOCK) {
                    normals[count] = normals_of(simd, four, points);
                    count += 1;
                }
                cone = NormalCone::of(simd, &normals[..count]);
            }
            shapes.push(ClusterShape { bounds, slabs, cone });
        }
        shapes
    }
}

#[inline(always)]
fn list_points<const N: usize>(
    mesh: &BlockMesh<N>,
    cluster: ClusterList<N>,
    points: &mut Vec<DVec3>,
) {
    points.clear();
    points.extend(cluster.vertices.iter().map(|&vertex| mesh.position(vertex)));
}

/// The normals of four triangles, each twice its area long. Where there are fewer triangles, the last one again: it has
/// more weight in the sum.
#[inline(always)]
fn normals_of<S: Lanes, const N: usize>(simd: S, four: &[[u16; N]], points: &[DVec3]) -> Vector<S> {
    let mut corners = [[[0.0; BLOCK]; 3]; 3];
    for lane in 0..BLOCK {
        let own = &four[lane.min(four.len() - 1)];
        for (corner, &vertex) in corners.iter_mut().zip(own) {
            let at = points[usize::from(vertex)];
            (corner[0][lane], corner[1][lane], corner[2][lane]) = (at.x, at.y, at.z);
        }
    }
    let [a, b, c] = &corners;
    let from = Vector::load(simd, a);
    (Vector::load(simd, b) - from).cross(Vector::load(simd, c) - from)
}

#[cfg(test)]
mod tests {
    use crate::mesh::{Clusters, ObjectElements, Scene, shapes};

    #[test]
    fn shapes_are_dropped_once_vertices_have_moved() {
        let mut scene = Scene::new();
        let ball = scene.add("ball", shapes::icosphere(3, 1.0)).unwrap();
        let build = |scene: &Scene| {
            let object = ObjectElements::new(scene, &scene.objects()[0]);
            Clusters::build(&object).1
        };
        assert!(build(&scene).if_current(&scene.objects()[0]).is_some());
        let before = build(&scene);
        scene.vertices_mut(ball).unwrap()[0].x += 1.0;
        assert!(before.if_current(&scene.objects()[0]).is_none());
    }
}
