//! Stage 1: vertices in bodies and in closed surfaces (sec. 6.1.1).

use super::worker::DepthWorker;
use crate::candidates::{
    CandidateList, CandidateReceiver, CandidateSearch, ClusterSearch, NearObjects, Receiving,
    Scope, SearchInput,
};
use crate::distance::SceneTree;
use crate::geometry::Aabb;
use crate::mesh::{ElementKind, Scene};
use crate::narrow::point_tetrahedron;
use jostle_support::parallel;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Objects that are compared: that of the point, and that which it may be in. Sorted.
///
/// A colliding point is named by the place of its pair in this list and by its vertex, so that the order of such keys
/// is that of the answer.
#[derive(Debug, Default)]
pub(super) struct ObjectPairs {
    pairs: Vec<[u32; 2]>,
}

impl ObjectPairs {
    pub fn update(&mut self, near: &NearObjects, scope: &Scope) {
        self.pairs.clear();
        self.pairs.extend(near.pairs().iter().map(|&(a, b)| [a, b]));
        let within = (0..scope.len() as u32).filter(|&o| scope.has_self_pairs(o as usize));
        self.pairs.extend(within.map(|object| [object; 2]));
        self.pairs.sort_unstable();
    }

    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    pub fn at(&self, key: u64) -> [u32; 2] {
        self.pairs[(key >> 32) as usize]
    }

    /// All of them.
    pub fn all(&self) -> &[[u32; 2]] {
        &self.pairs
    }

    /// The pair of two objects, if they are compared.
    pub fn find(&self, objects: [u32; 2]) -> Option<u64> {
        self.pairs.binary_search(&objects).ok().map(|at| (at as u64) << 32)
    }

    /// The objects that an object is compared with.
    fn of(&self, object: u32) -> &[[u32; 2]] {
        let first = self.pairs.partition_point(|pair| pair[0] < object);
        let count = self.pairs[first..].partition_point(|pair| pair[0] == object);
        &self.pairs[first..first + count]
    }

    pub fn bytes(&self) -> usize {
        self.pairs.capacity() * size_of::<[u32; 2]>()
    }
}

/// Decides about candidates of vertices and tetrahedra.
struct PointReceiver<'r> {
    scene: &'r Scene,
    pairs: &'r ObjectPairs,
}

impl CandidateReceiver for PointReceiver<'_> {
    type Worker = DepthWorker;

    fn receive(&self, _: &mut DepthWorker, _: [u32; 2], _: [u32; 2]) {
        unreachable!("candidates of clusters come in lists");
    }

    fn receive_list(&self, worker: &mut DepthWorker, list: &CandidateList) {
        let Some(pair) = self.pairs.find(list.objects) else { return };
        let positions = self.scene.vertices();
        worker.candidates += list.pairs.len() as u64;
        // One tetrahedron is enough; those of a vertex mostly follow each other.
        let mut known = None;
        for &[vertex, element] in list.pairs {
            if known == Some(vertex) {
                continue;
            }
            let Ok(&corners) = <&[u32; 4]>::try_from(self.scene.corners_at(element as usize))
            else {
                continue;
            };
            // Of its own body, those that have it as a corner.
            if corners.contains(&vertex) {
                continue;
            }
            let tetrahedron = corners.map(|corner| positions[corner as usize]);
            if point_tetrahedron(positions[vertex as usize], &tetrahedron) {
                worker.found.push(pair | u64::from(vertex));
                known = Some(vertex);
            }
        }
    }
}

/// Finds vertices in tetrahedra.
pub(super) fn find_in_bodies(
    search: &mut ClusterSearch,
    input: &SearchInput,
    pairs: &ObjectPairs,
    workers: &mut [DepthWorker],
) {
    let receiver = PointReceiver { scene: input.scene, pairs };
    search.search(input, &mut Receiving { workers, receiver: &receiver });
}

/// Vertices that a worker takes at a time.
const CHUNK: usize = 1024;
/// An object that is compared with more surfaces asks the tree which of them hold a vertex in their boxes.
const FEW: usize = 8;

/// Finds vertices of bodies in closed surfaces.
pub(super) fn find_of_bodies(
    tree: &SceneTree,
    input: &SearchInput,
    pairs: &ObjectPairs,
    workers: &mut [DepthWorker],
) {
    let SearchInput { scene, topology, .. } = *input;
    let is_surface = |object: u32| scene.objects()[object as usize].kind() == ElementKind::Triangle;
    let next = AtomicUsize::new(0);
    let all = scene.vertices().len();
    parallel::for_each_mut(workers, 1, |_, worker| {
        loop {
            let begin = next.fetch_add(CHUNK, Relaxed);
            if begin >= all {
                break;
            }
            let end = all.min(begin + CHUNK);
            let objects = scene.objects();
            let first = objects.partition_point(|own| own.vertices().end <= begin);
            for (o, own) in objects.iter().enumerate().skip(first) {
                if own.vertices().start >= end {
                    break;
                }
                if is_surface(o as u32) {
                    continue;
                }
                let surfaces = pairs.of(o as u32).iter().map(|pair| pair[1]);
                let surfaces = surfaces.filter(|&other| is_surface(other) && other != o as u32);
                let count = surfaces.clone().count();
                if count == 0 {
                    continue;
                }
                let incidence = topology.object_at(scene, o).incidence();
                let DepthWorker { found, scratch, candidates, .. } = worker;
                for v in own.vertices().start.max(begin)..own.vertices().end.min(end) {
                    let point = scene.vertices()[v];
                    let at = Aabb::from_points([point]);
                    let local = (v - own.vertices().start) as u32;
                    let mut look = |other: u32, scratch: &mut _| {
                        let is_near =
                            tree.bounds_of(other as usize).is_some_and(|b| b.contains(&at));
                        // A vertex that no element has is no point of the object.
                        if !is_near || incidence.elements_at(local).is_empty() {
                            return;
                        }
                        *candidates += 1;
                        if tree.surface_holds(other as usize, point, scratch) {
                            let pair = pairs.find([o as u32, other]).expect("it is listed");
                            found.push(pair | v as u64);
                        }
                    };
                    if count <= FEW {
                        surfaces.clone().for_each(|other| look(other, scratch));
                    } else {
                        tree.objects_near(point, scratch, |other, scratch| {
                            let other = other as u32;
                            let is_listed = pairs.find([o as u32, other]).is_some();
                            if other != o as u32 && is_surface(other) && is_listed {
                                look(other, scratch);
                            }
                        });
                    }
                }
            }
        }
    });
}
