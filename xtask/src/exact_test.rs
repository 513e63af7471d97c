//! The engine's exact tests behind one function, chosen by the number of points.

use jostle::DVec3;
use jostle::narrow::{self, Tally, tallied};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

static EXACT: AtomicU64 = AtomicU64::new(0);

/// Whether the intersection is more than the simplex that the first `shared` points span.
pub fn decide(shared: usize, a: &[DVec3], b: &[DVec3]) -> bool {
    let mut tally = Tally::default();
    let t = &mut tally;
    let answer = match (shared, a.len(), b.len()) {
        (0, 1, 3) => narrow::point_triangle(a[0], fixed(b)),
        (0, 1, 4) => narrow::point_tetrahedron(a[0], fixed(b)),
        (0, 2, 2) => narrow::segment_segment(fixed(a), fixed(b)),
        (0, 2, 3) => narrow::segment_triangle(fixed(a), fixed(b)),
        (0, 3, 3) => tallied::triangle_triangle(fixed(a), fixed(b), t),
        (0, 3, 4) => tallied::triangle_tetrahedron(fixed(a), fixed(b), t),
        (0, 4, 4) => tallied::tetrahedron_tetrahedron(fixed(a), fixed(b), t),
        (shared, 3, 3) => tallied::triangle_triangle_beyond(shared, fixed(a), fixed(b), t),
        (shared, 4, 4) => tallied::tetrahedron_tetrahedron_beyond(shared, fixed(a), fixed(b), t),
        (shared, a, b) => panic!("no test for {a} and {b} points, {shared} of them shared"),
    };
    if tally.exact > 0 {
        EXACT.fetch_add(tally.exact, Relaxed);
    }
    answer
}

/// How many signs have been found by exact arithmetic so far, in the tests that count them.
pub fn exact_signs() -> u64 {
    EXACT.load(Relaxed)
}

fn fixed<const N: usize>(points: &[DVec3]) -> &[DVec3; N] {
    points.try_into().expect("matched by length")
}
