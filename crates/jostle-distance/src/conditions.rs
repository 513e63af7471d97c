//! The conditions of this crate's proofs; see [`jostle_support::conditions`].

jostle_support::conditions! {
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
}
