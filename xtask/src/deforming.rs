//! `xtask deforming`: times a body that twists and crosses itself, frame after frame in one workspace, and
//! fails if a frame takes much longer than the median.

use clap::Args;
use jostle::collide::Statistics;
use jostle::mesh::shapes;
use jostle::{DVec3, ObjectId, Query, Scene, Session, TriangleMesh, Workspace};
use jostle_support::text::grouped;
use std::process::ExitCode;
use std::time::Instant;

#[derive(Args)]
pub struct Options {
    #[arg(long, default_value_t = 300)]
    frames: u32,
    /// Times as many cells each way as the body that is checked against brute force, whose triangles
    /// are 2,000.
    #[arg(long, default_value_t = 10)]
    fineness: u32,
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Times that all frames are run; the best time of a frame counts.
    #[arg(long, default_value_t = 1)]
    repeat: u32,
}

/// The largest ratio of the slowest frame to the median that is accepted.
const MOST_RATIO: f64 = 2.0;

pub fn run(options: &Options) -> ExitCode {
    let (mut scene, knot) = scene(options.fineness);
    let query = Query::all_pairs();
    let mut workspace = Workspace::in_session(&Session::new().threads(options.threads));
    // Buffers grow to their size, and threads start.
    workspace.collide(&scene, &query).expect("a shape is valid");
    let mut frames = vec![Frame::default(); options.frames.max(1) as usize];
    for _ in 0..options.repeat.max(1) {
        for (index, frame) in (0..).zip(&mut frames) {
            pose(&mut scene, knot, options.fineness, index);
            let start = Instant::now();
            let collisions = workspace.collide(&scene, &query).expect("a shape is valid");
            let seconds = start.elapsed().as_secs_f64();
            let (pairs, statistics) = (collisions.pair_count(), collisions.statistics().clone());
            if frame.pairs.is_none() || seconds < frame.seconds {
                *frame = Frame { index, seconds, pairs: Some(pairs), statistics };
            }
        }
    }
    println!(
        "{} frames of a twisting knot of {} triangles against itself, {} threads",
        grouped(frames.len()),
        grouped(scene.element_count()),
        options.threads
    );
    let pairs = || frames.iter().filter_map(|frame| frame.pairs);
    let (least, most) = (pairs().min().unwrap_or(0), pairs().max().unwrap_or(0));
    println!("from {} to {} pairs a frame\n", grouped(least), grouped(most));
    frames.sort_unstable_by(|a, b| a.seconds.total_cmp(&b.seconds));
    let (median, slowest) = (&frames[frames.len() / 2], &frames[frames.len() - 1]);
    println!(
        "{:<10}{:>6}{:>12}{:>12}{:>12}{:>12}{:>12}{:>10}",
        "", "frame", "time (ms)", "boxes", "search", "candidates", "tested", "pairs"
    );
    median.print("median");
    slowest.print("slowest");
    let ratio = slowest.seconds / median.seconds;
    println!("\nslowest over median: {ratio:.2}, at most {MOST_RATIO} allowed");
    if ratio <= MOST_RATIO { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What a frame cost, and why.
#[derive(Clone, Default)]
struct Frame {
    index: u32,
    seconds: f64,
    pairs: Option<usize>,
    statistics: Statistics,
}

impl Frame {
    fn print(&self, name: &str) {
        let Statistics { candidates, excluded_by_stars, seconds, .. } = self.statistics;
        println!(
            "{name:<10}{:>6}{:>12.2}{:>12.2}{:>12.2}{:>12}{:>12}{:>10}",
            self.index,
            self.seconds * 1e3,
            seconds.boxes * 1e3,
            seconds.search * 1e3,
            grouped(candidates as usize),
            grouped((candidates - excluded_by_stars) as usize),
            grouped(self.pairs.unwrap_or(0)),
        );
    }
}

/// The body at rest, tested against itself.
fn scene(fineness: u32) -> (Scene, ObjectId) {
    let mut scene = Scene::new();
    let knot = scene.add("knot", knot_mesh(fineness, 0)).expect("a shape is valid");
    scene.set_self_collision(knot, true).expect("just added");
    (scene, knot)
}

/// A tube so thick that its windings cross each other, which swells and shrinks.
fn knot_mesh(fineness: u32, frame: u32) -> TriangleMesh {
    let swelling = 0.5 - 0.5 * (f64::from(frame) / 24.0).cos();
    shapes::torus_knot(2, 3, 0.95 + 0.1 * swelling, 100 * fineness, 10 * fineness)
}

/// Moves the body to a frame: swollen, and twisted about z to and fro.
fn pose(scene: &mut Scene, knot: ObjectId, fineness: u32, frame: u32) {
    let twist = 0.8 * (f64::from(frame) / 50.0).sin();
    let vertices = scene.vertices_mut(knot).expect("the knot");
    for (vertex, rest) in vertices.iter_mut().zip(knot_mesh(fineness, frame).vertices) {
        let (sin, cos) = (twist * rest.z).sin_cos();
        *vertex = DVec3::new(cos * rest.x - sin * rest.y, sin * rest.x + cos * rest.y, rest.z);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jostle::collide::Broad;

    #[test]
    fn three_hundred_frames_are_as_brute_force_has_them() {
        let (mut scene, knot) = scene(1);
        assert_eq!(scene.element_count(), 2_000);
        let (mut workspace, mut brute_workspace) = (Workspace::new(), Workspace::new());
        let mut crossing = 0;
        for frame in 0..300 {
            pose(&mut scene, knot, 1, frame);
            let found = workspace.collide(&scene, &Query::default()).unwrap();
            let brute = Query::default().broad(Broad::BrutePairs);
            let expected = brute_workspace.collide(&scene, &brute).unwrap();
            assert_eq!(found.pairs(), expected.pairs(), "frame {frame}");
            crossing += found.any() as u32;
        }
        assert!(crossing > 250, "{crossing} frames with collisions");
    }
}
