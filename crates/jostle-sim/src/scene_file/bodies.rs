//! Bodies of a scene file.

use super::Reader;
use super::error::SceneFileError;
use super::table::Table;
use crate::SimError;
use crate::body::{
    Cloth, ClothMaterial, Common, Mass, Points, Rigid, RigidShape, Solid, SolidMaterial, SolidModel,
};
use crate::energy::Plasticity;
use crate::shape_matching::{ShapeMatchingSettings, ShapeMode, ShapePlasticity};
use crate::world::{BodyId, World};
use glam::DVec3;
use jostle::Mesh;
use jostle_support::random::SplitMix64;

type Read = fn(&mut Reader, &Table, &mut World) -> Result<(), SceneFileError>;

/// The kinds of bodies, in the order in which they come into the world.
pub(super) const KINDS: [(&str, Read); 4] =
    [("rigid", read_rigid), ("solid", read_solid), ("cloth", read_cloth), ("points", read_points)];

/// Where copies of a body are.
struct Copies {
    offsets: Vec<DVec3>,
}

impl Copies {
    fn read(table: &Table) -> Result<Copies, SceneFileError> {
        let Some(own) = table.table("copies")? else {
            return Ok(Copies { offsets: vec![DVec3::ZERO] });
        };
        let counts = own.counts("counts", [1; 3])?;
        let spacing = own.vector("spacing", DVec3::ONE)?;
        let jitter = own.not_negative("jitter", 0.0)?;
        let mut random = SplitMix64::new(u64::from(own.integer("seed", 0, 0)?));
        let most = own.integer("most", u32::MAX, 1)? as usize;
        own.finish()?;
        let mut offsets = Vec::new();
        'all: for z in 0..counts[2] {
            for y in 0..counts[1] {
                for x in 0..counts[0] {
                    if offsets.len() == most {
                        break 'all;
                    }
                    let at = DVec3::new(f64::from(x), f64::from(y), f64::from(z)) * spacing;
                    offsets.push(at + vector(&mut random) * jitter);
                }
            }
        }
        Ok(Copies { offsets })
    }

    /// Adds a body at each place; their names are numbered if there are several.
    fn add(
        &self,
        reader: &mut Reader,
        table: &Table,
        name: &str,
        mut add: impl FnMut(String, DVec3) -> Result<BodyId, SimError>,
    ) -> Result<(), SceneFileError> {
        for (index, offset) in self.offsets.iter().enumerate() {
            let name = match self.offsets.len() {
                1 => name.to_owned(),
                _ => format!("{name} {index}"),
            };
            let added = add(name.clone(), *offset);
            reader.named.push((name, added.map_err(|error| table.error(error.to_string()))?));
        }
        Ok(())
    }
}

fn name(table: &Table, kind: &str) -> Result<String, SceneFileError> {
    Ok(table.string("name")?.unwrap_or_else(|| kind.to_owned()))
}

fn read_common(
    table: &Table,
    name: &str,
    vertices: &[DVec3],
    has_self_collision: bool,
) -> Result<Common, SceneFileError> {
    let mut common = Common::new(name);
    common.velocity = table.vector("velocity", DVec3::ZERO)?;
    common.friction = table.not_negative("friction", common.friction)?;
    common.drag = table.not_negative("drag", common.drag)?;
    common.self_collision = table.boolean("self-collision", has_self_collision)?;
    common.fixed_velocity = table.vector("fixed-velocity", DVec3::ZERO)?;
    // A box in the world: low and high corner.
    if table.has("fixed") {
        let [a, b, c, d, e, f] = table.numbers("fixed", [0.0; 6])?;
        let (low, high) = (DVec3::new(a, b, c), DVec3::new(d, e, f));
        let is_fixed = |v: &DVec3| v.cmpge(low).all() && v.cmple(high).all();
        let own = vertices.iter().enumerate().filter(|(_, v)| is_fixed(v));
        common.fixed = own.map(|(vertex, _)| vertex as u32).collect();
        if common.fixed.is_empty() {
            let problem = "is a box (low corner, then high corner) with no vertex in it".to_owned();
            return Err(table.error_at("fixed", problem));
        }
    }
    Ok(common)
}

fn read_mass(table: &Table, default: f64) -> Result<Mass, SceneFileError> {
    let vertex = table.optional("vertex-mass", |mass| mass > 0.0, "above zero")?;
    let density = table.optional("density", |density| density > 0.0, "above zero")?;
    match (vertex, density) {
        (Some(_), Some(_)) => {
            Err(table.error_at("vertex-mass", "and 'density' exclude each other".to_owned()))
        }
        (Some(mass), None) => Ok(Mass::Vertex(mass)),
        (None, density) => Ok(Mass::Density(density.unwrap_or(default))),
    }
}

fn read_matching(table: &Table) -> Result<ShapeMatchingSettings, SceneFileError> {
    let default = ShapeMatchingSettings::default();
    let modes = [
        ("rigid", ShapeMode::Rigid),
        ("linear", ShapeMode::Linear),
        ("quadratic", ShapeMode::Quadratic),
    ];
    let plasticity = read_flow(table)?;
    Ok(ShapeMatchingSettings {
        mode: table.choice("mode", &modes, default.mode)?,
        beta: table
            .optional("beta", |beta| (0.0..=1.0).contains(&beta), "from 0 to 1")?
            .unwrap_or(default.beta),
        stiffness: table.positive("stiffness", default.stiffness)?,
        cluster_size: table.optional("cluster-size", |size| size > 0.0, "above zero")?,
        plasticity: plasticity.map(|[yield_strain, creep, limit]| ShapePlasticity {
            yield_strain,
            creep,
            limit,
        }),
    })
}

/// Yield strain, creep and limit.
fn read_flow(table: &Table) -> Result<Option<[f64; 3]>, SceneFileError> {
    let flow = table.optional("yield", |strain| strain >= 0.0, "at least zero")?;
    let creep = table.not_negative("creep", 1.0)?;
    let limit = table.not_negative("limit", 1.0)?;
    Ok(flow.map(|flow| [flow, creep, limit]))
}

fn read_material(table: &Table) -> Result<SolidMaterial, SceneFileError> {
    #[derive(Clone, Copy)]
    enum Kind {
        Elastic,
        Springs,
        Matching,
    }
    let kinds = [
        ("elastic", Kind::Elastic),
        ("springs", Kind::Springs),
        ("shape-matching", Kind::Matching),
    ];
    let mut plasticity = None;
    let model = match table.choice("model", &kinds, Kind::Elastic)? {
        Kind::Elastic => SolidModel::Elastic {
            young: table.positive("young", 1e5)?,
            poisson: table
                .optional(
                    "poisson",
                    |own| (0.0..0.5).contains(&own),
                    "from 0 up to, not including, 0.5",
                )?
                .unwrap_or(0.4),
        },
        Kind::Springs => {
            plasticity = read_flow(table)?.map(|[yield_strain, creep, limit]| Plasticity {
                yield_strain,
                creep,
                limit,
            });
            SolidModel::Springs {
                edge: table.not_negative("edge", 100.0)?,
                area: table.not_negative("area", 0.0)?,
                volume: table.not_negative("volume", 100.0)?,
            }
        }
        Kind::Matching => SolidModel::ShapeMatching(read_matching(table)?),
    };
    Ok(SolidMaterial {
        mass: read_mass(table, 1000.0)?,
        model,
        damping: table.not_negative("damping", 0.01)?,
        plasticity,
        break_strain: table.optional("break-strain", |strain| strain > 0.0, "above zero")?,
    })
}

fn read_solid(reader: &mut Reader, table: &Table, world: &mut World) -> Result<(), SceneFileError> {
    let name = name(table, "solid")?;
    let Mesh::Tets(mesh) = reader.mesh(table, true)? else {
        return Err(table.error("a solid needs tetrahedra".to_owned()));
    };
    let common = read_common(table, &name, &mesh.vertices, false)?;
    let material = read_material(table)?;
    let copies = Copies::read(table)?;
    copies.add(reader, table, &name, |name, offset| {
        let common = Common { name, ..common.clone() };
        let mesh = mesh.clone().translated(offset);
        world.add_solid(&Solid { common, mesh, material: material.clone() })
    })
}

fn read_cloth(reader: &mut Reader, table: &Table, world: &mut World) -> Result<(), SceneFileError> {
    let name = name(table, "cloth")?;
    let Mesh::Triangles(mesh) = reader.mesh(table, false)? else {
        return Err(table.error("a cloth needs triangles".to_owned()));
    };
    let common = read_common(table, &name, &mesh.vertices, true)?;
    let default = ClothMaterial::default();
    let material = ClothMaterial {
        mass: read_mass(table, 0.2)?,
        stretch: table.not_negative("stretch", default.stretch)?,
        shear: table.not_negative("shear", default.shear)?,
        bend: table.not_negative("bend", default.bend)?,
        damping: table.not_negative("damping", default.damping)?,
        warp: table.vector("warp", default.warp)?,
    };
    let copies = Copies::read(table)?;
    copies.add(reader, table, &name, |name, offset| {
        let common = Common { name, ..common.clone() };
        let mesh = mesh.clone().translated(offset);
        world.add_cloth(&Cloth { common, mesh, material: material.clone() })
    })
}

fn read_rigid(reader: &mut Reader, table: &Table, world: &mut World) -> Result<(), SceneFileError> {
    let name = name(table, "rigid")?;
    let Mesh::Triangles(mesh) = reader.mesh(table, false)? else {
        return Err(table.error("a rigid body needs a surface".to_owned()));
    };
    let shapes = [("convex", RigidShape::Convex), ("mesh", RigidShape::Mesh)];
    let default = Rigid::new(name.clone(), mesh);
    let rigid = Rigid {
        shape: table.choice("collides-as", &shapes, default.shape)?,
        density: table.positive("density", default.density)?,
        velocity: table.vector("velocity", DVec3::ZERO)?,
        angular_velocity: table.vector("angular-velocity", DVec3::ZERO)?,
        friction: table.not_negative("friction", default.friction)?,
        restitution: table
            .optional("restitution", |own| (0.0..=1.0).contains(&own), "from 0 to 1")?
            .unwrap_or(0.0),
        is_fixed: table.boolean("fixed", false)?,
        ..default
    };
    let copies = Copies::read(table)?;
    copies.add(reader, table, &name, |name, offset| {
        let mesh = rigid.mesh.clone().translated(offset);
        world.add_rigid(&Rigid { name, mesh, ..rigid.clone() })
    })
}

fn read_points(
    reader: &mut Reader,
    table: &Table,
    world: &mut World,
) -> Result<(), SceneFileError> {
    let name = name(table, "points")?;
    let mesh = reader.mesh(table, false)?;
    let points = mesh.vertices().to_vec();
    let common = read_common(table, &name, &points, false)?;
    let mass = table.positive("vertex-mass", 0.1)?;
    let matching = read_matching(table)?;
    let copies = Copies::read(table)?;
    copies.add(reader, table, &name, |name, offset| {
        let common = Common { name, ..common.clone() };
        let points = points.iter().map(|point| *point + offset).collect();
        world.add_points(&Points { common, points, mass, matching })
    })
}

/// A vector whose coordinates are from -1 up to, not including, 1.
fn vector(random: &mut SplitMix64) -> DVec3 {
    DVec3::new(random.signed(), random.signed(), random.signed())
}
