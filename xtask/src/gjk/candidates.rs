//! GJK and separating axes against the exact test, on what a broad phase hands to a narrow one.
//!
//! The GJK of Tetrahedral kDet (2023, sec. 6.2) lost most pairs at high resolution, where elements
//! are small beside their coordinates; so this runs over meshes of any resolution.

use super::Options;
use jostle::collide::Broad;
use jostle::collide::baselines::candidates;
use jostle::convex::{Penetration, gjk_comparison, intersects, separating_axes};
use jostle::mesh::Element;
use jostle::narrow::tetrahedron_tetrahedron;
use jostle::{DVec3, Mesh, Pair, Query, Scene, TetMesh};
use jostle_oracle::cases::SplitMix64;
use jostle_support::text::grouped;
use rayon::prelude::*;
use std::path::Path;
use std::process::ExitCode;

type Corners = [DVec3; 4];

/// Whether two tetrahedra have a common point.
type Test = fn(&Corners, &Corners) -> bool;

/// The tests that are compared. The first two have to be exact; the others show what plain arithmetic
/// does.
const TESTS: [(&str, Test); 4] = [
    ("GJK", |a, b| intersects(a, b) == Ok(true)),
    ("SAT-MTV", |a, b| matches!(separating_axes::tetrahedra(a, b), Ok(Penetration::Overlap(_)))),
    ("SV plain", |a, b| gjk_comparison::signed_volumes(a, b).distance == 0.0),
    ("Johnson", |a, b| gjk_comparison::johnson(a, b).distance == 0.0),
];

/// How many of the tests have to be exact.
const EXACT: usize = 2;

/// The verdicts of all tests on the candidates of one scene.
#[derive(Clone, Debug, Default)]
pub struct CandidateCounts {
    pub candidates: u64,
    pub intersecting: u64,
    /// Of each test: pairs that meet and were missed, and pairs that do not and were found.
    pub wrong: [[u64; 2]; TESTS.len()],
}

impl CandidateCounts {
    /// Whether the tests that have to be exact agree with the exact test.
    pub fn is_exact(&self) -> bool {
        self.wrong[..EXACT].iter().all(|wrong| *wrong == [0, 0])
    }

    fn merged(mut self, other: &CandidateCounts) -> CandidateCounts {
        self.candidates += other.candidates;
        self.intersecting += other.intersecting;
        let counts = self.wrong.iter_mut().flatten().zip(other.wrong.iter().flatten());
        counts.for_each(|(sum, count)| *sum += count);
        self
    }

    fn count(&mut self, a: &Corners, b: &Corners) {
        let meet = tetrahedron_tetrahedron(a, b);
        self.candidates += 1;
        self.intersecting += u64::from(meet);
        for ((_, test), wrong) in TESTS.iter().zip(&mut self.wrong) {
            if test(a, b) != meet {
                wrong[usize::from(!meet)] += 1;
            }
        }
    }
}

/// All pairs of tetrahedra whose boxes overlap, of different objects or, if asked for, of any.
pub fn compare(scene: &Scene, within: bool) -> CandidateCounts {
    let mut scene = scene.clone();
    for object in scene.object_ids() {
        scene.set_self_collision(object, within).expect("an object of the scene");
    }
    let query = Query::all_pairs().broad(Broad::Grid);
    let pairs = candidates(&scene, &query).expect("a scene that was checked");
    let count = |mut row: CandidateCounts, pair: &Pair| {
        let [a, b] = [pair.a, pair.b].map(|e| scene.element(e));
        if let (Element::Tetrahedron(a), Element::Tetrahedron(b)) = (a, b) {
            row.count(&a, &b);
        }
        row
    };
    let rows = pairs.par_iter().fold(CandidateCounts::default, count);
    rows.reduce(CandidateCounts::default, |one, other| one.merged(&other))
}

/// Each file against itself and against the next one, placed so that they overlap.
pub fn run(options: &Options) -> ExitCode {
    let mut meshes = Vec::new();
    for path in &options.mesh {
        match read(path) {
            Ok(mesh) => meshes.push((name(path), mesh)),
            Err(message) => {
                eprintln!("{message}");
                return ExitCode::FAILURE;
            }
        }
    }
    print_header();
    let mut all = CandidateCounts::default();
    for (i, (name, mesh)) in meshes.iter().enumerate() {
        let mut others = vec![(name, mesh)];
        others.extend(meshes.get(i + 1).map(|(name, mesh)| (name, mesh)));
        for (other_name, other) in others {
            let row = (0..options.placements).map(|placement| {
                compare(
                    &overlapping_scene(mesh, other, options.seed.wrapping_add(placement)),
                    options.within,
                )
            });
            let row = row.fold(CandidateCounts::default(), |sum, row| sum.merged(&row));
            let elements = mesh.elements.len() + other.elements.len();
            print(&format!("{name} and {other_name}"), elements, &row);
            all = all.merged(&row);
        }
    }
    print("all", meshes.iter().map(|(_, mesh)| mesh.elements.len()).sum(), &all);
    if all.is_exact() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn read(path: &Path) -> Result<TetMesh, String> {
    match jostle_io::read(path).map_err(|error| error.to_string())?.mesh {
        Mesh::Tets(mesh) => Ok(mesh),
        Mesh::Triangles(_) => {
            Err(format!("'{}' holds triangles; give meshes of tetrahedra", path.display()))
        }
    }
}

fn name(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// The second mesh brought to the size and the place of the first, turned, and moved by up to half
/// of it; the first seed leaves it where it is, so that a copy coincides.
fn overlapping_scene(first: &TetMesh, second: &TetMesh, seed: u64) -> Scene {
    let (own, other) = (first.bounds(), second.bounds());
    let middle = |b: jostle::geometry::Aabb| b.min * 0.5 + b.max * 0.5;
    let prng = &mut SplitMix64::new(seed);
    let mut vector = || DVec3::from_array([0; 3].map(|_| prng.between(-1.0, 1.0)));
    let (turn, shift) = match seed {
        0 => (glam::DQuat::IDENTITY, DVec3::ZERO),
        _ => {
            let axis = vector().normalize_or(DVec3::X);
            (glam::DQuat::from_axis_angle(axis, 3.0 * vector().x), vector() * 0.5)
        }
    };
    let size = own.size().max_element() / other.size().max_element();
    let mut moved = second.clone();
    if seed != 0 || first.vertices != second.vertices {
        for vertex in &mut moved.vertices {
            *vertex = turn * ((*vertex - middle(other)) * size) + middle(own) + shift * own.size();
        }
    }
    let mut scene = Scene::new();
    scene.add("first", first.clone()).expect("read and checked");
    scene.add("second", moved).expect("finite, as the first");
    scene
}

fn print_header() {
    print!("{:<44}{:>12}{:>14}{:>12}", "missed / false pairs of", "elements", "candidates", "meet");
    TESTS.iter().for_each(|(name, _)| print!("{name:>16}"));
    println!();
}

fn print(name: &str, elements: usize, row: &CandidateCounts) {
    let count = |count: u64| grouped(count as usize);
    let (candidates, intersecting) = (count(row.candidates), count(row.intersecting));
    print!("{name:<44}{:>12}{candidates:>14}{intersecting:>12}", grouped(elements));
    for [missed, found] in row.wrong {
        print!("{:>16}", format!("{} / {}", count(missed), count(found)));
    }
    println!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use jostle_scenes::{ALL, SceneDefinition, SceneOptions};

    /// Bodies of tetrahedra that fall on each other and that pass through each other, coarse to fine.
    #[test]
    fn no_pair_of_the_scenes_is_missed_at_any_resolution() {
        for elements in [200, 1_000, 4_000, 12_000] {
            let mut sum = CandidateCounts::default();
            let chosen =
                |entry: &&SceneDefinition| ["falling", "pass-through"].contains(&entry.name);
            for entry in ALL.iter().filter(chosen) {
                let mut animated = entry.build(&SceneOptions::with_elements(elements)).unwrap();
                let row = compare(animated.set_frame(entry.frames * 6 / 10).unwrap(), false);
                assert!(row.is_exact(), "{}, {elements} elements: {row:?}", entry.name);
                sum = sum.merged(&row);
            }
            assert!(
                sum.intersecting > 100 && sum.candidates > sum.intersecting,
                "{elements}: {sum:?}"
            );
        }
    }

    /// A copy in the same place: every pair of neighbours touches, and every element meets itself.
    #[test]
    fn no_pair_of_coinciding_meshes_is_missed() {
        let ball = jostle::mesh::shapes::ball_tets(5, 1.0);
        let row = compare(&overlapping_scene(&ball, &ball, 0), false);
        assert!(row.is_exact() && row.intersecting >= 30 * ball.elements.len() as u64, "{row:?}");
        let moved = compare(&overlapping_scene(&ball, &ball, 3), false);
        assert!(
            moved.is_exact() && moved.intersecting > 0 && moved.candidates > moved.intersecting
        );
    }
}
