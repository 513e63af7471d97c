//! The tests under judgement, by the number of points.

use jostle::DVec3;

// Until `jostle::narrow` is there: then this line is `pub use jostle::narrow;`, and `stand_in` goes.
pub use stand_in as narrow;

/// Whether the intersection is more than the simplex that the first `shared` points span.
pub fn decide(shared: usize, a: &[DVec3], b: &[DVec3]) -> bool {
    match (shared, a.len(), b.len()) {
        (0, 1, 3) => narrow::point_triangle(a[0], fixed(b)),
        (0, 1, 4) => narrow::point_tetrahedron(a[0], fixed(b)),
        (0, 2, 2) => narrow::segment_segment(fixed(a), fixed(b)),
        (0, 2, 3) => narrow::segment_triangle(fixed(a), fixed(b)),
        (0, 3, 3) => narrow::triangle_triangle(fixed(a), fixed(b)),
        (0, 3, 4) => narrow::triangle_tetrahedron(fixed(a), fixed(b)),
        (0, 4, 4) => narrow::tetrahedron_tetrahedron(fixed(a), fixed(b)),
        (shared, 3, 3) => narrow::triangle_triangle_beyond(shared, fixed(a), fixed(b)),
        (shared, 4, 4) => narrow::tetrahedron_tetrahedron_beyond(shared, fixed(a), fixed(b)),
        (shared, a, b) => panic!("no test for {a} and {b} points, {shared} of them shared"),
    }
}

/// How many tests have gone to exact arithmetic so far, where the engine counts them.
pub fn exact_fallbacks() -> Option<u64> {
    None
}

fn fixed<const N: usize>(points: &[DVec3]) -> &[DVec3; N] {
    points.try_into().expect("matched by length")
}

/// The oracle in the engine's clothes, so that the tasks build and run before the engine does.
pub mod stand_in {
    use jostle::DVec3;

    fn ask(shared: usize, a: &[DVec3], b: &[DVec3]) -> bool {
        let points = |element: &[DVec3]| element.iter().map(|p| p.to_array()).collect::<Vec<_>>();
        jostle_oracle::exceeds(shared, &points(a), &points(b))
    }

    pub fn point_triangle(p: DVec3, t: &[DVec3; 3]) -> bool {
        ask(0, &[p], t)
    }

    pub fn point_tetrahedron(p: DVec3, t: &[DVec3; 4]) -> bool {
        ask(0, &[p], t)
    }

    pub fn segment_segment(a: &[DVec3; 2], b: &[DVec3; 2]) -> bool {
        ask(0, a, b)
    }

    pub fn segment_triangle(s: &[DVec3; 2], t: &[DVec3; 3]) -> bool {
        ask(0, s, t)
    }

    pub fn triangle_triangle(a: &[DVec3; 3], b: &[DVec3; 3]) -> bool {
        ask(0, a, b)
    }

    pub fn triangle_tetrahedron(a: &[DVec3; 3], b: &[DVec3; 4]) -> bool {
        ask(0, a, b)
    }

    pub fn tetrahedron_tetrahedron(a: &[DVec3; 4], b: &[DVec3; 4]) -> bool {
        ask(0, a, b)
    }

    pub fn triangle_triangle_beyond(shared: usize, a: &[DVec3; 3], b: &[DVec3; 3]) -> bool {
        ask(shared, a, b)
    }

    pub fn tetrahedron_tetrahedron_beyond(shared: usize, a: &[DVec3; 4], b: &[DVec3; 4]) -> bool {
        ask(shared, a, b)
    }

    pub mod sat {
        use jostle::DVec3;

        pub fn tetrahedra(a: &[DVec3; 4], b: &[DVec3; 4]) -> bool {
            super::ask(0, a, b)
        }

        pub fn tetrahedra_without_edges(a: &[DVec3; 4], b: &[DVec3; 4]) -> bool {
            super::ask(0, a, b)
        }
    }
}
