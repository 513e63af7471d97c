//! The common part of two solids, with exact combinatorics and measures in `f64`.
//!
//! # The move that makes it general
//!
//! The second solid is taken to be moved by `d = (e, e^2, e^3)` for an infinitesimal `e > 0` (after
//! Edelsbrunner and Mücke, "Simulation of simplicity", 1990, with one move for the whole solid instead
//! of one for each vertex). Then no vertex of one is on a face of the other, and no edge of one meets an edge
//! of the other (`geometry/infinitesimal_move.rs` has the proof), so that two faces that meet cross in a segment, and faces in one
//! plane never meet. Every sign is exact, so all decisions agree with each other, and what comes of them is
//! the boundary of the common part of two solids: the first and the moved second.
//!
//! The volume of the common part is continuous in `d`: it differs from that at rest by at most what the
//! surface of the second solid sweeps, its area times the length of `d`. So is every term that it is
//! summed from, for the points of a crossing edge and face are not parallel and their common point is
//! continuous. The limit for `e` to 0 is therefore had by keeping the combinatorics of the moved solid and
//! putting in the coordinates at rest, and it is the volume at rest. The same is true of the centroid.
//! The area of the surface is continuous only where no faces lie on each other. Of two in one plane that look
//! the same way, the move decides which of them bounds the common part, so the place counts once, as it
//! should. Of two that look against each other, both do or neither, and what is between them has no
//! thickness; `contact` takes it off again.
//!
//! # How the volume comes of it
//!
//! The volume is the integral over the boundary (divergence theorem), which is the part of either surface
//! that is inside the other solid. The part of a face that is inside the other solid is bounded by parts of
//! its edges and by segments that it has in common with faces of the other; each measure of it is a
//! sum over these pieces (Green's theorem), in any order. Nothing is sorted or traced.
//! Time is that of the search for touching faces, and linear in faces and crossings beyond it; a connected
//! part of one surface that is wholly in the box of the other takes one pass over that.
//!
//! # Surfaces that intersect themselves
//!
//! All sums are over winding numbers: the volume is the integral of the product of how often each surface
//! winds round a point. For solids proper that is one in the common part and zero elsewhere.

mod arrangement;
mod boundary;
mod compensated_sum;
mod contact;
mod crossing;
mod interiors;
mod measure;
mod rational;
mod surface;
#[cfg(test)]
mod tests;
mod winding;

use super::{Overlap, VolumeError};
use crate::collide::{Query, Workspace};
use crate::mesh::{ElementKind, ObjectId, Scene};
use crate::session::{Filters, QueryError, SelfPairs, Session};
use arrangement::Arrangement;
use measure::Points;
use surface::Surface;

/// The surfaces of two solid objects, and their faces that touch.
struct Solids {
    surfaces: [Surface; 2],
    pairs: Vec<[u32; 2]>,
}

/// The common part of solids that are apart.
const NOTHING: Overlap = Overlap { volume: 0.0, centroid: None, area: 0.0, error: 0.0 };

/// Measures the common part.
pub(super) fn overlap(
    session: &Session,
    scene: &Scene,
    objects: [ObjectId; 2],
) -> Result<Overlap, VolumeError> {
    session.install(|| Workspace::lend(session, |workspace| measure(workspace, scene, objects)))?
}

fn measure(
    workspace: &mut Workspace,
    scene: &Scene,
    objects: [ObjectId; 2],
) -> Result<Overlap, VolumeError> {
    let solids = Solids::build(workspace, scene, objects)?;
    let arrangement = solids.arrangement();
    if arrangement.is_apart() {
        return Ok(NOTHING);
    }
    workspace.check_cancellation()?;
    let points = Points::build(&arrangement);
    workspace.check_cancellation()?;
    let mut measures = measure::measure(&arrangement, &points);
    measures.area -= contact::area(&arrangement, &points, &solids.pairs);
    workspace.check_cancellation()?;
    if measures.volume <= measures.error {
        // Too little to be told from nothing: exactly, then.
        let exact = rational::volume(&arrangement);
        if exact.sign <= 0 {
            return Ok(Overlap { volume: exact.value, ..NOTHING });
        }
        measures.volume = exact.value;
        measures.error = f64::EPSILON * exact.value;
    }
    let measure::Measures { volume, centroid, area, error } = measures;
    Ok(Overlap { volume, centroid, area, error })
}

/// Whether the interiors meet.
pub(super) fn overlaps(
    session: &Session,
    scene: &Scene,
    objects: [ObjectId; 2],
) -> Result<bool, VolumeError> {
    session.install(|| {
        let solids = Workspace::lend(session, |own| Solids::build(own, scene, objects))?;
        Ok(interiors::meet(&solids.arrangement()))
    })?
}

/// Refuses an object that has no inside.
pub use surface::{check as check_surface, is_inside_out};

pub(super) fn check_solid(
    session: &Session,
    scene: &Scene,
    object: ObjectId,
) -> Result<(), VolumeError> {
    let mut topology = session.topology().clone();
    topology.update(scene);
    surface::check(scene, &topology.object(scene, object), object)
}

impl Solids {
    fn build(
        workspace: &mut Workspace,
        scene: &Scene,
        objects: [ObjectId; 2],
    ) -> Result<Solids, VolumeError> {
        workspace.update_topology(scene);
        let surface = |object| {
            let topology = workspace.topology().object(scene, object);
            Surface::of_object(scene, &topology, object)
        };
        let surfaces = [surface(objects[0])?, surface(objects[1])?];
        let is_surface = |&o: &ObjectId| scene.objects()[o.index()].kind() == ElementKind::Triangle;
        let pairs = match objects.iter().all(is_surface) {
            true => touching_faces(workspace, scene, objects)?,
            false => {
                let mut boundaries = Scene::new();
                let mut add = |surface: &Surface| boundaries.add("", surface.mesh.clone());
                let objects = [add(&surfaces[0])?, add(&surfaces[1])?];
                let mut own = Workspace::in_session(&workspace.session().for_other_scene());
                touching_faces(&mut own, &boundaries, objects)?
            }
        };
        Ok(Solids { surfaces, pairs })
    }

    fn arrangement(&self) -> Arrangement<'_> {
        Arrangement::build([&self.surfaces[0], &self.surfaces[1]], &self.pairs)
    }
}

/// All pairs of triangles of two objects that touch, one of each, numbered within them.
fn touching_faces(
    workspace: &mut Workspace,
    scene: &Scene,
    objects: [ObjectId; 2],
) -> Result<Vec<[u32; 2]>, QueryError> {
    let filters = Filters::new().among(objects).self_pairs(SelfPairs::None).layers(false);
    let query = Query::all_pairs().filters(filters).containment(false);
    let pairs = workspace.collide(scene, &query)?.pairs();
    let first = objects.map(|o| scene.objects()[o.index()].elements().start);
    let in_order = objects[0] < objects[1];
    let numbered = pairs.iter().map(|pair| {
        let pair = if in_order { [pair.a, pair.b] } else { [pair.b, pair.a] };
        [0, 1].map(|i| (pair[i].index() - first[i]) as u32)
    });
    Ok(numbered.collect())
}
