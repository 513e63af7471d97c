//! Which objects, and which pairs, a query compares.

use super::{ExcludedElements, QueryError};
use crate::candidates::Scope;
use crate::mesh::{Layers, Object, ObjectId, Scene};
use std::sync::Arc;

/// Which objects are compared with themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SelfPairs {
    /// Those with [self-collision](crate::mesh::Scene::set_self_collision) enabled in the scene, beside pairs of different
    /// objects.
    #[default]
    Enabled,
    /// No object: only pairs of different objects count.
    None,
    /// Every object that takes part, whether self-collision is enabled for it or not, and no two objects with each
    /// other: only pairs within objects count.
    Only,
}

impl SelfPairs {
    /// All of them.
    pub const ALL: [SelfPairs; 3] = [SelfPairs::Enabled, SelfPairs::None, SelfPairs::Only];
}

/// Which objects, and which pairs of objects and elements, a query compares. The default compares all objects with each
/// other as far as their [layers](crate::mesh::Layers) admit, and those with self-collision with themselves.
///
/// Filters mean the same for all kinds of queries. Those about features of surfaces (near contacts, depths, impacts)
/// refuse excluded elements, because several elements share a feature.
///
/// ```
/// use jostle::contact::{NearQuery, NearSearch};
/// use jostle::mesh::shapes;
/// use jostle::{DVec3, Filters, Query, Scene, SelfPairs, collide};
///
/// let mut scene = Scene::new();
/// let balls = [0.0, 1.5, 3.0].map(|x| {
///     scene.add("ball", shapes::icosphere(2, 1.0).translated(DVec3::X * x)).unwrap()
/// });
/// let filters = Filters::new().exclude([(balls[0], balls[1])]).self_pairs(SelfPairs::None);
/// let query = Query::default().filters(filters.clone());
/// assert!(collide(&scene, &query)?.any(), "the last two touch");
/// let near = NearQuery::within(1e-3).filters(filters.among([balls[0], balls[1]]));
/// assert!(NearSearch::new().find(&scene, &near)?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filters {
    objects: Option<Vec<ObjectId>>,
    layers: bool,
    /// The lower object first, sorted.
    excluded_objects: Vec<(ObjectId, ObjectId)>,
    excluded_elements: Option<Arc<ExcludedElements>>,
    self_pairs: SelfPairs,
}

impl Default for Filters {
    fn default() -> Filters {
        Filters {
            objects: None,
            layers: true,
            excluded_objects: Vec::new(),
            excluded_elements: None,
            self_pairs: SelfPairs::default(),
        }
    }
}

impl Filters {
    /// Filters that leave out nothing but what the scene says.
    pub fn new() -> Filters {
        Filters::default()
    }

    /// Leaves out all objects but these.
    pub fn among(self, objects: impl Into<Vec<ObjectId>>) -> Filters {
        let mut objects = objects.into();
        objects.sort_unstable();
        objects.dedup();
        Filters { objects: Some(objects), ..self }
    }

    /// Says whether the [layers](crate::mesh::Layers) of objects count; they do by default.
    pub fn layers(self, layers: bool) -> Filters {
        Filters { layers, ..self }
    }

    /// Leaves out pairs of these objects: two of them have no pairs and are not inside each other. An object paired
    /// with itself is not compared with itself. Calls add up.
    ///
    /// ```
    /// use jostle::mesh::shapes;
    /// use jostle::{Filters, Query, Scene, collide};
    ///
    /// let mut scene = Scene::new();
    /// let ids = [1.0, 1.5, 2.0].map(|r| scene.add("ball", shapes::icosphere(2, r)).unwrap());
    /// let query = Query::default().filters(Filters::new().exclude([(ids[0], ids[1])]));
    /// assert_eq!(collide(&scene, &query)?.inside(), [(ids[0], ids[2]), (ids[1], ids[2])]);
    /// # Ok::<(), jostle::QueryError>(())
    /// ```
    pub fn exclude(mut self, pairs: impl IntoIterator<Item = (ObjectId, ObjectId)>) -> Filters {
        self.excluded_objects.extend(pairs.into_iter().map(|(a, b)| (a.min(b), a.max(b))));
        self.excluded_objects.sort_unstable();
        self.excluded_objects.dedup();
        self
    }

    /// Leaves out elements, or pairs of them; replaces the elements of an earlier call.
    pub fn exclude_elements(self, excluded: impl Into<Arc<ExcludedElements>>) -> Filters {
        Filters { excluded_elements: Some(excluded.into()), ..self }
    }

    /// Says which objects are compared with themselves.
    pub fn self_pairs(self, self_pairs: SelfPairs) -> Filters {
        Filters { self_pairs, ..self }
    }

    /// The objects that take part, sorted, if not all of them.
    pub fn objects(&self) -> Option<&[ObjectId]> {
        self.objects.as_deref()
    }

    /// Whether the layers of objects count.
    pub fn uses_layers(&self) -> bool {
        self.layers
    }

    /// The pairs of objects that are left out, the lower first, sorted.
    pub fn excluded_objects(&self) -> &[(ObjectId, ObjectId)] {
        &self.excluded_objects
    }

    /// The elements and pairs of elements that are left out, if there are any.
    pub fn excluded_elements(&self) -> Option<&ExcludedElements> {
        self.excluded_elements.as_deref().filter(|excluded| !excluded.is_empty())
    }

    /// Which objects are compared with themselves.
    pub fn chosen_self_pairs(&self) -> SelfPairs {
        self.self_pairs
    }

    /// Whether an object takes part.
    pub fn admits(&self, object: ObjectId) -> bool {
        self.objects.as_ref().is_none_or(|objects| objects.binary_search(&object).is_ok())
    }

    /// Whether an object that takes part is compared with itself, unless that pair is excluded.
    #[doc(hidden)]
    pub fn admits_within(&self, object: &Object) -> bool {
        match self.self_pairs {
            SelfPairs::Enabled => object.has_self_collision(),
            SelfPairs::None => false,
            SelfPairs::Only => true,
        }
    }

    /// Whether two objects of a scene are compared, or one with itself.
    ///
    /// ```
    /// use jostle::mesh::shapes;
    /// use jostle::{Filters, Scene, SelfPairs};
    ///
    /// let mut scene = Scene::new();
    /// let one = scene.add("one", shapes::icosphere(1, 1.0))?;
    /// let other = scene.add("other", shapes::icosphere(1, 1.0))?;
    /// let filters = Filters::new();
    /// assert!(filters.compares(&scene, one, other) && !filters.compares(&scene, one, one));
    /// let filters = filters.self_pairs(SelfPairs::Only);
    /// assert!(!filters.compares(&scene, one, other) && filters.compares(&scene, one, one));
    /// # Ok::<(), jostle::SceneError>(())
    /// ```
    pub fn compares(&self, scene: &Scene, a: ObjectId, b: ObjectId) -> bool {
        let is_excluded = self.excluded_objects.binary_search(&(a.min(b), a.max(b))).is_ok();
        if is_excluded || !self.admits(a) || !self.admits(b) {
            return false;
        }
        let [first, second] = [a, b].map(|object| &scene.objects()[object.index()]);
        match a == b {
            true => self.admits_within(first),
            false => {
                let by_layers = !self.layers || first.layers().admits(second.layers());
                by_layers && self.self_pairs != SelfPairs::Only
            }
        }
    }

    /// Refuses filters that name objects or elements that a scene does not have.
    #[doc(hidden)]
    pub fn check(&self, scene: &Scene) -> Result<(), QueryError> {
        let among = self.objects().unwrap_or_default();
        among.iter().try_for_each(|&object| scene.present(object).map(|_| ()))?;
        let excluded = self.excluded_objects().iter().flat_map(|&(a, b)| [a, b]);
        excluded.into_iter().try_for_each(|object| scene.object(object).map(|_| ()))?;
        let elements = scene.element_count();
        match self.excluded_elements().and_then(ExcludedElements::highest) {
            Some(element) if element.index() >= elements => {
                Err(QueryError::NoSuchElement { element, elements })
            }
            _ => Ok(()),
        }
    }

    /// Refuses excluded elements, for queries about features that several elements share.
    #[doc(hidden)]
    pub fn refuse_elements(&self, query: &'static str) -> Result<(), QueryError> {
        let Some(excluded) = self.excluded_elements() else { return Ok(()) };
        let filter = match excluded.elements().is_empty() {
            true => "excluded pairs of elements",
            false => "excluded elements",
        };
        let remedy = "exclude objects or pairs of objects, or leave it to a discrete query";
        Err(QueryError::FilterNotHonoured { filter, query, remedy })
    }

    /// Says which objects of a scene are compared.
    #[doc(hidden)]
    pub fn update_scope(&self, scene: &Scene, scope: &mut Scope) {
        let objects = scene.objects().iter().enumerate();
        let takes_part = |o| self.admits(ObjectId::new(o));
        scope.update(objects.map(|(o, own)| (takes_part(o), self.admits_within(own))));
        let layers = |own: &Object| if self.layers { own.layers() } else { Layers::ALL };
        scope.filter(scene.objects().iter().map(layers), &self.excluded_objects);
        if self.self_pairs == SelfPairs::Only {
            scope.keep_self_pairs_only();
        }
    }
}
