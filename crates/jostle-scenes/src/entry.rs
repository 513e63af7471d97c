//! One line of the list.

use crate::body::Body;
use crate::{Error, Playing, Replacement};

/// About how many elements a scene has at each resolution. The lowest is for tests; the next four are
/// those of Tetrahedral kDet (2023, tables 5.1 and 5.2: two bodies of 10, 20 to 30, 44 to 57 and 84 to
/// 99 thousand tetrahedra); the last is for large machines.
pub const RESOLUTIONS: [usize; 6] = [1_500, 20_000, 50_000, 100_000, 180_000, 1_000_000];

/// A scene: what it is called, where it comes from, and how it is made.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name, in lower case with hyphens.
    pub name: &'static str,
    /// Other names, such as the papers'.
    pub aliases: &'static [&'static str],
    /// What happens, in a sentence.
    pub sentence: &'static str,
    /// The paper and section that describe the like.
    pub source: &'static str,
    /// Number of frames.
    pub frames: usize,
    /// Which queries it exercises.
    pub exercises: Exercises,
    pub(crate) bodies: fn(usize) -> Vec<Body>,
}

/// What a scene gives a query to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exercises {
    /// Bodies collide with each other in some frame.
    pub between: bool,
    /// A body that is tested against itself collides with itself in some frame.
    pub within: bool,
    /// There are more than two bodies.
    pub n_body: bool,
    /// Some body's topology changes.
    pub topology: bool,
    /// Some body is of triangles.
    pub triangles: bool,
    /// Some body is of tetrahedra.
    pub tetrahedra: bool,
}

impl Exercises {
    pub(crate) const TETRAHEDRA: Exercises = Exercises {
        between: true,
        within: false,
        n_body: false,
        topology: false,
        triangles: false,
        tetrahedra: true,
    };
    pub(crate) const TRIANGLES: Exercises =
        Exercises { triangles: true, tetrahedra: false, ..Exercises::TETRAHEDRA };

    pub(crate) const fn within(self) -> Exercises {
        Exercises { within: true, ..self }
    }

    pub(crate) const fn n_body(self) -> Exercises {
        Exercises { n_body: true, ..self }
    }

    pub(crate) const fn topology(self) -> Exercises {
        Exercises { topology: true, ..self }
    }

    /// The words for what there is, such as `between`, `within`, `tetrahedra`.
    pub fn words(&self) -> Vec<&'static str> {
        [
            (self.between, "between"),
            (self.within, "within"),
            (self.n_body, "n-body"),
            (self.topology, "topology"),
            (self.triangles, "triangles"),
            (self.tetrahedra, "tetrahedra"),
        ]
        .into_iter()
        .filter_map(|(there, word)| there.then_some(word))
        .collect()
    }
}

/// How a scene is played.
#[derive(Clone, Debug, Default)]
pub struct Setting {
    /// An index into [`RESOLUTIONS`].
    pub resolution: usize,
    /// About how many elements there are to be, in place of those of the resolution.
    pub elements: Option<usize>,
    /// Whether bodies of tetrahedra are played as their surfaces.
    pub surfaces: bool,
    /// Whether all bodies are tested against themselves, or none; otherwise as the scene has it.
    pub has_self_collision: Option<bool>,
    /// Meshes in place of bodies.
    pub meshes: Vec<Replacement>,
}

impl Setting {
    /// A resolution, and all else as the scene has it.
    pub fn resolution(resolution: usize) -> Setting {
        Setting { resolution, ..Setting::default() }
    }

    /// About so many elements, and all else as the scene has it.
    ///
    /// ```
    /// use jostle_scenes::{Setting, find};
    ///
    /// let playing = find("rod")?.start(&Setting::elements(2_000))?;
    /// assert!((1_500..3_000).contains(&playing.scene().element_count()));
    /// # Ok::<(), jostle_scenes::Error>(())
    /// ```
    pub fn elements(elements: usize) -> Setting {
        Setting { elements: Some(elements), ..Setting::default() }
    }
}

impl Entry {
    /// Makes the bodies and the scene, at its first frame.
    pub fn start(&'static self, setting: &Setting) -> Result<Playing, Error> {
        let &Setting { resolution, elements, .. } = setting;
        let &of_resolution =
            RESOLUTIONS.get(resolution).ok_or(Error::NoSuchResolution { resolution })?;
        Playing::start(self, (self.bodies)(elements.unwrap_or(of_resolution)), setting)
    }
}
