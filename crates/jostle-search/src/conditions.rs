//! The conditions of this crate's proofs; see [`jostle_support::conditions`].

jostle_support::conditions! {
    /// A point is inside a surface that a ray crosses an odd number of times.
    OddCrossings: "candidates::patch_boxes::tests::crossings_are_those_of_all_triangles",
    /// The box of a feature is widened by half the margin.
    MarginOfFeatures: "candidates::tests::every_search_finds_the_features_that_are_near",
    /// A lattice unit is added to half the margin.
    MarginRounding: "candidates::feature_boxes::tests::positions_within_the_margin_have_boxes_that_overlap",
    /// The box of an object is widened by the margin.
    MarginOfObjects: "candidates::tests::every_search_finds_the_features_that_are_near",
    /// The box of a feature is around its way in a step.
    StepOfFeatures: "candidates::tests::every_search_finds_the_features_that_are_near",
    /// The box of a cluster is around its way in a step.
    StepOfClusters: "candidates::tests::every_search_finds_the_features_that_are_near",
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
}
