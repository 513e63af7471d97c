//! Options for building a scene.

use crate::Replacement;

/// How a scene is built: its size, and what replaces or changes its bodies.
#[derive(Clone, Debug, Default)]
pub struct SceneOptions {
    /// An index into [`RESOLUTIONS`](crate::RESOLUTIONS).
    pub resolution: usize,
    /// About how many elements there are to be, in place of those of the resolution.
    pub elements: Option<usize>,
    /// Whether bodies of tetrahedra are replaced by their surfaces.
    pub surfaces: bool,
    /// Whether all bodies are tested against themselves, or none; otherwise as the scene has it.
    pub has_self_collision: Option<bool>,
    /// Meshes in place of bodies.
    pub meshes: Vec<Replacement>,
}

impl SceneOptions {
    /// Options with a resolution, and all else as the scene has it.
    pub fn with_resolution(resolution: usize) -> SceneOptions {
        SceneOptions { resolution, ..SceneOptions::default() }
    }

    /// Options with about so many elements, and all else as the scene has it.
    ///
    /// ```
    /// use jostle_scenes::{SceneOptions, find};
    ///
    /// let animated = find("rod")?.build(&SceneOptions::with_elements(2_000))?;
    /// assert!((1_500..3_000).contains(&animated.scene().element_count()));
    /// # Ok::<(), jostle_scenes::Error>(())
    /// ```
    pub fn with_elements(elements: usize) -> SceneOptions {
        SceneOptions { elements: Some(elements), ..SceneOptions::default() }
    }
}
