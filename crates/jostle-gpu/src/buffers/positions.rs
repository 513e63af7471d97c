//! Positions as kernels take them.

use jostle::Scene;

/// A point amid the scene: medians, because a few vertices may have flown away.
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
        median.clamp(-1e38, 1e38) as f32
    })
}

/// A number as the sum of two shorter ones, up to the 48 bits that they hold; what is too large for
/// them is left as large as they get.
pub(super) fn halves(x: f64) -> [f32; 2] {
    const LARGEST: f64 = 3e38;
    let high = x.clamp(-LARGEST, LARGEST) as f32;
    let rest = x - f64::from(high);
    let low = if rest.abs() < 1e30 { rest as f32 } else { 0.0 };
    [high, low]
}
