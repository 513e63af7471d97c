//! `peers distances`: distance queries per second on one thread by several methods, and the worst error of each.

use crate::throughput::parry::Tetrahedron;
use clap::Args;
use jostle::DVec3;
use jostle::convex::{OrientedBox, Pose, Proximity, SupportMap, gjk_comparison, proximity};
use jostle::glam::DQuat;
use jostle_oracle::cases::SplitMix64;
use jostle_oracle::separation;
use jostle_support::text::grouped;
use parry3d_f64::math::{self, Vector};
use parry3d_f64::query::details::distance_support_map_support_map_with_params;
use parry3d_f64::query::gjk::VoronoiSimplex;
use parry3d_f64::shape::{self, Cuboid};
use std::hint::black_box;
use std::time::Instant;

/// Distances of tetrahedra and boxes a second by Jostle's GJK, its sub-algorithms and parry's, on one thread.
#[derive(Args, Debug)]
pub struct DistancesArgs {
    /// Pairs of each timing.
    #[arg(long, default_value_t = 100_000)]
    pairs: usize,
    /// Turns of each method.
    #[arg(long, default_value_t = 9)]
    turns: usize,
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// Pairs whose answers are compared with the oracle.
const CHECKED: usize = 2_000;

/// The sum of the distances of all pairs.
type Run<'a, P> = dyn Fn(&[P]) -> f64 + 'a;

/// A way to get the distance of a pair; zero where the shapes meet.
struct Method<'a, P> {
    name: &'static str,
    distance: Box<Run<'a, P>>,
}

impl<'a, P> Method<'a, P> {
    /// The loop is inside, so that no call stands between it and the query.
    fn new(name: &'static str, distance: impl Fn(&P) -> f64 + 'a) -> Self {
        let all = move |pairs: &[P]| pairs.iter().map(|pair| distance(black_box(pair))).sum();
        Method { name, distance: Box::new(all) }
    }
}

pub fn run(options: &DistancesArgs) {
    println!(
        "{} pairs each, best of {} turns, one thread; ratio: how many times as fast the first \
         line is",
        grouped(options.pairs),
        options.turns
    );
    println!("{:<58}{:>14}{:>8}{:>16}", "distance", "M queries/s", "ratio", "worst error");
    let prng = &mut SplitMix64::new(options.seed);
    tetrahedra(options, prng, "tetrahedra, near", 2.0);
    tetrahedra(options, prng, "tetrahedra, apart", 6.0);
    boxes(options, prng, "boxes, near", 2.5);
    boxes(options, prng, "boxes, apart", 8.0);
}

fn tetrahedra(options: &DistancesArgs, prng: &mut SplitMix64, name: &'static str, spread: f64) {
    let point = |prng: &mut SplitMix64| DVec3::from_array([0; 3].map(|_| prng.between(-0.5, 0.5)));
    let pairs: Vec<[[DVec3; 4]; 2]> = (0..options.pairs)
        .map(|_| {
            let by = point(prng) * spread;
            let mut corners = || std::array::from_fn(|_| point(prng));
            let (a, b): ([DVec3; 4], [DVec3; 4]) = (corners(), corners());
            [a, b.map(|p| p + by)]
        })
        .collect();
    time_methods(
        options,
        &pairs,
        |[a, b]| separation(&a.map(|p| p.to_array()), &b.map(|p| p.to_array())).distance(),
        vec![
            Method::new(name, |[a, b]: &[[DVec3; 4]; 2]| ours(a, b)),
            Method::new("  signed volumes, plain", |[a, b]: &[[DVec3; 4]; 2]| {
                gjk_comparison::signed_volumes(a, b).distance
            }),
            Method::new("  Johnson, plain", |[a, b]: &[[DVec3; 4]; 2]| {
                gjk_comparison::johnson(a, b).distance
            }),
            Method::new("  parry distance_support_map_support_map", |[a, b]: &[[DVec3; 4]; 2]| {
                theirs(&math::Pose::IDENTITY, &corners(a), &corners(b), None)
            }),
            Method::new(
                "  parry .._with_params, from centre to centre",
                |[a, b]: &[[DVec3; 4]; 2]| {
                    let middle = |t: &[DVec3; 4]| vector(t[0] + t[1] + t[2] + t[3]);
                    let start = middle(a) - middle(b);
                    theirs(&math::Pose::IDENTITY, &corners(a), &corners(b), Some(start))
                },
            ),
        ],
    );
}

fn boxes(options: &DistancesArgs, prng: &mut SplitMix64, name: &'static str, spread: f64) {
    struct Pair {
        ours: [OrientedBox; 2],
        vertices: [[DVec3; 8]; 2],
        theirs: (Cuboid, Cuboid, math::Pose),
    }
    let pairs: Vec<Pair> = (0..options.pairs)
        .map(|_| {
            let mut half = || DVec3::from_array([0; 3].map(|_| prng.between(0.1, 1.0)));
            let (half_a, half_b) = (half(), half());
            let Pose { rotation, translation } = pose(prng);
            let pose = Pose { rotation, translation: translation * spread };
            let ours = [OrientedBox::new(half_a, Pose::IDENTITY), OrientedBox::new(half_b, pose)];
            let columns = [0, 1, 2].map(|i| vector(rotation.col(i)));
            let turn = math::Matrix::from_cols(columns[0], columns[1], columns[2]);
            let place =
                math::Pose::from_parts(vector(pose.translation), math::Rotation::from_mat3(&turn));
            let cuboid = |half: DVec3| Cuboid::new(vector(half));
            Pair {
                ours,
                vertices: ours.map(|b| b.vertices()),
                theirs: (cuboid(half_a), cuboid(half_b), place),
            }
        })
        .collect();
    let truth = |pair: &Pair| {
        let [a, b] = pair.vertices.map(|vertices| vertices.map(|p| p.to_array()));
        separation(&a, &b).distance()
    };
    time_methods(
        options,
        &pairs,
        truth,
        vec![
            Method::new(name, |pair: &Pair| ours(&pair.ours[0], &pair.ours[1])),
            Method::new("  by eight vertices", |pair: &Pair| {
                ours(&pair.vertices[0], &pair.vertices[1])
            }),
            Method::new("  Johnson, plain", |pair: &Pair| {
                gjk_comparison::johnson(&pair.ours[0], &pair.ours[1]).distance
            }),
            Method::new("  parry distance_support_map_support_map", |pair: &Pair| {
                let (a, b, place) = &pair.theirs;
                theirs(place, a, b, None)
            }),
        ],
    );
}

fn time_methods<P>(
    options: &DistancesArgs,
    pairs: &[P],
    truth: impl Fn(&P) -> f64,
    methods: Vec<Method<P>>,
) {
    let mut best = vec![f64::INFINITY; methods.len()];
    for _ in 0..options.turns {
        for (best, method) in best.iter_mut().zip(&methods) {
            let start = Instant::now();
            black_box((method.distance)(pairs));
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    let checked = &pairs[..pairs.len().min(CHECKED)];
    let truths: Vec<f64> = checked.iter().map(&truth).collect();
    for (i, method) in methods.iter().enumerate() {
        let off = |(pair, truth): (&P, &f64)| {
            ((method.distance)(std::slice::from_ref(pair)) - truth).abs()
        };
        let worst = checked.iter().zip(&truths).map(off).fold(0.0, f64::max);
        let millions = pairs.len() as f64 / best[i] / 1e6;
        let ratio = if i == 0 { String::new() } else { format!("{:.2}", best[i] / best[0]) };
        println!("{:<58}{millions:>14.2}{ratio:>8}{worst:>16.1e}", method.name);
    }
}

fn ours(a: &impl SupportMap, b: &impl SupportMap) -> f64 {
    match proximity(a, b) {
        Ok(Proximity::Apart(apart)) => apart.distance,
        _ => 0.0,
    }
}

fn theirs(
    place: &math::Pose,
    a: &impl shape::SupportMap,
    b: &impl shape::SupportMap,
    start: Option<Vector>,
) -> f64 {
    let simplex = &mut VoronoiSimplex::new();
    distance_support_map_support_map_with_params(place, a, b, simplex, start)
}

fn corners(t: &[DVec3; 4]) -> Tetrahedron {
    Tetrahedron::new(t)
}

/// Turned at random and moved by at most one along each axis.
fn pose(prng: &mut SplitMix64) -> Pose {
    let [x, y, z, w] = [0; 4].map(|_| prng.between(-1.0, 1.0));
    let translation = DVec3::from_array([0; 3].map(|_| prng.between(-1.0, 1.0)));
    Pose::new(DQuat::from_xyzw(x, y, z, w).normalize(), translation)
}

fn vector(p: DVec3) -> Vector {
    Vector::new(p.x, p.y, p.z)
}
