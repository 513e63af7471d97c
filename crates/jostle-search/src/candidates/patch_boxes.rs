//! Boxes of all patches of a surface: a hierarchy that is refitted as vertices move.

use crate::broad::reserve;
use crate::conditions::{Condition, required};
use crate::geometry::{Aabb, ray_crossing};
use crate::mesh::{Clusters, Object, Scene};
use glam::DVec3;
use jostle_support::parallel;
use std::collections::TryReserveError;

/// The boxes of a surface's patches, from single clusters up; keeps its buffer.
#[derive(Debug, Default)]
pub struct PatchBoxes {
    boxes: Vec<Aabb>,
    /// Boxes around the largest patches, of which each component has at least one: those of node `n`
    /// are the ones of nodes `2n` and `2n + 1`, from node 1 at the top down to the patches, which come
    /// last in the list.
    above: Vec<Aabb>,
}

impl PatchBoxes {
    /// Fits the boxes to an object of triangles as it stands, in linear time.
    pub fn update(&mut self, scene: &Scene, object: &Object, clusters: &Clusters) {
        let (nodes, positions) = (clusters.tree().nodes(), &scene.vertices()[object.vertices()]);
        self.boxes.resize(clusters.len(), Aabb::EMPTY);
        parallel::for_each_mut(&mut self.boxes, 64, |c, bounds| {
            let vertices = clusters.vertices(c).iter();
            *bounds = Aabb::from_points(vertices.map(|&v| positions[v as usize]));
        });
        // Children come before their parents.
        for node in &nodes[clusters.len()..] {
            let [a, b] = node.children.expect("not a cluster").map(|child| child as usize);
            self.boxes.push(self.boxes[a].union(self.boxes[b]));
        }
        let roots = clusters.tree().roots();
        self.above.clear();
        self.above.resize(roots.len(), Aabb::EMPTY);
        self.above.extend(roots.iter().map(|&root| self.boxes[root as usize]));
        for node in (1..roots.len()).rev() {
            self.above[node] = self.above[2 * node].union(self.above[2 * node + 1]);
        }
    }

    /// Whether a ray along x from the point, which is not on the surface, crosses it an odd number of
    /// times, exactly. The boxes are to be those of the object as it stands.
    pub fn has_odd_crossings(
        &self,
        scene: &Scene,
        object: &Object,
        clusters: &Clusters,
        point: DVec3,
    ) -> bool {
        let surface = Surface { scene, object, clusters };
        !clusters.tree().roots().is_empty() && self.crosses_odd_below(&surface, 1, point)
    }

    /// The same for the patches below a node.
    fn crosses_odd_below(&self, surface: &Surface, node: usize, point: DVec3) -> bool {
        if !ray_crossing::may_cross(point, &self.above[node]) {
            return false;
        }
        let roots = surface.clusters.tree().roots();
        match node.checked_sub(roots.len()) {
            Some(root) => self.crosses_odd(surface, roots[root], point),
            None => {
                self.crosses_odd_below(surface, 2 * node, point)
                    ^ self.crosses_odd_below(surface, 2 * node + 1, point)
            }
        }
    }

    fn crosses_odd(&self, surface: &Surface, node: u32, point: DVec3) -> bool {
        if !ray_crossing::may_cross(point, &self.boxes[node as usize]) {
            return false;
        }
        match surface.clusters.tree().nodes()[node as usize].children {
            Some([a, b]) => {
                self.crosses_odd(surface, a, point) ^ self.crosses_odd(surface, b, point)
            }
            None => surface.cluster_crosses_odd(node, point),
        }
    }

    /// Reserves capacity for the patches of some clusters.
    pub fn reserve(&mut self, clusters: &Clusters) -> Result<(), TryReserveError> {
        reserve(&mut self.boxes, clusters.tree().nodes().len())?;
        reserve(&mut self.above, 2 * clusters.tree().roots().len())
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        (self.boxes.capacity() + self.above.capacity()) * size_of::<Aabb>()
    }
}

struct Surface<'s> {
    scene: &'s Scene,
    object: &'s Object,
    clusters: &'s Clusters,
}

impl Surface<'_> {
    fn cluster_crosses_odd(&self, cluster: u32, point: DVec3) -> bool {
        let first = self.object.elements().start;
        let elements = self.clusters.elements(cluster as usize).iter();
        elements.fold(false, |odd, &e| {
            let corners = self.scene.corners_at(first + e as usize);
            let at = |i: usize| self.scene.vertices()[corners[i] as usize];
            let crosses = ray_crossing::crosses(point, [at(0), at(1), at(2)]);
            if required(Condition::OddCrossings) { odd ^ crosses } else { odd | crosses }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::TopologyCache;
    use crate::mesh::{SurfaceDistance, TriangleMesh, shapes};

    fn check(mesh: TriangleMesh, boxes: &mut PatchBoxes) {
        let surface = SurfaceDistance::from_mesh(&mesh).unwrap();
        let mut scene = Scene::new();
        scene.add("before", shapes::icosphere(1, 1.0)).unwrap();
        scene.add("mesh", mesh.clone()).unwrap();
        let mut cache = TopologyCache::new();
        cache.update(&scene);
        let (object, clusters) = (&scene.objects()[1], cache.object_at(&scene, 1).clusters());
        boxes.update(&scene, object, clusters);
        let mut random = jostle_support::random::SplitMix64::new(1);
        let mut inside = 0;
        for i in 0..400 {
            let mut point = DVec3::new(random.signed(), random.signed(), random.signed()) * 1.5;
            if i % 2 == 0 {
                // At the height of vertices, where rays meet edges and corners.
                let vertex = mesh.vertices[i % mesh.vertices.len()];
                point = DVec3::new(point.x, vertex.y, vertex.z);
            }
            let expected = surface.encloses(point);
            assert_eq!(boxes.has_odd_crossings(&scene, object, clusters, point), expected);
            inside += expected as u32;
        }
        assert!(inside > 10);
    }

    #[test]
    fn crossings_are_those_of_all_triangles() {
        let mut boxes = PatchBoxes::default();
        check(shapes::bumpy_sphere(12, 0.2, 1), &mut boxes);
        check(shapes::torus(1.0, 0.4, 60, 30), &mut boxes);
        check(shapes::icosphere(0, 1.0), &mut boxes);
        // Many components, some within others.
        for count in [2, 3, 11] {
            let mut mesh = TriangleMesh::default();
            for i in 0..count {
                let size = 0.3 + 0.7 * i as f64 / count as f64;
                let ball = shapes::icosphere(1, size);
                let ball = ball.translated(DVec3::new(0.3, -0.1, 0.2) * i as f64);
                let first = mesh.vertices.len() as u32;
                mesh.vertices.extend(ball.vertices);
                mesh.elements.extend(ball.elements.iter().map(|t| t.map(|v| first + v)));
            }
            check(mesh, &mut boxes);
        }
    }
}
