//! Pairs that an axis proves to be out of reach, eight at a time.

use super::elements::Elements;
use crate::broad::Lattice;

const LANES: usize = 8;
/// Elements with more corners are not sifted.
const MOST_CORNERS: usize = 4;

/// A lattice point is less than one unit off along each axis, so an element less than `sqrt(3)`, and
/// two of them less than 4.
const OFF: f32 = 4.0;
/// Roundings of `f32`, as a share of the axis and both diameters: a difference of lattice points, a
/// product, two sums, the middle (which is the same wherever it is used), a root and what follows make
/// less than 32 units of `2^-24`.
const ROUNDING: f32 = 1.0 / (1 << 18) as f32;

/// What sifts pairs: the vertices on a lattice that does not saturate.
pub struct Far<'e, E> {
    pub elements: &'e E,
    pub diameters: &'e [f64],
    pub points: &'e [[i32; 3]],
    pub lattice: Lattice,
}

impl<E: Elements> Far<'_, E> {
    /// Lists the pairs that may be within the reach of the smaller element.
    pub fn sift(&self, pairs: &[[u32; 2]], kept: &mut Vec<[u32; 2]>) {
        kept.clear();
        if E::CORNERS > MOST_CORNERS {
            return kept.extend_from_slice(pairs);
        }
        pulp::Arch::new().dispatch(Sift { far: self, pairs, kept });
    }

    /// For each of up to eight pairs, whether the axis from middle to middle proves that they are out
    /// of reach. All lengths are in lattice units, and heights are taken from the first element's
    /// first corner.
    #[inline(always)]
    fn are_far(&self, pairs: &[[u32; 2]]) -> [bool; LANES] {
        let [a, b] = [self.side(pairs, 0), self.side(pairs, 1)];
        let origin = a.corners[0];
        let [from, to] = [a.middle::<E>(&origin), b.middle::<E>(&origin)];
        let mut axis = [[0.0; LANES]; 3];
        for x in 0..3 {
            for lane in 0..LANES {
                axis[x][lane] = to[x][lane] - from[x][lane];
            }
        }
        let top = a.height::<E>(&origin, &axis, |height, top| height > top);
        let bottom = b.height::<E>(&origin, &axis, |height, bottom| height < bottom);
        let mut far = [false; LANES];
        for lane in 0..LANES {
            let square = (0..3).map(|x| axis[x][lane] * axis[x][lane]).sum::<f32>();
            let length = square.sqrt();
            let (of_a, of_b) = (a.diameters[lane], b.diameters[lane]);
            let smaller = if of_a < of_b { of_a } else { of_b };
            let reach = smaller * 0.5 + OFF + (of_a + of_b + length) * ROUNDING;
            far[lane] = bottom[lane] - top[lane] > reach * length;
        }
        far
    }

    #[inline(always)]
    fn side(&self, pairs: &[[u32; 2]], side: usize) -> Side {
        let mut own = Side::EMPTY;
        for lane in 0..LANES {
            let element = pairs[lane.min(pairs.len() - 1)][side] as usize;
            own.diameters[lane] = self.lattice.units(self.diameters[element]) as f32;
            let vertices = self.elements.vertices(element);
            for (corner, &vertex) in own.corners[..E::CORNERS].iter_mut().zip(vertices.as_ref()) {
                let point = self.points[vertex as usize];
                for x in 0..3 {
                    corner[x][lane] = point[x];
                }
            }
        }
        own
    }
}

/// What sifts a list of pairs.
///
/// The loops are compiled for the machine's vector instructions too, and chosen when the program
/// runs: on x86-64 AVX2 where there is, else SSE2. As a type with a function, because a closure that
/// could be called twice is not inlined into the code that was compiled so.
struct Sift<'s, E> {
    far: &'s Far<'s, E>,
    pairs: &'s [[u32; 2]],
    kept: &'s mut Vec<[u32; 2]>,
}

impl<E: Elements> pulp::NullaryFnOnce for Sift<'_, E> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        for pairs in self.pairs.chunks(LANES) {
            let far = self.far.are_far(pairs);
            for (&pair, far) in pairs.iter().zip(far) {
                if !far {
                    self.kept.push(pair);
                }
            }
        }
    }
}

/// The first or the second elements of eight pairs; fewer are filled up with the last.
struct Side {
    corners: [[[i32; LANES]; 3]; MOST_CORNERS],
    diameters: [f32; LANES],
}

impl Side {
    const EMPTY: Side = Side { corners: [[[0; LANES]; 3]; MOST_CORNERS], diameters: [0.0; LANES] };

    /// The middles, from the origins on.
    #[inline(always)]
    fn middle<E: Elements>(&self, origin: &[[i32; LANES]; 3]) -> [[f32; LANES]; 3] {
        let mut middle = [[0.0; LANES]; 3];
        for corner in &self.corners[..E::CORNERS] {
            for x in 0..3 {
                for lane in 0..LANES {
                    let from_origin = corner[x][lane].wrapping_sub(origin[x][lane]) as f32;
                    middle[x][lane] += from_origin * (1.0 / E::CORNERS as f32);
                }
            }
        }
        middle
    }

    /// The height over the origin, along an axis, of the corner that exceeds the others.
    #[inline(always)]
    fn height<E: Elements>(
        &self,
        origin: &[[i32; LANES]; 3],
        axis: &[[f32; LANES]; 3],
        exceeds: impl Fn(f32, f32) -> bool,
    ) -> [f32; LANES] {
        let mut best = [0.0; LANES];
        for (n, corner) in self.corners[..E::CORNERS].iter().enumerate() {
            for lane in 0..LANES {
                let along =
                    |x: usize| corner[x][lane].wrapping_sub(origin[x][lane]) as f32 * axis[x][lane];
                let height = along(0) + along(1) + along(2);
                let better = (n == 0) | exceeds(height, best[lane]);
                best[lane] = if better { height } else { best[lane] };
            }
        }
        best
    }
}
