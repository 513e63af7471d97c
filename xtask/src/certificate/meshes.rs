//! The meshes that are certified.

use jostle::mesh::shapes;
use jostle::{DVec3, Mesh};
use jostle_scenes::{ALL, SceneOptions};
use std::path::PathBuf;

/// A mesh and its name in tables.
pub struct NamedMesh {
    pub name: String,
    pub mesh: Mesh,
}

/// Every procedural shape, and the bodies of every scene.
pub fn procedural() -> Vec<NamedMesh> {
    let shapes: [(&str, Mesh); 13] = [
        ("icosphere", shapes::icosphere(3, 1.0).into()),
        ("torus", shapes::torus(1.0, 0.3, 48, 20).into()),
        ("torus knot", shapes::torus_knot(2, 3, 0.3, 100, 10).into()),
        ("comb of 10", shapes::chazelle(10, 0.02).into()),
        ("comb of 40", shapes::chazelle(40, 0.02).into()),
        ("box", shapes::box_surface(DVec3::ONE, [6, 5, 4]).into()),
        ("bumpy sphere", shapes::bumpy_sphere(10, 0.3, 1).into()),
        ("cloth", shapes::cloth(30, 20, [1.0, 2.0]).into()),
        ("sleeve", shapes::sleeve(0.5, 2.0, 24, 20).into()),
        ("ball", shapes::ball_tets(3, 1.0).into()),
        ("beam", shapes::beam_tets(3.0, 1.0, 3, shapes::Split::Six).into()),
        ("rod", shapes::rod_tets(3.0, 0.5, 3, 8).into()),
        (
            "box of tetrahedra",
            shapes::box_tets([5; 3], DVec3::ONE, shapes::Split::Five, 0.2, 1).into(),
        ),
    ];
    let mut all: Vec<NamedMesh> =
        shapes.into_iter().map(|(name, mesh)| NamedMesh { name: name.to_owned(), mesh }).collect();
    for entry in ALL {
        let animated = entry.build(&SceneOptions::with_resolution(0)).expect("a scene of the list");
        let scene = animated.scene();
        // Of bodies that are alike the first will do.
        let mut seen = Vec::new();
        for (id, object) in scene.object_ids().zip(scene.objects()) {
            let signature = (object.kind(), object.elements().len());
            if !seen.contains(&signature) && seen.len() < 4 {
                seen.push(signature);
                let mesh = scene.mesh(id).expect("there is one");
                all.push(NamedMesh { name: format!("{}: {}", entry.name, object.name()), mesh });
            }
        }
    }
    all
}

/// The meshes of files.
pub fn from_files(files: &[PathBuf]) -> Result<Vec<NamedMesh>, jostle_io::Error> {
    let named = |file: &PathBuf| {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        jostle_io::read(file).map(|read| NamedMesh { name: stem, mesh: read.mesh })
    };
    files.iter().map(named).collect()
}
