//! Vertices moved exactly onto elements that they are no corners of.

use super::shaping::{index, signed_vector};
use jostle::candidates::TopologyCache;
use jostle::{DVec3, Mesh, Scene, SimplexMesh};
use jostle_oracle::cases::SplitMix64;

/// Moves a few vertices, each onto an element near it, and tells which.
///
/// Coordinates are to be multiples of the grid, so that the contacts are exact.
pub(super) fn make_contacts<const N: usize>(
    random: &mut SplitMix64,
    mesh: &mut SimplexMesh<N>,
    count: u64,
) -> Vec<usize>
where
    Mesh: From<SimplexMesh<N>>,
{
    let mut moved = Vec::new();
    for _ in 0..count {
        let place = match random.below(4) {
            0 => within_star(random, mesh),
            1 => across_clusters(random, mesh),
            _ => to_nearest(random, mesh),
        };
        let Some((vertex, element)) = place else { continue };
        // A vertex that others rest on stays where it is.
        if moved.contains(&vertex)
            || mesh.elements[element].iter().any(|&v| moved.contains(&(v as usize)))
        {
            continue;
        }
        mesh.vertices[vertex] = point_of(random, mesh.corners(element));
        moved.push(vertex);
    }
    moved
}

/// A vertex, and the element to move it onto.
type Place = (usize, usize);

/// Any vertex, and the nearest element that it is no corner of.
fn to_nearest<const N: usize>(random: &mut SplitMix64, mesh: &SimplexMesh<N>) -> Option<Place> {
    let element = index(random, &mesh.elements);
    let vertex = random.pick(&mesh.elements[element]);
    nearest(mesh, vertex, |_| true)
}

/// A neighbour of a vertex, and another element at that vertex.
fn within_star<const N: usize>(random: &mut SplitMix64, mesh: &SimplexMesh<N>) -> Option<Place> {
    let corners = mesh.elements[index(random, &mesh.elements)];
    let at = random.below(N as u64) as usize;
    let (centre, vertex) = (corners[at], corners[(at + 1) % N]);
    nearest(mesh, vertex, |e| mesh.elements[e].contains(&centre))
}

/// A vertex of two clusters, and an element of a third, or of one of them if there is no third.
fn across_clusters<const N: usize>(random: &mut SplitMix64, mesh: &SimplexMesh<N>) -> Option<Place>
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
) -> Option<Place> {
    let own = mesh.vertices[vertex as usize];
    let distance = |e: usize| {
        let middle = mesh.corners(e).iter().sum::<DVec3>() / N as f64;
        (middle - own).length_squared()
    };
    let others =
        (0..mesh.elements.len()).filter(|&e| !mesh.elements[e].contains(&vertex) && is_admitted(e));
    let element = others.min_by(|&e, &f| distance(e).total_cmp(&distance(f)))?;
    Some((vertex as usize, element))
}

/// A point of a face, edge or corner of an element: a mean with weights in quarters.
fn point_of<const N: usize>(random: &mut SplitMix64, mut corners: [DVec3; N]) -> DVec3 {
    random.shuffle(&mut corners);
    let weights = random.pick(&[
        [0.25, 0.25, 0.5],
        [0.25, 0.25, 0.5],
        [0.5, 0.5, 0.0],
        [0.75, 0.25, 0.0],
        [1.0, 0.0, 0.0],
    ]);
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
            round_to_grid(&mut mesh.vertices);
            for vertex in make_contacts(random, &mut mesh, 2) {
                let rests = |e: usize| {
                    !mesh.elements[e].contains(&(vertex as u32))
                        && point_triangle(mesh.vertices[vertex], &mesh.corners(e))
                };
                assert!((0..mesh.elements.len()).any(rests), "seed {seed}, vertex {vertex}");
            }
        }
    }
}
