//! The conditions of this crate's proofs; see [`jostle_support::conditions`].

jostle_support::conditions! {
    /// What reaches into a tetrahedron that is flat or inside out is searched.
    BodyInvertedAreSearched: "collide::bodies::tests::tetrahedra_turned_inside_out_are_found",
    /// The error bound of the volume of a body's tetrahedron.
    BodyVolumeBound: "collide::bodies::tests::flat_tetrahedra_have_the_sign_of_exact_arithmetic",
    /// The error bound of what lies beyond a face of a tetrahedron that is flat or inside out.
    BodyRegionBound: "collide::bodies::regions::tests::what_touches_a_tetrahedron_reaches_it",
    /// Products of normals and extents for that bound neither overflow nor underflow.
    BodyRegionRange: "collide::bodies::regions::tests::what_touches_a_tetrahedron_reaches_it_at_the_ends_of_the_number_range",
    /// The faces of a body's boundary form one ring round each vertex.
    BodyHasRings: "collide::bodies::tests::wedges_within_wedges_are_found",
    /// The faces of a body's boundary that cross others are not outer.
    BodyCrossedFacesStop: "collide::bodies::tests::folded_bodies_are_as_brute_force_has_them",
    /// The farthest vertex of a component is outside of the boxes of all others.
    BodyComponentsAreApart: "collide::bodies::tests::bodies_within_a_body_are_found",
    /// The faces at the farthest vertex of a component do not cross others.
    BodyFarthestIsClear: "collide::bodies::tests::a_cone_over_a_band_that_overlaps_itself_is_as_brute_force_has_it",
    /// An object that is inside another does not touch it.
    InsideDoesNotTouch: "collide::containment::tests::what_touches_is_not_inside",
    /// The outer object is a closed surface.
    OutsideIsClosed: "collide::containment::tests::nothing_is_inside_an_open_surface",
    /// All components of the inner object are inside.
    EveryComponentIsInside: "collide::containment::tests::an_object_partly_inside_is_not_inside",
    /// Elements that collide with others are passed over only if their objects are known to touch.
    TouchingIsKnown: "collide::pair_decider::tests::elements_that_collide_with_others_tell_that_their_objects_touch",
    /// Elements that are left out still tell that objects touch.
    ExcludedPairsTouch: "collide::pair_decider::tests::elements_that_are_left_out_tell_that_their_objects_touch",
    /// Elements that are near but do not collide do not tell that objects touch.
    NearIsNotTouching: "collide::pair_decider::tests::elements_that_are_near_do_not_tell_that_their_objects_touch",
    /// A pair is passed over only if a lesser one was found.
    FirstPairIsLeast: "collide::pair_decider::tests::the_first_pair_is_the_least",
    /// The rounding of a diameter.
    DiameterOutward: "freeness::diameter::tests::a_diameter_is_no_smaller_than_an_edge",
    /// Squares of edges neither overflow nor vanish.
    DiameterRange: "freeness::diameter::tests::points_segments_and_extremes",
    /// How far lattice points are off.
    NearOff: "freeness::tests::what_is_almost_within_reach_is_counted_as_by_brute_force",
    /// The rounding of distances of elements on the lattice.
    NearRounding: "freeness::tests::what_is_almost_within_reach_is_counted_as_by_brute_force",
    /// An axis is long enough to tell heights along it.
    NearAxis: "freeness::near::separating_axis::tests::an_axis_of_any_length_separates_only_what_is_apart",
    /// Elements that reach beyond the lattice are not decided on it.
    NearOnLattice: "freeness::tests::triangles_that_reach_beyond_the_lattice_count_as_by_brute_force",
    /// The reach of an element includes that of lattice points.
    NearReachRounding: "freeness::near::lattice_elements::tests::positions_within_reach_have_boxes_that_overlap",
}
