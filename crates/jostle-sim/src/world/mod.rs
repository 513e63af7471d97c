//! The world: bodies, what acts on them, and time.

mod cutting;
mod statistics;
mod system;

pub use cutting::{CutMode, Cutter};
pub use statistics::StepStatistics;

use crate::body::{Cloth, Common, Points, Rigid, RigidShape, SoftBody, Solid};
use crate::contact::coupling::NO_BODY;
use crate::contact::guard::Guard;
use crate::contact::search::{ContactSearch, Role};
use crate::contact::{ContactSettings, Plane};
use crate::dragger::{DragTarget, Dragger};
use crate::error::{SimError, check, check_not_negative, check_positive};
use crate::field::Field;
use crate::integrate::{Adaptive, Integrator, IntegratorKind};
use crate::state::State;
use glam::DVec3;
use jostle::contact::DepthMethod;
use jostle::mesh::topology::Boundary;
use jostle::{Mesh, ObjectId, Scene, Session, TriangleMesh};
use std::ops::Range;
use std::time::Instant;
use system::WorldSystem;

/// Substeps that adapt are split into `2^12` parts at most: a thousandth of the step of an explicit method that is just
/// stable, with room.
const MOST_HALVINGS: u32 = 12;

/// How a world advances.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The length of a step, in seconds: what [`World::step`] advances by.
    pub step: f64,
    /// How often contacts are searched for in a step.
    pub searches: u32,
    /// How many parts the time between two searches is integrated in.
    pub substeps: u32,
    /// What integrates them.
    pub integrator: IntegratorKind,
    /// How far positions may be off after a substep, in metres: substeps are split further where they would be
    /// ([`Adaptive`]). None for substeps as they are.
    pub tolerance: Option<f64>,
    /// How contacts are answered.
    pub contact: ContactSettings,
}

impl Default for Settings {
    /// Sixty steps a second with two searches each, and eight substeps between them.
    fn default() -> Settings {
        Settings {
            step: 1.0 / 60.0,
            searches: 2,
            substeps: 8,
            integrator: IntegratorKind::PositionBased,
            tolerance: None,
            contact: ContactSettings::default(),
        }
    }
}

impl Settings {
    /// Refuses what cannot be stepped with.
    pub fn check(&self) -> Result<(), SimError> {
        check_positive("world", "step", self.step)?;
        let at_least_one = |value: f64| value >= 1.0;
        check("world", "searches", f64::from(self.searches), at_least_one, "at least one")?;
        check("world", "substeps", f64::from(self.substeps), at_least_one, "at least one")?;
        if let Some(tolerance) = self.tolerance {
            check_positive("world", "tolerance", tolerance)?;
        }
        self.contact.check()
    }
}

/// A body of a world: they are counted in the order in which they are added, as are the objects of its
/// [scene](World::scene).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId(pub(crate) ObjectId);

impl BodyId {
    /// The body's object in the scene.
    pub fn object(self) -> ObjectId {
        self.0
    }
}

/// Bodies that move, deform and collide.
///
/// ```
/// use jostle::{DVec3, mesh::shapes};
/// use jostle_sim::body::{Solid, SolidMaterial};
/// use jostle_sim::contact::Plane;
/// use jostle_sim::{Field, Settings, World};
///
/// let mut world = World::new(Settings::default())?;
/// world.add_field(Field::Gravity(DVec3::Z * -9.81))?;
/// world.add_plane(Plane::ground(0.0))?;
/// let jelly = shapes::ball_tets(2, 0.5).translated(DVec3::Z);
/// let ball = world.add_solid(&Solid::new("jelly", jelly, SolidMaterial::elastic(2e4)))?;
/// for _ in 0..60 {
///     world.step()?;
/// }
/// let lowest = world.positions(ball).iter().map(|v| v.z).fold(f64::INFINITY, f64::min);
/// assert!(lowest > -0.01);
/// # Ok::<(), jostle_sim::SimError>(())
/// ```
pub struct World {
    settings: Settings,
    scene: Scene,
    state: State,
    start: State,
    system: WorldSystem,
    integrator: Box<dyn Integrator>,
    guard: Guard,
    time: f64,
    steps: u64,
    /// Whether bodies came since the last step.
    is_changed: bool,
    statistics: StepStatistics,
    /// What solids are made of, by deformable body, with their meshes at rest.
    solids: Vec<Option<Solid>>,
    /// Faces of them that are cut.
    cuts: Vec<Vec<[u32; 2]>>,
    cutters: Vec<Cutter>,
}

impl World {
    /// A world of nothing.
    pub fn new(settings: Settings) -> Result<World, SimError> {
        settings.check()?;
        let session = Session::new();
        Ok(World {
            scene: Scene::new(),
            state: State::default(),
            start: State::default(),
            system: WorldSystem::new(ContactSearch::new(&session)),
            integrator: match settings.tolerance {
                None => settings.integrator.build(),
                Some(tolerance) => {
                    let own = settings.integrator.build();
                    Box::new(Adaptive::new(own, tolerance, MOST_HALVINGS))
                }
            },
            guard: Guard::new(&session),
            time: 0.0,
            steps: 0,
            is_changed: true,
            statistics: StepStatistics::default(),
            solids: Vec::new(),
            cuts: Vec::new(),
            cutters: Vec::new(),
            settings,
        })
    }

    /// Adds a deformable solid.
    pub fn add_solid(&mut self, solid: &Solid) -> Result<BodyId, SimError> {
        solid.check()?;
        let mesh = solid.mesh.clone();
        let boundary = Boundary::from_mesh(&mesh)
            .map_err(|source| SimError::Mesh { body: solid.common.name.clone(), source })?;
        let body = solid.soft_body()?;
        let surface: Vec<[u32; 3]> = boundary
            .surface
            .elements
            .iter()
            .map(|corners| corners.map(|corner| boundary.vertices[corner as usize]))
            .collect();
        let added =
            self.add_soft(&solid.common, mesh, body, &solid.masses(), &surface, Role::Solid)?;
        if let Some(own) = self.solids.last_mut() {
            *own = Some(solid.clone());
        }
        Ok(added)
    }

    /// Adds a cloth.
    pub fn add_cloth(&mut self, cloth: &Cloth) -> Result<BodyId, SimError> {
        cloth.check()?;
        let body = cloth.soft_body()?;
        let mesh = cloth.mesh.clone();
        let surface = mesh.elements.clone();
        self.add_soft(&cloth.common, mesh, body, &cloth.masses(), &surface, Role::Cloth)
    }

    /// Adds points.
    pub fn add_points(&mut self, points: &Points) -> Result<BodyId, SimError> {
        points.check()?;
        let mesh = TriangleMesh::new(points.points.clone(), Vec::new());
        let masses = vec![points.mass; points.points.len()];
        self.add_soft(&points.common, mesh, points.soft_body(), &masses, &[], Role::Points)
    }

    fn add_soft(
        &mut self,
        common: &Common,
        mesh: impl Into<Mesh>,
        body: SoftBody,
        masses: &[f64],
        surface: &[[u32; 3]],
        role: Role,
    ) -> Result<BodyId, SimError> {
        check_not_negative(&common.name, "friction", common.friction)?;
        check_not_negative(&common.name, "drag", common.drag)?;
        check(&common.name, "velocity", common.velocity.length(), |_| true, "finite")?;
        let speed = common.fixed_velocity.length();
        check(&common.name, "fixed-velocity", speed, |_| true, "finite")?;
        if let Some(&vertex) = common.fixed.iter().find(|v| **v as usize >= masses.len()) {
            let vertices = masses.len();
            return Err(SimError::NoSuchVertex { body: common.name.clone(), vertex, vertices });
        }
        let object = self.scene.add(common.name.clone(), mesh)?;
        self.scene.set_self_collision(object, common.self_collision)?;
        self.scene.set_layers(object, role.layers())?;
        let first = self.state.positions.len();
        let range = self.scene.object(object)?.vertices();
        self.state.positions.extend_from_slice(&self.scene.vertices()[range]);
        self.state.velocities.resize(self.state.positions.len(), common.velocity);
        // A vertex that no element uses has no mass, and stays.
        let inverse = |mass: f64| if mass > 0.0 { 1.0 / mass } else { 0.0 };
        let inertia = &mut self.system.inertia;
        inertia.inverse_masses.extend(masses.iter().map(|mass| inverse(*mass)));
        for (vertex, inverse) in inertia.inverse_masses[first..].iter().enumerate() {
            if *inverse == 0.0 {
                self.state.velocities[first + vertex] = DVec3::ZERO;
            }
        }
        for &vertex in &common.fixed {
            inertia.inverse_masses[first + vertex as usize] = 0.0;
            self.state.velocities[first + vertex as usize] = common.fixed_velocity;
        }
        self.system.owners.resize(self.state.positions.len(), NO_BODY);
        self.system
            .surfaces
            .extend(surface.iter().map(|corners| corners.map(|v| v + first as u32)));
        self.system.frictions.push(common.friction);
        self.system.roles.push(role);
        self.system.soft.push((object, first..self.state.positions.len(), body));
        self.solids.push(None);
        self.cuts.push(Vec::new());
        self.is_changed = true;
        Ok(BodyId(object))
    }

    /// Adds a rigid body.
    pub fn add_rigid(&mut self, rigid: &Rigid) -> Result<BodyId, SimError> {
        rigid.check()?;
        let (parts, motion, inertia) = rigid.parts()?;
        let object = self.scene.add(rigid.name.clone(), rigid.mesh.clone())?;
        let role = match rigid.shape {
            RigidShape::Convex => Role::Convex,
            RigidShape::Mesh => Role::RigidMesh,
        };
        self.scene.set_layers(object, role.layers())?;
        let first = self.state.positions.len();
        self.state.positions.extend_from_slice(&rigid.mesh.vertices);
        self.state.velocities.resize(self.state.positions.len(), DVec3::ZERO);
        self.system.inertia.inverse_masses.resize(self.state.positions.len(), 0.0);
        let index = self.state.bodies.len() as u32;
        self.system.owners.resize(self.state.positions.len(), index);
        self.system.rigid.push(parts);
        self.system.rigid_vertices.push(first..self.state.positions.len());
        self.system.rigid_objects.push(object);
        self.system.inertia.bodies.push(inertia);
        self.state.bodies.push(motion);
        self.system.frictions.push(rigid.friction);
        self.system.roles.push(role);
        self.is_changed = true;
        Ok(BodyId(object))
    }

    /// Adds ground or a wall.
    pub fn add_plane(&mut self, plane: Plane) -> Result<(), SimError> {
        plane.check()?;
        self.system.planes.push(plane);
        Ok(())
    }

    /// Adds a force from outside.
    pub fn add_field(&mut self, field: Field) -> Result<(), SimError> {
        field.check()?;
        self.system.fields.push(field);
        Ok(())
    }

    /// Ties a vertex of a body to a place or to a vertex of another; returns its number.
    pub fn add_dragger(
        &mut self,
        body: BodyId,
        vertex: u32,
        target: DragTarget,
        stiffness: f64,
    ) -> Result<usize, SimError> {
        let vertex = self.scene_vertex(body, vertex)?;
        check_positive("dragger", "stiffness", stiffness)?;
        if let DragTarget::Vertex(other) = target
            && other as usize >= self.state.positions.len()
        {
            let name = "scene".to_owned();
            let vertices = self.state.positions.len();
            return Err(SimError::NoSuchVertex { body: name, vertex: other, vertices });
        }
        self.system.draggers.push(Dragger { vertex, target, stiffness });
        Ok(self.system.draggers.len() - 1)
    }

    /// Changes what a dragger draws to; `None` lets go for good.
    pub fn set_dragger(
        &mut self,
        dragger: usize,
        target: Option<DragTarget>,
    ) -> Result<(), SimError> {
        let draggers = self.system.draggers.len();
        let Some(own) = self.system.draggers.get_mut(dragger) else {
            return Err(SimError::NoSuchDragger { dragger, draggers });
        };
        match target {
            Some(target) => own.target = target,
            None => own.stiffness = 0.0,
        }
        Ok(())
    }

    /// The number in the scene of a body's vertex.
    pub fn scene_vertex(&self, body: BodyId, vertex: u32) -> Result<u32, SimError> {
        let object = self.scene.object(body.0)?;
        let vertices = object.vertices();
        if vertex as usize >= vertices.len() {
            let body = object.name().to_owned();
            return Err(SimError::NoSuchVertex { body, vertex, vertices: vertices.len() });
        }
        Ok(vertices.start as u32 + vertex)
    }

    /// All bodies, in the order in which they were added.
    pub fn bodies(&self) -> impl ExactSizeIterator<Item = BodyId> + use<> {
        self.scene.object_ids().map(BodyId)
    }

    /// How it advances.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes how depths are told, from the next step on: to compare methods on the same scene.
    pub fn set_depth_method(&mut self, method: DepthMethod) {
        self.settings.contact.depth_method = method;
    }

    /// All bodies as they are: an object each, in their order.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Where everything is and how it moves.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Where a body's vertices are.
    pub fn positions(&self, body: BodyId) -> &[DVec3] {
        &self.state.positions[self.scene.objects()[body.0.index()].vertices()]
    }

    /// How long it has advanced.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// How many steps it has made.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// What the last step came to.
    pub fn statistics(&self) -> &StepStatistics {
        &self.statistics
    }

    /// Energy of motion.
    pub fn kinetic_energy(&self) -> f64 {
        self.system.kinetic_energy(&self.state)
    }

    /// Energy of deformation and in fields.
    pub fn potential_energy(&mut self) -> f64 {
        self.system.potential_energy(&self.state)
    }

    /// The momentum of all that can move.
    pub fn momentum(&self) -> DVec3 {
        self.system.momentum(&self.state)
    }

    /// The angular momentum about the origin of all that can move.
    pub fn angular_momentum(&self) -> DVec3 {
        self.system.angular_momentum(&self.state)
    }

    /// Advances by one step.
    pub fn step(&mut self) -> Result<(), SimError> {
        let began = Instant::now();
        self.statistics = StepStatistics::default();
        let interval = self.settings.step / f64::from(self.settings.searches);
        let has_cloth = self.system.roles.contains(&Role::Cloth);
        for _ in 0..self.settings.searches {
            let searching = Instant::now();
            self.write_scene()?;
            if self.is_changed && has_cloth {
                self.guard.check_start(&self.scene, &self.system.roles)?;
            }
            self.is_changed = false;
            self.system.find_contacts(&self.scene, &self.state, &self.settings, interval)?;
            self.statistics.collision_seconds += searching.elapsed().as_secs_f64();
            self.start.copy_from(&self.state);
            self.advance(interval);
            self.check_bounds()?;
            if has_cloth {
                let guarding = Instant::now();
                let WorldSystem { roles, owners, inertia, .. } = &self.system;
                let outcome = self.guard.correct(
                    &self.scene,
                    roles,
                    owners,
                    inertia,
                    &self.start,
                    interval,
                    &mut self.state,
                )?;
                self.statistics.add_guard(&outcome);
                self.statistics.collision_seconds += guarding.elapsed().as_secs_f64();
            }
        }
        self.steps += 1;
        self.statistics.broken = self.break_solids()?;
        self.statistics.cut = self.run_cutters()?;
        self.write_scene()?;
        self.statistics.contacts = self.system.search.contacts.len();
        self.statistics.deepest = self.statistics.deepest.max(self.system.search.deepest);
        self.statistics.seconds = began.elapsed().as_secs_f64();
        Ok(())
    }

    /// Integrates from one search to the next.
    fn advance(&mut self, interval: f64) {
        let step = interval / f64::from(self.settings.substeps);
        for _ in 0..self.settings.substeps {
            let outcome =
                self.system.solve_rigid(&mut self.state, self.time, step, &self.settings.contact);
            self.statistics.add_rigid(&outcome);
            self.system.settings.clone_from(&self.settings.contact);
            self.integrator.step(&mut self.system, &mut self.state, self.time, step);
            self.system.finish_step(&mut self.state, step);
            self.time += step;
        }
    }

    /// Brings the scene to where the state is, unless it is there.
    fn write_scene(&mut self) -> Result<(), SimError> {
        if self.scene.vertices() == self.state.positions {
            return Ok(());
        }
        for object in self.scene.object_ids() {
            let range: Range<usize> = self.scene.object(object)?.vertices();
            self.scene.set_vertices(object, &self.state.positions[range])?;
        }
        Ok(())
    }

    /// Refuses to go on with positions that are no numbers.
    fn check_bounds(&self) -> Result<(), SimError> {
        let lost = self.state.positions.iter().position(|place| !place.is_finite());
        let Some(vertex) = lost else { return Ok(()) };
        let objects = self.scene.objects();
        let at = objects.partition_point(|object| object.vertices().end <= vertex);
        Err(SimError::Exploded { body: objects[at].name().to_owned(), time: self.time })
    }
}
