//! The answer to every query of a scene by brute force: each pair of elements that the scene's flags
//! admit is decided by the exact test, without bounds.

use crate::check_equal;
use jostle::convex::{Proximity, elements};
use jostle::geometry::Aabb;
use jostle::narrow::{Tally, elements_collide};
use jostle::{Collisions, ElementId, ObjectId, Pair, Query, Scene, SelfPairs};
use std::collections::{BTreeMap, BTreeSet};

/// Every pair of elements that may collide: of different objects whose layers admit each other, or of one
/// object that is tested against itself.
///
/// Sorted by the higher element, then by the lower one.
pub fn candidate_pairs(scene: &Scene) -> impl Iterator<Item = Pair> + '_ {
    let is_admitted = |pair: &Pair| {
        let (object_a, object_b) = (scene.owner(pair.a), scene.owner(pair.b));
        let [own_a, own_b] = [object_a, object_b].map(|object| &scene.objects()[object.index()]);
        match object_a == object_b {
            true => own_a.has_self_collision(),
            false => own_a.layers().admits(own_b.layers()),
        }
    };
    all_pairs(scene).filter(is_admitted)
}

/// Every two elements, sorted by the higher one, then by the lower.
fn all_pairs(scene: &Scene) -> impl Iterator<Item = Pair> + use<> {
    let with_lower =
        |b: usize| (0..b).map(move |a| Pair { a: ElementId::new(a), b: ElementId::new(b) });
    (0..scene.element_count()).flat_map(with_lower)
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

/// Every pair that a query is about.
pub fn query_pairs<'q>(scene: &'q Scene, query: &'q Query) -> impl Iterator<Item = Pair> + 'q {
    let filters = query.chosen_filters();
    let compares = move |a: ObjectId, b: ObjectId| {
        let [own_a, own_b] = [a, b].map(|object| &scene.objects()[object.index()]);
        match (a == b, filters.chosen_self_pairs()) {
            (true, SelfPairs::Enabled) => own_a.has_self_collision(),
            (true, SelfPairs::Only) => true,
            (false, SelfPairs::Only) | (true, SelfPairs::None) => false,
            (false, _) => !filters.uses_layers() || own_a.layers().admits(own_b.layers()),
        }
    };
    all_pairs(scene).filter(move |&pair| {
        let (a, b) = (scene.owner(pair.a), scene.owner(pair.b));
        let is_excluded = filters.excluded_objects().contains(&(a.min(b), a.max(b)))
            || filters.excluded_elements().is_some_and(|excluded| excluded.contains(pair));
        let take_part = filters.objects().is_none_or(|own| own.contains(&a) && own.contains(&b));
        take_part && compares(a, b) && !is_excluded
    })
}

/// All pairs of a query that are within a distance, sorted, with their distances: zero for those that
/// collide, and only for them. Pairs that share a vertex count only if they collide.
pub fn near_pairs(scene: &Scene, query: &Query, distance: f64) -> Vec<(Pair, f64)> {
    let tally = &mut Tally::default();
    let mut near: Vec<(Pair, f64)> = query_pairs(scene, query)
        .filter_map(|pair| {
            if elements_collide(scene, pair.a, pair.b, tally) {
                return Some((pair, 0.0));
            }
            let corners = [pair.a, pair.b].map(|element| scene.corner_indices(element));
            if corners[0].iter().any(|corner| corners[1].contains(corner)) {
                return None;
            }
            let [a, b] = [pair.a, pair.b].map(|element| scene.element(element));
            let is_near = elements::are_within(&a, &b, distance).expect("finite coordinates");
            is_near.then(|| match elements::proximity(&a, &b).expect("finite coordinates") {
                Proximity::Apart(apart) => (pair, apart.distance.min(distance)),
                Proximity::Intersection(_) => (pair, 0.0),
            })
        })
        .collect();
    near.sort_unstable_by_key(|&(pair, _)| pair);
    near
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
    /// One for each pair, if a query asks for them, and how far another may be from it: each is off by at
    /// most `2^-47` of the distance and the extents.
    distances: Vec<f64>,
    errors: Vec<f64>,
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

    /// Decides every pair that a query is about, and measures those within its distance, if it has one.
    pub fn from_query(scene: &Scene, query: &Query) -> BruteForce {
        let near = near_pairs(scene, query, query.distance().unwrap_or(0.0));
        let pairs = near.iter().map(|&(pair, _)| pair).collect();
        let distances = match query.distance() {
            Some(_) => near.iter().map(|&(_, distance)| distance).collect(),
            None => Vec::new(),
        };
        let extent = |element: ElementId| {
            const UNIT: f64 = 1.0 / (1u64 << 46) as f64;
            let size = scene.element(element).bounds().size() * UNIT;
            size.x + size.y + size.z
        };
        let errors = near.iter().map(|&(pair, distance)| match distance {
            0.0 => 0.0,
            _ => distance / (1u64 << 46) as f64 + extent(pair.a) + extent(pair.b),
        });
        let errors = errors.collect();
        BruteForce { distances, errors, ..BruteForce::from_pairs(scene, pairs) }
    }

    fn from_pairs(scene: &Scene, pairs: Vec<Pair>) -> BruteForce {
        let within_object = |pair: &&Pair| scene.owner(pair.a) == scene.owner(pair.b);
        let colliding: BTreeSet<ElementId> =
            pairs.iter().flat_map(|pair| [pair.a, pair.b]).collect();
        BruteForce {
            self_pair_count: pairs.iter().filter(within_object).count(),
            colliding: colliding.into_iter().collect(),
            pairs,
            distances: Vec::new(),
            errors: Vec::new(),
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

    /// Checks the answer of a query for all pairs, their distances and their number.
    pub fn check_pairs(&self, found: &Collisions) -> Result<(), String> {
        check_equal("all pairs", found.pairs(), &self.pairs[..])?;
        self.check_distances(found, self.distances.len())?;
        self.check_count(found)
    }

    /// Checks the distances of the first pairs.
    fn check_distances(&self, found: &Collisions, count: usize) -> Result<(), String> {
        check_equal("the number of distances", found.distances().len(), count)?;
        let expected = self.distances.iter().zip(&self.errors);
        for (i, (&distance, (&expected, &error))) in
            found.distances().iter().zip(expected).enumerate()
        {
            let is_good = (distance == 0.0) == (expected == 0.0);
            if !is_good || (distance - expected).abs() > error {
                let pair = self.pairs[i];
                return Err(format!("{pair:?} is {distance:e} apart, and not {expected:e}"));
            }
        }
        Ok(())
    }

    /// Checks the least distance of each two objects, which is that of one of the pairs found.
    pub fn check_object_distances(&self, scene: &Scene, found: &Collisions) -> Result<(), String> {
        let mut least: BTreeMap<[ObjectId; 2], (f64, Pair)> = BTreeMap::new();
        for (&pair, &distance) in found.pairs().iter().zip(found.distances()) {
            let objects = [pair.a, pair.b].map(|element| scene.owner(element));
            let own = least.entry(objects).or_insert((distance, pair));
            if distance < own.0 {
                *own = (distance, pair);
            }
        }
        let found = found.object_distances().iter();
        let found = found.map(|own| (own.objects, (own.distance, own.pair))).collect();
        check_equal("least distances", found, least)
    }

    /// Checks the answer of a query for the first pair.
    pub fn check_first_pair(&self, found: &Collisions) -> Result<(), String> {
        check_equal("the first pair", found.pairs(), &self.pairs[..self.pairs.len().min(1)])?;
        self.check_distances(found, self.distances.len().min(1))
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
