//! Positions as the kernels take them.

use crate::shader_constants::{CENTRE_LIMIT, F32_LIMIT};
use jostle::Scene;

/// A point amid the scene: medians, because a few vertices may be far away.
pub(super) fn centre(scene: &Scene) -> [f32; 3] {
    const SAMPLES: usize = 31;
    let vertices = scene.vertices();
    let step = vertices.len().div_ceil(SAMPLES).max(1);
    std::array::from_fn(|axis| {
        let mut values: Vec<f64> = vertices.iter().step_by(step).map(|v| v[axis]).collect();
        if values.is_empty() {
            return 0.0;
        }
        let middle = values.len() / 2;
        let median = *values.select_nth_unstable_by(middle, f64::total_cmp).1;
        median.clamp(-CENTRE_LIMIT, CENTRE_LIMIT) as f32
    })
}

/// A coordinate as a hi/lo pair of `f32`, whose sum it is up to the 48 bits that they hold; what is too
/// large for `f32` becomes as large as that gets.
pub(crate) fn to_hi_lo(x: f64) -> [f32; 2] {
    let x = x.clamp(-F32_LIMIT, F32_LIMIT);
    let hi = x as f32;
    [hi, (x - f64::from(hi)) as f32]
}
