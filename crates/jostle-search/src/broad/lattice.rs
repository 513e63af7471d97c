//! Boxes on a lattice of 32-bit integers.
//!
//! Rounding outward costs branches, and `f32` has few digits far from the origin. A lattice needs
//! neither: every coordinate goes through the same monotone map, so boxes that overlap in space
//! overlap on the lattice, with no rounding to mind, and its digits are spread evenly. The map
//! saturates: what lies far outside the bulk of the scene, as after a simulation has blown up, is
//! pushed to the border and does not take resolution from the rest.

use super::MovingPoint;
use crate::conditions::{Condition, required};
use crate::geometry::Aabb;
use crate::mesh::Scene;
use glam::DVec3;

/// A closed box on the lattice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct LatticeBox {
    /// The corner with the smallest coordinates.
    pub min: [i32; 3],
    /// The corner with the largest coordinates.
    pub max: [i32; 3],
}

impl LatticeBox {
    /// Whether the two closed boxes have a point in common.
    #[inline]
    pub fn overlaps(&self, other: &LatticeBox) -> bool {
        (0..3).all(|axis| (self.min[axis] <= other.max[axis]) & (other.min[axis] <= self.max[axis]))
    }

    /// The smallest box around some of the points.
    ///
    /// # Panics
    ///
    /// If none is named, or one that does not exist.
    #[inline(always)]
    pub fn from_corners(corners: &[u32], points: &[[i32; 3]]) -> LatticeBox {
        box_around(corners, |v| points[v as usize])
    }

    /// The smallest box around both.
    #[inline]
    pub fn union(self, other: &LatticeBox) -> LatticeBox {
        LatticeBox {
            min: std::array::from_fn(|axis| self.min[axis].min(other.min[axis])),
            max: std::array::from_fn(|axis| self.max[axis].max(other.max[axis])),
        }
    }

    /// The box with all sides moved outward by so many units, as far as the lattice goes.
    #[inline]
    pub fn widened(self, units: u32) -> LatticeBox {
        LatticeBox {
            min: self.min.map(|x| x.saturating_sub_unsigned(units)),
            max: self.max.map(|x| x.saturating_add_unsigned(units)),
        }
    }

    /// The longest edge in lattice units; up to `2^32 - 1`.
    #[inline]
    pub fn extent(&self) -> u32 {
        let edge = |axis: usize| self.max[axis].wrapping_sub(self.min[axis]) as u32;
        edge(0).max(edge(1)).max(edge(2))
    }
}

/// A monotone map from space to the lattice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lattice {
    centre: DVec3,
    /// Two powers of two, because one cannot bring the smallest coordinates to the lattice.
    scale: [f64; 2],
}

impl Default for Lattice {
    /// A lattice for nothing.
    fn default() -> Lattice {
        Lattice { centre: DVec3::ZERO, scale: [1.0; 2] }
    }
}

/// Elements looked at to learn how large a typical one is.
const SAMPLES: usize = 1024;
/// Lattice units that the typical element is given at least, if not all of the scene fits then.
const UNITS_OF_TYPICAL: f64 = 1024.0;

impl Lattice {
    /// A lattice with a point at its centre, given units a length and lengths a unit.
    pub fn new(centre: DVec3, scale: [f64; 2]) -> Lattice {
        Lattice { centre, scale }
    }

    /// A lattice for the elements of a scene.
    #[cfg(test)]
    pub fn from_scene(scene: &Scene) -> Lattice {
        Lattice::from_scene_bounds(scene, scene.element_bounds())
    }

    /// A lattice for the elements of a scene, given the box around them.
    pub fn from_scene_bounds(scene: &Scene, bounds: Aabb) -> Lattice {
        Lattice::from_boxes(bounds, scene.element_count(), |e| scene.element_at(e).bounds())
    }

    /// A lattice for boxes, given one around them all. What is far away from the rest, as a vertex that flew
    /// off, does not take the others' resolution: the map saturates there.
    pub fn from_boxes(bounds: Aabb, count: usize, of: impl Fn(usize) -> Aabb) -> Lattice {
        let half = (bounds.max * 0.5 - bounds.min * 0.5).max_element();
        if count > 0 {
            let typical = median(count, |box_index| of(box_index).size().max_element());
            let reach = (typical / UNITS_OF_TYPICAL) * f64::from(i32::MAX);
            if reach > 0.0 && half > reach {
                let corner = |axis: usize| median(count, |box_index| of(box_index).min[axis]);
                let centre = DVec3::new(corner(0), corner(1), corner(2));
                return Lattice { centre, scale: scale_to_lattice(reach) };
            }
        }
        Lattice::from_bounds(bounds)
    }

    /// A lattice for all of a box.
    pub fn from_bounds(bounds: Aabb) -> Lattice {
        if bounds.is_empty() {
            return Lattice::default();
        }
        // Halves, because the difference of two finite numbers can overflow.
        let half = (bounds.max * 0.5 - bounds.min * 0.5).max_element();
        let centre = bounds.min * 0.5 + bounds.max * 0.5;
        Lattice { centre, scale: scale_to_lattice(half) }
    }

    /// The lattice point of a position: monotone in each coordinate.
    #[inline(always)]
    pub fn point(&self, position: DVec3) -> [i32; 3] {
        let scaled = (position - self.centre) * self.scale[0] * self.scale[1];
        // `as` saturates, which keeps the map monotone.
        match required(Condition::LatticeSaturates) {
            true => [scaled.x as i32, scaled.y as i32, scaled.z as i32],
            false => scaled.to_array().map(|x| x as i64 as i32),
        }
    }

    /// The lattice points of some positions.
    ///
    /// The loop is compiled for the machine's vector instructions too, and chosen when the program
    /// runs: on x86-64 AVX2 where there is, else SSE2.
    pub fn points(&self, positions: &[DVec3], points: &mut [[i32; 3]]) {
        pulp::Arch::new().dispatch(
            #[inline(always)]
            || {
                for i in 0..positions.len().min(points.len()) {
                    points[i] = self.point(positions[i]);
                }
            },
        );
    }

    /// The lattice points of some positions at the beginning and at the end of a step.
    pub fn moving_points(&self, start: &[DVec3], end: &[DVec3], points: &mut [MovingPoint]) {
        pulp::Arch::new().dispatch(
            #[inline(always)]
            || {
                for i in 0..points.len().min(start.len()).min(end.len()) {
                    points[i] = MovingPoint::new(self.point(start[i]), self.point(end[i]));
                }
            },
        );
    }

    /// Lattice units, as a number: what a length comes to before it is rounded. Lattice points of two
    /// positions are at most this and less than two units more apart along an axis.
    pub fn units(&self, length: f64) -> f64 {
        length * self.scale[0] * self.scale[1]
    }

    /// The lattice box of some of the positions: of the box around them, because the map is monotone.
    #[inline(always)]
    pub fn corners(&self, corners: &[u32], positions: &[DVec3]) -> LatticeBox {
        // `f64::min` must handle NaN; comparing is one instruction.
        let min = |a: f64, b: f64| if b < a { b } else { a };
        let max = |a: f64, b: f64| if b > a { b } else { a };
        let (mut low, mut high) = (positions[corners[0] as usize], positions[corners[0] as usize]);
        for &corner in &corners[1..] {
            let p = positions[corner as usize];
            low = DVec3::new(min(low.x, p.x), min(low.y, p.y), min(low.z, p.z));
            high = DVec3::new(max(high.x, p.x), max(high.y, p.y), max(high.z, p.z));
        }
        LatticeBox { min: self.point(low), max: self.point(high) }
    }

    /// The lattice box of a box; of an empty one, a box that overlaps nothing.
    pub fn aabb(&self, bounds: &Aabb) -> LatticeBox {
        if bounds.is_empty() {
            return LatticeBox { min: [i32::MAX; 3], max: [i32::MIN; 3] };
        }
        LatticeBox { min: self.point(bounds.min), max: self.point(bounds.max) }
    }
}

/// Median of a value of some of so many boxes; there is at least one.
fn median(count: usize, value: impl Fn(usize) -> f64) -> f64 {
    let mut values = [0.0; SAMPLES];
    let samples = (0..count).step_by(count.div_ceil(SAMPLES));
    let sampled = samples.len();
    values.iter_mut().zip(samples).for_each(|(slot, sample)| *slot = value(sample));
    *values[..sampled].select_nth_unstable_by(sampled / 2, f64::total_cmp).1
}

/// Powers of two whose product takes `half` below `2^31` and not much below `2^30`.
fn scale_to_lattice(half: f64) -> [f64; 2] {
    if half == 0.0 {
        return [1.0; 2];
    }
    // Exponents of f64 reach from -1074 to 1023.
    let exponent = if half >= f64::MIN_POSITIVE {
        ((half.to_bits() >> 52) & 0x7ff) as i32 - 1023
    } else {
        -1023
    };
    // half < 2^(exponent + 1); one less, so that rounding up does not reach 2^31.
    let power = 29 - exponent;
    let power_of_two = |e: i32| f64::from_bits(((1023 + e) as u64) << 52);
    [power_of_two(power / 2), power_of_two(power - power / 2)]
}

#[inline]
fn box_around(corners: &[u32], point: impl Fn(u32) -> [i32; 3]) -> LatticeBox {
    let first = point(corners[0]);
    let mut own = LatticeBox { min: first, max: first };
    for &corner in &corners[1..] {
        let point = point(corner);
        for axis in 0..3 {
            own.min[axis] = own.min[axis].min(point[axis]);
            own.max[axis] = own.max[axis].max(point[axis]);
        }
    }
    own
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{TriangleMesh, shapes};

    fn scene(mesh: TriangleMesh) -> Scene {
        let mut scene = Scene::new();
        scene.add("mesh", mesh).unwrap();
        scene
    }

    /// Boxes that overlap in space overlap on the lattice.
    fn is_conservative(scene: &Scene) -> usize {
        let lattice = Lattice::from_scene(scene);
        let boxes: Vec<LatticeBox> = (0..scene.element_count())
            .map(|e| lattice.corners(scene.corners_at(e), scene.vertices()))
            .collect();
        let count = scene.element_count();
        let mut overlaps = 0;
        for a in 0..count {
            for b in 0..a {
                let on_lattice = boxes[a].overlaps(&boxes[b]);
                let in_space = scene.element_at(a).bounds().overlaps(&scene.element_at(b).bounds());
                assert!(on_lattice || !in_space, "{a} {b}");
                overlaps += on_lattice as usize;
            }
        }
        overlaps
    }

    #[test]
    fn overlap_is_kept_at_any_scale() {
        let at_one = is_conservative(&scene(shapes::bumpy_sphere(5, 0.2, 1)));
        for scale in [1e-300, 1e-150, 1e150, 1e300] {
            let scaled = shapes::bumpy_sphere(5, 0.2, 1).scaled(DVec3::splat(scale));
            assert!(is_conservative(&scene(scaled)).abs_diff(at_one) < 10, "{scale}");
        }
        let far = shapes::bumpy_sphere(5, 0.2, 1).translated(DVec3::splat(1e9));
        assert!(is_conservative(&scene(far)).abs_diff(at_one) < 20);
    }

    #[test]
    fn a_vertex_that_flew_away_leaves_the_rest_resolved() {
        let whole = shapes::bumpy_sphere(5, 0.2, 1);
        let at_home = is_conservative(&scene(whole.clone()));
        for far in [1e12, 1e100, f64::MAX] {
            let mut exploded = whole.clone();
            exploded.vertices[7] = DVec3::new(far, -far, far);
            let overlaps = is_conservative(&scene(exploded));
            // Its few triangles now reach across the scene.
            assert!(overlaps < at_home + 6 * whole.elements.len(), "{far}: {overlaps}");
        }
    }

    #[test]
    fn unused_vertices_take_no_resolution() {
        let mut mesh = shapes::bumpy_sphere(5, 0.2, 1);
        let without = is_conservative(&scene(mesh.clone()));
        mesh.vertices.push(DVec3::splat(1e300));
        assert_eq!(is_conservative(&scene(mesh)), without);
    }
}
