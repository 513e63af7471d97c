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
    /// A patch has no edge of three triangles, nor of two that turn against each other.
    PatchIsRegular: "narrow::patches::tests::a_square_cut_in_two_ways_is_not_certified",
    /// All triangles of a patch turn the positive way.
    PatchTurns: "narrow::patches::tests::slivers_are_certified_only_where_they_turn",
    /// The error bound of turns in a patch.
    PatchTurnBound: "narrow::patches::tests::slivers_are_certified_only_where_they_turn",
    /// No two edges of a patch's border touch.
    PatchBorderIsSimple: "narrow::patches::tests::what_overlaps_itself_is_never_one_patch",
    /// All loops of the border but one are holes.
    PatchHasOneOutline: "narrow::patches::tests::a_part_within_a_part_is_not_certified",
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
    /// The error bound of determinants of a pair.
    FilterBound: "narrow::filter::tests::signs_are_those_of_exact_arithmetic",
    /// Products of a pair's extents neither overflow nor underflow.
    FilterRange: "narrow::filter::tests::signs_are_those_of_exact_arithmetic_at_the_ends_of_the_number_range",
    /// A pair without a bound has determinants of zero only if it is flat.
    FilterFlat: "narrow::filter::tests::signs_are_those_of_exact_arithmetic_at_the_ends_of_the_number_range",
    /// The error bound of depths behind the face whose normal is the sum of the others.
    FaceSumBound: "narrow::tetrahedron_tetrahedron::tests::corners_are_on_the_side_of_a_face_that_they_are_on",
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

    /// Names the condition that is switched off in a test process.
    pub const SWITCH: &str = "JOSTLE_WITHOUT_CONDITION";

    /// The output of a process of this program that runs one test.
    fn run(test: &str, without: Option<Condition>) -> Output {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command.args(["--exact", test]).env_remove(SWITCH);
        if let Some(condition) = without {
            command.env(SWITCH, format!("{condition:?}"));
        }
        command.output().expect("this program starts again")
    }

    /// Without a condition its test fails. That it passes with all of them is the test's own business.
    #[test]
    fn every_condition_is_needed_by_its_test() {
        if std::env::var_os(SWITCH).is_some() {
            return;
        }
        for &(condition, test) in Condition::ALL {
            let output = run(test, Some(condition));
            let text = String::from_utf8_lossy(&output.stdout);
            assert!(text.contains("running 1 test"), "there is no test {test}");
            assert!(!output.status.success(), "{condition:?} is not needed by {test}");
            println!("{condition:?}: {test}");
        }
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
