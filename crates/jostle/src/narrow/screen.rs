//! A screen before the exact tests, for many candidates of one small region.
//!
//! Plain floating point can tell almost all candidates, with one error bound for all of them: that
//! of `narrow/filter.rs`, for a box around them all. The tests are the exact ones, with a filter that
//! gives up instead of asking exact arithmetic. What the screen says is certain; the rest goes to the
//! exact test by itself.
//!
//! **Elements that share corners** may be among the candidates, although the question for them is
//! another (do they meet beyond what they share?) and the tests here are the ordinary ones: the screen
//! is always unsure of them, and so the exact test decides. For a shared corner lies in the planes of
//! all faces that it is a corner of, and the determinants of those planes with it are zero. No bound
//! that holds lets a computed value pass as the sign of zero, so the filter gives up, in both tests
//! before they can say yes: they take the signs of all corners of each element against all faces of
//! the other first. Nor can they say no before: a plane of a face separates only if all corners of the
//! other element are certainly outside of it, and the shared one is not. Whoever adds a shortcut to
//! `triangle_triangle::decide` or `tetrahedron_tetrahedron::decide` that says yes with fewer signs has
//! to leave out neighbours here.

use super::filter::{self, Filter, Tally};
use super::tetrahedron_tetrahedron::{self, Faces};
use super::triangle_triangle;
use crate::conditions::{Condition, required};
use crate::geometry::Aabb;
use crate::mesh::{Element, Scene};
use glam::DVec3;
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
    /// Decides pairs of elements within a box. Where many in a row have the first element in common,
    /// its faces are computed once.
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
        pulp::Arch::new().dispatch(
            #[inline(always)]
            || {
                let mut rest = pairs;
                while let Some(first) = rest.first() {
                    let mut end = 1;
                    while end < rest.len() && rest[end][0] == first[0] {
                        end += 1;
                    }
                    self.decide_run(scene, bound, &rest[..end]);
                    rest = &rest[end..];
                }
            },
        );
        &self.verdicts
    }

    // Plain loops here and below: adapters and closures would be compiled for the baseline.
    #[inline(always)]
    fn decide_run(&mut self, scene: &Scene, bound: f64, run: &[[u32; 2]]) {
        match scene.element_at(run[0][0] as usize) {
            Element::Triangle(own) => {
                let plane = Plane::from_triangle(&own);
                for pair in run {
                    self.verdicts.push(match scene.element_at(pair[1] as usize) {
                        // Both planes at once: which of them separates is not to be foretold.
                        Element::Triangle(other)
                            if plane.separates(&other, bound)
                                | Plane::from_triangle(&other).separates(&own, bound) =>
                        {
                            Verdict::No
                        }
                        Element::Triangle(other) => {
                            let mut tally = Tally::default();
                            let mut filter = Filter::that_gives_up(bound, &mut tally);
                            let collides = triangle_triangle::decide(&own, &other, &mut filter);
                            verdict(collides, &filter)
                        }
                        Element::Tetrahedron(_) => Verdict::Unsure,
                    });
                }
            }
            Element::Tetrahedron(own) => {
                let faces = Faces::from_tetrahedron(&own);
                for pair in run {
                    let mut tally = Tally::default();
                    let mut filter = Filter::that_gives_up(bound, &mut tally);
                    self.verdicts.push(match scene.element_at(pair[1] as usize) {
                        Element::Tetrahedron(other) => {
                            let collides =
                                tetrahedron_tetrahedron::decide(&own, &faces, &other, &mut filter);
                            verdict(collides, &filter)
                        }
                        Element::Triangle(_) => Verdict::Unsure,
                    });
                }
            }
        }
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

/// The plane of a triangle.
struct Plane {
    normal: DVec3,
    at: DVec3,
}

impl Plane {
    #[inline(always)]
    fn from_triangle([a, b, c]: &[DVec3; 3]) -> Plane {
        Plane { normal: (b - a).cross(c - a), at: *a }
    }

    #[inline(always)]
    fn height(&self, p: DVec3) -> f64 {
        self.normal.dot(p - self.at)
    }

    /// Whether all points are certainly on one side.
    #[inline(always)]
    fn separates(&self, points: &[DVec3; 3], bound: f64) -> bool {
        let (p, q, r) = (self.height(points[0]), self.height(points[1]), self.height(points[2]));
        let (min, max) = (
            |a: f64, b: f64| if b < a { b } else { a },
            |a: f64, b: f64| if b > a { b } else { a },
        );
        (min(min(p, q), r) > bound) | (max(max(p, q), r) < -bound)
    }
}

#[inline(always)]
fn verdict(collides: bool, filter: &Filter) -> Verdict {
    match (filter.gave_up(), collides) {
        (true, _) if required(Condition::ScreenGivesUp) => Verdict::Unsure,
        (_, true) => Verdict::Yes,
        (_, false) => Verdict::No,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::SplitMix64;
    use crate::mesh::{ElementId, TetMesh, TriangleMesh};
    use crate::narrow::elements_collide;

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
