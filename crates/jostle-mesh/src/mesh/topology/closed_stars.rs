//! Which vertices of a volume have stars that close all round.

use super::BodyBoundary;
use crate::conditions::{Condition, required};
use crate::mesh::ObjectElements;

/// For each vertex of a volume, whether every face at it has as many tetrahedra on one side as on the
/// other, as their corners are listed.
#[derive(Debug)]
pub struct ClosedStars {
    closed: Vec<bool>,
}

impl ClosedStars {
    /// The vertices of an object of tetrahedra that are not on its boundary.
    pub fn build(object: &ObjectElements, boundary: &BodyBoundary) -> ClosedStars {
        let mut closed = vec![true; object.vertex_count()];
        if required(Condition::VolumeStarFacesAreBalanced) {
            boundary.faces().iter().flatten().for_each(|&v| closed[v as usize] = false);
        }
        ClosedStars { closed }
    }

    /// Whether the star of a vertex of the object closes all round.
    #[inline]
    pub fn is_closed(&self, vertex: usize) -> bool {
        self.closed[vertex]
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.closed.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::topology::Incidence;
    use crate::mesh::{Scene, shapes};

    #[test]
    fn stars_on_the_boundary_are_not_closed() {
        let ball = shapes::ball_tets(3, 1.0);
        let inner = ball.vertices.iter().filter(|v| v.length() < 0.9).count();
        let count = ball.vertices.len();
        let mut scene = Scene::new();
        scene.add("ball", ball).unwrap();
        let object = ObjectElements::new(&scene, &scene.objects()[0]);
        let boundary = BodyBoundary::build(&object, &Incidence::build(&object));
        let own = ClosedStars::build(&object, &boundary);
        let closed = (0..count).filter(|&v| own.is_closed(v)).count();
        assert!(0 < closed && closed <= inner, "{closed} of {inner}");
    }
}
