//! Errors of the overlaps of balls, boxes and cylinders at growing resolutions.

use clap::Args;
use jostle::glam::DQuat;
use jostle::mesh::shapes;
use jostle::volume::layered::{LayeredCube, LayeredQuery};
use jostle::{DVec3, Scene, TriangleMesh, volume};
use std::f64::consts::{PI, TAU};
use std::process::ExitCode;

#[derive(Args)]
pub struct Options {
    /// Pixels along the longer side of an image.
    #[arg(long, value_delimiter = ',', default_values_t = [32, 64, 128, 256, 512, 1024])]
    resolutions: Vec<u32>,
}

/// Two shapes, and what a formula says of the round shapes that they stand for.
struct Overlap {
    name: &'static str,
    meshes: [TriangleMesh; 2],
    formula: f64,
}

pub fn run(options: &Options) -> ExitCode {
    println!("errors of the overlap's volume: of one axis (the worst), and of all three\n");
    println!(
        "{:10} {:>12} {:>12} {:>12} {:>12} {:>12}",
        "shapes", "resolution", "one axis", "three axes", "one, formula", "estimate"
    );
    for Overlap { name, meshes, formula } in overlaps() {
        let mut scene = Scene::new();
        let ids = meshes.map(|mesh| scene.add(name, mesh).expect("a shape"));
        let exact = volume::overlap(&scene, ids[0], ids[1]).expect("closed shapes").volume;
        let mut cube = LayeredCube::new();
        for &resolution in &options.resolutions {
            let query = LayeredQuery::new(ids).resolution(resolution);
            let measured =
                cube.build(&scene, &query).and_then(|()| cube.intersection(ids[0], ids[1]));
            let measured = match measured {
                Ok(measured) => measured,
                Err(error) => {
                    eprintln!("{error}");
                    return ExitCode::FAILURE;
                }
            };
            let worst = |truth: f64| {
                let errors = measured.axes.iter().map(|own| (own.volume / truth - 1.0).abs());
                errors.fold(0.0, f64::max)
            };
            println!(
                "{name:10} {resolution:>12} {:>12.1e} {:>12.1e} {:>12.1e} {:>12.1e}",
                worst(exact),
                (measured.volume / exact - 1.0).abs(),
                worst(formula),
                measured.error / exact,
            );
        }
    }
    println!("\nThe formula is of round shapes, which the meshes are not quite.");
    ExitCode::SUCCESS
}

fn overlaps() -> [Overlap; 3] {
    // Turned, so that no axis is special.
    let turn = DQuat::from_axis_angle(DVec3::new(0.3, 0.5, 0.8).normalize(), 0.7);
    let placed = |mut mesh: TriangleMesh, by: DVec3| {
        mesh.vertices.iter_mut().for_each(|v| *v = turn * (*v + by));
        mesh
    };
    let pair =
        |mesh: TriangleMesh, by: DVec3| [placed(mesh.clone(), DVec3::ZERO), placed(mesh, by)];
    let d = 0.8;
    let segments = 2.0 * (d / 2.0f64).acos() - d / 2.0 * (4.0 - d * d).sqrt();
    [
        Overlap {
            name: "balls",
            meshes: pair(shapes::icosphere(6, 1.0), DVec3::X * d),
            formula: PI * (4.0 + d) * (2.0 - d) * (2.0 - d) / 12.0,
        },
        Overlap {
            name: "boxes",
            meshes: pair(shapes::box_surface(DVec3::ONE, [1; 3]), DVec3::new(0.3, 0.2, 0.1)),
            formula: 0.7 * 0.8 * 0.9,
        },
        Overlap {
            name: "cylinders",
            meshes: pair(cylinder(512, 3.0), DVec3::new(d, 0.0, 1.0)),
            formula: 2.0 * segments,
        },
    ]
}

/// A closed cylinder of radius one along z, centred.
fn cylinder(sides: u32, height: f64) -> TriangleMesh {
    let mut vertices = Vec::new();
    for z in [-height / 2.0, height / 2.0] {
        let turn = |i: u32| f64::from(i) / f64::from(sides) * TAU;
        vertices.extend((0..sides).map(|i| DVec3::new(turn(i).cos(), turn(i).sin(), z)));
    }
    vertices.extend([-0.5, 0.5].map(|z| DVec3::Z * (z * height)));
    let mut elements = Vec::new();
    for i in 0..sides {
        let j = (i + 1) % sides;
        elements.extend([[i, j, sides + j], [i, sides + j, sides + i]]);
        elements.extend([[2 * sides, j, i], [2 * sides + 1, sides + i, sides + j]]);
    }
    TriangleMesh::new(vertices, elements)
}
