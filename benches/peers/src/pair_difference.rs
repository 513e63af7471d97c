//! The pairs that two engines differ on, by kind.

use crate::workload_files::Pair;
use crate::workloads::Object;
use jostle::Mesh;
use std::collections::BTreeMap;

/// Pairs that only one of the two has, both lists sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// The other engine reports them and Jostle does not.
    pub extra: Vec<Pair>,
    /// Jostle reports them and the other engine does not.
    pub missing: Vec<Pair>,
}

impl Difference {
    /// Compares sorted pairs.
    pub fn new(jostle: &[Pair], theirs: &[Pair]) -> Difference {
        let only = |these: &[Pair], those: &[Pair]| {
            let absent = |pair: &&Pair| those.binary_search(pair).is_err();
            these.iter().filter(absent).copied().collect()
        };
        Difference { extra: only(theirs, jostle), missing: only(jostle, theirs) }
    }

    pub fn is_empty(&self) -> bool {
        self.extra.is_empty() && self.missing.is_empty()
    }
}

/// A kind of pairs on which engines differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DifferenceKind {
    pub extra: bool,
    pub same_object: bool,
    pub shared_vertices: usize,
    /// What rational arithmetic says.
    pub collides: bool,
}

impl DifferenceKind {
    /// In words: `reported in error: one object, 1 shared vertex`.
    pub fn describe(&self) -> String {
        let fault = match (self.extra, self.collides) {
            (true, false) => "reported in error",
            (true, true) => "reported rightly, and missed by Jostle",
            (false, true) => "missed",
            (false, false) => "left out rightly, and reported by Jostle",
        };
        let place = if self.same_object { "one object" } else { "two objects" };
        let plural = if self.shared_vertices == 1 { "vertex" } else { "vertices" };
        format!("{fault}: {place}, {} shared {plural}", self.shared_vertices)
    }
}

/// How many pairs of each kind there are, with one of them.
pub fn explain(
    objects: &[Object],
    difference: &Difference,
) -> BTreeMap<DifferenceKind, (usize, Pair)> {
    let ends: Vec<usize> = objects
        .iter()
        .scan(0, |end, object| {
            *end += object.mesh.element_count();
            Some(*end)
        })
        .collect();
    let mut kinds = BTreeMap::new();
    for (extra, pairs) in [(true, &difference.extra), (false, &difference.missing)] {
        for pair in pairs {
            let kind = kind(objects, &ends, pair, extra);
            kinds.entry(kind).or_insert((0, *pair)).0 += 1;
        }
    }
    kinds
}

fn kind(objects: &[Object], ends: &[usize], pair: &Pair, extra: bool) -> DifferenceKind {
    let [a, b] = pair.map(|element| {
        let element = element as usize;
        let object = ends.partition_point(|&end| end <= element);
        let first = ends[object] - objects[object].mesh.element_count();
        (object, corners(&objects[object].mesh, element - first))
    });
    let (mut first, mut second) = (a.1, b.1);
    let mut shared = 0;
    if a.0 == b.0 {
        // The oracle wants shared corners first.
        for i in 0..first.len() {
            let same = (shared..second.len()).find(|&j| second[j] == first[i]);
            if let Some(j) = same {
                first.swap(shared, i);
                second.swap(shared, j);
                shared += 1;
            }
        }
    }
    let positions = |object: usize, corners: &[u32]| -> Vec<[f64; 3]> {
        let vertices = objects[object].mesh.vertices();
        corners.iter().map(|&corner| vertices[corner as usize].to_array()).collect()
    };
    let (first, second) = (positions(a.0, &first), positions(b.0, &second));
    let collides = jostle_oracle::exceeds(shared, &first, &second);
    DifferenceKind { extra, same_object: a.0 == b.0, shared_vertices: shared, collides }
}

fn corners(mesh: &Mesh, element: usize) -> Vec<u32> {
    match mesh {
        Mesh::Triangles(mesh) => mesh.elements[element].to_vec(),
        Mesh::Tets(mesh) => mesh.elements[element].to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jostle::{DVec3, TriangleMesh};

    #[test]
    fn differences_go_both_ways() {
        let difference = Difference::new(&[[0, 1], [0, 3]], &[[0, 1], [0, 2]]);
        assert_eq!(difference, Difference { extra: vec![[0, 2]], missing: vec![[0, 3]] });
        assert!(Difference::new(&[[0, 1]], &[[0, 1]]).is_empty());
    }

    #[test]
    fn the_oracle_says_which_side_is_right() {
        let corners = [[0., 0., 0.], [2., 0., 0.], [0., 2., 0.], [1., 1., 1.], [1., 1., -1.]];
        let vertices = corners.map(DVec3::from_array).to_vec();
        // The second stands on the first beyond the corner they share, the third beside its edge.
        let elements = vec![[0, 1, 2], [3, 4, 0], [1, 2, 3]];
        let mesh = Mesh::from(TriangleMesh::new(vertices, elements));
        let objects = [Object { mesh, has_self_collision: true }];
        let difference = Difference { extra: vec![[0, 2]], missing: vec![[0, 1]] };
        let described: Vec<String> =
            explain(&objects, &difference).keys().map(DifferenceKind::describe).collect();
        let expected = [
            "missed: one object, 1 shared vertex",
            "reported in error: one object, 2 shared vertices",
        ];
        assert_eq!(described, expected);
    }
}
