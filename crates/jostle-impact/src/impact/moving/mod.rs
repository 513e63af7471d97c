//! Triangles that move in a step, and from which side they are seen throughout.

mod time_normal;

pub(super) use time_normal::TimeNormal;

use super::step::Step;
use glam::DVec3;

/// The triangles of an object, with the positions of its vertices at both ends of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct MovingTriangles<'m> {
    pub start: &'m [DVec3],
    pub end: &'m [DVec3],
    /// By their vertices in the object.
    pub triangles: &'m [[u32; 3]],
}

impl<'m> MovingTriangles<'m> {
    /// The surface of an object of a scene.
    pub fn new(step: &Step<'m>, object: usize) -> MovingTriangles<'m> {
        let vertices = step.scene.objects()[object].vertices();
        MovingTriangles {
            start: &step.scene.vertices()[vertices.clone()],
            end: &step.end[vertices],
            triangles: step.topology.object_at(step.scene, object).faces(),
        }
    }

    /// The corners of a triangle at both ends.
    #[inline(always)]
    pub fn corners(&self, triangle: usize) -> [[DVec3; 3]; 2] {
        self.at_both_ends(self.triangles[triangle])
    }

    /// Where three vertices are at both ends.
    #[inline(always)]
    pub fn at_both_ends(&self, vertices: [u32; 3]) -> [[DVec3; 3]; 2] {
        [self.start, self.end].map(|positions| vertices.map(|v| positions[v as usize]))
    }
}
