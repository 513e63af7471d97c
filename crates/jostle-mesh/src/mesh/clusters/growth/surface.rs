//! Clusters of triangles, grown star by star.

use super::{Growth, Region, TRIANGLES, is_folded};
use crate::mesh::ObjectElements;
use crate::mesh::clusters::blocks::Block;
use std::collections::VecDeque;

/// Triangles of the largest star that clusters grow over: a star is passed over again by each cluster that ends in it.
const LARGEST_STAR: usize = 64;

/// Grows clusters of triangles; keeps its buffers.
#[derive(Default)]
pub(in crate::mesh::clusters) struct SurfaceGrowth {
    region: Region<3>,
    /// Vertices where clusters ended.
    seeds: VecDeque<u32>,
}

impl Growth<3> for SurfaceGrowth {
    fn grow(&mut self, object: &ObjectElements, block: Block) {
        self.region.update(object, block);
        self.seeds.clear();
        // Where clusters end, others begin.
        loop {
            let seed = match self.seeds.pop_front() {
                Some(vertex) => {
                    let mut star = self.region.mesh().star(vertex).iter().copied();
                    star.find(|&element| self.region.is_free(element))
                }
                None => match self.region.next_free() {
                    Some(element) => Some(element),
                    None => break,
                },
            };
            if let Some(seed) = seed {
                self.grow_from(seed);
            }
        }
        self.region.finish(|star| if star.len() <= LARGEST_STAR { star.len() } else { 1 });
    }

    fn region(&self) -> &Region<3> {
        &self.region
    }
}

impl SurfaceGrowth {
    /// Takes a triangle, unless the surface is folded there.
    #[inline]
    fn take(&mut self, triangle: u32) {
        let mesh = self.region.mesh();
        let corners = mesh.corners(triangle);
        let [a, b, c] = corners.map(|vertex| mesh.position(vertex));
        let normal = (b - a).cross(c - a);
        let sum = self.region.normal();
        if !is_folded(normal, *sum) {
            *sum += normal;
            self.region.take(triangle, corners);
        }
    }

    /// Grows a cluster from a free triangle. Where it ends, others may begin.
    fn grow_from(&mut self, seed: u32) {
        self.region.begin();
        self.take(seed);
        let mut passed = 0;
        // Whole stars: what hangs on by a corner makes a ragged border.
        while passed < self.region.front().len() && self.region.size() < TRIANGLES {
            let vertex = self.region.front()[passed] as usize;
            passed += 1;
            let [begin, end] = [vertex, vertex + 1].map(|v| self.region.mesh().starts()[v]);
            if (end - begin) as usize > LARGEST_STAR {
                continue;
            }
            for position in begin..end {
                let triangle = self.region.mesh().element_at(position);
                if self.region.is_free(triangle) {
                    self.take(triangle);
                }
            }
        }
        let mesh = self.region.mesh();
        let ends = self.region.front()[passed..].iter().copied();
        self.seeds.extend(ends.filter(|&vertex| mesh.star(vertex).len() <= LARGEST_STAR));
        self.region.end();
    }
}
