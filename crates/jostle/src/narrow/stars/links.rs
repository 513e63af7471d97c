//! The neighbours of each vertex of a surface, in order round it.

use crate::mesh::{Object, Scene};

/// For each vertex whose triangles form one ring or one fan, its neighbours in order; for others
/// nothing. Depends on topology only; keeps its buffers.
///
/// ```
/// use jostle::Scene;
/// use jostle::mesh::shapes;
/// use jostle::narrow::Links;
///
/// let mut scene = Scene::new();
/// scene.add("ball", shapes::icosphere(1, 1.0))?;
/// let mut links = Links::default();
/// links.update(&scene, &scene.objects()[0]);
/// let ring = links.of(0);
/// assert_eq!(ring.first(), ring.last(), "a ring ends where it began");
/// # Ok::<(), jostle::SceneError>(())
/// ```
#[derive(Debug, Default)]
pub struct Links {
    /// Where the link of each vertex begins; one more than there are vertices.
    starts: Vec<u32>,
    /// Neighbours, numbered within the object. A ring ends with its first neighbour again.
    neighbours: Vec<u32>,
    /// Scratch: the two other corners of each triangle at each vertex.
    corners: Vec<[u32; 2]>,
    corner_starts: Vec<u32>,
}

/// Larger stars are left to the pairwise test: putting one in order is quadratic.
const LARGEST_STAR: usize = 64;

impl Links {
    /// Finds the neighbours of all vertices of an object of triangles.
    pub fn update(&mut self, scene: &Scene, object: &Object) {
        self.gather_corners(scene, object);
        self.starts.clear();
        self.neighbours.clear();
        for vertex in 0..object.vertices().len() {
            self.starts.push(self.neighbours.len() as u32);
            let range =
                self.corner_starts[vertex] as usize..self.corner_starts[vertex + 1] as usize;
            let star = &mut self.corners[range];
            if !star.is_empty() && star.len() <= LARGEST_STAR && put_in_order(star) {
                self.neighbours.push(star[0][0]);
                self.neighbours.extend(star.iter().map(|corner| corner[1]));
            }
        }
        self.starts.push(self.neighbours.len() as u32);
    }

    fn gather_corners(&mut self, scene: &Scene, object: &Object) {
        let first = object.vertices().start as u32;
        let starts = &mut self.corner_starts;
        starts.clear();
        starts.resize(object.vertices().len() + 2, 0);
        for e in object.elements() {
            for &v in scene.corner_indices(e) {
                starts[(v - first) as usize + 2] += 1;
            }
        }
        for v in 2..starts.len() {
            starts[v] += starts[v - 1];
        }
        self.corners.clear();
        self.corners.resize(3 * object.elements().len(), [0; 2]);
        for e in object.elements() {
            if let &[a, b, c] = scene.corner_indices(e) {
                for [v, from, to] in [[a, b, c], [b, c, a], [c, a, b]] {
                    // Shifted by one, so that after filling each start is where it should be.
                    let next = &mut starts[(v - first) as usize + 1];
                    self.corners[*next as usize] = [from - first, to - first];
                    *next += 1;
                }
            }
        }
    }

    /// The neighbours of a vertex of the object, in order; a ring ends with its first again.
    #[inline]
    pub fn of(&self, vertex: usize) -> &[u32] {
        &self.neighbours[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        (self.starts.capacity() + self.neighbours.capacity() + self.corner_starts.capacity())
            * size_of::<u32>()
            + self.corners.capacity() * size_of::<[u32; 2]>()
    }
}

/// Orders the triangles of a star so that each begins where the one before ends, and tells whether
/// they form one fan or one ring with no neighbour met twice.
fn put_in_order(star: &mut [[u32; 2]]) -> bool {
    // A fan begins at the neighbour where no triangle ends; a ring begins anywhere.
    let begin = (0..star.len()).find(|&i| star.iter().all(|other| other[1] != star[i][0]));
    star.swap(0, begin.unwrap_or(0));
    for i in 1..star.len() {
        let end = star[i - 1][1];
        let Some(next) = (i..star.len()).find(|&j| star[j][0] == end) else {
            return false;
        };
        star.swap(i, next);
    }
    let ends_once = |i: usize| star[..i].iter().all(|other| other[1] != star[i][1]);
    let begins_once = |i: usize| star[..i].iter().all(|other| other[0] != star[i][0]);
    (1..star.len()).all(|i| ends_once(i) && begins_once(i))
}
