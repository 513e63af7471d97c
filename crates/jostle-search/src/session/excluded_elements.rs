//! Elements, and pairs of them, that a query leaves out.

use super::Pair;
use crate::mesh::ElementId;

/// Elements, and pairs of elements, that a query leaves out: parts that are to touch, or collisions that
/// are known and accepted.
///
/// They are in no pair, and no pair is counted for them. They are still there, though: an object that
/// touches a closed one with an element that is left out is not inside it.
///
/// Elements are numbered through the scene, so a table holds as long as the topology of the scene does.
///
/// ```
/// use jostle::mesh::shapes;
/// use jostle::session::ExcludedElements;
/// use jostle::{DVec3, Filters, Query, Scene, collide};
///
/// let mut scene = Scene::new();
/// scene.add("one", shapes::icosphere(2, 1.0))?;
/// scene.add("other", shapes::icosphere(2, 1.0).translated(DVec3::X * 1.5))?;
/// let known = collide(&scene, &Query::default())?;
/// let known_pairs = ExcludedElements::from_pairs(known.pairs());
/// let query = Query::default().filters(Filters::new().exclude_elements(known_pairs));
/// assert!(known.any() && !collide(&scene, &query)?.any(), "nothing is new");
/// # Ok::<(), jostle::QueryError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExcludedElements {
    /// Sorted.
    elements: Vec<ElementId>,
    /// Sorted.
    pairs: Vec<Pair>,
    /// The element with the highest number, if there is any.
    highest: Option<ElementId>,
}

impl ExcludedElements {
    /// Leaves out these elements, and these pairs.
    pub fn new(
        elements: impl IntoIterator<Item = ElementId>,
        pairs: impl IntoIterator<Item = Pair>,
    ) -> ExcludedElements {
        let mut elements: Vec<ElementId> = elements.into_iter().collect();
        let mut pairs: Vec<Pair> =
            pairs.into_iter().map(|pair| Pair::new(pair.a, pair.b)).collect();
        elements.sort_unstable();
        elements.dedup();
        pairs.sort_unstable();
        pairs.dedup();
        let highest = elements.last().copied().max(pairs.iter().map(|pair| pair.b).max());
        ExcludedElements { elements, pairs, highest }
    }

    /// Leaves out all pairs with one of these elements.
    pub fn from_elements(elements: &[ElementId]) -> ExcludedElements {
        ExcludedElements::new(elements.iter().copied(), [])
    }

    /// Leaves out these pairs.
    pub fn from_pairs(pairs: &[Pair]) -> ExcludedElements {
        ExcludedElements::new([], pairs.iter().copied())
    }

    /// Whether a pair is left out, by itself or with one of its elements.
    #[inline]
    pub fn contains(&self, pair: Pair) -> bool {
        let has_element = |element: ElementId| self.elements.binary_search(&element).is_ok();
        (!self.elements.is_empty() && (has_element(pair.a) || has_element(pair.b)))
            || (!self.pairs.is_empty() && self.pairs.binary_search(&pair).is_ok())
    }

    /// The elements that are left out, sorted.
    pub fn elements(&self) -> &[ElementId] {
        &self.elements
    }

    /// The pairs that are left out, sorted.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// The element with the highest number, if there is any.
    pub(super) fn highest(&self) -> Option<ElementId> {
        self.highest
    }

    /// Whether nothing is left out.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty() && self.pairs.is_empty()
    }
}
