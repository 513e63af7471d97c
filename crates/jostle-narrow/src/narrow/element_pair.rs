//! Two elements of a scene, whatever they are and whatever corners they share.

use super::filter::Tally;
use super::tallied;
use crate::mesh::{Element, ElementId, Scene};
use glam::DVec3;

/// Whether two different elements of a scene collide: whether they have a point in common, or, if
/// they share corners, a point outside the simplex they share.
///
/// # Panics
///
/// If there is no such element.
#[inline(always)]
pub fn elements_collide(scene: &Scene, a: ElementId, b: ElementId, tally: &mut Tally) -> bool {
    let named = |e: ElementId| (scene.element(e), scene.corner_indices(e));
    named_elements_collide(named(a), named(b), tally)
}

/// The same for elements that need not be where the scene has them; corners of one name are one.
///
/// # Panics
///
/// If an element has not a name for each corner.
#[inline(always)]
pub fn named_elements_collide(
    (a, i): (Element, &[u32]),
    (b, j): (Element, &[u32]),
    tally: &mut Tally,
) -> bool {
    use Element::{Tetrahedron, Triangle};
    match (a, b) {
        (Triangle(mut p), Triangle(mut q)) => match shared_first((i, &mut p), (j, &mut q)) {
            0 => tallied::triangle_triangle(&p, &q, tally),
            shared => tallied::triangle_triangle_beyond(shared, &p, &q, tally),
        },
        (Tetrahedron(mut p), Tetrahedron(mut q)) => match shared_first((i, &mut p), (j, &mut q)) {
            0 => tallied::tetrahedron_tetrahedron(&p, &q, tally),
            shared => tallied::tetrahedron_tetrahedron_beyond(shared, &p, &q, tally),
        },
        // Of different objects, so they share no corners.
        (Triangle(p), Tetrahedron(q)) | (Tetrahedron(q), Triangle(p)) => {
            tallied::triangle_tetrahedron(&p, &q, tally)
        }
    }
}

/// Moves the corners that both elements name to the front of both, and returns how many they are.
#[inline(always)]
fn shared_first<const N: usize>(
    (i, p): (&[u32], &mut [DVec3; N]),
    (j, q): (&[u32], &mut [DVec3; N]),
) -> usize {
    let all = |names: &[u32]| -> [u32; N] { names.try_into().expect("a name a corner") };
    let (mut i, mut j) = (all(i), all(j));
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
