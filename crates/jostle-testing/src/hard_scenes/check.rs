//! Every answer about a hard scene, compared with brute force and with the oracle.

use super::containment::inside_pairs;
use super::oracle_points::points;
use super::{HardSceneFamily, check_workspace_steps, hard_scene};
use crate::{BruteForce, check_equal, overlapping_pairs};
use jostle::collide::{Broad, QueryOutput};
use jostle::{Pair, Query, Scene, Session, Workspace};
use jostle_oracle::cases::SplitMix64;
use jostle_oracle::{Point, exceeds};

const BROADS: [Broad; 4] = [Broad::Auto, Broad::Clusters, Broad::Grid, Broad::Bvh];
const THREADS: [usize; 2] = [1, 2];
/// Pairs of one scene that the oracle decides.
const ORACLE_PAIRS: u64 = 20;
/// Queries of a scene that is slow to decide, out of all combinations.
const SLOW_SCENE_QUERIES: usize = 8;
/// Candidates, and signs that need exact arithmetic, beyond which a scene is slow to decide.
const MUCH_WORK: u64 = 1_000;

/// Checks all answers about one scene of a family; the message says what is wrong.
///
/// ```
/// use jostle_testing::{HardSceneFamily, check_hard_scene};
///
/// check_hard_scene(HardSceneFamily::Sheets, 1)?;
/// # Ok::<(), String>(())
/// ```
pub fn check_hard_scene(family: HardSceneFamily, seed: u64) -> Result<(), String> {
    HardSceneCheck::default().run(family, seed)
}

/// Checks many scenes with the same workspaces, which saves their threads; reports how many collided.
pub struct HardSceneCheck {
    workspaces: [Workspace; THREADS.len()],
    /// Scenes with colliding pairs, so far.
    pub colliding: u64,
}

impl Default for HardSceneCheck {
    fn default() -> HardSceneCheck {
        let on_threads = |threads| Workspace::in_session(&Session::new().threads(threads));
        HardSceneCheck { workspaces: THREADS.map(on_threads), colliding: 0 }
    }
}

impl HardSceneCheck {
    /// As [`check_hard_scene`].
    pub fn run(&mut self, family: HardSceneFamily, seed: u64) -> Result<(), String> {
        match family {
            HardSceneFamily::Steps => {
                let start = BruteForce::from_overlapping_boxes(&hard_scene(family, seed));
                self.colliding += !start.pairs().is_empty() as u64;
                check_workspace_steps(seed)
            }
            _ => self.check_scene(&hard_scene(family, seed), seed),
        }
    }

    /// Checks all answers about a scene; the seed chooses what there is too much of.
    fn check_scene(&mut self, scene: &Scene, seed: u64) -> Result<(), String> {
        let expected = BruteForce::from_overlapping_boxes(scene);
        self.colliding += !expected.pairs().is_empty() as u64;
        let random = &mut SplitMix64::new(seed);
        let candidates: Vec<Pair> = overlapping_pairs(scene).collect();
        check_with_oracle(random, scene, &expected, &candidates)?;
        let work = candidates.len() as u64 + expected.exact_signs();
        self.check_queries(scene, &expected, queries(random, work))?;
        self.check_containment(scene, &expected)
    }

    /// Checks all combinations of broad phase, threads and output, or a random few of them.
    fn check_queries(
        &mut self,
        scene: &Scene,
        expected: &BruteForce,
        mut queries: Vec<(usize, Query)>,
    ) -> Result<(), String> {
        // All queries of one workspace in a row: what one leaves behind is there for the next.
        queries.sort_by_key(|(workspace, _)| *workspace);
        for (workspace, query) in queries {
            let name = |error| {
                let (broad, output) = (query.broad_phase().name(), query.output());
                format!("{broad} on {} threads, {output:?}: {error}", THREADS[workspace])
            };
            let found = self.workspaces[workspace].collide(scene, &query);
            let found = found.map_err(|error| name(error.to_string()))?;
            expected.check(query.output(), found).map_err(name)?;
        }
        Ok(())
    }

    /// Checks what is inside what, if there is more than one object.
    fn check_containment(&mut self, scene: &Scene, expected: &BruteForce) -> Result<(), String> {
        if scene.objects().len() < 2 || !is_moderate(scene) {
            return Ok(());
        }
        let inside = inside_pairs(scene, expected.pairs())?;
        for (workspace, broad) in self.workspaces.iter_mut().zip([Broad::Auto, Broad::Grid]) {
            for query in [Query::all_pairs(), Query::first_pair(), Query::pair_count()] {
                let looks = query.output() != QueryOutput::FirstPair || expected.pairs().is_empty();
                let query = query.broad(broad);
                let found = workspace.collide(scene, &query).map_err(|e| e.to_string())?;
                let own = if looks { &inside[..] } else { &[] };
                check_equal("what is inside", found.inside(), own)?;
                expected.check(query.output(), found)?;
            }
        }
        Ok(())
    }
}

/// All combinations of broad phase, threads and output, with the workspace to ask; without containment,
/// which is tested by itself.
fn all_queries() -> Vec<(usize, Query)> {
    let mut queries = Vec::new();
    for workspace in 0..THREADS.len() {
        for broad in BROADS {
            let outputs = [
                Query::all_pairs(),
                Query::colliding_elements(),
                Query::first_pair(),
                Query::pair_count(),
            ];
            let asked = |query: Query| (workspace, query.broad(broad).containment(false));
            queries.extend(outputs.map(asked));
        }
    }
    queries
}

/// The queries to ask about a scene: all, or some by seed, always with the usual one.
fn queries(random: &mut SplitMix64, work: u64) -> Vec<(usize, Query)> {
    let mut queries = all_queries();
    if work > MUCH_WORK {
        random.shuffle(&mut queries[1..]);
        queries.truncate(SLOW_SCENE_QUERIES);
    }
    queries
}

/// Whether points beyond a scene have finite coordinates.
fn is_moderate(scene: &Scene) -> bool {
    scene.vertices().iter().all(|v| v.abs().max_element() < 1e305)
}

/// Decides some of the pairs of overlapping boxes with the oracle, half of them colliding.
fn check_with_oracle(
    random: &mut SplitMix64,
    scene: &Scene,
    expected: &BruteForce,
    candidates: &[Pair],
) -> Result<(), String> {
    if candidates.is_empty() {
        return Ok(());
    }
    for i in 0..ORACLE_PAIRS {
        let pair = match expected.pairs() {
            pairs if i % 2 == 0 && !pairs.is_empty() => random.pick(pairs),
            _ => random.pick(candidates),
        };
        let found = expected.pairs().binary_search(&pair).is_ok();
        check_equal(&format!("the oracle about {pair:?}"), oracle_collides(scene, pair), found)?;
    }
    Ok(())
}

/// Whether two elements have more in common than the corners they share, as the oracle has it.
fn oracle_collides(scene: &Scene, pair: Pair) -> bool {
    let elements = [pair.a, pair.b];
    let [corners_a, corners_b] = elements.map(|element| scene.corner_indices(element));
    let [points_a, points_b] = elements.map(|element| points(scene, element));
    let shared: Vec<u32> = corners_a.iter().copied().filter(|v| corners_b.contains(v)).collect();
    let shared_first = |corners: &[u32], points: Vec<Point>| {
        let point = |v: &u32| corners.iter().position(|c| c == v).map(|at| points[at]);
        let others = corners.iter().filter(|v| !shared.contains(v));
        shared.iter().chain(others).filter_map(point).collect::<Vec<Point>>()
    };
    let a = shared_first(corners_a, points_a);
    let b = shared_first(corners_b, points_b);
    exceeds(shared.len(), &a, &b)
}
