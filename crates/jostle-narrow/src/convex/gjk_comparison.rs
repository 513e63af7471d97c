//! GJK in plain `f64` without exact fallbacks, to compare sub-algorithms.

use super::SupportMap;
use super::gjk::{Descent, GjkOutcome, PairScale, SignedVolumes, SubAlgorithm};
use super::johnson::Johnson;

/// The distance by plain arithmetic, which may be wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The distance of the hulls less the radii; zero where the simplex contains the origin.
    pub distance: f64,
    /// Steps of the descent.
    pub steps: u32,
    /// Whether the bounds of the descent prove the distance; an estimate without proof may be good.
    pub proven: bool,
}

/// With signed volumes.
pub fn signed_volumes(a: &impl SupportMap, b: &impl SupportMap) -> Estimate {
    estimate::<SignedVolumes>(a, b)
}

/// With Johnson's sub-algorithm and its backup procedure.
pub fn johnson(a: &impl SupportMap, b: &impl SupportMap) -> Estimate {
    estimate::<Johnson>(a, b)
}

#[inline]
fn estimate<S: SubAlgorithm<f64>>(a: &impl SupportMap, b: &impl SupportMap) -> Estimate {
    let scale = PairScale::new(a, b);
    let (mut descent, outcome) = Descent::<f64>::start::<S>(a, b, scale.gap, &[]);
    match outcome.unwrap_or_else(|| descent.descend::<S>(a, b, &scale, false)) {
        GjkOutcome::Inside { certain } => {
            Estimate { distance: 0.0, steps: descent.steps, proven: certain }
        }
        _ => {
            let length = descent.weighted().length();
            let margin = scale.margin(length);
            let lower = descent.lower();
            let proven = length - lower <= 2.0 * margin && lower > margin;
            let distance = (length - scale.radius).max(0.0);
            Estimate { distance, steps: descent.steps, proven }
        }
    }
}
