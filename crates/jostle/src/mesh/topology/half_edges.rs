//! Which edges of a surface's triangles lie along each other.

use crate::conditions::{Condition, required};
use crate::mesh::range_lists::filled;
use crate::mesh::{ElementCorners, ObjectElements, first_three};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The half-edges of an object of triangles, and for each the one that runs against it.
///
/// Half-edge `4 t + i` is the edge of triangle `t` from its corner `i` to the next. Two that are opposites run along
/// the same two vertices, one each way, and none has two: of an edge with more triangles, or with two that turn against
/// each other, some have none. As chains, opposites cancel, so what a set of triangles is bounded by is those
/// half-edges whose opposite is not in the set.
#[derive(Debug)]
pub(crate) struct HalfEdges {
    /// The opposite of each, or [`NONE`], where its [`place`] is. Written by several threads while they are found,
    /// and not after.
    opposites: Vec<AtomicU32>,
    vertices: Vec<VertexStar>,
}

/// What is known of the triangles at a vertex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct VertexStar {
    /// One of the half-edges that begin there.
    half_edge: u32,
    /// How many do.
    valence: u32,
}

const NONE: u32 = u32::MAX;
/// An edge is looked for at one of its ends that has no more triangles than this; where both have, it has no opposites.
const HUB: u32 = 256;
/// Larger stars have no link: whoever asks for one passes over all of it.
const LARGEST_STAR: usize = 64;
/// Triangles that one thread takes as fast as several.
const FEW: usize = 1 << 14;
/// Triangles whose half-edges have numbers.
const MOST_TRIANGLES: usize = 1 << 30;
/// Parts of the vertices at most: for each, all chunks of triangles are looked at.
const MOST_PARTS: usize = 64;
/// Triangles of a chunk, which is passed over as a whole by parts that have none of its vertices.
const CHUNK: usize = 512;

/// The neighbours of one vertex.
pub(crate) type LinkBuffer = [u32; LARGEST_STAR + 1];

impl HalfEdges {
    /// In place of a triangle.
    pub const NOTHING: u32 = u32::MAX;

    /// A buffer for links.
    pub const LINK: LinkBuffer = [NONE; LARGEST_STAR + 1];

    /// The half-edges of an object of triangles.
    pub fn build(object: &ObjectElements) -> HalfEdges {
        match object.corners_in_scene() {
            (ElementCorners::Triangles(list), first) => {
                HalfEdges::of_triangles(object, list, first)
            }
            (ElementCorners::Mixed(list), first) => HalfEdges::of_triangles(object, list, first),
        }
    }

    /// The half-edges of triangles, of whose corners the first three count, in numbers of the scene, where the object's
    /// vertices begin at the first.
    fn of_triangles<const N: usize>(
        object: &ObjectElements,
        triangles: &[[u32; N]],
        first: u32,
    ) -> HalfEdges {
        // Triangles whose half-edges are not numbered in 32 bits have no opposites.
        let numbered = triangles.len().min(MOST_TRIANGLES);
        let threads = rayon::current_num_threads().min(MOST_PARTS);
        let parts = if triangles.len() < FEW { 1 } else { threads };
        let at_a_time = object.vertex_count().div_ceil(parts).max(1);
        let chunks = triangles[..numbered].par_chunks(CHUNK).with_min_len(16);
        // One part has all vertices.
        let range = |chunk: &[[u32; N]]| if parts == 1 { [0, NONE] } else { vertex_range(chunk) };
        let slots = (0..3 * numbered).into_par_iter().with_min_len(FEW);
        // All at a time, as most of it is waiting for memory.
        let (opposites, (mut vertices, chunk_vertices)): (Vec<AtomicU32>, (_, Vec<[u32; 2]>)) =
            rayon::join(
                || slots.map(|_| AtomicU32::new(NONE)).collect(),
                || {
                    rayon::join(
                        || filled(object.vertex_count(), VertexStar::default()),
                        || chunks.map(range).collect(),
                    )
                },
            );
        let matching = Matching {
            triangles: &triangles[..numbered],
            chunk_vertices: &chunk_vertices,
            first,
            opposites: &opposites,
        };
        let no_hubs = vertices.par_chunks_mut(at_a_time).enumerate().all(|(part, own)| {
            let begin = part * at_a_time;
            matching.find(begin..begin + own.len(), own)
        });
        if !no_hubs || numbered < triangles.len() {
            vertices.par_chunks_mut(at_a_time).enumerate().for_each(|(part, own)| {
                count_stars(triangles, first + (part * at_a_time) as u32, own);
            });
            matching.find_beside_hubs(&vertices);
        }
        HalfEdges { opposites, vertices }
    }

    /// The triangles that lie across the edges of a triangle, by the corners that these begin at, or
    /// [`HalfEdges::NOTHING`].
    #[inline]
    pub fn all_across(&self, triangle: u32) -> [u32; 3] {
        match self.opposites.as_chunks::<3>().0.get(triangle as usize) {
            Some(own) => own.each_ref().map(|opposite| match opposite.load(Relaxed) {
                NONE => HalfEdges::NOTHING,
                opposite => triangle_of(opposite),
            }),
            None => [HalfEdges::NOTHING; 3],
        }
    }

    /// The triangles that lie across the edges of a triangle, where there are any.
    #[inline]
    pub fn across(&self, triangle: u32) -> impl Iterator<Item = u32> + use<> {
        self.all_across(triangle).into_iter().filter(|&other| other != HalfEdges::NOTHING)
    }

    /// The number of the half-edge that begins at a corner of a triangle.
    #[inline(always)]
    pub fn number(triangle: u32, corner: u32) -> u32 {
        number(triangle, corner)
    }

    /// Shows the triangles about the vertex that a half-edge begins at, from its own on, as far as they share edges.
    #[inline(always)]
    pub fn for_each_in_star(&self, half_edge: u32, mut visit: impl FnMut(u32)) {
        let mut own = half_edge;
        loop {
            visit(triangle_of(own));
            own = self.opposite(previous(own));
            if own == half_edge {
                return;
            }
            if own == NONE {
                break;
            }
        }
        // To the other side: those that end at the vertex.
        own = self.opposite(half_edge);
        while own != NONE {
            visit(triangle_of(own));
            own = self.opposite(next(own));
        }
    }

    #[inline(always)]
    fn opposite(&self, half_edge: u32) -> u32 {
        self.opposites.get(place(half_edge)).map_or(NONE, |opposite| opposite.load(Relaxed))
    }

    /// One of the triangles at a vertex that has some.
    #[inline]
    pub fn triangle_at(&self, vertex: u32) -> u32 {
        triangle_of(self.vertices[vertex as usize].half_edge)
    }

    /// The number of triangles at a vertex.
    pub fn valence(&self, vertex: u32) -> usize {
        self.vertices[vertex as usize].valence as usize
    }

    /// The neighbours of a vertex in order round it, if its triangles form one fan or one ring and are not many;
    /// else none. A ring ends with its first neighbour again. A neighbour may be met twice: between its two places
    /// the triangles wind round the vertex, which is for whoever asks of the star to see.
    #[inline]
    pub fn link<'l>(
        &self,
        object: &ObjectElements,
        vertex: u32,
        link: &'l mut LinkBuffer,
    ) -> &'l [u32] {
        let VertexStar { half_edge: begin, valence } = self.vertices[vertex as usize];
        let valence = valence as usize;
        if valence == 0 || valence > LARGEST_STAR || object.len() > MOST_TRIANGLES {
            return &[];
        }
        let (triangles, first) = object.corners_in_scene();
        let corner = |half_edge: u32| {
            triangles.triangle(triangle_of(half_edge) as usize)[corner_of(half_edge)] - first
        };
        let mut half_edge = begin;
        link[0] = corner(next(begin));
        for met in 1..=valence {
            // The edge of its triangle that comes back to the vertex.
            let last = previous(half_edge);
            link[met] = corner(last);
            half_edge = self.opposite(last);
            if half_edge == begin {
                return if met == valence || may_be_partial() { &link[..=met] } else { &[] };
            }
            if half_edge == NONE {
                return self.complete_fan(corner, begin, valence, link, met);
            }
        }
        // Never back at the first: a half-edge that is met again is the opposite of two.
        &[]
    }

    /// Puts the neighbours before the first of a fan in front of those that have been met.
    #[cold]
    fn complete_fan<'l>(
        &self,
        corner: impl Fn(u32) -> u32,
        begin: u32,
        valence: usize,
        link: &'l mut LinkBuffer,
        mut met: usize,
    ) -> &'l [u32] {
        let mut half_edge = self.opposite(begin);
        while half_edge != NONE && met < valence {
            half_edge = next(half_edge);
            link.copy_within(0..=met, 1);
            link[0] = corner(next(half_edge));
            met += 1;
            half_edge = self.opposite(half_edge);
        }
        if met == valence || may_be_partial() { &link[..=met] } else { &[] }
    }

    pub fn bytes(&self) -> usize {
        self.opposites.capacity() * size_of::<u32>()
            + self.vertices.capacity() * size_of::<VertexStar>()
    }
}

/// Whether a link need not have all triangles of its vertex.
fn may_be_partial() -> bool {
    !required(Condition::StarIsOneFan)
}

/// The corner after each, and in place of a fourth the first.
const AFTER: [usize; 4] = [1, 2, 0, 0];
/// The corner before each.
const BEFORE: [usize; 4] = [2, 0, 1, 0];

#[inline(always)]
fn number(triangle: u32, corner: u32) -> u32 {
    triangle << 2 | corner
}

#[inline(always)]
fn triangle_of(half_edge: u32) -> u32 {
    half_edge >> 2
}

#[inline(always)]
fn corner_of(half_edge: u32) -> usize {
    half_edge as usize & 3
}

/// Where the opposite of a half-edge is listed: `3 t + i` for `4 t + i`.
#[inline(always)]
fn place(half_edge: u32) -> usize {
    (half_edge - (half_edge >> 2)) as usize
}

/// The half-edge that follows one in its triangle.
#[inline(always)]
fn next(half_edge: u32) -> u32 {
    half_edge & !3 | AFTER[corner_of(half_edge)] as u32
}

/// The half-edge that comes before one in its triangle.
#[inline(always)]
fn previous(half_edge: u32) -> u32 {
    half_edge & !3 | BEFORE[corner_of(half_edge)] as u32
}

/// Counts the triangles at some vertices that follow each other, from the first on; in numbers of the scene.
fn count_stars<const N: usize>(triangles: &[[u32; N]], first: u32, stars: &mut [VertexStar]) {
    stars.fill(VertexStar::default());
    for (triangle, corners) in (0u32..).zip(triangles) {
        for (corner, vertex) in (0..3).zip(corners) {
            if let Some(star) = stars.get_mut(vertex.wrapping_sub(first) as usize) {
                star.valence += 1;
                star.half_edge = number(triangle, corner);
            }
        }
    }
}

/// The least and the greatest vertex of some triangles.
fn vertex_range<const N: usize>(triangles: &[[u32; N]]) -> [u32; 2] {
    triangles.iter().fold([u32::MAX, 0], |[least, greatest], corners| {
        let [a, b, c] = first_three(corners);
        [least.min(a).min(b).min(c), greatest.max(a).max(b).max(c)]
    })
}

/// What finds opposites. Vertices are numbered in the scene.
struct Matching<'m, const N: usize> {
    triangles: &'m [[u32; N]],
    /// The least and the greatest vertex of each chunk of triangles.
    chunk_vertices: &'m [[u32; 2]],
    /// The first vertex of the object.
    first: u32,
    /// Of a half-edge that waits for its opposite, the next that waits at the same vertex.
    opposites: &'m [AtomicU32],
}

impl<const N: usize> Matching<'_, N> {
    /// Finds the opposites of all half-edges that have their lower end among these vertices of the object, and counts
    /// the triangles of these vertices. Each waits at its lower end until its opposite comes, so that few wait at a
    /// time. All are met in order: what is found does not depend on parts. Ends early if one of the vertices is a hub,
    /// and tells whether none is.
    fn find(&self, vertices: Range<usize>, stars: &mut [VertexStar]) -> bool {
        let first = self.first + vertices.start as u32;
        let last = self.first + vertices.end as u32 - 1;
        let mut waiting = vec![NONE; vertices.len()];
        let chunks = (0..).step_by(CHUNK).zip(self.triangles.chunks(CHUNK));
        let own = chunks
            .zip(self.chunk_vertices)
            .filter(|(_, [least, greatest])| *least <= last && first <= *greatest);
        let triangles = own.flat_map(|((at, triangles), _)| (at..).zip(triangles));
        for (triangle, corners) in triangles {
            let [a, b, c] = first_three(corners);
            for (corner, [from, to]) in (0..).zip([[a, b], [b, c], [c, a]]) {
                let half_edge = number(triangle, corner);
                if let Some(star) = stars.get_mut(from.wrapping_sub(first) as usize) {
                    star.half_edge = half_edge;
                    star.valence += 1;
                    if star.valence > HUB {
                        return false;
                    }
                }
                let end = from.min(to).wrapping_sub(first);
                if let Some(waiting) = waiting.get_mut(end as usize) {
                    self.meet(waiting, half_edge, [from, to]);
                }
            }
        }
        self.dismiss(waiting);
        true
    }

    /// Finds all opposites where some vertices are hubs, by looking for edges at the end that is none.
    fn find_beside_hubs(&self, stars: &[VertexStar]) {
        let is_hub = |vertex: &u32| stars[(vertex - self.first) as usize].valence > HUB;
        let mut waiting = vec![NONE; stars.len()];
        for (triangle, corners) in (0..).zip(self.triangles) {
            let [a, b, c] = first_three(corners);
            for (corner, [from, to]) in (0..).zip([[a, b], [b, c], [c, a]]) {
                let half_edge = number(triangle, corner);
                match [from.min(to), from.max(to)].into_iter().find(|vertex| !is_hub(vertex)) {
                    Some(end) => {
                        let waiting = &mut waiting[(end - self.first) as usize];
                        self.meet(waiting, half_edge, [from, to]);
                    }
                    None => self.opposites[place(half_edge)].store(NONE, Relaxed),
                }
            }
        }
        self.dismiss(waiting);
    }

    /// Gives a half-edge and one that waits each other for opposites, or lets it wait.
    #[inline(always)]
    fn meet(&self, waiting: &mut u32, half_edge: u32, [from, to]: [u32; 2]) {
        let (mut before, mut other) = (NONE, *waiting);
        while other != NONE {
            let after = self.opposites[place(other)].load(Relaxed);
            let triangle = &self.triangles[triangle_of(other) as usize];
            let ends = [triangle[corner_of(other)], triangle[AFTER[corner_of(other)]]];
            if ends == [to, from] || !required(Condition::OppositesCancel) && ends == [from, to] {
                match before {
                    NONE => *waiting = after,
                    before => self.opposites[place(before)].store(after, Relaxed),
                }
                self.opposites[place(other)].store(half_edge, Relaxed);
                self.opposites[place(half_edge)].store(other, Relaxed);
                return;
            }
            (before, other) = (other, after);
        }
        self.opposites[place(half_edge)].store(*waiting, Relaxed);
        *waiting = half_edge;
    }

    /// Those that still wait have no opposite.
    fn dismiss(&self, waiting: Vec<u32>) {
        for mut half_edge in waiting {
            while half_edge != NONE {
                half_edge = self.opposites[place(half_edge)].swap(NONE, Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{Scene, TriangleMesh, shapes};
    use glam::DVec3;
    use std::collections::HashMap;

    /// The half-edges of a mesh that is not the first of its scene, after a look at all of them.
    fn half_edges(mesh: TriangleMesh) -> (Scene, HalfEdges) {
        let mut scene = Scene::new();
        scene.add("before", shapes::icosphere(0, 1.0)).unwrap();
        scene.add("mesh", mesh).unwrap();
        let half_edges = HalfEdges::build(&elements(&scene));
        check_opposites(&elements(&scene), &half_edges);
        check_links(&elements(&scene), &half_edges);
        (scene, half_edges)
    }

    fn elements(scene: &Scene) -> ObjectElements<'_> {
        ObjectElements::new(scene, &scene.objects()[1])
    }

    /// Opposites run against each other, and as many have one as can, but between hubs.
    fn check_opposites(object: &ObjectElements, own: &HalfEdges) {
        let mut uses = HashMap::<[u32; 2], [i32; 2]>::new();
        let ends = |half_edge: u32| {
            let corners = object.triangle(triangle_of(half_edge) as usize);
            [corners[corner_of(half_edge)], corners[AFTER[corner_of(half_edge)]]]
        };
        for triangle in 0..object.len() as u32 {
            for corner in 0..3 {
                let half_edge = number(triangle, corner);
                let [from, to] = ends(half_edge);
                let opposite = own.opposite(half_edge);
                if opposite != NONE {
                    assert_eq!(own.opposite(opposite), half_edge);
                    assert_eq!(ends(opposite), [to, from]);
                }
                let is_hub = |vertex: u32| own.valence(vertex) > HUB as usize;
                let [all, single] = uses.entry([from.min(to), from.max(to)]).or_default();
                if !(is_hub(from) && is_hub(to)) {
                    *all += if from < to { 1 } else { -1 };
                    *single += i32::from(opposite == NONE) * if from < to { 1 } else { -1 };
                }
                assert!(opposite == NONE || !is_hub(from) || !is_hub(to));
            }
            let across = [0, 1, 2].map(|corner| match own.opposite(number(triangle, corner)) {
                NONE => HalfEdges::NOTHING,
                opposite => triangle_of(opposite),
            });
            assert_eq!(own.all_across(triangle), across);
        }
        // Those without an opposite add up to all, and so all the others cancel; and they run one way.
        assert!(uses.values().all(|[all, single]| all == single));
        let mut ways = HashMap::<[u32; 2], u32>::new();
        let numbers = (0..object.len() as u32).flat_map(|t| (0..3).map(move |c| number(t, c)));
        for half_edge in numbers.filter(|&half_edge| own.opposite(half_edge) == NONE) {
            let [from, to] = ends(half_edge);
            *ways.entry([from.min(to), from.max(to)]).or_default() |= 1 << u32::from(from < to);
        }
        let is_hub = |vertex: u32| own.valence(vertex) > HUB as usize;
        assert!(ways.iter().all(|(edge, &ways)| ways < 3 || edge.map(is_hub) == [true; 2]));
    }

    /// A link passes every triangle at its vertex once.
    fn check_links(object: &ObjectElements, own: &HalfEdges) {
        let mut around = vec![Vec::new(); object.vertex_count()];
        for triangle in 0..object.len() {
            let [a, b, c] = object.triangle(triangle);
            for [vertex, from, to] in [[a, b, c], [b, c, a], [c, a, b]] {
                around[vertex as usize].push([from, to]);
            }
        }
        for (vertex, mut around) in (0..).zip(around) {
            assert_eq!(own.valence(vertex), around.len());
            let mut buffer = HalfEdges::LINK;
            let link = own.link(object, vertex, &mut buffer);
            if !link.is_empty() {
                let mut passed: Vec<_> = link.windows(2).map(|two| [two[0], two[1]]).collect();
                passed.sort_unstable();
                around.sort_unstable();
                assert_eq!(passed, around, "of {vertex}");
            }
        }
    }

    #[test]
    fn all_edges_of_a_closed_surface_have_opposites_and_all_vertices_a_ring() {
        for mesh in [shapes::icosphere(3, 1.0), shapes::torus(1.0, 0.3, 20, 12)] {
            let (scene, own) = half_edges(mesh);
            let object = elements(&scene);
            assert!((0..object.len() as u32).all(|t| own.across(t).count() == 3));
            for vertex in 0..object.vertex_count() as u32 {
                let mut buffer = HalfEdges::LINK;
                let link = own.link(&object, vertex, &mut buffer);
                assert!(link.len() == own.valence(vertex) + 1 && link[0] == link[link.len() - 1]);
            }
        }
    }

    #[test]
    fn fans_are_complete_wherever_they_are_begun() {
        // The triangle that is listed last is the one that a link begins at.
        let spokes = 7u32;
        let vertices = (0..=spokes).map(|v| DVec3::new(v.into(), (v * v).into(), 0.0)).collect();
        let fan: Vec<[u32; 3]> = (1..spokes).map(|v| [0, v, v + 1]).collect();
        for turn in 0..fan.len() {
            let mut elements_of = fan.clone();
            elements_of.rotate_left(turn);
            let mesh = TriangleMesh::new(Vec::clone(&vertices), elements_of);
            let (scene, own) = half_edges(mesh);
            let mut buffer = HalfEdges::LINK;
            let link = own.link(&elements(&scene), 0, &mut buffer);
            assert!(link.iter().copied().eq(1..=spokes), "{link:?}");
        }
    }

    #[test]
    fn soups_have_as_many_opposites_as_they_can() {
        let mut random = shapes::SplitMix64::new(1);
        for round in 0..400 {
            let vertices = 4 + round % 9;
            let mut vertex = || (random.signed().abs() * vertices as f64) as u32 % vertices;
            let triangles = (0..vertices * 3).map(|_| [vertex(), vertex(), vertex()]);
            let whole = triangles.filter(|[a, b, c]| a != b && b != c && c != a).collect();
            let at = |v: u32| DVec3::new(v.into(), (v * v).into(), (v * v * v).into());
            half_edges(TriangleMesh::new((0..vertices).map(at).collect(), whole));
        }
    }

    #[test]
    fn edges_at_a_hub_are_found_at_their_other_end_and_those_between_hubs_are_not() {
        let count = 2 * HUB;
        let at = |v: u32| DVec3::new(v.into(), (v * v).into(), 0.0);
        let vertices: Vec<DVec3> = (0..count + 2).map(at).collect();
        // In an order in which all wait before the first opposite comes.
        let fan = |v: u32| [count, v, (v + 1) % count];
        let order = (0..count).step_by(2).chain((1..count).step_by(2));
        let (_, own) = half_edges(TriangleMesh::new(vertices.clone(), order.map(fan).collect()));
        let has = |t: u32, corner: u32| own.opposite(number(t, corner)) != NONE;
        assert!((0..count).all(|t| has(t, 0) && has(t, 2)));
        let page = |v: u32| match v % 2 {
            0 => [count, count + 1, v],
            _ => [count + 1, count, v],
        };
        let (_, own) = half_edges(TriangleMesh::new(vertices, (0..count).map(page).collect()));
        assert!((0..count).all(|t| own.opposite(number(t, 0)) == NONE));
    }

    #[test]
    fn any_number_of_threads_finds_the_same() {
        let mut mesh = shapes::icosphere(6, 1.0);
        // Edges of more triangles than two, of which it matters in what order they are met.
        mesh.elements.extend_from_within(..5000);
        mesh.elements.extend_from_within(2000..9000);
        let [one, five] = [1, 5].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| half_edges(mesh.clone()).1)
        });
        let numbers = 0..4 * mesh.elements.len() as u32;
        assert!(numbers.into_iter().all(|number| one.opposite(number) == five.opposite(number)));
        assert_eq!(one.vertices, five.vertices);
    }
}
