//! Scene files: a world in TOML.
//!
//! Every key has a default except what a body is made of; docs/simulator.md lists them with their ranges. A key that is
//! unknown, a value of the wrong kind or out of its range, a mesh that cannot be read: each is refused with the file,
//! the line, the key, and for an unknown one the nearest that is known.

mod bodies;
mod error;
mod shapes;
mod table;

pub use error::SceneFileError;

use crate::contact::{ContactSettings, Plane};
use crate::dragger::DragTarget;
use crate::field::Field;
use crate::integrate::IntegratorKind;
use crate::scenes::ShippedScene;
use crate::world::{BodyId, CutMode, Cutter, Settings, World};
use error::Source;
use glam::{DQuat, DVec3, EulerRot};
use jostle::contact::DepthMethod;
use std::path::{Path, PathBuf};
use table::Table;
use toml::de::DeTable;

/// A world as a file describes it.
pub struct SceneFile {
    /// What it is called.
    pub title: String,
    /// How many steps it takes to come to rest.
    pub frames: u32,
    /// Its world, before the first step.
    pub world: World,
}

impl SceneFile {
    /// A scene that ships, by its name, or a scene file, by its path.
    ///
    /// ```
    /// use jostle_sim::SceneFile;
    ///
    /// assert_eq!(SceneFile::open("drape")?.title, "Drape");
    /// let error = SceneFile::open("drpae").err().unwrap().to_string();
    /// assert!(error.starts_with("there is no scene 'drpae'; did you mean 'drape'?"));
    /// # Ok::<(), jostle_sim::SceneFileError>(())
    /// ```
    pub fn open(scene: &str) -> Result<SceneFile, SceneFileError> {
        if let Some(shipped) = ShippedScene::find(scene) {
            return shipped.load();
        }
        let path = Path::new(scene);
        if path.extension().is_none() && !path.exists() {
            return Err(SceneFileError::NoSuchScene { name: scene.to_owned() });
        }
        SceneFile::read(path)
    }

    /// Reads a scene file. Mesh files are looked for beside it.
    pub fn read(path: impl AsRef<Path>) -> Result<SceneFile, SceneFileError> {
        let path = path.as_ref();
        let file = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|source| SceneFileError::Unreadable { file: file.clone(), source })?;
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        SceneFile::parse(&text, &file, &folder)
    }

    /// Reads the text of a scene file. `file` is its name in messages, and `folder` where mesh files are.
    ///
    /// ```
    /// use jostle_sim::SceneFile;
    ///
    /// let text = r#"
    ///     [world]
    ///     gravity = [0.0, 0.0, -9.81]
    ///     [[plane]]
    ///     [[solid]]
    ///     shape = { kind = "ball", radius = 0.5, resolution = 2 }
    ///     position = [0.0, 0.0, 1.0]
    ///     young = 2e4
    /// "#;
    /// let mut scene = SceneFile::parse(text, "ball.toml", ".".as_ref())?;
    /// scene.world.step()?;
    ///
    /// let wrong = text.replace("young", "yuong");
    /// let error = SceneFile::parse(&wrong, "ball.toml", ".".as_ref()).err().unwrap().to_string();
    /// assert!(error.starts_with("ball.toml, line 8: 'yuong' is not known here; did you mean 'young'?"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str, file: &str, folder: &Path) -> Result<SceneFile, SceneFileError> {
        let source = Source { file: file.to_owned(), text: text.to_owned() };
        let parsed = DeTable::parse(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            source.error(at, format!("not TOML: {}", error.message()))
        })?;
        let root = Table::new(&source, parsed.get_ref(), parsed.span().start);
        let mut reader = Reader { folder: folder.to_owned(), named: Vec::new() };
        let title = root.string("title")?.unwrap_or_else(|| file.to_owned());
        let frames = root.integer("frames", 600, 1)?;
        let (settings, gravity) = read_settings(&root)?;
        let world = World::new(settings);
        let mut world = world.map_err(|error| source.error(0, error.to_string()))?;
        if gravity != DVec3::ZERO {
            let added = world.add_field(Field::Gravity(gravity));
            added.map_err(|error| source.error(0, error.to_string()))?;
        }
        for table in root.tables("plane")? {
            let plane = read_plane(&table)?;
            world.add_plane(plane).map_err(|error| table.error(error.to_string()))?;
        }
        for table in root.tables("field")? {
            let field = read_field(&table)?;
            world.add_field(field).map_err(|error| table.error(error.to_string()))?;
        }
        for (kind, read) in bodies::KINDS {
            for table in root.tables(kind)? {
                read(&mut reader, &table, &mut world)?;
                table.finish()?;
            }
        }
        for table in root.tables("dragger")? {
            read_dragger(&table, &reader, &mut world)?;
        }
        for table in root.tables("cutter")? {
            read_cutter(&table, &reader, &mut world)?;
        }
        root.finish()?;
        Ok(SceneFile { title, frames, world })
    }
}

impl ShippedScene {
    /// Its world at a resolution: from 1 to 4 of a scene of two bodies (tet-kdet-2023, sec. 5.2), 1 or 2 of a cloth that is
    /// coarser than the paper's, which is 2. `None` if it has no such resolution.
    ///
    /// ```
    /// let board = jostle_sim::ShippedScene::find("board").expect("it ships");
    /// let fine = board.load_at(2).expect("it has two resolutions")?;
    /// assert_eq!(fine.world.scene().element_count() - 320, 80_000);
    /// # Ok::<(), jostle_sim::SceneFileError>(())
    /// ```
    pub fn load_at(&self, resolution: usize) -> Option<Result<SceneFile, SceneFileError>> {
        let text = self.text_at(resolution)?;
        Some(SceneFile::parse(&text, &format!("{}.toml", self.name), Path::new(".")))
    }

    /// Its world, before the first step.
    pub fn load(&self) -> Result<SceneFile, SceneFileError> {
        SceneFile::parse(self.text, &format!("{}.toml", self.name), Path::new("."))
    }
}

/// What bodies are read with.
struct Reader {
    folder: PathBuf,
    /// Bodies by name, for draggers.
    named: Vec<(String, BodyId)>,
}

fn read_settings(root: &Table) -> Result<(Settings, DVec3), SceneFileError> {
    let mut settings = Settings::default();
    let mut gravity = DVec3::Z * -9.81;
    if let Some(table) = root.table("world")? {
        settings.step = table.positive("step", settings.step)?;
        settings.searches = table.integer("searches", settings.searches, 1)?;
        settings.substeps = table.integer("substeps", settings.substeps, 1)?;
        let kinds = IntegratorKind::ALL.map(|kind| (kind.name(), kind));
        settings.integrator = table.choice("integrator", &kinds, settings.integrator)?;
        settings.tolerance = table.optional("tolerance", |own| own > 0.0, "above zero")?;
        gravity = table.vector("gravity", gravity)?;
        table.finish()?;
    }
    if let Some(table) = root.table("contact")? {
        let own: &mut ContactSettings = &mut settings.contact;
        own.thickness = table.positive("thickness", own.thickness)?;
        own.slop = table.not_negative("slop", own.slop)?;
        own.recovery = table.not_negative("recovery", own.recovery)?;
        own.stiffness = table.not_negative("stiffness", own.stiffness)?;
        own.damping = table.not_negative("damping", own.damping)?;
        let methods = DepthMethod::ALL.map(|method| (method.name(), method));
        own.depth_method = table.choice("depth-method", &methods, own.depth_method)?;
        own.rigid_sweeps = table.integer("rigid-sweeps", own.rigid_sweeps, 1)?;
        own.rigid_tolerance = table.not_negative("rigid-tolerance", own.rigid_tolerance)?;
        table.finish()?;
    }
    Ok((settings, gravity))
}

fn read_plane(table: &Table) -> Result<Plane, SceneFileError> {
    let normal = table.vector("normal", DVec3::Z)?;
    let Some(normal) = normal.try_normalize() else {
        return Err(table.error_at("normal", "must have a direction".to_owned()));
    };
    let plane = Plane {
        normal,
        offset: table.number("offset", 0.0)?,
        friction: table.not_negative("friction", 0.5)?,
    };
    table.finish()?;
    Ok(plane)
}

fn read_field(table: &Table) -> Result<Field, SceneFileError> {
    let kinds = [("wind", true), ("magnet", false)];
    let field = if table.required_choice("kind", &kinds)? {
        Field::Wind {
            velocity: table.vector("velocity", DVec3::ZERO)?,
            density: table.not_negative("density", 1.2)?,
        }
    } else {
        Field::Magnet {
            position: table.vector("position", DVec3::ZERO)?,
            strength: table.number("strength", 1.0)?,
            core: table.positive("core", 0.1)?,
        }
    };
    table.finish()?;
    Ok(field)
}

/// A rectangular blade.
fn read_cutter(table: &Table, reader: &Reader, world: &mut World) -> Result<(), SceneFileError> {
    let Some(name) = table.string("body")? else {
        return Err(table.error("'body' is missing: the name of a solid".to_owned()));
    };
    let found = reader.named.iter().find(|(own, _)| *own == name);
    let Some(&(_, body)) = found else {
        return Err(table.error_at("body", format!("no body is called '{name}'")));
    };
    let modes = [("split", CutMode::Split), ("remove", CutMode::Remove)];
    let mode = table.choice("mode", &modes, CutMode::Split)?;
    let size = table.numbers("size", [1.0; 2])?;
    if size[0] <= 0.0 || size[1] <= 0.0 {
        return Err(table.error_at("size", format!("must be above zero, but is {size:?}")));
    }
    let mut tool = jostle::mesh::shapes::cloth(1, 1, size);
    let turns = table.numbers("rotation", [0.0; 3])?.map(f64::to_radians);
    let rotation = DQuat::from_euler(EulerRot::XYZ, turns[0], turns[1], turns[2]);
    let position = table.vector("position", DVec3::ZERO)?;
    tool.vertices.iter_mut().for_each(|v| *v = rotation * *v + position);
    let velocity = table.vector("velocity", DVec3::ZERO)?;
    let from = table.not_negative("from", 0.0)?;
    let to = table.not_negative("to", from)?;
    table.finish()?;
    let added = world.add_cutter(Cutter { body, tool, velocity, times: [from, to], mode });
    added.map_err(|error| table.error(error.to_string()))
}

fn read_dragger(table: &Table, reader: &Reader, world: &mut World) -> Result<(), SceneFileError> {
    let body = |key: &'static str| -> Result<Option<BodyId>, SceneFileError> {
        let Some(name) = table.string(key)? else { return Ok(None) };
        let found = reader.named.iter().find(|(own, _)| *own == name);
        let found =
            found.ok_or_else(|| table.error_at(key, format!("no body is called '{name}'")))?;
        Ok(Some(found.1))
    };
    let nearest = |world: &World, body: BodyId, place: DVec3| {
        let places = world.positions(body).iter().enumerate();
        let nearest = places.min_by(|a, b| a.1.distance(place).total_cmp(&b.1.distance(place)));
        nearest.map_or(0, |(vertex, _)| vertex as u32)
    };
    let Some(own) = body("body")? else {
        return Err(table.error("'body' is missing: the name of a body".to_owned()));
    };
    let at = table.vector("at", DVec3::ZERO)?;
    let vertex = nearest(world, own, at);
    let stiffness = table.positive("stiffness", 1e4)?;
    let target = match body("to-body")? {
        Some(other) => {
            let vertex = nearest(world, other, table.vector("to", at)?);
            let found = world.scene_vertex(other, vertex);
            DragTarget::Vertex(found.map_err(|error| table.error(error.to_string()))?)
        }
        None => DragTarget::Place {
            position: table.vector("to", world.positions(own)[vertex as usize])?,
            velocity: table.vector("velocity", DVec3::ZERO)?,
        },
    };
    table.finish()?;
    let added = world.add_dragger(own, vertex, target, stiffness);
    added.map(|_| ()).map_err(|error| table.error(error.to_string()))
}
