//! What a check has tested, and what it could not.

use crate::error::Error;
use crate::format::counted;
use jostle::geometry::Aabb;
use jostle::mesh::topology::SurfaceTopology;
use jostle::{Collisions, ElementId, Mesh, ObjectId, Scene};
use serde_json::{Value, json};

/// How many tests a check has made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestedObjects {
    /// Pairs of objects whose elements were compared.
    pub pairs: usize,
    /// Objects that were compared with themselves.
    pub within: usize,
}

impl TestedObjects {
    /// What a query of all objects tests; an object without elements is in no test.
    pub fn of_scene(scene: &Scene) -> TestedObjects {
        let objects = || scene.objects().iter().filter(|object| !object.elements().is_empty());
        let count = objects().count();
        TestedObjects {
            pairs: count * count.saturating_sub(1) / 2,
            within: objects().filter(|object| object.has_self_collision()).count(),
        }
    }

    pub fn is_none(self) -> bool {
        self.pairs + self.within == 0
    }

    pub fn text(self) -> String {
        let pairs = counted(self.pairs, "pair of objects", "pairs of objects");
        format!("  tested: {pairs}, {} within\n", self.within)
    }

    pub fn json(self) -> Value {
        json!({ "pairs_of_objects": self.pairs, "within": self.within })
    }
}

/// Elements of one object that repeat others, each with the one it repeats.
pub struct Duplicates {
    pub object: ObjectId,
    pub elements: Vec<(u32, u32)>,
}

/// The duplicates within objects that are tested against themselves. Elements that share all vertices are no
/// pair of any query.
pub fn duplicates(scene: &Scene) -> Result<Vec<Duplicates>, Error> {
    let mut all = Vec::new();
    for object in scene.object_ids() {
        if scene.objects()[object.index()].has_self_collision() {
            let elements = scene.mesh(object)?.duplicates();
            if !elements.is_empty() {
                all.push(Duplicates { object, elements });
            }
        }
    }
    Ok(all)
}

/// Says of which surfaces it is not known what is inside them, because they are open: of those whose box
/// contains that of an object that does not touch them.
pub fn open_surface_notes(scene: &Scene, collisions: &Collisions) -> Result<Vec<String>, Error> {
    let ids: Vec<ObjectId> = scene.object_ids().collect();
    let bounds: Vec<Aabb> = scene
        .objects()
        .iter()
        .map(|own| {
            let boxes = own.elements().map(|e| scene.element(ElementId::new(e)).bounds());
            boxes.fold(Aabb::EMPTY, Aabb::union)
        })
        .collect();
    let mut touching: Vec<(ObjectId, ObjectId)> =
        collisions.pairs().iter().map(|pair| (scene.owner(pair.a), scene.owner(pair.b))).collect();
    touching.sort_unstable();
    touching.dedup();
    let touch = |a: ObjectId, b: ObjectId| {
        touching.binary_search(&(a, b)).is_ok() || touching.binary_search(&(b, a)).is_ok()
    };
    let mut notes = Vec::new();
    for &outer in &ids {
        let inner = ids.iter().find(|&&inner| {
            let [own, other] = [inner, outer].map(|object| &bounds[object.index()]);
            inner != outer && !own.is_empty() && other.contains(own) && !touch(inner, outer)
        });
        let Some(inner) = inner else { continue };
        let Mesh::Triangles(mesh) = scene.mesh(outer)? else { continue };
        let name = |object: ObjectId| scene.objects()[object.index()].name();
        let wrap = |source| Error::Mesh { file: name(outer).to_owned(), source };
        let loops = SurfaceTopology::from_mesh(&mesh).map_err(wrap)?.boundary_loops();
        let Some(first) = loops.get(0) else { continue };
        notes.push(format!(
            "'{}' is open ({}, the first of {} at vertex {}), so whether '{}' is inside it was not tested",
            name(outer),
            counted(loops.len(), "boundary loop", "boundary loops"),
            counted(first.len(), "edge", "edges"),
            first[0],
            name(*inner),
        ));
    }
    Ok(notes)
}
