//! Which features of two triangles seem to be nearest, in single precision.

use super::{DoubleVector, FIRST_OF_FACES};
use crate::geometry::lanes::{Floats, LaneNumber, LaneVector, Lanes};

type FloatNumber<S> = LaneNumber<S, Floats>;
type FloatVector<S> = LaneVector<S, Floats>;

/// Which of [`FEATURES`] seem to be nearest, in single precision.
#[inline(always)]
pub(super) fn nearest_features<S: Lanes>(
    simd: S,
    [low, high]: &[[DoubleVector<S>; 5]; 2],
) -> FloatNumber<S> {
    let zero = LaneNumber::splat(simd, 0.0);
    let origin = LaneVector { x: zero, y: zero, z: zero };
    let a = LaneVector::from_doubles(simd, [low[0], high[0]]);
    let b = LaneVector::from_doubles(simd, [low[1], high[1]]);
    let c = LaneVector::from_doubles(simd, [low[2], high[2]]);
    let d = LaneVector::from_doubles(simd, [low[3], high[3]]);
    let e = LaneVector::from_doubles(simd, [low[4], high[4]]);
    let one = Triangles::new(simd, [origin, a, b]);
    let other = Triangles::new(simd, [c, d, e]);
    let gaps = [[origin - c, origin - d, origin - e], [a - c, a - d, a - e], [b - c, b - d, b - e]];
    let mut nearest = Nearest::unknown(simd);
    nearest.try_edges(&one, &other, &gaps);
    let faces = FIRST_OF_FACES as f64;
    let face = Face::new(simd, &other);
    nearest.try_corner(faces, gaps[0][0], &face);
    nearest.try_corner(faces + 1.0, gaps[1][0], &face);
    nearest.try_corner(faces + 2.0, gaps[2][0], &face);
    // The differences are the other way round.
    let face = Face::new(simd, &one).opposite(zero);
    nearest.try_corner(faces + 3.0, gaps[0][0], &face);
    nearest.try_corner(faces + 4.0, gaps[0][1], &face);
    nearest.try_corner(faces + 5.0, gaps[0][2], &face);
    nearest.features
}

/// Eight triangles.
struct Triangles<S: Lanes> {
    /// From each corner to the next.
    edges: [FloatVector<S>; 3],
    squares: [FloatNumber<S>; 3],
    inverse_squares: [FloatNumber<S>; 3],
}

impl<S: Lanes> Triangles<S> {
    #[inline(always)]
    fn new(simd: S, [a, b, c]: [FloatVector<S>; 3]) -> Triangles<S> {
        let edges = [b - a, c - b, a - c];
        let [e, f, g] = edges;
        let squares = [e.dot(e), f.dot(f), g.dot(g)];
        let unit = LaneNumber::splat(simd, 1.0);
        let least = LaneNumber::splat(simd, f64::from(f32::MIN_POSITIVE));
        let inverse_squares = [
            unit / squares[0].max(least),
            unit / squares[1].max(least),
            unit / squares[2].max(least),
        ];
        Triangles { edges, squares, inverse_squares }
    }
}

/// Eight faces, from their first corner.
struct Face<S: Lanes> {
    /// To the two others.
    sides: [FloatVector<S>; 2],
    /// The parts of a vector along the sides are its products with these.
    duals: [FloatVector<S>; 2],
}

impl<S: Lanes> Face<S> {
    #[inline(always)]
    fn new(simd: S, triangles: &Triangles<S>) -> Face<S> {
        let zero = LaneNumber::splat(simd, 0.0);
        let [one, _, back] = triangles.edges;
        let other = LaneVector { x: zero, y: zero, z: zero } - back;
        let normal = one.cross(other);
        let least = LaneNumber::splat(simd, f64::from(f32::MIN_POSITIVE));
        let inverse = LaneNumber::splat(simd, 1.0) / normal.dot(normal).max(least);
        let duals = [other.cross(normal) * inverse, normal.cross(one) * inverse];
        Face { sides: [one, other], duals }
    }

    #[inline(always)]
    fn opposite(self, zero: FloatNumber<S>) -> Face<S> {
        let zero = LaneVector { x: zero, y: zero, z: zero };
        let ([a, b], [c, d]) = (self.sides, self.duals);
        Face { sides: [zero - a, zero - b], duals: [zero - c, zero - d] }
    }
}

/// The nearest features of eight pairs, as far as known.
struct Nearest<S: Lanes> {
    simd: S,
    zero: FloatNumber<S>,
    one: FloatNumber<S>,
    least: FloatNumber<S>,
    infinity: FloatNumber<S>,
    square: FloatNumber<S>,
    features: FloatNumber<S>,
}

impl<S: Lanes> Nearest<S> {
    #[inline(always)]
    fn unknown(simd: S) -> Nearest<S> {
        let number = |value: f64| LaneNumber::splat(simd, value);
        let infinity = number(f64::INFINITY);
        let least = number(f64::from(f32::MIN_POSITIVE));
        let [zero, one] = [number(0.0), number(1.0)];
        Nearest { simd, zero, one, least, infinity, square: infinity, features: zero }
    }

    #[inline(always)]
    fn keep_nearer(&mut self, feature: f64, square: FloatNumber<S>) {
        // A square that is not a number is not nearer.
        let feature = LaneNumber::splat(self.simd, feature);
        self.features = square.select_up_to(self.square, feature, self.features);
        self.square = square.select_up_to(self.square, square, self.square);
    }

    #[inline(always)]
    fn to_unit(&self, number: FloatNumber<S>) -> FloatNumber<S> {
        number.min(self.one).max(self.zero)
    }

    /// All pairs of edges: the point of the first that is nearest to the line of the other, the point of
    /// the other nearest to that, and back.
    #[inline(always)]
    fn try_edges(&mut self, a: &Triangles<S>, b: &Triangles<S>, gaps: &[[FloatVector<S>; 3]; 3]) {
        for i in 0..3 {
            for j in 0..3 {
                let (own, other, gap) = (a.edges[i], b.edges[j], gaps[i][j]);
                let (along_own, along_other, both) = (own.dot(gap), other.dot(gap), own.dot(other));
                let volume = (a.squares[i] * b.squares[j] - both * both).max(self.least);
                let s = self.to_unit((both * along_other - along_own * b.squares[j]) / volume);
                let t = self.to_unit((both * s + along_other) * b.inverse_squares[j]);
                let s = self.to_unit((both * t - along_own) * a.inverse_squares[i]);
                let difference = gap + own * s - other * t;
                self.keep_nearer((3 * i + j) as f64, difference.dot(difference));
            }
        }
    }

    /// A corner and the inside of a face, given the difference of the corner and the face's first.
    #[inline(always)]
    fn try_corner(&mut self, feature: f64, gap: FloatVector<S>, face: &Face<S>) {
        let (s, t) = (gap.dot(face.duals[0]), gap.dot(face.duals[1]));
        let least = s.min(t).min(self.one - s - t);
        let difference = gap - face.sides[0] * s - face.sides[1] * t;
        let square = difference.dot(difference);
        self.keep_nearer(feature, self.zero.select_up_to(least, square, self.infinity));
    }
}
