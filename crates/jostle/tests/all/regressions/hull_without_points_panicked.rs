//! A hull of no points was read at index 0. It is an error now.

use jostle::DVec3;
use jostle::convex::{intersects, penetration, proximity};

#[test]
fn no_points_are_an_error() {
    let none: [DVec3; 0] = [];
    let one = [DVec3::ONE];
    assert!(intersects(&none, &one).is_err() && intersects(&one, &none).is_err());
    assert!(proximity(&none, &one).is_err() && proximity(&one, &none).is_err());
    assert!(penetration(&none, &one).is_err() && penetration(&one, &none).is_err());
}
