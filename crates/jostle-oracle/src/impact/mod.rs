//! First contact of two moving features, in exact arithmetic: a point and a triangle, or two segments.
//!
//! Every corner moves along a straight line at constant speed, `p(t) = (1 - t) p(0) + t p(1)` for `t`
//! from 0 to 1. There is contact at `t` if the convex hulls of the corners of the two features at `t`
//! have a common point: a triangle without area is the segment or the point that it is.
//!
//! # Contact at one time
//!
//! Both pairs consist of the same parts: a normal `n`, a volume, and some point-edge pairs. Of the
//! corners `x` and `y` of an edge, seen from a point `o`, the cross product `(x - o) × (y - o)` and
//! the dot product `(x - o) · (y - o)` are needed.
//!
//! | | point `p`, triangle `a b c` | segments `a0 a1`, `b0 b1` |
//! | --- | --- | --- |
//! | normal | `(b - a) × (c - a)` | `(a1 - a0) × (b1 - b0)` |
//! | volume | `n · (a - p)` | `n · (b0 - a0)` |
//! | point-edge pairs | `p` with `b c`, `c a` and `a b` | `a0` with `b0 b1`, `a1` with `b1 b0`, `b0` with `a1 a0`, `b1` with `a0 a1` |
//!
//! If `n` is not zero there is contact if and only if the volume is zero and no cross product points
//! against `n`. That the volume is zero says that all corners are in one plane; then the cross
//! products are multiples of `n`, and the factors are the barycentric coordinates of `p` in `a b c`,
//! or `s`, `1 - s`, `r` and `1 - r` for the point `a0 + s (a1 - a0) = b0 + r (b1 - b0)` where the
//! lines cross. Multiples are compared in any component in which `n` is not zero.
//!
//! If `n` is zero there is contact if and only if in one of the pairs the point is on the edge: a
//! triangle without area is the union of its edges, and where two segments on parallel lines, or one
//! of them a point, have a common point, an end of one is on the other. A point `o` is on the edge
//! `x y` if and only if the cross product is zero and the dot product is not above zero.
//!
//! # The first time
//!
//! So whether there is contact at `t` is a function of the signs of finitely many polynomials at `t`:
//! the volume, and the components and dot products above. Between consecutive roots of those that
//! are not zero throughout no sign changes, so nor does the answer. Hulls of points that move
//! continuously are compact and move continuously, so the times of contact are a closed set, and
//! its least one is not inside such an interval, whose lower end would be earlier: it is 0 or one of
//! the roots.
//!
//! Where the volume is not zero throughout its roots are enough: there is no contact without it
//! being zero, as it is where `n` is zero.
//!
//! Roots are counted, and signs at roots found, by remainder sequences of integer polynomials. The
//! engine does neither in this way.

mod first_time;
mod polynomial;
mod sturm;

pub use first_time::FirstTime;

use crate::Point;
use crate::differences::Dyadic;
use dashu_int::IBig;
use first_time::Time;
use polynomial::{BinaryFraction, Polynomial};
use std::cmp::Ordering;
use sturm::Root;

/// When a moving point first touches a moving triangle, if it does.
///
/// The corners are the point and the three of the triangle.
///
/// # Panics
///
/// If a coordinate is not finite.
pub fn vertex_face(start: &[Point; 4], end: &[Point; 4]) -> Option<FirstTime> {
    Contact::of_vertex_face(&paths(start, end)).first_time()
}

/// When two moving segments first touch, if they do.
///
/// The corners are the two of one segment and the two of the other.
///
/// # Panics
///
/// If a coordinate is not finite.
pub fn edge_edge(start: &[Point; 4], end: &[Point; 4]) -> Option<FirstTime> {
    Contact::of_edge_edge(&paths(start, end)).first_time()
}

type Vector = [Polynomial; 3];

/// Where the corners are, as linear polynomials in time.
fn paths(start: &[Point; 4], end: &[Point; 4]) -> [Vector; 4] {
    assert!(
        start.iter().chain(end).flatten().all(|x| x.is_finite()),
        "not finite: {start:?} {end:?}"
    );
    // Contact stays if an axis is scaled: each has its own power of two.
    let finest: [i32; 3] = std::array::from_fn(|axis| {
        let numbers = start.iter().chain(end).map(|p| Dyadic::from_f64(p[axis]));
        numbers.filter(|x| x.odd != 0).map(|x| x.exponent).min().unwrap_or(0)
    });
    let integer = |x: f64, axis: usize| {
        let x = Dyadic::from_f64(x);
        if x.odd == 0 {
            IBig::ZERO
        } else {
            IBig::from(x.odd) << (x.exponent - finest[axis]) as usize
        }
    };
    std::array::from_fn(|i| {
        std::array::from_fn(|axis| {
            let from = integer(start[i][axis], axis);
            let by = integer(end[i][axis], axis) - &from;
            Polynomial::new(vec![from, by])
        })
    })
}

/// What decides contact, as polynomials in time.
struct Contact {
    normal: Vector,
    volume: Polynomial,
    pairs: Vec<PointEdge>,
}

/// An edge as seen from a point.
struct PointEdge {
    cross: Vector,
    dot: Polynomial,
}

impl PointEdge {
    fn new(point: &Vector, edge: [&Vector; 2]) -> PointEdge {
        let [x, y] = edge.map(|end| minus(end, point));
        PointEdge { cross: cross(&x, &y), dot: dot(&x, &y) }
    }
}

impl Contact {
    fn of_vertex_face([p, a, b, c]: &[Vector; 4]) -> Contact {
        let normal = cross(&minus(b, a), &minus(c, a));
        Contact {
            volume: dot(&normal, &minus(a, p)),
            normal,
            pairs: [[b, c], [c, a], [a, b]].map(|edge| PointEdge::new(p, edge)).into(),
        }
    }

    fn of_edge_edge([a0, a1, b0, b1]: &[Vector; 4]) -> Contact {
        let normal = cross(&minus(a1, a0), &minus(b1, b0));
        Contact {
            volume: dot(&normal, &minus(b0, a0)),
            normal,
            pairs: [(a0, [b0, b1]), (a1, [b1, b0]), (b0, [a1, a0]), (b1, [a0, a1])]
                .map(|(point, edge)| PointEdge::new(point, edge))
                .into(),
        }
    }

    /// Whether there is contact at the time where the polynomials have these signs.
    ///
    /// The time is known by nothing else: what is read here is what [`Self::polynomials`] lists.
    fn holds(&self, sign: impl Fn(&Polynomial) -> Ordering) -> bool {
        let normal = self.normal.iter().map(&sign).enumerate().find(|(_, sign)| sign.is_ne());
        match normal {
            Some((axis, normal)) => {
                sign(&self.volume).is_eq()
                    && self.pairs.iter().all(|pair| sign(&pair.cross[axis]) != normal.reverse())
            }
            None => self.pairs.iter().any(|pair| {
                pair.cross.iter().all(|component| sign(component).is_eq())
                    && sign(&pair.dot).is_le()
            }),
        }
    }

    fn polynomials(&self) -> impl Iterator<Item = &Polynomial> {
        let pairs = self.pairs.iter().flat_map(|pair| pair.cross.iter().chain([&pair.dot]));
        [&self.volume].into_iter().chain(&self.normal).chain(pairs)
    }

    fn first_time(&self) -> Option<FirstTime> {
        if self.holds(|f| f.sign_at(&BinaryFraction::ZERO)) {
            return Some(FirstTime(Time::Start));
        }
        let inside = if self.volume.is_zero() {
            let changing = self.polynomials().filter(|f| !f.is_constant());
            let mut roots: Vec<Root> = changing.flat_map(Root::all_inside).collect();
            roots.sort();
            roots
        } else {
            Root::all_inside(&self.volume)
        };
        let touching = inside.into_iter().find(|root| self.holds(|f| root.sign_of(f)));
        let at_end = || self.holds(|f| f.sign_at(&BinaryFraction::ONE)).then_some(Time::End);
        touching.map(Time::Inside).or_else(at_end).map(FirstTime)
    }
}

fn minus(x: &Vector, y: &Vector) -> Vector {
    std::array::from_fn(|axis| &x[axis] - &y[axis])
}

fn dot(x: &Vector, y: &Vector) -> Polynomial {
    let [a, b, c] = std::array::from_fn(|axis| &x[axis] * &y[axis]);
    &(&a + &b) + &c
}

fn cross(x: &Vector, y: &Vector) -> Vector {
    std::array::from_fn(|axis| {
        let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
        &(&x[i] * &y[j]) - &(&x[j] * &y[i])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::Family;
    use crate::cases::impact::{Motion, Pair, motion};

    fn contact(pair: Pair, motion: &Motion) -> Contact {
        let paths = paths(&motion.start, &motion.end);
        match pair {
            Pair::VertexFace => Contact::of_vertex_face(&paths),
            Pair::EdgeEdge => Contact::of_edge_edge(&paths),
        }
    }

    /// First contacts inside the motion, by what is special about them.
    #[derive(Debug, Default)]
    struct Seen {
        in_one_plane: u32,
        double_root: u32,
        triple_root: u32,
        zero_normal: u32,
        on_edge_between_floats: u32,
    }

    impl Seen {
        fn add(&mut self, contact: &Contact, root: &Root) {
            let vanishes = |f: &Polynomial| root.sign_of(f).is_eq();
            let slope = contact.volume.derivative();
            let count = |condition: bool| u32::from(condition);
            if contact.volume.is_zero() {
                self.in_one_plane += 1;
            } else if vanishes(&slope) {
                self.double_root += 1;
                self.triple_root += count(vanishes(&slope.derivative()));
            }
            let has_normal = !contact.normal.iter().all(vanishes);
            self.zero_normal += count(!has_normal);
            let on_edge = contact.pairs.iter().any(|pair| pair.cross.iter().all(vanishes));
            let [low, high] = FirstTime(Time::Inside(root.clone())).enclosure();
            self.on_edge_between_floats += count(has_normal && on_edge && low < high);
        }
    }

    #[test]
    fn the_generators_reach_every_special_case() {
        for pair in Pair::ALL {
            let mut seen = Seen::default();
            for seed in 0..1000 {
                let motion = motion(pair, Family::Degenerate, seed);
                let contact = contact(pair, &motion);
                if let Some(FirstTime(Time::Inside(root))) = contact.first_time() {
                    seen.add(&contact, &root);
                }
            }
            println!("{pair:?} {seen:?}");
            let Seen { in_one_plane, double_root, triple_root, zero_normal, .. } = seen;
            let least = [in_one_plane, double_root, triple_root, zero_normal];
            assert!(least.into_iter().all(|count| count >= 5), "{pair:?} {seen:?}");
            assert!(seen.on_edge_between_floats >= 5, "{pair:?} {seen:?}");
        }
    }

    /// Signs at a root of lower degree are those at the number itself.
    #[test]
    fn signs_at_a_rational_root_are_those_at_the_number() {
        let eighth = |k: i32| BinaryFraction { numerator: k.into(), bits: 3 };
        for pair in Pair::ALL {
            for seed in 0..100 {
                let contact = contact(pair, &motion(pair, Family::Degenerate, seed));
                for k in 1..8 {
                    let linear = Polynomial::new(vec![(-k).into(), 8.into()]);
                    // A second root keeps the sequence from being trivial.
                    let two = &linear * &Polynomial::new(vec![(-1).into(), 0.into(), 5.into()]);
                    let roots = Root::all_inside(&two);
                    let root = roots.iter().find(|root| root.compare_with(&eighth(k)).is_eq());
                    let root = root.expect("it is a root by construction");
                    for f in contact.polynomials() {
                        assert_eq!(root.sign_of(f), f.sign_at(&eighth(k)), "{f:?} at {k}/8");
                    }
                }
            }
        }
    }
}
