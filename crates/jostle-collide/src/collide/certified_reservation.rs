//! How many pairs a real-time loop has to reckon with, known from certificates before it starts.

use super::{Query, QueryOutput, Reservation};
use crate::freeness::Certificate;
use crate::geometry::BoundingSphere;
use crate::mesh::{ElementKind, LocalElementId, Object, ObjectId, Scene, SceneError};
use crate::session::Session;
use glam::DVec3;
use jostle_support::text::grouped;
use std::collections::HashMap;
use thiserror::Error;

/// Why certificates say nothing about a scene.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum CertifiedReservationError {
    /// A scene that would be refused anyway.
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
        object: ObjectId,
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
        object: ObjectId,
        /// Its name.
        name: String,
        /// Index of the element in the object.
        element: LocalElementId,
        /// Its diameter.
        diameter: f64,
        /// The diameter that the certificate has for it.
        certified: f64,
    },
}

/// The capacity for the most pairs that certificates of a scene's objects allow, in any frames in which
/// objects move but keep the shape that their certificates are of, without allocating it.
///
/// There is a certificate for each object, in their order; copies of a mesh share one. For
/// [`QueryOutput::AllPairs`] the pairs are [`Certificate::pairs_bound_at_fixed_size`] for each two objects and
/// [`Certificate::self_pairs_bound`] for those tested against themselves, which is much for large
/// meshes: 12 million pairs for a model of 100,000 triangles against its like, or 300 megabytes with
/// one thread. [`Reservation::new`] takes a smaller number. The other modes keep no pairs.
///
/// ```
/// use jostle::collide::certified_reservation;
/// use jostle::freeness::Certificate;
/// use jostle::mesh::shapes;
/// use jostle::{DVec3, Query, Scene, Session};
///
/// let ball = shapes::icosphere(3, 1.0);
/// let certificate = Certificate::from_mesh(&ball.clone().into())?;
/// let mut scene = Scene::new();
/// scene.add("one", ball.clone())?;
/// let other = scene.add("other", ball.translated(DVec3::X * 3.0))?;
/// let (session, query) = (Session::new().threads(1), Query::default());
/// let certificates = [&certificate, &certificate];
/// let reservation = certified_reservation(&session, &scene, &query, &certificates)?;
/// let mut workspace = reservation.workspace(&session, &scene, &query)?;
/// let bytes = workspace.bytes();
/// for _ in 0..10 {
///     scene.vertices_mut(other)?.iter_mut().for_each(|v| v.x -= 0.3);
///     workspace.collide(&scene, &query)?;
/// }
/// assert_eq!(workspace.bytes(), bytes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn certified_reservation(
    session: &Session,
    scene: &Scene,
    query: &Query,
    certificates: &[&Certificate],
) -> Result<Reservation, CertifiedReservationError> {
    scene.check()?;
    let objects = scene.objects().len();
    if certificates.len() != objects {
        let certificates = certificates.len();
        return Err(CertifiedReservationError::WrongCount { objects, certificates });
    }
    for (o, own) in certificates.iter().enumerate() {
        check_shape(scene, o, own)?;
    }
    let pairs = match query.output() {
        QueryOutput::AllPairs => pairs_bound(scene, query, certificates),
        _ => 0,
    };
    Ok(Reservation::new(session, usize::try_from(pairs).unwrap_or(usize::MAX), query))
}

/// The sum of the bounds of all pairs of objects that a query asks for, whatever elements it leaves out. Each two
/// certificates are compared once, however many objects share them.
fn pairs_bound(scene: &Scene, query: &Query, certificates: &[&Certificate]) -> u64 {
    let filters = query.chosen_filters();
    // How many pairs of objects have each two certificates.
    let mut counts: HashMap<[*const Certificate; 2], (u64, [&Certificate; 2])> = HashMap::new();
    let mut pairs = 0u64;
    for (a, &own) in scene.object_ids().zip(certificates) {
        if filters.compares(scene, a, a) {
            pairs = pairs.saturating_add(own.self_pairs_bound());
        }
        for (b, &other) in scene.object_ids().zip(certificates).take(a.index()) {
            if filters.compares(scene, a, b) {
                let [one, two]: [*const Certificate; 2] = [own, other];
                let both = [one.min(two), one.max(two)];
                counts.entry(both).or_insert((0, [own, other])).0 += 1;
            }
        }
    }
    let bound = |&(count, [own, other]): &(u64, [&Certificate; 2])| {
        own.pairs_bound_at_fixed_size(other).saturating_mul(count)
    };
    counts.values().map(bound).fold(pairs, u64::saturating_add)
}

/// Share of the diameter by which an element may differ from its certificate. It is to tell another mesh
/// from the same one moved, and proves nothing: what is larger than certified makes buffers grow. Far
/// above what is lost by a file of `f32` (`2^-24`), and magnified by the enclosing sphere of a needle,
/// and far below what a mesh that was scaled or simplified differs by.
const DIAMETER_TOLERANCE: f64 = 1e-6;
/// Share of the distance from the origin by which moving may round corners: a move takes some `2^-53` of
/// it, so this allows for thousands of moves, each of the result of the one before.
const MOTION_TOLERANCE: f64 = 1e-12;

/// Whether a certificate is of the object, moved or not: as many elements, and as large ones.
fn check_shape(
    scene: &Scene,
    o: usize,
    own: &Certificate,
) -> Result<(), CertifiedReservationError> {
    let object: &Object = &scene.objects()[o];
    let elements = object.elements();
    if own.elements() != elements.len() || own.kind() != Some(object.kind()) {
        return Err(CertifiedReservationError::OtherMesh {
            object: ObjectId::new(o),
            name: object.name().to_owned(),
            elements: elements.len(),
            kind: match object.kind() {
                ElementKind::Triangle => "triangles",
                ElementKind::Tetrahedron => "tetrahedra",
            },
            certified_elements: own.elements(),
            certified: own.plural(),
        });
    }
    for (element, e) in elements.enumerate() {
        let mut corners = [DVec3::ZERO; 4];
        let indices = scene.corners_at(e);
        for (corner, &v) in corners.iter_mut().zip(indices) {
            *corner = scene.vertices()[v as usize];
        }
        let corners = &corners[..indices.len()];
        let diameter = 2.0 * BoundingSphere::smallest(corners).radius;
        let certified = own.diameters()[element];
        let far = corners.iter().map(|c| c.abs().max_element()).fold(0.0, f64::max);
        if (diameter - certified).abs() > DIAMETER_TOLERANCE * certified + MOTION_TOLERANCE * far {
            let name = object.name().to_owned();
            return Err(CertifiedReservationError::OtherShape {
                object: ObjectId::new(o),
                name,
                element: LocalElementId::new(element),
                diameter,
                certified,
            });
        }
    }
    Ok(())
}
