//! parry: a tree of boxes for each object, two trees or one traversed together, and GJK for each
//! pair of leaves.
//!
//! It has no notion of elements that share vertices, so these are skipped. Trees are traversed by
//! one thread, except against themselves; building, object by object, and GJK use all threads.

use crate::repeated_timing::{Answer, RepeatLimits, Timing};
use crate::workload_files::Pair;
use crate::workloads::Object;
use jostle::{DVec3, Mesh, TetMesh, TriangleMesh};
use parry3d_f64::bounding_volume::Aabb;
use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use parry3d_f64::query::details::intersection_test_support_map_support_map;
use parry3d_f64::shape::{SupportMap, Triangle};
use rayon::prelude::*;

pub fn run(objects: &[Object], limits: &RepeatLimits) -> Timing<Answer> {
    if let Some(bodies) = bodies::<TriangleMesh>(objects) {
        limits.time(|| collide(&bodies))
    } else {
        let bodies = bodies::<TetMesh>(objects).expect("objects are all of one kind");
        limits.time(|| collide(&bodies))
    }
}

/// An object, and the number of its first element in the workload.
struct Body<'a, M> {
    mesh: &'a M,
    first: u32,
    has_self_collision: bool,
}

/// Meshes whose elements are shapes of parry.
trait ParryMesh: Sync + Sized {
    type Shape: SupportMap;
    fn downcast(mesh: &Mesh) -> Option<&Self>;
    fn element_count(&self) -> usize;
    fn bounds(&self, element: usize) -> Aabb;
    fn shape(&self, element: u32) -> Self::Shape;
    fn share_vertices(&self, a: u32, b: u32) -> bool;
}

impl ParryMesh for TriangleMesh {
    type Shape = Triangle;

    fn downcast(mesh: &Mesh) -> Option<&Self> {
        match mesh {
            Mesh::Triangles(mesh) => Some(mesh),
            Mesh::Tets(_) => None,
        }
    }

    fn element_count(&self) -> usize {
        self.elements.len()
    }

    fn bounds(&self, element: usize) -> Aabb {
        bounds(&self.corners(element))
    }

    fn shape(&self, element: u32) -> Triangle {
        Triangle::from(self.corners(element as usize).map(vector))
    }

    fn share_vertices(&self, a: u32, b: u32) -> bool {
        let (a, b) = (self.elements[a as usize], self.elements[b as usize]);
        a.iter().any(|vertex| b.contains(vertex))
    }
}

impl ParryMesh for TetMesh {
    type Shape = Tetrahedron;

    fn downcast(mesh: &Mesh) -> Option<&Self> {
        match mesh {
            Mesh::Tets(mesh) => Some(mesh),
            Mesh::Triangles(_) => None,
        }
    }

    fn element_count(&self) -> usize {
        self.elements.len()
    }

    fn bounds(&self, element: usize) -> Aabb {
        bounds(&self.corners(element))
    }

    fn shape(&self, element: u32) -> Tetrahedron {
        Tetrahedron(self.corners(element as usize).map(vector))
    }

    fn share_vertices(&self, a: u32, b: u32) -> bool {
        let (a, b) = (self.elements[a as usize], self.elements[b as usize]);
        a.iter().any(|vertex| b.contains(vertex))
    }
}

/// parry has no support map of its own for a tetrahedron.
struct Tetrahedron([Vector; 4]);

impl SupportMap for Tetrahedron {
    fn local_support_point(&self, direction: Vector) -> Vector {
        let further =
            |p: Vector, q: Vector| if p.dot(direction) >= q.dot(direction) { p } else { q };
        let [a, b, c, d] = self.0;
        further(further(a, b), further(c, d))
    }
}

fn vector(p: DVec3) -> Vector {
    Vector::new(p.x, p.y, p.z)
}

fn bounds(corners: &[DVec3]) -> Aabb {
    let around = jostle::geometry::Aabb::from_points(corners.iter().copied());
    Aabb::new(vector(around.min), vector(around.max))
}

fn bodies<'a, M: ParryMesh>(objects: &'a [Object]) -> Option<Vec<Body<'a, M>>> {
    let mut first = 0;
    let body = |object: &'a Object| {
        let body = Body {
            mesh: M::downcast(&object.mesh)?,
            first,
            has_self_collision: object.has_self_collision,
        };
        first += body.mesh.element_count() as u32;
        Some(body)
    };
    objects.iter().map(body).collect()
}

fn collide<M: ParryMesh>(bodies: &[Body<M>]) -> Answer {
    let trees: Vec<Bvh> = bodies.par_iter().map(|body| tree(body.mesh)).collect();
    let own = (0..bodies.len()).filter(|&object| bodies[object].has_self_collision).map(|o| (o, o));
    let mut object_pairs: Vec<(usize, usize)> = own.collect();
    object_pairs.extend(overlapping_objects(&trees));
    let answers: Vec<Answer> = object_pairs
        .par_iter()
        .map(|&(one, other)| {
            let (body, tree) = (&bodies[one], &trees[one]);
            if one == other {
                let non_adjacent = |&(a, b): &(u32, u32)| !body.mesh.share_vertices(a, b);
                return decide(body, body, self_candidates(tree).into_iter().filter(non_adjacent));
            }
            let candidates = tree.leaf_pairs(&trees[other], |a, b| a.intersects(b));
            decide(body, &bodies[other], candidates)
        })
        .collect();
    let candidates = answers.iter().filter_map(|answer| answer.candidates).sum();
    let pairs = answers.into_iter().flat_map(|answer| answer.pairs).collect();
    Answer { pairs, candidates: Some(candidates) }
}

fn tree<M: ParryMesh>(mesh: &M) -> Bvh {
    let leaves = (0..mesh.element_count()).map(|element| (element, mesh.bounds(element)));
    Bvh::from_iter(BvhBuildStrategy::Binned, leaves)
}

fn overlapping_objects(trees: &[Bvh]) -> Vec<(usize, usize)> {
    let boxes = trees.iter().map(|tree| tree.root_aabb()).enumerate();
    let mut overlapping = Vec::new();
    let objects = Bvh::from_iter(BvhBuildStrategy::Binned, boxes);
    objects.traverse_bvtt_single_tree::<false>(&mut BvhWorkspace::default(), &mut |a, b| {
        overlapping.push((a.min(b) as usize, a.max(b) as usize));
    });
    overlapping
}

fn self_candidates(tree: &Bvh) -> Vec<(u32, u32)> {
    if rayon::current_num_threads() > 1 {
        return tree.traverse_bvtt_single_tree_parallel::<false>();
    }
    let mut candidates = Vec::new();
    tree.traverse_bvtt_single_tree::<false>(&mut BvhWorkspace::default(), &mut |a, b| {
        candidates.push((a, b));
    });
    candidates
}

/// Candidates are decided as they come by one thread, and gathered first for more.
fn decide<M: ParryMesh>(
    one: &Body<M>,
    other: &Body<M>,
    candidates: impl Iterator<Item = (u32, u32)>,
) -> Answer {
    let mut count = 0;
    let candidates = candidates.inspect(|_| count += 1);
    let pair = |(a, b): (u32, u32)| -> Option<Pair> {
        let (first, second) = (one.mesh.shape(a), other.mesh.shape(b));
        let (a, b) = (one.first + a, other.first + b);
        intersection_test_support_map_support_map(&Pose::IDENTITY, &first, &second)
            .then_some([a.min(b), a.max(b)])
    };
    let pairs = if rayon::current_num_threads() > 1 {
        let candidates: Vec<(u32, u32)> = candidates.collect();
        candidates.into_par_iter().filter_map(pair).collect()
    } else {
        candidates.filter_map(pair).collect()
    };
    Answer { pairs, candidates: Some(count) }
}
