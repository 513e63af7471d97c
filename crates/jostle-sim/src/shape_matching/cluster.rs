//! Points that are matched together.

use super::{ShapeMode, ShapePlasticity};
use crate::linear_algebra::{nearest_rotation, pseudo_inverse};
use glam::{DMat3, DVec3};

/// Linear, squared and mixed terms of a place (Mueller et al. 2005, eq. 9).
const TERMS: usize = 9;

/// A group of points, their rest shape, and their goals.
#[derive(Clone, Debug)]
pub(super) struct Cluster {
    points: Vec<u32>,
    masses: Vec<f64>,
    /// About the centre of mass; as given, and as it has flowed.
    original: Vec<DVec3>,
    rest: Vec<DVec3>,
    total: f64,
    mode: ShapeMode,
    /// The means of the terms over the rest shape.
    means: [f64; TERMS],
    /// The inverse of the moments of the rest shape, linear and with all terms.
    inverse_moments: DMat3,
    inverse_quadratic: Option<Box<[[f64; TERMS]; TERMS]>>,
    /// The flowed part of the deformation, and what was fitted last without its rotation.
    plastic: DMat3,
    stretch: DMat3,
    goals: Vec<DVec3>,
}

impl Cluster {
    pub fn new(points: Vec<u32>, masses: Vec<f64>, places: Vec<DVec3>, mode: ShapeMode) -> Cluster {
        let total: f64 = masses.iter().sum();
        let centre = places.iter().zip(&masses).map(|(x, m)| *x * *m).sum::<DVec3>() / total;
        let original: Vec<DVec3> = places.iter().map(|x| *x - centre).collect();
        let mut cluster = Cluster {
            goals: places,
            points,
            masses,
            rest: original.clone(),
            original,
            total,
            mode,
            means: [0.0; TERMS],
            inverse_moments: DMat3::IDENTITY,
            inverse_quadratic: None,
            plastic: DMat3::IDENTITY,
            stretch: DMat3::IDENTITY,
        };
        cluster.measure_rest();
        cluster
    }

    pub fn points(&self) -> &[u32] {
        &self.points
    }

    pub fn goals(&self) -> &[DVec3] {
        &self.goals
    }

    fn measure_rest(&mut self) {
        self.means = [0.0; TERMS];
        for (rest, mass) in self.rest.iter().zip(&self.masses) {
            let terms = terms(*rest, &[0.0; TERMS]);
            self.means
                .iter_mut()
                .zip(terms)
                .for_each(|(mean, term)| *mean += mass * term / self.total);
        }
        let mut moments = [[0.0; TERMS]; TERMS];
        for (rest, mass) in self.rest.iter().zip(&self.masses) {
            let terms = terms(*rest, &self.means);
            for i in 0..TERMS {
                for j in 0..TERMS {
                    moments[i][j] += mass * terms[i] * terms[j];
                }
            }
        }
        let linear = std::array::from_fn(|i| std::array::from_fn(|j| moments[i][j]));
        self.inverse_moments = DMat3::from_cols_array_2d(&pseudo_inverse::<3>(linear));
        if self.mode == ShapeMode::Quadratic {
            self.inverse_quadratic = Some(Box::new(pseudo_inverse(moments)));
        }
    }

    /// Fits the rest shape to where its points are, and finds their goals.
    pub fn fit(&mut self, positions: &[DVec3], beta: f64) {
        let place = |&point: &u32| positions[point as usize];
        let sum: DVec3 = self.points.iter().zip(&self.masses).map(|(p, m)| place(p) * *m).sum();
        let centre = sum / self.total;
        let mut fitted = [DVec3::ZERO; TERMS];
        for ((point, mass), rest) in self.points.iter().zip(&self.masses).zip(&self.rest) {
            let pull = (place(point) - centre) * *mass;
            let count = if self.mode == ShapeMode::Quadratic { TERMS } else { 3 };
            for (column, term) in fitted[..count].iter_mut().zip(terms(*rest, &self.means)) {
                *column += pull * term;
            }
        }
        let linear = DMat3::from_cols(fitted[0], fitted[1], fitted[2]);
        let rotation = nearest_rotation(linear);
        let deformation = linear * self.inverse_moments;
        self.stretch = rotation.transpose() * deformation;
        let volume = deformation.determinant();
        // Goals keep the volume (sec. 4.2); a fit that is inside out or flat has none to keep, and rigid goals bring
        // it back.
        let kept = if volume > 1e-3 { deformation * (1.0 / volume.cbrt()) } else { rotation };
        let mixed = kept * beta + rotation * (1.0 - beta);
        match (self.mode, &self.inverse_quadratic) {
            (ShapeMode::Rigid, _) => {
                for (goal, rest) in self.goals.iter_mut().zip(&self.rest) {
                    *goal = centre + rotation * *rest;
                }
            }
            (ShapeMode::Quadratic, Some(inverse)) if volume > 1e-3 => {
                let mut columns = [DVec3::ZERO; TERMS];
                for (column, weights) in columns.iter_mut().zip(inverse.iter()) {
                    *column = fitted.iter().zip(weights).map(|(f, w)| *f * *w).sum();
                }
                let rigid = [rotation.x_axis, rotation.y_axis, rotation.z_axis];
                for (i, column) in columns.iter_mut().enumerate() {
                    let own = rigid.get(i).copied().unwrap_or(DVec3::ZERO);
                    *column = *column * beta + own * (1.0 - beta);
                }
                for (goal, rest) in self.goals.iter_mut().zip(&self.rest) {
                    let terms = terms(*rest, &self.means);
                    *goal = centre + columns.iter().zip(terms).map(|(c, t)| *c * t).sum::<DVec3>();
                }
            }
            _ => {
                for (goal, rest) in self.goals.iter_mut().zip(&self.rest) {
                    *goal = centre + mixed * *rest;
                }
            }
        }
    }

    /// Plastic flow (sec. 4.5).
    pub fn flow(&mut self, plasticity: &ShapePlasticity, time: f64) {
        let strain = norm(self.stretch - DMat3::IDENTITY);
        if strain <= plasticity.yield_strain {
            return;
        }
        let share = -(-plasticity.creep * time).exp_m1();
        let flowed = (DMat3::IDENTITY + (self.stretch - DMat3::IDENTITY) * share) * self.plastic;
        let volume = flowed.determinant();
        if volume <= 0.0 {
            return;
        }
        let flowed = flowed * (1.0 / volume.cbrt());
        let part = norm(flowed - DMat3::IDENTITY);
        let limit = if part > plasticity.limit { plasticity.limit / part } else { 1.0 };
        self.plastic = DMat3::IDENTITY + (flowed - DMat3::IDENTITY) * limit;
        for (rest, original) in self.rest.iter_mut().zip(&self.original) {
            *rest = self.plastic * *original;
        }
        self.measure_rest();
    }
}

/// Of Frobenius.
fn norm(matrix: DMat3) -> f64 {
    matrix.to_cols_array().iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// The terms of a place less their means. The paper has them without the means; with them a bend is fitted exactly, and
/// goals have the centre of the points.
fn terms(q: DVec3, means: &[f64; TERMS]) -> [f64; TERMS] {
    let own = [q.x, q.y, q.z, q.x * q.x, q.y * q.y, q.z * q.z, q.x * q.y, q.y * q.z, q.z * q.x];
    std::array::from_fn(|i| own[i] - means[i])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape_matching::{ShapeMatching, ShapeMatchingSettings};
    use glam::DQuat;
    use jostle::mesh::shapes;

    fn ball() -> Vec<DVec3> {
        shapes::ball_tets(3, 1.0).vertices
    }

    /// How far goals are from points that were moved by a function.
    fn misfit(mode: ShapeMode, beta: f64, by: impl Fn(DVec3) -> DVec3) -> f64 {
        let rest = ball();
        let points = (0..rest.len() as u32).collect();
        let mut cluster = Cluster::new(points, vec![1.0; rest.len()], rest.clone(), mode);
        let moved: Vec<DVec3> = rest.iter().map(|x| by(*x)).collect();
        cluster.fit(&moved, beta);
        moved.iter().zip(cluster.goals()).map(|(x, goal)| x.distance(*goal)).fold(0.0, f64::max)
    }

    #[test]
    fn each_mode_fits_what_it_should() {
        let turn = DQuat::from_rotation_y(2.0);
        let rigid = |x: DVec3| turn * x + DVec3::new(3.0, 1.0, 2.0);
        // Shear keeps volumes, as linear goals do.
        let shear = |x: DVec3| rigid(DVec3::new(x.x + 0.5 * x.y, x.y, x.z));
        let bend = |x: DVec3| rigid(DVec3::new(x.x, x.y + 0.2 * x.x * x.x, x.z));
        for mode in [ShapeMode::Rigid, ShapeMode::Linear, ShapeMode::Quadratic] {
            assert!(misfit(mode, 1.0, rigid) < 1e-12, "{mode:?}");
        }
        assert!(misfit(ShapeMode::Rigid, 1.0, shear) > 0.1);
        assert!(misfit(ShapeMode::Linear, 1.0, shear) < 1e-12);
        assert!(misfit(ShapeMode::Linear, 0.0, shear) > 0.1);
        assert!(misfit(ShapeMode::Linear, 1.0, bend) > 0.05);
        assert!(misfit(ShapeMode::Quadratic, 1.0, bend) < 1e-12);
    }

    #[test]
    fn pulls_keep_momentum_and_turn_nothing_in_clusters_too() {
        let rest = ball();
        let masses: Vec<f64> = (0..rest.len()).map(|i| 1.0 + (i % 3) as f64).collect();
        let inverse: Vec<f64> = masses.iter().map(|m| 1.0 / m).collect();
        for mode in [ShapeMode::Rigid, ShapeMode::Linear, ShapeMode::Quadratic] {
            let settings = ShapeMatchingSettings {
                mode,
                cluster_size: Some(0.8),
                ..ShapeMatchingSettings::default()
            };
            let mut matching = ShapeMatching::new(&rest, &masses, &settings);
            assert!(matching.cluster_count() > 4);
            let mut moved: Vec<DVec3> = rest
                .iter()
                .map(|x| *x + DVec3::new(0.2 * x.y.sin(), 0.1 * x.z * x.x, 0.3 * x.x))
                .collect();
            let start = moved.clone();
            matching.project(0.01, &inverse, &mut moved);
            let pushes: Vec<DVec3> =
                moved.iter().zip(&start).zip(&masses).map(|((a, b), m)| (*a - *b) * *m).collect();
            let sum: DVec3 = pushes.iter().sum();
            let size: f64 = pushes.iter().map(|p| p.length()).sum();
            assert!(size > 0.1 && sum.length() < 1e-13 * size, "{mode:?}: {sum} of {size}");
            if mode == ShapeMode::Rigid {
                let torque: DVec3 = start.iter().zip(&pushes).map(|(x, p)| x.cross(*p)).sum();
                assert!(torque.length() < 1e-12 * size, "{torque}");
            }
        }
    }

    #[test]
    fn a_shape_that_was_held_deformed_stays_so_up_to_the_limit() {
        let rest = ball();
        let plasticity = ShapePlasticity { yield_strain: 0.1, creep: 5.0, limit: 0.3 };
        let points = (0..rest.len() as u32).collect();
        let mut cluster =
            Cluster::new(points, vec![1.0; rest.len()], rest.clone(), ShapeMode::Rigid);
        let long: Vec<DVec3> = rest.iter().map(|x| *x * DVec3::new(1.6, 0.8, 0.8)).collect();
        for _ in 0..200 {
            cluster.fit(&long, 0.0);
            cluster.flow(&plasticity, 0.01);
        }
        let part = norm(cluster.plastic - DMat3::IDENTITY);
        assert!((part - 0.3).abs() < 1e-9, "{part}");
        cluster.fit(&rest, 0.0);
        let longest = cluster.goals().iter().map(|g| g.x).fold(0.0, f64::max);
        assert!(longest > 1.15, "{longest}");
        // Below the yield strain nothing flows.
        let mut elastic = Cluster::new(
            (0..rest.len() as u32).collect(),
            vec![1.0; rest.len()],
            rest.clone(),
            ShapeMode::Rigid,
        );
        let slight: Vec<DVec3> = rest.iter().map(|x| *x * DVec3::new(1.05, 1.0, 1.0)).collect();
        elastic.fit(&slight, 0.0);
        elastic.flow(&plasticity, 1.0);
        assert_eq!(elastic.plastic, DMat3::IDENTITY);
    }
}
