//! The answer of a discrete query.

use super::{ObjectDistance, Pair};
use crate::mesh::{ElementId, ObjectId, Scene};
use jostle_support::memory::vec_bytes;
use std::sync::Arc;

/// Seconds spent in each stage.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seconds {
    /// Boxes of all elements, and the choice of those that can be in a pair.
    pub boxes: f64,
    /// Broad and narrow phase together.
    pub search: f64,
    /// Sorting the pairs.
    pub sort: f64,
    /// Objects inside others.
    pub containment: f64,
    /// The part of the search that populated the broad phase's structure, where the query is
    /// [staged](super::baselines::Baseline::staged), as for the next two; otherwise zero.
    pub populate: f64,
    /// The part that looked for candidates.
    pub find: f64,
    /// The part that decided them.
    pub narrow: f64,
}

impl Seconds {
    /// All stages together.
    pub fn total(&self) -> f64 {
        self.boxes + self.search + self.sort + self.containment
    }
}

/// Why a query cost what it did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Elements in the scene.
    pub elements: u64,
    /// Levels of the grid that elements live on; zero for other broad phases, as the next
    /// three.
    pub levels: u64,
    /// Entries of the grid: an element in a cell.
    pub entries: u64,
    /// Cells of the grid that elements live in.
    pub cells: u64,
    /// Elements that live in the fullest cell of the grid.
    pub fullest_cell: u64,
    /// Pairs with overlapping boxes that the query is about, without those that cannot collide because of the boundary of
    /// their body.
    pub candidates: u64,
    /// Those of them that needed no test, because they share a vertex whose star is known to be free
    /// of collisions: of tetrahedra, and of triangles if the broad phase is over boxes.
    pub excluded_by_stars: u64,
    /// Those of them whose test needed exact arithmetic.
    pub exact_candidates: u64,
    /// How often a candidate was met again after it had been listed, and dropped by the broad phase or
    /// found beside its like when the pairs were sorted. Zero for all that [`Broad`](super::Broad)
    /// offers: they list a candidate only where it belongs.
    pub duplicates: u64,
    /// Signs of determinants that floating point could not tell and exact arithmetic did.
    pub exact_signs: u64,
    /// Bytes of all buffers.
    pub bytes: u64,
    /// Seconds spent in each stage.
    pub seconds: Seconds,
    /// What answered.
    pub backend: Backend,
    /// Why another backend answered than the one that was to.
    pub fallback: Option<Arc<str>>,
}

/// What answers queries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Backend {
    /// All cores, or the threads of the session.
    #[default]
    Cpu,
    /// A GPU.
    Gpu,
}

impl Backend {
    /// The name in the vocabulary of the command line and of reports.
    pub const fn name(self) -> &'static str {
        match self {
            Backend::Cpu => "cpu",
            Backend::Gpu => "gpu",
        }
    }
}

impl Statistics {
    /// The share of the candidates whose test needed exact arithmetic, from 0 to 1.
    ///
    /// ```
    /// use jostle::mesh::shapes;
    /// use jostle::{DVec3, Query, Scene, collide};
    ///
    /// let mut scene = Scene::new();
    /// scene.add("floor", shapes::cloth(4, 4, [1.0, 1.0]))?;
    /// scene.add("tilted", shapes::icosphere(2, 0.3).translated(DVec3::new(0.01, 0.02, 0.03)))?;
    /// let collisions = collide(&scene, &Query::default())?;
    /// let statistics = collisions.statistics();
    /// assert!(statistics.candidates > 0);
    /// assert!(statistics.exact_share() < 0.1, "floating point tells nearly all of them");
    /// # Ok::<(), jostle::QueryError>(())
    /// ```
    pub fn exact_share(&self) -> f64 {
        self.exact_candidates as f64 / self.candidates.max(1) as f64
    }
}

/// What collides in a scene: pairs of elements, sorted, and objects inside others.
///
/// Two of them are equal if they give the same answer, whatever [it cost](Self::statistics).
#[derive(Clone, Debug, Default)]
pub struct Collisions {
    pub(super) pairs: Vec<Pair>,
    /// One for each pair, if the query asked for pairs within a distance.
    pub(super) distances: Vec<f64>,
    pub(super) object_distances: Vec<ObjectDistance>,
    pub(super) colliding: Vec<ElementId>,
    pub(super) count: u64,
    pub(super) self_count: u64,
    pub(super) inside: Vec<(ObjectId, ObjectId)>,
    pub(super) statistics: Statistics,
}

impl PartialEq for Collisions {
    fn eq(&self, other: &Collisions) -> bool {
        let Collisions {
            pairs,
            distances,
            object_distances,
            colliding,
            count,
            self_count,
            inside,
            statistics: _,
        } = self;
        *pairs == other.pairs
            && *distances == other.distances
            && *object_distances == other.object_distances
            && *colliding == other.colliding
            && (*count, *self_count) == (other.count, other.self_count)
            && *inside == other.inside
    }
}

impl Collisions {
    /// How far apart each of the [`pairs`](Self::pairs) is, in the same order, if pairs
    /// [within a distance](super::Query::within) were asked for; otherwise empty. Zero for pairs that collide,
    /// and for no others.
    pub fn distances(&self) -> &[f64] {
        &self.distances
    }

    /// The nearest of the [`pairs`](Self::pairs) for each two objects that have one, and for each object
    /// that has one with itself, sorted by the objects; empty where [`distances`](Self::distances) is.
    /// If only the first pair was asked for, that one.
    pub fn object_distances(&self) -> &[ObjectDistance] {
        &self.object_distances
    }

    /// Colliding pairs of elements, or all within the distance asked for, of different objects and of the
    /// same one, sorted; none if only the set or the count was asked for.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// The elements of all pairs, sorted; none if only the first pair or the count was asked for.
    pub fn colliding(&self) -> &[ElementId] {
        &self.colliding
    }

    /// How many pairs were found.
    pub fn pair_count(&self) -> usize {
        self.count as usize
    }

    /// How many of the pairs are of one object.
    pub fn self_pair_count(&self) -> usize {
        self.self_count as usize
    }

    /// Objects wholly inside closed ones without touching them, as `(inner, outer)`, sorted.
    pub fn inside(&self) -> &[(ObjectId, ObjectId)] {
        &self.inside
    }

    /// Whether anything collides, or is within the distance asked for, at all.
    pub fn any(&self) -> bool {
        self.count > 0 || !self.colliding.is_empty() || !self.inside.is_empty()
    }

    /// Why the query cost what it did.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// For each element of the scene, the number of pairs it is in.
    pub fn pair_counts_per_element(&self, scene: &Scene) -> Vec<u32> {
        let mut counts = vec![0; scene.element_count()];
        for pair in &self.pairs {
            counts[pair.a.index()] += 1;
            counts[pair.b.index()] += 1;
        }
        counts
    }

    /// A hash of the sorted pairs, the same wherever the answer is the same: 64-bit FNV-1a over
    /// object and element of both sides, as little-endian 32-bit numbers.
    pub fn hash(&self, scene: &Scene) -> u64 {
        const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
        const PRIME: u64 = 0x0000_0100_0000_01b3;
        let words = self.pairs.iter().flat_map(|pair| [pair.a, pair.b]).flat_map(|element| {
            let (object, element) = scene.locate(element);
            [object.index() as u32, element.index() as u32]
        });
        words
            .flat_map(u32::to_le_bytes)
            .fold(OFFSET, |hash, byte| (hash ^ byte as u64).wrapping_mul(PRIME))
    }

    pub(super) fn bytes(&self) -> usize {
        let Collisions {
            pairs,
            distances,
            object_distances,
            colliding,
            count: _,
            self_count: _,
            inside,
            statistics: _,
        } = self;
        vec_bytes(pairs)
            + vec_bytes(distances)
            + vec_bytes(object_distances)
            + vec_bytes(colliding)
            + vec_bytes(inside)
    }
}

#[cfg(test)]
mod tests {
    use crate::collide::{Broad, Query, collide};
    use crate::mesh::{Scene, shapes};
    use glam::DVec3;

    #[test]
    fn answers_are_equal_whatever_they_cost() {
        let mut scene = Scene::new();
        for (name, by) in [("one", 0.0), ("other", 0.7)] {
            scene.add(name, shapes::icosphere(2, 1.0).translated(DVec3::X * by)).unwrap();
        }
        let query = Query::all_pairs();
        let found = collide(&scene, &query).unwrap();
        for broad in Broad::ALL {
            let again = collide(&scene, &query.clone().broad(broad)).unwrap();
            assert_eq!(again, found);
        }
        let first = collide(&scene, &Query::first_pair()).unwrap();
        assert_ne!(first, found);
        let ball = scene.object_ids().next().unwrap();
        scene.vertices_mut(ball).unwrap().iter_mut().for_each(|v| v.x += 0.1);
        assert_ne!(collide(&scene, &query).unwrap(), found);
    }
}
