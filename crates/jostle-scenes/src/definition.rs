//! The definition of a scene: its names, its source, its frames, and its bodies.

use crate::body::Body;
use crate::{AnimatedScene, Error, SceneOptions};

/// About how many elements a scene has at each resolution. The lowest is for tests; the next four are
/// those of Tetrahedral kDet (2023, tables 5.1 and 5.2: two bodies of 10, 20 to 30, 44 to 57 and 84 to
/// 99 thousand tetrahedra); the last is for large machines.
pub const RESOLUTIONS: [usize; 6] = [1_500, 20_000, 50_000, 100_000, 180_000, 1_000_000];

/// A scene of the list: its names, where it comes from, and how it is built.
#[derive(Clone, Copy, Debug)]
pub struct SceneDefinition {
    /// The name, in lower case with hyphens.
    pub name: &'static str,
    /// Other names, such as the papers'.
    pub aliases: &'static [&'static str],
    /// What happens, in a sentence.
    pub summary: &'static str,
    /// The paper and section that describe the like.
    pub source: &'static str,
    /// Number of frames.
    pub frames: usize,
    /// What it gives queries to find.
    pub coverage: Coverage,
    pub(crate) bodies: fn(usize) -> Vec<Body>,
}

/// What a scene gives queries to find, and in which meshes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Bodies collide with each other in some frame.
    pub object_pairs: bool,
    /// A body that is tested against itself collides with itself in some frame.
    pub self_pairs: bool,
    /// There are more than two bodies.
    pub many_bodies: bool,
    /// Some body's topology changes.
    pub topology_changes: bool,
    /// Some body is of triangles.
    pub triangles: bool,
    /// Some body is of tetrahedra.
    pub tetrahedra: bool,
}

impl Coverage {
    pub(crate) const TETRAHEDRA: Coverage = Coverage {
        object_pairs: true,
        self_pairs: false,
        many_bodies: false,
        topology_changes: false,
        triangles: false,
        tetrahedra: true,
    };
    pub(crate) const TRIANGLES: Coverage =
        Coverage { triangles: true, tetrahedra: false, ..Coverage::TETRAHEDRA };

    pub(crate) const fn with_self_pairs(self) -> Coverage {
        Coverage { self_pairs: true, ..self }
    }

    pub(crate) const fn with_many_bodies(self) -> Coverage {
        Coverage { many_bodies: true, ..self }
    }

    pub(crate) const fn with_topology_changes(self) -> Coverage {
        Coverage { topology_changes: true, ..self }
    }

    /// The names of what there is, such as `between`, `within`, `tetrahedra`.
    pub fn words(&self) -> Vec<&'static str> {
        [
            (self.object_pairs, "between"),
            (self.self_pairs, "within"),
            (self.many_bodies, "n-body"),
            (self.topology_changes, "topology"),
            (self.triangles, "triangles"),
            (self.tetrahedra, "tetrahedra"),
        ]
        .into_iter()
        .filter_map(|(is_covered, word)| is_covered.then_some(word))
        .collect()
    }
}

impl SceneDefinition {
    /// Builds the bodies and the scene, at its first frame.
    pub fn build(&'static self, options: &SceneOptions) -> Result<AnimatedScene, Error> {
        let &SceneOptions { resolution, elements, .. } = options;
        let &default_elements =
            RESOLUTIONS.get(resolution).ok_or(Error::NoSuchResolution { resolution })?;
        AnimatedScene::new(self, (self.bodies)(elements.unwrap_or(default_elements)), options)
    }
}
