//! Two elements of a scene, whatever they are and whatever corners they share.

use super::filter::Tally;
use super::tallied;
use crate::mesh::{Element, Scene};
use glam::DVec3;

/// Whether two different elements of a scene collide: whether they have a point in common, or, if
/// they share corners, a point outside the simplex they share.
///
/// # Panics
///
/// If there is no such element.
#[inline(always)]
pub fn elements_collide(scene: &Scene, a: usize, b: usize, tally: &mut Tally) -> bool {
    use Element::{Tetrahedron, Triangle};
    match (scene.element(a), scene.element(b)) {
        (Triangle(mut p), Triangle(mut q)) => match shared_first(scene, (a, &mut p), (b, &mut q)) {
            0 => tallied::triangle_triangle(&p, &q, tally),
            shared => tallied::triangle_triangle_beyond(shared, &p, &q, tally),
        },
        (Tetrahedron(mut p), Tetrahedron(mut q)) => {
            match shared_first(scene, (a, &mut p), (b, &mut q)) {
                0 => tallied::tetrahedron_tetrahedron(&p, &q, tally),
                shared => tallied::tetrahedron_tetrahedron_beyond(shared, &p, &q, tally),
            }
        }
        // Of different objects, so they share no corners.
        (Triangle(p), Tetrahedron(q)) | (Tetrahedron(q), Triangle(p)) => {
            tallied::triangle_tetrahedron(&p, &q, tally)
        }
    }
}

/// Moves the corners that both elements name to the front of both, and returns how many they are.
#[inline(always)]
fn shared_first<const N: usize>(
    scene: &Scene,
    (a, p): (usize, &mut [DVec3; N]),
    (b, q): (usize, &mut [DVec3; N]),
) -> usize {
    let corners = |element| -> [u32; N] {
        scene.corner_indices(element).try_into().expect("elements of one kind")
    };
    let (mut i, mut j) = (corners(a), corners(b));
    let mut shared = 0;
    for from in 0..N {
        if let Some(at) = (shared..N).find(|&k| j[k] == i[from]) {
            i.swap(shared, from);
            p.swap(shared, from);
            j.swap(shared, at);
            q.swap(shared, at);
            shared += 1;
        }
    }
    shared
}
