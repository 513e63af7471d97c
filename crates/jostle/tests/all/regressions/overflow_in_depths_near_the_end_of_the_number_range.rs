//! Depths of overlaps were computed with products of coordinates, which overflow or vanish near the ends of
//! the number range. Shapes are scaled by a power of two there, so that depths scale exactly.

use jostle::DVec3;
use jostle::convex::{Penetration, penetration, separating_axes};

fn depth(found: Penetration) -> f64 {
    match found {
        Penetration::Overlap(overlap) => overlap.depth,
        Penetration::Apart(apart) => panic!("{apart:?}"),
    }
}

#[test]
fn the_depth_scales_with_the_shapes() {
    let tet = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    let other = tet.map(|p| p + DVec3::new(0.25, 0.125, 0.0625));
    let expected = depth(penetration(&tet, &other).unwrap());
    for exponent in [-1000, -700, -400, 400, 700, 1000] {
        let scale = 2f64.powi(exponent);
        let (a, b) = (tet.map(|p| p * scale), other.map(|p| p * scale));
        for found in [penetration(&a, &b).unwrap(), separating_axes::tetrahedra(&a, &b).unwrap()] {
            let found = depth(found) / scale;
            assert!((found - expected).abs() <= 1e-12 * expected, "2^{exponent}: {found}");
        }
    }
}
