//! Tearing bodies of tetrahedra: faces are cut, and vertices part where nothing holds them together any more.

use glam::{DMat3, DVec3};
use jostle::mesh::topology::VolumeTopology;
use jostle::{MeshError, TetMesh};

/// A vertex that parted: the new vertices are numbered after the old ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PartedVertex {
    /// The vertex that it was.
    pub origin: u32,
    /// The share of the volume of the tetrahedra round it that came along.
    pub share: f64,
}

/// Parts vertices so that no two tetrahedra that only cut faces join have a vertex in common. Faces are given by their
/// tetrahedra, two each.
pub(crate) fn part_vertices(
    mesh: &mut TetMesh,
    cut: &[[u32; 2]],
) -> Result<Vec<PartedVertex>, MeshError> {
    let topology = VolumeTopology::from_mesh(mesh)?;
    let mut sorted: Vec<[u32; 2]> = cut.iter().map(|[a, b]| [*a.min(b), *a.max(b)]).collect();
    sorted.sort_unstable();
    let is_cut = |a: u32, b: u32| sorted.binary_search(&[a.min(b), a.max(b)]).is_ok();
    let mut touched: Vec<u32> = cut
        .iter()
        .flat_map(|[a, b]| {
            let [a, b] = [a, b].map(|tet| mesh.elements[*tet as usize]);
            a.into_iter().filter(move |vertex| b.contains(vertex))
        })
        .collect();
    touched.sort_unstable();
    touched.dedup();
    let mut stars: Vec<Vec<u32>> = vec![Vec::new(); touched.len()];
    for (tet, corners) in (0u32..).zip(&mesh.elements) {
        for corner in corners {
            if let Ok(at) = touched.binary_search(corner) {
                stars[at].push(tet);
            }
        }
    }
    let volume = |tet: u32| crate::body::volume(mesh.corners(tet as usize)).abs();
    let mut parted = Vec::new();
    let mut renamed: Vec<(u32, u32, u32)> = Vec::new();
    for (&vertex, star) in touched.iter().zip(&stars) {
        let whole: f64 = star.iter().map(|&tet| volume(tet)).sum();
        let mut group = vec![usize::MAX; star.len()];
        let mut groups = 0;
        for first in 0..star.len() {
            if group[first] != usize::MAX {
                continue;
            }
            // All that hangs together with the first by faces that have the vertex and are not cut.
            let mut stack = vec![first];
            group[first] = groups;
            while let Some(at) = stack.pop() {
                for next in topology.neighbours(star[at] as usize) {
                    let Ok(next_at) = star.binary_search(&next) else { continue };
                    let shares = {
                        let [a, b] = [star[at], next].map(|tet| mesh.elements[tet as usize]);
                        a.iter().filter(|corner| b.contains(corner)).count() == 3
                    };
                    if shares && group[next_at] == usize::MAX && !is_cut(star[at], next) {
                        group[next_at] = groups;
                        stack.push(next_at);
                    }
                }
            }
            groups += 1;
        }
        // The group of the lowest tetrahedron keeps the vertex.
        for own in 1..groups {
            let name = (mesh.vertices.len() + parted.len()) as u32;
            let members = star.iter().zip(&group).filter(|(_, g)| **g == own).map(|(tet, _)| *tet);
            let part: f64 = members.clone().map(volume).sum();
            renamed.extend(members.map(|tet| (tet, vertex, name)));
            parted.push(PartedVertex { origin: vertex, share: part / whole });
        }
    }
    for (tet, from, to) in renamed {
        let corners = &mut mesh.elements[tet as usize];
        corners.iter_mut().filter(|corner| **corner == from).for_each(|corner| *corner = to);
    }
    for own in &parted {
        mesh.vertices.push(mesh.vertices[own.origin as usize]);
    }
    Ok(parted)
}

/// The faces that break: of every tetrahedron that is stretched by more than `most`, the one that lies most across the
/// direction of its largest stretch.
pub(crate) fn breaking_faces(
    rest: &TetMesh,
    positions: &[DVec3],
    most: f64,
) -> Result<Vec<[u32; 2]>, MeshError> {
    let edges = |corners: [DVec3; 4]| {
        let [a, b, c, d] = corners;
        DMat3::from_cols(b - a, c - a, d - a)
    };
    let mut found = Vec::new();
    let mut topology = None;
    for (tet, corners) in rest.elements.iter().enumerate() {
        let now = corners.map(|vertex| positions[vertex as usize]);
        let f = edges(now) * edges(rest.corners(tet)).inverse();
        let squared = f.transpose() * f;
        // Cheap first: the trace bounds the largest stretch.
        let trace = squared.x_axis.x + squared.y_axis.y + squared.z_axis.z;
        if trace <= (1.0 + most) * (1.0 + most) {
            continue;
        }
        let (values, vectors) = crate::linear_algebra::symmetric_eigen(squared.to_cols_array_2d());
        let best = (1..3).fold(0, |best, k| if values[k] > values[best] { k } else { best });
        if values[best].sqrt() <= 1.0 + most {
            continue;
        }
        let direction = f * DVec3::new(vectors[0][best], vectors[1][best], vectors[2][best]);
        if topology.is_none() {
            topology = Some(VolumeTopology::from_mesh(rest)?);
        }
        let Some(topology) = &topology else { continue };
        let across = topology.neighbours(tet).filter_map(|other| {
            let other_corners = rest.elements[other as usize];
            let shared: Vec<DVec3> =
                (0..4).filter(|&i| other_corners.contains(&corners[i])).map(|i| now[i]).collect();
            let &[a, b, c] = &shared[..] else { return None };
            let normal = (b - a).cross(c - a).normalize_or_zero();
            Some((normal.dot(direction).abs(), other))
        });
        let face = across.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        if let Some((_, other)) = face {
            found.push([tet as u32, other]);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jostle::mesh::shapes::{self, Split};

    /// A bar that is cut in the middle becomes two, with the volume that it had.
    #[test]
    fn cutting_all_faces_of_a_plane_parts_a_bar() {
        let mut mesh = shapes::box_tets([4, 2, 2], DVec3::new(4.0, 2.0, 2.0), Split::Six, 0.0, 0);
        let middle = |tet: usize| mesh.corners(tet).iter().sum::<DVec3>().x / 4.0;
        let topology = VolumeTopology::from_mesh(&mesh).unwrap();
        let at = mesh.bounds().min.x + 2.0;
        let mut cut = Vec::new();
        for tet in 0..mesh.elements.len() {
            for other in topology.neighbours(tet) {
                if middle(tet) < at && middle(other as usize) > at {
                    cut.push([tet as u32, other]);
                }
            }
        }
        let vertices = mesh.vertices.len();
        let parted = part_vertices(&mut mesh, &cut).unwrap();
        assert_eq!(parted.len(), 9);
        assert!(parted.iter().all(|own| (own.share - 0.5).abs() < 0.35));
        assert_eq!(mesh.vertices.len(), vertices + 9);
        let topology = VolumeTopology::from_mesh(&mesh).unwrap();
        assert_eq!(topology.components().count(), 2);
        // Half a cut parts nothing but its middle.
        let mut half = shapes::box_tets([4, 2, 2], DVec3::new(4.0, 2.0, 2.0), Split::Six, 0.0, 0);
        assert!(part_vertices(&mut half, &cut[..1]).unwrap().is_empty());
    }

    #[test]
    fn a_stretched_tetrahedron_breaks_across_its_stretch() {
        let mesh = shapes::box_tets([5, 1, 1], DVec3::new(5.0, 1.0, 1.0), Split::Five, 0.0, 0);
        let stretched: Vec<DVec3> =
            mesh.vertices.iter().map(|v| *v * DVec3::new(1.5, 1.0, 1.0)).collect();
        assert!(breaking_faces(&mesh, &stretched, 0.6).unwrap().is_empty());
        assert!(!breaking_faces(&mesh, &stretched, 0.4).unwrap().is_empty());
        // Turning is no stretch.
        let turn = glam::DQuat::from_rotation_y(1.0);
        let turned: Vec<DVec3> = mesh.vertices.iter().map(|v| turn * *v).collect();
        assert!(breaking_faces(&mesh, &turned, 1e-9).unwrap().is_empty());
    }
}
