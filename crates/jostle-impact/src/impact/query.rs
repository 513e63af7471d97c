//! What is asked of a step.

use super::ImpactMethod;
use crate::session::Filters;

/// What is asked of a step: all impacts or the first, at which distance, how well times are to be known, and
/// which objects and pairs are compared.
///
/// ```
/// use jostle::impact::ImpactQuery;
///
/// let query = ImpactQuery::first().tolerance(1e-6);
/// assert!(query.is_first_only());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ImpactQuery {
    filters: Filters,
    is_first_only: bool,
    thickness: f64,
    tolerance: f64,
    method: ImpactMethod,
}

impl Default for ImpactQuery {
    /// All impacts, with times between neighbouring numbers.
    fn default() -> ImpactQuery {
        ImpactQuery {
            filters: Filters::default(),
            is_first_only: false,
            thickness: 0.0,
            tolerance: 0.0,
            method: ImpactMethod::default(),
        }
    }
}

impl ImpactQuery {
    /// All impacts of a step.
    pub fn all() -> ImpactQuery {
        ImpactQuery::default()
    }

    /// The first impact of a step: none has an earlier [`lower`](super::ImpactTime::lower) time.
    pub fn first() -> ImpactQuery {
        ImpactQuery { is_first_only: true, ..ImpactQuery::default() }
    }

    /// Finds features that come within this distance of each other, not only those that touch; finite, and not
    /// negative. Zero, which is the default, is for touching, and exact.
    ///
    /// No time is late, and none is early by much. For a thickness `d` above zero, a tolerance of time `e`, and `D(t)`
    /// the distance of two features at `t`:
    ///
    /// - `D(s) > d` for all `s < t` if an impact at `t` is reported, and throughout the step if none is;
    /// - `D(t) <= d + max(2^-20 d, max(e, 2^-16) path) + 2^-44 size` if it is, with `path` and `size` of the two
    ///   features (see [`vertex_face_within_distance`](super::vertex_face_within_distance)); in practice within
    ///   `max(2^-20 d, e path)`.
    ///
    /// So features that a step leaves just beyond the thickness can be reported at the start of the next one:
    /// go a little less far than the [free step](super::Impacts::free_step), or leave a little more than the thickness.
    ///
    /// ```
    /// use jostle::impact::{ImpactQuery, ImpactSearch};
    /// use jostle::mesh::shapes;
    /// use jostle::{DVec3, Scene};
    ///
    /// let mut scene = Scene::new();
    /// scene.add("floor", shapes::cloth(4, 4, [4.0, 4.0]))?;
    /// let ball = scene.add("ball", shapes::icosphere(2, 0.5).translated(DVec3::Z * 2.0))?;
    /// let mut end = scene.vertices().to_vec();
    /// end[scene.object(ball)?.vertices()].iter_mut().for_each(|v| v.z -= 1.0);
    ///
    /// let mut search = ImpactSearch::new();
    /// assert!(search.find(&scene, &end, &ImpactQuery::all())?.is_free(), "it stays 0.5 above");
    /// let impacts = search.find(&scene, &end, &ImpactQuery::all().thickness(0.75))?;
    /// let time = impacts.first().expect("it comes within 0.75").time.lower;
    /// assert!(time <= 0.75 && time > 0.75 - 1e-5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn thickness(self, thickness: f64) -> ImpactQuery {
        ImpactQuery { thickness, ..self }
    }

    /// How long the intervals of time may be; verdicts are exact whatever it is. Zero, which is the default,
    /// is for neighbouring numbers. With a [thickness](Self::thickness), how early a time may be.
    pub fn tolerance(self, tolerance: f64) -> ImpactQuery {
        ImpactQuery { tolerance, ..self }
    }

    /// Says which objects and pairs are compared; replaces the filters of an earlier call. Excluded elements are
    /// refused.
    pub fn filters(self, filters: Filters) -> ImpactQuery {
        ImpactQuery { filters, ..self }
    }

    /// Chooses how the features that are tested are found; the impacts are the same.
    pub fn method(self, method: ImpactMethod) -> ImpactQuery {
        ImpactQuery { method, ..self }
    }

    /// How the features that are tested are found.
    pub fn chosen_method(&self) -> ImpactMethod {
        self.method
    }

    /// Whether only the first impact is asked for.
    pub fn is_first_only(&self) -> bool {
        self.is_first_only
    }

    /// The distance that impacts are within; zero if they touch.
    pub fn distance(&self) -> f64 {
        self.thickness
    }

    /// How long intervals of time may be.
    pub fn time_tolerance(&self) -> f64 {
        self.tolerance
    }

    /// Which objects and pairs are compared.
    pub fn chosen_filters(&self) -> &Filters {
        &self.filters
    }
}
