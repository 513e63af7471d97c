//! Shapes near the ends of the number range, scaled to where products neither overflow nor vanish.

use super::SupportMap;
use super::gjk::PairScale;
use glam::DVec3;

/// A shape scaled by a power of two: exact, but for coordinates that underflow.
pub(super) struct ScaledShape<'s, S> {
    pub shape: &'s S,
    pub factor: f64,
}

/// `None` where the shapes can be used as they are; else the power of two that brings their
/// largest coordinate to about one.
pub(super) fn factor(a: &impl SupportMap, b: &impl SupportMap) -> Option<f64> {
    if PairScale::new(a, b).is_plain() {
        return None;
    }
    let largest = |s: &dyn Fn(usize) -> DVec3, count: usize| {
        (0..count).map(|i| s(i).abs().max_element()).fold(0.0, f64::max)
    };
    let largest_a = largest(&|i| a.vertex(i), a.vertex_count()).max(a.radius());
    let largest_b = largest(&|i| b.vertex(i), b.vertex_count()).max(b.radius());
    let most = largest_a.max(largest_b);
    let exponent = ((most.to_bits() >> 52) as i32 - 1023).clamp(-1000, 1000);
    (most > 0.0).then(|| 2f64.powi(-exponent))
}

impl<S: SupportMap> SupportMap for ScaledShape<'_, S> {
    fn vertex_count(&self) -> usize {
        self.shape.vertex_count()
    }

    fn vertex(&self, index: usize) -> DVec3 {
        self.shape.vertex(index) * self.factor
    }

    fn support(&self, direction: DVec3) -> usize {
        // The shape's own heights may overflow: all vertices are looked at.
        let first = self.vertex(0);
        let height = |i: usize| direction.dot(self.vertex(i) - first);
        let all = 0..self.vertex_count();
        all.max_by(|&i, &k| height(i).total_cmp(&height(k))).expect("a shape has vertices")
    }

    fn middle(&self) -> DVec3 {
        self.shape.middle() * self.factor
    }

    fn extent(&self) -> f64 {
        let first = self.vertex(0);
        2.0 * (0..self.vertex_count())
            .map(|i| (self.vertex(i) - first).length())
            .fold(0.0, f64::max)
    }

    fn slack(&self) -> f64 {
        self.shape.slack() * self.factor
    }

    fn radius(&self) -> f64 {
        self.shape.radius() * self.factor
    }
}
