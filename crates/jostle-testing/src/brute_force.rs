//! The answer to every query of a scene by brute force: each pair of elements that the scene's flags
//! admit is decided by the exact test, without bounds.

use crate::check_equal;
use jostle::geometry::Aabb;
use jostle::narrow::{Tally, elements_collide};
use jostle::{Collisions, ElementId, Pair, Scene};
use std::collections::BTreeSet;

/// Every pair of elements that may collide: of different objects, or of one object that is tested
/// against itself.
///
/// Sorted by the higher element, then by the lower one.
pub fn candidate_pairs(scene: &Scene) -> impl Iterator<Item = Pair> + '_ {
    let with_lower =
        |b: usize| (0..b).map(move |a| Pair { a: ElementId::new(a), b: ElementId::new(b) });
    let is_admitted = |pair: &Pair| {
        let (object_a, object_b) = (scene.owner(pair.a), scene.owner(pair.b));
        object_a != object_b || scene.objects()[object_a.index()].has_self_collision()
    };
    (0..scene.element_count()).flat_map(with_lower).filter(is_admitted)
}

/// All colliding pairs of a scene, sorted.
///
/// ```
/// use jostle::{Scene, mesh::shapes};
/// use jostle_testing::brute_force_pairs;
///
/// let mut scene = Scene::new();
/// scene.add("sheet", shapes::cloth(1, 1, [1.0, 1.0])).unwrap();
/// scene.add("copy", shapes::cloth(1, 1, [1.0, 1.0])).unwrap();
/// assert_eq!(brute_force_pairs(&scene).len(), 4);
/// ```
pub fn brute_force_pairs(scene: &Scene) -> Vec<Pair> {
    let tally = &mut Tally::default();
    let mut pairs: Vec<Pair> = candidate_pairs(scene)
        .filter(|pair| elements_collide(scene, pair.a, pair.b, tally))
        .collect();
    pairs.sort_unstable();
    pairs
}

/// The candidate pairs whose boxes have a point in common; no others can collide.
///
/// Boxes are compared exactly, by the coordinates of the corners. Pairs come in the order of
/// [`candidate_pairs`].
pub fn overlapping_pairs(scene: &Scene) -> impl Iterator<Item = Pair> + '_ {
    let bounds = |element: usize| scene.element(ElementId::new(element)).bounds();
    let boxes: Vec<Aabb> = (0..scene.element_count()).map(bounds).collect();
    candidate_pairs(scene)
        .filter(move |pair| boxes[pair.a.index()].overlaps(&boxes[pair.b.index()]))
}

/// What every query of a scene must answer.
#[derive(Clone, Debug)]
pub struct BruteForce {
    pairs: Vec<Pair>,
    self_pair_count: usize,
    colliding: Vec<ElementId>,
    exact_signs: u64,
}

impl BruteForce {
    /// Decides every pair of the scene.
    pub fn from_scene(scene: &Scene) -> BruteForce {
        BruteForce::from_pairs(scene, brute_force_pairs(scene))
    }

    /// The same of the pairs whose boxes overlap, for scenes of several hundred elements.
    pub fn from_overlapping_boxes(scene: &Scene) -> BruteForce {
        let tally = &mut Tally::default();
        let collide = |pair: &Pair| elements_collide(scene, pair.a, pair.b, tally);
        let mut pairs: Vec<Pair> = overlapping_pairs(scene).filter(collide).collect();
        pairs.sort_unstable();
        let exact_signs = tally.exact;
        BruteForce { exact_signs, ..BruteForce::from_pairs(scene, pairs) }
    }

    fn from_pairs(scene: &Scene, pairs: Vec<Pair>) -> BruteForce {
        let within_object = |pair: &&Pair| scene.owner(pair.a) == scene.owner(pair.b);
        let colliding: BTreeSet<ElementId> =
            pairs.iter().flat_map(|pair| [pair.a, pair.b]).collect();
        BruteForce {
            self_pair_count: pairs.iter().filter(within_object).count(),
            colliding: colliding.into_iter().collect(),
            pairs,
            exact_signs: 0,
        }
    }

    /// Signs that needed exact arithmetic, of those counted by
    /// [`from_overlapping_boxes`](Self::from_overlapping_boxes): how slow the scene is to decide.
    pub fn exact_signs(&self) -> u64 {
        self.exact_signs
    }

    /// All colliding pairs, sorted.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// Checks the answer of a query for all pairs, and their number.
    pub fn check_pairs(&self, found: &Collisions) -> Result<(), String> {
        check_equal("all pairs", found.pairs(), &self.pairs[..])?;
        self.check_count(found)
    }

    /// Checks the answer of a query for the first pair.
    pub fn check_first_pair(&self, found: &Collisions) -> Result<(), String> {
        check_equal("the first pair", found.pairs(), &self.pairs[..self.pairs.len().min(1)])
    }

    /// Checks the number of pairs, and of those within one object.
    pub fn check_count(&self, found: &Collisions) -> Result<(), String> {
        let counts = (found.pair_count(), found.self_pair_count());
        check_equal("the number of pairs", counts, (self.pairs.len(), self.self_pair_count))
    }

    /// Checks the answer of a query for the colliding elements.
    pub fn check_colliding_elements(&self, found: &Collisions) -> Result<(), String> {
        check_equal("the colliding elements", found.colliding(), &self.colliding[..])
    }
}
