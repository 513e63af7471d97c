//! Motions whose first contact is known by hand.

use jostle_oracle::Point;
use jostle_oracle::impact::{FirstTime, edge_edge, vertex_face};

type Corners = [Point; 4];

/// In the plane z = 0, with the origin inside.
const TRIANGLE: [Point; 3] = [[-8.0, -8.0, 0.0], [8.0, -8.0, 0.0], [0.0, 8.0, 0.0]];

fn with_triangle(point: Point) -> Corners {
    [point, TRIANGLE[0], TRIANGLE[1], TRIANGLE[2]]
}

/// A point moves while the triangle stays.
fn point_on_triangle(from: Point, to: Point) -> Option<FirstTime> {
    vertex_face(&with_triangle(from), &with_triangle(to))
}

/// Exactly this ratio, as the time at which a falling point reaches a triangle.
fn ratio(numerator: f64, denominator: f64) -> Option<FirstTime> {
    point_on_triangle([0.0, 0.0, numerator], [0.0, 0.0, numerator - denominator])
}

/// The time is irrational, with these two neighbours.
fn assert_near(time: Option<FirstTime>, expected: f64) {
    let [low, high] = time.expect("contact").enclosure();
    assert_eq!(low.next_up(), high, "{low}");
    assert!(low == expected || high == expected, "{low}, but {expected}");
}

#[test]
fn a_point_falls_on_a_triangle() {
    let fall = |x, y| point_on_triangle([x, y, 1.0], [x, y, -3.0]);
    assert_eq!(fall(0.0, 0.0).expect("inside"), 0.25);
    assert_eq!(fall(0.0, -8.0).expect("on an edge"), 0.25);
    assert_eq!(fall(8.0, -8.0).expect("on a corner"), 0.25);
    assert!(fall(0.0, -8f64.next_up()).is_none());
    assert!(point_on_triangle([0.0, 0.0, 2.0], [0.0, 0.0, 1.0]).is_none(), "it does not get there");
    let third = ratio(1.0, 3.0).expect("contact");
    assert_eq!(third.polynomial(), [(-1).into(), 3.into()]);
    assert!(third > 0.333_333_333_333_333_3 && third < 0.333_333_333_333_333_4);
}

#[test]
fn at_the_very_ends() {
    let from_contact = point_on_triangle([0.0; 3], [0.0, 0.0, 1.0]).expect("contact");
    assert!(from_contact.is_start() && from_contact == 0.0 && from_contact < f64::from_bits(1));
    let into_contact = point_on_triangle([0.0, 0.0, 1.0], [0.0; 3]).expect("contact");
    assert!(into_contact == 1.0 && into_contact > 1f64.next_down() && into_contact < f64::INFINITY);
    assert!(into_contact.partial_cmp(&f64::NAN).is_none());
    assert!(point_on_triangle([0.0, 0.0, 1.0], [0.0, 0.0, f64::from_bits(1)]).is_none());
    assert_eq!(point_on_triangle([0.0; 3], [0.0; 3]).expect("at rest"), 0.0);
    assert!(point_on_triangle([0.0, 0.0, 1.0], [0.0, 0.0, 1.0]).is_none());
}

/// The triangle is in the plane `z = t x` at time `t`, and covers `x + y <= 0`.
fn on_tilting_triangle(from: Point, to: Point) -> Option<FirstTime> {
    let flat = [[-8.0, -8.0, 0.0], [8.0, -8.0, 0.0], [-8.0, 8.0, 0.0]];
    let tilted = flat.map(|[x, y, _]| [x, y, x]);
    let corners = |p, [a, b, c]: [Point; 3]| [p, a, b, c];
    vertex_face(&corners(from, flat), &corners(to, tilted))
}

#[test]
fn irrational_times() {
    // -1 = t (-2 t)
    assert_near(on_tilting_triangle([0.0, -1.0, -1.0], [-2.0, -1.0, -1.0]), 0.5f64.sqrt());
    // The lines have directions (1, t, 0) and (0, 1, t) and are (-2t, 0, 1) apart: 2 t^3 = 1.
    let start = [[-4.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, -4.0, 1.0], [0.0, 4.0, 1.0]];
    let end = [[-4.0, -4.0, 0.0], [4.0, 4.0, 0.0], [-2.0, -4.0, -3.0], [-2.0, 4.0, 5.0]];
    assert_near(edge_edge(&start, &end), 0.5f64.cbrt());
}

#[test]
fn a_double_root_is_a_contact() {
    // 1 = t (4 - 4 t), that is (2 t - 1)^2 = 0.
    let graze = |z| on_tilting_triangle([4.0, -5.0, z], [0.0, -5.0, z]);
    assert_eq!(graze(1.0).expect("touches once"), 0.5);
    assert!(graze(1f64.next_up()).is_none());
    let before = graze(1f64.next_down()).expect("goes through");
    assert!(before < 0.5 && before > 0.499);
}

#[test]
fn a_triple_root_is_a_contact() {
    // With s = 2 t - 1: directions (1, s, 0) and (0, 1, s), (s, 0, 0) apart: s^3 = 0.
    let at = |s: f64| {
        [[-4.0, -4.0 * s, 0.0], [4.0, 4.0 * s, 0.0], [s, -4.0, -4.0 * s], [s, 4.0, 4.0 * s]]
    };
    assert_eq!(edge_edge(&at(-1.0), &at(1.0)).expect("contact"), 0.5);
    assert_eq!(edge_edge(&at(-1.0), &at(2.0)), ratio(1.0, 3.0));
}

#[test]
fn in_one_plane_throughout() {
    let slide = |y, dx| point_on_triangle([-16.0, y, 0.0], [-16.0 + dx, y, 0.0]);
    assert_eq!(slide(-8.0, 32.0).expect("along an edge"), 0.25);
    assert_eq!(slide(0.0, 32.0).expect("over an edge"), 0.375);
    assert_eq!(slide(0.0, 12.0).expect("up to an edge"), 1.0);
    assert_eq!(slide(8.0, 32.0).expect("past a corner"), 0.5);
    assert!(slide(8f64.next_up(), 32.0).is_none());
    // The edge from the origin rises as y = t x, and the point is at (4 t, 2).
    let start = [[0.0, 2.0, 0.0], [0.0; 3], [8.0, 0.0, 0.0], [4.0, -20.0, 0.0]];
    let end = [[4.0, 2.0, 0.0], [0.0; 3], [8.0, 8.0, 0.0], [4.0, -20.0, 0.0]];
    assert_near(vertex_face(&start, &end), 0.5f64.sqrt());
    // The same edge with a third corner out of the plane: only the edge is touched.
    let lifted = |[p, a, b, _]: Corners| [p, a, b, [4.0, 1.0, 5.0]];
    assert_near(vertex_face(&lifted(start), &lifted(end)), 0.5f64.sqrt());
}

#[test]
fn triangles_without_area() {
    let corner = [1.0, 2.0, 3.0];
    let to_corner =
        |to| vertex_face(&[[0.0; 3], corner, corner, corner], &[to, corner, corner, corner]);
    assert_eq!(to_corner([2.0, 4.0, 6.0]).expect("meets a point"), 0.5);
    assert!(to_corner([2.0, 4.0, 6f64.next_up()]).is_none());
    let needle = [[-1.0, 0.0, 0.0], [3.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
    let on_needle = |from, to| {
        let with = |p| [p, needle[0], needle[1], needle[2]];
        vertex_face(&with(from), &with(to))
    };
    assert_eq!(on_needle([2.0, 1.0, 1.0], [2.0, -3.0, -3.0]).expect("crosses it"), 0.25);
    assert!(on_needle([4.0, 1.0, 1.0], [4.0, -3.0, -3.0]).is_none(), "beyond its end");
    assert_eq!(on_needle([5.0, 0.0, 0.0], [1.0, 0.0, 0.0]).expect("along it"), 0.5);
    // It shrinks to the origin at 1/2, and grows again inverted; only there it meets the point.
    let with = |p, s: f64| [p, TRIANGLE[0], TRIANGLE[1], TRIANGLE[2]].map(|q| q.map(|x| x * s));
    let start = with([0.0; 3], 1.0).map(|[x, y, z]| [x, y, z + 1.0]);
    let end = with([0.0; 3], -1.0).map(|[x, y, z]| [x, y, z - 1.0]);
    let meets = |from, to| {
        let [mut start, mut end] = [start, end];
        (start[0], end[0]) = (from, to);
        vertex_face(&start, &end)
    };
    assert_eq!(meets([0.0; 3], [0.0; 3]).expect("at its centre"), 0.5);
    assert_eq!(meets([1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]).expect("there at that time"), 0.5);
    assert!(meets([1.0, 0.0, 0.0], [1.0, 0.0, 0.0]).is_none(), "it is a point when it passes");
}

#[test]
fn edges_on_a_line_or_parallel() {
    let edges = |a: [f64; 2], b: [f64; 2], y: f64| {
        [[a[0], 0.0, 0.0], [a[1], 0.0, 0.0], [b[0], y, 0.0], [b[1], y, 0.0]]
    };
    let time = edge_edge(&edges([0.0, 1.0], [3.0, 4.0], 0.0), &edges([0.0, 1.0], [-1.0, 0.0], 0.0));
    assert_eq!(time.expect("end to end"), 0.5);
    let beside =
        edge_edge(&edges([0.0, 1.0], [3.0, 4.0], 1.0), &edges([0.0, 1.0], [-1.0, 0.0], 1.0));
    assert!(beside.is_none());
    let onto = |b| edge_edge(&edges([0.0, 4.0], b, 1.0), &edges([0.0, 4.0], b, -2.0));
    assert_eq!(onto([1.0, 2.0]), ratio(1.0, 3.0), "one in the other");
    assert_eq!(onto([9.0, -9.0]), ratio(1.0, 3.0), "the other in the one");
    assert_eq!(onto([4.0, 5.0]), ratio(1.0, 3.0), "only the ends");
    assert!(onto([4f64.next_up(), 5.0]).is_none());
    assert_eq!(onto([3.0, 3.0]), ratio(1.0, 3.0), "without length");
    let points = |a: f64, b: f64| [[a; 3], [a; 3], [b; 3], [b; 3]];
    assert_eq!(edge_edge(&points(0.0, 1.0), &points(2.0, 0.0)), ratio(1.0, 3.0), "two points");
}

#[test]
fn crossing_edges() {
    let falling = |x, z| [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [x, -1.0, z], [x, 1.0, z]];
    let time = |x| edge_edge(&falling(x, 3.0), &falling(x, -1.0));
    assert_eq!(time(0.0).expect("inside both"), 0.75);
    assert_eq!(time(1.0).expect("at an end"), 0.75);
    assert!(time(1f64.next_up()).is_none());
}

#[test]
fn huge_and_tiny_in_one_motion() {
    let huge = TRIANGLE.map(|p| p.map(|x| x * 1e150));
    let with = |p| [p, huge[0], huge[1], huge[2]];
    let time = |z| vertex_face(&with([1e-150, 0.0, 1e-150]), &with([1e-150, 0.0, z]));
    let [low, high] = time(-1e150).expect("contact").enclosure();
    assert!(low < high && (high - 1e-300).abs() < 1e-314);
    assert_eq!(time(-1e-150).expect("contact"), 0.5);
    assert!(time(1e-300).is_none());
}
