//! The elements of one block as a mesh of their own.

use super::blocks::Block;
use crate::mesh::ObjectElements;
use glam::DVec3;

/// Elements of `N` corners, with vertices numbered within the block, and the elements at each: small enough to stay in a
/// near cache while clusters grow, wherever they are in the object. Keeps its buffers.
#[derive(Default)]
pub(super) struct BlockMesh<const N: usize> {
    /// The corners of each element.
    corners: Vec<[u32; N]>,
    /// The elements in the object, and the vertices.
    elements: Numbers,
    vertices: Numbers,
    /// Where the vertices are: read in a row, and not one by one when clusters reach them.
    positions: Vec<DVec3>,
    /// Where the elements at each vertex begin, and the last end.
    starts: Vec<u32>,
    at_vertices: Vec<u32>,
    table: VertexTable,
}

/// Numbers in the object: those from the first on, or those of a list.
#[derive(Default)]
struct Numbers {
    first: u32,
    list: Vec<u32>,
}

impl Numbers {
    fn follow(&mut self, first: u32) {
        self.first = first;
        self.list.clear();
    }

    #[inline]
    fn get(&self, own: u32) -> u32 {
        self.list.get(own as usize).copied().unwrap_or(self.first.wrapping_add(own))
    }
}

/// Times as many vertices as elements that a block has a number for at most, if some of them are not its own.
const SPARSE: usize = 2;

impl<const N: usize> BlockMesh<N> {
    /// Takes the elements of a block.
    pub fn update(&mut self, object: &ObjectElements, block: Block) {
        self.elements.follow(0);
        match block {
            Block::Run { first, .. } => self.elements.follow(first),
            Block::Cells(elements) => self.elements.list.extend_from_slice(elements),
        }
        let (mut least, mut greatest) = (u32::MAX, 0);
        self.corners.clear();
        self.corners.extend(block.elements().map(|element| {
            let corners: [u32; N] = object.corners_of(element as usize);
            for corner in corners {
                (least, greatest) = (least.min(corner), greatest.max(corner));
            }
            corners
        }));
        let vertices = self.number_vertices(least, greatest);
        self.list_stars(vertices);
        let (positions, Numbers { first, list }) = (object.positions(), &self.vertices);
        self.positions.clear();
        match list.is_empty() {
            true => self.positions.extend_from_slice(&positions[*first as usize..][..vertices]),
            false => self.positions.extend(list.iter().map(|&vertex| positions[vertex as usize])),
        }
    }

    /// Numbers the vertices, which are between these two, and tells how many there are: from the first on, if they are
    /// close to each other, or else as they are met.
    fn number_vertices(&mut self, least: u32, greatest: u32) -> usize {
        let BlockMesh { corners, vertices, table, .. } = self;
        let between = greatest.saturating_sub(least) as usize + 1;
        if between <= SPARSE * corners.len() {
            vertices.follow(least);
            corners.iter_mut().for_each(|own| *own = own.map(|corner| corner - least));
            return between;
        }
        vertices.follow(0);
        table.clear(N * corners.len());
        for own in corners {
            *own = own.map(|corner| table.number(corner, &mut vertices.list));
        }
        vertices.list.len()
    }

    /// Lists the elements at all vertices by counting.
    fn list_stars(&mut self, vertices: usize) {
        let BlockMesh { corners, starts, at_vertices, .. } = self;
        // Each entry but the first is where the stars of its vertex will go, and in the end where they end.
        starts.clear();
        starts.resize(vertices + 1, 0);
        let ends = &mut starts[1..];
        corners.iter().flatten().for_each(|&corner| ends[corner as usize] += 1);
        let mut begin = 0;
        for end in &mut *ends {
            begin += std::mem::replace(end, begin);
        }
        at_vertices.clear();
        at_vertices.resize(N * corners.len(), 0);
        for (element, own) in (0..).zip(corners.iter()) {
            for &corner in own {
                let next = &mut ends[corner as usize];
                at_vertices[*next as usize] = element;
                *next += 1;
            }
        }
    }

    pub fn element_count(&self) -> usize {
        self.corners.len()
    }

    /// An element in the object.
    #[inline]
    pub fn element(&self, element: u32) -> u32 {
        self.elements.get(element)
    }

    #[inline]
    pub fn corners(&self, element: u32) -> [u32; N] {
        self.corners[element as usize]
    }

    /// A vertex in the object.
    #[inline]
    pub fn vertex(&self, vertex: u32) -> u32 {
        self.vertices.get(vertex)
    }

    /// Where all vertices are.
    pub fn positions(&self) -> &[DVec3] {
        &self.positions
    }

    /// Where a vertex is.
    #[inline]
    pub fn position(&self, vertex: u32) -> DVec3 {
        self.positions[vertex as usize]
    }

    /// How many vertices have numbers; not all of them need be of an element.
    pub fn vertex_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// Where the elements at each vertex begin, and the last end.
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// The element at a position of the list.
    #[inline]
    pub fn element_at(&self, position: u32) -> u32 {
        self.at_vertices[position as usize]
    }

    /// The elements at a vertex of the block; they ascend.
    #[inline]
    pub fn star(&self, vertex: u32) -> &[u32] {
        let v = vertex as usize;
        &self.at_vertices[self.starts[v] as usize..self.starts[v + 1] as usize]
    }
}

/// The numbers of vertices as they are met: a table with open addressing that is at most half full.
#[derive(Default)]
pub(super) struct VertexTable {
    slots: Vec<[u32; 2]>,
    /// Of a hash, those that are no place.
    shift: u32,
}

impl VertexTable {
    const FREE: u32 = u32::MAX;

    /// Forgets all, and makes place for so many.
    pub fn clear(&mut self, count: usize) {
        let slots = (2 * count).next_power_of_two().max(2);
        self.shift = u32::BITS - slots.ilog2();
        self.slots.clear();
        self.slots.resize(slots, [VertexTable::FREE; 2]);
    }

    /// The number of a vertex; one that is new is added to the list.
    #[inline]
    pub fn number(&mut self, vertex: u32, vertices: &mut Vec<u32>) -> u32 {
        // The golden ratio spreads numbers that follow each other.
        let mut slot = (vertex.wrapping_mul(0x9e37_79b9) >> self.shift) as usize;
        let last = self.slots.len() - 1;
        loop {
            match &mut self.slots[slot & last] {
                [own, number] if *own == vertex && *number != VertexTable::FREE => {
                    return *number;
                }
                own @ [_, VertexTable::FREE] => {
                    *own = [vertex, vertices.len() as u32];
                    vertices.push(vertex);
                    return vertices.len() as u32 - 1;
                }
                _ => slot += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::clusters::blocks::Blocks;
    use crate::mesh::topology::Incidence;
    use crate::mesh::{Mesh, Scene, shapes};

    /// Compares the blocks of an object with its elements, and tells how many blocks have vertices of others between
    /// theirs, and how many have none.
    fn check<const N: usize>(object: &ObjectElements, blocks: &Blocks) -> [usize; 2] {
        let incidence = Incidence::build(object);
        let mut mesh = BlockMesh::<N>::default();
        let mut known = vec![0; object.len()];
        let mut found = [0; 2];
        for number in 0..blocks.len() {
            let block = blocks.block(number);
            mesh.update(object, block);
            assert_eq!(mesh.element_count(), block.elements().len());
            for (own, element) in (0..).zip(block.elements()) {
                known[element as usize] += 1;
                assert_eq!(mesh.element(own), element);
                let corners = mesh.corners(own).map(|corner| mesh.vertex(corner));
                assert_eq!(corners, object.corners_of(element as usize));
            }
            let own: Vec<u32> = block.elements().collect();
            for vertex in 0..mesh.vertex_count() as u32 {
                let in_object = mesh.vertex(vertex);
                let star: Vec<u32> = mesh.star(vertex).iter().map(|&e| mesh.element(e)).collect();
                let mut all = incidence.elements_at(in_object).to_vec();
                all.retain(|element| own.binary_search(element).is_ok());
                assert_eq!(star, all);
            }
            found[usize::from(mesh.vertices.list.is_empty())] += 1;
        }
        assert!(known.iter().all(|&count| count == 1));
        found
    }

    #[test]
    fn blocks_have_the_elements_and_the_stars_of_their_object() {
        let mut shuffled = shapes::torus(1.0, 0.3, 300, 100);
        let count = shuffled.elements.len();
        shuffled.elements = (0..count).map(|e| shuffled.elements[e * 30_011 % count]).collect();
        let meshes: [Mesh; 4] = [
            shapes::torus(1.0, 0.3, 300, 100).into(),
            shuffled.into(),
            shapes::icosphere(1, 1.0).into(),
            shapes::box_tets([20; 3], DVec3::ONE, shapes::Split::Five, 0.0, 1).into(),
        ];
        let mut found = [0; 2];
        for mesh in meshes {
            let mut scene = Scene::new();
            scene.add("before", shapes::icosphere(0, 1.0)).unwrap();
            scene.add("mesh", mesh).unwrap();
            let object = ObjectElements::new(&scene, &scene.objects()[1]);
            let own = match scene.element_count() - 20 == 40_000 {
                true => check::<4>(&object, &Blocks::of_volume(&object)),
                false => check::<3>(&object, &Blocks::of_surface(&object)),
            };
            found = [found[0] + own[0], found[1] + own[1]];
        }
        assert!(found[0] > 3 && found[1] > 3, "{found:?}");
    }
}
