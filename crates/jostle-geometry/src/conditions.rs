//! The conditions of this crate's proofs; see [`jostle_support::conditions`].

jostle_support::conditions! {
    /// The error bound of points where edges cross planes.
    CrossingPointBound: "geometry::edge_crossing::tests::points_are_as_near_as_said",
    /// Expansions neither overflow nor underflow.
    ExpansionRange: "geometry::predicates::tests::swapping_two_points_flips_the_sign",
    /// Nearest points in plain floating point are those that a lower bound proves.
    NearestIsProven: "geometry::distance::tests::points_are_as_near_as_in_exact_arithmetic",
    /// Nearest points are computed where products neither overflow nor vanish.
    NearestPlainRange: "geometry::distance::tests::points_are_as_near_as_in_exact_arithmetic",
    /// The rounding of a sphere's radius.
    SphereOutward: "geometry::bounding_sphere::tests::up_to_four_points_as_by_all_supports",
    /// The running error of circumspheres.
    SphereError: "geometry::bounding_sphere::tests::flat_and_round_tetrahedra_as_by_all_supports",
}
