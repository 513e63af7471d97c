//! From a translation that parts two objects to a shorter one.
//!
//! At a translation that parts them, the nearest elements are held apart by a plane; other translations beyond that
//! plane hold these elements apart too. The shortest that is beyond the planes met lately is tried, and if something
//! else is in the way, a part of the way there. (The projections of PolyDepth, Je, Tang, Lee, Lee and Kim
//! 2012, with distances in place of continuous collision detection.)

use super::placement::Clearance;
use glam::DVec3;

/// Planes that are kept: the last few, since those of features left behind mean nothing.
const MOST_PLANES: usize = 6;

/// Shorter translations from one start.
const MOST_STEPS: usize = 40;

/// Beyond it, `normal . t >= height`, the elements that were nearest stay apart.
#[derive(Clone, Copy, Debug)]
struct Plane {
    normal: DVec3,
    height: f64,
}

/// The shortest translation found from one that parts the objects, as `clearance` says; at least `rounding` is left
/// between the objects where they are nearest.
pub(super) fn descend(
    start: DVec3,
    rounding: f64,
    clearance: &mut impl FnMut(DVec3) -> Option<Clearance>,
) -> Option<DVec3> {
    let mut best = start;
    let mut there = clearance(best)?;
    let mut planes: Vec<Plane> = Vec::new();
    for _ in 0..MOST_STEPS {
        let height = there.normal.dot(best) - there.distance + 2.0 * rounding;
        planes.push(Plane { normal: there.normal, height });
        if planes.len() > MOST_PLANES {
            planes.remove(0);
        }
        let length = best.length();
        let is_shorter = |t: DVec3| t.length() < length - (length * 1e-9).max(rounding);
        // Beyond the last plane alone is shortest. Planes hold elements apart that need not be any more, so the more
        // are heeded, the less is gained, and the more likely nothing is in the way.
        let heeded = [1, 2, 3, MOST_PLANES].map(|count| planes.len().saturating_sub(count));
        let targets = heeded.map(|first| nearest_beyond(&planes[first..]));
        let widest = targets[targets.len() - 1];
        let part = [0.5, 0.25, 0.0625].map(|share| best + (widest - best) * share);
        // Straight towards the origin by the distance they stay apart, whatever is in the way.
        let safe = best * (1.0 - (there.distance - rounding).max(0.0) / length).max(0.0);
        let mut tried = DVec3::NAN;
        let mut ways = targets.into_iter().chain(part).chain([safe]);
        let next = ways.by_ref().filter(|&t| is_shorter(t)).find_map(|t| {
            let is_new = t != tried;
            tried = t;
            is_new.then(|| clearance(t)).flatten().map(|found| (t, found))
        });
        let Some((t, found)) = next else { break };
        (best, there) = (t, found);
    }
    Some(best)
}

/// The shortest vector beyond all planes, or beyond the last if there is none.
fn nearest_beyond(planes: &[Plane]) -> DVec3 {
    let is_beyond = |t: DVec3| {
        planes.iter().all(|p| p.normal.dot(t) >= p.height - 1e-12 * (p.height.abs() + t.length()))
    };
    let mut candidates = vec![DVec3::ZERO];
    for (i, p) in planes.iter().enumerate() {
        candidates.push(p.normal * p.height);
        for (j, q) in planes[..i].iter().enumerate() {
            let along = p.normal.cross(q.normal);
            let square = along.length_squared();
            // The nearest point of the line of two planes that are not almost parallel.
            if square > 1e-12 {
                let at = q.normal.cross(along) * p.height + along.cross(p.normal) * q.height;
                candidates.push(at / square);
            }
            for r in &planes[..j] {
                let volume = along.dot(r.normal);
                if volume.abs() > 1e-9 {
                    let at = q.normal.cross(r.normal) * p.height
                        + r.normal.cross(p.normal) * q.height
                        + along * r.height;
                    candidates.push(at / volume);
                }
            }
        }
    }
    let beyond = candidates.into_iter().filter(|&t| t.is_finite() && is_beyond(t));
    let nearest = beyond.min_by(|s, t| s.length_squared().total_cmp(&t.length_squared()));
    let last = planes[planes.len() - 1];
    nearest.unwrap_or(last.normal * last.height)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_point_beyond_planes_is_on_as_many_as_needed() {
        let plane = |normal: DVec3, height: f64| Plane { normal: normal.normalize(), height };
        let near = |planes: &[Plane], at: DVec3| {
            let found = nearest_beyond(planes);
            assert!(found.distance(at) < 1e-12, "{found} {at}");
        };
        near(&[plane(DVec3::X, -1.0)], DVec3::ZERO);
        near(&[plane(DVec3::X, 1.0), plane(DVec3::Y, -1.0)], DVec3::X);
        near(&[plane(DVec3::X, 1.0), plane(DVec3::Y, 2.0)], DVec3::new(1.0, 2.0, 0.0));
        near(
            &[plane(DVec3::X, 1.0), plane(DVec3::Y, 2.0), plane(DVec3::Z, 3.0)],
            DVec3::new(1.0, 2.0, 3.0),
        );
        let slanted = [plane(DVec3::X, 1.0), plane(DVec3::new(1.0, 1.0, 0.0), 3.0)];
        near(&slanted, DVec3::new(1.0, 1.0, 0.0) * (3.0 / 2f64.sqrt()));
    }
}
