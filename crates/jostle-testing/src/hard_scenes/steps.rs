//! What a workspace that is kept may meet from one query to the next.

use super::contacts::crumple;
use super::draft::vertices_mut;
use super::{HardSceneFamily, hard_scene};
use crate::{BruteForce, on_threads, random_scene};
use jostle::collide::{Broad, QueryOutput};
use jostle::{DVec3, Mesh, ObjectId, Query, Scene, Workspace};
use jostle_oracle::cases::SplitMix64;

/// A change of a scene, and the query that follows it.
#[derive(Clone, Debug)]
pub struct WorkspaceStep {
    /// What changes.
    pub change: SceneChange,
    /// What is asked then.
    pub query: Query,
    /// On how many threads.
    pub threads: usize,
}

/// A change of a scene between two queries.
#[derive(Clone, Debug)]
pub enum SceneChange {
    /// Nothing.
    Nothing,
    /// Vertices of an object move.
    Move(ObjectId, Vec<DVec3>),
    /// An object gets another mesh.
    Replace(ObjectId, Mesh),
    /// An object is tested against itself from now on, or no longer.
    SetSelfCollision(ObjectId, bool),
    /// Another scene, which may have as many vertices and elements as the one before.
    NewScene(Scene),
}

impl SceneChange {
    /// Applies the change.
    pub fn apply(self, scene: &mut Scene) -> Result<(), String> {
        let result = match self {
            SceneChange::Nothing => Ok(()),
            SceneChange::Move(object, positions) => scene.set_vertices(object, &positions),
            SceneChange::Replace(object, mesh) => scene.replace(object, mesh),
            SceneChange::SetSelfCollision(object, is_on) => scene.set_self_collision(object, is_on),
            SceneChange::NewScene(other) => {
                *scene = other;
                Ok(())
            }
        };
        result.map_err(|error| error.to_string())
    }
}

/// A scene, and what happens to it: the same for one seed for ever.
pub fn workspace_steps(seed: u64) -> (Scene, Vec<WorkspaceStep>) {
    let random = &mut SplitMix64::new(SplitMix64::new(seed).next_u64());
    let first = small_scene(random);
    let mut scene = first.clone();
    let mut steps = Vec::new();
    for _ in 0..12 {
        let change = random_change(random, &scene);
        change.clone().apply(&mut scene).expect("changes fit the scene they are made for");
        let query = random_query(random);
        let threads = random.pick(&[1, 1, 1, 2, 2, 3]);
        steps.push(WorkspaceStep { change, query, threads });
    }
    (first, steps)
}

/// Takes one workspace through the steps of a seed, and compares each answer with brute force.
pub fn check_workspace_steps(seed: u64) -> Result<(), String> {
    let (mut scene, steps) = workspace_steps(seed);
    let mut workspace = Workspace::new();
    for (number, WorkspaceStep { change, query, threads }) in steps.into_iter().enumerate() {
        let at = |error: String| format!("step {number}, {threads} threads, {query:?}: {error}");
        change.apply(&mut scene).map_err(at)?;
        let expected = BruteForce::from_overlapping_boxes(&scene);
        let found = on_threads(threads, || workspace.collide(&scene, &query));
        let found = found.map_err(|error| at(error.to_string()))?;
        expected.check(query.output(), found).map_err(at)?;
    }
    Ok(())
}

fn small_scene(random: &mut SplitMix64) -> Scene {
    let families = [
        HardSceneFamily::Sheets,
        HardSceneFamily::Sheets,
        HardSceneFamily::Stars,
        HardSceneFamily::Solids,
        HardSceneFamily::Nested,
    ];
    let seed = random.next_u64();
    match random.one_in(6) {
        true => random_scene(seed),
        false => hard_scene(random.pick(&families), seed),
    }
}

fn random_query(random: &mut SplitMix64) -> Query {
    let query = match random.below(4) {
        0 => Query::all_pairs(),
        1 => Query::colliding_elements(),
        2 => Query::first_pair(),
        _ => Query::pair_count(),
    };
    let broad = random.pick(&[Broad::Auto, Broad::Auto, Broad::Clusters, Broad::Grid, Broad::Bvh]);
    query.broad(broad).containment(random.one_in(2))
}

fn random_change(random: &mut SplitMix64, scene: &Scene) -> SceneChange {
    let object = ObjectId::new(random.below(scene.objects().len() as u64) as usize);
    let mesh = scene.mesh(object).expect("an object of the scene");
    let own = &scene.objects()[object.index()];
    match random.below(8) {
        0 => SceneChange::Nothing,
        1 | 2 => SceneChange::Move(object, moved(random, mesh)),
        3 => SceneChange::Replace(object, other_mesh(random)),
        4 => SceneChange::Replace(object, rewired(random, mesh)),
        5 => SceneChange::SetSelfCollision(object, !own.has_self_collision()),
        6 => SceneChange::NewScene(small_scene(random)),
        _ => SceneChange::NewScene(refilled(random, scene)),
    }
}

/// All vertices of a mesh moved a little, or one of them far.
fn moved(random: &mut SplitMix64, mut mesh: Mesh) -> Vec<DVec3> {
    let vertices = vertices_mut(&mut mesh);
    let size = vertices.iter().fold(0.0, |size: f64, v| size.max(v.abs().max_element()));
    if size < 1e300 {
        match random.one_in(2) {
            true => {
                let distance = size * random.pick(&[1.0 / 1024.0, 1.0 / 32.0]);
                crumple(random, vertices, distance);
            }
            false => {
                let at = random.below(vertices.len() as u64) as usize;
                vertices[at] = vertices[0].midpoint(vertices[vertices.len() - 1]);
            }
        }
    }
    vertices.clone()
}

fn other_mesh(random: &mut SplitMix64) -> Mesh {
    small_scene(random).mesh(ObjectId::new(0)).expect("scenes have an object")
}

/// The same numbers of vertices and elements, connected in another way: vertices trade places in the
/// elements.
fn rewired(random: &mut SplitMix64, mesh: Mesh) -> Mesh {
    let mut mesh = mesh;
    let count = mesh.vertices().len() as u64;
    let [a, b] = [(); 2].map(|()| random.below(count) as u32);
    let swap = |v: &mut u32| match *v {
        v_a if v_a == a => *v = b,
        v_b if v_b == b => *v = a,
        _ => {}
    };
    match &mut mesh {
        Mesh::Triangles(mesh) => mesh.elements.as_flattened_mut().iter_mut().for_each(swap),
        Mesh::Tets(mesh) => mesh.elements.as_flattened_mut().iter_mut().for_each(swap),
    }
    mesh
}

/// A new scene of the same objects, one of them rewired.
fn refilled(random: &mut SplitMix64, scene: &Scene) -> Scene {
    let mut other = Scene::new();
    let changed = random.below(scene.objects().len() as u64) as usize;
    for (o, own) in scene.objects().iter().enumerate() {
        let mesh = scene.mesh(ObjectId::new(o)).expect("an object of the scene");
        let mesh = if o == changed { rewired(random, mesh) } else { mesh };
        let added = other.add(own.name(), mesh).expect("as valid as before");
        other.set_self_collision(added, own.has_self_collision()).expect("just added");
    }
    other
}

impl BruteForce {
    /// Checks the answer of a query with this output.
    pub fn check(&self, output: QueryOutput, found: &jostle::Collisions) -> Result<(), String> {
        match output {
            QueryOutput::AllPairs => self.check_pairs(found),
            QueryOutput::CollidingElements => self.check_colliding_elements(found),
            QueryOutput::FirstPair => self.check_first_pair(found),
            QueryOutput::PairCount => self.check_count(found),
        }
    }
}
