//! The bounds of certificates against the pairs of copies of meshes, placed at random.

use super::meshes::NamedMesh;
use jostle::freeness::Certificate;
use jostle::{DVec3, Mesh, Query, Scene, Workspace};
use jostle_support::text::grouped;
use jostle_testing::SplitMix64;
use rayon::prelude::*;
use std::ops::Range;
use std::process::ExitCode;

/// Placements that a worker makes one after another.
const BATCH: u32 = 25;

/// What was found in some placements of a mesh.
#[derive(Clone, Default)]
struct PlacementReport {
    /// Pairs with a copy at most.
    most: u64,
    exceeded: Vec<String>,
}

/// Places each mesh so many times beside a copy of itself, and every third time beside another mesh.
pub fn run(meshes: &[NamedMesh], placements: u32) -> ExitCode {
    println!(
        "{:<28}{:>10}{:>6}{:>9}{:>16}{:>12}{:>10}",
        "mesh", "elements", "k", "k (d/4)", "pairs at most", "most found", "share"
    );
    let certificates: Vec<Certificate> =
        meshes.iter().map(|own| Certificate::from_mesh(&own.mesh).expect("checked")).collect();
    let mut exceeded = 0;
    for (a, own) in meshes.iter().enumerate() {
        let batch = |batch: u32| {
            let rounds = batch * BATCH..placements.min((batch + 1) * BATCH);
            place(meshes, &certificates, a, rounds)
        };
        let batches = (0..placements.div_ceil(BATCH)).into_par_iter().map(batch);
        let report = batches.reduce(PlacementReport::default, |a, b| PlacementReport {
            most: a.most.max(b.most),
            exceeded: [a.exceeded, b.exceeded].concat(),
        });
        report.exceeded.iter().for_each(|line| println!("EXCEEDED: {line}"));
        exceeded += report.exceeded.len();
        let certificate = &certificates[a];
        let bound = certificate.pairs_bound(certificate);
        println!(
            "{:<28}{:>10}{:>6}{:>9}{:>16}{:>12}{:>10.5}",
            own.name,
            grouped(certificate.elements()),
            certificate.k(),
            certificate.k_printed(),
            grouped(bound as usize),
            grouped(report.most as usize),
            report.most as f64 / bound as f64
        );
    }
    println!("\n{} placements each, {exceeded} with more pairs than the bound", placements);
    ExitCode::from((exceeded > 0) as u8)
}

/// Some placements of a mesh; they do not depend on the number of threads.
fn place(
    meshes: &[NamedMesh],
    certificates: &[Certificate],
    a: usize,
    rounds: Range<u32>,
) -> PlacementReport {
    let own = &meshes[a];
    let mut random = SplitMix64::new((a as u64) << 32 | u64::from(rounds.start));
    let mut workspace = Workspace::new();
    let mut report = PlacementReport::default();
    for round in rounds {
        let is_copy = round % 3 != 0;
        let b = match is_copy {
            true => a,
            false => (random.unit() * meshes.len() as f64) as usize % meshes.len(),
        };
        let moved = random_placement(&own.mesh, &meshes[b].mesh, &mut random);
        let pairs = pairs(&mut workspace, &own.mesh, moved);
        if is_copy {
            report.most = report.most.max(pairs);
        }
        let bound = certificates[a].pairs_bound(&certificates[b]);
        if pairs > bound {
            let line = format!("{} and {}: {pairs} > {bound}", own.name, meshes[b].name);
            report.exceeded.push(line);
        }
    }
    report
}

fn pairs(workspace: &mut Workspace, a: &Mesh, b: Mesh) -> u64 {
    let mut scene = Scene::new();
    scene.add("a", a.clone()).expect("checked");
    scene.add("b", b).expect("finite");
    let query = Query::pair_count().containment(false);
    workspace.collide(&scene, &query).expect("checked").pair_count() as u64
}

/// The second mesh, turned, scaled by a power of two once in a while, and put where its box overlaps
/// the first one's. Turning rounds, so that the shape is the same but for that.
fn random_placement(first: &Mesh, second: &Mesh, random: &mut SplitMix64) -> Mesh {
    let mut unit = || random.unit();
    let scale = if unit() < 0.3 { 2f64.powi((unit() * 7.0) as i32 - 3) } else { 1.0 };
    let axis = (DVec3::new(unit(), unit(), unit()) - 0.5).normalize_or(DVec3::X);
    let (sine, cosine) = (unit() * std::f64::consts::TAU).sin_cos();
    let (own, other) = (first.bounds(), second.bounds());
    let middle = (other.min + other.max) * 0.5;
    let reach = (own.max - own.min + (other.max - other.min) * scale) * 0.4;
    let to = (own.min + own.max) * 0.5 + (DVec3::new(unit(), unit(), unit()) - 0.5) * reach;
    let place = |v: &mut DVec3| {
        let p = *v - middle;
        let turned = p * cosine + axis.cross(p) * sine + axis * (axis.dot(p) * (1.0 - cosine));
        *v = turned * scale + to;
    };
    let mut moved = second.clone();
    match &mut moved {
        Mesh::Triangles(mesh) => mesh.vertices.iter_mut().for_each(place),
        Mesh::Tets(mesh) => mesh.vertices.iter_mut().for_each(place),
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_placements_of_small_shapes() {
        let small: Vec<NamedMesh> = super::super::meshes::procedural()
            .into_iter()
            .filter(|own| own.mesh.element_count() < 3_000)
            .collect();
        assert!(small.len() > 8);
        assert_eq!(run(&small, 12), ExitCode::SUCCESS);
    }
}
