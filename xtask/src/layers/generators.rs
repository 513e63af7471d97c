//! Images by every generator, on scenes with the counts of the thesis (Heidelberger 2007, sec. 5.6).

use clap::Args;
use jostle::mesh::shapes;
use jostle::volume::layered::{
    LayerGenerator, LayeredError, LayeredQuery, LayeredWorkspace, Layers, SoftwareGenerator,
};
use jostle::{DVec3, ObjectId, Scene, TriangleMesh};
use jostle_gpu::{GpuLayerGenerator, LayerOrder};
use jostle_support::text::grouped;
use std::process::ExitCode;
use std::time::Instant;

#[derive(Args)]
pub struct Options {
    /// Pixels along the longer side of an image.
    #[arg(long, value_delimiter = ',', default_values_t = [32, 64, 128, 256, 512, 1024])]
    resolutions: Vec<u32>,
    /// Images of which the median counts.
    #[arg(long, default_value_t = 9)]
    rounds: usize,
}

/// Objects, and what is asked of their image.
struct Comparison {
    name: &'static str,
    scene: Scene,
    objects: Vec<ObjectId>,
    question: Question,
}

#[derive(Clone, Copy)]
enum Question {
    Intersection,
    VerticesInside,
}

/// What one generator made of one image.
struct Row {
    layers: Layers,
    image: f64,
    answer: f64,
}

pub fn run(options: &Options) -> ExitCode {
    match compare(options) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(differences) => {
            println!("{differences} images differ");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn compare(options: &Options) -> Result<usize, Box<dyn std::error::Error>> {
    let mut software = LayeredWorkspace::<SoftwareGenerator>::default();
    let mut unordered =
        LayeredWorkspace::with_generator(GpuLayerGenerator::new(LayerOrder::Unordered)?);
    let mut ordered =
        LayeredWorkspace::with_generator(GpuLayerGenerator::new(LayerOrder::Ordered)?);
    let adapter = GpuLayerGenerator::new(LayerOrder::Unordered)?.adapter().name.clone();
    println!(
        "{adapter}; {} threads; milliseconds, median of {}\n",
        rayon::current_num_threads(),
        options.rounds
    );
    println!(
        "{:20} {:>10} {:>10} {:>6} {:>10} {:>12} {:>10} {:>8}",
        "scene", "resolution", "layers", "most", "software", "unordered", "peeling", "query"
    );
    let mut differences = 0;
    for own in comparisons() {
        for &resolution in &options.resolutions {
            let expected = own.time(&mut software, resolution, options.rounds)?;
            let device = own.time(&mut unordered, resolution, options.rounds)?;
            let peeled = own.time(&mut ordered, resolution, options.rounds)?;
            for (row, by) in [(&device, "unordered"), (&peeled, "peeling")] {
                if row.layers != expected.layers {
                    println!(
                        "{}, {resolution}: layers by {by} differ from those of software",
                        own.name
                    );
                    differences += 1;
                }
            }
            println!(
                "{:20} {resolution:>10} {:>10} {:>6} {:>10.2} {:>12.2} {:>10.2} {:>8.2}",
                own.name,
                grouped(expected.layers.layers.len()),
                expected.layers.depth_complexity(),
                expected.image,
                device.image,
                peeled.image,
                expected.answer,
            );
        }
    }
    Ok(differences)
}

impl Comparison {
    fn time<G: LayerGenerator>(
        &self,
        workspace: &mut LayeredWorkspace<G>,
        resolution: u32,
        rounds: usize,
    ) -> Result<Row, LayeredError> {
        let Comparison { scene, objects, question, .. } = self;
        let shown = match question {
            Question::Intersection => &objects[..],
            // The particles are no surface.
            Question::VerticesInside => &objects[..1],
        };
        let query = LayeredQuery::new(shown.to_vec()).resolution(resolution);
        workspace.build(scene, &query)?;
        let (mut images, mut answers) = (Vec::new(), Vec::new());
        for _ in 0..rounds {
            let start = Instant::now();
            let image = workspace.build(scene, &query)?;
            images.push(start.elapsed().as_secs_f64() * 1e3);
            let start = Instant::now();
            match question {
                Question::Intersection => drop(image.intersection(objects[0], objects[1])?),
                Question::VerticesInside => {
                    drop(image.vertices_inside(scene, objects[1], objects[0])?);
                }
            }
            answers.push(start.elapsed().as_secs_f64() * 1e3);
        }
        let median = |mut times: Vec<f64>| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        };
        let layers = workspace.image().layers().clone();
        Ok(Row { layers, image: median(images), answer: median(answers) })
    }
}

/// Stand-ins with the same numbers of triangles and particles.
fn comparisons() -> Vec<Comparison> {
    let pair = |name, a: TriangleMesh, b: TriangleMesh, question| {
        let mut scene = Scene::new();
        let objects = [a, b].map(|mesh| scene.add(name, mesh).expect("a shape")).to_vec();
        Comparison { name, scene, objects, question }
    };
    let phone = shapes::box_surface(DVec3::new(0.5, 1.4, 0.2), [10, 9, 7]);
    let hat = shapes::icosphere_near(1_500, 0.7).translated(DVec3::Z * 0.9);
    let dragon = |triangles: usize| {
        // Of a resolution n there are 20 n^2.
        shapes::bumpy_sphere((triangles as f64 / 20.0).sqrt().round() as u32, 0.2, 7)
    };
    vec![
        pair(
            "hand and phone",
            dragon(4_800),
            phone.translated(DVec3::X * 0.9),
            Question::Intersection,
        ),
        pair("hat and mouse", dragon(15_000), hat, Question::Intersection),
        pair("dragon, 10k points", dragon(50_000), particles(10_000), Question::VerticesInside),
        pair("dragon, 30k points", dragon(150_000), particles(30_000), Question::VerticesInside),
        pair("dragon, 100k points", dragon(520_000), particles(100_000), Question::VerticesInside),
    ]
}

/// Vertices spread evenly over the box of a unit ball.
fn particles(count: usize) -> TriangleMesh {
    // Multiples of powers of a number that no small fraction is near to.
    const RATIO: f64 = 1.220_744_084_605_76;
    let powers = DVec3::new(RATIO, RATIO * RATIO, RATIO * RATIO * RATIO).recip();
    let points = (1..=count).map(|i| (powers * i as f64).fract() * 2.0 - 1.0);
    TriangleMesh::new(points.collect(), Vec::new())
}
