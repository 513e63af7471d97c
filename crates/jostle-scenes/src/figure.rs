//! Bodies with limbs, in place of the papers' scanned models: a ball whose radius grows towards some
//! directions. They are star-shaped, so their surfaces do not cross themselves.

use jostle::geometry::predicates;
use jostle::mesh::shapes;
use jostle::{DVec3, TetMesh, TriangleMesh};

/// A direction in which a body reaches out.
#[derive(Clone, Copy)]
pub struct Limb {
    towards: [f64; 3],
    /// How far, in radii; a negative one is a dent.
    reach: f64,
    /// How wide: the cosine of the angle at which it begins.
    from: f64,
}

const fn limb(towards: [f64; 3], reach: f64, from: f64) -> Limb {
    Limb { towards, reach, from }
}

/// A head with two ears, arms held up, legs apart and a tail.
pub const ARMADILLO: &[Limb] = &[
    limb([0.0, -0.15, 1.0], 0.55, 0.72),
    limb([0.35, 0.25, 1.0], 0.25, 0.9),
    limb([-0.35, 0.25, 1.0], 0.25, 0.9),
    limb([1.0, -0.3, 0.35], 0.85, 0.8),
    limb([-1.0, -0.3, 0.35], 0.85, 0.8),
    limb([0.6, -0.1, -1.0], 0.8, 0.78),
    limb([-0.6, -0.1, -1.0], 0.8, 0.78),
    limb([0.0, 1.0, -0.5], 0.7, 0.84),
];

/// A head, a belly, shoulders, and a broad seat.
pub const BUDDHA: &[Limb] = &[
    limb([0.0, 0.0, 1.0], 0.75, 0.78),
    limb([0.0, -1.0, -0.1], 0.25, 0.7),
    limb([0.8, 0.0, 0.45], 0.25, 0.8),
    limb([-0.8, 0.0, 0.45], 0.25, 0.8),
    limb([0.9, -0.5, -0.7], 0.5, 0.72),
    limb([-0.9, -0.5, -0.7], 0.5, 0.72),
    limb([0.0, 0.6, -1.0], 0.3, 0.7),
];

/// Two long ears, a nose and a tail.
pub const BUNNY: &[Limb] = &[
    limb([0.35, 0.1, 1.0], 0.9, 0.88),
    limb([-0.35, 0.1, 1.0], 0.9, 0.88),
    limb([0.0, -1.0, 0.4], 0.4, 0.75),
    limb([0.0, 1.0, -0.3], 0.3, 0.88),
    limb([0.5, -0.6, -0.8], 0.3, 0.8),
    limb([-0.5, -0.6, -0.8], 0.3, 0.8),
];

/// A head: nose, chin, brow, the back of the head and a neck.
pub const HEAD: &[Limb] = &[
    limb([0.0, -1.0, -0.05], 0.35, 0.9),
    limb([0.0, -0.75, -0.7], 0.25, 0.85),
    limb([0.0, -0.7, 0.6], 0.15, 0.75),
    limb([0.0, 1.0, 0.35], 0.3, 0.6),
    limb([0.0, 0.25, -1.0], 0.35, 0.75),
    limb([1.0, 0.05, 0.0], 0.15, 0.93),
    limb([-1.0, 0.05, 0.0], 0.15, 0.93),
];

/// About as many tetrahedra as wanted, the body of the ball of radius 1.
pub fn solid(limbs: &[Limb], elements: usize) -> TetMesh {
    // A ball of n shells has 20 n^3 tetrahedra.
    let shells = (1..500).min_by_key(|n: &usize| (20 * n * n * n).abs_diff(elements)).unwrap_or(1);
    let ball = shapes::ball_tets(shells.max(3) as u32, 1.0);
    // Where tetrahedra are large, narrow limbs would turn some of them over.
    let shapes = (0..8).map(|step| {
        let mut shape = ball.clone();
        reach_out(&mut shape.vertices, limbs, 1.0 - 0.125 * f64::from(step));
        shape
    });
    shapes.into_iter().find(|shape| is_oriented_like(shape, &ball)).unwrap_or(ball)
}

fn is_oriented_like(mesh: &TetMesh, ball: &TetMesh) -> bool {
    let orientation = |mesh: &TetMesh, element: usize| {
        let [a, b, c, d] = mesh.corners(element);
        predicates::orient3d(a, b, c, d)
    };
    (0..ball.elements.len()).all(|element| orientation(mesh, element) == orientation(ball, element))
}

/// About as many triangles as wanted, the body of the sphere of radius 1.
pub fn surface(limbs: &[Limb], elements: usize) -> TriangleMesh {
    let mut sphere = shapes::icosphere_near(elements.max(80), 1.0);
    reach_out(&mut sphere.vertices, limbs, 1.0);
    sphere
}

fn reach_out(vertices: &mut [DVec3], limbs: &[Limb], strength: f64) {
    for vertex in vertices {
        let direction = vertex.normalize_or_zero();
        let reach: f64 = limbs.iter().map(|limb| limb.reach * limb.share(direction)).sum();
        *vertex *= 1.0 + strength * reach;
    }
}

impl Limb {
    /// From 0 at the edge of the limb to 1 at its tip.
    fn share(&self, direction: DVec3) -> f64 {
        let along = direction.dot(DVec3::from_array(self.towards).normalize());
        let x = ((along - self.from) / (1.0 - self.from)).max(0.0);
        x * x * (3.0 - 2.0 * x)
    }
}
