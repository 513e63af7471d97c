//! The conditions of proofs, each with a switch that only tests have.
//!
//! A shortcut (a certificate, a filter, an error bound) is right because all conditions of its proof
//! hold. Each condition below can be switched off by the environment of a test process, and the test
//! named beside it fails then: so every condition is known to be needed, and known to be tested.
//! docs/conditions.md says what theorem each belongs to, and which were found to be implied by others.
//!
//! In all other builds [`required`] is a constant.

macro_rules! conditions {
    ($($(#[doc = $doc:literal])+ $name:ident: $test:literal,)+) => {
        /// A condition of a proof.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Condition {
            $($(#[doc = $doc])+ $name,)+
        }

        #[cfg(test)]
        impl Condition {
            /// All of them, each with the test that fails without it.
            const ALL: &[(Condition, &str)] = &[$((Condition::$name, $test),)+];
        }
    };
}

conditions! {
    /// Edges of two triangles that count as inside a patch run against each other.
    OppositesCancel: "narrow::patches::tests::turned_triangles_are_not_certified_and_doubled_ones_not_together",
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
    /// The triangles of a star follow one another round their vertex.
    StarIsOneFan: "narrow::stars::tests::bow_ties_that_overlap_are_not_certified",
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
    /// Each face of a closed star has as many tetrahedra on one side as on the other.
    VolumeStarFacesAreBalanced: "narrow::stars::tests::a_tetrahedron_listed_twice_is_not_certified",
    /// Products in a star of tetrahedra neither overflow nor underflow.
    VolumeStarRange: "narrow::stars::volume::tests::what_is_said_holds_at_the_ends_of_the_number_range",
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
    /// A point is inside a surface that a ray crosses an odd number of times.
    OddCrossings: "candidates::patch_boxes::tests::crossings_are_those_of_all_triangles",
    /// An object that is inside another does not touch it.
    InsideDoesNotTouch: "collide::containment::tests::what_touches_is_not_inside",
    /// The outer object is a closed surface.
    OutsideIsClosed: "collide::containment::tests::nothing_is_inside_an_open_surface",
    /// All components of the inner object are inside.
    EveryComponentIsInside: "collide::containment::tests::an_object_partly_inside_is_not_inside",
    /// The box of a feature is widened by half the margin.
    MarginOfFeatures: "candidates::tests::every_search_finds_the_features_that_are_near",
    /// A lattice unit is added to half the margin.
    MarginRounding: "candidates::feature_boxes::tests::positions_within_the_margin_have_boxes_that_overlap",
    /// Heights along a direction are rounded.
    NearScreenRounding: "contact::near::tests::what_is_left_out_by_heights_is_beyond",
    /// Lengths of directions are known.
    NearScreenRange: "contact::near::tests::directions_that_vanish_leave_nothing_out",
    /// Heights in single precision are rounded.
    NearFloatRounding: "contact::near::tests::what_is_left_out_in_single_precision_is_beyond",
    /// Squares of directions in single precision do not vanish.
    NearFloatRange: "contact::near::tests::directions_that_vanish_in_single_precision_leave_nothing_out",
    /// Where rounding may decide which features nearest points lie in, closed forms do.
    NearRegionMargin: "contact::near::tests::regions_are_those_of_closed_forms",
    /// Edges and faces are long enough and not flat, so that rounding is known.
    NearRegionShape: "contact::near::tests::regions_of_flat_features_are_those_of_closed_forms",
    /// Where rounding may decide whether two are within the distance, closed forms do.
    NearRegionDistance: "contact::near::tests::regions_are_those_of_closed_forms",
    /// The error bound of points where edges cross planes.
    CrossingPointBound: "geometry::edge_crossing::tests::points_are_as_near_as_said",
    /// The opposite move is made only where nothing that hangs together crosses.
    CurveGroupIsMovedWhole: "contact::curves::tests::lattice::curves_of_boxes_are_closed",
    /// Parts of a surface that are wholly inside or outside another end at edges that meet it.
    PartsEndAtCrossings: "contact::depth::tests::parts_of_surfaces_are_inside_as_brute_force_has_it",
    /// The error bound of what is on a side of a plane through a shared corner.
    NeighbourCornerBound: "narrow::neighbours::tests::neighbours_at_corners_are_apart_only_if_they_are",
    /// Ways are divided by what has a reciprocal.
    NeighbourWayRange: "narrow::neighbour_lanes::tests::coordinates_of_ways_are_at_most_one",
    /// The error bound of rays that turn away from each other.
    NeighbourEdgeBound: "narrow::neighbours::tests::neighbours_at_edges_are_apart_only_if_they_are",
    /// The error bound of four corners that are not in one plane.
    NeighbourPlaneBound: "narrow::neighbours::tests::neighbours_at_edges_are_apart_only_if_they_are",
    /// The box of an object is widened by the margin.
    MarginOfObjects: "candidates::tests::every_search_finds_the_features_that_are_near",
    /// The box of a feature is around its way in a step.
    StepOfFeatures: "candidates::tests::every_search_finds_the_features_that_are_near",
    /// The box of a cluster is around its way in a step.
    StepOfClusters: "candidates::tests::every_search_finds_the_features_that_are_near",
    /// Boxes and normals that were found with the clusters are those of where the vertices are.
    ShapesAreCurrent: "candidates::tests::shapes_of_clusters_are_those_of_where_vertices_are",
    /// The box of an object is around its way in a step.
    StepOfObjects: "candidates::tests::every_search_finds_the_features_that_are_near",
    /// Elements are left out by where they are only if they do not move.
    SelectionAtRest: "candidates::tests::every_search_finds_the_features_that_are_near",
    /// Clusters that are apart along a diagonal do not touch, but may be within a distance.
    SlabsWithoutMargin: "candidates::tests::slopes_that_are_near_are_candidates_within_a_margin_only",
    /// Patches exclude pairs only of what touches, not of what is within a distance.
    PatchesWithoutMargin: "candidates::tests::every_search_finds_the_features_that_are_near",
    /// Boxes that move are apart only if they are at both ends of the step.
    MovingBoxesAtBothEnds: "broad::groups::tests::boxes_that_move_are_apart_only_if_they_are_throughout",
    /// Of two groups, each side of the one is compared with the other side of the other.
    BothSides: "broad::groups::tests::each_pair_of_admitted_groups_is_listed_once",
    /// Lanes without a member are left out.
    LanesAreFilled: "broad::groups::tests::each_pair_of_admitted_groups_is_listed_once",
    /// Lanes behind the last member of a packed group hold what is apart from all that it is compared with.
    PaddingIsApart: "broad::groups::tests::each_pair_of_admitted_groups_is_listed_once",
    /// Only groups are packed whose coordinates differ by less than half of what 16 bits tell apart.
    PackedGroupsAreShort: "broad::groups::tests::each_pair_of_admitted_groups_is_listed_once",
    /// What is beyond the lattice is at its border.
    LatticeSaturates: "broad::lattice::tests::a_vertex_that_flew_away_leaves_the_rest_resolved",
    /// What topology implies is that of the mesh as it is.
    CacheIsCurrent: "candidates::tests::caches_share_what_they_hold_and_notice_new_topology",
    /// Elements are those of before only if they have the same corners.
    SameElements: "mesh::scene::tests::meshes_with_the_same_elements_keep_their_topology",
    /// What was at one vertex of a block is at one, if the block is as it was.
    VerticesAreNotTorn: "mesh::clusters::tests::blocks_that_are_as_they_were_have_the_clusters_that_they_had",
    /// What was at two vertices of a block is at two, if the block is as it was.
    VerticesAreNotJoined: "mesh::clusters::tests::blocks_that_are_as_they_were_have_the_clusters_that_they_had",
    /// A screen that gave up anywhere says nothing.
    ScreenGivesUp: "narrow::screen::tests::what_the_screen_says_is_what_the_exact_test_says",
    /// Elements that collide with others are passed over only if their objects are known to touch.
    TouchingIsKnown: "collide::pair_decider::tests::elements_that_collide_with_others_tell_that_their_objects_touch",
    /// Elements that are left out still tell that objects touch.
    ExcludedPairsTouch: "collide::pair_decider::tests::elements_that_are_left_out_tell_that_their_objects_touch",
    /// Elements that are near but do not collide do not tell that objects touch.
    NearIsNotTouching: "collide::pair_decider::tests::elements_that_are_near_do_not_tell_that_their_objects_touch",
    /// A pair is passed over only if a lesser one was found.
    FirstPairIsLeast: "collide::pair_decider::tests::the_first_pair_is_the_least",
    /// Expansions neither overflow nor underflow.
    ExpansionRange: "geometry::predicates::tests::swapping_two_points_flips_the_sign",
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
    /// The rounding of the distance of two boxes.
    GapIsLow: "distance::apart::tests::a_gap_is_no_larger_than_the_distance",
    /// Convex parts of a solid are grown from points inside it.
    PieceSeedIsInside: "distance::parting::tests::what_is_grown_is_inside",
    /// Faces that a half-space of a convex part leaves out are beyond it with all corners.
    PieceLeavesOutWholeFaces: "distance::parting::tests::what_is_grown_is_inside",
    /// The rounding of pieces that are moved to the corners of a cell of translations.
    CellMargin: "distance::parting::tests::cells_are_covered_with_a_margin",
    /// Edges and distances are in the range of the ray's bounds.
    RayRange: "distance::scene_tree::tests::triangles_of_all_sizes_are_hit_as_in_exact_arithmetic",
    /// The error bound of the sides that a ray passes a triangle's edges on.
    RaySideBound: "distance::scene_tree::tests::rays_next_to_edges_hit_as_in_exact_arithmetic",
    /// The error bound of the parameter of a hit.
    RayTimeBound: "distance::scene_tree::tests::rays_from_next_to_triangles_hit_as_in_exact_arithmetic",
    /// The error bound of both in pairs of `f64`.
    RayPairBound: "distance::scene_tree::tests::rays_through_edges_hit_as_in_exact_arithmetic",
    /// The end of a ray is compared in exact arithmetic where its bound cannot tell.
    RayEndIsExact: "distance::scene_tree::tests::a_ray_that_ends_on_a_triangle_hits_it",
    /// So are two hits.
    RayOrderIsExact: "distance::scene_tree::tests::hits_are_in_their_exact_order",
    /// Boxes in `f32` are rounded outward.
    FrameOutward: "distance::scene_tree::tests::boxes_hold_what_they_are_around",
    /// The rounding of a ray's position in a frame.
    FrameRayMargin: "distance::scene_tree::tests::rays_from_far_away_pass_the_boxes_of_what_they_hit",
    /// A ray in a frame starts where the numbers that move it there do not overflow.
    FrameRayRange: "distance::scene_tree::tests::rays_from_far_away_pass_the_boxes_of_what_they_hit",
    /// The rounding of slabs in `f32`.
    FrameSlack: "distance::scene_tree::tests::rays_pass_the_boxes_of_points_that_they_go_through",
    /// The rounding of distances in a frame.
    ClosestMargin: "distance::scene_tree::tests::boxes_are_as_close_as_the_points_in_them",
    /// The error bound of the lower bound of distances.
    ClosestFilterBound: "distance::scene_tree::tests::triangles_as_far_as_the_closest_are_measured",
    /// Products of that bound are finite.
    ClosestFilterRange: "distance::scene_tree::tests::triangles_as_far_as_the_closest_are_measured",
    /// What is inside is told by parity only if the surface is closed.
    InsideIsClosed: "distance::scene_tree::tests::an_open_surface_has_the_inside_that_it_winds_around",
    /// Crossings of a ray are counted with signs only if each edge is used as often one way as the other.
    WindingIsOriented: "distance::scene_tree::tests::an_open_surface_has_the_inside_that_it_winds_around",
    /// A tree is that of the scene as it is.
    TreeIsCurrent: "distance::scene_tree::tests::a_stale_tree_is_refused",
    /// Boxes of elements are those of where the object is.
    ElementTreeIsCurrent: "mesh::element_trees::tests::trees_are_of_where_objects_are",
    /// Nearest points in plain floating point are those that a lower bound proves.
    NearestIsProven: "convex::exact_gjk::tests::closed_forms_are_as_near_as_in_exact_arithmetic",
    /// Nearest points are computed where products neither overflow nor vanish.
    NearestPlainRange: "convex::exact_gjk::tests::closed_forms_are_as_near_as_in_exact_arithmetic",
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
    /// The rounding of a sphere's radius.
    SphereOutward: "geometry::bounding_sphere::tests::up_to_four_points_as_by_all_supports",
    /// The running error of circumspheres.
    SphereError: "geometry::bounding_sphere::tests::flat_and_round_tetrahedra_as_by_all_supports",
}

/// Whether the condition is to be met.
#[cfg(not(test))]
#[inline(always)]
pub(crate) const fn required(_: Condition) -> bool {
    true
}

/// Whether the condition is to be met: unless the environment of the test process names it.
#[cfg(test)]
pub(crate) fn required(condition: Condition) -> bool {
    static WITHOUT: std::sync::LazyLock<Option<Condition>> = std::sync::LazyLock::new(|| {
        let name = std::env::var(tests::SWITCH).ok()?;
        let named = |(own, _): &&(Condition, &str)| format!("{own:?}") == name;
        Some(Condition::ALL.iter().find(named).expect("a condition").0)
    });
    *WITHOUT != Some(condition)
}

/// An error bound, or none without the condition.
#[inline(always)]
pub(crate) fn bound(condition: Condition, bound: f64) -> f64 {
    if required(condition) { bound } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Output};
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    use std::thread;

    /// Names the condition that is switched off in a test process.
    pub const SWITCH: &str = "JOSTLE_WITHOUT_CONDITION";

    /// The output of a process of this program that runs one test.
    fn run(test: &str, without: Option<Condition>) -> Output {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command.args(["--exact", test]).env_remove(SWITCH);
        if let Some(condition) = without {
            command.env(SWITCH, format!("{condition:?}"));
            // A failure must not be tried again with all conditions, and nobody reads its smallest case.
            command.env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1");
            command.env("PROPTEST_MAX_SHRINK_ITERS", "0").env("RUST_BACKTRACE", "0");
            // One process for each core.
            command.env("RAYON_NUM_THREADS", "1");
        }
        command.output().expect("this program starts again")
    }

    /// Without a condition its test fails. That it passes with all of them is the test's own business.
    #[test]
    fn every_condition_is_needed_by_its_test() {
        if std::env::var_os(SWITCH).is_some() {
            return;
        }
        let (next, problems) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let worker = || {
            while let Some(&(condition, test)) = Condition::ALL.get(next.fetch_add(1, Relaxed)) {
                if let Some(problem) = problem_without(condition, test) {
                    problems.lock().unwrap().push(problem);
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
                scope.spawn(worker);
            }
        });
        let problems = problems.into_inner().unwrap();
        assert!(problems.is_empty(), "{}", problems.join("\n"));
        for (condition, test) in Condition::ALL {
            println!("{condition:?}: {test}");
        }
    }

    /// Why the test does not show that the condition is needed, if it does not.
    fn problem_without(condition: Condition, test: &str) -> Option<String> {
        let output = run(test, Some(condition));
        let text = String::from_utf8_lossy(&output.stdout);
        if !text.contains("running 1 test") {
            return Some(format!("there is no test {test}"));
        }
        output.status.success().then(|| format!("{condition:?} is not needed by {test}"))
    }

    #[test]
    fn every_condition_is_explained() {
        let page = include_str!("../../../docs/conditions.md");
        for (condition, test) in Condition::ALL {
            assert!(page.contains(&format!("`{condition:?}`")), "{condition:?}");
            let test = test.rsplit("::").next().expect("a name");
            assert!(page.contains(&format!("`{test}`")), "{test}");
        }
    }
}
