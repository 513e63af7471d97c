//! Scenes made to be hard on the engine's shortcuts, by seed: the same on any machine and for ever.
//!
//! The scenes of [`random_scene`](crate::random_scene) are of a few elements, hence of one cluster each.
//! These have several clusters an object, and patches and stars that are injective but for a
//! detail; a good share of them collide.

mod check;
mod contacts;
mod containment;
mod defects;
mod draft;
mod nested;
mod oracle_points;
mod powers;
mod scales;
mod shaping;
mod sheets;
mod solids;
mod stars;
mod steps;

pub use check::{HardSceneCheck, check_hard_scene};
pub use steps::{SceneChange, WorkspaceStep, check_workspace_steps, workspace_steps};

use jostle::Scene;
use jostle_oracle::cases::SplitMix64;

/// What a hard scene is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HardSceneFamily {
    /// Sheets of several clusters that wind, touch, repeat or are not manifold.
    Sheets,
    /// Vertices with many triangles, and contacts in the last digit.
    Stars,
    /// Bodies of tetrahedra with defects, and contacts in the last digit.
    Solids,
    /// Objects inside others.
    Nested,
    /// Scenes of all other families, scaled as a whole, by object or by vertex.
    Scales,
    /// A small scene at every power of ten, alone or beside numbers of usual size.
    Powers,
    /// Scenes that change from query to query; see [`workspace_steps`].
    Steps,
}

impl HardSceneFamily {
    /// All of them.
    pub const ALL: [HardSceneFamily; 7] = [
        HardSceneFamily::Sheets,
        HardSceneFamily::Stars,
        HardSceneFamily::Solids,
        HardSceneFamily::Nested,
        HardSceneFamily::Scales,
        HardSceneFamily::Powers,
        HardSceneFamily::Steps,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            HardSceneFamily::Sheets => "sheets",
            HardSceneFamily::Stars => "stars",
            HardSceneFamily::Solids => "solids",
            HardSceneFamily::Nested => "nested",
            HardSceneFamily::Scales => "scales",
            HardSceneFamily::Powers => "powers",
            HardSceneFamily::Steps => "steps",
        }
    }
}

/// The scene of a family with this seed: 1 to 3 objects, most of them of several clusters.
///
/// ```
/// use jostle_testing::{HardSceneFamily, hard_scene};
///
/// let scene = hard_scene(HardSceneFamily::Solids, 7);
/// assert_eq!(scene.vertices(), hard_scene(HardSceneFamily::Solids, 7).vertices());
/// assert!(scene.element_count() > 14);
/// ```
pub fn hard_scene(family: HardSceneFamily, seed: u64) -> Scene {
    // Neighbouring seeds would start neighbouring streams; one mixing step parts them.
    let random = &mut SplitMix64::new(SplitMix64::new(seed).next_u64());
    let draft = match family {
        HardSceneFamily::Sheets => sheets::draft(random),
        HardSceneFamily::Stars => stars::draft(random),
        HardSceneFamily::Solids => solids::draft(random),
        HardSceneFamily::Nested => nested::draft(random),
        HardSceneFamily::Scales => return scales::scene(random),
        HardSceneFamily::Powers => return powers::scene(seed),
        HardSceneFamily::Steps => return workspace_steps(seed).0,
    };
    draft.finish(random)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BruteForce;
    use jostle::{Query, Workspace};
    use std::ops::{Range, RangeInclusive};

    #[test]
    fn one_seed_is_one_scene() {
        for family in HardSceneFamily::ALL {
            for seed in 0..10 {
                let scene = hard_scene(family, seed);
                assert_eq!(scene, hard_scene(family, seed), "{} {seed}", family.name());
                assert_ne!(scene.vertices(), hard_scene(family, seed + 1).vertices());
            }
        }
    }

    /// Checks scenes of a family, and that neither too few nor too many of them collide.
    fn check_family(family: HardSceneFamily, seeds: Range<u64>, shares: RangeInclusive<f64>) {
        let mut check = HardSceneCheck::default();
        let scenes = seeds.end - seeds.start;
        for seed in seeds {
            check.run(family, seed).unwrap_or_else(|e| panic!("{} {seed}: {e}", family.name()));
        }
        let share = check.colliding as f64 / scenes as f64;
        assert!(shares.contains(&share), "{}: {share} collide", family.name());
    }

    #[test]
    fn answers_about_surfaces_are_as_brute_force_has_them() {
        check_family(HardSceneFamily::Sheets, 0..40, 0.3..=0.8);
        check_family(HardSceneFamily::Stars, 0..40, 0.3..=0.8);
        check_family(HardSceneFamily::Nested, 0..40, 0.3..=0.8);
    }

    /// Fewer, because these are slow to decide exactly, and none of the slowest.
    #[test]
    fn answers_about_solids_scales_and_steps_are_as_brute_force_has_them() {
        check_family(HardSceneFamily::Solids, 7..20, 0.3..=0.8);
        check_family(HardSceneFamily::Scales, 12..19, 0.3..=0.8);
        check_family(HardSceneFamily::Steps, 6..20, 0.3..=0.8);
    }

    /// The usual query only, because exact arithmetic is slow at the ends of the number range.
    #[test]
    fn answers_at_every_power_of_ten_are_as_brute_force_has_them() {
        let mut workspace = Workspace::new();
        for seed in 0..601 {
            let scene = hard_scene(HardSceneFamily::Powers, seed);
            let found = workspace.collide(&scene, &Query::all_pairs()).unwrap();
            let expected = BruteForce::from_overlapping_boxes(&scene);
            expected.check_pairs(found).unwrap_or_else(|error| panic!("{seed}: {error}"));
        }
    }
}
