//! Volume, centre and inertia of the inside of a closed surface.
//!
//! Exact integrals: with a point of reference every triangle spans a tetrahedron with a sign, whose integrals of 1, `x`
//! and `x x^T` are polynomials of its corners (Mirtich, "Fast and accurate computation of polyhedral mass properties",
//! 1996). The reference is the middle of the surface's box, so that little is cancelled.

use glam::{DMat3, DVec3};
use jostle::TriangleMesh;

/// What a solid of density one is like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// Below zero if the surface is inside out.
    pub volume: f64,
    /// The centre of mass.
    pub centre: DVec3,
    /// The inertia tensor about the centre.
    pub inertia: DMat3,
}

impl MassProperties {
    /// Of the inside of a closed surface. Whether it is closed is not checked.
    ///
    /// ```
    /// use jostle::{DVec3, mesh::shapes};
    /// use jostle_sim::body::MassProperties;
    ///
    /// let brick = shapes::box_surface(DVec3::new(1.0, 2.0, 3.0), [1; 3]);
    /// let own = MassProperties::from_surface(&brick);
    /// assert!((own.volume - 6.0).abs() < 1e-12);
    /// assert!((own.inertia.x_axis.x - 6.0 * (4.0 + 9.0) / 12.0).abs() < 1e-12);
    /// ```
    pub fn from_surface(mesh: &TriangleMesh) -> MassProperties {
        let bounds = mesh.bounds();
        let reference = bounds.min * 0.5 + bounds.max * 0.5;
        let mut volume = 0.0;
        let mut first = DVec3::ZERO;
        let mut second = DMat3::ZERO;
        for element in 0..mesh.elements.len() {
            let [a, b, c] = mesh.corners(element).map(|p| p - reference);
            let own = a.dot(b.cross(c)) / 6.0;
            let sum = a + b + c;
            volume += own;
            first += sum * (own / 4.0);
            // The integral of x x^T over a tetrahedron with a corner at zero: V/20 (sum of p p^T + s s^T).
            let outer = |p: DVec3| DMat3::from_cols(p * p.x, p * p.y, p * p.z);
            second += (outer(a) + outer(b) + outer(c) + outer(sum)) * (own / 20.0);
        }
        let offset = if volume == 0.0 { DVec3::ZERO } else { first / volume };
        let outer = DMat3::from_cols(offset * offset.x, offset * offset.y, offset * offset.z);
        let about_centre = second - outer * volume;
        let trace = about_centre.x_axis.x + about_centre.y_axis.y + about_centre.z_axis.z;
        let inertia = DMat3::from_diagonal(DVec3::splat(trace)) - about_centre;
        MassProperties { volume, centre: reference + offset, inertia }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DAffine3, DQuat};
    use jostle::mesh::{shapes, topology};

    /// Inertia of a box, moved and turned: its tensor turns with it and does not depend on the place.
    #[test]
    fn a_turned_box_far_away_has_the_inertia_of_the_formula() {
        let size = DVec3::new(0.5, 1.5, 2.5);
        let turn = DQuat::from_euler(glam::EulerRot::XYZ, 0.3, -0.7, 1.1);
        let place = DVec3::new(100.0, -50.0, 20.0);
        let by = DAffine3::from_rotation_translation(turn, place);
        let mut mesh = shapes::box_surface(size, [3, 2, 4]);
        mesh.vertices.iter_mut().for_each(|v| *v = by.transform_point3(*v));
        let own = MassProperties::from_surface(&mesh);
        let volume = size.x * size.y * size.z;
        let s = size * size;
        let local = DVec3::new(s.y + s.z, s.x + s.z, s.x + s.y) * (volume / 12.0);
        let rotation = DMat3::from_quat(turn);
        let expected = rotation * DMat3::from_diagonal(local) * rotation.transpose();
        assert!((own.volume - volume).abs() < 1e-11);
        assert!(own.centre.distance(place) < 1e-11);
        let difference = own.inertia - expected;
        assert!(difference.to_cols_array().iter().all(|x| x.abs() < 1e-10), "{difference}");
    }

    /// A tetrahedron with corners at zero and on the axes: V = 1/6, I_xx = V (b^2 + c^2) / 10 about the corner.
    #[test]
    fn a_corner_tetrahedron_has_the_inertia_of_the_formula() {
        let vertices = vec![DVec3::ZERO, DVec3::X, DVec3::Y * 2.0, DVec3::Z * 3.0];
        let elements = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
        let own = MassProperties::from_surface(&TriangleMesh::new(vertices, elements));
        assert!((own.volume - 1.0).abs() < 1e-14);
        assert!(own.centre.distance(DVec3::new(0.25, 0.5, 0.75)) < 1e-14);
        let about_corner = own.volume * (4.0 + 9.0) / 10.0;
        let expected = about_corner - own.volume * (0.25 + 0.5625);
        assert!((own.inertia.x_axis.x - expected).abs() < 1e-14);
    }

    /// Spheres of finer and finer triangles come to 2/5 m r^2 in second order, and volumes are the library's.
    #[test]
    fn spheres_converge_to_the_formula() {
        let error = |subdivisions: u32| {
            let mesh = shapes::icosphere(subdivisions, 2.0);
            let own = MassProperties::from_surface(&mesh);
            assert!((own.volume - topology::signed_volume(&mesh).unwrap()).abs() < 1e-9);
            let exact = 0.4 * (4.0 / 3.0 * std::f64::consts::PI * 8.0) * 4.0;
            (own.inertia.z_axis.z / exact - 1.0).abs()
        };
        let [coarse, fine] = [3, 4].map(error);
        assert!(fine < 0.01 && (coarse / fine).log2() > 1.9, "{coarse} {fine}");
    }
}
