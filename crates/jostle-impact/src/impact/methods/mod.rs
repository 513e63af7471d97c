//! Ways to find the impacts of a step: which pairs of features are tested.
//!
//! All ways test the same pairs of features exactly, and differ in what they bound features by and in what they
//! prove without a look: the answer is the same.

mod contours;
mod element_tree;
mod normal_cones;
#[cfg(test)]
mod tests;
mod tree_search;
mod volume;
mod walk;

pub(super) use element_tree::{ElementTree, ROOT};
pub(super) use normal_cones::NormalCones;
pub(super) use tree_search::{ObjectTree, TreeSearch};
pub(super) use volume::{Dop16, Volume};
pub(super) use walk::{AllPairs, NodePair, PairFilter};

/// How the features that are tested are found. The impacts are the same whatever it is.
///
/// ```
/// use jostle::impact::{ImpactMethod, ImpactQuery, ImpactSearch};
/// use jostle::Scene;
/// use jostle::mesh::shapes;
///
/// let mut scene = Scene::new();
/// let ball = scene.add("ball", shapes::icosphere(3, 1.0))?;
/// scene.set_self_collision(ball, true)?;
/// let end: Vec<_> = scene.vertices().iter().map(|v| *v * 1.1).collect();
/// let mut search = ImpactSearch::new();
/// for method in ImpactMethod::ALL {
///     let query = ImpactQuery::all().method(method);
///     assert!(search.find(&scene, &end, &query)?.is_free());
/// }
/// // All triangles face the middle throughout, so nothing was tested.
/// assert_eq!(search.impacts().statistics().vertex_faces, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ImpactMethod {
    /// Clusters of neighbouring elements, then their features.
    #[default]
    Clusters,
    /// A tree of boxes for each object.
    AabbBvh,
    /// A tree of polytopes of 16 faces for each object.
    Dop16Bvh,
    /// A tree of boxes, without a look at what projects injectively throughout the step.
    NormalCones,
    /// Clusters for pairs of objects. Within an object, only what the orientation of triangles towards a point or
    /// a line within does not exclude.
    View,
}

impl ImpactMethod {
    /// All of them.
    pub const ALL: [ImpactMethod; 5] = [
        ImpactMethod::Clusters,
        ImpactMethod::AabbBvh,
        ImpactMethod::Dop16Bvh,
        ImpactMethod::NormalCones,
        ImpactMethod::View,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            ImpactMethod::Clusters => "clusters",
            ImpactMethod::AabbBvh => "aabb",
            ImpactMethod::Dop16Bvh => "16dop",
            ImpactMethod::NormalCones => "normal-cones",
            ImpactMethod::View => "view",
        }
    }
}
