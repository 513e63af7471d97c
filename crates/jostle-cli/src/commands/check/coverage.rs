//! What a check has tested, and what it could not.

use crate::element_numbers::ElementNumbers;
use crate::error::Error;
use crate::format::counted;
use crate::input::Note;
use jostle::geometry::Aabb;
use jostle::mesh::Layers;
use jostle::mesh::topology::SurfaceTopology;
use jostle::{Collisions, ElementId, Filters, LocalElementId, Mesh, ObjectId, Query, Scene};
use serde_json::{Value, json};

/// How many tests a check has made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TestedObjects {
    /// Pairs of objects whose elements were compared.
    pub pairs: usize,
    /// Objects that were compared with themselves.
    pub within: usize,
}

impl TestedObjects {
    /// What filters leave to be tested; an object without elements is in no test.
    pub fn new(scene: &Scene, filters: &Filters) -> TestedObjects {
        let objects: Vec<ObjectId> = (scene.object_ids().zip(scene.objects()))
            .filter(|(_, own)| !own.elements().is_empty())
            .map(|(id, _)| id)
            .collect();
        let within = objects.iter().filter(|&&id| filters.compares(scene, id, id)).count();
        let has_layers = || scene.objects().iter().any(|own| own.layers() != Layers::ALL);
        let pairs = match filters.excluded_objects().is_empty() && !has_layers() {
            true => objects.len() * objects.len().saturating_sub(1) / 2,
            false => {
                let compared = |a: ObjectId, others: &[ObjectId]| {
                    others.iter().filter(|&&b| filters.compares(scene, a, b)).count()
                };
                (objects.iter().enumerate()).map(|(i, &a)| compared(a, &objects[i + 1..])).sum()
            }
        };
        TestedObjects { pairs, within }
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

/// An element that repeats another of its object, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duplicate {
    pub object: ObjectId,
    pub element: u32,
    /// The one that it repeats.
    pub of: u32,
}

/// The duplicates within objects that are tested against themselves. Elements that share all vertices are no
/// pair of any query.
pub fn duplicates(
    scene: &Scene,
    query: &Query,
    numbers: &ElementNumbers,
) -> Result<Vec<Duplicate>, Error> {
    let mut all = Vec::new();
    for object in scene.object_ids() {
        if query.chosen_filters().compares(scene, object, object) {
            let number =
                |element: u32| numbers.local(object, LocalElementId::new(element as usize));
            let pairs = scene.mesh(object)?.duplicates();
            all.extend(pairs.into_iter().map(|(element, of)| Duplicate {
                object,
                element: number(element),
                of: number(of),
            }));
        }
    }
    // Pieces of one element follow each other.
    all.dedup();
    Ok(all)
}

/// Says of which surfaces it is not known what is inside them, because they are open: of those whose box
/// contains that of an object that does not touch them.
pub fn open_surface_notes(
    scene: &Scene,
    query: &Query,
    collisions: &Collisions,
) -> Result<Vec<Note>, Error> {
    let ids: Vec<ObjectId> = scene.object_ids().collect();
    let bounds: Vec<Aabb> = scene
        .objects()
        .iter()
        .map(|own| {
            let boxes = own.elements().map(|e| scene.element(ElementId::new(e)).bounds());
            boxes.fold(Aabb::EMPTY, Aabb::union)
        })
        .collect();
    // Pairs within a distance need not touch.
    let touches = |i: usize| collisions.distances().get(i).is_none_or(|&distance| distance == 0.0);
    let mut touching: Vec<(ObjectId, ObjectId)> = (collisions.pairs().iter().enumerate())
        .filter(|(i, _)| touches(*i))
        .map(|(_, pair)| (scene.owner(pair.a), scene.owner(pair.b)))
        .collect();
    touching.sort_unstable();
    touching.dedup();
    let touch = |a: ObjectId, b: ObjectId| {
        touching.binary_search(&(a, b)).is_ok() || touching.binary_search(&(b, a)).is_ok()
    };
    let is_compared = |a: ObjectId, b: ObjectId| query.chosen_filters().compares(scene, a, b);
    let mut notes = Vec::new();
    // What is in a box begins no earlier and no later than the box does.
    let mut by_start: Vec<ObjectId> = ids.clone();
    let start = |object: &ObjectId| bounds[object.index()].min.x;
    by_start.retain(|object| !bounds[object.index()].is_empty());
    by_start.sort_by(|a, b| start(a).total_cmp(&start(b)));
    for &outer in &by_start {
        let own = &bounds[outer.index()];
        let from = by_start.partition_point(|object| start(object) < own.min.x);
        let until = by_start.partition_point(|object| start(object) <= own.max.x);
        let inner = by_start[from..until].iter().find(|&&inner| {
            let [own, other] = [inner, outer].map(|object| &bounds[object.index()]);
            inner != outer
                && !own.is_empty()
                && other.contains(own)
                && !touch(inner, outer)
                && is_compared(inner, outer)
        });
        let Some(inner) = inner else { continue };
        let Mesh::Triangles(mesh) = scene.mesh(outer)? else { continue };
        let name = |object: ObjectId| scene.objects()[object.index()].name();
        let wrap = |source| Error::Mesh { file: name(outer).to_owned(), source };
        let loops = SurfaceTopology::from_mesh(&mesh).map_err(wrap)?.boundary_loops();
        let Some(first) = loops.get(0) else { continue };
        notes.push(Note::new(format!(
            "'{}' is open ({}, the first of {} at vertex {}), so whether '{}' is inside it was not tested",
            name(outer),
            counted(loops.len(), "boundary loop", "boundary loops"),
            counted(first.len(), "edge", "edges"),
            first[0],
            name(*inner),
        )));
    }
    const MOST: usize = 10;
    if notes.len() > MOST {
        let more = notes.len() - MOST;
        notes.truncate(MOST);
        let surfaces = counted(more, "more open surface", "more open surfaces");
        notes.push(Note::new(format!("of {surfaces} it was not tested what is inside")));
    }
    Ok(notes)
}
