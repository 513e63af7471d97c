//! Convex polygons in a plane: hulls and common parts, segments and points included.

use glam::DVec2;

/// The convex hull, counter-clockwise, without vertices that are no further than `flat` from the
/// line of their neighbours: one point, two, or three and more (Andrew's monotone chain, 1979).
pub fn hull(mut points: Vec<DVec2>, flat: f64) -> Vec<DVec2> {
    points.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    points.dedup_by(|p, q| p.distance(*q) <= flat);
    if points.len() < 3 {
        return points;
    }
    let bends = |p: DVec2, q: DVec2, r: DVec2| {
        let (along, across) = (r - p, (q - p).perp_dot(r - p));
        across > flat * along.length()
    };
    let half = |points: &mut dyn Iterator<Item = DVec2>| {
        let mut chain: Vec<DVec2> = Vec::new();
        for p in points {
            while chain.len() >= 2 && !bends(chain[chain.len() - 2], chain[chain.len() - 1], p) {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut lower = half(&mut points.iter().copied());
    lower.extend(half(&mut points.iter().rev().copied()));
    lower
}

/// The vertices of the common part of two convex polygons, segments or points.
///
/// A single point is taken to lie in the other polygon. Sides are closed, and points outside by no more
/// than `flat` count as inside. Empty where there is no common part.
pub fn common(a: &[DVec2], b: &[DVec2], flat: f64) -> Vec<DVec2> {
    match (a, b) {
        ([p], _) | (_, [p]) => vec![*p],
        ([p, q], [r, s]) => segments([*p, *q], [*r, *s], flat),
        (_, [_, _]) => clipped(b, a, flat),
        _ => clipped(a, b, flat),
    }
}

/// A polygon or segment clipped to a counter-clockwise polygon (Sutherland and Hodgman 1974).
fn clipped(subject: &[DVec2], window: &[DVec2], flat: f64) -> Vec<DVec2> {
    let mut left = subject.to_vec();
    for (i, &from) in window.iter().enumerate() {
        let side = window[(i + 1) % window.len()] - from;
        let length = side.length();
        let height = |p: DVec2| side.perp_dot(p - from) / length + flat;
        let mut next = Vec::with_capacity(left.len() + 1);
        // A segment has one side, a polygon as many as vertices.
        let sides = if left.len() == 2 { 1 } else { left.len() };
        if left.len() == 1 {
            next.extend(left.first().filter(|p| height(**p) >= 0.0));
        }
        for (k, &p) in left.iter().enumerate().take(sides).filter(|_| left.len() > 1) {
            let q = left[(k + 1) % left.len()];
            let (height_p, height_q) = (height(p), height(q));
            if height_p >= 0.0 {
                next.push(p);
            }
            if (height_p >= 0.0) != (height_q >= 0.0) {
                next.push(p + (q - p) * (height_p / (height_p - height_q)));
            }
            if sides == 1 && height_q >= 0.0 {
                next.push(q);
            }
        }
        left = next;
    }
    left
}

/// The common part of two segments: where they cross, or the overlap if they are parallel.
fn segments([p, q]: [DVec2; 2], [r, s]: [DVec2; 2], flat: f64) -> Vec<DVec2> {
    let (along, other) = (q - p, s - r);
    let turn = along.perp_dot(other);
    // Separation by at most `flat` over their whole lengths.
    if turn.abs() > flat * along.length().max(other.length()) {
        let at = ((r - p).perp_dot(other) / turn).clamp(0.0, 1.0);
        return vec![p + along * at];
    }
    let square = along.length_squared();
    let (from, to) = ((r - p).dot(along) / square, (s - p).dot(along) / square);
    let (low, high) = (from.min(to).max(0.0), from.max(to).min(1.0));
    if low > high {
        return Vec::new();
    }
    vec![p + along * low, p + along * high]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: f64, y: f64) -> Vec<DVec2> {
        [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
            .map(|(u, v)| DVec2::new(x + u, y + v))
            .into()
    }

    fn area(p: &[DVec2]) -> f64 {
        (0..p.len()).map(|i| p[i].perp_dot(p[(i + 1) % p.len()])).sum::<f64>() / 2.0
    }

    #[test]
    fn hulls_leave_out_what_is_inside_or_on_a_side() {
        let mut points = square(0.0, 0.0);
        points.extend([DVec2::splat(0.5), DVec2::new(0.5, 0.0), DVec2::new(1.0, 1.0)]);
        let hull = hull(points, 1e-12);
        assert_eq!((hull.len(), area(&hull)), (4, 1.0));
        assert_eq!(super::hull(vec![DVec2::ONE; 3], 1e-12).len(), 1);
        let line = (0..5).map(|i| DVec2::splat(f64::from(i))).collect();
        assert_eq!(super::hull(line, 1e-12), [DVec2::ZERO, DVec2::splat(4.0)]);
    }

    #[test]
    fn common_parts_of_polygons_segments_and_points() {
        assert_eq!(area(&common(&square(0.0, 0.0), &square(0.5, 0.75), 0.0)), 0.125);
        assert!(common(&square(0.0, 0.0), &square(2.0, 0.0), 0.0).is_empty());
        let across = [DVec2::new(-1.0, 0.5), DVec2::new(0.5, 0.5)];
        let inside = [DVec2::new(0.0, 0.5), DVec2::new(0.5, 0.5)];
        assert_eq!(common(&across, &square(0.0, 0.0), 0.0), inside);
        let upright = [DVec2::new(0.25, 0.0), DVec2::new(0.25, 2.0)];
        assert_eq!(common(&across, &upright, 1e-9), [DVec2::new(0.25, 0.5)]);
        let beside = [DVec2::new(0.0, 0.5), DVec2::new(3.0, 0.5)];
        assert_eq!(common(&across, &beside, 1e-9).len(), 2);
    }
}
