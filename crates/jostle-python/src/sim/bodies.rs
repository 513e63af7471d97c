//! What is added to a world.

use super::world::World;
use crate::arrays::{self, Points};
use crate::errors::{Answer, Refusal};
use crate::execution::on_threads;
use crate::scene::ObjectRef;
use jostle::{DVec3, Mesh, TetMesh, TriangleMesh};
use jostle_sim::body::{
    Cloth, ClothMaterial, Common, Mass, Rigid, RigidShape, Solid, SolidMaterial, SolidModel,
};
use jostle_sim::contact::Plane;
use jostle_sim::shape_matching::{ShapeMatchingSettings, ShapeMode};
use jostle_sim::{BodyId, DragTarget, Field};
use pyo3::prelude::*;

/// A mesh of tetrahedra for a body.
fn tets(mesh: &Bound<PyAny>, name: &str) -> PyResult<TetMesh> {
    match arrays::mesh(mesh)? {
        Mesh::Tets(mesh) => Ok(mesh),
        Mesh::Triangles(_) => {
            let message = format!(
                "solid '{name}' is made of tetrahedra, four columns of elements; triangles are for cloth and rigid \
                 bodies"
            );
            Err(Refusal::new("SimError", message).into())
        }
    }
}

/// A mesh of triangles for a body.
fn triangles(mesh: &Bound<PyAny>, what: &str, name: &str) -> PyResult<TriangleMesh> {
    match arrays::mesh(mesh)? {
        Mesh::Triangles(mesh) => Ok(mesh),
        Mesh::Tets(_) => {
            let message = format!(
                "{what} '{name}' is made of triangles, three columns of elements; jostle.boundary has those of \
                 tetrahedra"
            );
            Err(Refusal::new("SimError", message).into())
        }
    }
}

/// Vertices of a body by their numbers.
fn vertex_numbers(fixed: Option<Bound<PyAny>>, vertices: usize) -> PyResult<Vec<u32>> {
    let Some(fixed) = fixed else { return Ok(Vec::new()) };
    let numbers = arrays::indices(&fixed, "fixed vertices", vertices)?;
    Ok(numbers.into_iter().map(|own| own as u32).collect())
}

/// One of two ways to say how heavy a body is.
fn mass(density: f64, vertex_mass: Option<f64>) -> Mass {
    vertex_mass.map_or(Mass::Density(density), Mass::Vertex)
}

fn shape_mode(name: &str) -> PyResult<ShapeMode> {
    match name {
        "rigid" => Ok(ShapeMode::Rigid),
        "linear" => Ok(ShapeMode::Linear),
        "quadratic" => Ok(ShapeMode::Quadratic),
        _ => {
            let choices = ["rigid", "linear", "quadratic"];
            Err(Refusal::option("mode", name, &choices).of("SimError").into())
        }
    }
}

impl World {
    /// Adds a body without Python's lock, and returns its number.
    fn add(
        &self,
        py: Python,
        add: impl FnOnce(&mut jostle_sim::World) -> Result<BodyId, jostle_sim::SimError> + Send,
    ) -> PyResult<usize> {
        let mut taken = self.take(py)?;
        let add = || -> Answer<usize> {
            taken.positions.expire();
            Ok(add(&mut taken.world)?.object().index())
        };
        Ok(py.detach(|| on_threads(None, add))??)
    }
}

#[pymethods]
impl World {
    /// Adds a deformable solid of tetrahedra, and returns its number.
    ///
    /// young: its stiffness in pascal; poisson: from 0 up to, not including, 0.5. Or stiffnesses of springs in joule, as
    /// `springs=(edge, area, volume)`. density: kilogram a cubic metre, or vertex_mass in its place. damping: a time.
    /// break_strain: the strain of an edge at which it breaks. fixed: vertices that forces do not move, but fixed_velocity
    /// does. drag: the share of velocity that is lost, per second.
    ///
    /// >>> import jostle
    /// >>> world = jostle.sim.World(gravity=[0, 0, 0])
    /// >>> world.add_solid("ball", jostle.shapes.ball_tets(2, 1.0), velocity=[1, 0, 0])
    /// 0
    /// >>> world.step(60)
    /// 60
    /// >>> world.positions("ball").mean(axis=0).round(6).tolist()
    /// [1.0, 0.0, 0.0]
    #[pyo3(signature = (name, mesh, *, young=1e5, poisson=0.4, springs=None, density=1000.0, vertex_mass=None,
                        damping=0.01, break_strain=None, velocity=[0.0; 3], fixed=None, fixed_velocity=[0.0; 3],
                        friction=0.4, self_collision=false, drag=0.0))]
    fn add_solid(
        &self,
        py: Python,
        name: String,
        mesh: &Bound<PyAny>,
        young: f64,
        poisson: f64,
        springs: Option<[f64; 3]>,
        density: f64,
        vertex_mass: Option<f64>,
        damping: f64,
        break_strain: Option<f64>,
        velocity: [f64; 3],
        fixed: Option<Bound<PyAny>>,
        fixed_velocity: [f64; 3],
        friction: f64,
        self_collision: bool,
        drag: f64,
    ) -> PyResult<usize> {
        let mesh = tets(mesh, &name)?;
        let common = Common {
            velocity: velocity.into(),
            fixed: vertex_numbers(fixed, mesh.vertices.len())?,
            fixed_velocity: fixed_velocity.into(),
            friction,
            self_collision,
            drag,
            ..Common::new(name)
        };
        let model = match springs {
            Some([edge, area, volume]) => SolidModel::Springs { edge, area, volume },
            None => SolidModel::Elastic { young, poisson },
        };
        let mass = mass(density, vertex_mass);
        let material = SolidMaterial { mass, model, damping, plasticity: None, break_strain };
        let solid = Solid { common, mesh, material };
        self.add(py, |world| world.add_solid(&solid))
    }

    /// Adds a cloth of triangles, and returns its number. No step ends where it has passed through anything.
    ///
    /// density: kilogram a square metre, or vertex_mass in its place. stretch and shear: newton a metre; bend: newton metre;
    /// damping: a time; warp: the direction of the first thread.
    #[pyo3(signature = (name, mesh, *, density=0.2, vertex_mass=None, stretch=1000.0, shear=200.0, bend=1e-4,
                        damping=0.002, warp=[1.0, 0.0, 0.0], velocity=[0.0; 3], fixed=None, fixed_velocity=[0.0; 3],
                        friction=0.4, self_collision=true, drag=0.0))]
    fn add_cloth(
        &self,
        py: Python,
        name: String,
        mesh: &Bound<PyAny>,
        density: f64,
        vertex_mass: Option<f64>,
        stretch: f64,
        shear: f64,
        bend: f64,
        damping: f64,
        warp: [f64; 3],
        velocity: [f64; 3],
        fixed: Option<Bound<PyAny>>,
        fixed_velocity: [f64; 3],
        friction: f64,
        self_collision: bool,
        drag: f64,
    ) -> PyResult<usize> {
        let mesh = triangles(mesh, "cloth", &name)?;
        let common = Common {
            velocity: velocity.into(),
            fixed: vertex_numbers(fixed, mesh.vertices.len())?,
            fixed_velocity: fixed_velocity.into(),
            friction,
            self_collision,
            drag,
            ..Common::new(name)
        };
        let mass = mass(density, vertex_mass);
        let warp = warp.into();
        let material = ClothMaterial { mass, stretch, shear, bend, damping, warp };
        let cloth = Cloth { common, mesh, material };
        self.add(py, |world| world.add_cloth(&cloth))
    }

    /// Adds a rigid body with a closed surface of triangles, and returns its number.
    ///
    /// density: kilogram a cubic metre. restitution: from 0 to 1. fixed: it keeps its velocity whatever comes. collides_as:
    /// "convex" for its convex hull, "mesh" for its surface.
    ///
    /// >>> import jostle
    /// >>> world = jostle.sim.World()
    /// >>> world.add_plane()
    /// >>> crate = jostle.shapes.box_surface([1, 1, 1])
    /// >>> [world.add_rigid(f"crate {i}", crate.translated([0, 0, 0.5 + i])) for i in range(3)]
    /// [0, 1, 2]
    /// >>> world.step(60)
    /// 60
    /// >>> bool(abs(world.positions(2)[:, 2].max() - 3) < 0.01)
    /// True
    #[pyo3(signature = (name, mesh, *, density=1000.0, velocity=[0.0; 3], angular_velocity=[0.0; 3], friction=0.5,
                        restitution=0.0, fixed=false, collides_as="convex"))]
    fn add_rigid(
        &self,
        py: Python,
        name: String,
        mesh: &Bound<PyAny>,
        density: f64,
        velocity: [f64; 3],
        angular_velocity: [f64; 3],
        friction: f64,
        restitution: f64,
        fixed: bool,
        collides_as: &str,
    ) -> PyResult<usize> {
        let shape = match collides_as {
            "convex" => RigidShape::Convex,
            "mesh" => RigidShape::Mesh,
            other => {
                let refusal = Refusal::option("collides_as", other, &["convex", "mesh"]);
                return Err(refusal.of("SimError").into());
            }
        };
        let mesh = triangles(mesh, "rigid body", &name)?;
        let rigid = Rigid {
            shape,
            density,
            velocity: velocity.into(),
            angular_velocity: angular_velocity.into(),
            friction,
            restitution,
            is_fixed: fixed,
            ..Rigid::new(name, mesh)
        };
        self.add(py, |world| world.add_rigid(&rigid))
    }

    /// Adds points without elements, which keep their shape by matching and collide with planes, and returns their number.
    ///
    /// mass: of each. mode: "rigid", "linear" or "quadratic", which deformations are allowed, and beta how far, from 0 to 1.
    /// stiffness: per second squared. cluster_size: the side of the cells that points are clustered by; one cluster if none.
    #[pyo3(signature = (name, points, *, mass=0.1, mode="rigid", beta=0.5, stiffness=1e4, cluster_size=None,
                        velocity=[0.0; 3], drag=0.0))]
    fn add_points(
        &self,
        py: Python,
        name: String,
        points: &Bound<PyAny>,
        mass: f64,
        mode: &str,
        beta: f64,
        stiffness: f64,
        cluster_size: Option<f64>,
        velocity: [f64; 3],
        drag: f64,
    ) -> PyResult<usize> {
        let mode = shape_mode(mode)?;
        let matching =
            ShapeMatchingSettings { mode, beta, stiffness, cluster_size, plasticity: None };
        let common = Common { velocity: velocity.into(), drag, ..Common::new(name) };
        let points = Points::read(points, "points")?.slice().to_vec();
        let points = jostle_sim::body::Points { common, points, mass, matching };
        self.add(py, |world| world.add_points(&points))
    }

    /// Adds ground or a wall: all is solid where `normal . x` is below `offset`.
    #[pyo3(signature = (normal=[0.0, 0.0, 1.0], offset=0.0, *, friction=0.5))]
    fn add_plane(&self, py: Python, normal: [f64; 3], offset: f64, friction: f64) -> PyResult<()> {
        let given = DVec3::from_array(normal);
        let normal = given.try_normalize().ok_or_else(|| {
            let [x, y, z] = normal;
            let message =
                format!("the normal of a plane is ({x}, {y}, {z}), which has no direction");
            Refusal::new("SimError", message)
        })?;
        self.with(py, |state| Ok(state.world.add_plane(Plane { normal, offset, friction })?))
    }

    /// Adds wind, which pushes the surfaces of solids and cloth: air of a density that moves.
    #[pyo3(signature = (velocity, *, density=1.2))]
    fn add_wind(&self, py: Python, velocity: [f64; 3], density: f64) -> PyResult<()> {
        let field = Field::Wind { velocity: velocity.into(), density };
        self.with(py, |state| Ok(state.world.add_field(field)?))
    }

    /// Adds a pull to a place, `strength / (d^2 + core^2)` at the distance `d`; a strength below zero repels.
    #[pyo3(signature = (position, strength, *, core=0.1))]
    fn add_magnet(&self, py: Python, position: [f64; 3], strength: f64, core: f64) -> PyResult<()> {
        let field = Field::Magnet { position: position.into(), strength, core };
        self.with(py, |state| Ok(state.world.add_field(field)?))
    }

    /// Ties a vertex of a body to a place, by a spring of so many newton a metre; returns the number of the tie, for `drag`.
    #[pyo3(signature = (body, vertex, to, *, velocity=[0.0; 3], stiffness=1e4))]
    fn add_dragger(
        &self,
        py: Python,
        body: ObjectRef,
        vertex: u32,
        to: [f64; 3],
        velocity: [f64; 3],
        stiffness: f64,
    ) -> PyResult<usize> {
        let target = DragTarget::Place { position: to.into(), velocity: velocity.into() };
        self.with(py, |state| {
            let object = body.find(state.world.scene())?;
            let own = state.world.bodies().nth(object.index());
            let own = own.ok_or_else(|| Refusal::new("SimError", "there is no such body"))?;
            Ok(state.world.add_dragger(own, vertex, target, stiffness)?)
        })
    }

    /// Moves the place that a vertex is tied to; `None` lets go for good.
    ///
    /// >>> import jostle
    /// >>> world = jostle.sim.World()
    /// >>> world.add_solid("ball", jostle.shapes.ball_tets(2, 0.2))
    /// 0
    /// >>> tie = world.add_dragger("ball", 0, [0, 0, 1])
    /// >>> def up(own):
    /// ...     own.drag(tie, [0, 0, 1 + own.time])
    /// >>> world.step(30, callback=up)
    /// 30
    #[pyo3(signature = (dragger, to, *, velocity=[0.0; 3]))]
    fn drag(
        &self,
        py: Python,
        dragger: usize,
        to: Option<[f64; 3]>,
        velocity: [f64; 3],
    ) -> PyResult<()> {
        let place =
            |to: [f64; 3]| DragTarget::Place { position: to.into(), velocity: velocity.into() };
        self.with(py, |state| Ok(state.world.set_dragger(dragger, to.map(place))?))
    }
}
