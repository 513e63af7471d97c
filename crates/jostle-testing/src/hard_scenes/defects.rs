//! What is wrong with meshes in the wild.

use super::shaping::{index, signed_vector};
use jostle::{DVec3, SimplexMesh};
use jostle_oracle::cases::SplitMix64;

/// Applies so many defects.
pub(super) fn add_defects<const N: usize>(
    random: &mut SplitMix64,
    mesh: &mut SimplexMesh<N>,
    count: u64,
) {
    for _ in 0..count {
        let element = index(random, &mesh.elements);
        match random.below(7) {
            0 => repeat(random, mesh, element),
            1 => reverse(random, &mut mesh.elements[element]),
            2 => flatten(random, mesh, element),
            3 => leave_out(random, mesh),
            4 => add_beyond_facet(random, mesh, element),
            5 => turn_inside_out(random, mesh, element),
            _ => mesh.vertices.push(16.0 * signed_vector(random)),
        }
    }
    if random.one_in(3) {
        random.shuffle(&mut mesh.elements);
    }
}

/// The same element again, half the time listed the other way.
fn repeat<const N: usize>(random: &mut SplitMix64, mesh: &mut SimplexMesh<N>, element: usize) {
    let mut corners = mesh.elements[element];
    if random.one_in(2) {
        reverse(random, &mut corners);
    }
    mesh.elements.push(corners);
}

fn reverse<const N: usize>(random: &mut SplitMix64, corners: &mut [u32; N]) {
    let at = random.below(N as u64) as usize;
    corners.swap(at, (at + 1) % N);
}

/// Moves a corner of an element between two others.
fn flatten<const N: usize>(random: &mut SplitMix64, mesh: &mut SimplexMesh<N>, element: usize) {
    let mut corners = mesh.elements[element].map(|v| v as usize);
    random.shuffle(&mut corners);
    mesh.vertices[corners[0]] = (mesh.vertices[corners[1]] + mesh.vertices[corners[2]]) / 2.0;
}

/// Removes a few elements.
fn leave_out<const N: usize>(random: &mut SplitMix64, mesh: &mut SimplexMesh<N>) {
    for _ in 0..1 + random.below(3) {
        if mesh.elements.len() > 8 {
            let element = index(random, &mesh.elements);
            mesh.elements.swap_remove(element);
        }
    }
}

/// One more element at a facet of another, with a new vertex beyond it: often the third there.
fn add_beyond_facet<const N: usize>(
    random: &mut SplitMix64,
    mesh: &mut SimplexMesh<N>,
    element: usize,
) {
    let points = mesh.corners(element);
    let size = (points[1] - points[0]).abs().max_element();
    let (mut corners, replaced) = (mesh.elements[element], random.below(N as u64) as usize);
    let middle = points.iter().sum::<DVec3>() / N as f64;
    corners[replaced] = mesh.vertices.len() as u32;
    mesh.vertices.push(middle + size * signed_vector(random));
    mesh.elements.push(corners);
}

/// Moves a corner of an element through the middle of the others.
fn turn_inside_out<const N: usize>(
    random: &mut SplitMix64,
    mesh: &mut SimplexMesh<N>,
    element: usize,
) {
    let mut corners = mesh.elements[element].map(|v| v as usize);
    random.shuffle(&mut corners);
    let others = &corners[1..];
    let middle = others.iter().map(|&v| mesh.vertices[v]).sum::<DVec3>() / others.len() as f64;
    let moved = &mut mesh.vertices[corners[0]];
    *moved = middle - (*moved - middle) / 4.0;
}
