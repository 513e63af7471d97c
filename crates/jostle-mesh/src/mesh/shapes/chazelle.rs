//! Chazelle's polyhedron (1984, "Convex partitions of polyhedra: a lower bound and worst-case
//! optimal algorithm").
//!
//! kDet (2017) names it as a shape whose triangles, long and thin, meet in a quadratic number of
//! pairs: the more triangles, the more of them are close to one.

use crate::mesh::TriangleMesh;
use glam::DVec3;

/// Narrower gaps would be lost in the rounding of a renderer or of an `f32` box.
const NARROWEST: f64 = 1e-6;
const WIDEST: f64 = 0.5;

/// Half the height; the saddle reaches up to 1 and the gap to 1.5 at most.
const TOP: f64 = 2.0;

/// A box of 2 by 2 by 4 with `n` wedge-shaped notches cut in from above along x and `n` from below
/// along y; `24 n + 12` triangles.
///
/// The bottoms of the upper notches lie on the saddle `z = x y + gap`, the tops of the lower ones on
/// `z = x y - gap`, so that every notch passes every notch of the other kind at a distance of about
/// `2 gap`. There are at least 1 and at most 1,000,000 notches of a kind, and the gap is clamped to
/// `1e-6..=0.5`.
///
/// ```
/// use jostle::mesh::shapes;
///
/// let comb = shapes::chazelle(20, 0.05);
/// assert_eq!(comb.elements.len(), 24 * 20 + 12);
/// ```
pub fn chazelle(n: u32, gap: f64) -> TriangleMesh {
    let n = n.clamp(1, 1_000_000);
    let gap = if gap.is_nan() { WIDEST } else { gap.clamp(NARROWEST, WIDEST) };
    let mut mesh = TriangleMesh::default();
    for bits in 0..8 {
        let end = |bit: u32| if bits & bit != 0 { 1.0 } else { -1.0 };
        mesh.vertices.push(DVec3::new(end(1), end(2), TOP * end(4)));
    }
    for half in [Half::Upper, Half::Lower] {
        Notches { half, n, first: mesh.vertices.len() as u32 }.carve(gap, &mut mesh);
    }
    mesh
}

/// The lower half is the upper one under `(x, y, z) -> (y, -x, -z)`, which keeps the saddle and
/// swaps its sides. It is a reflection, so triangles turn over.
#[derive(Clone, Copy, PartialEq)]
enum Half {
    Upper,
    Lower,
}

/// The notches of one half with the ground between them, and the two walls that they break through,
/// all described for the upper half.
struct Notches {
    half: Half,
    n: u32,
    /// Vertex number of the first notch.
    first: u32,
}

/// Where along x.
#[derive(Clone, Copy)]
enum End {
    Near = 0,
    Far = 1,
}

impl Notches {
    fn carve(&self, gap: f64, mesh: &mut TriangleMesh) {
        self.place(gap, &mut mesh.vertices);
        let mut triangles = Vec::new();
        for j in 0..=self.n {
            self.ground(j, &mut triangles);
        }
        for j in 0..self.n {
            self.notch(j, &mut triangles);
        }
        self.wall(End::Far, &mut triangles);
        let from = triangles.len();
        self.wall(End::Near, &mut triangles);
        // The near wall is the far one seen from behind.
        triangles[from..].iter_mut().for_each(|t| t.swap(1, 2));
        if self.half == Half::Lower {
            triangles.iter_mut().for_each(|t| t.swap(1, 2));
        }
        mesh.elements.extend(triangles);
    }

    /// Three vertices at each end of a notch: its bottom and its rims.
    fn place(&self, gap: f64, vertices: &mut Vec<DVec3>) {
        let spacing = 2.0 / self.n as f64;
        // An upper notch at y = v and a lower one at x = u, of half width w, meet in plan where
        // |x - u| and |y - v| are at most w. There the upper is above x v + gap and the lower below
        // u y - gap, and x v - u y = (x - u) v - u (y - v) is above -2 w: they are apart if w is at
        // most the gap. Notches of a kind are apart if w is below half their spacing.
        let half_width = (0.25 * spacing).min(0.5 * gap);
        for j in 0..self.n {
            let y = (j as f64 + 0.5) * spacing - 1.0;
            for x in [-1.0, 1.0] {
                vertices.extend(
                    [
                        DVec3::new(x, y, x * y + gap),
                        DVec3::new(x, y - half_width, TOP),
                        DVec3::new(x, y + half_width, TOP),
                    ]
                    .map(|p| self.turn(p)),
                );
            }
        }
    }

    fn turn(&self, p: DVec3) -> DVec3 {
        match self.half {
            Half::Upper => p,
            Half::Lower => DVec3::new(p.y, -p.x, -p.z),
        }
    }

    /// A corner of the box, in the upper half's terms.
    fn corner(&self, x: End, far_y: bool, top: bool) -> u32 {
        let (x, y, z) = (x as u32, u32::from(far_y), u32::from(top));
        match self.half {
            Half::Upper => x | y << 1 | z << 2,
            Half::Lower => y | (1 - x) << 1 | (1 - z) << 2,
        }
    }

    fn bottom(&self, j: u32, end: End) -> u32 {
        self.first + 6 * j + 3 * end as u32
    }

    /// The edge of the ground before notch `j`, or the box's edge behind all of them.
    fn rim_before(&self, j: u32, end: End) -> u32 {
        if j == self.n { self.corner(end, true, true) } else { self.bottom(j, end) + 1 }
    }

    /// The edge of the ground after notch `j - 1`, or the box's edge before all of them.
    fn rim_after(&self, j: u32, end: End) -> u32 {
        if j == 0 { self.corner(end, false, true) } else { self.bottom(j - 1, end) + 2 }
    }

    /// The ground between two notches.
    fn ground(&self, j: u32, triangles: &mut Vec<[u32; 3]>) {
        let [a, b] = [End::Near, End::Far].map(|end| self.rim_after(j, end));
        let [d, c] = [End::Near, End::Far].map(|end| self.rim_before(j, end));
        triangles.extend([[a, b, c], [a, c, d]]);
    }

    /// The two sides of a notch.
    fn notch(&self, j: u32, triangles: &mut Vec<[u32; 3]>) {
        let [a, b] = [End::Near, End::Far].map(|end| self.rim_before(j, end));
        let [d, c] = [End::Near, End::Far].map(|end| self.bottom(j, end));
        let [f, e] = [End::Near, End::Far].map(|end| self.rim_after(j + 1, end));
        triangles.extend([[a, b, c], [a, c, d], [d, c, e], [d, e, f]]);
    }

    /// A wall with the notches' profile. The bottoms of the notches lie on a line across it: below
    /// is a fan from a corner, above stand teeth.
    fn wall(&self, end: End, triangles: &mut Vec<[u32; 3]>) {
        let [left, right] = [false, true].map(|far_y| self.corner(end, far_y, false));
        let last = self.n - 1;
        triangles.push([left, self.rim_before(0, end), self.rim_after(0, end)]);
        triangles.push([left, self.bottom(0, end), self.rim_before(0, end)]);
        for j in 0..last {
            let [a, b] = [self.bottom(j, end), self.bottom(j + 1, end)];
            let [d, c] = [self.rim_after(j + 1, end), self.rim_before(j + 1, end)];
            triangles.extend([[left, b, a], [a, b, c], [a, c, d]]);
        }
        triangles.push([left, right, self.bottom(last, end)]);
        triangles.push([right, self.rim_after(self.n, end), self.bottom(last, end)]);
        triangles.push([right, self.rim_before(self.n, end), self.rim_after(self.n, end)]);
    }
}
