//! Comparison of one scene's answers with brute force: every broad phase, query mode and number of
//! threads.

use super::broad_phases::BroadPhaseVariants;
use jostle::collide::Broad;
use jostle::{Query, Scene, Session, Workspace};
use jostle_testing::{BruteForce, check_equal};

const THREADS: [usize; 4] = [1, 2, 3, 8];

/// Thread pools and buffers that are reused from scene to scene, so that the checks see what one query
/// leaves behind for the next.
pub struct SceneCheck {
    workspaces: [Workspace; THREADS.len()],
    broad_phases: BroadPhaseVariants,
    /// Queries and searches so far.
    pub queries: u64,
    /// Scenes with colliding pairs, so far.
    pub colliding: u64,
}

impl Default for SceneCheck {
    fn default() -> SceneCheck {
        let on_threads = |threads| Workspace::in_session(&Session::new().threads(threads));
        let workspaces = THREADS.map(on_threads);
        let broad_phases = BroadPhaseVariants::default();
        SceneCheck { workspaces, broad_phases, queries: 0, colliding: 0 }
    }
}

impl SceneCheck {
    /// Checks everything, and says what is wrong.
    pub fn run(&mut self, scene: &Scene) -> Result<(), String> {
        let expected = BruteForce::from_scene(scene);
        self.colliding += !expected.pairs().is_empty() as u64;
        for (workspace, threads) in self.workspaces.iter_mut().zip(THREADS) {
            let (mut candidates, mut cluster_candidates) = (None, 0);
            for broad in Broad::ALL {
                let name = format!("{} on {threads} threads", broad.name());
                let mut ask = |query: Query| {
                    // What is inside what does not depend on the broad phase, and costs the most.
                    let query = query.broad(broad).containment(false);
                    self.queries += 1;
                    workspace.collide(scene, &query).cloned().map_err(|e| format!("{name}: {e}"))
                };
                let all = ask(Query::all_pairs())?;
                let statistics = all.statistics();
                let result = expected
                    .check_pairs(&all)
                    .and_then(|()| expected.check_first_pair(&ask(Query::first_pair())?))
                    .and_then(|()| expected.check_count(&ask(Query::pair_count())?))
                    .and_then(|()| {
                        expected.check_colliding_elements(&ask(Query::colliding_elements())?)
                    })
                    .and_then(|()| check_equal("duplicates", statistics.duplicates, 0))
                    // All find the same boxes: one that found a pair twice would count more.
                    .and_then(|()| {
                        if let Broad::Auto | Broad::Clusters = broad {
                            cluster_candidates = statistics.candidates;
                            return Ok(());
                        }
                        let first = *candidates.get_or_insert(statistics.candidates);
                        check_equal("candidates", statistics.candidates, first)
                    });
                result.map_err(|error| format!("{name}: {error}"))?;
            }
            check_cluster_candidates(cluster_candidates, candidates.unwrap_or_default())?;
        }
        self.queries += self.broad_phases.check(scene)?;
        Ok(())
    }
}

/// Clusters may find fewer candidates than the other broad phases: not those of patches that are known to be free of
/// collisions, nor of clusters that are apart along a diagonal. They may find more: boxes that are compared in 16 bits a
/// coordinate are as much as a unit of those longer, which is much in a small scene with elements of all sizes.
fn check_cluster_candidates(found: u64, of_others: u64) -> Result<(), String> {
    let most = 2 * of_others + 64;
    match found <= most {
        true => Ok(()),
        false => Err(format!("clusters find {found} candidates, not {most} at most")),
    }
}
