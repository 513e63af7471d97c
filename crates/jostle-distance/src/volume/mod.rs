//! Volumes of solid objects, and what two of them have in common.
//!
//! Solid are objects of tetrahedra, and surfaces that are closed and agree which side is outside;
//! whichever it is, the side of the finite volume counts as inside. [`overlap`] measures the common part
//! of two, [`overlaps`] tells exactly whether there is any, and [`of`] is the volume of one. [`layered`] depth images
//! approximate volumes, of what any number of objects make together too, from frame to frame.

mod error;
mod exact;
pub mod layered;

pub use error::VolumeError;
pub use exact::{check_surface, is_inside_out};

use crate::mesh::topology::{self, tet_volume};
use crate::mesh::{Mesh, ObjectId, Scene};
use crate::session::Session;
use glam::DVec3;

/// The common part of two solid objects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap {
    /// Its volume; zero if and only if the interiors have no point in common, or it is too small for
    /// `f64`.
    pub volume: f64,
    /// Its centre of mass; `None` if the volume is zero.
    pub centroid: Option<DVec3>,
    /// The area of its surface. Where objects merely touch there is none, even if they overlap
    /// elsewhere.
    pub area: f64,
    /// What the volume may be off by. A bound, as long as no edge is within `2^-40` of parallel to a
    /// face that it crosses, over the sizes of both; an estimate beyond that.
    pub error: f64,
}

/// The volume, centre and surface area of what two solid objects have in common.
///
/// Which parts of which faces bound it is decided exactly, so that objects may touch, coincide or
/// share planes in any way. Lengths are taken from a point amid the common part, so that it may be
/// far from the origin, or small beside the triangles it is cut from. In tetrahedra that overlap each other,
/// and surfaces that intersect themselves, a place counts as often as the object winds round it.
///
/// ```
/// use jostle::mesh::shapes;
/// use jostle::{DVec3, Scene, volume};
///
/// let mut scene = Scene::new();
/// let cube = scene.add("cube", shapes::box_surface(DVec3::splat(2.0), [1; 3]))?;
/// let corner = shapes::box_surface(DVec3::splat(2.0), [3; 3]).translated(DVec3::ONE);
/// let corner = scene.add("corner", corner)?;
/// let overlap = volume::overlap(&scene, cube, corner)?;
/// assert!((overlap.volume - 1.0).abs() <= overlap.error);
/// assert!((overlap.area - 6.0).abs() < 1e-12);
/// assert!(overlap.centroid.unwrap().distance(DVec3::splat(0.5)) < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn overlap(scene: &Scene, a: ObjectId, b: ObjectId) -> Result<Overlap, VolumeError> {
    overlap_in(&Session::new(), scene, a, b)
}

/// The same in a session, which keeps buffers, and what topology implies, from one question to the next.
///
/// ```
/// use jostle::mesh::shapes;
/// use jostle::{DVec3, Scene, Session, volume};
///
/// let mut scene = Scene::new();
/// let bath = scene.add("bath", shapes::box_surface(DVec3::splat(4.0), [2; 3]))?;
/// let ball = scene.add("ball", shapes::ball_tets(4, 1.0).translated(DVec3::Z * 3.5))?;
/// let session = Session::new();
/// let mut under = Vec::new();
/// for _ in 0..6 {
///     under.push(volume::overlap_in(&session, &scene, ball, bath)?.volume);
///     scene.vertices_mut(ball)?.iter_mut().for_each(|v| v.z -= 0.5);
/// }
/// assert!(under.is_sorted() && under[0] == 0.0);
/// assert!((under[5] - volume::of(&scene, ball)?).abs() < 1e-12, "all of it is under");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn overlap_in(
    session: &Session,
    scene: &Scene,
    a: ObjectId,
    b: ObjectId,
) -> Result<Overlap, VolumeError> {
    check_two(scene, a, b)?;
    exact::overlap(session, scene, [a, b])
}

/// Whether the interiors of two solid objects meet; touching is not enough. Exact over the given
/// coordinates.
///
/// ```
/// use jostle::mesh::shapes;
/// use jostle::{DVec3, Scene, volume};
///
/// let cube = shapes::box_surface(DVec3::ONE, [1; 3]);
/// let mut scene = Scene::new();
/// let still = scene.add("still", cube.clone())?;
/// let beside = scene.add("beside", cube.translated(DVec3::X))?;
/// assert!(!volume::overlaps(&scene, still, beside)?, "face to face");
/// scene.vertices_mut(beside)?.iter_mut().for_each(|v| v.x = v.x.next_down());
/// assert!(volume::overlaps(&scene, still, beside)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn overlaps(scene: &Scene, a: ObjectId, b: ObjectId) -> Result<bool, VolumeError> {
    overlaps_in(&Session::new(), scene, a, b)
}

/// The same in a session, which keeps buffers, and what topology implies, from one question to the next.
pub fn overlaps_in(
    session: &Session,
    scene: &Scene,
    a: ObjectId,
    b: ObjectId,
) -> Result<bool, VolumeError> {
    check_two(scene, a, b)?;
    exact::overlaps(session, scene, [a, b])
}

/// The volume of a solid object: of tetrahedra their volumes, inverted or not, together; of a surface
/// what it encloses, whichever side its triangles face.
///
/// ```
/// use jostle::mesh::shapes;
/// use jostle::{DVec3, Scene, volume};
///
/// let mut scene = Scene::new();
/// let cube = scene.add("cube", shapes::box_surface(DVec3::splat(2.0), [1; 3]))?;
/// assert_eq!(volume::of(&scene, cube)?, 8.0);
/// let cloth = scene.add("cloth", shapes::cloth(2, 2, [1.0, 1.0]))?;
/// let refusal = volume::of(&scene, cloth).unwrap_err().to_string();
/// assert!(refusal.starts_with("object 1 ('cloth') is open: a boundary loop of 8 edges"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn of(scene: &Scene, object: ObjectId) -> Result<f64, VolumeError> {
    of_in(&Session::new(), scene, object)
}

/// The same in a session, which keeps what topology implies from one question to the next.
pub fn of_in(session: &Session, scene: &Scene, object: ObjectId) -> Result<f64, VolumeError> {
    scene.check()?;
    check_one(scene, object)?;
    session.install(|| measure_one(session, scene, object))?
}

fn measure_one(session: &Session, scene: &Scene, object: ObjectId) -> Result<f64, VolumeError> {
    exact::check_solid(session, scene, object)?;
    let measured = match scene.mesh(object)? {
        Mesh::Triangles(mesh) => topology::signed_volume(&mesh),
        Mesh::Tets(mut mesh) => {
            let is_inverted = |corners: &[u32; 4]| {
                let [a, b, c, d] = corners.map(|v| mesh.vertices[v as usize]);
                crate::geometry::predicates::orient3d(a, b, c, d) < 0
            };
            let inverted: Vec<bool> = mesh.elements.iter().map(is_inverted).collect();
            let turned = mesh.elements.iter_mut().zip(inverted).filter(|(_, turn)| *turn);
            turned.for_each(|(corners, _)| corners.swap(0, 1));
            tet_volume(&mesh)
        }
    };
    let name = || scene.objects()[object.index()].name().to_owned();
    let refused = |source| crate::mesh::SceneError::Mesh { object, name: name(), source };
    Ok(measured.map_err(refused)?.abs())
}

/// Refuses objects that do not exist, are empty or the same, and positions that are not finite.
fn check_two(scene: &Scene, a: ObjectId, b: ObjectId) -> Result<(), VolumeError> {
    scene.check()?;
    check_one(scene, a)?;
    check_one(scene, b)?;
    match a == b {
        true => {
            let name = scene.objects()[a.index()].name().to_owned();
            Err(VolumeError::Same { object: a, name })
        }
        false => Ok(()),
    }
}

fn check_one(scene: &Scene, object: ObjectId) -> Result<(), VolumeError> {
    let own = scene.present(object)?;
    match own.elements().is_empty() {
        true => Err(VolumeError::Empty { object, name: own.name().to_owned() }),
        false => Ok(()),
    }
}
