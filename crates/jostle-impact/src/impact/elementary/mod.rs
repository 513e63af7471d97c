//! The two elementary tests: a moving vertex and a moving face, and two moving edges.
//!
//! In stages, each for what the one before could not tell, with its proof beside it:
//!
//! - `floating`, in `f64` with error bounds: along the axes, then by Bernstein coefficients and
//!   bisection in time. Batches begin with `screen`, several queries at a time.
//! - `refinement`, in pairs of `f64`: for times that are to be known better than that.
//! - `exact`, in integers, with the roots of cubics told apart by signs.
//!
//! Whether features come within a distance of each other is another question, which `thickness` answers within a
//! tolerance.

mod batch;
mod contact;
mod exact;
mod floating;
mod motion;
mod refinement;
mod screen;
#[cfg(test)]
mod tests;
mod thickness;

pub(super) use batch::{Corners, IndexedQueries, decide_all, decide_until, decide_within_distance};
pub use batch::{edge_edge_batch, vertex_face_batch};
pub use thickness::{edge_edge_within_distance, vertex_face_within_distance};

use contact::Contact;
use floating::Verdict;
use glam::DVec3;
use motion::Motion;
pub(super) use motion::Pair;
use std::cmp::Ordering;
use std::ops::AddAssign;

/// The corners of a feature at both ends of a step; in between they move along straight lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swept<const N: usize> {
    /// At time 0.
    pub start: [DVec3; N],
    /// At time 1.
    pub end: [DVec3; N],
}

impl<const N: usize> Swept<N> {
    /// From corners at both ends, as vectors or as arrays of coordinates.
    #[inline]
    pub fn new<V: Into<DVec3>, W: Into<DVec3>>(start: [V; N], end: [W; N]) -> Swept<N> {
        Swept { start: start.map(Into::into), end: end.map(Into::into) }
    }
}

/// An interval that contains the time of first contact.
///
/// Both ends are equal if it is known to be that number. With a thickness they are the time that is reported,
/// which is not after the first one (see [`vertex_face_within_distance`]).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImpactTime {
    /// It is not before this.
    pub lower: f64,
    /// It is not after this.
    pub upper: f64,
}

impl ImpactTime {
    /// Whether the features touch at time 0, or are within the thickness of each other.
    pub fn at_start(&self) -> bool {
        self.upper == 0.0
    }

    /// Whether it is before another, or is the same and so are the features that it is of.
    pub(super) fn is_before(&self, other: &ImpactTime, features: impl FnOnce() -> bool) -> bool {
        let key = |time: &ImpactTime| (time.lower, time.upper);
        match key(self).partial_cmp(&key(other)).expect("times are numbers") {
            Ordering::Less => true,
            Ordering::Equal => features(),
            Ordering::Greater => false,
        }
    }
}

/// How many queries each stage decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Apart along an axis.
    pub apart: u64,
    /// In `f64`, within its error bounds.
    pub floating: u64,
    /// In `f64`, with a time that was refined in pairs of `f64`, or an axis that was.
    pub refined: u64,
    /// In integers.
    pub exact: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.apart += other.apart;
        self.floating += other.floating;
        self.refined += other.refined;
        self.exact += other.exact;
    }
}

/// When a moving point first touches a moving triangle: between two neighbouring `f64`, or the one
/// that it is.
pub fn vertex_face(vertex: &Swept<1>, face: &Swept<3>) -> Option<ImpactTime> {
    vertex_face_within(vertex, face, 0.0)
}

/// When two moving edges first touch: between two neighbouring `f64`, or the one that it is.
pub fn edge_edge(a: &Swept<2>, b: &Swept<2>) -> Option<ImpactTime> {
    edge_edge_within(a, b, 0.0)
}

/// As [`vertex_face`], where an interval of time that is no longer than the tolerance will do; the
/// verdict is as exact.
pub fn vertex_face_within(
    vertex: &Swept<1>,
    face: &Swept<3>,
    tolerance: f64,
) -> Option<ImpactTime> {
    first_time(
        Pair::VertexFace,
        &vertex_face_motion(vertex, face),
        tolerance,
        &mut Tally::default(),
    )
}

/// As [`edge_edge`], where an interval of time that is no longer than the tolerance will do; the
/// verdict is as exact.
pub fn edge_edge_within(a: &Swept<2>, b: &Swept<2>, tolerance: f64) -> Option<ImpactTime> {
    first_time(Pair::EdgeEdge, &edge_edge_motion(a, b), tolerance, &mut Tally::default())
}

#[inline(always)]
fn vertex_face_motion(vertex: &Swept<1>, face: &Swept<3>) -> Motion {
    let join = |[p]: [DVec3; 1], [a, b, c]: [DVec3; 3]| {
        [p.to_array(), a.to_array(), b.to_array(), c.to_array()]
    };
    Motion { start: join(vertex.start, face.start), end: join(vertex.end, face.end) }
}

#[inline(always)]
fn edge_edge_motion(a: &Swept<2>, b: &Swept<2>) -> Motion {
    let join = |[a, b]: [DVec3; 2], [c, d]: [DVec3; 2]| {
        [a.to_array(), b.to_array(), c.to_array(), d.to_array()]
    };
    Motion { start: join(a.start, b.start), end: join(a.end, b.end) }
}

#[inline(always)]
fn first_time(
    pair: Pair,
    motion: &Motion,
    tolerance: f64,
    tally: &mut Tally,
) -> Option<ImpactTime> {
    if floating::are_apart_along_an_axis(pair, motion) {
        tally.apart += 1;
        return None;
    }
    first_time_unless_apart(pair, motion, tolerance, tally)
}

/// For features that no axis separates.
#[inline(never)]
fn first_time_unless_apart(
    pair: Pair,
    motion: &Motion,
    tolerance: f64,
    tally: &mut Tally,
) -> Option<ImpactTime> {
    let contact = Contact::new(pair, motion);
    if contact.is_in_range() {
        let verdict = contact.decide(tolerance);
        conclude(pair, motion, motion, verdict, tolerance, tally)
    } else {
        let scaled = motion.scaled();
        let contact = Contact::new(pair, &scaled);
        let verdict =
            if contact.is_in_range() { contact.decide(tolerance) } else { Verdict::Unsure };
        conclude(pair, motion, &scaled, verdict, tolerance, tally)
    }
}

/// The time by what floating point says about a motion that may be scaled.
#[inline(always)]
fn conclude(
    pair: Pair,
    motion: &Motion,
    scaled: &Motion,
    verdict: Verdict,
    tolerance: f64,
    tally: &mut Tally,
) -> Option<ImpactTime> {
    let refined = match verdict {
        Verdict::Miss => {
            tally.floating += 1;
            return None;
        }
        Verdict::Hit([lower, upper]) => {
            tally.floating += 1;
            return Some(ImpactTime { lower, upper });
        }
        Verdict::HitWithin(enclosure) => refinement::refined(pair, scaled, enclosure, tolerance),
        Verdict::Unsure => None,
    };
    if let Some([lower, upper]) = refined {
        tally.refined += 1;
        return Some(ImpactTime { lower, upper });
    }
    tally.exact += 1;
    exact_first_time(pair, motion)
}

#[cold]
fn exact_first_time(pair: Pair, motion: &Motion) -> Option<ImpactTime> {
    if pair.touches(&motion.start) {
        return Some(ImpactTime { lower: 0.0, upper: 0.0 });
    }
    // What does not move is as it is at the start; much of it is in one plane, which only integers can tell.
    if motion.start == motion.end {
        return None;
    }
    if let Some([lower, upper]) = exact::first_time_inside(pair, motion) {
        return Some(ImpactTime { lower, upper });
    }
    pair.touches(&motion.end).then_some(ImpactTime { lower: 1.0, upper: 1.0 })
}
