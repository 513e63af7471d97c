//! The certificate's bounds are never exceeded.

use jostle::broad::{BroadPhase, Grid, LatticeBoxes};
use jostle::freeness::Certificate;
use jostle::mesh::shapes::{self, SplitMix64};
use jostle::{DVec3, Mesh, Query, Scene, collide};

fn meshes() -> Vec<(&'static str, Mesh)> {
    vec![
        ("icosphere", shapes::icosphere(2, 1.0).into()),
        ("torus", shapes::torus(1.0, 0.3, 24, 12).into()),
        ("knot", shapes::torus_knot(2, 3, 0.3, 60, 8).into()),
        ("comb", shapes::chazelle(10, 0.02).into()),
        ("ball", shapes::ball_tets(2, 1.0).into()),
    ]
}

/// The mesh turned by quarters about an axis, scaled by a power of two and moved: shapes stay exact
/// but for the rounding of the last sum.
fn placed(mesh: &Mesh, random: &mut SplitMix64) -> Mesh {
    let mut unit = || random.unit();
    let scale: f64 = [0.25, 1.0, 1.0, 4.0][(unit() * 4.0) as usize];
    let turns = (unit() * 3.0) as usize;
    let by = (DVec3::new(unit(), unit(), unit()) - 0.5) * scale.max(1.0);
    let place = |v: &mut DVec3| {
        for _ in 0..turns {
            *v = DVec3::new(v.y, v.z, v.x);
        }
        *v = *v * scale + by;
    };
    let mut moved = mesh.clone();
    match &mut moved {
        Mesh::Triangles(mesh) => mesh.vertices.iter_mut().for_each(place),
        Mesh::Tets(mesh) => mesh.vertices.iter_mut().for_each(place),
    }
    moved
}

#[test]
fn no_placement_has_more_pairs_than_the_bound() {
    let meshes = meshes();
    let certificates: Vec<Certificate> =
        meshes.iter().map(|(_, mesh)| Certificate::of(mesh).unwrap()).collect();
    let mut random = SplitMix64::new(5);
    for round in 0..300 {
        let a = round % meshes.len();
        let b = if round % 3 == 0 { (round / 3) % meshes.len() } else { a };
        let mut scene = Scene::new();
        scene.add("a", meshes[a].1.clone()).unwrap();
        scene.add("b", placed(&meshes[b].1, &mut random)).unwrap();
        let pairs = collide(&scene, &Query::count()).unwrap().pair_count() as u64;
        let bound = certificates[a].pairs_bound(&certificates[b]);
        assert!(pairs <= bound, "{} and {}: {pairs} > {bound}", meshes[a].0, meshes[b].0);
    }
}

#[test]
fn the_grid_has_no_more_entries_than_the_bound() {
    for (name, mesh) in meshes() {
        let certificate = Certificate::of(&mesh).unwrap();
        let solid = matches!(mesh, Mesh::Tets(_));
        let mut scene = Scene::new();
        scene.add(name, mesh).unwrap();
        let mut boxes = LatticeBoxes::default();
        boxes.update(&scene, None);
        let mut grid = Grid::default();
        grid.set_solid(solid);
        grid.search(boxes.as_slice(), &mut [()], |(), _, _| ());
        let report = grid.report();
        assert!(report.levels <= certificate.levels_bound(), "{name}: {report:?}");
        assert!(report.entries <= certificate.entries_bound(), "{name}: {report:?}");
    }
}
