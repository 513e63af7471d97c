//! A screen before the exact tests, for many candidates of one small region.
//!
//! Plain floating point can tell almost all candidates, with one error bound for all of them: that
//! of `narrow/filter.rs`, for a box around them all. The tests are by the same signs as the exact ones, but many at a time,
//! and are unsure where a sign is. What the screen says is certain; the rest goes to the exact test by itself.
//!
//! **Elements that share corners** may be among the candidates, although the question for them is
//! another (do they meet beyond what they share?) and the tests here are the ordinary ones: the screen
//! is unsure of them, and so the exact test decides, unless a corner of one tetrahedron is certainly inside the other,
//! which is a point that both have, and none of what they share, for that is on their boundaries. A shared corner lies in
//! the planes of all faces that it is a corner of, and the determinants of those planes with it are zero. No bound
//! that holds lets a computed value pass as the sign of zero, so both tests are unsure before they can say yes for
//! another reason: they take the signs of all corners of each element against all faces of
//! the other first. Nor can they say no before: a plane of a face separates only if all corners of the
//! other element are certainly outside of it, and the shared one is not. Whoever adds a shortcut to
//! `triangle_lanes::decide` or `tetrahedron_tetrahedron::decide_in_lanes` that says yes with fewer signs has
//! to leave out neighbours here.

use super::filter;
use super::tetrahedron_tetrahedron::{self, Faces};
use super::triangle_lanes::{self, TriangleLanes};
use crate::geometry::Aabb;
use crate::geometry::lanes::{BLOCK, Lanes, with_lanes};
use crate::mesh::{Element, Scene};
use std::collections::TryReserveError;

/// What a screen says about a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The elements collide.
    Yes,
    /// They do not.
    No,
    /// That is for the exact test to say.
    Unsure,
}

/// Decides candidates of one list; keeps its buffer.
#[derive(Debug, Default)]
pub(crate) struct Screen {
    verdicts: Vec<Verdict>,
}

impl Screen {
    /// Decides pairs of elements within a box, triangles four at a time. Where many in a row have the first tetrahedron
    /// in common, its faces are computed once.
    ///
    /// The loops are compiled for the machine's vector instructions too, and chosen when the program
    /// runs: on x86-64 AVX2 where there is, else SSE2.
    pub fn verdicts(&mut self, scene: &Scene, within: &Aabb, pairs: &[[u32; 2]]) -> &[Verdict] {
        self.verdicts.clear();
        self.verdicts.reserve(pairs.len());
        let bound = filter::bound_within(within.size());
        if bound == f64::INFINITY {
            self.verdicts.resize(pairs.len(), Verdict::Unsure);
            return &self.verdicts;
        }
        self.decide(scene, bound, pairs);
        &self.verdicts
    }

    fn decide(&mut self, scene: &Scene, bound: f64, pairs: &[[u32; 2]]) {
        let verdicts = &mut self.verdicts;
        with_lanes!(simd => simd.run(ScreenLoop { simd, scene, bound, pairs, verdicts }))
    }

    /// Reserves capacity for lists of so many pairs.
    pub fn reserve(&mut self, pairs: usize) -> Result<(), TryReserveError> {
        self.verdicts.clear();
        self.verdicts.try_reserve_exact(pairs)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.verdicts.capacity() * size_of::<Verdict>()
    }
}

/// The loop, compiled for an instruction set.
struct ScreenLoop<'s, L> {
    simd: L,
    scene: &'s Scene,
    bound: f64,
    pairs: &'s [[u32; 2]],
    verdicts: &'s mut Vec<Verdict>,
}

impl<L: Lanes> pulp::NullaryFnOnce for ScreenLoop<'_, L> {
    type Output = ();

    #[inline(always)]
    fn call(mut self) {
        let mut rest = self.pairs;
        while let Some(first) = rest.first() {
            let mut end = 1;
            if self.are_triangles(*first) {
                while end < rest.len().min(BLOCK) && self.are_triangles(rest[end]) {
                    end += 1;
                }
                self.decide_triangles(&rest[..end]);
            } else {
                while end < rest.len() && rest[end][0] == first[0] {
                    end += 1;
                }
                self.decide_run(&rest[..end]);
            }
            rest = &rest[end..];
        }
    }
}

impl<L: Lanes> ScreenLoop<'_, L> {
    #[inline(always)]
    fn are_triangles(&self, [a, b]: [u32; 2]) -> bool {
        self.scene.corners_at(a as usize).len() == 3 && self.scene.corners_at(b as usize).len() == 3
    }

    /// Decides up to four pairs of triangles.
    #[inline(always)]
    fn decide_triangles(&mut self, pairs: &[[u32; 2]]) {
        let mut lanes = [TriangleLanes::default(); 2];
        for lane in 0..BLOCK {
            // The last of fewer than four stands in what is left over.
            let pair = pairs[lane.min(pairs.len() - 1)];
            triangle_lanes::set(&mut lanes[0], lane, self.scene.triangle_at(pair[0] as usize));
            triangle_lanes::set(&mut lanes[1], lane, self.scene.triangle_at(pair[1] as usize));
        }
        let decided = triangle_lanes::decide(self.simd, [&lanes[0], &lanes[1]], self.bound);
        for lane in 0..pairs.len() {
            self.verdicts.push(match (decided.yes >> lane & 1, decided.no >> lane & 1) {
                (1, _) => Verdict::Yes,
                (_, 1) => Verdict::No,
                _ => Verdict::Unsure,
            });
        }
    }

    // Plain loops: adapters and closures would be compiled for the baseline.
    #[inline(always)]
    fn decide_run(&mut self, run: &[[u32; 2]]) {
        let ScreenLoop { simd, scene, bound, .. } = *self;
        match scene.element_at(run[0][0] as usize) {
            // Of another kind than the other.
            Element::Triangle(_) => {
                for _ in run {
                    self.verdicts.push(Verdict::Unsure);
                }
            }
            Element::Tetrahedron(own) => {
                let faces = Faces::from_tetrahedron(&own);
                for pair in run {
                    self.verdicts.push(match scene.element_at(pair[1] as usize) {
                        Element::Tetrahedron(other) => {
                            match tetrahedron_tetrahedron::decide_in_lanes(
                                simd,
                                (&own, &faces),
                                &other,
                                bound,
                            ) {
                                Some(true) => Verdict::Yes,
                                Some(false) => Verdict::No,
                                None => Verdict::Unsure,
                            }
                        }
                        Element::Triangle(_) => Verdict::Unsure,
                    });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::SplitMix64;
    use crate::mesh::{ElementId, TetMesh, TriangleMesh};
    use crate::narrow::{Tally, elements_collide};
    use glam::DVec3;

    /// Random corners, some of them on a lattice so that many touch or lie in one plane.
    fn corners(random: &mut SplitMix64, count: usize, lattice: bool, scale: f64) -> Vec<DVec3> {
        let mut coordinate = || {
            let x = random.signed();
            scale * if lattice { (3.0 * x).round() / 3.0 } else { x }
        };
        (0..count).map(|_| DVec3::new(coordinate(), coordinate(), coordinate())).collect()
    }

    #[test]
    fn what_the_screen_says_is_what_the_exact_test_says() {
        let (mut sure, mut unsure) = ([0; 2], 0);
        for seed in 0..60 {
            let mut random = SplitMix64::new(seed);
            let scale = [1.0, 1e-40, 1e40, 1e-180, 1e200][seed as usize % 5];
            let points = corners(&mut random, 40, seed % 2 == 0, scale);
            let mut pick = || (random.signed().abs() * 40.0) as u32 % 40;
            let mut distinct = |n: usize| loop {
                let mut picked: Vec<u32> = (0..n).map(|_| pick()).collect();
                let order = picked.clone();
                picked.sort_unstable();
                picked.dedup();
                if picked.len() == n {
                    break order;
                }
            };
            let triangles = (0..30).map(|_| distinct(3).try_into().unwrap()).collect();
            let tets = (0..30).map(|_| distinct(4).try_into().unwrap()).collect();
            let mut scene = Scene::new();
            scene.add("triangles", TriangleMesh::new(points.clone(), triangles)).unwrap();
            scene.add("tets", TetMesh::new(points, tets)).unwrap();
            let pairs: Vec<[u32; 2]> = (0..60)
                .flat_map(|a| (0..60).filter(move |&b| a != b).map(move |b| [a, b]))
                .collect();
            let mut screen = Screen::default();
            let verdicts = screen.verdicts(&scene, &scene.element_bounds(), &pairs).to_vec();
            assert_eq!(verdicts.len(), pairs.len());
            for (&[a, b], verdict) in pairs.iter().zip(verdicts) {
                let [a, b] = [a as usize, b as usize];
                let collide = elements_collide(
                    &scene,
                    ElementId::new(a),
                    ElementId::new(b),
                    &mut Tally::default(),
                );
                match verdict {
                    Verdict::Unsure => unsure += 1,
                    Verdict::Yes => assert!(collide, "{seed}: {a} {b}"),
                    Verdict::No => assert!(!collide, "{seed}: {a} {b}"),
                }
                sure[collide as usize] += (verdict != Verdict::Unsure) as u32;
            }
        }
        assert!(sure[0] > 15_000 && sure[1] > 6_000 && unsure > 3_000, "{sure:?} {unsure}");
    }
}
