use super::Object;
use jostle::TriangleMesh;
use jostle::mesh::shapes;

/// The cap beyond this plane is pushed in. The sphere still widens behind it, so that the crease
/// itself stays clean.
const PLANE: f64 = 0.2;

/// How much further in than out the cap reaches: from the plane to `0.2 - 2 * 0.8 = -1.4`, beyond
/// the far side at -1, which it crosses in a circle of radius 0.8.
const STRETCH: f64 = 2.0;

/// A bumpy unit sphere of `20 resolution^2` triangles, folded through itself.
pub fn folded(resolution: u32) -> Vec<Object> {
    vec![Object::new(folded_sphere(resolution, 1), true)]
}

pub(super) fn folded_sphere(resolution: u32, seed: u64) -> TriangleMesh {
    let mut sphere = shapes::bumpy_sphere(resolution, 0.03, seed);
    for vertex in &mut sphere.vertices {
        if vertex.x > PLANE {
            vertex.x = PLANE - STRETCH * (vertex.x - PLANE);
        }
    }
    sphere
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cap_comes_out_at_the_far_side() {
        let sphere = folded_sphere(10, 1);
        assert_eq!(sphere.elements.len(), 2000);
        let bounds = sphere.bounds();
        assert!(bounds.max.x <= PLANE && bounds.min.x < -1.3, "{bounds:?}");
    }
}
