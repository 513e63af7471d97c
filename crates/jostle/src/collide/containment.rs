//! Objects wholly inside closed surfaces, which no pair of elements shows.
//!
//! Tetrahedra are solid, so what is inside a volume meets its elements; only surfaces are hollow.

use super::{Collisions, Mode, Query};
use crate::broad::{BroadPhase, Lattice, LatticeBox, Sweep};
use crate::geometry::{Aabb, ray};
use crate::mesh::topology::{Components, SurfaceTopology};
use crate::mesh::{Mesh, Scene, TriangleMesh};
use glam::DVec3;
use rayon::prelude::*;
use std::collections::BTreeSet;

/// All `(inner, outer)` such that the outer object is a closed surface, the two do not touch, and
/// every connected part of the inner one is inside, sorted.
///
/// Inside means that a ray crosses the surface an odd number of times, so the hollow of a shell
/// with a cavity is outside. Since the objects do not touch, one vertex speaks for its whole part.
pub(super) fn inside(scene: &Scene, query: &Query, collisions: &mut Collisions) {
    let objects = 0..scene.objects().len();
    let boxes: Vec<Aabb> = objects
        .map(|object| match query.admits(object) {
            true => scene.bounds(object).expect("an object of the scene"),
            false => Aabb::EMPTY,
        })
        .collect();
    let mut nested = nested(&boxes);
    if nested.is_empty() {
        return;
    }
    let touching = touching(scene, query, collisions);
    nested.retain(|&(inner, outer)| !touching.contains(&(inner.min(outer), inner.max(outer))));
    // By outer object, so that each is examined once.
    nested.sort_unstable_by_key(|&(inner, outer)| (outer, inner));
    let inside = nested
        .chunk_by(|p, q| p.1 == q.1)
        .filter_map(|group| Some((closed_surface(scene, group[0].1)?, group)))
        .flat_map(|(surface, group)| {
            group.iter().filter(move |(inner, _)| {
                part_vertices(scene, *inner).into_iter().all(|p| encloses(&surface, p))
            })
        });
    collisions.inside.extend(inside);
    collisions.inside.sort_unstable();
}

/// All `(inner, outer)` such that the box of one object holds the other's.
fn nested(boxes: &[Aabb]) -> Vec<(usize, usize)> {
    let lattice = Lattice::from_bounds(boxes.iter().fold(Aabb::EMPTY, |all, b| all.union(*b)));
    let lattice_boxes: Vec<LatticeBox> = boxes.iter().map(|b| lattice.aabb(b)).collect();
    let mut found = [Vec::new()];
    Sweep::default().search(&lattice_boxes, &mut found, |found, a, b| {
        let (a, b) = (a as usize, b as usize);
        for (inner, outer) in [(a, b), (b, a)] {
            if boxes[outer].contains(&boxes[inner]) && !boxes[inner].is_empty() {
                found.push((inner, outer));
            }
        }
    });
    let [found] = found;
    found
}

/// Pairs of objects that have a pair of elements. Where the query did not list all pairs, another
/// does.
fn touching(scene: &Scene, query: &Query, collisions: &Collisions) -> BTreeSet<(usize, usize)> {
    let of_pairs = |collisions: &Collisions| {
        let owner = |element: u32| scene.owner(element as usize);
        collisions.pairs().iter().map(|p| (owner(p.a), owner(p.b))).collect()
    };
    match query.mode() {
        Mode::AllPairs | Mode::FirstPair => of_pairs(collisions),
        Mode::CollidingElements | Mode::PairCount => {
            let all = query.clone().mode_of(Mode::AllPairs).containment(false);
            super::collide(scene, &all).map_or_else(|_| BTreeSet::new(), |c| of_pairs(&c))
        }
    }
}

fn closed_surface(scene: &Scene, object: usize) -> Option<TriangleMesh> {
    match scene.mesh(object) {
        Ok(Mesh::Triangles(mesh)) => SurfaceTopology::from_mesh(&mesh)
            .is_ok_and(|topology| topology.is_closed())
            .then_some(mesh),
        _ => None,
    }
}

/// One vertex of each connected part of an object.
fn part_vertices(scene: &Scene, object: usize) -> Vec<DVec3> {
    let mesh = scene.mesh(object).expect("an object of the scene");
    let components = match &mesh {
        Mesh::Triangles(mesh) => Components::from_mesh(mesh),
        Mesh::Tets(mesh) => Components::from_mesh(mesh),
    }
    .expect("checked when it was added");
    let first = scene.objects()[object].elements().start;
    let mut seen = vec![false; components.count()];
    let mut vertices = Vec::new();
    for (element, &part) in components.labels().iter().enumerate() {
        if !std::mem::replace(&mut seen[part as usize], true) {
            let corner = scene.corner_indices(first + element)[0];
            vertices.push(scene.vertices()[corner as usize]);
        }
    }
    vertices
}

/// Whether a ray from the point, which is not on the surface, crosses it an odd number of times.
fn encloses(surface: &TriangleMesh, point: DVec3) -> bool {
    let crossings = (0..surface.elements.len())
        .into_par_iter()
        .filter(|&t| ray::crosses(point, surface.corners(t)));
    crossings.count() % 2 == 1
}
