//! Shapes of bodies: procedural ones and mesh files, placed in the world.

use super::Reader;
use super::error::SceneFileError;
use super::table::Table;
use glam::{DMat3, DQuat, DVec3, EulerRot};
use jostle::mesh::shapes::{self, Split};
use jostle::mesh::topology::Boundary;
use jostle::{Mesh, TetMesh, TriangleMesh};

impl Reader {
    /// The mesh of a body: `shape`, or `mesh` for a file, then `scale`, `rotation` and `position`.
    pub fn mesh(&self, table: &Table, is_solid: bool) -> Result<Mesh, SceneFileError> {
        let file = table.string("mesh")?;
        let shape = table.table("shape")?;
        let mut mesh = match (file, shape) {
            (Some(file), None) => {
                let path = self.folder.join(&file);
                let read = jostle_io::read(&path);
                let read =
                    read.map_err(|error| table.error_at("mesh", format!("'{file}': {error}")))?;
                match (read.mesh, is_solid) {
                    (Mesh::Triangles(_), true) => {
                        let problem =
                            format!("'{file}' has triangles, but a solid needs tetrahedra");
                        return Err(table.error_at("mesh", problem));
                    }
                    (Mesh::Tets(mesh), false) => boundary(&mesh, table)?.into(),
                    (mesh, _) => mesh,
                }
            }
            (None, Some(shape)) => {
                let mesh = read_shape(&shape, is_solid)?;
                shape.finish()?;
                mesh
            }
            (Some(_), Some(_)) => {
                return Err(table.error_at("mesh", "and 'shape' exclude each other".to_owned()));
            }
            (None, None) => {
                return Err(table.error("'shape' or 'mesh' is missing".to_owned()));
            }
        };
        let scale = table.positive("scale", 1.0)?;
        let turns = table.numbers("rotation", [0.0; 3])?.map(f64::to_radians);
        let rotation = DQuat::from_euler(EulerRot::XYZ, turns[0], turns[1], turns[2]);
        let matrix = DMat3::from_quat(rotation) * scale;
        let position = table.vector("position", DVec3::ZERO)?;
        let place = |vertex: &mut DVec3| *vertex = matrix * *vertex + position;
        match &mut mesh {
            Mesh::Triangles(own) => own.vertices.iter_mut().for_each(place),
            Mesh::Tets(own) => own.vertices.iter_mut().for_each(place),
        }
        Ok(mesh)
    }
}

fn boundary(mesh: &TetMesh, table: &Table) -> Result<TriangleMesh, SceneFileError> {
    let boundary = Boundary::from_mesh(mesh);
    boundary.map(|own| own.surface).map_err(|error| table.error(error.to_string()))
}

/// Shapes that are filled with tetrahedra, or surfaces.
fn read_shape(table: &Table, is_solid: bool) -> Result<Mesh, SceneFileError> {
    #[derive(Clone, Copy)]
    enum Kind {
        Box,
        Ball,
        Rod,
        Pebble,
        Torus,
        Cloth,
        Sleeve,
        HollowBox,
    }
    let solids = [
        ("box", Kind::Box),
        ("ball", Kind::Ball),
        ("rod", Kind::Rod),
        ("hollow-box", Kind::HollowBox),
    ];
    let surfaces = [
        ("box", Kind::Box),
        ("ball", Kind::Ball),
        ("pebble", Kind::Pebble),
        ("torus", Kind::Torus),
        ("cloth", Kind::Cloth),
        ("sleeve", Kind::Sleeve),
    ];
    let kind = table.required_choice("kind", if is_solid { &solids[..] } else { &surfaces[..] })?;
    Ok(match kind {
        Kind::Box => {
            let size = table.vector("size", DVec3::ONE)?;
            if size.min_element() <= 0.0 {
                return Err(table.error_at("size", format!("must be above zero, but is {size}")));
            }
            let cells = table.counts("cells", [1; 3])?;
            if is_solid {
                let splits = [("five", Split::Five), ("six", Split::Six)];
                let split = table.choice("split", &splits, Split::Five)?;
                let jitter = table.not_negative("jitter", 0.0)?;
                let seed = table.integer("seed", 0, 0)?;
                shapes::box_tets(cells, size, split, jitter, u64::from(seed)).into()
            } else {
                shapes::box_surface(size, cells).into()
            }
        }
        Kind::HollowBox => {
            let size = table.vector("size", DVec3::ONE)?;
            let cavity = table.vector("cavity", size * 0.5)?;
            if cavity.min_element() <= 0.0 || cavity.cmpge(size).any() {
                let problem = format!("must be above zero and below the size, but is {cavity}");
                return Err(table.error_at("cavity", problem));
            }
            let cells = table.counts("cells", [6; 3])?;
            let mut mesh = shapes::box_tets(cells, size, Split::Six, 0.0, 0);
            let middle = (mesh.bounds().min + mesh.bounds().max) * 0.5;
            let is_kept = |tet: &[u32; 4]| {
                let sum: DVec3 = tet.iter().map(|&v| mesh.vertices[v as usize]).sum();
                ((sum / 4.0 - middle).abs() * 2.0).cmpgt(cavity).any()
            };
            let kept: Vec<[u32; 4]> = mesh.elements.iter().copied().filter(is_kept).collect();
            mesh.elements = kept;
            mesh.into()
        }
        Kind::Sleeve => {
            let radius = table.positive("radius", 0.3)?;
            let length = table.positive("length", 1.0)?;
            let [nu, nv] = table.counts("cells", [32, 32])?;
            shapes::sleeve(radius, length, nu.max(3), nv).into()
        }
        Kind::Ball => {
            let radius = table.positive("radius", 0.5)?;
            let resolution = table.integer("resolution", 2, 1)?;
            if is_solid && resolution > 100 {
                return Err(table.error_at(
                    "resolution",
                    format!("must be from 1 to 100, but is {resolution}"),
                ));
            }
            if is_solid {
                shapes::ball_tets(resolution, radius).into()
            } else {
                shapes::geodesic_sphere(resolution, radius).into()
            }
        }
        Kind::Rod => {
            let length = table.positive("length", 1.0)?;
            let width = table.positive("width", 0.1)?;
            let across = table.integer("across", 2, 1)?;
            shapes::beam_tets(length, width, across, Split::Five).into()
        }
        Kind::Pebble => {
            let resolution = table.integer("resolution", 8, 1)?;
            let amplitude = table.not_negative("amplitude", 0.2)?;
            let seed = table.integer("seed", 0, 0)?;
            shapes::bumpy_sphere(resolution, amplitude, u64::from(seed)).into()
        }
        Kind::Torus => {
            let major = table.positive("major", 1.0)?;
            let minor = table.positive("minor", 0.3)?;
            let [nu, nv] = table.counts("cells", [32, 12])?;
            shapes::torus(major, minor, nu.max(3), nv.max(3)).into()
        }
        Kind::Cloth => {
            let size = table.numbers("size", [1.0; 2])?;
            if size[0] <= 0.0 || size[1] <= 0.0 {
                return Err(table.error_at("size", format!("must be above zero, but is {size:?}")));
            }
            let [nx, ny] = table.counts("cells", [16; 2])?;
            shapes::cloth(nx, ny, size).into()
        }
    })
}
