//! The conditions of this crate's proofs; see [`jostle_support::conditions`].

jostle_support::conditions! {
    /// The error bound of a volume over a step.
    ImpactVolumeBound: "impact::elementary::tests::what_floating_point_says_is_what_integers_say",
    /// The error bound of sides over a step.
    ImpactSideBound: "impact::elementary::tests::what_floating_point_says_is_what_integers_say",
    /// The error bound of volumes and sides until some time of a step.
    ImpactUntilBound: "impact::elementary::tests::what_is_missed_until_a_time_is_not_met_before",
    /// What is left out as later than the first impact is so by more than the interval of its time.
    DeadlineAfterInterval: "impact::tests::the_first_is_the_first_of_all",
    /// The error bound of coordinates at some time of a step.
    ImpactUntilMargin: "impact::elementary::tests::what_is_missed_until_a_time_is_not_met_before",
    /// Products of a motion's extents neither overflow nor underflow.
    ImpactRange: "impact::elementary::tests::what_floating_point_says_of_all_sizes_is_what_integers_say",
    /// Features are apart along an axis at both ends of a step.
    ImpactApartAtBothEnds: "impact::elementary::tests::what_floating_point_says_is_what_integers_say",
    /// The volume has one root where its first is looked for.
    ImpactCrossesOnce: "impact::elementary::tests::the_first_of_three_times_is_found",
    /// The error bound of a volume in pairs of `f64`.
    ImpactPairBound: "impact::elementary::tests::times_that_pairs_of_floats_cannot_tell_are_left_to_integers",
    /// The error bound of a polynomial at a time.
    ImpactRootBound: "impact::elementary::exact::root::tests::times_are_compared_as_in_integers",
    /// Coordinates in integers of 64 bits have so few that nothing overflows.
    ImpactShortIntegers: "impact::elementary::exact::tests::integers_of_any_length_give_the_same_times",
    /// The error bound of a polynomial at a time, in pairs of `f64`.
    ImpactPairedRootBound: "impact::elementary::exact::root::tests::signs_that_pairs_of_floats_cannot_tell_are_those_of_integers",
    /// A root that is the only one between 0 and 1 is compared with numbers between 0 and 1.
    ImpactOnlyInside: "impact::elementary::exact::root::tests::signs_at_a_root_that_is_alone_between_0_and_1",
    /// The rounding of heights along an axis that is to prove a thickness.
    ThicknessHeightBound: "impact::elementary::thickness::tests::what_is_almost_within_the_thickness_is_reported",
    /// Features are further apart than the thickness along an axis at both ends of an interval of time.
    ThicknessAtBothEnds: "impact::elementary::thickness::tests::no_time_is_late",
    /// The error bound of the distance of a plane that turns.
    ThicknessPlaneBound: "impact::elementary::thickness::tests::planes_are_beyond_only_where_they_are",
    /// Differences of corners are brought to where products neither overflow nor vanish.
    ThicknessRange: "impact::elementary::thickness::tests::times_do_not_depend_on_the_unit_of_length",
    /// No edge of a surface that is looked at has three triangles.
    ViewIsManifold: "impact::view::tests::a_flap_within_a_ball_is_no_surface",
    /// Triangles of a surface that is looked at walk their common edges opposite ways.
    ViewIsOriented: "impact::view::tests::triangles_turned_over_are_no_surface",
    /// They reach each other across edges.
    ViewIsConnected: "impact::view::tests::a_ball_within_a_ball_is_no_surface",
    /// The step starts with a surface that does not collide with itself.
    ViewStartIsFree: "impact::view::tests::a_start_that_collides_is_searched_in_full",
    /// That it does not was proven of where it starts.
    ViewStartIsCurrent: "impact::view::tests::a_step_from_elsewhere_is_asked_about",
    /// And of a step that was searched to its end.
    ViewStepIsFinished: "impact::view::tests::a_step_that_was_cancelled_proves_nothing",
    /// A surface whose triangles all face outward winds around the point that it is seen from once.
    ViewDegree: "impact::view::tests::a_surface_that_winds_twice_is_searched",
    /// So do its ghost triangles.
    ViewGhostsAreSeen: "impact::view::tests::a_roll_with_its_ends_inside_is_searched",
    /// Triangles that ghost triangles meet are compared with all.
    ViewGhostsMeet: "impact::view::tests::a_boundary_that_rolls_is_compared",
    /// So are those that are cut off by ghost triangles.
    ViewOnePart: "impact::view::tests::what_ghosts_cut_off_is_compared",
    /// A feature belongs to the view sets of all triangles that have it.
    ViewAllTriangles: "impact::view::tests::features_belong_to_all_their_triangles",
    /// A triangle is seen from a line at all its corners.
    ViewAllCorners: "impact::view::tests::triangles_across_a_line_are_seen_at_all_corners",
    /// The error bound of the side that a triangle is seen from.
    ViewSideBound: "impact::view::tests::sides_are_those_of_exact_arithmetic",
    /// Products in the side that a triangle is seen from do not overflow.
    ViewRange: "impact::view::tests::sides_of_large_triangles_are_not_told",
    /// All triangles of a node turn the positive way throughout a step.
    ConeNormals: "impact::methods::tests::random_steps_are_as_in_the_full_search",
    /// No two edges of a node's contour touch throughout a step.
    ConeContour: "impact::methods::tests::a_ramp_of_more_than_a_turn_is_compared",
    /// The margin of the boxes of a contour's edges.
    ConeContourMargin: "impact::methods::tests::edges_that_touch_have_boxes_that_do",
}
