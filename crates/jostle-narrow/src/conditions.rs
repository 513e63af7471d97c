//! The conditions of this crate's proofs; see [`jostle_support::conditions`].

jostle_support::conditions! {
    /// All triangles of a patch turn the positive way.
    PatchTurns: "narrow::patches::tests::slivers_are_certified_only_where_they_turn",
    /// The error bound of turns in a patch.
    PatchTurnBound: "narrow::patches::tests::slivers_are_certified_only_where_they_turn",
    /// No two edges of a patch's border touch.
    PatchBorderIsSimple: "narrow::patches::tests::what_overlaps_itself_is_never_one_patch",
    /// All loops of the border but one are holes.
    PatchHasOneOutline: "narrow::patches::tests::a_part_within_a_part_is_not_certified",
    /// A patch that moves is certified for the whole step.
    PatchOverStep: "narrow::patches::tests::steps_are_certified_only_where_nothing_touches",
    /// Turns of a patch that moves are certain between the ends of the step.
    PatchTurnsBetween: "narrow::patches::tests::steps_are_certified_only_where_nothing_touches",
    /// Turns of a patch that moves are certain at the end of the step.
    PatchTurnsAtEnd: "narrow::patches::tests::steps_are_certified_only_where_nothing_touches",
    /// Edges of a border that moves are apart by their boxes only if they are at both ends of the step.
    PatchBorderAtBothEnds: "narrow::patches::tests::steps_are_certified_only_where_nothing_touches",
    /// The error bound of a loop's area.
    PatchAreaBound: "narrow::patches::tests::areas_are_certain_only_if_they_are_exact",
    /// The margin of the boxes of a border's edges.
    PatchBorderMargin: "narrow::patches::tests::edges_that_touch_in_the_picture_have_boxes_that_do",
    /// Products of a patch's extents neither overflow nor underflow.
    PatchRange: "narrow::patches::tests::turns_of_any_size_are_certain_only_if_they_are_exact",
    /// The error bound of turns in a star of triangles.
    StarTurnBound: "narrow::stars::tests::narrow_stars_are_certified_only_where_they_turn",
    /// The error bound of sides in a star of triangles.
    StarSideBound: "narrow::stars::tests::fans_that_almost_close_are_certified_only_where_they_are_open",
    /// Edges of a star of triangles are not so long that products overflow.
    StarReach: "narrow::stars::surface::tests::what_is_said_of_long_thin_edges_holds",
    /// Sides in a star of triangles do not vanish.
    StarSideRange: "narrow::stars::surface::tests::sides_of_what_cancels_are_certain_only_if_they_are_exact",
    /// A ring of triangles winds once, and a fan less than once.
    StarWindsOnce: "narrow::stars::tests::stars_that_wind_twice_are_not_certified",
    /// The error bound of the volume of a tetrahedron in a star.
    VolumeStarVolumeBound: "narrow::stars::volume::tests::flat_tetrahedra_are_positive_only_in_exact_arithmetic",
    /// The error bound of a direction's flux through the faces of a tetrahedron in a star.
    VolumeStarFluxBound: "narrow::stars::volume::tests::faces_along_the_direction_are_left_or_right_only_in_exact_arithmetic",
    /// A star of tetrahedra surrounds its vertex once.
    VolumeStarWindsOnce: "narrow::stars::tests::stars_that_surround_their_vertex_twice_are_not_certified",
    /// Products in a star of tetrahedra neither overflow nor underflow.
    VolumeStarRange: "narrow::stars::volume::tests::what_is_said_holds_at_the_ends_of_the_number_range",
    /// The error bound of determinants of a pair.
    FilterBound: "narrow::filter::tests::signs_are_those_of_exact_arithmetic",
    /// Products of a pair's extents neither overflow nor underflow.
    FilterRange: "narrow::filter::tests::signs_are_those_of_exact_arithmetic_at_the_ends_of_the_number_range",
    /// A pair without a bound has determinants of zero only if it is flat.
    FilterFlat: "narrow::filter::tests::signs_are_those_of_exact_arithmetic_at_the_ends_of_the_number_range",
    /// The error bound of depths behind the face whose normal is the sum of the others.
    FaceSumBound: "narrow::tetrahedron_tetrahedron::tests::corners_are_on_the_side_of_a_face_that_they_are_on",
    /// The error bound of determinants of tetrahedra in single precision.
    TetrahedronFloatBound: "narrow::tetrahedron_lanes::tests::faces_and_corners_tell_what_the_exact_test_says",
    /// The error bound of determinants of one pair of tetrahedra in single precision.
    TetrahedronPairBound: "narrow::tetrahedron_lanes::tests::all_signs_tell_what_the_exact_test_says",
    /// The error bound of depths behind the first face in single precision.
    TetrahedronFirstFace: "narrow::tetrahedron_lanes::tests::all_signs_tell_what_the_exact_test_says",
    /// Products of errors do not vanish where extents do.
    TetrahedronExtents: "narrow::tetrahedron_lanes::tests::all_signs_tell_what_the_exact_test_says",
    /// The error bound of the volumes of a tetrahedron round the origin.
    GjkVolumeBound: "convex::gjk::tests::an_origin_that_is_surely_inside_is",
    /// Volumes have not lost digits to underflow.
    GjkRange: "convex::gjk::tests::an_origin_that_is_surely_inside_is_at_the_ends_of_the_number_range",
    /// The error bound of what is on a side of a plane through a shared corner.
    NeighbourCornerBound: "narrow::neighbours::tests::neighbours_at_corners_are_apart_only_if_they_are",
    /// Ways are divided by what has a reciprocal.
    NeighbourWayRange: "narrow::neighbour_lanes::tests::coordinates_of_ways_are_at_most_one",
    /// The error bound of rays that turn away from each other.
    NeighbourEdgeBound: "narrow::neighbours::tests::neighbours_at_edges_are_apart_only_if_they_are",
    /// The error bound of four corners that are not in one plane.
    NeighbourPlaneBound: "narrow::neighbours::tests::neighbours_at_edges_are_apart_only_if_they_are",
    /// A screen that gave up anywhere says nothing.
    ScreenGivesUp: "narrow::screen::tests::what_the_screen_says_is_what_the_exact_test_says",
    /// Lengths of a pair of shapes are in range.
    GjkPlainRange: "convex::proximity::tests::shapes_of_all_sizes_are_told_as_in_exact_arithmetic",
    /// The rounding of the bounds of a distance.
    GjkMargin: "convex::proximity::tests::radii_that_almost_bridge_a_gap_are_told_as_in_exact_arithmetic",
    /// The rounding of vertices that are computed.
    GjkSlack: "convex::proximity::tests::moved_shapes_are_told_as_in_exact_arithmetic",
    /// The rounding of bounds that are compared with a limit of the distance.
    ReachMargin: "convex::reach::tests::what_is_almost_within_reach_is_told_as_in_exact_arithmetic",
    /// Elements are apart, and as far as the descent says, where a lower bound proves it.
    ReachIsProven: "convex::reach::tests::what_almost_touches_is_told_as_in_exact_arithmetic",
    /// The lengths of two triangles are in the range of the bounds of their distance.
    TriangleReachRange: "convex::triangle_reach::tests::triangles_of_all_sizes_are_told_as_in_exact_arithmetic",
    /// The rounding of bounds of the distance of two triangles that are compared with a limit.
    TriangleReachMargin: "convex::triangle_reach::tests::what_is_almost_within_reach_is_told_as_in_exact_arithmetic",
    /// Triangles are as far apart as their nearest points in closed form where a lower bound proves it.
    TriangleReachIsProven: "convex::triangle_reach::tests::triangles_that_meet_are_not_told",
    /// The rounding of the gap between two triangles along the axis of their middles.
    BeyondMargin: "convex::triangle_reach::tests::what_is_almost_beyond_is_not_removed",
}
