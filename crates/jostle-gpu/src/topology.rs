//! The scene as the device holds it for as long as topology stays: elements in clusters, clusters in
//! bundles, links of vertices.

use jostle::mesh::{Clusters, ElementKind, Object};
use jostle::narrow::{Cycles, Links};
use jostle::{DVec3, Query, Scene};
use rayon::prelude::*;
use std::ops::Range;

/// The label of clusters that may meet each other and themselves.
const NO_LABEL: u32 = u32::MAX;
const NO_CORNER: u32 = u32::MAX;
/// As in `wgsl/scene.wgsl`.
const SOLID: u32 = 1;
const STARS: u32 = 2;
const NEGATIVE: u32 = 4;
const FAILED: u32 = 1 << 31;
/// Small clusters of an object that lie next to each other are put together up to this.
const WORTH_A_CLUSTER: usize = 64;
/// Elements of a cluster at most, as in `wgsl/candidates.wgsl`; larger ones are cut.
const LARGEST: usize = 128;

/// The flat lists of a scene's topology; keeps what is of single objects.
#[derive(Debug, Default)]
pub(crate) struct Topology {
    key: Vec<Option<(u64, bool)>>,
    objects: Vec<ObjectTopology>,
    /// The corners of the elements, cluster by cluster.
    pub corners: Vec<[u32; 4]>,
    /// Their numbers in the scene.
    pub elements: Vec<u32>,
    /// First slot, number of slots, label and flags.
    pub clusters: Vec<[u32; 4]>,
    /// The label of each slot.
    pub labels: Vec<u32>,
    /// Where the link of each vertex begins in this list, and then the links.
    pub links: Vec<u32>,
    /// What is known of the star of each vertex before anything is computed.
    pub stars: Vec<u32>,
    pub has_triangles: bool,
    pub has_tetrahedra: bool,
    pub has_links: bool,
}

/// Clusters of an object that make one cluster on the device.
#[derive(Debug)]
struct Run {
    /// Where it is on the curve.
    place: u32,
    object: u32,
    clusters: Range<usize>,
}

#[derive(Debug, Default)]
struct ObjectTopology {
    stamp: u64,
    clusters: Clusters,
    links: Links,
    cycles: Cycles,
    /// Whether links or cycles are made.
    has_stars: bool,
}

impl Topology {
    /// Brings the lists up to date, and tells whether they changed.
    pub fn update(&mut self, scene: &Scene, query: &Query) -> bool {
        let key_of = |(o, own): (usize, &Object)| {
            query.admits(o).then(|| (own.topology(), own.has_self_collision()))
        };
        let key: Vec<_> = scene.objects().iter().enumerate().map(key_of).collect();
        if key == self.key {
            return false;
        }
        self.key = key;
        self.objects.resize_with(scene.objects().len(), ObjectTopology::default);
        self.objects.par_iter_mut().zip(scene.objects()).for_each(|(own, object)| {
            own.update(scene, object);
        });
        self.list_clusters(scene, query);
        self.list_stars(scene);
        true
    }

    fn list_clusters(&mut self, scene: &Scene, query: &Query) {
        let (order, runs) = self.ordered(scene, query);
        self.corners.clear();
        self.elements.clear();
        self.clusters.clear();
        self.labels.clear();
        (self.has_triangles, self.has_tetrahedra) = (false, false);
        for Run { object: o, clusters, .. } in runs {
            let (object, own) = (&scene.objects()[o as usize], &self.objects[o as usize]);
            let start = self.elements.len();
            let first = object.elements().start as u32;
            for &(_, c) in &order[clusters] {
                self.elements.extend(own.clusters.elements(c as usize).iter().map(|e| first + e));
            }
            self.corners.extend(self.elements[start..].iter().map(|&e| {
                let mut all = [NO_CORNER; 4];
                let own = scene.corner_indices(e as usize);
                all[..own.len()].copy_from_slice(own);
                all
            }));
            let count = self.elements.len() - start;
            let (label, flags) = label_and_flags(scene, object, o);
            self.labels.resize(self.elements.len(), label);
            let pieces = count.div_ceil(LARGEST);
            for piece in 0..pieces {
                let [from, to] = [piece, piece + 1].map(|p| start + count * p / pieces);
                self.clusters.push([from as u32, (to - from) as u32, label, flags]);
            }
            self.has_triangles |= object.kind() == ElementKind::Triangle;
            self.has_tetrahedra |= object.kind() == ElementKind::Tetrahedron;
        }
    }

    /// The clusters of each object in the order of a curve through space, and runs of them that make
    /// one cluster here, in the order of that curve too: bundles are clusters in a row, so the row
    /// should stay together in space.
    fn ordered(&self, scene: &Scene, query: &Query) -> (Vec<(u32, u32)>, Vec<Run>) {
        let bounds = scene.element_bounds();
        let (mut order, mut runs) = (Vec::new(), Vec::new());
        for (o, own) in self.objects.iter().enumerate().filter(|(o, _)| query.admits(*o)) {
            let first = scene.objects()[o].vertices().start;
            let begin = order.len();
            order.extend((0..own.clusters.len()).map(|c| {
                let vertices = own.clusters.vertices(c);
                let middle = scene.vertices()[first + vertices[vertices.len() / 2] as usize];
                (curve(middle, bounds.min, bounds.max), c as u32)
            }));
            order[begin..].par_sort_unstable();
            let mut in_run = usize::MAX;
            for at in begin..order.len() {
                let count = own.clusters.elements(order[at].1 as usize).len();
                if in_run.saturating_add(count) > WORTH_A_CLUSTER {
                    let run = Run { place: order[at].0, object: o as u32, clusters: at..at };
                    runs.push(run);
                    in_run = 0;
                }
                in_run += count;
                runs.last_mut().expect("just begun").clusters.end = at + 1;
            }
        }
        runs.par_sort_by_key(|run| run.place);
        (order, runs)
    }

    fn list_stars(&mut self, scene: &Scene) {
        let vertices = scene.vertices().len();
        self.links.clear();
        self.links.resize(vertices + 1, 0);
        self.stars.clear();
        self.stars.resize(vertices, FAILED);
        for (object, own) in scene.objects().iter().zip(&self.objects) {
            let first = object.vertices().start;
            for v in object.vertices() {
                self.links[v] = self.links.len() as u32;
                if !object.has_self_collision() {
                    continue;
                }
                match object.kind() {
                    ElementKind::Triangle => {
                        let link = own.links.of(v - first);
                        self.links.extend(link.iter().map(|n| first as u32 + n));
                    }
                    ElementKind::Tetrahedron => {
                        self.stars[v] = if own.cycles.is_closed(v - first) { 0 } else { FAILED };
                    }
                }
            }
        }
        self.links[vertices] = self.links.len() as u32;
        self.has_links = self.links.len() > vertices + 1;
    }

    /// The elements of each cluster, as the scene numbers them.
    pub fn members(&self) -> impl Iterator<Item = &[u32]> {
        let range = |&[start, count, ..]: &[u32; 4]| start as usize..(start + count) as usize;
        self.clusters.iter().map(move |cluster| &self.elements[range(cluster)])
    }

    /// The highest number of an element.
    pub fn highest_element(&self) -> usize {
        self.elements.iter().max().map_or(0, |&e| e as usize)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let of =
            |own: &ObjectTopology| own.clusters.bytes() + own.links.bytes() + own.cycles.bytes();
        self.objects.iter().map(of).sum::<usize>()
            + (self.corners.capacity() + self.clusters.capacity()) * size_of::<[u32; 4]>()
            + (self.elements.capacity()
                + self.labels.capacity()
                + self.links.capacity()
                + self.stars.capacity())
                * size_of::<u32>()
    }
}

impl ObjectTopology {
    fn update(&mut self, scene: &Scene, object: &Object) {
        let is_new = std::mem::replace(&mut self.stamp, object.topology()) != object.topology();
        if is_new {
            self.clusters = Clusters::from_object(scene, object);
            self.has_stars = false;
        }
        if object.has_self_collision() && !self.has_stars {
            self.has_stars = true;
            match object.kind() {
                ElementKind::Triangle => self.links.update(scene, object),
                ElementKind::Tetrahedron => self.cycles.update(scene, object),
            }
        }
    }
}

fn label_and_flags(scene: &Scene, object: &Object, o: u32) -> (u32, u32) {
    let label = if object.has_self_collision() { NO_LABEL } else { o };
    let stars = if object.has_self_collision() { STARS } else { 0 };
    let flags = match object.kind() {
        ElementKind::Triangle => stars,
        ElementKind::Tetrahedron if is_negative(scene, object) => stars | SOLID | NEGATIVE,
        ElementKind::Tetrahedron => stars | SOLID,
    };
    (label, flags)
}

/// Whether most of the first tetrahedra have a negative volume: meshes list their corners one way or
/// the other.
fn is_negative(scene: &Scene, object: &Object) -> bool {
    const LOOKED_AT: usize = 15;
    let signs = object.elements().take(LOOKED_AT).map(|e| match *scene.corner_indices(e) {
        [a, b, c, d] => {
            let [a, b, c, d] = [a, b, c, d].map(|v| scene.vertices()[v as usize]);
            (b - a).cross(c - a).dot(d - a).signum()
        }
        _ => 0.0,
    });
    signs.sum::<f64>() < 0.0
}

/// Where a point is on a curve through space that mostly stays near where it was.
fn curve(point: DVec3, low: DVec3, high: DVec3) -> u32 {
    let scaled = (point - low) / (high - low) * 1023.0;
    // `as` takes what is not a number, as in a flat scene, to zero.
    let spread = |x: f64| {
        let x = x as u32 & 1023;
        let x = (x | x << 16) & 0x0300_00ff;
        let x = (x | x << 8) & 0x0300_f00f;
        let x = (x | x << 4) & 0x030c_30c3;
        (x | x << 2) & 0x0924_9249
    };
    spread(scaled.x) | spread(scaled.y) << 1 | spread(scaled.z) << 2
}
