//! Solids to be parted.

use jostle::mesh::shapes;
use jostle::{DVec3, TetMesh, TriangleMesh};

pub fn cuboid(size: [f64; 3], at: [f64; 3]) -> TriangleMesh {
    shapes::box_surface(DVec3::from_array(size), [1; 3]).translated(DVec3::from_array(at))
}

/// A cuboid by two of its corners.
pub fn between(low: [f64; 3], high: [f64; 3]) -> TriangleMesh {
    let (low, high) = (DVec3::from_array(low), DVec3::from_array(high));
    cuboid((high - low).to_array(), ((low + high) * 0.5).to_array())
}

/// Corners of a lattice, numbered as they come.
#[derive(Default)]
struct Lattice {
    points: Vec<[i32; 3]>,
}

impl Lattice {
    fn index(&mut self, p: [i32; 3]) -> u32 {
        let at = self.points.iter().position(|q| *q == p).unwrap_or_else(|| {
            self.points.push(p);
            self.points.len() - 1
        });
        at as u32
    }

    fn vertices(&self) -> Vec<DVec3> {
        self.points.iter().map(|p| DVec3::from_array(p.map(f64::from))).collect()
    }
}

/// Cells of a lattice as one closed surface: faces between two cells are left out.
pub fn cells(all: &[[i32; 3]]) -> TriangleMesh {
    let mut lattice = Lattice::default();
    let mut elements = Vec::new();
    for cell in all {
        for (axis, side) in (0..3).flat_map(|axis| [(axis, 0), (axis, 1)]) {
            let mut beside = *cell;
            beside[axis] += 2 * side - 1;
            if all.contains(&beside) {
                continue;
            }
            let [a, b, c, d] = [[0, 0], [1, 0], [1, 1], [0, 1]].map(|[u, v]| {
                let mut p = *cell;
                p[axis] += side;
                p[(axis + 1) % 3] += u;
                p[(axis + 2) % 3] += v;
                lattice.index(p)
            });
            let faces = if side == 1 { [[a, b, c], [a, c, d]] } else { [[a, c, b], [a, d, c]] };
            elements.extend(faces);
        }
    }
    TriangleMesh::new(lattice.vertices(), elements)
}

/// The same cells, of six tetrahedra each (Kuhn 1960).
pub fn cell_tets(all: &[[i32; 3]]) -> TetMesh {
    let mut lattice = Lattice::default();
    let mut elements = Vec::new();
    for cell in all {
        for [i, j, k] in [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]] {
            let mut p = *cell;
            let first = lattice.index(p);
            let [second, third, last] = [i, j, k].map(|axis| {
                p[axis] += 1;
                lattice.index(p)
            });
            let is_even = [[0, 1, 2], [1, 2, 0], [2, 0, 1]].contains(&[i, j, k]);
            elements.push(if is_even {
                [first, second, third, last]
            } else {
                [first, third, second, last]
            });
        }
    }
    TetMesh::new(lattice.vertices(), elements)
}

/// Cells where a plan of rows, the lowest `y` last, has a `#`, in layers of `z`.
pub fn plan(rows: &[&str], layers: std::ops::Range<i32>) -> Vec<[i32; 3]> {
    let mut all = Vec::new();
    for z in layers {
        for (y, row) in rows.iter().rev().enumerate() {
            let filled = row.chars().enumerate().filter(|(_, c)| *c == '#');
            all.extend(filled.map(|(x, _)| [x as i32, y as i32, z]));
        }
    }
    all
}

/// The convex hull of points in general position: all triangles that have the others on one side.
pub fn hull(points: &[DVec3]) -> TriangleMesh {
    let mut elements = Vec::new();
    let count = points.len();
    for i in 0..count {
        for j in i + 1..count {
            for k in j + 1..count {
                let normal = (points[j] - points[i]).cross(points[k] - points[i]);
                let side = |l: usize| normal.dot(points[l] - points[i]);
                let others = (0..count).filter(|l| ![i, j, k].contains(l));
                let [i, j, k] = [i, j, k].map(|v| v as u32);
                if others.clone().all(|l| side(l) < 0.0) {
                    elements.push([i, j, k]);
                } else if others.clone().all(|l| side(l) > 0.0) {
                    elements.push([i, k, j]);
                }
            }
        }
    }
    let mut mesh = TriangleMesh::new(points.to_vec(), elements);
    // Points inside are no vertices.
    let mut used: Vec<u32> = mesh.elements.iter().flatten().copied().collect();
    used.sort();
    used.dedup();
    let number = |v: u32| used.iter().position(|u| *u == v).unwrap() as u32;
    for element in &mut mesh.elements {
        *element = element.map(number);
    }
    mesh.vertices = used.iter().map(|&v| points[v as usize]).collect();
    mesh
}

/// The depth of two convex polyhedra: the least height of their difference over all directions that a face of it can have.
pub fn convex_depth(a: &TriangleMesh, b: &TriangleMesh) -> f64 {
    let edges = |mesh: &TriangleMesh| -> Vec<DVec3> {
        let sides = |t: &[u32; 3]| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]];
        let at = |v: u32| mesh.vertices[v as usize];
        let all = mesh.elements.iter().flat_map(sides).filter(|[p, q]| p < q);
        all.map(|[p, q]| at(q) - at(p)).collect()
    };
    let normals = |mesh: &TriangleMesh| -> Vec<DVec3> {
        let normal = |[p, q, r]: [DVec3; 3]| (q - p).cross(r - p);
        (0..mesh.elements.len()).map(|t| normal(mesh.corners(t))).collect()
    };
    let furthest = |mesh: &TriangleMesh, d: DVec3| {
        mesh.vertices.iter().map(|p| d.dot(*p)).fold(f64::NEG_INFINITY, f64::max)
    };
    let of_b = edges(b);
    let crossed = edges(a).into_iter().flat_map(|e| {
        of_b.iter().flat_map(move |f| [e.cross(*f), f.cross(e)]).collect::<Vec<DVec3>>()
    });
    let both = normals(a).into_iter().chain(normals(b).into_iter().map(|n| -n)).chain(crossed);
    both.filter_map(DVec3::try_normalize)
        .map(|d| furthest(a, d) + furthest(b, -d))
        .fold(f64::INFINITY, f64::min)
}
