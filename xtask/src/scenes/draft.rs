//! Small scenes that look for trouble, by seed: the same on any machine and for ever.

use jostle::mesh::shapes::{self, Split};
use jostle::{DVec3, Mesh, Scene, TetMesh, TriangleMesh};
use jostle_oracle::cases::Prng;

/// The scene with this seed: 1 to 50 objects, of triangles, tetrahedra or both.
pub fn scene(seed: u64) -> Scene {
    // Neighbouring seeds would start neighbouring streams; one mixing step parts them.
    let prng = &mut Prng::new(Prng::new(seed).bits());
    let place = Place::pick(prng);
    // Small, because every pair is decided over a hundred times, and some of them with large integers.
    let (objects, most) = match (place, prng.below(16)) {
        (Place::Extreme, _) => (1 + prng.below(3), 3),
        (_, 0) => (5 + prng.below(46), 2),
        (_, 1..5) => (1, 14),
        _ => (1 + prng.below(4), 6),
    };
    let kind = prng.pick(&[Some(false), Some(true), None, None]);
    // Of an object by itself there is nothing to find unless it is tested against itself.
    let self_tested = match objects {
        1 => Some(!prng.one_in(8)),
        _ => prng.pick(&[Some(false), Some(true), None]),
    };
    let mut scene = Scene::new();
    for object in 0..objects {
        let solid = kind.unwrap_or_else(|| prng.one_in(2));
        let mesh = match prng.below(6) {
            0 if most > 3 => regular(prng, solid, place),
            1 if object > 0 => scene.mesh(prng.below(object) as usize).expect("an object"),
            _ => scattered(prng, solid, place, most),
        };
        let mesh = if object == 0 { place.anchored(mesh) } else { mesh };
        let object = scene.add(object.to_string(), mesh).expect("coordinates are finite");
        let tested = self_tested.unwrap_or_else(|| prng.one_in(2));
        scene.set_self_collision(object, tested).expect("just added");
    }
    scene
}

/// How coordinates are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    /// Small integers: much touches, folds, repeats and degenerates.
    Coarse,
    /// Small multiples of powers of two in a cube about the origin, whose size is one too: what is on
    /// borders of cells stays there on the lattice.
    OnBorders,
    /// Anywhere.
    Anywhere,
    /// Elements of all sizes, larger ones fewer.
    WildSizes,
    /// The smallest and the largest numbers that there are, apart and together.
    Extreme,
}

/// Half the edge of the cube of [`Place::OnBorders`].
const HALF: f64 = 64.0;

impl Place {
    fn pick(prng: &mut Prng) -> Place {
        match prng.below(20) {
            0..6 => Place::Coarse,
            6..11 => Place::OnBorders,
            11..14 => Place::Anywhere,
            14..19 => Place::WildSizes,
            _ => Place::Extreme,
        }
    }

    /// A neighbourhood: a corner, and how far things are from there.
    fn neighbourhood(self, prng: &mut Prng) -> (DVec3, f64) {
        let mut vector = |low, high| DVec3::from([(); 3].map(|()| prng.integer(low, high)));
        match self {
            Place::Coarse => (vector(0, 6), 4.0),
            Place::OnBorders => {
                let corner = vector(-4, 3) * (HALF / 4.0);
                (corner, HALF / 4.0 / prng.pick(&[1.0, 2.0, 8.0]))
            }
            Place::Anywhere => (vector(0, 1), 1.0),
            Place::WildSizes => {
                let corner = vector(-8, 8);
                (corner * prng.magnitude(-12, 2), prng.magnitude(-24, 8))
            }
            Place::Extreme => {
                let corner = vector(-1, 1);
                let size = prng.pick(&[5e-324, 1e-300, 1e-150, 1.0, 1e150, 1e300]);
                (corner * size, size)
            }
        }
    }

    fn point(self, prng: &mut Prng, (corner, size): (DVec3, f64)) -> DVec3 {
        let coordinate = |prng: &mut Prng| match self {
            Place::Coarse => prng.integer(0, 4),
            Place::OnBorders => size * prng.integer(0, 4) / 4.0,
            Place::Extreme => size * prng.integer(0, 3),
            Place::Anywhere | Place::WildSizes => size * prng.between(0.0, 1.0),
        };
        corner + DVec3::from([(); 3].map(|()| coordinate(prng)))
    }

    /// With two opposite corners of the cube in the first element, where the place has one.
    fn anchored(self, mesh: Mesh) -> Mesh {
        let anchor = |vertices: &mut [DVec3], element: &[u32]| {
            vertices[element[0] as usize] = DVec3::splat(-HALF);
            vertices[element[1] as usize] = DVec3::splat(HALF);
        };
        match mesh {
            Mesh::Triangles(mut mesh) if self == Place::OnBorders => {
                anchor(&mut mesh.vertices, &mesh.elements[0]);
                mesh.into()
            }
            Mesh::Tets(mut mesh) if self == Place::OnBorders => {
                anchor(&mut mesh.vertices, &mesh.elements[0]);
                mesh.into()
            }
            mesh => mesh,
        }
    }
}

/// A small valid shape, moved into place; sometimes with a few vertices out of theirs.
fn regular(prng: &mut Prng, solid: bool, place: Place) -> Mesh {
    let (corner, size) = place.neighbourhood(prng);
    let moved = |p: DVec3| corner + size * p;
    let mut mesh: Mesh = match (solid, prng.one_in(2)) {
        (false, false) => shapes::icosphere(0, 0.5).into(),
        (false, true) => shapes::cloth(3, 3, [1.0, 1.0]).into(),
        (true, false) => shapes::box_tets([2, 1, 1], DVec3::ONE, Split::Five, 0.0, 0).into(),
        (true, true) => shapes::box_tets([1, 1, 1], DVec3::ONE, Split::Six, 0.0, 0).into(),
    };
    let vertices = match &mut mesh {
        Mesh::Triangles(mesh) => &mut mesh.vertices,
        Mesh::Tets(mesh) => &mut mesh.vertices,
    };
    vertices.iter_mut().for_each(|v| *v = moved(*v));
    if prng.one_in(2) {
        for _ in 0..1 + prng.below(3) {
            let at = prng.below(vertices.len() as u64) as usize;
            vertices[at] = place.point(prng, (corner, size));
        }
    }
    mesh
}

/// Elements over vertices that they share, or each over its own; some vertices in the same position.
fn scattered(prng: &mut Prng, solid: bool, place: Place, most: u64) -> Mesh {
    let corners = 3 + solid as u64;
    let shared = prng.one_in(2);
    // Tetrahedra with vertices in common all overlap, and are slow to decide where they are flat.
    let elements = 1 + prng.below(if solid && shared { most.min(6) } else { most });
    let count = if shared { corners + prng.below(elements + 1) } else { corners * elements };
    let mut neighbourhood = place.neighbourhood(prng);
    let mut vertices: Vec<DVec3> = Vec::new();
    for v in 0..count {
        if !shared && v % corners == 0 {
            neighbourhood = place.neighbourhood(prng);
        }
        vertices.push(match prng.below(20) {
            0 if v > 0 => vertices[prng.below(v) as usize],
            _ => place.point(prng, neighbourhood),
        });
    }
    let mut corners_of = |element: u64| {
        let mut all: Vec<u32> = (0..count as u32).collect();
        if shared {
            prng.shuffle(&mut all);
            all.truncate(corners as usize);
            all
        } else {
            all[(element * corners) as usize..][..corners as usize].to_vec()
        }
    };
    let lists: Vec<Vec<u32>> = (0..elements).map(&mut corners_of).collect();
    if solid {
        let elements = lists.iter().map(|corners| [0, 1, 2, 3].map(|i| corners[i])).collect();
        TetMesh::new(vertices, elements).into()
    } else {
        let elements = lists.iter().map(|corners| [0, 1, 2].map(|i| corners[i])).collect();
        TriangleMesh::new(vertices, elements).into()
    }
}
