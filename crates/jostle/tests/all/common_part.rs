//! Common parts of triangles lie on both, and are as large as they are.

use jostle::DVec3;
use jostle::geometry::common_part::{CommonPart, triangle_triangle};
use jostle::geometry::distance::point_triangle;
use jostle::geometry::predicates::collinear;
use jostle::narrow;
use jostle_testing::SplitMix64;

fn points(corners: [[f64; 3]; 3]) -> [DVec3; 3] {
    corners.map(DVec3::from)
}

/// In the plane z = 0.
fn flat() -> [DVec3; 3] {
    points([[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]])
}

fn length(part: &CommonPart) -> f64 {
    part.segments().map(|[from, to]| from.distance(to)).sum()
}

#[test]
fn triangles_that_cross_have_a_segment() {
    let through = points([[1.0, 1.0, -1.0], [1.0, 1.0, 1.0], [1.0, 9.0, 0.0]]);
    let part = triangle_triangle(&flat(), &through);
    assert!(matches!(part, CommonPart::Segment(_)), "{part:?}");
    assert!((length(&part) - 2.0).abs() < 1e-12, "from y = 1 to the edge at y = 3: {part:?}");
}

#[test]
fn triangles_that_touch_have_the_point_itself() {
    let tip = DVec3::new(0.1, 0.7, 0.0);
    let above = [tip, DVec3::new(0.0, 0.0, 1.0), DVec3::new(1.0, 0.0, 2.0)];
    assert_eq!(triangle_triangle(&flat(), &above), CommonPart::Point(tip));
    let crossing_edge = points([[1.0, -1.0, 1.0], [1.0, 1.0, -1.0], [1.0, -2.0, -9.0]]);
    let part = triangle_triangle(&flat(), &crossing_edge);
    assert_eq!(part, CommonPart::Point(DVec3::X), "two edges");
}

#[test]
fn triangles_in_one_plane_have_a_polygon() {
    let part = triangle_triangle(&flat(), &flat().map(|p| DVec3::new(2.0, 2.0, 0.0) - 0.5 * p));
    assert!(matches!(&part, CommonPart::Polygon(corners) if corners.len() == 3), "{part:?}");
    assert!((length(&part) - (4.0 + 8f64.sqrt())).abs() < 1e-9, "{part:?}");
    let star = points([[2.0, 2.0, 0.0], [-0.5, 1.0, 0.0], [1.0, -0.5, 0.0]]);
    assert!(matches!(triangle_triangle(&flat(), &star), CommonPart::Polygon(c) if c.len() == 5));
    let beside = points([[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [2.0, -3.0, 0.0]]);
    assert_eq!(length(&triangle_triangle(&flat(), &beside)), 4.0, "a common edge");
    let corner = flat().map(|p| p - DVec3::new(4.0, 0.0, 0.0));
    assert_eq!(triangle_triangle(&flat(), &corner), CommonPart::Point(DVec3::ZERO));
}

/// Small whole numbers, so that every kind of contact occurs, triangles without area too.
#[test]
fn every_common_part_lies_on_both_triangles_at_every_scale() {
    let mut random = SplitMix64::new(11);
    let mut kinds = [0; 3];
    for _ in 0..60_000 {
        let mut corner = || DVec3::from([0; 3].map(|_| (random.next_u64() % 4) as f64));
        let a = [corner(), corner(), corner()];
        let b = [corner(), corner(), corner()];
        if !narrow::triangle_triangle(&a, &b) {
            continue;
        }
        let part = triangle_triangle(&a, &b);
        kinds[part.points().len().min(3) - 1] += 1;
        for &point in part.points() {
            for triangle in [&a, &b] {
                let away = point_triangle(point, triangle).distance;
                assert!(away < 1e-9, "{part:?} is {away} from {triangle:?}; {a:?} {b:?}");
            }
        }
        // Corners within the other triangle belong to it.
        if ![&a, &b].iter().any(|t| collinear(t[0], t[1], t[2])) {
            for (own, other) in [(&a, &b), (&b, &a)] {
                for &corner in own {
                    let inside = narrow::triangle_triangle(&[corner; 3], other);
                    let away = |[p, q]: [DVec3; 2]| point_triangle(corner, &[p, q, q]).distance;
                    let on = part.points().iter().any(|p| p.distance(corner) < 1e-9);
                    assert!(!inside || on || part.segments().map(away).any(|d| d < 1e-9));
                }
            }
        }
        for exponent in [-900, 900] {
            let scaled = |t: &[DVec3; 3]| t.map(|p| p * 2f64.powi(exponent));
            let large = triangle_triangle(&scaled(&a), &scaled(&b));
            let same = large.points().iter().map(|p| *p * 2f64.powi(-exponent));
            assert!(same.eq(part.points().iter().copied()), "{part:?} and {large:?}");
        }
    }
    assert!(kinds.iter().all(|&count| count > 60), "{kinds:?}");
}
