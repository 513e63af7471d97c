//! Volumes of closed meshes by layers, beside the exact ones.

use clap::Args;
use jostle::mesh::shapes::{self, Split};
use jostle::volume::layered::{LayeredQuery, LayeredWorkspace, Solid, ViewAxis};
use jostle::{DVec3, Mesh, Scene, volume};
use jostle_support::text::grouped;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub struct Options {
    /// Meshes beside the procedural ones.
    meshes: Vec<PathBuf>,
    #[arg(long, default_value_t = 512)]
    resolution: u32,
}

/// What a layered volume may be off by.
const ALLOWED: f64 = 1e-3;

pub fn run(options: &Options) -> ExitCode {
    println!(
        "{:28} {:>10} {:>16} {:>10} {:>10} {:>10}",
        "mesh", "elements", "volume", "x", "y", "z"
    );
    let mut failures = 0;
    let mut workspace = LayeredWorkspace::new();
    let read = options.meshes.iter().map(|path| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let mesh = jostle_io::read(path).map(|file| file.mesh).map_err(|error| error.to_string());
        (name.unwrap_or_default(), mesh)
    });
    let procedural = procedural().into_iter().map(|(name, mesh)| (name.to_owned(), Ok(mesh)));
    for (name, mesh) in procedural.chain(read) {
        let row = mesh.and_then(|mesh| errors(&mut workspace, mesh, options.resolution));
        match row {
            Ok((elements, exact, errors)) => {
                let [x, y, z] = errors;
                let is_off = errors.iter().any(|error| error.is_nan() || *error > ALLOWED);
                failures += usize::from(is_off);
                let mark = if is_off { "  OFF" } else { "" };
                let elements = grouped(elements);
                println!(
                    "{name:28} {elements:>10} {exact:>16.9e} {x:>10.1e} {y:>10.1e} {z:>10.1e}{mark}"
                );
            }
            // A mesh without a volume has none to compare.
            Err(error) => println!("{name:28} {error}"),
        }
    }
    println!("\n{failures} off by over {ALLOWED} at {} pixels", options.resolution);
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Elements, the exact volume, and errors of the layered one along all axes.
fn errors(
    workspace: &mut LayeredWorkspace,
    mesh: Mesh,
    resolution: u32,
) -> Result<(usize, f64, [f64; 3]), String> {
    let mut scene = Scene::new();
    let id = scene.add("mesh", mesh).map_err(|error| error.to_string())?;
    let exact = volume::of(&scene, id).map_err(|error| error.to_string())?;
    let mut errors = [0.0; 3];
    for (error, axis) in errors.iter_mut().zip([ViewAxis::X, ViewAxis::Y, ViewAxis::Z]) {
        let query = LayeredQuery::new([id]).resolution(resolution).axis(axis);
        let image = workspace.build(&scene, &query).map_err(|error| error.to_string())?;
        let measured = image.measure(&Solid::Object(id)).map_err(|error| error.to_string())?;
        *error = (measured.volume / exact - 1.0).abs();
    }
    Ok((scene.element_count(), exact, errors))
}

fn procedural() -> Vec<(&'static str, Mesh)> {
    let size = DVec3::new(1.0, 0.7, 0.4);
    vec![
        ("icosphere", shapes::icosphere(5, 1.0).into()),
        ("geodesic sphere", shapes::geodesic_sphere(17, 1.0).into()),
        ("box", shapes::box_surface(size, [5; 3]).into()),
        ("bumpy sphere", shapes::bumpy_sphere(60, 0.2, 1).into()),
        ("torus", shapes::torus(1.0, 0.3, 90, 40).into()),
        ("torus knot", shapes::torus_knot(2, 3, 0.2, 400, 24).into()),
        ("Chazelle's polyhedron", shapes::chazelle(6, 0.1).into()),
        ("ball of tetrahedra", shapes::ball_tets(8, 1.0).into()),
        ("box of tetrahedra", shapes::box_tets([6; 3], size, Split::Six, 0.2, 1).into()),
        ("beam of tetrahedra", shapes::beam_tets(4.0, 1.0, 4, Split::Six).into()),
        ("rod of tetrahedra", shapes::rod_tets(3.0, 0.5, 6, 12).into()),
    ]
}
