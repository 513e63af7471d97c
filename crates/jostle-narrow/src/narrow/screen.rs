//! A screen before the exact tests, for many candidates of one small region.
//!
//! Plain floating point can tell almost all candidates, with one error bound for all of them, for a box around them
//! all: in double precision that of `narrow/filter.rs`, in single precision that of `narrow/tetrahedron_lanes.rs`.
//! The tests are by the same signs as the exact ones, but many at a time, and are unsure where a sign is. Tetrahedra
//! are tested in single precision first, and in double precision where that is unsure. What the screen says is
//! certain; the rest goes to the exact test by itself.
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
//! `triangle_lanes::decide`, to one of `tetrahedron_lanes` or to `tetrahedron_tetrahedron::decide_in_lanes` that says yes
//! with fewer signs has to leave out neighbours here.

use super::decided::Decided;
use super::filter;
use super::tetrahedron_lanes::{self, FloatCorners, TetrahedronLanes, UnitCube};
use super::tetrahedron_tetrahedron::{self, Faces};
use super::triangle_lanes::{self, TriangleLanes};
use crate::geometry::Aabb;
use crate::geometry::lanes::{BLOCK, Lanes, WIDE, with_lanes};
use crate::mesh::{ElementKind, Scene};
use std::collections::TryReserveError;

/// Decides candidates of one list; keeps its buffers.
#[derive(Debug, Default)]
pub struct Screen {
    colliding: PositionList,
    unsure: PositionList,
    /// Tetrahedra that were last met as the first of a pair, and as the second.
    tetrahedra: [TetrahedronTable; 2],
}

impl Screen {
    /// Decides pairs of elements within a box, triangles four at a time and tetrahedra eight at a time; nothing where
    /// elements are of two kinds.
    ///
    /// The loops are compiled for the machine's vector instructions too, and chosen when the program
    /// runs: on x86-64 AVX2 where there is, else SSE2.
    pub fn decide(
        &mut self,
        scene: &Scene,
        within: &Aabb,
        kinds: [ElementKind; 2],
        pairs: &[[u32; 2]],
    ) {
        self.colliding.clear(pairs.len());
        self.unsure.clear(pairs.len());
        let bound = filter::bound_within(within.size());
        if bound == f64::INFINITY || kinds[0] != kinds[1] {
            self.unsure.push_all(pairs.len());
        } else if !pairs.is_empty() {
            let input = ScreenInput { scene, within, kind: kinds[0], bound, pairs };
            self.run(&input);
        }
    }

    fn run(&mut self, input: &ScreenInput) {
        with_lanes!(simd => simd.run(ScreenLoop { simd, input, screen: self }))
    }

    /// The pairs that collide, by their places in the list.
    pub fn colliding(&self) -> &[u32] {
        self.colliding.positions()
    }

    /// The pairs that are for the exact test to decide, by their places in the list.
    pub fn unsure(&self) -> &[u32] {
        self.unsure.positions()
    }

    /// Reserves capacity for lists of so many pairs.
    pub fn reserve(&mut self, pairs: usize) -> Result<(), TryReserveError> {
        self.colliding.reserve(pairs)?;
        self.unsure.reserve(pairs)?;
        self.tetrahedra.iter_mut().try_for_each(TetrahedronTable::reserve)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.colliding.bytes()
            + self.unsure.bytes()
            + self.tetrahedra.iter().map(TetrahedronTable::bytes).sum::<usize>()
    }
}

/// Places in a list, to which those of up to eight lanes are added at a time.
#[derive(Debug, Default)]
struct PositionList {
    /// Eight longer than the list can become.
    places: Vec<u32>,
    len: usize,
}

impl PositionList {
    /// Empties the list, which gets capacity for so many.
    fn clear(&mut self, capacity: usize) {
        self.len = 0;
        if self.places.len() < capacity + WIDE {
            self.places.resize(capacity + WIDE, 0);
        }
    }

    fn reserve(&mut self, capacity: usize) -> Result<(), TryReserveError> {
        self.len = 0;
        self.places.clear();
        self.places.try_reserve_exact(capacity + WIDE)
    }

    fn push_all(&mut self, count: usize) {
        for place in 0..count {
            self.places[place] = place as u32;
        }
        self.len = count;
    }

    #[inline(always)]
    fn push_if(&mut self, place: u32, is_member: bool) {
        self.places[self.len] = place;
        self.len += is_member as usize;
    }

    /// Adds the places of lanes that have a bit. What is behind the end, up to eight more, is lost.
    #[inline(always)]
    fn push_lanes<L: Lanes>(&mut self, simd: L, places: &[u32; WIDE], lanes: u32) {
        let end: &mut [u32] = &mut self.places[self.len..self.len + WIDE];
        self.len += simd.compact(places, !lanes, end.try_into().expect("eight of them"));
    }

    fn positions(&self) -> &[u32] {
        &self.places[..self.len]
    }

    fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<u32>()
    }
}

/// The corners of some tetrahedra of a list in single precision, each in the place that its number says, until another
/// needs it.
#[derive(Debug, Default)]
struct TetrahedronTable {
    elements: Vec<u32>,
    corners: Vec<FloatCorners>,
}

impl TetrahedronTable {
    const PLACES: usize = 256;

    fn reserve(&mut self) -> Result<(), TryReserveError> {
        self.elements.clear();
        self.elements.try_reserve_exact(Self::PLACES)?;
        self.corners.clear();
        self.corners.try_reserve_exact(Self::PLACES)
    }

    fn clear(&mut self) {
        self.elements.clear();
        self.elements.resize(Self::PLACES, u32::MAX);
        self.corners.resize(Self::PLACES, FloatCorners::default());
    }

    /// The corners of a tetrahedron.
    #[inline(always)]
    fn corners(&mut self, scene: &Scene, cube: &UnitCube, element: u32) -> &FloatCorners {
        let place = element as usize % Self::PLACES;
        if self.elements[place] != element {
            self.elements[place] = element;
            self.corners[place] = cube.corners(&scene.tetrahedron_at(element as usize));
        }
        &self.corners[place]
    }

    fn bytes(&self) -> usize {
        self.elements.capacity() * size_of::<u32>()
            + self.corners.capacity() * size_of::<FloatCorners>()
    }
}

/// A list of pairs of one kind, and the error bound of its determinants.
struct ScreenInput<'s> {
    scene: &'s Scene,
    within: &'s Aabb,
    kind: ElementKind,
    bound: f64,
    pairs: &'s [[u32; 2]],
}

/// The loop, compiled for an instruction set.
struct ScreenLoop<'s, L> {
    simd: L,
    input: &'s ScreenInput<'s>,
    screen: &'s mut Screen,
}

impl<L: Lanes> pulp::NullaryFnOnce for ScreenLoop<'_, L> {
    type Output = ();

    #[inline(always)]
    fn call(mut self) {
        match self.input.kind {
            ElementKind::Triangle => self.decide_triangles(),
            ElementKind::Tetrahedron => self.decide_tetrahedra(),
        }
    }
}

// Plain loops: adapters and closures would be compiled for the baseline.
impl<L: Lanes> ScreenLoop<'_, L> {
    #[inline(always)]
    fn decide_triangles(&mut self) {
        let ScreenInput { scene, pairs, bound, .. } = *self.input;
        let mut lanes = [TriangleLanes::default(); 2];
        let mut first = 0;
        while first < pairs.len() {
            let members = BLOCK.min(pairs.len() - first);
            let mut places = [0; WIDE];
            for lane in 0..BLOCK {
                // The last of fewer than four stands in what is left over.
                let place = first + lane.min(members - 1);
                places[lane] = place as u32;
                triangle_lanes::set(
                    &mut lanes[0],
                    lane,
                    scene.triangle_at(pairs[place][0] as usize),
                );
                triangle_lanes::set(
                    &mut lanes[1],
                    lane,
                    scene.triangle_at(pairs[place][1] as usize),
                );
            }
            let decided = triangle_lanes::decide(self.simd, [&lanes[0], &lanes[1]], bound);
            self.note(&places, members, decided);
            first += members;
        }
    }

    /// By faces and corners, what they leave open by edges, and what these leave open one by one in double precision.
    #[inline(always)]
    fn decide_tetrahedra(&mut self) {
        let ScreenInput { scene, pairs, bound, .. } = *self.input;
        let cube = UnitCube::from_box(self.input.within);
        for table in &mut self.screen.tetrahedra {
            table.clear();
        }
        let mut first = 0;
        while first < pairs.len() {
            let mut places = [0; WIDE];
            for lane in 0..WIDE {
                places[lane] = (first + lane) as u32;
            }
            let members = WIDE.min(pairs.len() - first);
            self.decide_in_floats::<true>(&cube, &places, members);
            first += members;
        }
        let (open, mut first) = (self.take_unsure(), 0);
        while first < open {
            let mut places = [0; WIDE];
            places.copy_from_slice(&self.screen.unsure.places[first..first + WIDE]);
            let members = WIDE.min(open - first);
            self.decide_in_floats::<false>(&cube, &places, members);
            first += members;
        }
        let open = self.take_unsure();
        for i in 0..open {
            let place = self.screen.unsure.places[i];
            let [a, b] = pairs[place as usize];
            let a = scene.tetrahedron_at(a as usize);
            let b = scene.tetrahedron_at(b as usize);
            let faces = Faces::from_tetrahedron(&a);
            let collide =
                tetrahedron_tetrahedron::decide_in_lanes(self.simd, (&a, &faces), &b, bound);
            self.screen.colliding.push_if(place, collide == Some(true));
            self.screen.unsure.push_if(place, collide.is_none());
        }
    }

    /// Begins the list of unsure pairs anew, and tells how many it had. They remain where they are until others take their
    /// places, which never are more than were read.
    #[inline(always)]
    fn take_unsure(&mut self) -> usize {
        std::mem::take(&mut self.screen.unsure.len)
    }

    /// Decides up to eight pairs of tetrahedra in single precision, by faces or by edges.
    #[inline(always)]
    fn decide_in_floats<const BY_FACES: bool>(
        &mut self,
        cube: &UnitCube,
        places: &[u32; WIDE],
        members: usize,
    ) {
        let ScreenInput { scene, pairs, .. } = *self.input;
        let mut lanes = [TetrahedronLanes::default(), TetrahedronLanes::default()];
        for lane in 0..WIDE {
            // The last of fewer than eight stands in what is left over.
            let pair = pairs[places[lane.min(members - 1)] as usize];
            for side in 0..2 {
                let corners = self.screen.tetrahedra[side].corners(scene, cube, pair[side]);
                lanes[side].set(lane, corners);
            }
        }
        let pair = [&lanes[0], &lanes[1]];
        let decided = if BY_FACES {
            tetrahedron_lanes::decide_by_faces(self.simd, pair)
        } else {
            tetrahedron_lanes::decide_by_all_signs(self.simd, pair)
        };
        self.note(places, members, decided);
    }

    /// Adds pairs to the lists that they belong to.
    #[inline(always)]
    fn note(&mut self, places: &[u32; WIDE], members: usize, decided: Decided) {
        let all = (1 << members) - 1;
        self.screen.colliding.push_lanes(self.simd, places, decided.yes & all);
        let unsure = all & !(decided.yes | decided.no);
        self.screen.unsure.push_lanes(self.simd, places, unsure);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{ElementId, TetMesh, TriangleMesh};
    use crate::narrow::{Tally, elements_collide};
    use glam::DVec3;
    use jostle_support::random::SplitMix64;

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
            let mut screen = Screen::default();
            let kinds = [ElementKind::Triangle, ElementKind::Tetrahedron];
            for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let pairs: Vec<[u32; 2]> = (30 * i..30 * i + 30)
                    .flat_map(|a| (30 * j..30 * j + 30).map(move |b| [a, b]))
                    .filter(|[a, b]| a != b)
                    .collect();
                let kinds = [kinds[i as usize], kinds[j as usize]];
                screen.decide(&scene, &scene.element_bounds(), kinds, &pairs);
                let mut seen = 0;
                for (place, &pair) in pairs.iter().enumerate() {
                    let [a, b] = pair.map(ElementId::from_u32);
                    let collide = elements_collide(&scene, a, b, &mut Tally::default());
                    let place = place as u32;
                    let says_yes = screen.colliding().contains(&place);
                    if screen.unsure().contains(&place) {
                        assert!(!says_yes);
                        unsure += 1;
                    } else {
                        assert_eq!(says_yes, collide, "{seed}: {pair:?}");
                        sure[collide as usize] += 1;
                    }
                    seen += says_yes as usize;
                }
                assert_eq!(seen, screen.colliding().len());
            }
        }
        assert!(sure[0] > 15_000 && sure[1] > 6_000 && unsure > 3_000, "{sure:?} {unsure}");
    }
}
