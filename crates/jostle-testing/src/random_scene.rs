//! Small random scenes with as many special cases as possible, by seed: the same on any machine and for
//! ever.

use jostle::mesh::shapes::{self, Split};
use jostle::{DVec3, Mesh, ObjectId, Scene, TetMesh, TriangleMesh};
use jostle_oracle::cases::SplitMix64;

/// The random scene with this seed: 1 to 50 objects of triangles, tetrahedra or both.
///
/// Elements touch, share vertices, fold over, repeat and degenerate; sizes differ by many orders of
/// magnitude, up to the ends of the number range. More than half of the scenes have colliding pairs.
///
/// ```
/// use jostle_testing::random_scene;
///
/// assert_eq!(random_scene(7).vertices(), random_scene(7).vertices());
/// assert!(random_scene(7).element_count() > 0);
/// ```
pub fn random_scene(seed: u64) -> Scene {
    // Neighbouring seeds would start neighbouring streams; one mixing step parts them.
    let random = &mut SplitMix64::new(SplitMix64::new(seed).next_u64());
    let coordinates = Coordinates::pick(random);
    // Small, because every pair is decided over a hundred times, and some of them with large integers.
    let (objects, most_elements) = match (coordinates, random.below(16)) {
        (Coordinates::Extreme, _) => (1 + random.below(3), 3),
        (_, 0) => (5 + random.below(46), 2),
        (_, 1..5) => (1, 14),
        _ => (1 + random.below(4), 6),
    };
    let kind = random.pick(&[Some(false), Some(true), None, None]);
    // Of an object by itself there is nothing to find unless it is tested against itself.
    let self_collision = match objects {
        1 => Some(!random.one_in(8)),
        _ => random.pick(&[Some(false), Some(true), None]),
    };
    let mut scene = Scene::new();
    for object in 0..objects {
        let is_solid = kind.unwrap_or_else(|| random.one_in(2));
        let mesh = match random.below(6) {
            0 if most_elements > 3 => regular_shape(random, is_solid, coordinates),
            1 if object > 0 => {
                let copied = ObjectId::new(random.below(object) as usize);
                scene.mesh(copied).expect("an object")
            }
            _ => random_elements(random, is_solid, coordinates, most_elements),
        };
        let mesh = if object == 0 { coordinates.with_cube_corners(mesh) } else { mesh };
        let object = scene.add(object.to_string(), mesh).expect("coordinates are finite");
        let has_self_collision = self_collision.unwrap_or_else(|| random.one_in(2));
        scene.set_self_collision(object, has_self_collision).expect("just added");
    }
    scene
}

/// How coordinates are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Coordinates {
    /// Small integers: much touches, folds, repeats and degenerates.
    SmallIntegers,
    /// Small multiples of powers of two, in a cube about the origin whose size is a power of two: what
    /// lies on borders of grid cells stays there when coordinates are rounded to the lattice.
    CellBorders,
    /// Uniform in a cube.
    Uniform,
    /// Elements of all sizes, larger ones fewer.
    MixedSizes,
    /// The smallest and the largest numbers that there are, apart and together.
    Extreme,
}

/// Half the edge of the cube of [`Coordinates::CellBorders`].
const HALF: f64 = 64.0;

impl Coordinates {
    fn pick(random: &mut SplitMix64) -> Coordinates {
        match random.below(20) {
            0..6 => Coordinates::SmallIntegers,
            6..11 => Coordinates::CellBorders,
            11..14 => Coordinates::Uniform,
            14..19 => Coordinates::MixedSizes,
            _ => Coordinates::Extreme,
        }
    }

    /// A random cube for points of one object, as its lower corner and the length of its edges.
    fn cube(self, random: &mut SplitMix64) -> (DVec3, f64) {
        let mut vector = |low, high| DVec3::from([(); 3].map(|()| random.integer(low, high)));
        match self {
            Coordinates::SmallIntegers => (vector(0, 6), 4.0),
            Coordinates::CellBorders => {
                let corner = vector(-4, 3) * (HALF / 4.0);
                (corner, HALF / 4.0 / random.pick(&[1.0, 2.0, 8.0]))
            }
            Coordinates::Uniform => (vector(0, 1), 1.0),
            Coordinates::MixedSizes => {
                let corner = vector(-8, 8);
                (corner * random.magnitude(-12, 2), random.magnitude(-24, 8))
            }
            Coordinates::Extreme => {
                let corner = vector(-1, 1);
                let size = random.pick(&[5e-324, 1e-300, 1e-150, 1.0, 1e150, 1e300]);
                (corner * size, size)
            }
        }
    }

    fn point(self, random: &mut SplitMix64, (corner, size): (DVec3, f64)) -> DVec3 {
        let coordinate = |random: &mut SplitMix64| match self {
            Coordinates::SmallIntegers => random.integer(0, 4),
            Coordinates::CellBorders => size * random.integer(0, 4) / 4.0,
            Coordinates::Extreme => size * random.integer(0, 3),
            Coordinates::Uniform | Coordinates::MixedSizes => size * random.between(0.0, 1.0),
        };
        corner + DVec3::from([(); 3].map(|()| coordinate(random)))
    }

    /// The mesh with two opposite corners of the cube in its first element, where there is a cube, so
    /// that the bounds of the scene are those of the cube.
    fn with_cube_corners(self, mesh: Mesh) -> Mesh {
        let set_corners = |vertices: &mut [DVec3], element: &[u32]| {
            vertices[element[0] as usize] = DVec3::splat(-HALF);
            vertices[element[1] as usize] = DVec3::splat(HALF);
        };
        match mesh {
            Mesh::Triangles(mut mesh) if self == Coordinates::CellBorders => {
                set_corners(&mut mesh.vertices, &mesh.elements[0]);
                mesh.into()
            }
            Mesh::Tets(mut mesh) if self == Coordinates::CellBorders => {
                set_corners(&mut mesh.vertices, &mesh.elements[0]);
                mesh.into()
            }
            mesh => mesh,
        }
    }
}

/// A small valid shape; half the time with a few vertices moved.
fn regular_shape(random: &mut SplitMix64, is_solid: bool, coordinates: Coordinates) -> Mesh {
    let (corner, size) = coordinates.cube(random);
    let moved = |p: DVec3| corner + size * p;
    let mut mesh: Mesh = match (is_solid, random.one_in(2)) {
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
    if random.one_in(2) {
        for _ in 0..1 + random.below(3) {
            let at = random.below(vertices.len() as u64) as usize;
            vertices[at] = coordinates.point(random, (corner, size));
        }
    }
    mesh
}

/// Random elements over shared vertices, or each over its own; some vertices in the same position.
fn random_elements(
    random: &mut SplitMix64,
    is_solid: bool,
    coordinates: Coordinates,
    most_elements: u64,
) -> Mesh {
    let corners = 3 + is_solid as u64;
    let is_shared = random.one_in(2);
    // Tetrahedra with vertices in common all overlap, and are slow to decide where they are flat.
    let elements =
        1 + random.below(if is_solid && is_shared { most_elements.min(6) } else { most_elements });
    let count = if is_shared { corners + random.below(elements + 1) } else { corners * elements };
    let mut cube = coordinates.cube(random);
    let mut vertices: Vec<DVec3> = Vec::new();
    for v in 0..count {
        if !is_shared && v % corners == 0 {
            cube = coordinates.cube(random);
        }
        vertices.push(match random.below(20) {
            0 if v > 0 => vertices[random.below(v) as usize],
            _ => coordinates.point(random, cube),
        });
    }
    let mut element_corners = |element: u64| {
        let mut all: Vec<u32> = (0..count as u32).collect();
        if is_shared {
            random.shuffle(&mut all);
            all.truncate(corners as usize);
            all
        } else {
            all[(element * corners) as usize..][..corners as usize].to_vec()
        }
    };
    let lists: Vec<Vec<u32>> = (0..elements).map(&mut element_corners).collect();
    if is_solid {
        let elements = lists.iter().map(|corners| [0, 1, 2, 3].map(|i| corners[i])).collect();
        TetMesh::new(vertices, elements).into()
    } else {
        let elements = lists.iter().map(|corners| [0, 1, 2].map(|i| corners[i])).collect();
        TriangleMesh::new(vertices, elements).into()
    }
}
