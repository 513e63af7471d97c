//! Checks of minimum translation vectors: the move separates the shapes, and no shorter one does.

use super::shapes::{Shape, pair};
use super::{Family, SHOWN};
use jostle::DVec3;
use jostle::convex::{
    MinimumTranslation, Penetration, SupportMap, intersects, penetration, separating_axes,
};
use jostle_oracle::cases::SplitMix64;
use jostle_support::text::grouped;
use rayon::prelude::*;

/// What the checks of overlaps found.
#[derive(Default)]
pub struct DepthReport {
    pub overlaps: usize,
    pub compared: usize,
    /// Worst excess of the depth over what was proven to be needed, over the error promised.
    pub excess: f64,
    pub wrong: Vec<String>,
}

/// Looks for overlaps among so many pairs of each family and checks each along so many directions.
pub fn compare(first: u64, count: u64, directions: usize) -> DepthReport {
    let rows = Family::ALL.into_iter().map(|family| {
        let one = |i: u64| check_pair(family, first.wrapping_add(i), directions);
        (0..count).into_par_iter().map(one).reduce(DepthReport::default, DepthReport::merged)
    });
    rows.fold(DepthReport::default(), DepthReport::merged)
}

impl DepthReport {
    fn merged(mut self, other: DepthReport) -> DepthReport {
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

fn check_pair(family: Family, seed: u64, directions: usize) -> DepthReport {
    let (a, b) = pair(family, seed);
    let found = a.with(&mut |a| b.with(&mut |b| penetration(&a, &b).expect("finite")));
    let Penetration::Overlap(overlap) = found else { return DepthReport::default() };
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
    DepthReport { overlaps: 1, compared, excess, wrong: wrong.into_iter().collect() }
}

fn check(
    a: &Shape,
    b: &Shape,
    overlap: &MinimumTranslation,
    directions: usize,
    seed: u64,
) -> Option<String> {
    if !(overlap.depth.is_finite() && overlap.depth >= 0.0 && overlap.axis.is_normalized()) {
        return Some(format!("depth {} along {}", overlap.depth, overlap.axis));
    }
    // Moving rounds the vertices, which is no fault of the vector.
    let far = a.vertices().into_iter().chain(b.vertices()).flatten();
    let far = far.fold(overlap.depth, |far, x| far.max(x.abs()));
    let tolerance = 2.0 * overlap.error + 16.0 * f64::EPSILON * far;
    if meet_after(a, b, overlap.axis * (overlap.depth + tolerance)) {
        return Some(format!("moved by {} along {}: not separated", overlap.depth, overlap.axis));
    }
    let prng = &mut SplitMix64::new(seed);
    let shorter = overlap.depth - tolerance;
    for _ in 0..if shorter > 0.0 { directions } else { 0 } {
        let v = DVec3::from_array([0; 3].map(|_| prng.between(-1.0, 1.0))).normalize_or(DVec3::X);
        if !meet_after(a, b, v * shorter) {
            return Some(format!("{} along {v} is enough, not {}", shorter, overlap.depth));
        }
    }
    let [p, q] = overlap.points;
    let opposite = (p - q - overlap.axis * overlap.depth).length();
    (opposite > tolerance + 1e-9 * overlap.depth)
        .then(|| format!("the points {p} and {q} are not {} apart", overlap.depth))
}

/// Whether the shapes still meet once the second is moved.
fn meet_after(a: &Shape, b: &Shape, by: DVec3) -> bool {
    a.with(&mut |a| {
        b.with(&mut |b| intersects(&a, &TranslatedShape { shape: b, by }).expect("finite"))
    })
}

struct TranslatedShape<'s> {
    shape: &'s dyn SupportMap,
    by: DVec3,
}

impl SupportMap for TranslatedShape<'_> {
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
