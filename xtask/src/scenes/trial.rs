//! One scene against brute force: every broad phase, query mode and number of threads.

use super::equal::equal;
use super::rooms::Rooms;
use jostle::collide::Broad;
use jostle::mesh::{ElementKind, Object};
use jostle::narrow::{Tally, elements_collide};
use jostle::{Collisions, Pair, Query, Scene, Workspace};
use std::collections::BTreeSet;

const THREADS: [usize; 4] = [1, 2, 3, 8];

/// What is kept from scene to scene: pools of threads, and buffers, so that what one query leaves can
/// harm the next.
#[derive(Default)]
pub struct Trial {
    workspaces: [Workspace; THREADS.len()],
    rooms: Rooms,
    /// Queries and searches so far.
    pub queries: u64,
    /// Scenes with colliding pairs, so far.
    pub colliding: u64,
}

impl Trial {
    /// Checks everything, and says what is wrong.
    pub fn check(&mut self, scene: &Scene) -> Result<(), String> {
        let answer = Answer::by_brute_force(scene);
        self.colliding += !answer.pairs.is_empty() as u64;
        for (workspace, threads) in self.workspaces.iter_mut().zip(THREADS) {
            let (mut candidates, mut of_clusters) = (None, 0);
            for broad in Broad::ALL {
                let who = format!("{} on {threads} threads", broad.name());
                let mut ask = |query: Query| {
                    // What is inside what does not depend on the broad phase, and costs the most.
                    let query = query.broad(broad).threads(threads).containment(false);
                    self.queries += 1;
                    workspace.collide(scene, &query).cloned().map_err(|e| format!("{who}: {e}"))
                };
                let all = ask(Query::all_pairs())?;
                let statistics = all.statistics();
                let wrong = answer
                    .check_all(&all)
                    .and_then(|()| answer.check_first(&ask(Query::first_pair())?))
                    .and_then(|()| answer.check_count(&ask(Query::pair_count())?))
                    .and_then(|()| answer.check_set(&ask(Query::colliding_elements())?))
                    .and_then(|()| equal("duplicates", statistics.duplicates, 0))
                    // All meet the same boxes: one that met a pair twice would count more.
                    .and_then(|()| {
                        if let Broad::Auto | Broad::Clusters = broad {
                            of_clusters = statistics.candidates;
                            return Ok(());
                        }
                        let first = *candidates.get_or_insert(statistics.candidates);
                        equal("candidates", statistics.candidates, first)
                    });
                wrong.map_err(|wrong| format!("{who}: {wrong}"))?;
            }
            // Patches of surfaces that are known to be free of collisions are not searched.
            let has_patches =
                |o: &Object| o.has_self_collision() && o.kind() == ElementKind::Triangle;
            let expected = candidates.unwrap_or_default();
            let expected = match scene.objects().iter().any(has_patches) {
                true => expected.min(of_clusters),
                false => expected,
            };
            equal("candidates of clusters", of_clusters, expected)?;
        }
        self.queries += self.rooms.check(scene)?;
        Ok(())
    }
}

/// What every query must answer.
struct Answer {
    pairs: Vec<Pair>,
    within: usize,
    set: Vec<u32>,
}

impl Answer {
    /// Every pair of elements that the scene's flags admit, decided one by one without boxes.
    fn by_brute_force(scene: &Scene) -> Answer {
        let (mut pairs, mut within) = (Vec::new(), 0);
        for b in 0..scene.element_count() {
            for a in 0..b {
                let (owner_a, owner_b) = (scene.owner(a), scene.owner(b));
                let admitted = owner_a != owner_b || scene.objects()[owner_a].has_self_collision();
                if admitted && elements_collide(scene, a, b, &mut Tally::default()) {
                    pairs.push(Pair { a: a as u32, b: b as u32 });
                    within += (owner_a == owner_b) as usize;
                }
            }
        }
        pairs.sort_unstable();
        let set: BTreeSet<u32> = pairs.iter().flat_map(|pair| [pair.a, pair.b]).collect();
        Answer { pairs, within, set: set.into_iter().collect() }
    }

    fn check_all(&self, found: &Collisions) -> Result<(), String> {
        equal("all pairs", found.pairs(), &self.pairs[..])?;
        self.check_count(found)
    }

    fn check_first(&self, found: &Collisions) -> Result<(), String> {
        equal("the first pair", found.pairs(), &self.pairs[..self.pairs.len().min(1)])
    }

    fn check_count(&self, found: &Collisions) -> Result<(), String> {
        let counts = (found.pair_count(), found.self_pair_count());
        equal("the number of pairs", counts, (self.pairs.len(), self.within))
    }

    fn check_set(&self, found: &Collisions) -> Result<(), String> {
        equal("the colliding set", found.colliding(), &self.set[..])
    }
}
