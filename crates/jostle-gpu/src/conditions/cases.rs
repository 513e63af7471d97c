//! Cases: next to zero, next to the ends of the number range, and far from the origin.

use super::test_device::Real;
use crate::shader_constants::CENTRE_LIMIT;
use jostle::DVec3;
use jostle_testing::SplitMix64;

/// A direction along which no regular mesh has an edge or a face, as in vectors.wgsl.
const ODD_DIRECTION: DVec3 = DVec3::new(0.417_022, 0.720_324, 0.554_118);

/// The points of all cases, one after another.
pub struct Cases {
    pub points: Vec<DVec3>,
}

fn point(random: &mut SplitMix64) -> DVec3 {
    DVec3::new(random.signed(), random.signed(), random.signed())
}

fn power(power: i32) -> f64 {
    2f64.powi(power)
}

/// Multiples of `step` next to a point.
fn rounded(point: DVec3, step: f64) -> DVec3 {
    (point / step).round() * step
}

/// Sizes of cases: of products next to the ends of the number range, and around them.
fn sizes(real: Real) -> Vec<i32> {
    match real {
        Real::F32 => (-70..70).chain([0; 60]).collect(),
        Real::F64 => (-540..-100)
            .step_by(2)
            .chain((100..600).step_by(5))
            // Next to where a product of four is lost.
            .chain((-272..-252).flat_map(|size| [size; 10]))
            .chain([0; 200])
            .collect(),
    }
}

impl Cases {
    /// Four points almost in a plane, ...
    pub fn of_four_points(real: Real) -> Cases {
        let mut random = SplitMix64::new(1);
        let mut points = Vec::new();
        let in_plane = |random: &mut SplitMix64, a: DVec3, b: DVec3, c: DVec3| {
            a + (b - a) * random.signed() + (c - a) * random.signed()
        };
        for size in sizes(real) {
            for i in 0..60 {
                let [a, b, c, any] = [(); 4].map(|()| point(&mut random) * power(size));
                let d = if i % 3 == 0 { any } else { in_plane(&mut random, a, b, c) };
                points.extend([a, b, c, d]);
            }
        }
        // ... far from the origin, ...
        for far in 10..50 {
            for _ in 0..60 {
                let base = point(&mut random) * power(far);
                let [a, b, c] = [(); 3].map(|()| base + point(&mut random));
                points.extend([a, b, c, in_plane(&mut random, a, b, c)]);
            }
        }
        // ... or at the end of the number range, ...
        let end = f64::MAX * 0.9;
        points.extend([DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].map(|p| (p * 2.0 - 1.0) * end));
        // ... and so far that position errors are larger than extents.
        {
            let base = DVec3::splat(1.875 * power(90));
            points.extend([base, base + DVec3::X * power(38), base + DVec3::Y * power(38)]);
            points.push(base + DVec3::Z * power(38));
        }
        Cases { points }
    }

    /// Three points almost on a line, and one more.
    pub fn of_three_points(real: Real) -> Cases {
        let mut random = SplitMix64::new(1);
        let mut points = Vec::new();
        for size in sizes(real).into_iter().flat_map(|size| [size, 2 * size - size / 2]) {
            for _ in 0..40 {
                let size = power(size.clamp(-1000, 1000));
                let [a, b] = [(); 2].map(|()| point(&mut random) * size);
                points.extend([a, b, a + (b - a) * random.signed(), a]);
            }
        }
        // Differences of points of other sizes are rounded.
        for i in 0..4000 {
            let [a, b] = [point(&mut random) * power(-(i % 7)), point(&mut random)];
            points.extend([a, b, a + (b - a) * random.signed(), a]);
        }
        // Products next to the smallest normal number, and to where the smallest of all is rounded to zero.
        let halves = match real {
            Real::F32 => [power(-63), 3f64.sqrt() * power(-75)],
            Real::F64 => [power(-511), 1.5f64.sqrt() * power(-537)],
        };
        let next_to_one = |random: &mut SplitMix64| match real {
            Real::F32 => 1.0 + random.signed() * power(-23),
            Real::F64 => 1.0 + random.signed() * power(-51),
        };
        for i in 0..20_000 {
            let half = halves[i % 2];
            let a = point(&mut random) * 0.25;
            let [x, y] = [(); 2].map(|()| 1.0 + random.signed() * 0.5);
            let b = DVec3::new(x, y, 0.0);
            let c = DVec3::new(next_to_one(&mut random) / y, next_to_one(&mut random) / x, 0.0);
            points.extend([a * half, (a + b) * half, (a + c) * half, a * half]);
        }
        for far in 10..50 {
            for _ in 0..60 {
                let base = point(&mut random) * power(far);
                let [a, b] = [(); 2].map(|()| base + point(&mut random));
                points.extend([a, b, a + (b - a) * random.signed(), a]);
            }
        }
        Cases { points }
    }

    /// Tetrahedra from the origin that are almost flat, or have a face almost along the direction, ...
    pub fn of_tetrahedra(real: Real) -> Cases {
        let mut random = SplitMix64::new(1);
        let mut points = Vec::new();
        let direction = match real {
            Real::F32 => ODD_DIRECTION.as_vec3().as_dvec3(),
            Real::F64 => ODD_DIRECTION,
        };
        let three = |random: &mut SplitMix64, kind: usize| {
            let [b, c, d] = [(); 3].map(|()| point(random));
            match kind % 3 {
                0 => [b, c, d],
                1 => [b, c, b * random.signed() + c * random.signed()],
                _ => [b, b * random.signed() + direction * random.signed(), d],
            }
        };
        for size in sizes(real) {
            for i in 0..60 {
                let edges = three(&mut random, i).map(|edge| edge * power(size));
                points.push(DVec3::ZERO);
                points.extend(edges);
            }
        }
        // ... or from far away.
        for far in 10..44 {
            for i in 0..60 {
                let step = power(far - 51);
                let base = rounded(point(&mut random) * power(far), step);
                points.push(base);
                points.extend(three(&mut random, i).map(|edge| base + rounded(edge, step)));
            }
        }
        // Large ones with a face almost along the direction are positive even so.
        for i in 0..6000 {
            let far = 33 + i % 5;
            let step = power(far - 51);
            let base = rounded(point(&mut random) * power(far), step);
            let [b, d] = [(); 2].map(|()| point(&mut random).abs());
            let c = b * random.signed() * 0.2 + direction * (1.0 + random.signed() * 0.2);
            points.push(base);
            points.extend([b, c, d].map(|edge| base + rounded(edge, step)));
        }
        Cases { points }
    }

    /// Eight points, four for each element: the first of the second is almost on the first, ...
    pub fn of_two_elements(real: Real) -> Cases {
        let mut random = SplitMix64::new(1);
        let mut points = Vec::new();
        let sizes: Vec<i32> = match real {
            Real::F32 => (-45..-30).chain(36..42).chain([0; 20]).collect(),
            Real::F64 => (-370..-330).step_by(4).chain(198..230).chain([0; 20]).collect(),
        };
        for size in sizes {
            for i in 0..100 {
                let mut own = [(); 8].map(|()| point(&mut random));
                let [s, t] = [(); 2].map(|()| random.unit() * 0.5);
                // Differences of points of other sizes are rounded.
                own[0] *= power(-(i % 7));
                own[4] = own[0] + (own[1] - own[0]) * s + (own[2] - own[0]) * t;
                match i % 4 {
                    // ... in a plane, ...
                    1 => {
                        own[4] = own[0] + (own[1] - own[0]) * s;
                        own = own.map(|point| point * DVec3::new(1.0, 1.0, 0.0));
                    }
                    // ... or on a line.
                    2 => own = own.map(|point| DVec3::new(point.x, point.x * 0.3, 0.0)),
                    _ => {}
                }
                points.extend(own.map(|point| point * power(size)));
            }
        }
        Cases { points }
    }

    /// A vertex and five neighbours: some turn by almost nothing, some are almost where sides change, ...
    pub fn of_stars(real: Real) -> Cases {
        let mut random = SplitMix64::new(1);
        let mut points = Vec::new();
        let direction = match real {
            Real::F32 => ODD_DIRECTION.as_vec3().as_dvec3(),
            Real::F64 => ODD_DIRECTION,
        };
        let five = |random: &mut SplitMix64, kind: usize| {
            let mut edges = [(); 5].map(|()| point(random));
            let s = random.signed();
            match kind % 8 {
                0 | 1 => {}
                2 | 3 => edges[1] = edges[0] * s,
                // Of a fan, along the sum of the edges; of a ring, along the direction to count by.
                4 | 6 => edges[4] = edges[..4].iter().sum::<DVec3>() * s,
                _ => edges[4] = direction * s,
            }
            edges
        };
        for size in sizes(real) {
            for i in 0..64 {
                let size = power(size.clamp(-1000, 1000));
                points.push(DVec3::ZERO);
                points.extend(five(&mut random, i).map(|edge| edge * size));
            }
        }
        // ... of edges that cancel but for components next to zero, ...
        for bits in 1..100 {
            for _ in 0..64 {
                let [x, y, z] = point(&mut random).to_array();
                let smallest = match real {
                    Real::F32 => power(bits - 140),
                    Real::F64 => f64::from_bits(1) * power(bits),
                };
                let mut rest = || random.signed() * smallest;
                points.push(DVec3::ZERO);
                points.extend(
                    [[x, rest(), z], [rest(), y, -z], [-x, rest(), rest()], [rest(), -y, rest()]]
                        .map(DVec3::from),
                );
                points.push(DVec3::new(rest(), rest(), rest()));
            }
        }
        // ... with components of all sizes, most of them the same or opposite, ...
        let range = match real {
            Real::F32 => 63.0,
            Real::F64 => 500.0,
        };
        for _ in 0..20_000 {
            let [x, y, z, rest] = [(); 4].map(|()| power((random.signed() * range) as i32));
            let mut component = |size: f64| match (random.signed() * 4.0) as i32 {
                0 => random.signed() * rest,
                1 => size,
                -1 => -size,
                _ => 0.0,
            };
            points.push(DVec3::ZERO);
            points.extend([(); 5].map(|()| DVec3::from([x, y, z].map(&mut component))));
        }
        // ... that wind more than once, ...
        for i in 0..400 {
            let edge = |k: usize| {
                let angle = std::f64::consts::TAU * (0.4 * k as f64 + 0.01 * i as f64);
                DVec3::new(angle.cos(), angle.sin(), 0.1 * random.signed())
            };
            points.push(DVec3::ZERO);
            points.extend([0, 1, 2, 3, 4].map(edge));
        }
        // ... and far from the origin.
        for far in 10..44 {
            for i in 0..64 {
                let step = power(far - 51);
                let base = rounded(point(&mut random) * power(far), step);
                points.push(base);
                points.extend(five(&mut random, i).map(|edge| base + rounded(edge, step)));
            }
        }
        Cases { points }
    }
}

/// Where the links of each star begin and end, and the links: every second star is a ring.
pub fn star_links(stars: usize) -> Vec<u32> {
    let (mut ends, mut links) = (Vec::new(), Vec::new());
    for star in 0..stars as u32 {
        let begin = 2 * stars + links.len();
        links.extend(6 * star + 1..6 * star + 6);
        if star % 2 == 1 {
            links.push(6 * star + 1);
        }
        ends.extend([begin as u32, (2 * stars + links.len()) as u32]);
    }
    ends.extend(links);
    ends
}

/// Centres of boxes.
pub fn box_centres() -> [f32; 7] {
    let most = CENTRE_LIMIT as f32;
    [0.0, 1.0, 12345.678, -1e10, 5e37, most, -most]
}

/// Coordinates of all sizes, and next to the largest, to zero and to each other.
pub fn next_to_limits() -> Vec<DVec3> {
    let mut random = SplitMix64::new(1);
    let mut values = vec![0.0, -0.0, f64::MAX, f64::MIN, 3e38, -3e38, 1.5e38, -1.5e38, 1e38, -1e38];
    for size in (-1074..1024).chain(-160..128).chain(115..128) {
        let x = random.signed() * power(size.max(-1022)) * power((size + 1022).min(0));
        values.extend([x, -x, x * (1.0 + f64::EPSILON)]);
        values.extend([1e-9, 1e-8, 3e-8, 1e-7].map(|part| x * (1.0 + part)));
    }
    for part in -200..200 {
        values.extend([5e37, 1e38, 1.5e38].map(|x| x * (1.0 + f64::from(part) * 1e-9)));
    }
    values.truncate(values.len() / 3 * 3);
    values.chunks(3).map(DVec3::from_slice).collect()
}
