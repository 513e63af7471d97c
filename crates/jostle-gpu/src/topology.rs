//! The scene as the device holds it while its topology stays: elements in clusters, clusters in an order
//! that stays together in space, links of vertices.
//!
//! It has two forms. Of a topology that is new the host lists next to nothing, and kernels make clusters and
//! links in every frame ([`CellClusters`]). One that has been asked about often enough is prepared: the host
//! takes clusters that were grown over the topology, and all links.

use crate::bodies::Bodies;
use crate::cell_clusters::CellClusters;
use crate::cluster_labels::{has_self_pairs, label_and_flags, volume_flags};
use crate::morton_code::morton_code;
use crate::shader_constants::{
    BOUNDARY_LABEL, CLUSTER_HAS_STARS, CLUSTER_IS_OF_BODY, MAX_CLUSTER_ELEMENTS, NO_CORNER,
    STAR_FAILED,
};
use jostle::candidates::TopologyCache;
use jostle::mesh::{ElementKind, Object};
use jostle::{ObjectId, Query, Scene};
use jostle_support::parallel;
use rayon::prelude::*;
use std::ops::Range;

/// Small clusters of an object that lie next to each other are merged up to so many elements.
const MERGED_CLUSTER_ELEMENTS: usize = 64;

/// The flat lists of a scene's topology.
#[derive(Debug, Default)]
pub(crate) struct Topology {
    /// Of each object its topology, whether it takes part, and whether within itself; nothing before the
    /// first scene. Objects that take no part count too: the elements and vertices of others are
    /// numbered after theirs.
    key: Option<Vec<(u64, bool, bool)>>,
    /// Queries since it is this one.
    queries: u32,
    /// Whether it is prepared. If not, corners, elements, labels, links and stars are not listed here.
    pub is_prepared: bool,
    /// Of what clusters are made if it is not.
    pub cell_clusters: CellClusters,
    /// The bodies that are cleared by their boundary, if it is.
    pub bodies: Bodies,
    /// The corners of the elements, and of triangles of boundaries, cluster by cluster.
    pub corners: Vec<[u32; 4]>,
    /// Their indices in the scene, after which triangles of boundaries are numbered.
    pub elements: Vec<u32>,
    /// First slot, number of slots, label and flags.
    pub clusters: Vec<[u32; 4]>,
    /// The label of each slot.
    pub labels: Vec<u32>,
    /// Where the link of each vertex begins in this list, and then the links.
    pub links: Vec<u32>,
    /// The state of the star of each vertex before anything is computed.
    pub stars: Vec<u32>,
    pub has_triangles: bool,
    pub has_tetrahedra: bool,
    pub has_links: bool,
    /// Whether there are boundaries of bodies.
    pub has_boundaries: bool,
    /// Vertices and elements of the scene, also those that take no part.
    pub vertex_count: usize,
    pub element_count: usize,
}

/// Whether and how topology is prepared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Preparation {
    /// At once,
    pub is_needed: bool,
    /// or after so many queries.
    pub threshold: u32,
    /// Whether bodies may be cleared by their boundary.
    pub clears_bodies: bool,
}

/// What became of the lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TopologyChange {
    Unchanged,
    /// Groups of a new topology are listed.
    New,
    /// All is listed.
    Prepared,
}

/// Clusters of an object that make one cluster on the device.
#[derive(Debug)]
struct ClusterRun {
    /// Its place along the curve of Morton codes.
    code: u32,
    object: ObjectId,
    clusters: Range<usize>,
}

impl Topology {
    /// Brings the lists up to date, given what topology implies. It is prepared if that is asked for, or if more than so
    /// many queries were about it.
    pub fn update(
        &mut self,
        scene: &Scene,
        query: &Query,
        cache: &TopologyCache,
        preparation: Preparation,
    ) -> TopologyChange {
        let Preparation { is_needed, threshold, clears_bodies } = preparation;
        let object_key = |(o, own): (ObjectId, &Object)| {
            (own.topology_id(), query.chosen_filters().admits(o), has_self_pairs(own, query))
        };
        let key = Some(scene.object_ids().zip(scene.objects()).map(object_key).collect());
        let is_new = key != self.key;
        if is_new {
            self.key = key;
            self.queries = 0;
            self.is_prepared = false;
        }
        self.queries = self.queries.saturating_add(1);
        let prepares = match self.is_prepared {
            false => is_needed || self.queries > threshold,
            true => self.bodies.count_query(clears_bodies),
        };
        if is_new || prepares {
            self.vertex_count = scene.vertices().len();
            self.element_count = scene.element_count();
            self.list_kinds(scene, query);
        }
        if prepares {
            if !self.is_prepared {
                self.bodies = Bodies::new(scene, query, cache);
                self.bodies.count_query(clears_bodies);
            }
            self.prepare(scene, query, cache);
            TopologyChange::Prepared
        } else if is_new {
            self.bodies = Bodies::default();
            self.has_boundaries = false;
            self.list_groups(scene, query);
            TopologyChange::New
        } else {
            TopologyChange::Unchanged
        }
    }

    /// Notes of what kind the elements that take part are.
    fn list_kinds(&mut self, scene: &Scene, query: &Query) {
        (self.has_triangles, self.has_tetrahedra, self.has_links) = (false, false, false);
        for (o, object) in scene.object_ids().zip(scene.objects()) {
            if query.chosen_filters().admits(o) && !object.elements().is_empty() {
                let is_surface = object.kind() == ElementKind::Triangle;
                self.has_triangles |= is_surface;
                self.has_tetrahedra |= !is_surface;
                self.has_links |= is_surface && has_self_pairs(object, query);
            }
        }
    }

    /// Lists what kernels make clusters of.
    fn list_groups(&mut self, scene: &Scene, query: &Query) {
        self.corners.clear();
        self.elements.clear();
        self.labels.clear();
        self.links.clear();
        self.stars.clear();
        self.cell_clusters.update(scene, query);
        self.clusters.clear();
        self.cell_clusters.list_clusters(&mut self.clusters);
    }

    /// Lists clusters that were grown over the topology, and links.
    fn prepare(&mut self, scene: &Scene, query: &Query, cache: &TopologyCache) {
        self.is_prepared = true;
        self.cell_clusters = CellClusters::default();
        // What is not made yet is made by all threads.
        parallel::for_each(scene.objects().len(), 1, |o| {
            let object = &scene.objects()[o];
            let own = cache.object(scene, ObjectId::new(o));
            if has_self_pairs(object, query) && !object.vertices().is_empty() {
                own.vertex_link(0);
                own.has_closed_star(0);
            }
            own.clusters();
        });
        self.list_clusters(scene, query, cache);
        self.list_stars(scene, query, cache);
    }

    /// Elements of the scene, and triangles of boundaries that are numbered after them.
    pub fn numbered_count(&self) -> usize {
        self.element_count + self.bodies.faces().len()
    }

    /// Elements that take part, and triangles of boundaries.
    pub fn slot_count(&self) -> usize {
        if self.is_prepared { self.elements.len() } else { self.cell_clusters.slot_count as usize }
    }

    fn list_clusters(&mut self, scene: &Scene, query: &Query, cache: &TopologyCache) {
        self.corners.clear();
        self.elements.clear();
        self.clusters.clear();
        self.labels.clear();
        let bodies = std::mem::take(&mut self.bodies);
        self.add_clusters(
            scene,
            cache,
            |o| query.chosen_filters().admits(o),
            |e| (e, scene.element_corners().padded(e as usize)),
            |o| match bodies.is_cleared(o) {
                true => (o.index() as u32, volume_flags(scene, o) | CLUSTER_IS_OF_BODY),
                false => label_and_flags(scene, query, o),
            },
        );
        let elements = self.elements.len();
        self.add_clusters(
            &bodies.boundaries,
            &bodies.topology,
            |boundary| bodies.object_cleared_by(boundary).is_some(),
            |face| {
                let [a, b, c] = bodies.faces()[face as usize];
                (scene.element_count() as u32 + face, [a, b, c, NO_CORNER])
            },
            |boundary| {
                let object = bodies.object_cleared_by(boundary).expect("those that are admitted");
                (BOUNDARY_LABEL | object.index() as u32, CLUSTER_HAS_STARS)
            },
        );
        self.has_boundaries = self.elements.len() > elements;
        self.bodies = bodies;
    }

    /// Adds the clusters of objects of a scene to the lists, given how elements are numbered, which corners they have,
    /// and the label and the flags of an object.
    fn add_clusters(
        &mut self,
        scene: &Scene,
        cache: &TopologyCache,
        admits: impl Fn(ObjectId) -> bool,
        element: impl Fn(u32) -> (u32, [u32; 4]),
        label_and_flags: impl Fn(ObjectId) -> (u32, u32),
    ) {
        let (order, runs) = morton_order(scene, admits, cache);
        for ClusterRun { object: o, clusters, .. } in runs {
            let object = &scene.objects()[o.index()];
            let own = cache.object(scene, o).clusters();
            let start = self.elements.len();
            let first = object.elements().start as u32;
            for &(_, c) in &order[clusters] {
                for e in own.elements(c as usize) {
                    let (index, corners) = element(first + e);
                    self.elements.push(index);
                    self.corners.push(corners);
                }
            }
            let count = self.elements.len() - start;
            let (label, flags) = label_and_flags(o);
            self.labels.resize(self.elements.len(), label);
            let pieces = count.div_ceil(MAX_CLUSTER_ELEMENTS as usize);
            for piece in 0..pieces {
                let [from, to] = [piece, piece + 1].map(|p| start + count * p / pieces);
                self.clusters.push([from as u32, (to - from) as u32, label, flags]);
            }
        }
    }

    fn list_stars(&mut self, scene: &Scene, query: &Query, cache: &TopologyCache) {
        let vertices = scene.vertices().len();
        self.links.clear();
        self.links.resize(vertices + 1, 0);
        self.stars.clear();
        self.stars.resize(vertices, STAR_FAILED);
        let mut surfaces = self.bodies.cleared_surfaces().peekable();
        for (o, object) in scene.object_ids().zip(scene.objects()) {
            let own = cache.object(scene, o);
            let has_stars = query.chosen_filters().admits(o) && has_self_pairs(object, query);
            let first = object.vertices().start;
            if let Some((_, boundary, on_boundary)) = surfaces.next_if(|own| own.0 == o) {
                let boundary = self.bodies.topology.object(&self.bodies.boundaries, boundary);
                let mut numbers = vec![None; object.vertices().len()];
                on_boundary.iter().zip(0..).for_each(|(&v, n)| numbers[v as usize] = Some(n));
                for v in object.vertices() {
                    self.links[v] = self.links.len() as u32;
                    if let Some(number) = numbers[v - first] {
                        let link = boundary.vertex_link(number).iter();
                        let in_scene = |&n: &u32| first as u32 + on_boundary[n as usize];
                        self.links.extend(link.map(in_scene));
                    }
                }
                continue;
            }
            for v in object.vertices() {
                self.links[v] = self.links.len() as u32;
                if !has_stars {
                    continue;
                }
                match object.kind() {
                    ElementKind::Triangle => {
                        let link = own.vertex_link(v - first);
                        self.links.extend(link.iter().map(|n| first as u32 + n));
                    }
                    ElementKind::Tetrahedron => {
                        self.stars[v] =
                            if own.has_closed_star(v - first) { 0 } else { STAR_FAILED };
                    }
                }
            }
        }
        self.links[vertices] = self.links.len() as u32;
        self.has_links = self.links.len() > vertices + 1;
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        (self.corners.capacity() + self.clusters.capacity()) * size_of::<[u32; 4]>()
            + (self.elements.capacity()
                + self.labels.capacity()
                + self.links.capacity()
                + self.stars.capacity())
                * size_of::<u32>()
            + self.cell_clusters.bytes()
            + self.bodies.bytes()
    }
}

/// The clusters of each object in the order of a curve through space, and runs of them that make
/// one cluster here, in the order of that curve too: nodes of level 1 are clusters in a row, so
/// the row should stay together in space.
fn morton_order(
    scene: &Scene,
    admits: impl Fn(ObjectId) -> bool,
    cache: &TopologyCache,
) -> (Vec<(u32, u32)>, Vec<ClusterRun>) {
    let bounds = scene.element_bounds();
    let (mut order, mut runs) = (Vec::new(), Vec::new());
    for o in scene.object_ids().filter(|&o| admits(o)) {
        let own = cache.object(scene, o).clusters();
        let first = scene.objects()[o.index()].vertices().start;
        let begin = order.len();
        order.extend((0..own.len()).map(|c| {
            let vertices = own.vertices(c);
            let middle = scene.vertices()[first + vertices[vertices.len() / 2] as usize];
            (morton_code(middle, bounds.min, bounds.max), c as u32)
        }));
        order[begin..].par_sort_unstable();
        let mut in_run = usize::MAX;
        for at in begin..order.len() {
            let count = own.elements(order[at].1 as usize).len();
            if in_run.saturating_add(count) > MERGED_CLUSTER_ELEMENTS {
                let run = ClusterRun { code: order[at].0, object: o, clusters: at..at };
                runs.push(run);
                in_run = 0;
            }
            in_run += count;
            runs.last_mut().expect("just begun").clusters.end = at + 1;
        }
    }
    runs.par_sort_by_key(|run| run.code);
    (order, runs)
}
