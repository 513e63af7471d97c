//! Vertices moved exactly onto elements that they are no corners of.

use super::shaping::{index, signed_vector};
use jostle::candidates::TopologyCache;
use jostle::{DVec3, Mesh, Scene, SimplexMesh};
use jostle_oracle::cases::SplitMix64;
use std::collections::{BTreeMap, BTreeSet};

/// A vertex that rests on a simplex.
pub(super) struct Contact {
    pub vertex: u32,
    /// The corners of the simplex, none if it is of another object.
    pub support: Vec<u32>,
}

/// Moves a few vertices, each onto an element near it, and tells which.
///
/// Coordinates are to be multiples of the grid, so that the contacts are exact.
pub(super) fn make_contacts<const N: usize>(
    random: &mut SplitMix64,
    mesh: &mut SimplexMesh<N>,
    count: u64,
) -> Vec<Contact>
where
    Mesh: From<SimplexMesh<N>>,
{
    let mut contacts: Vec<Contact> = Vec::new();
    for _ in 0..count {
        let contact = match random.below(8) {
            0..3 => border_to_border(random, mesh),
            3 => within_star(random, mesh),
            4 | 5 => within_element(random, mesh),
            6 => across_clusters(random, mesh),
            _ => to_nearest(random, mesh),
        };
        let Some(Contact { vertex, support }) = contact else { continue };
        // A vertex that others rest on stays where it is, and so does one that rests on others.
        let is_moved = |v: &u32| contacts.iter().any(|contact| contact.vertex == *v);
        if !is_moved(&vertex) && !support.iter().any(is_moved) {
            let points = support.iter().map(|&v| mesh.vertices[v as usize]).collect();
            mesh.vertices[vertex as usize] = point_of(random, points);
            contacts.push(Contact { vertex, support });
        }
    }
    contacts
}

/// Any vertex, and the nearest element that it is no corner of.
fn to_nearest<const N: usize>(random: &mut SplitMix64, mesh: &SimplexMesh<N>) -> Option<Contact> {
    let element = index(random, &mesh.elements);
    let vertex = random.pick(&mesh.elements[element]);
    nearest(mesh, vertex, |_| true)
}

/// A neighbour of a vertex, and another element at that vertex.
fn within_star<const N: usize>(random: &mut SplitMix64, mesh: &SimplexMesh<N>) -> Option<Contact> {
    let corners = mesh.elements[index(random, &mesh.elements)];
    let at = random.below(N as u64) as usize;
    let (centre, vertex) = (corners[at], corners[(at + 1) % N]);
    nearest(mesh, vertex, |e| mesh.elements[e].contains(&centre))
}

/// A corner of an element, and the others: it becomes flat, and a digit says which way it turns.
fn within_element<const N: usize>(
    random: &mut SplitMix64,
    mesh: &SimplexMesh<N>,
) -> Option<Contact> {
    let mut corners = mesh.elements[index(random, &mesh.elements)];
    random.shuffle(&mut corners);
    Some(Contact { vertex: corners[0], support: corners[1..].to_vec() })
}

/// A vertex of two clusters, and an element of a third, or of one of them if there is no third.
fn across_clusters<const N: usize>(
    random: &mut SplitMix64,
    mesh: &SimplexMesh<N>,
) -> Option<Contact>
where
    Mesh: From<SimplexMesh<N>>,
{
    let mut scene = Scene::new();
    let object = scene.add("mesh", Mesh::from(mesh.clone())).ok()?;
    let mut cache = TopologyCache::new();
    cache.update(&scene);
    let clusters = cache.object(&scene, object).clusters();
    let mut cluster_of = vec![0; mesh.elements.len()];
    let mut uses = vec![0; mesh.vertices.len()];
    for c in 0..clusters.len() {
        clusters.elements(c).iter().for_each(|&e| cluster_of[e as usize] = c);
        clusters.vertices(c).iter().for_each(|&v| uses[v as usize] += 1);
    }
    let borders: Vec<u32> = (0..uses.len() as u32).filter(|&v| uses[v as usize] > 1).collect();
    if borders.is_empty() {
        return None;
    }
    let vertex = random.pick(&borders);
    let own = |c: usize| clusters.vertices(c).contains(&vertex);
    nearest(mesh, vertex, |e| !own(cluster_of[e])).or_else(|| nearest(mesh, vertex, |_| true))
}

/// The nearest admitted element that a vertex is no corner of.
fn nearest<const N: usize>(
    mesh: &SimplexMesh<N>,
    vertex: u32,
    is_admitted: impl Fn(usize) -> bool,
) -> Option<Contact> {
    let admitted = (0..mesh.elements.len()).filter(|&e| is_admitted(e));
    nearest_of(&mesh.vertices, vertex, admitted.map(|e| mesh.elements[e].to_vec()))
}

/// The nearest of some simplices that a vertex is no corner of.
fn nearest_of(
    vertices: &[DVec3],
    vertex: u32,
    simplices: impl Iterator<Item = Vec<u32>>,
) -> Option<Contact> {
    let distance = |corners: &Vec<u32>| distance(vertices, vertex, corners);
    let others = simplices.filter(|corners| !corners.contains(&vertex));
    let support = others.min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
    Some(Contact { vertex, support })
}

/// A vertex of the border, and the nearest facet of the border that is not next to it.
fn border_to_border<const N: usize>(
    random: &mut SplitMix64,
    mesh: &SimplexMesh<N>,
) -> Option<Contact> {
    let mut uses: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
    for corners in &mesh.elements {
        for left_out in corners {
            let mut facet: Vec<u32> = corners.iter().copied().filter(|v| v != left_out).collect();
            facet.sort_unstable();
            *uses.entry(facet).or_default() += 1;
        }
    }
    let border: Vec<Vec<u32>> =
        uses.into_iter().filter(|(_, uses)| *uses == 1).map(|(facet, _)| facet).collect();
    // Of a few vertices, the one with the least way to go: across a slit rather than round a corner.
    let tries = 8.min(border.len());
    let contacts = (0..tries).filter_map(|_| {
        let vertex = border[index(random, &border)][0];
        let next_to: BTreeSet<u32> =
            border.iter().filter(|facet| facet.contains(&vertex)).flatten().copied().collect();
        let is_apart = |facet: &&Vec<u32>| !facet.iter().any(|v| next_to.contains(v));
        nearest_of(&mesh.vertices, vertex, border.iter().filter(is_apart).cloned())
    });
    let way = |c: &Contact| distance(&mesh.vertices, c.vertex, &c.support);
    contacts.min_by(|a, b| way(a).total_cmp(&way(b)))
}

/// The squared distance of a vertex to the middle of a simplex.
fn distance(vertices: &[DVec3], vertex: u32, corners: &[u32]) -> f64 {
    let sum = corners.iter().map(|&v| vertices[v as usize]).sum::<DVec3>();
    (sum / corners.len() as f64 - vertices[vertex as usize]).length_squared()
}

/// A point of a face, edge or corner of a simplex: a mean with weights in quarters.
fn point_of(random: &mut SplitMix64, mut corners: Vec<DVec3>) -> DVec3 {
    random.shuffle(&mut corners);
    let weights = match random.below(6) {
        0..3 if corners.len() > 2 => [0.25, 0.25, 0.5],
        5 => [1.0, 0.0, 0.0],
        _ => random.pick(&[[0.5, 0.5, 0.0], [0.75, 0.25, 0.0]]),
    };
    corners.iter().zip(weights).map(|(corner, weight)| *corner * weight).sum()
}

/// Moves some vertices by up to a distance.
pub(super) fn crumple(random: &mut SplitMix64, vertices: &mut [DVec3], distance: f64) {
    vertices.iter_mut().for_each(|v| *v += distance * signed_vector(random));
}

#[cfg(test)]
mod tests {
    use super::super::shaping::round_to_grid;
    use super::*;
    use jostle::mesh::shapes;
    use jostle::narrow::point_triangle;

    #[test]
    fn moved_vertices_lie_on_a_triangle_they_are_no_corner_of() {
        for seed in 0..50 {
            let random = &mut SplitMix64::new(seed);
            let mut mesh = shapes::icosphere(2, 1.0);
            round_to_grid(random, &mut mesh.vertices);
            for Contact { vertex, .. } in make_contacts(random, &mut mesh, 2) {
                let rests = |e: usize| {
                    !mesh.elements[e].contains(&vertex)
                        && point_triangle(mesh.vertices[vertex as usize], &mesh.corners(e))
                };
                let is_flat =
                    |e: usize| mesh.elements[e].contains(&vertex) && mesh.is_degenerate(e as u32);
                let contact = (0..mesh.elements.len()).any(|e| rests(e) || is_flat(e));
                assert!(contact, "seed {seed}, vertex {vertex}");
            }
        }
    }
}
