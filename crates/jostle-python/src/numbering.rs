//! From numbers that go through a scene to objects and numbers within them.

use jostle::mesh::Object;
use jostle::{ElementId, Scene};

/// Where the vertices and elements of each object end.
#[derive(Clone, Debug, Default)]
pub struct Numbering {
    vertex_ends: Vec<usize>,
    element_ends: Vec<usize>,
}

impl Numbering {
    pub fn new(scene: &Scene) -> Numbering {
        let ends = |of: fn(&Object) -> usize| scene.objects().iter().map(of).collect();
        Numbering {
            vertex_ends: ends(|own| own.vertices().end),
            element_ends: ends(|own| own.elements().end),
        }
    }

    pub fn objects(&self) -> usize {
        self.element_ends.len()
    }

    /// The object of an element, and its number there.
    pub fn element(&self, element: ElementId) -> [i64; 2] {
        locate(&self.element_ends, element.index())
    }

    /// The object of a vertex, and its number there.
    pub fn vertex(&self, vertex: u32) -> [i64; 2] {
        locate(&self.vertex_ends, vertex as usize)
    }

    /// The elements of an object in the scene.
    pub fn elements_of(&self, object: usize) -> std::ops::Range<usize> {
        start(&self.element_ends, object)..self.element_ends[object]
    }
}

fn start(ends: &[usize], object: usize) -> usize {
    object.checked_sub(1).map_or(0, |before| ends[before])
}

fn locate(ends: &[usize], index: usize) -> [i64; 2] {
    let object = match ends.len() {
        1 => 0,
        _ => ends.partition_point(|&end| end <= index),
    };
    [object as i64, (index - start(ends, object)) as i64]
}
