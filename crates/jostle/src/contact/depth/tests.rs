use super::weighted_mean::{Influence, length_and_unit, unit, weighted_mean};
use glam::DVec3;

#[test]
fn a_place_at_the_point_outweighs_all_others() {
    let influence = |distance, depth, direction| Influence { distance, depth, direction };
    let (depth, direction) =
        weighted_mean([influence(0.0, 0.0, DVec3::X), influence(1.0, 5.0, DVec3::Y)].into_iter());
    assert_eq!((depth, direction), (0.0, DVec3::X));
    // Twice as far, a quarter of the weight.
    let (depth, _) =
        weighted_mean([influence(1.0, 1.0, DVec3::X), influence(2.0, 6.0, DVec3::X)].into_iter());
    assert!((depth - 2.0).abs() < 1e-15);
    let (_, direction) =
        weighted_mean([influence(1.0, 1.0, DVec3::X), influence(1.0, 1.0, -DVec3::X)].into_iter());
    assert_eq!(direction, DVec3::X, "the first of those that cancel out");
}

#[test]
fn weights_and_lengths_stay_in_the_number_range() {
    for scale in [1e-300, 1e-160, 1.0, 1e160, 1e300] {
        let own = |d: f64| Influence { distance: d * scale, depth: d * scale, direction: DVec3::Z };
        let (depth, direction) = weighted_mean([own(1.0), own(2.0)].into_iter());
        assert!((depth / scale - 1.2).abs() < 1e-12 && direction == DVec3::Z);
        let (length, direction) = length_and_unit(DVec3::new(3.0, 4.0, 0.0) * scale);
        assert!((length / scale - 5.0).abs() < 1e-12 && (direction.length() - 1.0).abs() < 1e-12);
        assert!(unit(DVec3::ONE * scale).is_some());
    }
    assert_eq!(unit(DVec3::ZERO), None);
    assert_eq!(unit(DVec3::splat(f64::INFINITY)), None);
}
