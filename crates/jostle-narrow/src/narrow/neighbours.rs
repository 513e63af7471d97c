//! Candidates within a surface: neighbours apart from others, and mostly decided without the exact test.

use super::neighbour_lanes::{self, PointLanes};
use crate::geometry::lanes::{BLOCK, Lanes, with_lanes};
use crate::mesh::Scene;
use std::collections::TryReserveError;

/// Pairs of triangles of one object, divided by what they share; keeps its buffers.
#[derive(Debug, Default)]
pub struct Neighbours {
    others: List<[u32; 2]>,
    at_corners: List<NeighbourPair>,
    at_edges: List<NeighbourPair>,
    unsure: List<[u32; 2]>,
}

/// Two triangles that share a corner or more, and which: bit `3 i + j` for corner `i` of the one and `j` of the other.
#[derive(Clone, Copy, Debug, Default)]
struct NeighbourPair {
    pair: [u32; 2],
    shared: u32,
}

impl Neighbours {
    /// Decides the pairs that share corners, and lists the others.
    pub fn decide(&mut self, scene: &Scene, pairs: &[[u32; 2]]) {
        let Neighbours { others, at_corners, at_edges, unsure } = self;
        others.clear(pairs.len());
        at_corners.clear(pairs.len());
        at_edges.clear(pairs.len());
        unsure.clear(pairs.len());
        with_lanes!(simd => simd.run(NeighbourLoop { simd, scene, pairs, neighbours: self }));
    }

    /// The pairs that share no corner.
    pub fn others(&self) -> &[[u32; 2]] {
        self.others.members()
    }

    /// Neighbours for the exact test to decide; the others share a corner or an edge and nothing else.
    pub fn unsure(&self) -> &[[u32; 2]] {
        self.unsure.members()
    }

    /// Reserves capacity for so many pairs at a time.
    pub fn reserve(&mut self, pairs: usize) -> Result<(), TryReserveError> {
        self.others.reserve(pairs)?;
        self.at_corners.reserve(pairs)?;
        self.at_edges.reserve(pairs)?;
        self.unsure.reserve(pairs)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let Neighbours { others, at_corners, at_edges, unsure } = self;
        others.bytes() + at_corners.bytes() + at_edges.bytes() + unsure.bytes()
    }
}

/// What is written one by one whether it is a member or not, without branches.
#[derive(Debug, Default)]
struct List<T> {
    /// One longer than the list can become.
    places: Vec<T>,
    len: usize,
}

impl<T: Copy + Default> List<T> {
    /// Empties the list, which gets places for so many.
    fn clear(&mut self, most: usize) {
        self.len = 0;
        if self.places.len() <= most {
            self.places.resize(most + 1, T::default());
        }
    }

    fn reserve(&mut self, most: usize) -> Result<(), TryReserveError> {
        self.len = 0;
        self.places.clear();
        self.places.try_reserve_exact(most + 1)
    }

    #[inline(always)]
    fn push_if(&mut self, entry: T, is_member: bool) {
        self.places[self.len] = entry;
        self.len += usize::from(is_member);
    }

    fn members(&self) -> &[T] {
        &self.places[..self.len]
    }

    fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<T>()
    }
}

/// The loops, compiled for an instruction set.
struct NeighbourLoop<'n, L> {
    simd: L,
    scene: &'n Scene,
    pairs: &'n [[u32; 2]],
    neighbours: &'n mut Neighbours,
}

impl<L: Lanes> pulp::NullaryFnOnce for NeighbourLoop<'_, L> {
    type Output = ();

    #[inline(always)]
    fn call(mut self) {
        self.divide();
        self.decide_at_corners();
        self.decide_at_edges();
    }
}

// Plain loops: adapters and closures would be compiled for the baseline.
impl<L: Lanes> NeighbourLoop<'_, L> {
    #[inline(always)]
    fn divide(&mut self) {
        let Neighbours { others, at_corners, at_edges, .. } = &mut *self.neighbours;
        let corners = self.scene.element_corners();
        for &pair in self.pairs {
            let one = corners.triangle(pair[0] as usize);
            let other = corners.triangle(pair[1] as usize);
            let mut shared = 0;
            for i in 0..3 {
                for j in 0..3 {
                    shared |= u32::from(one[i] == other[j]) << (3 * i + j);
                }
            }
            // Of three there is nothing to be told: two triangles with the same corners share all that they are.
            let count = shared.count_ones();
            others.push_if(pair, count == 0);
            at_corners.push_if(NeighbourPair { pair, shared }, count == 1);
            at_edges.push_if(NeighbourPair { pair, shared }, count == 2);
        }
    }

    #[inline(always)]
    fn decide_at_corners(&mut self) {
        let Neighbours { at_corners, unsure, .. } = &mut *self.neighbours;
        let (corners, vertices) = (self.scene.element_corners(), self.scene.vertices());
        let mut points: [PointLanes; 5] = Default::default();
        for four in at_corners.members().chunks(BLOCK) {
            for lane in 0..BLOCK {
                // The last of fewer than four stands in what is left over.
                let NeighbourPair { pair, shared } = four[lane.min(four.len() - 1)];
                let one = corners.triangle(pair[0] as usize);
                let other = corners.triangle(pair[1] as usize);
                let at = shared.trailing_zeros() as usize;
                let (i, j) = (at / 3, at % 3);
                let (i, j) = (NEXT[i % 3], NEXT[j]);
                let own = [one[i[2]], one[i[0]], one[i[1]], other[j[0]], other[j[1]]];
                for k in 0..5 {
                    neighbour_lanes::set(&mut points[k], lane, &vertices[own[k] as usize]);
                }
            }
            let certain = neighbour_lanes::share_corner_only(self.simd, &points);
            for lane in 0..four.len() {
                unsure.push_if(four[lane].pair, certain >> lane & 1 == 0);
            }
        }
    }

    #[inline(always)]
    fn decide_at_edges(&mut self) {
        let Neighbours { at_edges, unsure, .. } = &mut *self.neighbours;
        let (corners, vertices) = (self.scene.element_corners(), self.scene.vertices());
        let mut points: [PointLanes; 4] = Default::default();
        for four in at_edges.members().chunks(BLOCK) {
            for lane in 0..BLOCK {
                let NeighbourPair { pair, shared } = four[lane.min(four.len() - 1)];
                let one = corners.triangle(pair[0] as usize);
                let other = corners.triangle(pair[1] as usize);
                // The corner of each that is not the other's.
                let own = shared | shared >> 1 | shared >> 2;
                let own = (own & 1) | (own >> 2 & 2) | (own >> 4 & 4);
                let others = (shared | shared >> 3 | shared >> 6) & 7;
                let (i, j) =
                    ((!own).trailing_zeros() as usize, (!others).trailing_zeros() as usize);
                let ends = NEXT[i % 3];
                let own = [one[ends[0]], one[ends[1]], one[ends[2]], other[j % 3]];
                for k in 0..4 {
                    neighbour_lanes::set(&mut points[k], lane, &vertices[own[k] as usize]);
                }
            }
            let certain = neighbour_lanes::share_edge_only(self.simd, &points);
            for lane in 0..four.len() {
                unsure.push_if(four[lane].pair, certain >> lane & 1 == 0);
            }
        }
    }
}

/// The corners after each corner of a triangle, and itself.
const NEXT: [[usize; 3]; 3] = [[1, 2, 0], [2, 0, 1], [0, 1, 2]];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes;
    use crate::mesh::{ElementId, TriangleMesh};
    use crate::narrow::{Tally, elements_collide, triangle_triangle_beyond};
    use glam::DVec3;
    use jostle_support::random::SplitMix64;

    /// Decides all pairs of a mesh, compares what is said of each with the exact test, and tells how many neighbours
    /// there are, how many of them meet beyond what they share, and how many of the others were left to the exact
    /// test.
    fn check(mesh: TriangleMesh) -> [usize; 3] {
        let mut scene = Scene::new();
        // Something before it, so that numbers within the object differ from those of the scene.
        scene.add("before", shapes::icosphere(0, 1.0)).unwrap();
        let first = scene.element_count() as u32;
        scene.add("mesh", mesh).unwrap();
        let elements = first..scene.element_count() as u32;
        let pairs = elements.clone().flat_map(|a| (a + 1..elements.end).map(move |b| [a, b]));
        let pairs: Vec<[u32; 2]> = pairs.collect();
        let mut neighbours = Neighbours::default();
        // The second time there are more places than are needed.
        for of in [&pairs[..], &pairs[..pairs.len() / 2], &pairs[..1], &[]] {
            neighbours.decide(&scene, of);
        }
        neighbours.decide(&scene, &pairs);
        let [mut others, mut unsure] =
            [neighbours.others(), neighbours.unsure()].map(<[_]>::to_vec);
        others.sort_unstable();
        unsure.sort_unstable();
        let mut found = [0; 3];
        for pair in pairs {
            let [i, j] = pair.map(|e| scene.element_corners().triangle(e as usize));
            let are_neighbours = i.iter().any(|corner| j.contains(corner));
            assert_eq!(others.binary_search(&pair).is_err(), are_neighbours, "{pair:?}");
            if !are_neighbours {
                continue;
            }
            let [a, b] = pair.map(ElementId::from_u32);
            let collide = elements_collide(&scene, a, b, &mut Tally::default());
            let is_unsure = unsure.binary_search(&pair).is_ok();
            assert!(is_unsure || !collide, "{pair:?} of {:?}", scene.vertices());
            found[0] += 1;
            found[1] += usize::from(collide);
            found[2] += usize::from(is_unsure && !collide);
        }
        assert!(unsure.len() <= found[0]);
        found
    }

    #[test]
    fn most_neighbours_need_no_exact_test() {
        let flat = |mesh: TriangleMesh| mesh.scaled(DVec3::new(1.0, 1.0, 0.0));
        let meshes = [
            shapes::icosphere(3, 1.0),
            shapes::bumpy_sphere(6, 0.3, 1),
            shapes::torus(1.0, 0.3, 30, 20),
            shapes::cloth(12, 9, [2.0, 3.0]),
            flat(shapes::cloth(12, 9, [2.0, 3.0])),
            shapes::torus(1e-150, 3e-151, 20, 10),
            shapes::torus(1e150, 3e149, 20, 10),
            shapes::torus(1.0, 0.3, 20, 10).translated(DVec3::splat(1e6)),
        ];
        for (i, mesh) in meshes.into_iter().enumerate() {
            let [all, colliding, left] = check(mesh);
            assert!(all > 500 && colliding == 0, "mesh {i}: {all}, {colliding}");
            assert!(20 * left <= all, "mesh {i}: {left} of {all} are left to the exact test");
        }
    }

    #[test]
    fn neighbours_in_soups_are_as_the_exact_test_has_them() {
        let mut random = SplitMix64::new(3);
        let mut found = [0; 3];
        for round in 0..300 {
            let count = 5 + round % 6;
            let mut vertex = || (random.signed().abs() * f64::from(count)) as u32 % count;
            let triangles = (0..4 * count).map(|_| [vertex(), vertex(), vertex()]);
            let whole = triangles.filter(|[a, b, c]| a != b && b != c && c != a).collect();
            // On a small lattice corners are collinear or one point.
            let mut at = || match round % 3 {
                0 => random.signed(),
                1 => (2.0 * random.signed()).round(),
                _ => random.signed() * 10f64.powi((random.signed() * 309.0) as i32),
            };
            let vertices = (0..count).map(|_| DVec3::new(at(), at(), at())).collect();
            let own = check(TriangleMesh::new(vertices, whole));
            found = [0, 1, 2].map(|i| found[i] + own[i]);
        }
        let [all, colliding, left] = found;
        assert!(all > 10_000 && 10 * colliding > all && left > 100, "{found:?}");
    }

    /// A number of so many bits.
    fn whole(random: &mut SplitMix64, bits: i32) -> f64 {
        (random.signed() * 2f64.powi(bits)).round()
    }

    fn whole_vector(random: &mut SplitMix64, bits: i32) -> DVec3 {
        DVec3::new(whole(random, bits), whole(random, bits), whole(random, bits))
    }

    /// Of triangles that have a ray in common, and whose other corners are as high along it: the plane between these
    /// has the ray, but for rounding.
    #[test]
    fn neighbours_at_corners_are_apart_only_if_they_are() {
        let mut random = SplitMix64::new(11);
        let mut random_way = || DVec3::new(random.signed(), random.signed(), random.signed());
        let direction = |way: DVec3| way / way.abs().element_sum();
        for _ in 0..20_000 {
            let ray = (random_way() * 2f64.powi(40)).round();
            let height = |way: DVec3| direction(way).dot(direction(ray));
            let (one, mut low, mut high) = (random_way(), random_way(), random_way());
            if height(low) > height(high) {
                (low, high) = (high, low);
            }
            if !(height(low)..height(high)).contains(&height(one)) {
                continue;
            }
            for _ in 0..60 {
                let other = low.midpoint(high);
                *(if height(other) < height(one) { &mut low } else { &mut high }) = other;
            }
            let [a, b] = [[DVec3::ZERO, ray, one], [DVec3::ZERO, ray * 3.0, low]];
            assert!(triangle_triangle_beyond(1, &a, &b));
            let vertices = vec![a[0], a[1], a[2], b[1], b[2]];
            check(TriangleMesh::new(vertices, vec![[0, 1, 2], [4, 0, 3]]));
        }
    }

    /// Of triangles that are folded onto each other along an edge: some so flat that their cross products are nothing
    /// but rounding.
    #[test]
    fn neighbours_at_edges_are_apart_only_if_they_are() {
        let mut random = SplitMix64::new(12);
        for round in 0..20_000 {
            let [mut start, mut along, mut aside] = [(); 3].map(|()| whole_vector(&mut random, 20));
            if round % 2 == 0 {
                (start.z, along.z, aside) = (0.0, 0.0, DVec3::Z * 2f64.powi(-100));
            }
            if along.cross(aside) == DVec3::ZERO {
                continue;
            }
            let mut corner = || {
                let beside = whole(&mut random, 4).abs() + 1.0;
                start + along * whole(&mut random, 20) + aside * beside
            };
            let [one, other, end] = [corner(), corner(), start + along];
            assert!(triangle_triangle_beyond(2, &[start, end, one], &[start, end, other]));
            let vertices = vec![start, end, one, other];
            check(TriangleMesh::new(vertices, vec![[0, 1, 2], [3, 1, 0]]));
        }
    }
}
