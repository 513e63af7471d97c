//! How much room a real-time loop needs, known before it starts.

use super::{Broad, Mode, Query, Workspace};
use crate::freeness::Certificate;
use crate::geometry::Sphere;
use crate::mesh::{ElementKind, Object, Scene, SceneError, grouped};
use glam::DVec3;
use thiserror::Error;

/// The room that a workspace is given for good.
///
/// ```
/// use jostle::collide::Reservation;
/// use jostle::freeness::Certificate;
/// use jostle::mesh::shapes;
/// use jostle::{Query, Scene};
///
/// let ball = shapes::icosphere(4, 1.0);
/// let certificate = Certificate::from_mesh(&ball.clone().into())?;
/// let mut scene = Scene::new();
/// scene.add("one", ball.clone())?;
/// scene.add("other", ball)?;
/// let query = Query::default().containment(false).threads(1);
/// let reservation = Reservation::of(&scene, &query, &[&certificate, &certificate])?;
/// assert!(reservation.pairs > 100_000, "for the worst that such meshes can do");
/// let workspace = reservation.with_pairs(20_000).workspace(&scene, &query)?;
/// assert!(!workspace.has_outgrown());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reservation {
    /// Pairs that there is room for.
    pub pairs: usize,
    /// Bytes of all buffers; before they are made, of those for pairs alone.
    pub bytes: usize,
}

/// Why room cannot be reserved.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ReservationError {
    /// A scene or query that would be refused anyway.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// Another number of certificates than of objects.
    #[error(
        "the scene has {objects} objects but there are {certificates} certificates; \
         give one for each object, the same one for copies of a mesh"
    )]
    WrongCount {
        /// Objects of the scene.
        objects: usize,
        /// Certificates given.
        certificates: usize,
    },
    /// A certificate of another mesh.
    #[error(
        "object {object} ('{name}') has {} {kind} but its certificate is of {} {certified}; \
         make it of this mesh",
        grouped(*.elements), grouped(*.certified_elements)
    )]
    OtherMesh {
        /// Index of the object.
        object: usize,
        /// Its name.
        name: String,
        /// Number of its elements.
        elements: usize,
        /// What they are.
        kind: &'static str,
        /// Number of elements that the certificate is of.
        certified_elements: usize,
        /// What those are.
        certified: &'static str,
    },
    /// A certificate of a mesh of another shape or size.
    #[error(
        "element {element} of object {object} ('{name}') has the diameter {diameter} but {certified} \
         in its certificate; make it of the mesh as it is, at its size"
    )]
    OtherShape {
        /// Index of the object.
        object: usize,
        /// Its name.
        name: String,
        /// Index of the element in the object.
        element: usize,
        /// Its diameter.
        diameter: f64,
        /// The diameter that the certificate has for it.
        certified: f64,
    },
    /// A query whose memory the certificates say nothing about.
    #[error("{what} takes memory that no certificate bounds; {remedy}")]
    Unbounded {
        /// What the query asks for.
        what: String,
        /// What to ask for instead.
        remedy: &'static str,
    },
    /// More memory than there is.
    #[error("there is no memory for {} pairs; reserve fewer, or ask for the set", grouped(*.pairs))]
    TooLarge {
        /// Pairs that there was to be room for.
        pairs: usize,
    },
}

impl Reservation {
    /// What the certificates of a scene's objects allow at most, without allocating it; see
    /// [`Workspace::for_certificates`].
    pub fn of(
        scene: &Scene,
        query: &Query,
        certificates: &[&Certificate],
    ) -> Result<Reservation, ReservationError> {
        scene.check()?;
        check_query(query)?;
        let objects = scene.objects().len();
        if certificates.len() != objects {
            let certificates = certificates.len();
            return Err(ReservationError::WrongCount { objects, certificates });
        }
        for (o, own) in certificates.iter().enumerate() {
            check_shape(scene, o, own)?;
        }
        let mut pairs = 0u64;
        let listed = query.mode() == Mode::AllPairs;
        for o in (0..objects).filter(|&o| listed && query.admits(o)) {
            if scene.objects()[o].has_self_collision() {
                pairs = pairs.saturating_add(certificates[o].self_pairs_bound());
            }
            for p in (0..o).filter(|&p| query.admits(p)) {
                let bound = certificates[o].pairs_bound_as_sized(certificates[p]);
                pairs = pairs.saturating_add(bound);
            }
        }
        let pairs = usize::try_from(pairs).unwrap_or(usize::MAX);
        Ok(Reservation { pairs, bytes: 0 }.with_threads(query))
    }

    /// Room for another number of pairs: fewer than the bound where it is more than anything will
    /// come to. A frame that finds more is answered in full all the same, since half an answer would
    /// be a wrong one: buffers grow in that frame, and [`Workspace::has_outgrown`] tells.
    pub fn with_pairs(self, pairs: usize) -> Reservation {
        let of_pair = self.bytes.checked_div(self.pairs).unwrap_or(0);
        Reservation { pairs, bytes: pairs.saturating_mul(of_pair) }
    }

    fn with_threads(self, query: &Query) -> Reservation {
        let threads = query.thread_count().unwrap_or_else(rayon::current_num_threads);
        // Each worker may find all of them; they are sorted and shown in two more lists.
        let bytes = self.pairs.saturating_mul(size_of::<u64>() * (threads + 2));
        Reservation { bytes, ..self }
    }

    /// Makes the buffers, for frames of this scene and this query.
    pub fn workspace(self, scene: &Scene, query: &Query) -> Result<Workspace, ReservationError> {
        check_query(query)?;
        Workspace::reserve(scene, query, self.pairs)
    }
}

impl Workspace {
    /// Whether a frame has found more than was reserved, so that buffers have grown: more pairs than
    /// were asked for, or meshes that are not as they were certified.
    pub fn has_outgrown(&self) -> bool {
        self.reservation().is_some_and(|reserved| self.bytes() > reserved.bytes)
    }
}

fn check_query(query: &Query) -> Result<(), ReservationError> {
    let unbounded =
        |what: &str, remedy| Err(ReservationError::Unbounded { what: what.to_owned(), remedy });
    if query.tests_containment() {
        return unbounded("looking for objects inside others", "ask with `containment(false)`");
    }
    if query.is_staged() {
        return unbounded("listing all candidates", "ask with the exact test and not staged");
    }
    match query.broad_phase() {
        Broad::Auto | Broad::Clusters => Ok(()),
        other => unbounded(&format!("the broad phase '{}'", other.name()), "use the default one"),
    }
}

/// Whether a certificate is of the object, moved or not: as many elements, and as large ones.
fn check_shape(scene: &Scene, o: usize, own: &Certificate) -> Result<(), ReservationError> {
    let object: &Object = &scene.objects()[o];
    let elements = object.elements();
    if own.elements() != elements.len() || own.kind() != Some(object.kind()) {
        return Err(ReservationError::OtherMesh {
            object: o,
            name: object.name().to_owned(),
            elements: elements.len(),
            kind: match object.kind() {
                ElementKind::Triangle => "triangles",
                ElementKind::Tetrahedron => "tetrahedra",
            },
            certified_elements: own.elements(),
            certified: own.what(),
        });
    }
    for (element, e) in elements.enumerate() {
        let mut corners = [DVec3::ZERO; 4];
        let indices = scene.corner_indices(e);
        for (corner, &v) in corners.iter_mut().zip(indices) {
            *corner = scene.vertices()[v as usize];
        }
        let corners = &corners[..indices.len()];
        let diameter = 2.0 * Sphere::enclosing(corners).radius;
        let certified = own.diameters()[element];
        // Moving rounds the corners, by less than this unless they come from very far.
        let far = corners.iter().map(|c| c.abs().max_element()).fold(0.0, f64::max);
        if (diameter - certified).abs() > 1e-6 * certified + 1e-12 * far {
            let name = object.name().to_owned();
            return Err(ReservationError::OtherShape {
                object: o,
                name,
                element,
                diameter,
                certified,
            });
        }
    }
    Ok(())
}
