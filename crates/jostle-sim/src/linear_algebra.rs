//! Small dense matrices: eigenvalues of symmetric ones, and the rotation in a deformation.

use glam::{DMat3, DQuat, DVec3};

/// Sweeps over all entries. Convergence is quadratic: six are enough for matrices of this size, and a few more cost
/// nothing, because a sweep over a diagonal matrix ends at once.
const SWEEPS: usize = 16;

/// Eigenvalues and eigenvectors of a symmetric matrix, by Jacobi's rotations; the columns of the second are the
/// vectors, `vectors[row][column]`.
pub(crate) fn symmetric_eigen<const N: usize>(mut a: [[f64; N]; N]) -> ([f64; N], [[f64; N]; N]) {
    let mut vectors = [[0.0; N]; N];
    (0..N).for_each(|i| vectors[i][i] = 1.0);
    for _ in 0..SWEEPS {
        let mut is_diagonal = true;
        for p in 0..N {
            for q in p + 1..N {
                // What does not change the diagonal in f64 is zero.
                let size = a[p][p].abs() + a[q][q].abs();
                if size + a[p][q].abs() == size {
                    continue;
                }
                is_diagonal = false;
                let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                let t = if theta == 0.0 { 1.0 } else { t };
                let c = 1.0 / (t * t + 1.0).sqrt();
                let s = t * c;
                for k in 0..N {
                    let (kp, kq) = (a[k][p], a[k][q]);
                    a[k][p] = c * kp - s * kq;
                    a[k][q] = s * kp + c * kq;
                }
                for k in 0..N {
                    let (pk, qk) = (a[p][k], a[q][k]);
                    a[p][k] = c * pk - s * qk;
                    a[q][k] = s * pk + c * qk;
                }
                for row in &mut vectors {
                    let (kp, kq) = (row[p], row[q]);
                    row[p] = c * kp - s * kq;
                    row[q] = s * kp + c * kq;
                }
            }
        }
        if is_diagonal {
            break;
        }
    }
    (std::array::from_fn(|i| a[i][i]), vectors)
}

/// The principal moments of an inertia tensor, and the rotation from its principal axes.
pub(crate) fn principal_axes(inertia: DMat3) -> (DVec3, DQuat) {
    let columns = inertia.to_cols_array_2d();
    let (moments, vectors) = symmetric_eigen(columns);
    let axis = |k: usize| DVec3::new(vectors[0][k], vectors[1][k], vectors[2][k]);
    let (x, y) = (axis(0), axis(1));
    // Right-handed, whatever signs the vectors have.
    let rotation = DMat3::from_cols(x, y, x.cross(y));
    (DVec3::from_array(moments), DQuat::from_mat3(&rotation).normalize())
}

/// The rotation nearest to a matrix in the sense of shape matching: it maximises `trace(R^T a)` over proper
/// rotations. Unlike a polar decomposition it is a rotation also where the matrix reflects or is singular.
pub(crate) fn nearest_rotation(a: DMat3) -> DMat3 {
    let columns = [a.x_axis, a.y_axis, a.z_axis];
    let size = columns.iter().map(|c| c.length_squared()).sum::<f64>().sqrt();
    // Far enough from singular for Newton's iteration to be quick and sure, it is the polar decomposition.
    if a.determinant() > 1e-2 * size.powi(3) {
        polar_rotation(a)
    } else {
        DMat3::from_quat(nearest_rotation_anywhere(a))
    }
}

/// `R = (R + R^-T) / 2` until it stays (Higham, "Computing the polar decomposition", 1986), scaled once so that it starts
/// near. It converges quadratically for every matrix of positive determinant.
fn polar_rotation(a: DMat3) -> DMat3 {
    let mut r = a * (1.0 / a.determinant().cbrt());
    for _ in 0..24 {
        let [x, y, z] = [r.x_axis, r.y_axis, r.z_axis];
        let cofactors = DMat3::from_cols(y.cross(z), z.cross(x), x.cross(y));
        let next = (r + cofactors * (1.0 / r.determinant())) * 0.5;
        let change = next - r;
        let most = change.to_cols_array().iter().fold(0.0f64, |most, x| most.max(x.abs()));
        r = next;
        // The next change would be about the square of this one.
        if most < 1e-8 {
            break;
        }
    }
    r
}

/// By the largest eigenvector of a matrix of quaternions (Horn, "Closed-form solution of absolute orientation using unit
/// quaternions", 1987).
fn nearest_rotation_anywhere(a: DMat3) -> DQuat {
    // s[i][j] = a applied from axis j to axis i; Horn's S_{xy} is its transpose.
    let m = a.to_cols_array_2d();
    let s = |from: usize, to: usize| m[from][to];
    let (xx, xy, xz) = (s(0, 0), s(0, 1), s(0, 2));
    let (yx, yy, yz) = (s(1, 0), s(1, 1), s(1, 2));
    let (zx, zy, zz) = (s(2, 0), s(2, 1), s(2, 2));
    let n = [
        [xx + yy + zz, yz - zy, zx - xz, xy - yx],
        [yz - zy, xx - yy - zz, xy + yx, zx + xz],
        [zx - xz, xy + yx, yy - xx - zz, yz + zy],
        [xy - yx, zx + xz, yz + zy, zz - xx - yy],
    ];
    let (values, vectors) = symmetric_eigen(n);
    let best = (1..4).fold(0, |best, k| if values[k] > values[best] { k } else { best });
    let [w, x, y, z] = std::array::from_fn(|row| vectors[row][best]);
    DQuat::from_xyzw(x, y, z, w).normalize()
}

/// Solves `a x = b` for a symmetric matrix that has no negative eigenvalue: directions in which it vanishes
/// (below `2^-40` of the largest) are left out, so that the least solution is returned.
pub(crate) fn pseudo_inverse<const N: usize>(a: [[f64; N]; N]) -> [[f64; N]; N] {
    let (values, vectors) = symmetric_eigen(a);
    let largest = values.iter().copied().fold(0.0, f64::max);
    let mut inverse = [[0.0; N]; N];
    for k in 0..N {
        // Squares of coordinates lose half of the digits; 2^-40 is what is left with a margin.
        if values[k] <= largest * 2f64.powi(-40) {
            continue;
        }
        for i in 0..N {
            for j in 0..N {
                inverse[i][j] += vectors[i][k] * vectors[j][k] / values[k];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn eigenvectors_rebuild_the_matrix(entries in prop::array::uniform10(-3.0..3.0f64)) {
            let mut a = [[0.0; 4]; 4];
            let mut next = entries.iter();
            for i in 0..4 {
                for j in i..4 {
                    a[i][j] = *next.next().unwrap();
                    a[j][i] = a[i][j];
                }
            }
            let (values, vectors) = symmetric_eigen(a);
            for i in 0..4 {
                for j in 0..4 {
                    let sum: f64 = (0..4).map(|k| vectors[i][k] * values[k] * vectors[j][k]).sum();
                    prop_assert!((sum - a[i][j]).abs() < 1e-12);
                }
            }
        }

        #[test]
        fn a_stretched_rotation_gives_the_rotation(
            axis in prop::array::uniform3(-1.0..1.0f64),
            angle in -3.0..3.0f64,
            stretch in prop::array::uniform3(0.2..3.0f64),
        ) {
            let axis = DVec3::from_array(axis);
            prop_assume!(axis.length() > 0.1);
            let rotation = DQuat::from_axis_angle(axis.normalize(), angle);
            let a = DMat3::from_quat(rotation) * DMat3::from_diagonal(DVec3::from_array(stretch));
            let exact = DMat3::from_quat(rotation);
            let apart = |found: DMat3| {
                (found - exact).to_cols_array().iter().fold(0.0f64, |most, x| most.max(x.abs()))
            };
            prop_assert!(apart(nearest_rotation(a)) < 1e-12);
            prop_assert!(apart(polar_rotation(a)) < 1e-12);
            prop_assert!(apart(DMat3::from_quat(nearest_rotation_anywhere(a))) < 1e-12);
        }
    }

    #[test]
    fn reflections_and_flat_matrices_give_rotations_too() {
        let flat = DMat3::from_diagonal(DVec3::new(1.0, 2.0, 0.0));
        assert!(nearest_rotation(flat).abs_diff_eq(DMat3::IDENTITY, 1e-12));
        let mirrored = DMat3::from_diagonal(DVec3::new(3.0, 2.0, -1.0));
        assert!(nearest_rotation(mirrored).abs_diff_eq(DMat3::IDENTITY, 1e-12));
        assert!((nearest_rotation(DMat3::ZERO).determinant() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_singular_matrix_has_its_least_solution() {
        let a = [[2.0, 0.0, 0.0], [0.0, 1.0, 1.0], [0.0, 1.0, 1.0]];
        let inverse = pseudo_inverse(a);
        assert!((inverse[0][0] - 0.5).abs() < 1e-12);
        assert!((inverse[1][1] - 0.25).abs() < 1e-12 && (inverse[1][2] - 0.25).abs() < 1e-12);
    }
}
