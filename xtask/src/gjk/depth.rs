//! Minimum translation vectors: does the move part the shapes, and does no shorter one?

use super::shapes::{Shape, pair};
use super::{Family, SHOWN};
use jostle::DVec3;
use jostle::convex::{Overlap, Penetration, SupportMap, intersects, penetration, separating_axes};
use jostle::mesh::grouped;
use jostle_oracle::cases::Prng;
use rayon::prelude::*;

/// All that came out.
#[derive(Default)]
pub struct Row {
    pub overlaps: usize,
    pub compared: usize,
    /// Worst excess of the depth over what was proven to be needed, over the error promised.
    pub excess: f64,
    pub wrong: Vec<String>,
}

/// Looks for overlaps among so many pairs of each family and judges them by as many directions.
pub fn compare(first: u64, count: u64, directions: usize) -> Row {
    let rows = Family::ALL.into_iter().map(|family| {
        let one = |i: u64| judge(family, first.wrapping_add(i), directions);
        (0..count).into_par_iter().map(one).reduce(Row::default, Row::and)
    });
    rows.fold(Row::default(), Row::and)
}

impl Row {
    fn and(mut self, other: Row) -> Row {
        self.overlaps += other.overlaps;
        self.compared += other.compared;
        self.excess = self.excess.max(other.excess);
        self.wrong.extend(other.wrong);
        self
    }

    pub fn print(&self, directions: usize) {
        println!(
            "\ndepth: {} overlaps, {} directions each, {} of them by separating axes too; \
             {} wrong; depth over what is proven to be needed: {:.2} of the error",
            grouped(self.overlaps),
            grouped(directions),
            grouped(self.compared),
            self.wrong.len(),
            self.excess
        );
        for message in self.wrong.iter().take(SHOWN) {
            println!("    {message}");
        }
    }
}

fn judge(family: Family, seed: u64, directions: usize) -> Row {
    let (a, b) = pair(family, seed);
    let found = a.with(&mut |a| b.with(&mut |b| penetration(&a, &b).expect("finite")));
    let Penetration::Overlap(overlap) = found else { return Row::default() };
    let mut wrong = check(&a, &b, &overlap, directions, seed);
    let mut compared = 0;
    let by_axes = match (&a, &b) {
        (Shape::Tetrahedron(a), Shape::Tetrahedron(b)) => separating_axes::tetrahedra(a, b).ok(),
        (Shape::Box(a), Shape::Box(b)) => separating_axes::boxes(a, b).ok(),
        _ => None,
    };
    match by_axes {
        Some(Penetration::Overlap(other)) => {
            compared = 1;
            if (overlap.depth - other.depth).abs() > overlap.error + other.error {
                let (e, s) = (overlap.depth, other.depth);
                wrong.get_or_insert(format!("EPA {e:e}, separating axes {s:e}"));
            }
            if let Some(message) = check(&a, &b, &other, directions / 10, seed) {
                wrong.get_or_insert(format!("separating axes: {message}"));
            }
        }
        Some(Penetration::Apart(_)) => wrong = Some("separating axes say apart".to_owned()),
        None => {}
    }
    let excess = (overlap.depth - overlap.least) / overlap.error.max(f64::MIN_POSITIVE);
    if excess > 1.0 {
        wrong.get_or_insert(format!("depth {:e}, least {:e}", overlap.depth, overlap.least));
    }
    let wrong = wrong.map(|what| format!("{} seed {seed}: {what}", family.name()));
    Row { overlaps: 1, compared, excess, wrong: wrong.into_iter().collect() }
}

fn check(a: &Shape, b: &Shape, overlap: &Overlap, directions: usize, seed: u64) -> Option<String> {
    if !(overlap.depth.is_finite() && overlap.depth >= 0.0 && overlap.axis.is_normalized()) {
        return Some(format!("depth {} along {}", overlap.depth, overlap.axis));
    }
    // Moving rounds the vertices, which is no fault of the vector.
    let far = a.vertices().into_iter().chain(b.vertices()).flatten();
    let far = far.fold(overlap.depth, |far, x| far.max(x.abs()));
    let room = 2.0 * overlap.error + 16.0 * f64::EPSILON * far;
    if meet_after(a, b, overlap.axis * (overlap.depth + room)) {
        return Some(format!("moved by {} along {}: not parted", overlap.depth, overlap.axis));
    }
    let prng = &mut Prng::new(seed);
    let shorter = overlap.depth - room;
    for _ in 0..if shorter > 0.0 { directions } else { 0 } {
        let v = DVec3::from_array([0; 3].map(|_| prng.between(-1.0, 1.0))).normalize_or(DVec3::X);
        if !meet_after(a, b, v * shorter) {
            return Some(format!("{} along {v} is enough, not {}", shorter, overlap.depth));
        }
    }
    let [p, q] = overlap.points;
    let opposite = (p - q - overlap.axis * overlap.depth).length();
    (opposite > room + 1e-9 * overlap.depth)
        .then(|| format!("the points {p} and {q} are not {} apart", overlap.depth))
}

/// Whether the shapes still meet once the second is moved.
fn meet_after(a: &Shape, b: &Shape, by: DVec3) -> bool {
    a.with(&mut |a| b.with(&mut |b| intersects(&a, &Moved { shape: b, by }).expect("finite")))
}

struct Moved<'s> {
    shape: &'s dyn SupportMap,
    by: DVec3,
}

impl SupportMap for Moved<'_> {
    fn vertex_count(&self) -> usize {
        self.shape.vertex_count()
    }

    fn vertex(&self, index: usize) -> DVec3 {
        self.shape.vertex(index) + self.by
    }

    fn support(&self, direction: DVec3) -> usize {
        self.shape.support(direction)
    }

    fn middle(&self) -> DVec3 {
        self.shape.middle() + self.by
    }

    fn extent(&self) -> f64 {
        self.shape.extent()
    }

    fn slack(&self) -> f64 {
        let far = self.middle().length() + self.by.length() + self.shape.extent();
        self.shape.slack() + 2.0 * f64::EPSILON * far
    }

    fn radius(&self) -> f64 {
        self.shape.radius()
    }
}
