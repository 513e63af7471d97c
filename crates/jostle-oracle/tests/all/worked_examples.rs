//! Configurations whose answers are known by hand.

use jostle_oracle::{Point, exceeds, intersect};

const O: Point = [0.0; 3];
const X: Point = [1.0, 0.0, 0.0];
const Y: Point = [0.0, 1.0, 0.0];
const Z: Point = [0.0, 0.0, 1.0];

fn times(p: Point, by: f64) -> Point {
    p.map(|x| x * by)
}

#[test]
fn points() {
    assert!(intersect(&[X], &[X]));
    assert!(intersect(&[[0.0; 3]], &[[-0.0; 3]]));
    assert!(!intersect(&[X], &[Y]));
    assert!(intersect(&[[0.5, 0.5, 0.0]], &[O, X, Y]), "on the long edge");
    assert!(!intersect(&[[0.5, 0.5f64.next_up(), 0.0]], &[O, X, Y]));
    assert!(intersect(&[[0.25, 0.25, 0.25]], &[O, X, Y, Z]));
    assert!(intersect(&[[0.25, 0.25, 0.5]], &[O, X, Y, Z]), "on the slanted face");
    assert!(!intersect(&[[0.25, 0.25, 0.5f64.next_up()]], &[O, X, Y, Z]));
}

#[test]
fn segments() {
    assert!(intersect(&[O, X], &[[0.5, -1.0, 0.0], [0.5, 1.0, 0.0]]));
    assert!(!intersect(&[O, X], &[[0.5, -1.0, 0.1], [0.5, 1.0, 0.1]]));
    assert!(!intersect(&[O, X], &[[0.5, -1.0, 5e-324], [0.5, 1.0, 5e-324]]));
    assert!(intersect(&[O, X], &[X, times(X, 2.0)]), "end to end");
    assert!(!intersect(&[O, X], &[times(X, 1f64.next_up()), times(X, 2.0)]));
    assert!(intersect(&[times(X, -3.0), times(X, 3.0)], &[O, X]), "one in the other");
    assert!(intersect(&[[0.25, 0.25, -1.0], [0.25, 0.25, 1.0]], &[O, X, Y]));
    assert!(!intersect(&[[0.25, 0.25, 1.0], [0.25, 0.25, 2.0]], &[O, X, Y]));
}

#[test]
fn triangles() {
    assert!(intersect(&[O, X, Y], &[O, X, Y]));
    assert!(intersect(&[O, X, Y], &[[0.5, 0.5, 0.0], [1.0, 1.0, 0.0], [1.0, 1.0, 1.0]]));
    assert!(!intersect(&[O, X, Y], &[[0.6, 0.5, 0.0], [1.0, 1.0, 0.0], [1.0, 1.0, 1.0]]));
    assert!(intersect(&[O, X, X], &[[0.5, 0.0, 0.0]; 3]), "without area, touching");
    assert!(!intersect(&[O, X, X], &[[0.5, 0.0, 1.0]; 3]));
}

#[test]
fn tetrahedra() {
    let unit = [O, X, Y, Z];
    let inside = unit.map(|p| p.map(|x| x / 8.0 + 0.125));
    assert!(intersect(&unit, &inside), "no faces meet, but one holds the other");
    let far = unit.map(|p| p.map(|x| x + 1.0));
    assert!(!intersect(&unit, &far));
    let mirrored = unit.map(|p| p.map(|x| 0.6 - x));
    assert!(intersect(&unit, &mirrored), "the slanted faces cross");
}

#[test]
fn a_shared_vertex_is_not_enough() {
    assert!(!exceeds(1, &[O, X, Y], &[O, times(X, -1.0), times(Y, -1.0)]));
    assert!(exceeds(1, &[O, X, Y], &[O, [1.0, 1.0, 1.0], [1.0, 1.0, -1.0]]), "crossing");
    assert!(exceeds(1, &[O, X, Y], &[O, times(X, 2.0), Z]), "along an edge");
    assert!(exceeds(1, &[O, X, Y], &[O, Y, Z]), "a second common vertex under another index");
    assert!(!exceeds(1, &[O, X, Y], &[O, O, Z]), "the shared vertex again");
    assert!(!exceeds(1, &[O, X, Y, Z], &[O, times(X, -1.0), times(Y, -1.0), times(Z, -1.0)]));
    assert!(exceeds(1, &[O, X, Y, Z], &[O, X, times(Y, -1.0), times(Z, -1.0)]));
}

#[test]
fn a_shared_edge_is_not_enough() {
    assert!(!exceeds(2, &[O, X, Y], &[O, X, times(Y, -1.0)]));
    assert!(!exceeds(2, &[O, X, Y], &[O, X, Z]), "an open book");
    assert!(exceeds(2, &[O, X, Y], &[O, X, [0.5, 0.5, 0.0]]), "a closed book");
    assert!(exceeds(2, &[O, X, Y], &[O, X, Y]), "coincident sheets");
    assert!(exceeds(2, &[O, X, [2.0, 0.0, 0.0]], &[O, X, [3.0, 0.0, 0.0]]), "beyond the end");
    assert!(!exceeds(2, &[O, X, [2.0, 0.0, 0.0]], &[O, X, [-1.0, 0.0, 0.0]]));
    assert!(!exceeds(2, &[O, O, X], &[O, O, Y]), "an edge without length");
    assert!(exceeds(2, &[O, O, X], &[O, O, times(X, 0.5)]));
    assert!(!exceeds(2, &[O, X, Y, Z], &[O, X, times(Y, -1.0), times(Z, -1.0)]));
    assert!(exceeds(2, &[O, X, Y, Z], &[O, X, [0.0, 1.0, 1.0], [0.0, -1.0, 1.0]]));
}

#[test]
fn a_shared_face_is_not_enough() {
    assert!(!exceeds(3, &[O, X, Y, Z], &[O, X, Y, times(Z, -1.0)]));
    assert!(exceeds(3, &[O, X, Y, Z], &[O, X, Y, times(Z, 0.5)]), "inverted");
    assert!(!exceeds(3, &[O, X, Y, Z], &[O, X, Y, [0.25, 0.25, 0.0]]), "flat, within the face");
    assert!(!exceeds(3, &[O, X, Y, Z], &[O, X, Y, X]), "flat, a corner twice");
    assert!(!exceeds(3, &[O, X, Y, Z], &[O, X, Y, [1.0, 1.0, 0.0]]), "flat, beside the other");
    let beside = [2.0, 2.0, 0.0];
    assert!(exceeds(3, &[O, X, Y, [1.0, 1.0, 0.0]], &[O, X, Y, beside]), "both flat");
    assert!(!exceeds(3, &[O, X, Y, [-1.0, 0.0, 0.0]], &[O, X, Y, times(Y, -1.0)]));
    assert!(!exceeds(3, &[O, X, times(X, 2.0), Y], &[O, X, times(X, 2.0), Z]), "face on a line");
    let further = times(X, 3.0);
    assert!(exceeds(3, &[O, X, times(X, 2.0), further], &[O, X, times(X, 2.0), further]));
}

#[test]
fn all_shared_is_nothing_beyond() {
    assert!(!exceeds(3, &[O, X, Y], &[O, X, Y]));
    assert!(!exceeds(4, &[O, X, Y, Z], &[O, X, Y, Z]));
    assert!(!exceeds(3, &[O, X, Y], &[O, X, Y, Z]), "a face of the other");
}

#[test]
fn at_the_ends_of_the_number_range() {
    let tiny = f64::from_bits(1);
    let huge = f64::MAX;
    assert!(intersect(&[times(X, -huge), times(X, huge)], &[times(Y, -tiny), times(Y, tiny)]));
    assert!(!intersect(&[times(X, -huge), times(X, huge)], &[[0.0, tiny, 0.0], [0.0, 1.0, 0.0]]));
    let slab = [[-huge, -huge, tiny], [huge, -huge, tiny], [0.0, huge, tiny]];
    assert!(!intersect(&slab, &[O]));
    assert!(intersect(&slab, &[O, [0.0, 0.0, 2.0 * tiny]]));
}
