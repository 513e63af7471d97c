//! Objects on their way to a scene: maps that keep contacts, and last digits that break them.

use super::contacts::Contact;
use super::shaping::signed_vector;
use jostle::{DVec3, Mesh, Scene};
use jostle_oracle::cases::SplitMix64;

/// The objects of a scene, and the vertices that are to be moved by a few last digits at the end.
#[derive(Default)]
pub(super) struct Draft {
    objects: Vec<DraftObject>,
}

struct DraftObject {
    mesh: Mesh,
    contacts: Vec<Contact>,
    has_self_collision: bool,
}

impl Draft {
    /// Adds an object with its contacts.
    pub fn add(&mut self, mesh: impl Into<Mesh>, contacts: Vec<Contact>, has_self_collision: bool) {
        let mesh = mesh.into();
        self.objects.push(DraftObject { mesh, contacts, has_self_collision });
    }

    /// Maps all objects by one map and makes the scene. An exact map is followed by contacts that move
    /// by up to two units in the last place; after a rotation they are made again, as far as rounding
    /// lets them be.
    pub fn finish(mut self, random: &mut SplitMix64) -> Scene {
        let is_rotated = random.one_in(3);
        if is_rotated {
            let rotation = Rotation::random(random);
            self.map(|v| rotation.apply(v));
        } else {
            let map = ExactMap::random(random);
            self.map(|v| map.apply(v));
        }
        for object in &mut self.objects {
            let vertices = vertices_mut(&mut object.mesh);
            for Contact { vertex, support } in &object.contacts {
                let vertex = *vertex as usize;
                match is_rotated && !support.is_empty() {
                    true => vertices[vertex] = rounded_mean(random, support, vertices),
                    false => nudge(random, &mut vertices[vertex]),
                }
            }
        }
        let mut scene = Scene::new();
        for (o, object) in self.objects.into_iter().enumerate() {
            let added = scene.add(o.to_string(), object.mesh).expect("finite, with valid indices");
            scene.set_self_collision(added, object.has_self_collision).expect("just added");
        }
        scene
    }

    fn map(&mut self, map: impl Fn(DVec3) -> DVec3) {
        for object in &mut self.objects {
            vertices_mut(&mut object.mesh).iter_mut().for_each(|v| *v = map(*v));
        }
    }
}

/// The vertices of a mesh of either kind.
pub(super) fn vertices_mut(mesh: &mut Mesh) -> &mut Vec<DVec3> {
    match mesh {
        Mesh::Triangles(mesh) => &mut mesh.vertices,
        Mesh::Tets(mesh) => &mut mesh.vertices,
    }
}

/// A point of a simplex as floating point has it: on one side or the other by chance.
fn rounded_mean(random: &mut SplitMix64, support: &[u32], vertices: &[DVec3]) -> DVec3 {
    let (mut point, mut total) = (DVec3::ZERO, 0.0);
    for &v in support {
        let weight = random.unit();
        point += weight * vertices[v as usize];
        total += weight;
    }
    if total > 0.0 { point / total } else { vertices[support[0] as usize] }
}

/// Moves one coordinate by up to two units in the last place; one time in three by none.
fn nudge(random: &mut SplitMix64, vertex: &mut DVec3) {
    let (axis, steps) = (random.below(3) as usize, random.pick(&[-2, -1, 0, 0, 1, 2]));
    for _ in 0..i32::abs(steps) {
        vertex[axis] = if steps < 0 { vertex[axis].next_down() } else { vertex[axis].next_up() };
    }
}

/// Axes in another order and direction, a shear by a small integer, a power of two: exact for
/// coordinates with few digits.
struct ExactMap {
    axes: [usize; 3],
    factors: DVec3,
    /// What is added to one axis of another.
    shear: (usize, usize, f64),
    offset: DVec3,
}

impl ExactMap {
    fn random(random: &mut SplitMix64) -> ExactMap {
        let mut axes = [0, 1, 2];
        random.shuffle(&mut axes);
        let scale = 2f64.powi(random.pick(&[0, 0, 0, -20, 3, 40]));
        let factors = DVec3::from([(); 3].map(|()| random.pick(&[-scale, scale])));
        let into = random.below(3) as usize;
        let from = (into + 1 + random.below(2) as usize) % 3;
        let shear = random.pick(&[0.0, 0.0, 1.0, -1.0, 2.0, -3.0]);
        // Away from the origin there are fewer last digits.
        let offset = scale * random.pick(&[0.0, 0.0, 1.0, 1024.0]);
        ExactMap { axes, factors, shear: (into, from, shear), offset: DVec3::splat(offset) }
    }

    fn apply(&self, v: DVec3) -> DVec3 {
        let mut mapped = DVec3::from(self.axes.map(|axis| v[axis])) * self.factors;
        let (into, from, factor) = self.shear;
        mapped[into] += factor * mapped[from];
        mapped + self.offset
    }
}

/// A rotation without any exactness.
struct Rotation {
    rows: [DVec3; 3],
}

impl Rotation {
    /// From a quaternion `(s, u)`, with nothing but exactly rounded operations.
    fn random(random: &mut SplitMix64) -> Rotation {
        let (s, u) = (random.between(0.1, 1.0), signed_vector(random));
        let square = s * s + u.dot(u);
        let row = |e: DVec3| {
            (e * (s * s - u.dot(u)) + u * (2.0 * u.dot(e)) + e.cross(u) * (2.0 * s)) / square
        };
        Rotation { rows: [DVec3::X, DVec3::Y, DVec3::Z].map(row) }
    }

    fn apply(&self, v: DVec3) -> DVec3 {
        DVec3::from(self.rows.map(|row| row.dot(v)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::shaping::round_to_grid;
    use super::*;

    #[test]
    fn maps_keep_the_middle_of_two_grid_points() {
        for seed in 0..200 {
            let random = &mut SplitMix64::new(seed);
            let map = ExactMap::random(random);
            let mut points = [8.0 * signed_vector(random), 8.0 * signed_vector(random)];
            round_to_grid(random, &mut points);
            let [p, q] = points;
            assert_eq!(map.apply((p + 3.0 * q) / 4.0), (map.apply(p) + 3.0 * map.apply(q)) / 4.0);
        }
    }

    #[test]
    fn rotations_keep_lengths() {
        let rotation = Rotation::random(&mut SplitMix64::new(3));
        let v = DVec3::new(1.0, -2.0, 0.5);
        assert!((rotation.apply(v).length() - v.length()).abs() < 1e-14);
        let (x, y) = (rotation.apply(DVec3::X), rotation.apply(DVec3::Y));
        assert!((x.cross(y) - rotation.apply(DVec3::Z)).length() < 1e-14);
    }
}
