//! Each row of the module's table, with times that are known.

use super::super::*;

fn at(time: f64) -> Option<ImpactTime> {
    Some(ImpactTime { lower: time, upper: time })
}

const TRIANGLE: [[f64; 3]; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

fn still<const N: usize>(corners: [[f64; 3]; N]) -> Swept<N> {
    Swept::new(corners, corners)
}

fn vertex(start: [f64; 3], end: [f64; 3]) -> Swept<1> {
    Swept::new([start], [end])
}

fn moved<const N: usize>(corners: [[f64; 3]; N], by: [f64; 3]) -> Swept<N> {
    let end = corners.map(|p| [0, 1, 2].map(|axis: usize| p[axis] + by[axis]));
    Swept::new(corners, end)
}

#[test]
fn a_point_through_the_inside_an_edge_and_a_corner() {
    for ([x, y], touches) in [
        ([0.25, 0.25], true),
        ([0.5, 0.5], true),
        ([0.25, 0.0], true),
        ([1.0, 0.0], true),
        ([0.0, 0.0], true),
        ([1.0f64.next_up(), 0.0], false),
        ([0.5, 0.5f64.next_up()], false),
        ([-5e-324, 0.5], false),
    ] {
        let through = vertex([x, y, 1.0], [x, y, -3.0]);
        let expected = if touches { at(0.25) } else { None };
        assert_eq!(vertex_face(&through, &still(TRIANGLE)), expected, "{x} {y}");
    }
}

#[test]
fn contact_at_the_start_and_at_the_end() {
    let face = still(TRIANGLE);
    let (on, off) = ([0.25, 0.25, 0.0], [0.25, 0.25, 1.0]);
    assert_eq!(vertex_face(&vertex(on, off), &face), at(0.0));
    assert!(vertex_face(&vertex(on, off), &face).unwrap().at_start());
    assert_eq!(vertex_face(&vertex(off, on), &face), at(1.0));
    assert!(!vertex_face(&vertex(off, on), &face).unwrap().at_start());
    let almost = [0.25, 0.25, 5e-324];
    assert_eq!(vertex_face(&vertex(off, almost), &face), None);
    assert_eq!(vertex_face(&vertex(almost, off), &face), None);
    let a = still([[0.0; 3], [1.0, 0.0, 0.0]]);
    let touching = [[0.5, 0.0, 0.0], [0.5, 1.0, 0.0]];
    let [up, down] = [[0.0, 1.0, 0.0], [0.0, -1.0, 0.0]];
    assert_eq!(edge_edge(&a, &moved(touching, up)), at(0.0));
    let away = touching.map(|[x, y, z]| [x, y + 1.0, z]);
    assert_eq!(edge_edge(&a, &moved(away, down)), at(1.0));
    assert_eq!(edge_edge(&a, &moved(away, [0.0, -1.0f64.next_down(), 0.0])), None);
}

#[test]
fn without_motion() {
    let face = still(TRIANGLE);
    assert_eq!(vertex_face(&still([[0.5, 0.25, 0.0]]), &face), at(0.0));
    assert_eq!(vertex_face(&still([[0.5, 0.25, 1e-300]]), &face), None);
    assert_eq!(vertex_face(&still([[0.75, 0.5, 0.0]]), &face), None, "in its plane");
    let by = [3.0, -7.0, 5.0];
    let a = [[0.0; 3], [2.0, 2.0, 2.0]];
    let b = [[2.0, 0.0, 1.0], [0.0, 2.0, 1.0]];
    assert_eq!(edge_edge(&moved(a, by), &moved(b, by)), at(0.0), "all alike");
    let beside = b.map(|[x, y, z]| [x, y, z + 0.25]);
    assert_eq!(edge_edge(&moved(a, by), &moved(beside, by)), None);
}

#[test]
fn in_one_plane_throughout() {
    let face = still(TRIANGLE);
    // To an edge from outside, past a corner, and to the corner.
    assert_eq!(vertex_face(&vertex([1.0, 1.0, 0.0], [0.0, 0.0, 0.0]), &face), at(0.5));
    assert_eq!(vertex_face(&vertex([-1.0, 0.5, 0.0], [1.0, 0.5, 0.0]), &face), at(0.5));
    assert_eq!(vertex_face(&vertex([2.0, -0.5, 0.0], [2.0, 1.5, 0.0]), &face), None);
    assert_eq!(vertex_face(&vertex([1.0, -1.0, 0.0], [1.0, 1.0, 0.0]), &face), at(0.5));
    // Along an edge's line.
    assert_eq!(vertex_face(&vertex([-1.0, 0.0, 0.0], [3.0, 0.0, 0.0]), &face), at(0.25));
    let a = still([[0.0, 0.0, 7.0], [4.0, 0.0, 7.0]]);
    let b = [[1.0, 1.0, 7.0], [1.0, 3.0, 7.0]];
    assert_eq!(edge_edge(&a, &moved(b, [0.0, -4.0, 0.0])), at(0.25));
    assert_eq!(edge_edge(&a, &moved(b, [9.0, -4.0, 0.0])), at(0.25));
    assert_eq!(edge_edge(&a, &moved(b, [16.0, -4.0, 0.0])), None, "past the end");
    // Edges of different directions, end on inside.
    let grow =
        Swept::new([[-1.0, -2.0, 0.0], [1.0, -2.0, 0.0]], [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]]);
    assert_eq!(edge_edge(&grow, &still([[0.0, -1.0, 0.0], [0.0, 5.0, 0.0]])), at(0.5));
}

#[test]
fn parallel_edges() {
    let a = still([[0.0; 3], [4.0, 0.0, 0.0]]);
    let b = [[1.0, 2.0, 0.0], [3.0, 2.0, 0.0]];
    assert_eq!(edge_edge(&a, &moved(b, [0.0, -4.0, 0.0])), at(0.5), "one over the other");
    assert_eq!(edge_edge(&a, &moved(b, [3.0, -4.0, 0.0])), at(0.5));
    assert_eq!(edge_edge(&a, &moved(b, [6.0, -4.0, 0.0])), at(0.5), "end to end");
    assert_eq!(edge_edge(&a, &moved(b, [6.5, -4.0, 0.0])), None);
    assert_eq!(edge_edge(&a, &moved(b, [0.0, -4.0, 1e-300])), None, "beside each other");
    let on_line = [[6.0, 0.0, 0.0], [9.0, 0.0, 0.0]];
    assert_eq!(edge_edge(&a, &moved(on_line, [-4.0, 0.0, 0.0])), at(0.5), "on one line throughout");
    assert_eq!(edge_edge(&a, &moved(on_line, [-1.0, 0.0, 0.0])), None);
}

#[test]
fn degenerate_features() {
    let segment = [[0.0; 3], [4.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
    let down = |x: f64| vertex([x, 0.0, 1.0], [x, 0.0, -1.0]);
    assert_eq!(vertex_face(&down(3.0), &still(segment)), at(0.5));
    assert_eq!(vertex_face(&down(5.0), &still(segment)), None);
    assert_eq!(vertex_face(&down(0.0), &still([[0.0; 3]; 3])), at(0.5), "a point");
    assert_eq!(vertex_face(&down(1e-300), &still([[0.0; 3]; 3])), None);
    // A triangle that folds flat at 1/2, where the point is beside it.
    let folding = Swept::new(TRIANGLE, [TRIANGLE[0], TRIANGLE[1], [0.0, -1.0, 0.0]]);
    assert_eq!(
        vertex_face(&still([[0.25, -0.25, 0.0]]), &folding).map(|t| t.lower > 0.5),
        Some(true)
    );
    assert_eq!(vertex_face(&vertex([2.0, 0.0, 1.0], [2.0, 0.0, -1.0]), &folding), None);
    assert_eq!(vertex_face(&vertex([0.5, 0.0, 1.0], [0.5, 0.0, -1.0]), &folding), at(0.5));
    let edge = still([[0.0; 3], [4.0, 0.0, 0.0]]);
    let point = |x: f64| {
        let [start, end] = [[x, 1.0, 0.5], [x, -1.0, -0.5]];
        Swept::new([start; 2], [end; 2])
    };
    assert_eq!(edge_edge(&point(4.0), &edge), at(0.5));
    assert_eq!(edge_edge(&point(4.5), &edge), None);
    assert_eq!(edge_edge(&point(1.0), &still([[1.0, 0.0, 0.0]; 2])), at(0.5), "two points");
    assert_eq!(edge_edge(&point(1.0), &still([[1.5, 0.0, 0.0]; 2])), None);
}

/// The volume touches zero and does not change its sign.
#[test]
fn grazing() {
    let low = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 3.0, 0.0]];
    // The face is at height (t - 1/2) and turned by the motion of the point: both are linear.
    let tilting = Swept::new(
        [[-1.0, -1.0, -1.0], [1.0, -1.0, 1.0], [0.0, 3.0, 0.0]],
        [[-1.0, -1.0, 1.0], [1.0, -1.0, -1.0], [0.0, 3.0, 0.0]],
    );
    let across = vertex([-0.5, 0.0, 0.0], [0.5, 0.0, 0.0]);
    let time = vertex_face(&across, &tilting);
    assert_eq!(time, at(0.5), "{time:?}");
    assert_eq!(vertex_face(&vertex([-0.5, 0.0, 1.0], [0.5, 0.0, 1.0]), &still(low)), None);
}

#[test]
fn a_time_that_is_no_float() {
    // At a third.
    let time = vertex_face(&vertex([0.25, 0.25, 1.0], [0.25, 0.25, -2.0]), &still(TRIANGLE));
    let ImpactTime { lower, upper } = time.expect("contact");
    assert_eq!([lower, upper], [1.0 / 3.0, (1.0f64 / 3.0).next_up()]);
}

#[test]
fn at_the_ends_of_the_number_range() {
    for scale in [f64::MAX, f64::MIN_POSITIVE, 1e-320, 2f64.powi(400), 2f64.powi(-400)] {
        let [h, q] = [0.5 * scale, 0.25 * scale];
        let face = still([[-scale, -scale, 0.0], [scale, -scale, 0.0], [0.0, scale, 0.0]]);
        assert_eq!(vertex_face(&vertex([0.0, 0.0, h], [0.0, 0.0, -h]), &face), at(0.5), "{scale}");
        assert_eq!(vertex_face(&vertex([0.0, 0.0, scale], [0.0, 0.0, -scale]), &face), at(0.5));
        assert_eq!(vertex_face(&vertex([scale, q, h], [scale, q, -h]), &face), None, "{scale}");
    }
    // Huge and tiny in one query.
    let face = still([[-1e150, -1e150, 0.0], [1e150, -1e150, 0.0], [0.0, 1e150, 0.0]]);
    let through = |x: f64| vertex([x, 0.0, 1e-150], [x, 0.0, -1e-150]);
    assert_eq!(vertex_face(&through(1e-150), &face), at(0.5));
    assert_eq!(vertex_face(&through(1e150), &face), None);
}
