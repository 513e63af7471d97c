//! The conditions of this crate's proofs; see [`jostle_support::conditions`].

jostle_support::conditions! {
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
    /// The opposite move is made only where nothing that hangs together crosses.
    CurveGroupIsMovedWhole: "contact::curves::tests::lattice::curves_of_boxes_are_closed",
    /// Parts of a surface that are wholly inside or outside another end at edges that meet it.
    PartsEndAtCrossings: "contact::depth::tests::parts_of_surfaces_are_inside_as_brute_force_has_it",
}
