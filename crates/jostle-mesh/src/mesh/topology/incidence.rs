//! The elements at each vertex.

use crate::mesh::{ElementCorners, ElementKind, ObjectElements};
use jostle_support::parallel;

/// The elements at each vertex of an object, as ranges of one list; elements ascend.
#[derive(Debug, PartialEq, Eq)]
pub struct Incidence {
    starts: Vec<u32>,
    elements: Vec<u32>,
}

/// Elements that one thread lists as fast as several.
const FEW: usize = 1 << 14;
/// Parts of the vertices at most: for each, all chunks of elements are looked at.
const MOST_PARTS: usize = 64;
/// Elements of a chunk, which is passed over as a whole by parts that have none of its vertices.
const CHUNK: usize = 512;

impl Incidence {
    /// Lists the elements at each vertex of an object.
    pub fn build(object: &ObjectElements) -> Incidence {
        let vertices = object.vertex_count();
        match object.corners_in_scene() {
            (ElementCorners::Triangles(list), first) => Listing::<3, 3>::run(list, first, vertices),
            (ElementCorners::Mixed(list), first) => match object.kind() {
                ElementKind::Triangle => Listing::<3, 4>::run(list, first, vertices),
                ElementKind::Tetrahedron => Listing::<4, 4>::run(list, first, vertices),
            },
        }
    }

    /// The elements at a vertex.
    #[inline]
    pub fn elements_at(&self, vertex: u32) -> &[u32] {
        let v = vertex as usize;
        &self.elements[self.starts[v] as usize..self.starts[v + 1] as usize]
    }

    /// The number of elements at a vertex.
    #[inline]
    pub fn valence(&self, vertex: u32) -> usize {
        (self.starts[vertex as usize + 1] - self.starts[vertex as usize]) as usize
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        (self.starts.capacity() + self.elements.capacity()) * size_of::<u32>()
    }
}

/// Lists the elements at vertices by counting: elements of `N` corners, of `M` places each. Corners are numbered in the
/// scene. Threads share the vertices: each passes over the elements, and has a part of the list to itself.
struct Listing<'l, const N: usize, const M: usize> {
    elements: &'l [[u32; M]],
    /// The least and the greatest vertex of each chunk of elements.
    chunk_vertices: Vec<[u32; 2]>,
}

/// Some vertices that follow each other, and where their elements go.
struct ListingPart<'p> {
    first: u32,
    /// Where the elements of each vertex begin in the list of the part, and where they end in that of all once they are
    /// listed.
    ends: &'p mut [u32],
    elements: u32,
}

impl<'l, const N: usize, const M: usize> Listing<'l, N, M> {
    fn run(elements: &'l [[u32; M]], first: u32, vertices: usize) -> Incidence {
        let threads = rayon::current_num_threads().min(MOST_PARTS);
        let parts = if elements.len() < FEW { 1 } else { threads };
        let at_a_time = vertices.div_ceil(parts).max(1);
        // One part has all vertices.
        let range = |chunk: usize| match parts {
            1 => [0, u32::MAX],
            _ => {
                let end = elements.len().min((chunk + 1) * CHUNK);
                vertex_range::<N, M>(&elements[chunk * CHUNK..end])
            }
        };
        let chunk_vertices = parallel::map(elements.len().div_ceil(CHUNK), 16, range);
        let listing = Listing::<N, M> { elements, chunk_vertices };
        let mut starts = vec![0; vertices + 1];
        let mut list = vec![0; N * elements.len()];
        let parts = (first..).step_by(at_a_time).zip(starts[1..].chunks_mut(at_a_time));
        let parts = parts.map(|(first, ends)| ListingPart { first, ends, elements: 0 });
        let mut parts: Vec<ListingPart> = parts.collect();
        parallel::for_each_mut(&mut parts, 1, |_, part| listing.count(part));
        let (mut rest, mut end) = (&mut list[..], 0);
        let with_lists = parts.into_iter().map(|part| {
            end += part.elements;
            let own = rest.split_off_mut(..part.elements as usize).expect("of all corners");
            (end - part.elements, own, part)
        });
        let mut with_lists: Vec<_> = with_lists.collect();
        parallel::for_each_mut(&mut with_lists, 1, |_, (begin, own, part)| {
            listing.fill(part, own, *begin);
        });
        Incidence { starts, elements: list }
    }

    /// Counts the elements at the vertices of a part.
    fn count(&self, part: &mut ListingPart) {
        let ends = &mut *part.ends;
        self.for_each_corner(part.first, ends.len(), |vertex, _| {
            if let Some(count) = ends.get_mut(vertex) {
                *count += 1;
            }
        });
        let mut elements = 0;
        for start in ends {
            elements += std::mem::replace(start, elements);
        }
        part.elements = elements;
    }

    /// Lists the elements at the vertices of a part, whose list begins there in that of all.
    fn fill(&self, part: &mut ListingPart, list: &mut [u32], begin: u32) {
        let ends = &mut *part.ends;
        self.for_each_corner(part.first, ends.len(), |vertex, element| {
            if let Some(next) = ends.get_mut(vertex) {
                list[*next as usize] = element;
                *next += 1;
            }
        });
        ends.iter_mut().for_each(|end| *end += begin);
    }

    /// Shows the corners of all elements that may be among so many vertices from the first on, numbered from there, and
    /// others.
    #[inline(always)]
    fn for_each_corner(&self, first: u32, count: usize, mut visit: impl FnMut(usize, u32)) {
        let chunks = (0..).step_by(CHUNK).zip(self.elements.chunks(CHUNK));
        for ((at, chunk), [least, greatest]) in chunks.zip(&self.chunk_vertices) {
            if least.saturating_sub(first) as usize >= count || *greatest < first {
                continue;
            }
            for (element, corners) in (at..).zip(chunk) {
                for corner in &corners[..N] {
                    visit(corner.wrapping_sub(first) as usize, element);
                }
            }
        }
    }
}

/// The least and the greatest vertex of some elements.
fn vertex_range<const N: usize, const M: usize>(elements: &[[u32; M]]) -> [u32; 2] {
    elements
        .iter()
        .flat_map(|corners| &corners[..N])
        .fold([u32::MAX, 0], |[least, greatest], &v| [least.min(v), greatest.max(v)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{Mesh, Scene, shapes};
    use glam::DVec3;

    /// The elements at each vertex, listed one after the other.
    fn check(object: &ObjectElements, own: &Incidence) {
        let mut at_vertex = vec![Vec::new(); object.vertex_count()];
        for e in 0..object.len() {
            object.corners(e).for_each(|v| at_vertex[v as usize].push(e as u32));
        }
        for (vertex, elements) in (0..).zip(at_vertex) {
            assert_eq!(own.elements_at(vertex), elements);
            assert_eq!(own.valence(vertex), elements.len());
        }
    }

    #[test]
    fn any_number_of_threads_lists_all_elements_in_order() {
        let mut shuffled = shapes::icosphere(6, 1.0);
        let count = shuffled.elements.len();
        shuffled.elements = (0..count).map(|e| shuffled.elements[e * 30_011 % count]).collect();
        let mut unused = shapes::icosphere(1, 1.0);
        unused.vertices.extend([DVec3::ZERO; 9]);
        let meshes: [Mesh; 6] = [
            shapes::icosphere(6, 1.0).into(),
            shuffled.into(),
            unused.into(),
            shapes::box_tets([16; 3], DVec3::ONE, shapes::Split::Five, 0.0, 1).into(),
            crate::mesh::TriangleMesh::default().into(),
            crate::mesh::TetMesh::default().into(),
        ];
        for mesh in meshes {
            // Triangles by themselves, and in a scene with tetrahedra.
            for other in [shapes::icosphere(0, 1.0).into(), Mesh::from(shapes::ball_tets(1, 1.0))] {
                let mut scene = Scene::new();
                scene.add("before", other).unwrap();
                scene.add("mesh", mesh.clone()).unwrap();
                let object = ObjectElements::new(&scene, &scene.objects()[1]);
                let listed = [1, 3, 16].map(|threads| {
                    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                    pool.unwrap().install(|| Incidence::build(&object))
                });
                check(&object, &listed[0]);
                assert!(listed.iter().all(|own| *own == listed[0]));
            }
        }
    }
}
