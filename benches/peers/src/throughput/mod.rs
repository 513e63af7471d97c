//! `peers throughput`: pairs a second of the exact tests on one thread, for pairs whose boxes overlap, as
//! a broad phase leaves them.
//!
//! The tests of a group take turns, so that other work on the machine disturbs them alike, and the best
//! turn of each counts.

pub mod parry;

use clap::Args;
use jostle::narrow;
use jostle_support::text::grouped;
use jostle_testing::{SplitMix64, random_pairs as pairs};
use std::hint::black_box;
use std::time::Instant;

/// Pairs a second of the exact tests and of parry's, on one thread.
#[derive(Args, Debug)]
pub struct ThroughputArgs {
    /// Pairs of each group.
    #[arg(long, default_value_t = 200_000)]
    pairs: usize,
    /// Turns of each test.
    #[arg(long, default_value_t = 9)]
    turns: usize,
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// A test with its loop over all pairs, which returns how many of them intersect.
struct TimedTest<'a> {
    name: &'static str,
    turn: Box<dyn FnMut() -> usize + 'a>,
}

impl<'a> TimedTest<'a> {
    fn new<P>(
        name: &'static str,
        pairs: &'a [P],
        mut test: impl FnMut(&P) -> bool + 'a,
    ) -> TimedTest<'a> {
        let turn = move || pairs.iter().filter(|pair| test(black_box(pair))).count();
        TimedTest { name, turn: Box::new(turn) }
    }
}

pub fn run(options: &ThroughputArgs) {
    println!(
        "{} pairs with overlapping boxes, best of {} turns, one thread",
        grouped(options.pairs),
        options.turns
    );
    println!("ratio: how many times as fast the first line of the group is\n");
    println!("{:<58}{:>14}{:>10}{:>8}", "test", "M pairs/s", "yes", "ratio");
    let random = &mut SplitMix64::new(options.seed);
    triangles(options, random);
    tetrahedra(options, random);
    segments_and_points(options, random);
    neighbours(options, random);
}

fn triangles(options: &ThroughputArgs, random: &mut SplitMix64) {
    let pairs = repeat(options, || pairs::overlapping::<3, 3>(random));
    let theirs: Vec<_> =
        pairs.iter().map(|(a, b)| (parry::triangle(a), parry::triangle(b))).collect();
    compare(
        options,
        vec![
            TimedTest::new("triangle_triangle", &pairs, |(a, b)| narrow::triangle_triangle(a, b)),
            TimedTest::new(
                "  parry intersection_test_support_map_support_map",
                &theirs,
                |(a, b)| parry::gjk(a, b),
            ),
            TimedTest::new("  parry .._with_params, from centre to centre", &theirs, |(a, b)| {
                parry::gjk_from(parry::centre(a) - parry::centre(b), a, b)
            }),
            TimedTest::new("  parry intersection_test", &theirs, |(a, b)| parry::dispatched(a, b)),
        ],
    );
}

fn tetrahedra(options: &ThroughputArgs, random: &mut SplitMix64) {
    let pairs = repeat(options, || pairs::overlapping::<4, 4>(random));
    let theirs: Vec<_> = pairs
        .iter()
        .map(|(a, b)| (parry::Tetrahedron::new(a), parry::Tetrahedron::new(b)))
        .collect();
    compare(
        options,
        vec![
            TimedTest::new("tetrahedron_tetrahedron", &pairs, |(a, b)| {
                narrow::tetrahedron_tetrahedron(a, b)
            }),
            TimedTest::new("  sat::tetrahedra", &pairs, |(a, b)| narrow::sat::tetrahedra(a, b)),
            TimedTest::new("  sat::tetrahedra_without_edges", &pairs, |(a, b)| {
                narrow::sat::tetrahedra_without_edges(a, b)
            }),
            TimedTest::new(
                "  parry intersection_test_support_map_support_map",
                &theirs,
                |(a, b)| parry::gjk(a, b),
            ),
        ],
    );
    let pairs = repeat(options, || pairs::overlapping::<3, 4>(random));
    let test = |(a, b): &_| narrow::triangle_tetrahedron(a, b);
    compare(options, vec![TimedTest::new("triangle_tetrahedron", &pairs, test)]);
}

fn segments_and_points(options: &ThroughputArgs, random: &mut SplitMix64) {
    let pairs = repeat(options, || pairs::overlapping::<2, 3>(random));
    let theirs: Vec<_> =
        pairs.iter().map(|(a, b)| (parry::segment(a), parry::triangle(b))).collect();
    compare(
        options,
        vec![
            TimedTest::new("segment_triangle", &pairs, |(a, b)| narrow::segment_triangle(a, b)),
            TimedTest::new(
                "  parry intersection_test_support_map_support_map",
                &theirs,
                |(a, b)| parry::gjk(a, b),
            ),
        ],
    );
    let pairs = repeat(options, || pairs::overlapping::<1, 4>(random));
    let test = |(a, b): &([_; 1], _)| narrow::point_tetrahedron(a[0], b);
    compare(options, vec![TimedTest::new("point_tetrahedron", &pairs, test)]);
}

fn neighbours(options: &ThroughputArgs, random: &mut SplitMix64) {
    for (shared, name) in
        [(1, "triangle_triangle_beyond, 1 shared"), (2, "triangle_triangle_beyond, 2 shared")]
    {
        let pairs = repeat(options, || pairs::neighbours::<3>(shared, random));
        let test = |(a, b): &_| narrow::triangle_triangle_beyond(shared, a, b);
        compare(options, vec![TimedTest::new(name, &pairs, test)]);
    }
    for (shared, name) in [
        (1, "tetrahedron_tetrahedron_beyond, 1 shared"),
        (2, "tetrahedron_tetrahedron_beyond, 2 shared"),
        (3, "tetrahedron_tetrahedron_beyond, 3 shared"),
    ] {
        let pairs = repeat(options, || pairs::neighbours::<4>(shared, random));
        let test = |(a, b): &_| narrow::tetrahedron_tetrahedron_beyond(shared, a, b);
        compare(options, vec![TimedTest::new(name, &pairs, test)]);
    }
}

fn repeat<P>(options: &ThroughputArgs, mut pair: impl FnMut() -> P) -> Vec<P> {
    (0..options.pairs).map(|_| pair()).collect()
}

fn compare(options: &ThroughputArgs, mut tests: Vec<TimedTest>) {
    let mut best = vec![f64::INFINITY; tests.len()];
    let mut yes = vec![0; tests.len()];
    for _ in 0..options.turns {
        for (i, test) in tests.iter_mut().enumerate() {
            let start = Instant::now();
            yes[i] = (test.turn)();
            best[i] = best[i].min(start.elapsed().as_secs_f64());
        }
    }
    for (i, test) in tests.iter().enumerate() {
        let millions = options.pairs as f64 / best[i] / 1e6;
        let share = 100.0 * yes[i] as f64 / options.pairs as f64;
        let ratio = if i == 0 { String::new() } else { format!("{:.2}", best[i] / best[0]) };
        println!("{:<58}{millions:>14.2}{share:>8.1} %{ratio:>8}", test.name);
    }
}
