//! Random pairs of elements of similar size, without degeneracy.

use jostle::DVec3;
use jostle::geometry::Aabb;
use jostle_oracle::cases::SplitMix64;

/// Two elements in general position whose boxes overlap.
pub fn overlapping<const A: usize, const B: usize>(
    random: &mut SplitMix64,
) -> ([DVec3; A], [DVec3; B]) {
    loop {
        let a = element(random, DVec3::ZERO);
        let centre = point(random, DVec3::ZERO) * 2.0;
        let b = element(random, centre);
        if Aabb::from_points(a).overlaps(&Aabb::from_points(b)) {
            return (a, b);
        }
    }
}

/// Two elements that share their first corners.
pub fn neighbours<const N: usize>(
    shared: usize,
    random: &mut SplitMix64,
) -> ([DVec3; N], [DVec3; N]) {
    let a = element(random, DVec3::ZERO);
    let mut b: [DVec3; N] = element(random, DVec3::ZERO);
    b[..shared].copy_from_slice(&a[..shared]);
    (a, b)
}

fn element<const N: usize>(random: &mut SplitMix64, centre: DVec3) -> [DVec3; N] {
    std::array::from_fn(|_| point(random, centre))
}

fn point(random: &mut SplitMix64, centre: DVec3) -> DVec3 {
    centre + DVec3::from_array([0; 3].map(|_| random.between(-0.5, 0.5)))
}
