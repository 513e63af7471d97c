//! `jostle bench --steps`: impacts within bodies from frame to frame, by all ways to find them (after Cheng 2011,
//! tables 6.2 to 6.4).
//!
//! Methods take turns at each step, and each step counts with the median of all rounds, so that whatever else runs on
//! the machine slows all of them alike.

use super::args::BenchArgs;
use super::bench_scene::BenchScene;
use super::scene_size::SceneSize;
use crate::error::Error;
use crate::format::{count, table};
use crate::machine::Machine;
use crate::progress::progress;
use jostle::impact::{ImpactMethod, ImpactQuery, ImpactSearch, ImpactStatistics};
use jostle::mesh::ElementKind;
use jostle::{DVec3, Filters, ObjectId, Scene, Session};
use jostle_scenes::{ALL, SceneDefinition, SceneOptions};
use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;

const METHODS: [ImpactMethod; 5] = ImpactMethod::ALL;

/// What was measured of a scene of some size.
struct StepsOfScene {
    name: String,
    /// Triangles of the bodies that are searched.
    triangles: usize,
    steps: usize,
    /// Steps that something touches in.
    colliding: usize,
    /// For each method and step, the median of all rounds, in seconds.
    seconds: Vec<Vec<f64>>,
    /// For each method and step, of the last round.
    statistics: Vec<Vec<ImpactStatistics>>,
}

pub fn text(args: &BenchArgs) -> Result<String, Error> {
    let mut scenes = Vec::new();
    for scene in scenes_with_steps(&args.scenes)? {
        for size in scene.sizes(args)? {
            scenes.push(measure(&scene, size, args)?);
        }
    }
    let Machine { processor, cores, system } = Machine::current();
    let mut text = format!("  {processor}, {cores} threads, {system}\n\n");
    text += "  Milliseconds of a step, and how much faster view is\n";
    text += &times(&scenes);
    text += "\n  Triangles of the view sets, and pairs of features that were tested in a step\n";
    text += &sets(&scenes);
    text +=
        "\n  Milliseconds of a step by view: triangles looked at, of all, and elementary tests\n";
    text += &stages(&scenes);
    Ok(text)
}

/// What steps are measured of.
const STEPS_REMEDY: &str = "it is for scenes with bodies of triangles that are tested against themselves and keep their \
                            topology; --steps all measures those";

/// The scenes with these names; all that have steps to measure, if that is asked for.
fn scenes_with_steps(names: &[String]) -> Result<Vec<Arc<BenchScene>>, Error> {
    let has_steps = |scene: &SceneDefinition| {
        scene.coverage.self_pairs && !scene.coverage.topology_changes && scene.coverage.triangles
    };
    if names.iter().any(|name| name == "all") {
        let all = ALL.iter().filter(|scene| has_steps(scene));
        return Ok(all.map(BenchScene::from_definition).map(Arc::new).collect());
    }
    let scenes = BenchScene::all(names)?;
    // Of a recording the frames tell.
    let without = scenes.iter().filter_map(|scene| scene.definition()).find(|own| !has_steps(own));
    match without {
        None => Ok(scenes),
        Some(scene) => Err(no_steps(scene.name)),
    }
}

fn no_steps(with: &'static str) -> Error {
    Error::NoEffect { option: "--steps", with, remedy: STEPS_REMEDY }
}

fn measure(
    measured: &BenchScene,
    size: SceneSize,
    args: &BenchArgs,
) -> Result<StepsOfScene, Error> {
    let options = match size {
        SceneSize::Resolution(resolution) => SceneOptions::with_resolution(resolution),
        SceneSize::Elements(elements) => SceneOptions::with_elements(elements),
        SceneSize::Recorded => SceneOptions::default(),
    };
    let mut animated = measured.build(&options)?;
    let mut scene = animated.set_frame(0)?.clone();
    let bodies: Vec<ObjectId> = scene
        .object_ids()
        .filter(|body| scene.objects()[body.index()].has_self_collision())
        .collect();
    let is_surface =
        |body: &ObjectId| scene.objects()[body.index()].kind() == ElementKind::Triangle;
    if !bodies.iter().any(is_surface) || measured.frames < 2 {
        return Err(no_steps("this scene"));
    }
    let pairs = bodies.iter().flat_map(|a| bodies.iter().map(move |b| (*a, *b)));
    let filters = Filters::new().among(bodies.clone()).exclude(pairs.filter(|(a, b)| a != b));
    let query = ImpactQuery::first().filters(filters);
    let session = args.threads.map_or_else(Session::new, |own| Session::new().threads(own.get()));
    let frames = args.frames.map_or(measured.frames, |frames| frames.get().min(measured.frames));
    let mut positions = Vec::with_capacity(frames);
    for frame in 0..frames {
        let own = animated.set_frame(frame)?;
        let topology = |scene: &Scene| -> Vec<u64> {
            scene.objects().iter().map(|object| object.topology_id()).collect()
        };
        // One that is cut or breaks begins a new topology.
        if topology(own) != topology(&scene) {
            return Err(no_steps("this scene"));
        }
        positions.push(own.vertices().to_vec());
    }
    let last = last_step(&session, &mut scene, &positions, &query)?;
    let mut rounds: Vec<Vec<Vec<f64>>> = vec![vec![Vec::new(); last]; METHODS.len()];
    let mut statistics = vec![vec![ImpactStatistics::default(); last]; METHODS.len()];
    let mut colliding = 0;
    let progress = progress(&measured.name, (args.runs.get() * last) as u64);
    for _ in 0..args.runs.get() {
        let mut searches = METHODS.map(|_| ImpactSearch::in_session(&session));
        colliding = 0;
        for step in 0..last {
            set(&mut scene, &positions[step])?;
            let end = &positions[step + 1];
            for (m, method) in METHODS.into_iter().enumerate() {
                let query = query.clone().method(method);
                let begin = Instant::now();
                let impacts = searches[m].find(&scene, end, &query)?;
                rounds[m][step].push(begin.elapsed().as_secs_f64());
                statistics[m][step] = *impacts.statistics();
            }
            colliding += usize::from(!searches[0].impacts().is_free());
            let first = searches[0].impacts().first();
            let differs = |search: &&ImpactSearch| search.impacts().first() != first;
            if let Some(at) = searches.iter().position(|search| differs(&search)) {
                let methods = format!("{} and {}", METHODS[0].name(), METHODS[at].name());
                return Err(Error::Disagreement { methods });
            }
            progress.inc(1);
        }
    }
    progress.finish_and_clear();
    let median = |times: &mut Vec<f64>| {
        times.sort_unstable_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let seconds = rounds.iter_mut().map(|steps| steps.iter_mut().map(median).collect()).collect();
    let triangles = bodies.iter().map(|body| scene.objects()[body.index()].elements().len()).sum();
    Ok(StepsOfScene {
        name: measured.name.clone(),
        triangles,
        steps: last,
        colliding,
        seconds,
        statistics,
    })
}

/// The steps up to the first one that collides: from there on a simulation would go another way, and frames are in
/// collision.
fn last_step(
    session: &Session,
    scene: &mut Scene,
    positions: &[Vec<DVec3>],
    query: &ImpactQuery,
) -> Result<usize, Error> {
    let mut search = ImpactSearch::in_session(session);
    for (step, ends) in positions.windows(2).enumerate() {
        set(scene, &ends[0])?;
        if !search.find(scene, &ends[1], query)?.is_free() {
            return Ok(step + 1);
        }
    }
    Ok(positions.len() - 1)
}

fn set(scene: &mut Scene, positions: &[DVec3]) -> Result<(), Error> {
    for object in scene.object_ids().collect::<Vec<_>>() {
        let range = scene.objects()[object.index()].vertices();
        scene.set_vertices(object, &positions[range])?;
    }
    Ok(())
}

impl StepsOfScene {
    /// Mean milliseconds of a step.
    fn milliseconds(&self, method: usize) -> f64 {
        1e3 * self.seconds[method].iter().sum::<f64>() / self.steps as f64
    }

    /// A mean over all steps.
    fn mean(&self, method: ImpactMethod, of: impl Fn(&ImpactStatistics) -> f64) -> f64 {
        let own = METHODS.iter().position(|own| *own == method).expect("one of all");
        self.statistics[own].iter().map(of).sum::<f64>() / self.steps as f64
    }

    fn label(&self) -> Vec<String> {
        vec![self.name.clone(), count(self.triangles)]
    }
}

fn aligned(header: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let header = header.iter().map(|cell| (*cell).to_owned()).collect();
    let rows: Vec<Vec<String>> = std::iter::once(header).chain(rows).collect();
    let right: Vec<bool> = (0..rows[0].len()).map(|column| column > 0).collect();
    table(&rows, &right)
}

fn times(scenes: &[StepsOfScene]) -> String {
    let names = METHODS.map(ImpactMethod::name);
    let mut header = vec!["scene", "triangles", "steps", "colliding"];
    header.extend(names);
    let over: Vec<String> = names[..4].iter().map(|name| format!("over {name}")).collect();
    header.extend(over.iter().map(String::as_str));
    aligned(
        &header,
        scenes.iter().map(|scene| {
            let mut cells = scene.label();
            cells.extend([count(scene.steps), count(scene.colliding)]);
            let times: Vec<f64> = (0..METHODS.len()).map(|m| scene.milliseconds(m)).collect();
            cells.extend(times.iter().map(|time| format!("{time:.2}")));
            cells.extend(times[..4].iter().map(|time| format!("{:.1}x", time / times[4])));
            cells
        }),
    )
}

fn sets(scenes: &[StepsOfScene]) -> String {
    let tested: Vec<String> =
        METHODS.iter().map(|method| format!("tested, {}", method.name())).collect();
    let mut header =
        vec!["scene", "triangles", "V+", "V-", "V0", "Vv", "lines", "proven", "fallbacks"];
    header.extend(tested.iter().map(String::as_str));
    aligned(
        &header,
        scenes.iter().map(|scene| {
            let mut cells = scene.label();
            let mean = |of: fn(&ImpactStatistics) -> f64| scene.mean(ImpactMethod::View, of);
            let sizes = [
                mean(|own| own.view.positive as f64),
                mean(|own| own.view.negative as f64),
                mean(|own| own.view.zero as f64),
                mean(|own| own.view.violated as f64),
            ];
            cells.extend(sizes.map(|size| count(size.round() as u64)));
            let total = |of: fn(&ImpactStatistics) -> f64| (mean(of) * scene.steps as f64).round();
            cells.push(count(total(|own| own.view.lines as f64) as u64));
            cells.push(count(total(|own| own.view.proven as f64) as u64));
            cells.push(count(total(|own| own.view.fallbacks.iter().sum::<u64>() as f64) as u64));
            for method in METHODS {
                let tests = |own: &ImpactStatistics| (own.vertex_faces + own.edge_edges) as f64;
                cells.push(count(scene.mean(method, tests).round() as u64));
            }
            cells
        }),
    )
}

fn stages(scenes: &[StepsOfScene]) -> String {
    let mut text = String::new();
    let header =
        ["scene", "triangles", "view", "all", "tests, view", "tests, aabb", "tests, 16dop"];
    let rows = scenes.iter().map(|scene| {
        let mut cells = scene.label();
        let milliseconds = |method, of: fn(&ImpactStatistics) -> f64| {
            format!("{:.2}", 1e3 * scene.mean(method, of))
        };
        cells.push(milliseconds(ImpactMethod::View, |own| own.view.seconds));
        cells.push(milliseconds(ImpactMethod::View, |own| own.seconds));
        for method in [ImpactMethod::View, ImpactMethod::AabbBvh, ImpactMethod::Dop16Bvh] {
            cells.push(milliseconds(method, |own| own.elementary_seconds));
        }
        cells
    });
    let _ = write!(text, "{}", aligned(&header, rows));
    text
}
