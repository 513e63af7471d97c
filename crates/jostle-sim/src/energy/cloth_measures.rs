//! Measures of cloth: threads of a weave (Baraff and Witkin, "Large steps in cloth simulation", 1998), and the angle
//! between triangles (Grinspun, Hirani, Desbrun and Schroeder, "Discrete shells", 2003).

use super::Measure;
use glam::{DMat2, DVec3};

/// `|w| - 1` for the image `w` of a unit thread in a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeaveStretch {
    /// The thread is the sum of the two edges from the first corner with these weights.
    pub weights: [f64; 2],
}

impl Measure<3> for WeaveStretch {
    #[inline(always)]
    fn value_and_gradients(&self, corners: [DVec3; 3]) -> (f64, [DVec3; 3]) {
        let thread = thread(&corners, self.weights);
        let [b, c] = self.weights.map(|weight| thread.normalize_or_zero() * weight);
        (thread.length() - 1.0, [-(b + c), b, c])
    }
}

/// `w . u` for the images of the two threads in a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeaveShear {
    /// As in [`WeaveStretch`], of both threads.
    pub weights: [[f64; 2]; 2],
}

impl Measure<3> for WeaveShear {
    #[inline(always)]
    fn value_and_gradients(&self, corners: [DVec3; 3]) -> (f64, [DVec3; 3]) {
        let [u, v] = self.weights.map(|weights| thread(&corners, weights));
        let by = |corner: usize| v * self.weights[0][corner] + u * self.weights[1][corner];
        let [b, c] = [by(0), by(1)];
        (u.dot(v), [-(b + c), b, c])
    }
}

fn thread([a, b, c]: &[DVec3; 3], weights: [f64; 2]) -> DVec3 {
    (*b - *a) * weights[0] + (*c - *a) * weights[1]
}

/// The weights of two threads at right angles in a triangle at rest: the first along `warp`, as far as the triangle
/// has that direction. `None` for a triangle without area.
pub(crate) fn weave([a, b, c]: [DVec3; 3], warp: DVec3) -> Option<[[f64; 2]; 2]> {
    let (e, f) = (b - a, c - a);
    let normal = e.cross(f).try_normalize()?;
    let along = (warp - normal * warp.dot(normal)).try_normalize();
    let along = along.or_else(|| e.try_normalize())?;
    let across = normal.cross(along);
    // Columns are the edges in the plane; threads are the columns of the inverse.
    let edges = DMat2::from_cols_array(&[e.dot(along), e.dot(across), f.dot(along), f.dot(across)]);
    let inverse = edges.inverse();
    Some([inverse.x_axis.to_array(), inverse.y_axis.to_array()])
}

/// The angle between two triangles that share an edge, less that at rest; zero is flat. The corners are the ends of
/// the edge, and then the third corner of the triangle that the edge is along, and that of the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BendAngle {
    /// At rest.
    pub angle: f64,
}

impl Measure<4> for BendAngle {
    #[inline(always)]
    fn value_and_gradients(&self, [a, b, c, d]: [DVec3; 4]) -> (f64, [DVec3; 4]) {
        let edge = b - a;
        let length = edge.length();
        let (n, m) = (edge.cross(c - a), (d - a).cross(edge));
        let (nn, mm) = (n.length_squared(), m.length_squared());
        if length == 0.0 || nn == 0.0 || mm == 0.0 {
            return (0.0, [DVec3::ZERO; 4]);
        }
        let sine = edge.dot(n.cross(m)) / length;
        let angle = sine.atan2(n.dot(m));
        let (un, um) = (n / nn, m / mm);
        let gc = -un * length;
        let gd = -um * length;
        let ga = un * ((b - c).dot(edge) / length) + um * ((b - d).dot(edge) / length);
        let gb = un * ((c - a).dot(edge) / length) + um * ((d - a).dot(edge) / length);
        // Past half a turn the angle starts again at the other end: take the way that is shorter.
        let mut value = angle - self.angle;
        if value > std::f64::consts::PI {
            value -= std::f64::consts::TAU;
        } else if value < -std::f64::consts::PI {
            value += std::f64::consts::TAU;
        }
        (value, [ga, gb, gc, gd])
    }
}

#[cfg(test)]
mod tests {
    use super::super::*;
    use super::*;
    use glam::DMat3;
    use proptest::prelude::*;

    /// Gradients agree with differences, and sum up to zero: so forces keep momentum.
    fn check<const N: usize>(measure: impl Measure<N>, x: [DVec3; N]) {
        let (_, gradients) = measure.value_and_gradients(x);
        let sum: DVec3 = gradients.iter().sum();
        let size: f64 = gradients.iter().map(|g| g.length()).sum();
        assert!(sum.length() <= 1e-12 * (1.0 + size), "{sum}");
        let torque: DVec3 = x.iter().zip(&gradients).map(|(x, g)| x.cross(*g)).sum();
        assert!(torque.length() <= 1e-9 * (1.0 + size), "{torque}");
        let h = 1e-6;
        for corner in 0..N {
            for axis in DVec3::AXES {
                let at = |by: f64| {
                    let mut x = x;
                    x[corner] += axis * by;
                    measure.value_and_gradients(x).0
                };
                let slope = (at(h) - at(-h)) / (2.0 * h);
                let given = gradients[corner].dot(axis);
                assert!(
                    (slope - given).abs() < 1e-5 * (1.0 + size),
                    "{corner} {axis}: {slope} {given}"
                );
            }
        }
    }

    fn corners<const N: usize>(numbers: &[f64]) -> [DVec3; N] {
        std::array::from_fn(|i| DVec3::from_slice(&numbers[3 * i..]))
    }

    proptest! {
        #[test]
        fn gradients_are_those_of_the_values(numbers in prop::collection::vec(-1.0..1.0f64, 12)) {
            let tet: [DVec3; 4] = corners(&numbers);
            let [a, b, c, d] = tet;
            // Slivers have gradients beyond what differences can tell.
            prop_assume!((b - a).cross(c - a).dot(d - a).abs() > 0.05);
            let inverse_rest = DMat3::from_cols(DVec3::X, DVec3::new(0.2, 1.0, 0.1), DVec3::new(0.3, 0.1, 0.8)).inverse();
            check(EdgeStrain { length: 0.7 }, [a, b]);
            check(AreaStrain { area: 0.3 }, [a, b, c]);
            check(VolumeStrain { volume: 0.1 }, tet);
            check(Dilation { inverse_rest }, tet);
            check(Distortion { inverse_rest }, tet);
            check(WeaveStretch { weights: [0.7, -0.4] }, [a, b, c]);
            check(WeaveShear { weights: [[0.7, -0.4], [0.2, 1.1]] }, [a, b, c]);
            let bend = BendAngle { angle: 0.0 };
            prop_assume!(bend.value_and_gradients(tet).0.abs() < 3.0);
            check(bend, tet);
        }
    }

    #[test]
    fn a_flat_pair_of_triangles_has_no_angle() {
        let flat = [DVec3::ZERO, DVec3::X, DVec3::new(0.3, 1.0, 0.0), DVec3::new(0.6, -1.0, 0.0)];
        let bend = BendAngle { angle: 0.0 };
        assert_eq!(bend.value_and_gradients(flat).0, 0.0);
        let mut folded = flat;
        folded[2] = DVec3::new(0.3, 0.0, 1.0);
        let (value, _) = bend.value_and_gradients(folded);
        assert!((value.abs() - std::f64::consts::FRAC_PI_2).abs() < 1e-12);
    }

    #[test]
    fn a_weave_at_rest_is_not_stretched() {
        let triangle =
            [DVec3::new(0.1, 0.2, 0.3), DVec3::new(1.1, 0.1, 0.5), DVec3::new(0.4, 0.9, 0.2)];
        let weights = weave(triangle, DVec3::X).unwrap();
        for weights in weights {
            let (value, _) = WeaveStretch { weights }.value_and_gradients(triangle);
            assert!(value.abs() < 1e-12);
        }
        assert!(WeaveShear { weights }.value_and_gradients(triangle).0.abs() < 1e-12);
        assert!(weave([DVec3::ZERO; 3], DVec3::X).is_none());
    }
}
