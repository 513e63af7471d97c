//! Random pairs of similar size, without degeneracy.

use jostle::DVec3;
use jostle::geometry::Aabb;
use jostle_oracle::cases::Prng;

/// Two elements in general position whose boxes overlap.
pub fn overlapping<const A: usize, const B: usize>(prng: &mut Prng) -> ([DVec3; A], [DVec3; B]) {
    loop {
        let a = element(prng, DVec3::ZERO);
        let centre = point(prng, DVec3::ZERO) * 2.0;
        let b = element(prng, centre);
        if Aabb::from_points(a).overlaps(&Aabb::from_points(b)) {
            return (a, b);
        }
    }
}

/// Two elements with their first corners in common.
pub fn neighbours<const N: usize>(shared: usize, prng: &mut Prng) -> ([DVec3; N], [DVec3; N]) {
    let a = element(prng, DVec3::ZERO);
    let mut b: [DVec3; N] = element(prng, DVec3::ZERO);
    b[..shared].copy_from_slice(&a[..shared]);
    (a, b)
}

fn element<const N: usize>(prng: &mut Prng, centre: DVec3) -> [DVec3; N] {
    std::array::from_fn(|_| point(prng, centre))
}

fn point(prng: &mut Prng, centre: DVec3) -> DVec3 {
    centre + DVec3::from_array([0; 3].map(|_| prng.between(-0.5, 0.5)))
}
