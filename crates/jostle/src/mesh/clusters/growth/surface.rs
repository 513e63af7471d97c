//! Clusters of triangles, grown star by star.

use super::{Growth, Region, TRIANGLES, is_folded};
use crate::mesh::ObjectElements;
use crate::mesh::clusters::blocks::Block;
use glam::DVec3;
use std::collections::VecDeque;

/// Triangles of the largest star that clusters grow over: a star is passed over again by each cluster that ends in it.
const LARGEST_STAR: usize = 64;
/// Of a vertex with a larger star: after all clusters.
const HUB: u32 = u32::MAX;

/// Grows clusters of triangles; keeps its buffers.
#[derive(Default)]
pub(in crate::mesh::clusters) struct SurfaceGrowth {
    region: Region<3>,
    /// For each vertex the cluster after the last one that reached it, or zero, or [`HUB`].
    reached: Vec<u32>,
    /// The vertices that the cluster has reached.
    front: Vec<u32>,
    /// Vertices where clusters ended.
    seeds: VecDeque<u32>,
}

impl Growth<3> for SurfaceGrowth {
    fn grow(&mut self, object: &ObjectElements, block: Block) {
        self.region.update(object, block);
        let (mesh, positions) = (self.region.mesh(), object.positions());
        self.reached.clear();
        self.reached.extend(
            mesh.starts()
                .windows(2)
                .map(|star| if (star[1] - star[0]) as usize <= LARGEST_STAR { 0 } else { HUB }),
        );
        self.seeds.clear();
        // Where clusters end, others begin.
        loop {
            let seed = match self.seeds.pop_front() {
                Some(vertex) => {
                    let mut star = self.region.mesh.star(vertex).iter().copied();
                    star.find(|&element| self.region.is_free(element))
                }
                None => match self.region.next_free() {
                    Some(element) => Some(element),
                    None => break,
                },
            };
            if let Some(seed) = seed {
                let passed = self.grow_from(seed, positions);
                self.seeds.extend(&self.front[passed..]);
            }
        }
        self.region.finish(|star| if star.len() <= LARGEST_STAR { star.len() } else { 1 });
    }

    fn region(&self) -> &Region<3> {
        &self.region
    }
}

impl SurfaceGrowth {
    /// Takes a triangle, unless the surface is folded there, and adds the vertices that the cluster has not reached
    /// before.
    #[inline]
    fn take(&mut self, triangle: u32, cluster: u32, positions: &[DVec3]) {
        let mesh = &self.region.mesh;
        let corners = mesh.corners(triangle);
        let [a, b, c] = corners.map(|vertex| positions[mesh.vertex(vertex) as usize]);
        let normal = (b - a).cross(c - a);
        let sum = &mut self.region.normals[cluster as usize];
        if is_folded(normal, *sum) {
            return;
        }
        *sum += normal;
        self.region.take(triangle, cluster);
        for vertex in corners {
            let reached = &mut self.reached[vertex as usize];
            if *reached <= cluster {
                *reached = cluster + 1;
                self.front.push(vertex);
            }
        }
    }

    /// Grows a cluster from a free triangle, and tells how much of the front was passed.
    fn grow_from(&mut self, seed: u32, positions: &[DVec3]) -> usize {
        self.front.clear();
        let cluster = self.region.begin();
        self.take(seed, cluster, positions);
        let mut passed = 0;
        // Whole stars: what hangs on by a corner makes a ragged border.
        while passed < self.front.len() && self.region.sizes[cluster as usize] < TRIANGLES {
            let vertex = self.front[passed] as usize;
            let [begin, end] = [vertex, vertex + 1].map(|v| self.region.mesh.starts()[v]);
            for position in begin..end {
                let triangle = self.region.mesh.element_at(position);
                if self.region.is_free(triangle) {
                    self.take(triangle, cluster, positions);
                }
            }
            passed += 1;
        }
        passed
    }
}
