//! Stars of tetrahedra: all positive, and round their vertex once.

use super::{FREE, ODD_DIRECTION, UNSURE};
use crate::mesh::{Element, Object, Scene};
use glam::DVec3;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

/// Which vertices of a volume have stars that close all round: every face at the vertex has two
/// tetrahedra, one on each side as their corners are listed. Depends on topology only; keeps its
/// buffers.
///
/// ```
/// use jostle::Scene;
/// use jostle::mesh::shapes;
/// use jostle::narrow::Cycles;
///
/// let mut scene = Scene::new();
/// scene.add("ball", shapes::ball_tets(3, 1.0))?;
/// let mut cycles = Cycles::default();
/// cycles.update(&scene, &scene.objects()[0]);
/// let closed = (0..scene.vertices().len()).filter(|&v| cycles.is_closed(v)).count();
/// assert!(closed > 0 && closed < scene.vertices().len());
/// # Ok::<(), jostle::SceneError>(())
/// ```
#[derive(Debug, Default)]
pub struct Cycles {
    closed: Vec<bool>,
    /// Scratch: faces with sorted corners, and the parity of the sort.
    faces: Vec<([u32; 3], bool)>,
}

impl Cycles {
    /// Looks at all vertices of an object of tetrahedra.
    pub fn update(&mut self, scene: &Scene, object: &Object) {
        let first = object.vertices().start as u32;
        self.closed.clear();
        self.closed.resize(object.vertices().len(), true);
        self.faces.clear();
        for e in object.elements() {
            if let &[a, b, c, d] = scene.corner_indices(e) {
                // As seen from outside, all the same way round.
                let faces = [[b, d, c], [a, c, d], [a, d, b], [a, b, c]];
                self.faces.extend(faces.map(|face| sorted(face.map(|v| v - first))));
            }
        }
        self.faces.par_sort_unstable();
        for uses in self.faces.chunk_by(|f, g| f.0 == g.0) {
            let is_inner = matches!(uses, [(_, f), (_, g)] if f != g);
            if !is_inner {
                for &vertex in &uses[0].0 {
                    self.closed[vertex as usize] = false;
                }
            }
        }
    }

    /// Whether the star of a vertex of the object closes all round.
    pub fn is_closed(&self, vertex: usize) -> bool {
        self.closed[vertex]
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.closed.capacity() + self.faces.capacity() * size_of::<([u32; 3], bool)>()
    }
}

/// The corners in order, and whether that took an odd number of swaps.
fn sorted([mut a, mut b, mut c]: [u32; 3]) -> ([u32; 3], bool) {
    let mut odd = false;
    let mut order = |p: &mut u32, q: &mut u32| {
        if *p > *q {
            std::mem::swap(p, q);
            odd = !odd;
        }
    };
    order(&mut a, &mut b);
    order(&mut b, &mut c);
    order(&mut a, &mut b);
    ([a, b, c], odd)
}

/// Marks the vertices of a volume whose star surrounds them once.
///
/// The tetrahedra of a closed star, all of one sign, cover every direction equally often: as often
/// as one direction that none of them has on its border. If that is once, their cones overlap
/// nowhere, and two tetrahedra meet only in the simplex they share.
pub(super) fn certify(
    scene: &Scene,
    object: &Object,
    cycles: &Cycles,
    counts: &mut Vec<AtomicU32>,
    verdicts: &[AtomicU8],
) {
    const FAILED: u32 = 1 << 31;
    counts.clear();
    counts.resize_with(verdicts.len(), AtomicU32::default);
    let counts = counts.as_slice();
    let first = object.vertices().start;
    let sign = usual_sign(scene, object);
    object.elements().into_par_iter().with_min_len(1024).for_each(|e| {
        let Element::Tetrahedron(points) = scene.element(e) else { return };
        let judged = judge(&points, sign);
        for (judgement, &v) in judged.iter().zip(scene.corner_indices(e)) {
            let count = &counts[v as usize - first];
            match judgement {
                Judgement::Unsure => count.fetch_or(FAILED, Relaxed),
                Judgement::Covers => count.fetch_add(1, Relaxed),
                Judgement::Apart => continue,
            };
        }
    });
    verdicts.par_iter().with_min_len(4096).enumerate().for_each(|(v, verdict)| {
        let once = counts[v].load(Relaxed) == 1;
        let free = once && cycles.closed[v];
        verdict.store(if free { FREE } else { UNSURE }, Relaxed);
    });
}

/// The sign of most of the first tetrahedra: meshes list their corners one way or the other.
fn usual_sign(scene: &Scene, object: &Object) -> f64 {
    const LOOKED_AT: usize = 15;
    let signs = object.elements().take(LOOKED_AT).map(|e| match scene.element(e) {
        Element::Tetrahedron([a, b, c, d]) => (b - a).cross(c - a).dot(d - a).signum(),
        Element::Triangle(_) => 0.0,
    });
    if signs.sum::<f64>() < 0.0 { -1.0 } else { 1.0 }
}

/// What one tetrahedron says about the star of one of its corners.
#[derive(Clone, Copy)]
enum Judgement {
    /// Flat, of the wrong sign, or its border too near the direction.
    Unsure,
    /// Of the right sign, and does not cover the direction.
    Apart,
    /// Of the right sign, and covers the direction.
    Covers,
}

const UNIT_ROUNDOFF: f64 = f64::EPSILON / 2.0;

/// Judges all four corners of a tetrahedron.
///
/// With `X, Y, Z` the extents of its box, the volume is off by at most `46u XYZ`, as in
/// `narrow/filter.rs`, and `det(r, e, f)`, with the direction `r` exact and its coordinates below
/// one, by at most `14u (YZ + ZX + XY)`.
fn judge(points: &[DVec3; 4], sign: f64) -> [Judgement; 4] {
    let [a, b, c, d] = *points;
    let reach = a.max(b).max(c.max(d)) - a.min(b).min(c.min(d));
    const SMALLEST: f64 = f64::from_bits((1023 - 200) << 52);
    const LARGEST: f64 = f64::from_bits((1023 + 200) << 52);
    let fits = |x: f64| (SMALLEST..=LARGEST).contains(&x);
    if !(fits(reach.x) && fits(reach.y) && fits(reach.z)) {
        return [Judgement::Unsure; 4];
    }
    let volume = (b - a).cross(c - a).dot(d - a) * sign;
    if volume <= 64.0 * UNIT_ROUNDOFF * reach.x * reach.y * reach.z {
        return [Judgement::Unsure; 4];
    }
    let bound = 32.0 * UNIT_ROUNDOFF * (reach.y * reach.z + reach.z * reach.x + reach.x * reach.y);
    // The coordinates of the direction in the cone of a corner are, up to the volume, its fluxes
    // through the three faces there, so four fluxes serve all corners. Opposite corners 0 to 3:
    let flux = |p: DVec3, q: DVec3, r: DVec3| sign * ODD_DIRECTION.dot((q - p).cross(r - p));
    let faces = [flux(b, d, c), flux(a, c, d), flux(a, d, b), flux(a, b, c)];
    std::array::from_fn(|corner| {
        let (mut covers, mut apart) = (true, false);
        for face in (0..4).filter(|&face| face != corner) {
            covers &= faces[face] > bound;
            apart |= faces[face] < -bound;
        }
        match (covers, apart) {
            (true, _) => Judgement::Covers,
            (_, true) => Judgement::Apart,
            _ => Judgement::Unsure,
        }
    })
}
