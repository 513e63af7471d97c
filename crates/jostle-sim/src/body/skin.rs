//! A detailed surface carried by coarse tetrahedra (deformable-collision-2007, sec. 3.2).

use super::solid::volume;
use crate::error::SimError;
use glam::DVec3;
use jostle::distance::{PointQuery, SceneTree};
use jostle::geometry::Aabb;
use jostle::{Scene, TetMesh, TriangleMesh};

/// Where each vertex of a surface is in a body of tetrahedra: those outside are carried by the tetrahedron behind the
/// nearest face.
#[derive(Clone, Debug, PartialEq)]
pub struct Skin {
    corners: Vec<[u32; 4]>,
    weights: Vec<[f64; 4]>,
}

impl Skin {
    /// Ties a surface to a body that is where it was when the surface was made for it.
    pub fn new(surface: &TriangleMesh, body: &TetMesh) -> Result<Skin, SimError> {
        let mut scene = Scene::new();
        let object = scene.add("body", body.clone())?;
        let mut tree = SceneTree::new();
        tree.update(&scene)?;
        let mut skin = Skin { corners: Vec::new(), weights: Vec::new() };
        let mut near = Vec::new();
        for vertex in &surface.vertices {
            near.clear();
            tree.elements_in_box(&scene, &Aabb { min: *vertex, max: *vertex }, &mut near)?;
            let inside = near.iter().map(|&element| scene.locate(element).1.index());
            // Of those whose boxes hold it, the one that it is the least outside of.
            let best = inside
                .filter_map(|tet| Some((tet, weights(body.corners(tet), *vertex)?)))
                .max_by(|a, b| least(&a.1).total_cmp(&least(&b.1)));
            let best = match best {
                Some(found) if least(&found.1) >= -1e-9 => Some(found),
                _ => {
                    let query = PointQuery::new(*vertex).of(object);
                    let closest = tree.closest_point(&scene, &query)?;
                    closest.and_then(|closest| {
                        let tet = closest.element.index();
                        Some((tet, weights(body.corners(tet), *vertex)?))
                    })
                }
            };
            let Some((tet, weights)) = best else {
                return Err(SimError::Flat {
                    body: "skin".to_owned(),
                    what: "tetrahedron",
                    element: 0,
                });
            };
            skin.corners.push(body.elements[tet]);
            skin.weights.push(weights);
        }
        Ok(skin)
    }

    /// Where the surface's vertices are, given those of the body.
    pub fn carry(&self, body: &[DVec3], surface: &mut Vec<DVec3>) {
        surface.clear();
        let places = self.corners.iter().zip(&self.weights);
        surface.extend(places.map(|(corners, weights)| {
            corners.iter().zip(weights).map(|(&v, w)| body[v as usize] * *w).sum::<DVec3>()
        }));
    }
}

fn least(weights: &[f64; 4]) -> f64 {
    weights.iter().copied().fold(f64::INFINITY, f64::min)
}

/// Barycentric coordinates; `None` in a flat tetrahedron.
fn weights(corners: [DVec3; 4], point: DVec3) -> Option<[f64; 4]> {
    let whole = volume(corners);
    (whole != 0.0).then(|| {
        std::array::from_fn(|i| {
            let mut part = corners;
            part[i] = point;
            volume(part) / whole
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DAffine3, DMat3};
    use jostle::mesh::shapes;

    /// An affine motion of the body moves the skin alike, inside and outside of it.
    #[test]
    fn an_affine_motion_carries_the_skin() {
        let body = shapes::ball_tets(2, 1.0);
        // Larger than the body in part: its vertices are inside and outside.
        let surface = shapes::bumpy_sphere(6, 0.3, 3);
        let skin = Skin::new(&surface, &body).unwrap();
        let matrix =
            DMat3::from_cols(DVec3::new(1.0, 0.2, 0.0), DVec3::new(-0.3, 0.9, 0.4), DVec3::Z * 2.0);
        let by = DAffine3::from_mat3_translation(matrix, DVec3::new(4.0, 5.0, 6.0));
        let moved: Vec<DVec3> = body.vertices.iter().map(|v| by.transform_point3(*v)).collect();
        let mut carried = Vec::new();
        skin.carry(&moved, &mut carried);
        for (place, start) in carried.iter().zip(&surface.vertices) {
            assert!(place.distance(by.transform_point3(*start)) < 1e-12);
        }
    }
}
