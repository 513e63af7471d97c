//! The elements at each vertex.

use crate::mesh::ObjectElements;
use crate::mesh::range_lists::parts;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The elements at each vertex of an object, as ranges of one list; elements ascend.
#[derive(Debug)]
pub(crate) struct Incidence {
    starts: Vec<u32>,
    elements: Vec<u32>,
}

/// Elements that one thread lists as fast as several.
const FEW: usize = 1 << 15;
/// Elements, or vertices, that a thread takes at a time.
const AT_A_TIME: usize = 1 << 12;

impl Incidence {
    pub fn build(object: &ObjectElements) -> Incidence {
        match object.len() < FEW || rayon::current_num_threads() == 1 {
            true => Incidence::build_alone(object),
            false => Incidence::build_together(object),
        }
    }

    /// By one thread.
    fn build_alone(object: &ObjectElements) -> Incidence {
        let mut starts = vec![0; object.vertex_count() + 2];
        let mut corners = 0;
        for e in 0..object.len() {
            for v in object.corners(e) {
                starts[v as usize + 2] += 1;
                corners += 1;
            }
        }
        for v in 2..starts.len() {
            starts[v] += starts[v - 1];
        }
        let mut elements = vec![0; corners];
        for e in 0..object.len() {
            for v in object.corners(e) {
                // Shifted by one, so that after filling each start is where it should be.
                let next = &mut starts[v as usize + 1];
                elements[*next as usize] = e as u32;
                *next += 1;
            }
        }
        starts.pop();
        Incidence { starts, elements }
    }

    /// By all threads: the elements at a vertex come in any order, and are put in order after.
    fn build_together(object: &ObjectElements) -> Incidence {
        let zeros = |count: usize| -> Vec<AtomicU32> {
            std::iter::repeat_with(AtomicU32::default).take(count).collect()
        };
        let all = || (0..object.len()).into_par_iter().with_min_len(AT_A_TIME);
        let mut starts = zeros(object.vertex_count() + 2);
        all().for_each(|e| {
            for v in object.corners(e) {
                starts[v as usize + 2].fetch_add(1, Relaxed);
            }
        });
        let mut corners = 0;
        for start in &mut starts {
            corners += *start.get_mut();
            *start.get_mut() = corners;
        }
        let elements = zeros(corners as usize);
        all().for_each(|e| {
            for v in object.corners(e) {
                // Shifted by one, as above.
                let next = starts[v as usize + 1].fetch_add(1, Relaxed);
                elements[next as usize].store(e as u32, Relaxed);
            }
        });
        starts.pop();
        let plain = |list: Vec<AtomicU32>| -> Vec<u32> {
            list.into_iter().map(AtomicU32::into_inner).collect()
        };
        let (starts, mut elements) = (plain(starts), plain(elements));
        parts(&mut elements, &starts, AT_A_TIME).into_par_iter().for_each(|(vertices, part)| {
            let first = starts[vertices.start];
            for v in vertices {
                part[(starts[v] - first) as usize..(starts[v + 1] - first) as usize]
                    .sort_unstable();
            }
        });
        Incidence { starts, elements }
    }

    /// Where the elements of each vertex begin in the list, and the last end.
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// The elements at a vertex.
    #[inline]
    pub fn elements_at(&self, vertex: u32) -> &[u32] {
        let v = vertex as usize;
        &self.elements[self.starts[v] as usize..self.starts[v + 1] as usize]
    }

    /// The element at a position of the list.
    #[inline]
    pub fn element(&self, position: u32) -> u32 {
        self.elements[position as usize]
    }

    pub fn bytes(&self) -> usize {
        (self.starts.capacity() + self.elements.capacity()) * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{Mesh, Scene, shapes};
    use glam::DVec3;

    #[test]
    fn one_thread_and_all_list_the_same() {
        let meshes: [Mesh; 2] = [
            shapes::icosphere(5, 1.0).into(),
            shapes::box_tets([12; 3], DVec3::ONE, shapes::Split::Five, 0.0, 1).into(),
        ];
        for mesh in meshes {
            let mut scene = Scene::new();
            scene.add("before", shapes::icosphere(0, 1.0)).unwrap();
            scene.add("mesh", mesh).unwrap();
            let object = ObjectElements::new(&scene, &scene.objects()[1]);
            let (alone, together) =
                (Incidence::build_alone(&object), Incidence::build_together(&object));
            assert_eq!(alone.starts, together.starts);
            assert_eq!(alone.elements, together.elements);
        }
    }
}
