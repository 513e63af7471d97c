//! Depths of vertices: which collide, how deep they are, and where directions lead.

mod accuracy;
mod colliding;
mod parting;
mod refusals;
mod sliding;

use jostle::glam::DQuat;
use jostle::mesh::SimplexMesh;
use jostle::{DVec3, ObjectId, Scene};

/// Numbers in a row that depends on the seed only.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678)
    }

    /// From -1 to 1.
    pub fn signed(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        (z >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub fn vector(&mut self) -> DVec3 {
        DVec3::new(self.signed(), self.signed(), self.signed())
    }
}

pub fn turned<const N: usize>(mut mesh: SimplexMesh<N>, axis: DVec3) -> SimplexMesh<N> {
    let turn = DQuat::from_scaled_axis(axis);
    mesh.vertices.iter_mut().for_each(|v| *v = turn * *v);
    mesh
}

pub fn shift(scene: &mut Scene, object: ObjectId, by: DVec3) {
    scene.vertices_mut(object).unwrap().iter_mut().for_each(|v| *v += by);
}
