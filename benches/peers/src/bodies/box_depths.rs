//! How deep boxes are in each other and in the ground, by one measure for all engines.

use super::engine::Snapshot;
use glam::{DMat3, DVec3};

/// The deepest that a box is in another or in the ground, or a vertex in the ground.
pub fn deepest(snapshot: &Snapshot, halves: &[DVec3]) -> f64 {
    let mut deepest = snapshot.vertices.iter().map(|v| -v.z).fold(0.0, f64::max);
    let mut placed: Vec<Placed> = snapshot
        .boxes
        .iter()
        .zip(halves)
        .map(|(&(centre, turn), &half)| {
            let axes = DMat3::from_quat(turn);
            Placed { centre, axes: [axes.x_axis, axes.y_axis, axes.z_axis], half }
        })
        .collect();
    for own in &placed {
        deepest = deepest.max(own.extent(DVec3::Z) - own.centre.z);
    }
    placed.sort_by(|a, b| a.low().total_cmp(&b.low()));
    for (i, a) in placed.iter().enumerate() {
        let end = a.centre.x + a.extent(DVec3::X);
        for b in placed[i + 1..].iter().take_while(|b| b.low() < end) {
            deepest = deepest.max(depth(a, b));
        }
    }
    deepest
}

struct Placed {
    centre: DVec3,
    axes: [DVec3; 3],
    half: DVec3,
}

impl Placed {
    /// Half its length along a unit vector.
    fn extent(&self, along: DVec3) -> f64 {
        (0..3).map(|i| self.half[i] * self.axes[i].dot(along).abs()).sum()
    }

    fn low(&self) -> f64 {
        self.centre.x - self.extent(DVec3::X)
    }
}

/// The shortest translation that parts two boxes: the least overlap along the normals of the faces of their Minkowski
/// difference, which are those of their faces and the products of their edges. Zero if they are apart.
fn depth(a: &Placed, b: &Placed) -> f64 {
    let between = b.centre - a.centre;
    let reach = a.half.length() + b.half.length();
    if between.length_squared() >= reach * reach {
        return 0.0;
    }
    let faces = a.axes.iter().chain(&b.axes).copied();
    let edges = a.axes.iter().flat_map(|u| b.axes.iter().map(|v| u.cross(*v)));
    // Of edges that are almost parallel the product is noise, and a face is as good.
    let normals = faces.chain(edges.filter(|n| n.length_squared() > 1e-8));
    let overlap = |n: DVec3| a.extent(n) + b.extent(n) - between.dot(n).abs();
    let mut least = f64::INFINITY;
    for normal in normals {
        least = least.min(overlap(normal.normalize()));
        if least <= 0.0 {
            return 0.0;
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DQuat;

    fn deepest_of(boxes: [(DVec3, DQuat); 2]) -> f64 {
        let snapshot = Snapshot { boxes: boxes.to_vec(), vertices: Vec::new() };
        deepest(&snapshot, &[DVec3::splat(0.5); 2])
    }

    #[test]
    fn depths_of_boxes_are_those_of_formulas() {
        let above = |x: f64, z: f64| (DVec3::new(x, 0.0, z), DQuat::IDENTITY);
        assert!((deepest_of([above(0.0, 0.5), above(0.3, 1.4)]) - 0.1).abs() < 1e-12);
        assert_eq!(deepest_of([above(0.0, 0.5), above(5.0, 0.5)]), 0.0);
        assert!((deepest_of([above(0.0, 0.4), above(5.0, 0.5)]) - 0.1).abs() < 1e-12);
        // An edge on an edge, each box turned by 45 degrees about another axis.
        let turned = |z: f64, turn: DQuat| (DVec3::Z * z, turn);
        let lower = turned(5.0, DQuat::from_rotation_x(std::f64::consts::FRAC_PI_4));
        let upper = turned(6.3, DQuat::from_rotation_y(std::f64::consts::FRAC_PI_4));
        assert!((deepest_of([lower, upper]) - (2f64.sqrt() - 1.3)).abs() < 1e-12);
    }
}
